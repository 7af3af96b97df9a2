"""Plots about wishes, dreams and magic."""

TEXT = r"""
## a dream of one's own
needs: want helper
about: following a dream; not giving up; dreams; trying again
who: wants to {want} > wanted to {want}
who: dreams of something big > dreamed that one day {he} would {want}
*
"One day I will {want}," {hero} told everyone who would listen.
Day and night {hero} thought of only one thing: {he} wanted to {want}.
"When I grow up," {hero} said, "no, today already, I will {want}!"
It was {his} greatest dream to {want}.
*
"You?" the others said and laughed. "[Nobody like you has ever done that|You are not made for that|That is the silliest thing we ever heard]."
Everybody shook their heads. "Be sensible," they said.
The others rolled their eyes. "Not again," they groaned.
*
{Oneday}, {hero} tried it all the same. {Want_try}
So {oneday} {he} gave it a try. {Want_try}
But {hero} began {oneday}. {Want_try}
*?
"I told you so," said the others. {Hero} went away so that nobody would see {his} tears.
{Hero} was sore and sad. "Perhaps they are right," {he} thought.
That hurt, inside and outside. {Hero} hid {nook1} until it was dark.
*
There {a_helper} found {him}. "Do you know how often I fell before I could walk?" {hhe} asked. "More often than you."
{A_helper} had watched it all. "That was a very good first try," {hhe} said.
"Why are you stopping?" asked {a_helper}. "You have just begun."
*
{Hero} wiped {his} nose. "Will you help me?" {he} asked. "{Yes}," said {helper}.
"A dream is like a plant," said {helper}. "It wants water every day." So {hero} went on.
They thought it over together and made a plan on the back of an old envelope.
*?
It took a week. It took a month. {Hero} did not give up.
Every day it went a tiny bit better.
There were bumps and there were laughs.
*
{Want_done}
And then came the great day. {Want_done}
{Want_done} Nobody laughed now.
*?
"You did it!" cried {helper}. And {hero} was the happiest of all.
"I knew it," said {hero}. "I only did not know how long it would take."
The others clapped. "Can you show us?" they asked.
And if you ask {hero} today what {he} dreams of next, {he} only smiles.
moral: dreams need time and a bit of courage
moral: whoever tries again and again will get there
moral: a first try is not the last one
end: {Want_done}
short: {Hero_named} wanted to {want}, but everyone laughed. {A_helper} told {him} not to give up, and in the end {his} dream came true.
next: The next morning, {hero} woke up with a new dream.
ask: what did {he} want? / what did {name} want? / what was {his} dream? > {He} wanted to {want}.
ask: who helped {him}? / who helped {name}? / who believed in {him}? > {A_helper} helped {him}.
ask: why was {he} sad? / why was {name} sad? > {He} was sad because the others laughed and the first try went wrong.

## learning a skill
needs: helper
about: learning; practice; patience; learning to {skill}
who: can't {skill} > could not {skill}
who: wants to learn to {skill} > wanted to learn to {skill}
who: cannot {skill} > could not {skill}
set: skill, skilling = @skills
*
All the others could do it. Only {hero} had trouble with {skilling}.
{Hero} watched the others every day. How easy {skilling} looked!
"I cannot do it," {hero} always said when it came to {skilling}.
*
{Oneday}, {he} tried it in secret, {nook1}. It went terribly wrong.
{Oneday}, {he} tried it for the first time and failed. {He} tried it again and failed again.
The first time {he} tried, everybody laughed. The second time, even {his} own shadow seemed to laugh.
*?
"I will never learn it," {he} said and threw {himself} on the ground.
{He} was so cross that {he} kicked a bucket. Now {his} toe hurt too.
"It is too hard for me," {he} sighed.
*
{A_helper} had seen it. "May I tell you something?" {hhe} asked. "You forgot one word: yet. You cannot do it yet."
"How often have you tried?" asked {a_helper}. "Three times!" said {hero}. "I needed a hundred times," said {helper}.
{A_helper} came and sat down beside {him}. "I could not do it either at first," {hhe} said.
*
So they practised every morning, a little bit at a time.
{Helper} showed {him} how to begin: slowly, calmly, and with a deep breath.
From then on {hero} practised, in the sun, in the rain and even before breakfast.
*
On Monday it went badly. On Tuesday a bit less badly. On Wednesday it almost worked.
Ten times it went wrong, and then it went a little less wrong.
Some days it got better, and on other days it got worse. {Helper} just nodded. "Go on," {hhe} said.
*
And {oneday} it happened. "Look!" cried {hero}. "I can {skill}!"
Then came the day when everything fitted together. {Hero} could {skill}, just like that!
And suddenly, when {he} was not even thinking about it, {he} could {skill}.
*?
{He} did it again and again until the stars came out.
Now {he} teaches the little ones. And when one of them says, "I cannot," {he} says, "You forgot the word yet."
"Was it hard?" the others asked. "Only until it was easy," said {hero}.
moral: practice makes hard things easy
moral: we cannot do everything yet, but we can learn it
moral: patience is the best teacher
end: {Hero} learns to {skill} at last.
short: {Hero_named} could not {skill} and wanted to give up. {A_helper} told {him} to keep trying, and after much practice {he} learned it.
next: Soon, {hero} wanted to learn something even harder.
ask: what did {he} learn? / what did {name} learn? / what did {he} want to learn? > {He} learned to {skill}.
ask: who helped {him}? / who helped {name}? / who taught {him}? > {A_helper} helped {him}.

## magic gone wrong
needs: thing friend
about: magic; a magic {thing}; magic gone wrong; being careful
who: finds a magic {thing} > found a magic {thing}
who: plays with magic > liked to play with magic
flags: funny
set: words = please; pretty please; thank you and good night; that is enough, thank you; please with honey
set: wrong, undo = suddenly it was raining soup, it rained only water again; everything began to float in the air, everything came down with a bump; everybody could only speak in rhymes, everybody talked as usual; all the shoes began to dance, the shoes stood still and were out of breath; {friend} turned green with yellow dots, {friend} had {fhis} old colour back; hundreds of pancakes fell from above, the pancake rain stopped; the chairs ran away on their four legs, the chairs came home and stood in a row; everything in sight turned blue, the colours came back; all the cats began to bark and all the dogs began to meow, the cats meowed and the dogs barked again; the trees began to giggle and would not stop, the trees rustled softly as before
*
{Oneday}, {hero} found {a_thing} {nook1}. {Thing_detail} But this one was magic.
{Oneday}, an old trader gave {hero} {a_thing}. "Be careful," he said. "It is magic."
{Hero} had {a_thing} that nobody was allowed to touch. {Thing_detail} It was magic, so people said.
*
"I will just try it a little," {he} said to {friend}, {his_friend_is}.
{Friend}, {his_friend_is}, came closer. "Can it really do magic?" {fhe} asked. "We will see," said {hero}.
"Leave it alone," said {friend}, {his_friend_is}. But {hero} was too curious.
*
{He} touched it three times and said, "[Hokus, mokus, bokus|Fiddle, faddle, foo|Zim, zam, zoom]!" There was a puff, and {wrong}.
{He} turned the {thing} around and made a wish. But {he} had mumbled, and {wrong}!
{He} waved it about. There was a flash of pink light, and {wrong}.
*?
"{Ohno}!" cried {hero}. "I did not want that!" {He} tried again, and it got even worse.
"Make it stop!" shouted {friend}. {Hero} tried it with [clapping|jumping|singing], but it did not stop.
At first they laughed. Then they did not laugh any more, for it would not stop.
*
"Read what it says on the back!" called {friend}. There, in tiny letters, it said: "To stop it, say {words}."
{Friend} kept calm. "Perhaps we must ask it nicely," {fhe} said. "Say {words}."
They thought hard. Then {friend} had an idea. "Have you said {words}?" {fhe} asked.
*
{Hero} said the words as clearly as {he} could. It went puff, and {undo}.
{Hero} closed {his} eyes and said it, very politely. And behold, {undo}.
They said it together. For a moment nothing happened. Then there was a soft ping, and {undo}.
*?
"Phew," said {hero}. {He} put the {thing} in a box and wrote on it: "Only with {friend}."
"Never again," said {hero}. "At least not before lunch."
They looked at each other and laughed until they had to hold on to each other.
moral: it is wise to read the small letters first
moral: a polite word is the strongest magic
moral: it is better to think first and wave the wand later
end: {Hero} says the right words, and {undo}.
short: {Hero_named} tried out a magic {thing}, and {wrong}. {Friend} found out that one has to ask it politely, and then {undo}.
next: The next day, something small and pink was still sitting on the roof.
ask: what went wrong? / what happened with the magic? > {Hero} used the magic {thing}, and {wrong}.
ask: who helped {him}? / who had the idea? / who helped {name}? > {Friend} had the right idea.

## three wishes
needs: helper
about: wishes; three wishes; being content
who: gets three wishes > was given three wishes
who: has one wish > was given three wishes
flags: funny
set: first, mess = a mountain of ice cream, it melted and everything was sticky; a house full of toys, there was no room to sit; a hundred servants, they stood in each other's way; the longest beard in the world, it got caught in every door; a bed as big as a field, it took an hour to reach the pillow; gold shoes, they were much too heavy for walking; a voice as loud as thunder, all the windows broke; a pet elephant, it sat down on the sofa
*
{Oneday}, {hero} helped {a_helper} out of a thorn bush. "You have three wishes," said {helper}.
{Oneday}, {hero} rubbed an old [lamp|kettle|spoon], and out came {a_helper}. "Three wishes," said {helper} and yawned.
{Oneday}, {a_helper} knocked at the door. "You have won three wishes," {hhe} said.
*
{Hero} did not think for long. "First, I want {first}!" {he} cried.
"That is easy," said {hero}. "For my first wish, I would like {first}."
{Hero} jumped up and down. "I want {first}!" {he} said.
*
There was a flash, and the wish came true. But {mess}.
It did not take a second. At first it was wonderful, but then {mess}.
Bing! The wish came true. However, {mess}.
*
"For my second wish," said {hero} quickly, "I want somebody to clean this up!" At once a hundred brooms came and swept everything out of the house, even the bed.
"Then I wish that all this were far, far away!" cried {hero}. And whoosh, everything was gone, even {his} breakfast.
"Second wish," said {hero}. "I want to be somewhere else!" And there {he} sat, on top of a chimney, in {his} socks.
*
Now only one wish was left. {Hero} thought about it for a long time.
"One wish left," said {helper}. "Think well."
{Hero} scratched {his} head. The last wish had to be a good one.
*
"I wish," {he} said slowly, "that everything were just as it was this morning."
"I want my old home back," said {hero}, "with my old cup and my old chair."
"I would like," {he} said, "what I had before. It was not so bad at all."
*
Bing! There was everything again. And {hero} made tea for two, one cup for {himself} and one for {helper}.
{Helper} smiled. "That was the wisest wish I have heard in a hundred years," {hhe} said.
And never had {his} old [chair|soup|bed] seemed so fine to {hero}.
moral: we often have all that we need
moral: it is wise to think before we wish
end: {Hero} wishes for everything to be as it was before.
short: {Hero_named} got three wishes from {a_helper}. {His} first wish, {first}, made a great mess, and in the end {he} only wished to have everything back as it was.
next: Some days later, {helper} came back and asked for more tea.
ask: who gave {him} the wishes? / who gave {name} the wishes? > {A_helper} gave {him} three wishes.
ask: what was the first wish? / what did {he} wish for first? > The first wish was {first}.
ask: what was the last wish? / what was the third wish? > The last wish was to have everything as it was before.

## moon quest
needs: helper friend
about: the moon; the night sky; the stars; reaching the moon
who: wants to visit the moon > wanted to visit the moon
who: wants to bring the moon down > wanted to fetch the moon down from the sky
who: misses the moon > loved the moon more than anything
flags: night
*
Every evening {hero} looked up at the moon. "How lonely it must be up there," {he} said.
"I would like to say good night to the moon," said {hero}, "but it is so far away."
{Hero} thought that the moon was the loveliest thing in the world. "If only I could touch it!" {he} said.
*
{Oneday}, {he} climbed onto the highest roof. It was too low.
{He} tied three ladders together and climbed to the very top. The moon was still far, far away.
{He} stood on a chair on a table on a hill. {He} almost touched a cloud, but not the moon.
*
{A_friend} helped {him} to build a tower of boxes. It wobbled and fell with a crash.
"Let us throw a rope around it," said {a_friend}. They threw it a hundred times. It always came back.
Then {a_friend} had a big balloon. They floated up a bit, and down again into a bush.
*?
And when the clouds came, they could not see the moon at all. {Hero} was close to tears.
Night after night they tried it, and the moon grew thinner and thinner. "It does not want to see me," said {hero}.
In the end the moon was quite gone. "We have frightened it away," whispered {hero}.
*
"You silly ones," said {a_helper}. "The moon comes to you. You only have to look down."
{A_helper} chuckled. "Have you ever looked into [the pond|the well|a bucket of water] on a clear night?" {hhe} asked.
"Be patient," said {a_helper}. "The moon is only taking a rest. Put out a bowl of water and wait."
*
So they did. And when it was dark, the moon lay in the water, round and bright, right in front of {him}.
They waited on tiptoe. And there it was, floating in the still water, close enough to touch.
They bent over the water, and the moon looked up at them and smiled.
*?
{Hero} touched it very gently with one finger. It trembled a little, as if it were laughing.
"Good night, moon," whispered {hero}. And it seemed to {him} that the moon winked.
"Now we have it all to ourselves," said {friend}. "No," said {hero}. "Everybody has it."
moral: what is far away can be very near if we look in the right place
moral: some things need no ladder, only patience
end: {Hero} sees the moon in the water and says good night to it.
short: {Hero_named} wanted to reach the moon and tried ladders, towers and balloons. {A_helper} told {him} to look into the water, and there the moon lay, close enough to touch.
next: The next night, there were a thousand stars in the water too.
ask: what did {he} want? / what did {name} want? > {He} wanted to be close to the moon.
ask: who helped {him}? / who gave {him} the idea? / who helped {name}? > {A_helper} gave {him} the right idea.
ask: where was the moon? / where did {he} find the moon? > The moon lay in the water.

## fallen star
needs: friend helper
about: a star; a fallen star; the stars; helping
who: finds a fallen star > found a fallen star
who: helps a star > helped a little star
flags: night
*
One night, something bright fell from the sky and landed {nook1}.
One clear night, {hero} saw a light fall down. Plop! It lay {nook1}.
It was late when {hero} heard a tiny crash {nook1}.
*
It was a little star. "I leaned over too far," it said in a thin voice, "and now I cannot get back."
There lay a small star and shivered. "It is so cold down here," it whispered. "I want to go home."
A star was sitting there, no bigger than an apple. It sniffed. "Up there is my mother," it said.
*
{Hero} wrapped it in {his} scarf. It glowed through the wool, warm and golden.
"Do not be afraid," said {hero}. "I will get you home."
{Hero} took it carefully in both hands. It tickled a bit.
*
{He} threw it up as high as {he} could, but it fell down again. "Ouch," said the star.
{He} called {a_friend}, and they put the star on a kite. There was no wind.
{He} and {a_friend} built a see-saw to shoot it up. The star flew into a tree.
*?
The star grew paler and paler. They had to hurry.
"I am getting so tired," said the star, and its light flickered.
Soon it was almost morning, and by day a star cannot be seen.
*
Then {hero} asked {a_helper}. "Stars are light when they are happy," {hhe} said. "Make it laugh."
{A_helper} knew what to do. "It is sad, and that makes it heavy," {hhe} said. "Tell it something funny."
"Sing to it," said {a_helper}. "A star that sings along can fly."
*
So {hero} [made {his} silliest face|told a joke about a sausage|sang and hopped on one leg]. The star giggled, and it rose, higher and higher.
{Hero} did what {he} could, and suddenly the star laughed, clear as a bell. And up it went!
And it worked! With every laugh the star rose a bit, until it was back in its place.
*?
Since that night one star twinkles more than all the others. {Hero} knows why.
When {hero} looks up, one star always winks at {him}.
"Good night, little star," said {hero}. And it blinked twice.
moral: a bit of joy can lift up what is heavy
moral: even the smallest light has its place
end: The star laughs and rises back into the sky.
short: {Hero_named} found a little star that had fallen down. {A_helper} said that joy makes stars light, so {he} made it laugh, and it floated home.
next: The next night, the star sent down a tiny bit of stardust as a thank-you.
ask: what did {he} find? / what did {name} find? / what fell from the sky? > {He} found a little star that had fallen from the sky.
ask: who helped {him}? / who knew what to do? / who helped {name}? > {A_helper} knew what to do.

## the wrong body
needs: friend
about: being content; wanting to be someone else; envy
who: wants to be someone else > wanted to be someone else
who: wants to be a {other} > wished to be a {other}
set: other, gift, lack = bird, fly high, had nowhere to sit in the storm; fish, swim all day, had nobody to talk to under water; lion, roar loudly, frightened all {his} friends away; cloud, float wherever the wind blew, could not hold on to anything; king, wear a crown, was not allowed to play in the mud; giraffe, see over every wall, could not fit through the door; snail, carry a house, needed a whole day to reach the gate; tree, stand tall and quiet, could not run to {friend}; butterfly, flutter from flower to flower, was blown away by every breeze; mouse, hide anywhere, was afraid of every cat
*
"If only I were a {other}!" {hero} often sighed. "Then I could {gift}."
{Hero} did not like being {himself}. "A {other} has it much better," {he} said. "It can {gift}."
Every evening {hero} wished for the same thing. {He} wanted to be a {other}.
*
{Oneday}, {he} woke up and {his} wish had come true. {He} was a {other}!
{Oneday}, a shooting star fell. {Hero} made {his} wish, and in the morning {he} was a {other}.
Then, {oneday}, there was a puff, and {hero} was a {other}.
*
"Hurrah!" {he} cried. Now {he} could {gift}, and so {he} did, all morning long.
What fun it was! {He} could {gift}, just as {he} had dreamed.
At first it was marvellous to {gift}.
*
But by noon, {he} {lack}.
But then {he} noticed that {he} {lack}.
Only, it was not as nice as {he} had thought. {He} {lack}.
*
{He} went to {a_friend}, {his} best friend. But {friend} did not know {him}. "Who are you?" {fhe} asked.
And when {he} met {a_friend}, {his} best friend, {friend} looked right past {him}. "I am waiting for {name}," said {friend}.
{He} saw {a_friend}, {his} best friend, sitting alone. "I miss {name}," said {friend}.
*?
That made {his} heart ache. "I want to be myself again!" {he} cried as loudly as {he} could.
"I am here!" {he} called, but it sounded all wrong. "Oh, if only I were myself!"
All night long {he} wished for just one thing: to be {himself} again.
*
There was a puff, and there {he} was, with {his} own nose and {his} own two feet.
When the sun rose, everything was as before. {Hero} hugged {himself} and then {friend}.
And when {he} opened {his} eyes, {he} was {himself} again, from top to toe.
*?
"There you are!" said {friend}. And {hero} had never been so happy to be {himself}.
Since then, {hero} likes to watch every {other} and thinks, "How nice for you. And how nice for me."
"Nobody can be me as well as I can," said {hero}.
moral: it is best to be just who we are
moral: what others have is not always better
end: {Hero} turns back into {himself} and is content.
short: {Hero_named} wished to be a {other}. When the wish came true, {he} {lack}, and {he} was glad to turn back into {himself}.
next: A few days later, {friend} told {him} that {fhe} had once wanted to be a teapot.
ask: what did {he} want to be? / what did {name} want? > {He} wanted to be a {other}.
ask: why was {he} not happy? / why was {he} sad? > {He} was not happy because {he} {lack}.
"""
