"""Plots about doing right: lies, promises, greed, laziness, pride, patience."""

TEXT = r"""
## lie and truth
needs: helper
about: telling the truth; lying; honesty
who: tells a lie > told a lie one day
who: lies too much > did not always tell the truth
set: deed, object = broke the blue jug, jug; ate the whole plum cake, cake; let all the hens out, hens; trampled the tulips, tulips; spilled ink on the map, map; knocked over the milk can, milk; lost the key to the gate, key; tore the curtain, curtain; painted a moustache on the picture, picture; broke a window with a ball, window
*
{Oneday}, {hero} {deed}. Nobody had seen it.
{Oneday}, when nobody was looking, {hero} {deed}.
It happened quite by accident: {oneday}, {hero} {deed}.
*
"Who did that?" asked {a_helper}. "[The wind|The cat|A big bird|A passing stranger]," said {hero} quickly.
{A_helper} came and saw it. "It was not me," said {hero}. "It was [the wind|the cat|a thief]."
"Do you know anything about the {object}?" asked {a_helper}. {Hero} looked at the ceiling. "No," {he} said.
*
{Helper} said nothing and only looked at {him} for a while.
{Helper} believed {him} and scratched {hhis} head. "How strange," {hhe} said.
"Well, well," said {helper}, and went away slowly.
*
But the lie sat in {his} belly like a stone. Supper tasted of nothing.
From then on {hero} had to think of more and more lies to hide the first one. It was tiring.
That night {he} could not sleep. The lie had grown as big as a wardrobe.
*?
Then somebody else was blamed for it, and {he} felt worse than ever.
{He} walked up and down, and every board seemed to creak, "It was you."
Even the moon seemed to look at {him} in a funny way.
*
In the morning {he} ran to {helper}. "It was me," {he} said, and the words tumbled out. "I {deed}. I am so sorry."
At last {he} could bear it no more. "I lied," {he} said to {helper}. "I {deed}."
{Hero} took a deep breath and went to {helper}. "I have to tell you something. I {deed}."
*
"I know," said {helper}. "I was waiting for you to tell me. That was brave."
{Helper} was silent for a moment. Then {hhe} smiled. "Thank you for the truth. Let us put it right together."
"That was hard, wasn't it?" said {helper}. "The truth is heavy to lift and light to carry."
*?
And the stone in {his} belly was gone, just like that.
They put things right together, and {hero} felt as light as a feather.
That evening supper tasted better than it ever had.
moral: the truth makes the heart light
moral: a lie grows until we tell the truth
moral: it is brave to own up to a mistake
end: {Hero} tells the truth and feels light again.
short: {Hero_named} {deed} and lied about it. The lie weighed on {him} until {he} told {helper} the truth, and then {he} felt light again.
next: From then on, when something broke, {hero} was the first to say, "That was me."
ask: what did {he} do? / what did {name} do wrong? / what was the lie about? > {Hero} {deed} and then lied about it.
ask: who did {he} tell the truth to? / who did {he} lie to? > {He} told the truth to {helper} in the end.
ask: why did {he} feel bad? / why could {he} not sleep? > {He} felt bad because {he} had lied.

## crying wolf
needs: helper friend
about: telling the truth; playing tricks; lying; trust
who: plays tricks on everyone > liked to play tricks on everyone
who: cries for help for fun > called for help just for fun
set: alarm = A flood; A bear; The roof is burning; A giant; The bridge is falling; A sea monster
*
{Hero} thought nothing was funnier than a good fright.
{Hero} was often bored, and when {he} was bored {he} had silly ideas.
Nothing ever happened there, and {hero} found that very dull.
*
{Oneday}, {he} shouted, "Help! {Alarm}!" Everyone came running. {Hero} held {his} belly with laughter.
"{Alarm}!" {he} cried {oneday}. "Help!" Everybody dropped everything and ran. There was nothing at all.
So {oneday} {he} rang the bell and screamed, "{Alarm}!" All of them ran, with brooms and buckets. "Got you!" laughed {hero}.
*
The next day {he} did it again, and again they came. "That is not funny," said {a_helper}.
A week later {he} did it once more. They came, but they did not laugh. {A_helper} shook {hhis} head.
And because it had been such fun, {he} did it again. {A_helper} warned {him}, "One day nobody will believe you."
*
Then {hero} really fell into a deep hole. "Help!" {he} called. "Help!"
But {oneday} {he} got stuck {nook1} and could not get out. "Help!" {he} cried. "It is true this time!"
Soon after, {his} foot got caught between two stones, and it began to rain. "Help!" {he} called.
*?
"That is only {name} again," the others said, and went on with their work.
Everybody heard it. Nobody came. "The same old trick," they said.
Nobody even lifted a head. Who believes such a prankster?
*
It grew dark. At last {a_friend} thought, "It sounds different today," and went to look.
{He} called until {his} voice was as thin as a thread. Only late in the evening did {a_friend} come by and hear {him}.
One hour passed, and two. Then {a_friend} came after all, just to be sure.
*
"Thank you," said {hero} in a small voice. "I will never cry for nothing again." And {he} kept {his} word.
{Hero} was pulled out, and {he} was very quiet. The next day {he} said sorry to everyone, one by one.
Since that day, when {hero} says something, it is true. And slowly the others began to trust {him} again.
moral: those who play tricks are not believed when they tell the truth
moral: trust is quickly broken and slowly mended
end: {Hero} is saved at last and promises never to cry for nothing again.
short: {Hero_named} called for help just for fun, again and again. When {he} really needed help, nobody believed {him} for a long time, and {he} learned {his} lesson.
next: It took a whole month until everyone trusted {him} again.
ask: who warned {him}? > {A_helper} warned {him}.
ask: why did nobody come? / why did nobody believe {him}? > Nobody came because {he} had tricked them too often.

## the promise
needs: friend helper
about: keeping a promise; promises; being reliable
who: makes a promise > made a promise
who: forgets {his} promise > forgot a promise
set: task, trouble = water the flowers, the flowers hung their heads; feed the hens, the hens stood at the gate and clucked; look after the little fish, the water in the bowl was low; shut the gate in the evening, the goats stood in the cabbage; light the lamp at night, the path was as dark as a sack; ring the bell at noon, nobody knew what time it was; keep the fire going, the stove was nearly cold
*
{Friend}, {his_friend_is}, had to go away for a week. "Will you {task}?" asked {friend}. "I promise," said {hero}.
"Can I rely on you?" asked {friend}, {his_friend_is}. "Every day you must {task}." {Hero} promised it with {his} hand on {his} heart.
When {friend}, {his_friend_is}, went on a trip, {hero} promised to {task}.
*
The first day {he} thought of it. The second day too. On the third there was so much to play!
At first {he} did it every day. Then the sun shone, and the others called {him} to come swimming.
"That is easy," {he} said. But there was a fair in the village, with swings and music.
*
"Where are you off to?" asked {a_helper} in the evening. And suddenly {hero} stood still. The promise!
{A_helper} stopped {him} in the middle of a game. "Is there not something that you have to do?" {hhe} asked.
"Didn't you promise something?" asked {a_helper}. {Hero} turned pale.
*
{He} ran there as fast as {he} could. {Trouble}.
It was late, it was raining, and {his} shoes were full of holes. {He} ran all the same. When {he} came, {trouble}.
When {he} got there, {he} saw it at once: {trouble}.
*
{Helper} came along as well. "Can it still be put right?" asked {hero}. "If we begin now," said {helper}.
{Helper} had followed {him} with a lantern. They worked until the moon stood high.
All alone {he} could not have managed it. But {helper} came after {him} and lent a hand.
*
When {friend} came home, all was well. But {hero} told the truth. "I almost forgot," {he} said. "I am sorry."
By morning everything was in order. {Friend} came back and smiled. "I knew I could rely on you." {Hero} blushed and told {fhim} everything.
It was just in time. When {friend} came through the door, {hero} fell asleep on the spot.
*?
From then on {hero} ties a knot in {his} scarf for every promise.
"A promise is like an egg," said {friend}. "You have to hold it carefully." And {hero} nodded.
And never again did {he} say "I promise" without thinking.
moral: a promise is worth keeping, even when it is hard
moral: what we promise we must do
end: {Hero} keeps {his} promise just in time.
short: {Hero_named} had promised to {task} and almost forgot it. With the help of {a_helper} {he} put everything right in time.
next: The next time, {friend} asked {him} again, and this time {hero} did not forget for one moment.
ask: what did {he} promise? / what was the promise? / what did {name} promise? > {He} promised to {task}.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him}.
ask: who did {he} promise it to? / who went away? > {He} promised it to {friend}.

## greed
needs: helper friend
about: greed; being greedy; wanting too much; sharing
who: is too greedy > was too greedy
who: wants more and more > always wanted more
set: good, full = berries, {his} belly hurt so much that {he} could not move; cookies, {he} could not button {his} coat any more; plums, {he} lay on {his} back and groaned; pancakes, {he} was as round as a ball; cherries, {his} cheeks were blown up like balloons; dumplings, {he} could not get through the door; nuts, {his} bag tore and everything rolled away; honey cakes, {he} felt sick from {his} nose to {his} toes
*
{Oneday}, {hero} found a big basket full of {good} {nook1}.
{Oneday}, there stood a huge bowl of {good}. "For everyone," it said on it.
{Oneday}, {hero} came home with a cart full of {good}.
*
"I will take just one," {he} said. Then {he} took two. Then ten.
"All for me!" {he} thought and looked around to see if anyone was watching.
{He} did not want to give anything away, not even one.
*
{A_friend} came by. "May I have some?" asked {friend}. "There are none left," said {hero} with a full mouth.
"Will you share with us?" asked {a_friend}. {Hero} shook {his} head and ate faster.
{A_friend} was hungry too. But {hero} hid everything behind {his} back.
*
"Too much is too much," warned {a_helper}. But {hero} did not listen.
{A_helper} lifted a finger. "Whoever wants everything ends up with a bellyache," {hhe} said.
"Save some for tomorrow," said {a_helper}. "Tomorrow I will find more," said {hero}.
*
And then it happened: {full}.
It did not go well for long. Soon {full}.
By the evening, {full}.
*
"Help!" {he} moaned. And who came? {Friend}, who had got nothing at all, and {helper}.
{Friend} heard {him} groan and came back. {Helper} made {him} a cup of bitter tea.
{Helper} and {friend} helped {him}, although {he} had been so mean.
*
{Hero} was ashamed. "You are kind to me," {he} said, "and I gave you nothing. It will be different from now on."
"Next time we will share," said {hero} in a weak voice. "It is better for the belly, and better for the heart."
And what was left {he} gave to the others, one for you and one for you. It felt surprisingly good.
moral: whoever wants everything may end up with nothing but a bellyache
moral: enough is better than too much
moral: sharing keeps us from being greedy
end: {Hero} learns not to be greedy and shares what is left.
short: {Hero_named} wanted to have all the {good} for {himself}. In the end {full}, and {he} learned to share.
next: The next day, {hero} brought {friend} a small bag of {good} as an apology.
ask: what did {he} eat? / what did {he} want? / what did {name} not want to share? > {He} wanted all the {good} for {himself}.
ask: who helped {him}? / who helped {name}? > {Friend} and {helper} helped {him}.
ask: who warned {him}? > {A_helper} warned {him}.

## lazy days
needs: helper friend
about: being lazy; hard work; doing things in time; winter
who: is too lazy to work > was too lazy to do any work
who: puts everything off > put everything off until tomorrow
set: job, lack = gather wood for the winter, there was no wood in the house; mend the hole in the roof, the rain dripped on {his} nose; sow the beans, there was nothing to eat in {his} garden; dig the well, {he} had not a drop of water; sew a warm coat, {he} had nothing warm to wear; fill the pantry, {his} shelves were empty
*
All the others were busy. Only {hero} lay in the sun. "I have to {job}," {he} said, "but there is time tomorrow."
{Hero} had to {job}. But {he} liked lying around much better.
"Will you not {job}?" asked {a_friend}. "Tomorrow," said {hero} and turned to the other side.
*
Tomorrow came, and {hero} said, "Tomorrow." And so it went all summer.
In spring {he} was too tired, in summer it was too hot, and in autumn it was too wet.
On Monday {he} had no time, on Tuesday {he} had no mood, and on Wednesday {he} had forgotten it.
*
"You will be sorry one day," said {a_helper}, who was carrying a heavy load. {Hero} only yawned.
{A_helper} worked from morning to night. "Come and help, then I will help you," {hhe} said. But {hero} was asleep.
{A_helper} shook {hhis} head. "Tomorrow is the laziest day of the week," {hhe} said.
*
Then the weather changed overnight. And now {lack}.
One morning there was frost on the window, and {lack}.
Suddenly the cold wind came. {Hero} shivered, for {lack}.
*?
"If only I had done it!" {he} wailed. {His} teeth were chattering.
{He} sat there, wrapped in {his} last blanket, and was very sorry.
Nobody was lying in the sun now. {Hero} was all alone with {his} tomorrow.
*
There was a knock. {Helper} stood at the door with a pot of soup. "Come over to us," {hhe} said. "But tomorrow we will work."
{Hero} went to {helper} and said, "I was foolish. Please help me. I will work hard." And {helper} let {him} in.
{Helper} took pity on {him}. "You can stay with me," {hhe} said, "if you sweep the floor every day."
*?
"Not tomorrow," said {hero}. "Today!" And {he} began at once.
From then on {hero} got up early, and nobody has heard {him} say "tomorrow" since.
And in the next year, {hero} was the very first to {job}.
moral: it is better to do things today than to wait for tomorrow
moral: whoever works in time can rest in peace
end: {Hero} is ashamed, gets help from {helper} and is never so lazy again.
short: {Hero_named} was too lazy to {job}. When it got cold, {lack}, but {a_helper} helped {him}, and {he} learned {his} lesson.
next: In spring, {hero} even woke the others. "Get up," {he} called, "there is work to do!"
ask: what did {he} have to do? / what should {he} have done? > {He} had to {job}.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him}.
ask: why was {he} cold? / why was {he} sad? / what was wrong? > {He} was in trouble because {lack}.

## the contest
needs: friend
about: a race; a contest; winning and losing; being proud
who: wants to win a contest > wanted to win a contest
who: runs a race > was going to run in a big race
set: contest, loser = the great pumpkin race, dropped the pumpkin; the cake contest, forgot the sugar; the boat race, sailed in circles; the singing contest, lost {his} voice; the kite contest, got tangled in the string; the sack race, fell on {his} nose; the snail race, fell asleep on the way; the tower contest, knocked over {his} own tower; the hopping race, got a stitch; the pie contest, tripped over {his} own apron
*
Once a year there was {contest}, and {hero} was sure to win. "Nobody is as good as I am," {he} said.
"This year I will win {contest}," said {hero}, and told everyone about it.
Everyone was talking about {contest}. {Hero} had already made room on the shelf for the prize.
*
{A_friend} wanted to take part too. "You?" laughed {hero}. "You have no chance."
{A_friend} had never taken part before and was very nervous.
Next to {him} at the start stood {a_friend}, quiet and a little pale.
*
While {friend} practised, {hero} [lay in the sun|polished {his} shoes|gave a speech].
{Friend} practised every day. {Hero} thought that {he} did not need to.
The days went by. One of them practised, and one of them bragged.
*
Then the day came. There were flags and drums, and everyone shouted, "One, two, three, go!"
On the great day the whole place was full of people. A whistle blew, and off they went.
The trumpet sounded, and it began.
*
At first {hero} was far ahead. Then {he} looked back to wave, and {loser}.
{Hero} began well. But {he} was so busy with bowing that {he} {loser}.
All went well until {he} thought of the prize. Then {he} {loser}.
*
{Friend} could have gone on alone. But {fhe} stopped. "Are you all right?" {fhe} asked and helped {him} up.
"Oh, how embarrassing!" moaned {hero}. {Friend} did not laugh. {Fhe} held out a hand.
Some of them laughed. But {friend} came back and helped {him}.
*
In the end, {friend} won and {hero} came last. And {he} clapped the loudest of all.
Nobody knows any more who won. But everyone remembers how the two came in together, arm in arm.
{Friend} won the prize, a big golden [pear|bell|spoon], and broke it in two. No, it could not be broken. So they take turns.
*?
"You were better," said {hero}. It was not easy to say, but then it felt good.
"Next year," said {hero}, "I will practise. With you, if I may."
And {hero} never bragged again, or at least not so loudly.
moral: pride comes before a fall
moral: a good friend is worth more than a prize
moral: practice wins more than boasting
end: {Hero} loses {contest} but wins a friend.
short: {Hero_named} was sure to win {contest} and bragged about it. Then {he} {loser}, and {friend}, who helped {him}, became {his} friend.
next: A year later, they took part together and came in third, and nobody was happier.
ask: what was the contest? / what did {he} want to win? / what did {name} want? > {He} wanted to win {contest}.
ask: who helped {him}? / who helped {name}? > {A_friend} helped {him}.
ask: who won? / did {he} win? > {Hero} did not win, but {he} won a friend.

## patience
needs: helper
about: patience; growing a plant; gardening; waiting
who: plants a seed > planted a seed
who: can't wait > could never wait for anything
who: grows a {plant} > wanted to grow a {plant}
set: plant = sunflower; pumpkin; bean; tomato; apple tree; rose; radish; cherry tree; giant carrot; strawberry plant; melon; walnut tree
flags: land
*
{Oneday}, {hero} got a tiny seed from {a_helper}. "This will be a {plant}," {hhe} said.
{A_helper} gave {hero} a seed. "Plant it," {hhe} said, "and then wait. It will be a {plant}."
In {his} pocket {hero} found a seed. "That is a {plant}," said {a_helper}. "It is only asleep."
*
{Hero} dug a hole, put the seed in and sat down beside it. "Now grow!" {he} said.
{He} planted it {nook1} and watered it three times in one hour.
{He} pushed it into the earth and waited. After five minutes {he} asked, "Why is it not growing?"
*?
The next day there was nothing to see. {He} dug it up to look. "Not yet," said {helper}. {Hero} covered it again.
Nothing happened. {Hero} [sang to it|shouted at it|read it a story|danced around it].
One day, two days, three days. Only a snail came by.
*
"It is broken," {he} grumbled. "It is growing where you cannot see it," said {helper}.
"How long must I wait?" asked {hero}. "As long as it takes," said {helper}. "Good things are slow."
{Helper} laughed. "You cannot pull on a plant to make it grow," {hhe} said.
*
So {hero} learned to wait. {He} watered it in the morning and said good night to it in the evening.
So {he} found other things to do. But every morning {he} looked in with the watering can.
It rained, and the sun shone, and it rained again. {Hero} waited, and it got easier day by day.
*
And {oneday}, there was a green tip! {Hero} ran around it seven times.
Then, one morning, something tiny and green looked out of the earth. "Hello," whispered {hero}.
At last the earth cracked, and a little green nose came out.
*
It grew and grew, first up to {his} knees, then up to {his} chin, and in the end it was the finest {plant} far and wide.
Weeks later it stood there, a real {plant}, and everyone came to admire it.
By the end of summer it was a big, beautiful {plant}.
*?
"Did you do that?" the others asked. "No," said {hero}. "I only waited."
{Hero} gave everyone a seed from it. "But you must wait," {he} said, and smiled.
{Helper} nodded. "You have grown too," {hhe} said.
moral: good things need time
moral: patience makes the finest things grow
end: The seed grows into a beautiful {plant}.
short: {Hero_named} planted a seed and could hardly wait. {A_helper} taught {him} patience, and in the end there stood a beautiful {plant}.
next: In autumn, {hero} planted three more seeds, and this time {he} did not dig them up.
ask: what did {he} plant? / what did {name} plant? / what grew? > {He} planted a seed that grew into a {plant}.
ask: who gave {him} the seed? / who helped {him}? / who helped {name}? > {A_helper} helped {him}.
"""
