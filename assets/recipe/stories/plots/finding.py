"""Plots about things: lost, found, broken, shared, given away, sought."""

TEXT = r"""
## lost thing
needs: thing helper
about: losing something; a lost {thing}
who: lost {his} {thing} > had lost {his} {thing}
who: can't find {his} {thing} > could not find {his} {thing} anywhere
*
More than anything in the world, {hero} loved {his} {thing}. {Thing_detail}
{Hero} had {a_thing}, and {he} took it everywhere. {Thing_detail}
{Hero} never went anywhere without {his} {thing}. {Thing_detail}
{His} greatest treasure was {a_thing}. {Thing_detail}
{Hero} owned {a_thing} and looked after it well. {Thing_detail}
*
But {oneday} the {thing} was gone.
{Oneday}, {hero} reached for the {thing}, and it was not there.
{Oneday}, {he} woke up and could not find it.
{Oneday}, {hero} looked in its usual spot, but the spot was empty.
Then, {oneday}, it disappeared without a sound.
*
"Where can my {thing} be?" {he} cried. {He} looked {nook1} and {nook2}, but found nothing.
{Hero} searched {nook1}. Nothing. {He} searched {nook2}. Nothing again.
First {he} looked {nook1}, then {nook2}, and then everywhere once more.
{He} turned everything upside down. [Nothing|There was nothing] {nook1}, and nothing {nook2}.
"Are you {nook1}?" {he} called. "Or {nook2}?" But [nobody answered|there was no answer].
*?
{Hero} sat down and [two big tears rolled down|sighed a deep sigh|put {his} head in {his} hands].
"I will never see it again," {he} said, and a tear fell to the ground.
By noon {hero} was tired and {sad}.
{He} felt as if a small piece of {himself} were missing.
*
{A_helper} [came by|passed that way|stopped] and asked, "Why [are you so sad|such a long face]?" {Hero} told {hhim} everything.
{Then} {a_helper} came along. "Let us look together," said {helper}. "Four eyes see more than two."
{A_helper} heard the sighing. "Think back," said {helper}. "Where did you have it last?"
"Can I help?" asked a voice. It was {a_helper}. "Tell me where you were yesterday," {hhe} said.
Luckily, {a_helper} was near. "Do not hurry," said {helper}. "Walk back the way you came, step by step."
*
Together they looked {nook3}. And there lay the {thing}!
{Hero} thought hard. "{Nook3}!" {he} shouted. They ran, and there it was.
Step by step they walked back, until something peeped out {nook3}. It was the {thing}!
{Helper} pointed. There, {nook3}, was the {thing}, [safe and sound|a bit dusty but whole|just as it had always been].
They looked {nook3}, where {he} had played the day before, and found it at once.
*?
{Hero} hugged the {thing} and then {he} hugged {helper}.
"{Hooray}!" cried {hero}, and {he} danced around {helper} three times.
"Thank you, thank you!" said {hero}, and {he} gave {helper} half of {his} supper.
{Hero} laughed with joy, and {helper} laughed too.
{Hero} held it tight all the way home, and {helper} walked along.
moral: what we look for is often closer than we think
moral: two who search together find twice as much
moral: a calm head finds more than quick feet
end: {Hero} and {helper} find the {thing} {nook3}.
end: The {thing} is found {nook3}, and {hero} is happy again.
short: {Hero_named} lost {his} {thing} and looked for it everywhere. {A_helper} helped, and they found it {nook3}.
short: A {thing} was gone, and {hero_named} was sad. With the help of {a_helper} it turned up {nook3}, and all was well.
next: From then on, {hero} tied a ribbon to the {thing}, so that it could not get lost again.
next: The next morning, {hero} told everyone how {he} and {helper} had found the {thing}.
ask: who helped {him}? / who helped {name}? / who helped find the {thing}? > {A_helper} helped {him} look for the {thing}.
ask: what did {name} lose? / what was lost? / what was {he} looking for? > {Hero} had lost {his} {thing}.
ask: where was the {thing}? / where did they find it? / where was it? > They found the {thing} {nook3}.
ask: why was {he} sad? / why was {name} sad? > {He} was sad because {his} {thing} was gone.

## found thing
needs: thing helper
about: finding something; honesty; giving things back
who: found {a_thing} > found {a_thing} one day
who: finds {a_thing} > once found {a_thing}
*
{Oneday}, {hero} found {a_thing} {nook1}. {Thing_detail}
{Oneday}, something lay {nook1}. It was {a_thing}! {Thing_detail}
{Oneday}, {hero} was out for a walk when {he} saw {a_thing} {nook1}. {Thing_detail}
{Oneday}, {hero} stumbled over something. It was {a_thing}. {Thing_detail}
*
"Now it is mine!" {said} {hero}. {He} [hugged it|held it up to the light|turned it round and round] and took it home.
"What luck!" said {hero}. "I have always wanted {a_thing}."
{Hero} looked left and {he} looked right. Nobody was there. So {he} took the {thing} along.
{Hero} could hardly believe it. {He} [played with it|looked at it] until the evening.
*
But that evening there was a knock. "Have you seen my {thing}?" asked {a_helper} with red eyes.
But then {he} saw a note on a tree. "Lost: my {thing}," it said. It was from {a_helper}.
The next day, {he} saw {a_helper} searching {nook2} and {nook3}. "I have lost my {thing}," {hhe} sobbed.
Then {he} heard somebody crying {nook2}. It was {a_helper}, who had lost [something dear|the {thing}].
*
{Hero} swallowed. It was hard to give such a fine thing away.
{Hero} thought about it for a long time. The {thing} was so lovely!
For a moment, {hero} wanted to hide it. But then {he} felt a pinch in {his} heart.
{Hero} wished that {he} had not heard that. But {he} had.
*
At last {he} went to {helper} and asked, "Is this yours?" "Yes!" cried {helper}. "My {thing}!"
{He} held out the {thing}. "I found it," {he} said. "It must be yours." {Helper} [wept with joy|beamed|could not speak for joy].
So {he} asked from door to door until {he} came to {helper}. "My {thing}!" cried {helper}. "You found it!"
Then {he} took a deep breath and gave the {thing} back to {helper}, who had missed it very much.
*?
"You are honest," said {helper}. "Come, let us [play|enjoy it] together, whenever you like."
{Helper} was so happy that {hhe} invited {hero} to tea with cake. They became good friends.
"Keep a friend instead," said {helper}, and shook {his} hand.
And because {helper} knew how hard it had been, {hhe} gave {hero} a warm bun and a big smile.
From then on they shared it: one day here, one day there.
moral: giving back what is not ours makes the heart light
moral: honesty wins friends
moral: a friend is worth more than any treasure
end: {Hero} gives the {thing} back to {helper}, and they become friends.
short: {Hero_named} found {a_thing} and wanted to keep it. But it belonged to {a_helper}, so {he} gave it back and won a friend.
next: The next day, {helper} knocked at {his} door and brought a basket of berries.
ask: what did {he} find? / what did {name} find? > {Hero} found {a_thing}.
ask: whose was it? / who did the {thing} belong to? > The {thing} belonged to {a_helper}.
ask: what did {he} do with it? / did {he} keep it? > No, {he} gave the {thing} back to {helper}.

## broken thing
needs: thing helper
about: a broken {thing}; repairing things; patience
who: broke {his} {thing} > broke {his} {thing} one day
*
{Hero} had {a_thing} and was very proud of it. {Thing_detail}
On {his} birthday, {hero} had been given {a_thing}. {Thing_detail}
Every day {hero} played with {his} {thing}. {Thing_detail}
{Hero} loved {his} {thing} most of all. {Thing_detail}
*
But {oneday} it slipped and fell. Crack! It was broken.
{Oneday}, {he} was in too much of a hurry. There was a crack, and the {thing} lay in [two|three] pieces.
{Oneday}, there was a loud crack. The {thing} was broken.
Then it happened: {oneday} a gust of wind knocked it down, and it broke.
*
"{Ohno}!" cried {hero}. {He} tried to press the pieces together, but they fell apart again.
{Hero} tried it with [string|glue|honey|chewing gum]. It [held for a moment and then broke again|did not hold at all].
{Hero} hid the pieces {nook1} and did not want to see them any more.
{Hero} sat among the pieces and wept. "Now it is gone for ever," {he} said.
*?
"I could get a new one," {he} thought. But a new one would not be the same.
Nobody seemed to know what to do.
Even the supper did not taste good that evening.
{He} asked here and {he} asked there. "Throw it away," most of them said.
*
Then {a_helper} looked at it. "Broken things can be mended," {hhe} said. "It only takes patience."
{A_helper} picked up the pieces. "I have mended worse than that," {hhe} said. "Will you hold the lamp for me?"
"Bring it to me," said {a_helper}. "But you must help me, so that you learn how it is done."
"Let me see," said {a_helper} and put on {hhis} glasses. "Hm, hm. We need a bit of thread and a bit of time."
*
All afternoon they [glued|sewed|hammered|worked] and waited, waited and [glued|sewed|hammered|worked].
Piece by piece they put it together. {Hero} held {his} breath [until the last one was in its place|all the while].
{Helper} showed {him} how, and {hero} did it, slowly and carefully.
It took a whole evening and two pots of tea.
*
In the end, the {thing} was whole again. One could still see a thin line, but {hero} liked it even better that way.
When it was done, it had a scar like a smile. "Now it has a story," said {helper}.
At last it was whole. "It is not as good as new," said {hero}. "It is better, for we did it together."
And truly, it [worked again|was whole again], and {hero} was {glad}.
moral: what is broken can often be mended with patience
moral: things that were mended with love are the dearest
moral: a crack is no reason to give something up
end: {Hero} and {helper} mend the {thing}, and {hero} likes it even better than before.
short: {Hero_named} broke {his} {thing} and was very sad. {A_helper} showed {him} how to mend it, and then it was dearer to {him} than before.
next: After that, {hero} mended everything {he} could find: cups, chairs and even an old umbrella.
ask: what broke? / what was broken? > {His} {thing} broke.
ask: who helped {him}? / who mended it? / who helped {name}? > {A_helper} helped {him} mend the {thing}.
ask: why was {he} sad? / why was {name} sad? > {He} was sad because {his} {thing} was broken.

## sharing
needs: thing friend
about: sharing; being selfish; giving
who: doesn't want to share > did not like to share
who: does not want to share {his} {thing} > did not want to share {his} {thing}
who: learns to share > did not know how to share
*
{Hero} had {a_thing}, and nobody else was allowed to touch it. {Thing_detail}
{Hero} kept {his} {thing} all to {himself}. {Thing_detail}
"Mine!" was {his} favourite word, above all when it came to {his} {thing}.
One day {hero} got {a_thing}. {Thing_detail} {He} hid it at once, so that nobody could see it.
*
{Oneday}, {a_friend} came by. "May I [see it|try it] too?" asked {friend}. "No!" said {hero}.
"Will you let me have a turn?" asked {a_friend}. {Hero} shook {his} head and [turned away|held it tighter].
{A_friend} asked politely. "Go away," {hero} said. "It is mine alone."
{Oneday}, {a_friend} wanted to play. "Not with my {thing}," said {hero}.
*
So {friend} went away. {Hero} was alone with the {thing}, and soon it was rather boring.
{Friend} left with a sad face. {Hero} looked at the {thing}. Somehow it was no fun any more.
Now {hero} had it all to {himself}. But there was nobody to laugh with, and the day was long.
After a while it grew very quiet. {Hero} heard the others [laughing|playing] far away.
*?
"What good is {a_thing}," {he} thought, "if I am alone with it?"
The wind blew through the leaves as if it wanted to say something.
{He} sighed. {He} even tried to talk to the {thing}, but it said nothing.
It began to rain, and that made it worse.
*
Then {hero} took heart and went to {friend}. "I am sorry," {he} said. "Shall we share?"
At last {he} ran after {friend}. "Wait!" {he} called. "Let us have it together!"
{Hero} knocked at {friend_poss} door. "I was wrong," {he} said. "You may have the first turn."
The next day, {hero} put the {thing} into {friend_poss} hands. "You first," {he} said.
*
{Friend} beamed. They took turns all afternoon, and {friend} knew three new games.
They shared it, and it was twice as nice as before.
{Friend} laughed, and {hero} laughed too. The {thing} had never been so much fun.
And see, with two it was [much|so much] better than alone!
*
From then on {hero} said "ours" more often than "mine".
That evening they did not go home until the moon was up.
"You know," said {hero}, "half of it is more than all of it."
And whoever came by was allowed to join in.
moral: sharing makes everything twice as nice
moral: joy grows when we share it
moral: sharing turns one happy face into two
end: {Hero} shares the {thing} with {friend}, and they have fun together.
short: {Hero_named} did not want to share {his} {thing} with {friend}. But alone it was no fun, so {he} said sorry and shared it, and both were happy.
next: The next day, {friend} brought something to share too: a bag of sweet plums.
ask: what did {he} not want to share? / what didn't {name} want to share? > {He} did not want to share {his} {thing}.
ask: who wanted to play? / who came by? / who was {his} friend? > {A_friend} came by and wanted a turn.
ask: why was {he} alone? / why was it boring? > {He} was alone because {he} did not want to share.

## the gift given away
needs: thing helper
about: kindness; generosity; helping a stranger
who: helps a stranger > never said no when somebody needed help
who: gives {his} {thing} away > gave {his} {thing} away
*
{Hero} did not own much, only {a_thing}. {Thing_detail}
{Hero} had saved for a long time to get {a_thing}. {Thing_detail}
All that {hero} had in the world was {a_thing}. {Thing_detail}
*
On a cold evening, {hero} met {a_helper} who was shivering with cold. "I have lost everything," {hhe} said.
{Oneday}, {hero} saw {a_helper} by the road, tired and alone. "I have come a long way," {hhe} said, "and I have nothing left."
It was winter. {A_helper} stood outside in the snow and did not know where to go.
{Oneday}, {a_helper} sat [by the road|at the corner] and wept softly.
*
{Hero} looked at {his} {thing}. Then {he} looked at {helper}.
"What can I do?" {hero} thought. "I have only one thing."
{Hero} did not think long.
{His} heart grew heavy, for {he} loved {his} {thing}. But {helper} looked sad.
*
"Here, take my {thing}," {he} said. "You need it more than I do."
{He} gave {helper} the {thing} and a cup of hot soup as well.
"This is for you," said {hero} and put the {thing} into {hhis} hands.
*
{Helper} smiled for the first time. "I will never forget this," {hhe} said, and went on {hhis} way.
"Thank you," whispered {helper}. {Hhis} eyes shone. Then {hhe} was gone.
{Helper} thanked {him} and walked off with a lighter step.
*
{Hero} went home with empty hands and a warm heart.
That night {hero} had nothing, and still {he} slept well.
Some laughed at {him}. "Now you have nothing!" they said. But {hero} did not mind.
*
Months later, when {hero} [was ill|needed help {himself}], there was a knock at the door. It was {helper}, with a basket full of good things.
The next spring, {hero} found a parcel at {his} door. In it was the {thing}, and next to it a second one, just as lovely, from {helper}.
One day a storm broke {his} roof. And who came with hammer and nails? {Helper}, with all {hhis} friends.
A year passed. Then {helper} came back and said, "Now it is my turn." And {hhe} invited {hero} to the finest feast of {his} life.
moral: kindness comes back when we least expect it
moral: what we give away with a warm heart is never lost
moral: a kind deed is a seed that grows
end: {Helper} comes back and thanks {hero} for {his} kindness.
short: {Hero_named} gave {his} only {thing} to {a_helper} who needed it more. Later, when it was least expected, {helper} came back and returned the kindness.
next: After that, {hero} and {helper} wrote each other a letter every month.
ask: what did {he} give away? / what did {name} give away? > {He} gave away {his} {thing}.
ask: who got the {thing}? / who did {he} help? > {He} helped {a_helper} and gave {hhim} the {thing}.

## the map
needs: friend
about: treasure; a treasure hunt; adventure
who: finds a treasure map > found a treasure map
who: goes on a treasure hunt > set out to find a treasure
set: treasure = a chest full of [apples|marbles|old letters]; a box with a hundred buttons; a jar of plum jam; a bag of golden chocolate coins; a bottle with a joke in it; a tin box with a flute inside; a basket of wild strawberries; a pot with flower seeds
*
{Oneday}, {hero} found an old map {nook1}. A red cross was marked on it.
{Oneday}, a piece of paper blew against {his} nose. It was a map with a red cross!
In an old book, {hero} found a map. "Here lies the treasure," it said next to a red cross.
*
{He} ran to {friend}, {his_friend_is}. "We will be rich!" {he} shouted. "Come along!"
"A treasure!" {he} cried. {He} fetched {friend}, {his_friend_is}, two spoons and a sandwich.
Alone {he} did not dare to go. So {he} asked {friend}, {his_friend_is}, to come along.
*?
They walked past [the crooked tree|the old well|the three stones] and over [the wobbly bridge|the windy hill|the narrow path].
The way was long. They crossed a stream, climbed over a wall and got lost twice.
"Twenty steps to the left," read {hero}. "Then ten steps back," read {friend}. They went round in circles and laughed.
*?
At noon it rained, and the map got wet. Luckily {friend} remembered the way.
On the way they shared the last sandwich.
Once {hero} wanted to turn back, but {friend} said, "Just one more hill."
Once {friend} got stuck in the mud, and {hero} pulled {fhim} out with a plop.
*
At the red cross they began to dig. Clonk! There was something hard.
At last they stood where the cross was. They dug and dug until the spoon hit something.
There was the place! They dug until the evening sun was red.
*
In the hole lay {treasure}.
They lifted the lid. No gold, no silver. It was {treasure}!
"What is it?" asked {friend}. It was {treasure}.
*?
They looked at each other and began to laugh. It was the best treasure they could think of.
"That is no gold," said {hero}. "But it was a golden day," said {friend}.
They shared it in the grass, side by side, and talked about the day until the stars came out.
moral: the best treasure is a day with a friend
moral: the way there can be better than the prize at the end
end: They dig up {treasure} and share it.
short: {Hero_named} found a treasure map and went searching with {friend}. They did not find gold, but {treasure}, and a wonderful day.
next: Before they went home, they buried a treasure of their own for somebody else to find.
ask: what was the treasure? / what did they find? > The treasure was {treasure}.
ask: who went with {him}? / who came along? > {Friend}, {his_friend_is}, came along.

## the stuck thing
needs: thing helper friend
about: teamwork; working together; helping each other
who: needs help with a big {thing} > had a very big {thing}
*
{Oneday}, {hero} found {a_thing} {nook1}. It was stuck fast in the ground.
{Oneday}, the {thing} of {hero} got stuck {nook1} and would not move.
{Hero} wanted to carry {his} {thing} home, but it was stuck {nook1}.
*
{He} pulled and pulled. It did not move [one bit|an inch].
{Hero} pulled with all {his} strength until {he} was red in the face. Nothing.
"One, two, three!" said {hero} and pulled. {He} fell over backwards.
*
{A_friend} came by. "Let me help," said {friend}. They pulled together, but it still did not move.
So {hero} called {a_friend}. Both pulled and puffed. It only creaked.
{A_friend} laughed at first, but then {fhe} took hold too. Still nothing.
*
Then {a_helper} came along, and {hhe} pulled too. It wobbled!
{A_helper} heard the puffing and grabbed hold. Now it moved a tiny little bit.
They called {a_helper}. "All together now!" said {helper}.
*
"It is no use," they sighed. Then a little [ant|ladybird|mouse|beetle] said, "May I help as well?" They [laughed|smiled]. "You? You are so small!"
"Somebody is still missing," said a tiny voice. It was [a small ant|a little mouse|a young beetle]. "What can you do?" they asked, but made room.
They were just about to give up when a very small [worm|mouse|beetle] came by. "I will pull too," it said proudly.
*
One behind the other they pulled. One, two, three, and plop! The {thing} was free.
They pulled once more, all of them. There was a big plop, and they all lay on their backs.
"Heave!" And again, "Heave!" And then, with a great plop, the {thing} came loose.
*?
They laughed until their bellies hurt, and the smallest laughed the loudest.
"You see," said the little one, "I made the difference."
Then they all sat around the {thing} and had a picnic.
moral: together we can do what no one can do alone
moral: no help is too small
moral: many small hands can move a big thing
end: Together they pull the {thing} free, and the smallest one makes the difference.
short: {Hero_named} could not get {his} {thing} free. Only when {friend}, {helper} and a very small helper all pulled together did it come loose.
next: The next day, they all met again to decide what to do with the {thing}.
ask: what was stuck? > The {thing} was stuck {nook1}.
ask: who helped? / who helped {him}? / who helped {name}? > {A_friend}, {a_helper} and a very small helper came to pull.

## the present made by hand
needs: helper
about: giving presents; a birthday; love
who: has no money for a present > had no money for a present
who: makes a present > wanted to make a present
set: loved = mother; grandmother; grandfather; father; old teacher; little sister; best friend
set: made = a card with pressed flowers; a necklace of acorns; a song with three verses; a box covered with shells; a crown of daisies; a little boat of bark; a picture of the whole family; a soft pillow filled with lavender; a lamp made from an old jar; a cake shaped like a heart
*
It was nearly the birthday of {his} {loved}, and {hero} had no present.
"Tomorrow is a birthday," {hero} thought, "and I have nothing for my {loved}."
{Hero} wanted to give {his} {loved} something special, but {his} pockets were empty.
*
In the shop everything was shiny and dear. {Hero} counted {his} coins: one, two, and a button.
{He} looked into the shop window. A silver bowl! A silk scarf! But {he} had only [one coin|two coins].
{He} looked {nook1} and {nook2} for a forgotten coin, but found only fluff.
*
{He} sat down [on the steps|by the road] with a heavy heart. "What is wrong?" asked {a_helper}.
On the way home, {he} met {a_helper} and told {hhim} of {his} trouble.
{A_helper} saw {his} sad face. "Why do you not make something?" {hhe} asked.
*
"The best presents are not in the shop," said {helper}. "They are in your hands."
"You have ten good ideas and a whole evening," said {helper}. "What does your {loved} like?"
"Make something that only you can make," said {helper}.
*
So {hero} set to work. All evening {he} made {made}.
{Hero} thought and thought. Then {he} jumped up and made {made}.
{He} worked until the moon rose. Then it was ready: {made}.
*?
It was a bit crooked, but it was made with love.
One corner was not quite right, and {he} did it all over again.
{He} wrapped it in a big green leaf.
{His} fingers were tired, but {he} sang while {he} worked.
*
The next day, {his} {loved} looked at it for a long time and said nothing. Then came a big hug. "This is the finest present of all."
When {his} {loved} saw it, there were happy tears. "I will keep this for ever."
And what did {his} {loved} say? "No shop in the world has anything like it." And {hero} grew as red as an apple with joy.
moral: a present made with love is worth more than gold
moral: the best presents come from the heart
end: {His} {loved} loves the present, {made}.
short: {Hero_named} had no money for a present for {his} {loved}. {A_helper} told {him} to make one, so {he} made {made}, and it was the finest present of all.
next: After the birthday, everyone wanted a present made by {hero}.
ask: what did {he} make? / what was the present? / what did {name} make? > {He} made {made}.
ask: who was the present for? / whose birthday was it? > It was for {his} {loved}.
ask: who gave {him} the idea? / who helped {him}? > {A_helper} gave {him} the idea.

## the message
needs: friend
about: a letter; a message in a bottle; faraway friends
who: finds a message in a bottle > found a message in a bottle
who: writes a letter > liked to write letters
set: paper = a bottle with a letter in it; a letter without a name on it; a paper boat with words on it; a balloon with a note on its string; a leaf with writing on it
*
{Oneday}, {hero} found {paper} {nook1}.
{Oneday}, {hero} saw something odd {nook1}. It was {paper}.
The wind had brought {hero} something. It was {paper}.
*
It said, "I am all alone here. Is anybody out there?"
"Dear somebody," it said. "I have nobody to talk to. Please write."
The writing was wobbly. "Who are you?" it asked. "And do you like plums?"
"If you find this, you are my friend," it said.
*
{Hero} read it three times. Nobody had ever written to {him} before.
{Hero} was so excited that {he} could not sit still.
{Hero} took a pencil at once and chewed on it for a long time.
*
{He} wrote, "I found your letter. I like plums. And you?" Then {he} sent the answer the same way.
{He} wrote about {his} home, the weather and {his} favourite soup, and sent it off.
{He} drew a picture of {himself} and sent it off with the next wind.
*
Days passed. {Hero} looked {nook2} and {nook3} every morning. Nothing came.
{He} waited a week. {He} waited two weeks. "Perhaps it got lost," {he} sighed.
Every evening {hero} looked out for an answer, and every evening there was none.
*
Then, {oneday}, somebody knocked. There stood {a_friend}. "I thought I would bring the answer myself," said {friend}.
But {oneday}, {a_friend} stood there with a bag full of plums. "You wrote to me," said {friend} shyly.
{Then} a voice called {his} name. It was {a_friend}, holding the picture in the air. "I have come a long way," said {friend}.
*?
They talked all through the night, for there was so much that did not fit in a letter.
They ate plums until they could eat no more, and were friends from then on.
"It is nice to read you," said {hero}, "but it is nicer to see you."
moral: a few kind words can travel far
moral: somewhere there is a friend that we have not met yet
end: {Friend}, who wrote the letter, comes to visit, and they become friends.
short: {Hero_named} found {paper} and wrote an answer. After a long wait, {a_friend} came to the door, and the two became friends.
next: When {friend} had to go home again, they promised to write every week.
ask: what did {he} find? / what did {name} find? > {Hero} found {paper}.
ask: who wrote the letter? / who came to visit? > It was {a_friend}.
"""
