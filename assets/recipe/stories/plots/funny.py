"""Plots that make one laugh."""

TEXT = r"""
## hiccups
needs: helper friend
flags: funny
about: hiccups; something funny
who: has the hiccups > had the hiccups
who: can't stop hiccuping > could not stop hiccuping
set: meal = a bowl of hot soup; seven pickles; a whole pot of jam; a whole loaf of bread; a very big bun; twelve plums
*
{Oneday}, {hero} ate {meal}, much too fast. Then it began. "Hic!"
{Oneday}, after {meal}, {hero} opened {his} mouth to speak. All that came out was "Hic!"
It was because of {meal}. {Hero} got the hiccups. "Hic! Hic!"
*?
With every hic {his} hat flew into the air.
"Good mor-hic!" {he} said to the neighbours. "Lovely wea-hic!"
With each "hic" {he} jumped as high as a chair.
At every "hic" the [cups rattled|windows shook|birds flew up].
*
"Drink a glass of water standing on your head," said {a_friend}. {Hero} tried it. Now {he} was wet and still had the hiccups.
"Hold your breath," said {a_friend}. {Hero} held it until {he} was as red as a tomato. "Hic!"
"Think of seven bald men," said {a_friend}. {Hero} thought of them. They all went "Hic!"
*
"Say the alphabet backwards," said {a_helper}. "Z, Y, hic, X, hic."
{A_helper} tickled {him} with a feather. Now {he} laughed and hiccuped at the same time: "Ha-hic! Ha-hic!"
"You need a spoonful of mustard," said {a_helper}. {Hero} ate it, and now {he} hiccuped fire, or so it felt.
*
"We must give {him} a fright," whispered {friend}. They jumped out {nook1} and shouted "Boo!" {Hero} only said, "Hic. Hello."
{Friend} put on a sheet and howled like a ghost. "Nice shee-hic," said {hero}.
Behind the door {friend} banged two pots together. {Hero} went "Hic!" and {friend} fell over with surprise.
*
{Hero} was quite worn out. {He} sat down and gave up. "Then I will hiccup all my li..." {He} stopped. Nothing came.
Then a tiny [ladybird|mouse|snail] asked, "What is that on your nose?" {Hero} looked down {his} nose for a long time. And the hiccups were gone!
At last {hero} fell asleep from tiredness. And when {he} woke up, it was quiet. No hic far and wide.
*
"They are gone!" {he} cried. "Hurrah!" "Hic," said {helper}. And then {friend} said it too.
"{Hooray}!" shouted {friend}. "Let us celebrate with soup." "But slowly," said {hero}.
All was still. Then, from the corner, came a soft "Hic!" It was {helper}. Now the hiccups had {hhim}.
moral: whoever eats slowly has more of it
moral: some troubles go away when we stop fighting them
end: The hiccups go away by themselves, and then somebody else has them.
short: {Hero_named} ate too fast and got the hiccups. {Friend} and {helper} tried everything, but the hiccups only went away when {he} stopped thinking of them.
next: The next day, {hero} ate {his} soup with a very small spoon.
ask: what was wrong with {him}? / what was the problem? / what did {name} have? > {He} had the hiccups.
ask: who tried to help? / who helped {him}? / who helped {name}? > {Friend} and {helper} tried to help.
ask: why did {he} get the hiccups? > {He} got the hiccups because {he} ate too fast.

## the terrible monster
needs: helper friend
flags: funny night
about: a monster; a misunderstanding; being afraid of a noise; something funny
who: thinks there is a monster > thought that a monster lived near by
set: monster = an old coat on a hook; a heap of washing; a tree stump with a hat on it; a mop with wild hair; a snoring cat in a bucket; two boots and an umbrella; a sheet on the washing line; a scarecrow that had fallen over
*
{Oneday}, {hero} came running, quite out of breath. "A monster!" {he} gasped. "{Nook1}!"
{Oneday}, at dusk, {hero} saw something huge and dark {nook1}. {He} did not wait to see more.
"There is a monster {nook1}," whispered {hero} {oneday}. "It has long arms and it stares at me."
*
{A_friend} wanted to see it too. One look, and {fhe} was running faster than {hero}. "It moved!" cried {friend}.
{A_friend} laughed. Then {fhe} went to look, and came back as white as flour. "It is twice as big as you said!"
{He} told {a_friend}, who told the neighbours, and soon the monster had three heads and a fiery tail.
*?
They took [a pan, a broom and a whistle|a ladle and two lids|a very long stick] and crept up on it.
"We must drive it away," said {hero}. So they put pots on their heads and marched off.
They made a plan. The plan had four points, and point four was "run".
*
"Go away, monster!" shouted {hero}. The monster did not answer. "It is thinking," whispered {friend}.
They shouted, they drummed, they threw a potato. The monster stood still. "It is very brave," said {hero}.
"What do you want?" asked {hero} in a trembling voice. No answer. "It is rude, too," said {friend}.
*
{A_helper} came by with a lantern. "What is all this noise?" {hhe} asked.
The noise woke up {a_helper}, who came in slippers, with a lamp in {hhis} hand.
{Then} {a_helper} walked right up to the monster. "Careful!" everyone screamed.
*
In the light they saw what it was: {monster}.
{Helper} held up the light. The monster was {monster}.
And what was the terrible monster? It was {monster}.
*
For a moment it was quiet. Then {helper} began to laugh, and they all laughed until they had to sit down.
"I knew it all along," said {friend}. "Me too," said {hero}, and both grew red.
"Well," said {hero}, "it was a very dangerous one of its kind."
moral: it is wise to look closely before we run
moral: most monsters disappear when we turn on the light
end: The monster turns out to be {monster}, and they all laugh.
short: {Hero_named} thought there was a monster {nook1}. When {helper} came with a light, it was only {monster}, and everyone laughed.
next: They gave the monster a name and invited it to every party.
ask: what was the monster? / what was it really? > The monster was only {monster}.
ask: who brought the light? / who helped {him}? / who came with a light? > {A_helper} came and found out the truth.
ask: what was {he} afraid of? / what was {name} afraid of? > {Hero} was afraid of a monster {nook1}.

## baking gone wrong
needs: friend
flags: funny
about: baking; cooking; a cake; a mistake in the kitchen
who: bakes a cake > wanted to bake a cake
who: loves to cook > loved to cook, though {he} was not good at it
set: dish, mistake = cake, took salt instead of sugar; loaf of bread, put in ten spoons of yeast instead of one; soup, dropped the whole pepper pot into it; pancake, flipped it so high that it stuck to the ceiling; pie, forgot that there was a clock in the oven; pudding, stirred it with glue by mistake; birthday cake, read the recipe from the bottom to the top; dumpling, used soap powder instead of flour
*
{Oneday}, {hero} wanted to surprise {friend}, {his_friend_is}, with a {dish}.
"Today I will make a {dish}," said {hero} and tied on an apron. It was for {friend}, {his_friend_is}.
It was a feast day, and {hero} had promised {friend}, {his_friend_is}, a {dish}.
*?
{He} took flour from the left and milk from the right. Soon there was flour on the floor, on the cat and on {his} nose.
{He} hummed and stirred and spilled. "A {dish} is easy," {he} said.
The recipe book lay open, but {hero} used it only as a tray for the eggs.
*
But {he} was not careful, and {mistake}.
Just then a [bee|bird|butterfly] flew by. {Hero} looked up, and {mistake}.
And because {he} was singing so loudly, {he} {mistake}.
*
There was a rumble. There was a gurgle. Then there was a very long hiss.
It bubbled, it wobbled, and it began to climb out of the pot.
First came a strange smell. Then came a cloud. Then came a bang.
*
"Oh," said {hero}, when the smoke was gone. It was {nook1}, on the walls, and in {his} ears.
{Hero} opened one eye. The {dish} looked like an old hat, and it hummed.
The door flew open, and the {dish} rolled out all by itself.
*
At that very moment {friend} came in. {Fhe} looked at the ceiling. "Is that for me?" {fhe} asked.
{Friend} was standing in the doorway. "I like what you have done with the walls," {fhe} said.
And who was at the door? {Friend}, with a spoon in {fhis} hand.
*
{Friend} tried a tiny piece. {Fhe} made a face like a lemon. "Interesting," {fhe} said.
They tried it. {Friend} coughed, and a bubble came out. Then they laughed so hard that they cried.
"Never mind," said {friend}. "I am not that hungry." {Fhis} belly rumbled loudly.
*
In the end they ate bread with jam, and it was the finest feast in the world.
So they cleaned up together and baked a new one. This time {friend} read out the recipe.
The {dish} is still standing there. They use it as a [stool|doorstop|flower pot].
moral: it is wise to read the recipe first
moral: a failed cake is no tragedy if we can laugh about it
end: The {dish} fails, but they laugh about it and have a feast anyway.
short: {Hero_named} wanted to make a {dish} for {friend}, but {he} {mistake}. It was a great mess, and they both laughed about it.
next: Next week {friend} is going to cook, and {hero} has already bought an umbrella.
ask: what did {he} make? / what did {he} want to bake? / what did {name} make? > {He} wanted to make a {dish}.
ask: what went wrong? / what was the mistake? > {He} {mistake}.
ask: who was it for? / who came in? > It was for {friend}.

## the echo
needs: helper
flags: funny land
about: an echo; being polite; a funny mistake; kind words
who: hears an echo > heard an echo for the first time
who: shouts at an echo > once shouted at an echo
*
{Oneday}, {hero} called "Hello!" just like that. "Hello!" somebody called back.
{Oneday}, {hero} sneezed near a big rock wall. "Atchoo!" came the answer. {Hero} looked around. Nobody.
{Oneday}, {hero} sang a song on the way. When {he} stopped, somebody sang the last word once more.
*
"Who is there?" cried {hero}. "Is there?" said the voice.
"Are you making fun of me?" {he} asked. "Of me?" asked the voice.
"Come out!" {he} shouted. "Come out!" shouted the voice.
*
"You are silly!" called {hero}. "Silly!" said the voice. Now {he} was really cross.
{Hero} stamped {his} foot. "Stop that!" "Stop that!" came from the other side, just as cross.
"Potato head!" yelled {hero}. "Potato head!" came back at once. What a cheek!
*
{He} ran home and complained to {a_helper}. "There is somebody very rude over there," {he} said.
{A_helper} had heard it all and hid a smile. "Somebody was rude to you?" {hhe} asked. "What did you say first?"
"He started it!" {he} told {a_helper}. "Did he now?" {hhe} asked.
*
"Try it with kind words," said {helper}. "You will see."
{Helper} whispered something in {his} ear.
"Go back and say something nice," said {helper}. "Just once."
*
So {hero} went back. "I am sorry," {he} called. "Sorry," said the voice softly.
{Hero} cleared {his} throat. "Will you be my friend?" {he} called. "My friend," said the voice.
"You are nice!" called {hero}. It felt odd. "Nice!" called the voice, and it sounded very friendly.
*?
"Good night!" called {hero}. "Good night!" came back from the rocks, and {hero} went home content.
From then on {hero} said good morning to it every day, and always got an answer.
"What a polite fellow," {hero} said at supper. {Helper} laughed into {hhis} soup.
moral: what we call into the world comes back to us
moral: kind words bring kind answers
end: {Hero} says something kind, and the echo answers kindly.
short: {Hero_named} shouted at {his} own echo, and it shouted back. {A_helper} told {him} to try kind words, and then the echo was kind too.
next: The next day, {hero} brought the echo a piece of cake, but it did not come out.
ask: who was the voice? / what was the voice? / who called back? > The voice was {his} own echo.
ask: who helped {him}? / who gave {him} advice? / who helped {name}? > {A_helper} gave {him} good advice.

## the runaway thing
needs: thing friend helper
flags: funny
about: a runaway {thing}; a wild chase; something funny
who: chases {his} {thing} > had to chase {his} own {thing}
*
{Hero} had {a_thing}. {Thing_detail} But it was no ordinary one, for it could walk.
{Oneday}, the {thing} of {hero} had had enough. "I want to see the world," it said, and jumped out of the window.
{Oneday}, {hero} put {his} {thing} down for just a moment. When {he} looked again, it was running away!
*
"Stop!" cried {hero} and ran after it. "Catch me if you can!" called the {thing}.
Down the road it went, hop, hop, hop, and {hero} behind it, puff, puff, puff.
It rolled, it hopped, it slid. {Hero} ran as fast as {he} could, but the {thing} was faster.
*
{A_friend} was hanging up the washing. "What was that?" asked {friend}. "My {thing}!" cried {hero}. So {friend} ran too, with a sock on {fhis} ear.
They ran past {a_friend}. "Is it a race?" asked {friend}, and ran along without knowing why.
{A_friend} tried to stop it, but the {thing} jumped right over {fhis} head. Now there were two who ran.
*
It splashed through a puddle and knocked over {a_helper}. Now there were three who ran, and one of them was wet.
{A_helper} came around the corner with a tray of eggs. Then there was no tray and no eggs, and {helper} was running too.
Next it ran between the legs of {a_helper}, who spun around twice and joined the chase.
*?
They chased it around the [well|old tower|pond|haystack] seven times. They all got so dizzy that they ran into each other.
Up the hill, down the hill, through a wedding and out again. Even the bride ran along for a bit.
The {thing} laughed and hid {nook1}. Then {nook2}. Then it was sitting on top of {his} head.
*
At last the {thing} stopped. "Why are you running?" it asked. "Because you are running," panted {hero}. "Oh," said the {thing}. "I was running because you were."
Then the {thing} got tired. It sat down and yawned. "That was nice," it said. "Will you carry me home?"
But at the [river|wall|crossroads] it could go no farther. "All right," said the {thing}. "But tomorrow we do it again."
*
So {hero} carried it home. And every evening since then the two of them take a walk, slowly, side by side.
They laughed so much that they could not walk straight. And {hero} has kept the window shut ever since.
"You only had to say that you wanted to go out," said {hero}. "I am a {thing}," it said. "Nobody ever asks me."
moral: sometimes it helps to stop and ask
moral: everybody wants to get out once in a while
end: The {thing} gets tired of running and lets {hero} carry it home.
short: {Hero_named} had to run after {his} own {thing}, and {friend} and {helper} joined the chase. In the end the {thing} was tired and went home with {him}.
next: The next day, the {thing} had packed a tiny suitcase.
ask: what ran away? / what did {he} chase? / what did {name} chase? > {His} {thing} ran away.
ask: who ran along? / who helped {him}? / who helped {name}? > {A_friend} and {a_helper} ran along.

## the upside-down day
needs: friend
flags: funny
about: a silly day; doing everything wrong; something funny
who: gets everything wrong > got everything wrong
who: does everything backwards > decided to do everything backwards
*
{Oneday}, {hero} got out of bed on the wrong side, and that side was the wall.
{Oneday}, {hero} put {his} left shoe on the right foot and {his} hat on {his} elbow.
"Today I will do everything the other way round," said {hero} {oneday}. "Good night," {he} said to the sun.
*
For breakfast {he} poured tea on {his} bread and put jam in {his} cup.
{He} ate soup with a fork and it took an hour.
{He} combed {his} bread and put butter on {his} hair.
{He} brushed {his} teeth with a carrot and then ate the toothbrush, or nearly.
*
Then {he} walked backwards into the street and said "Goodbye!" to everyone {he} met.
On the way {he} greeted a lamp post and sat down on a prickly bush. "Excuse me," {he} told it.
{He} went out to water the flowers and carried them to the pond.
*?
The postman brought a letter. {Hero} gave him a carrot and put a stamp on him.
A dog barked. {Hero} barked back. The dog said nothing for the rest of the day.
It began to rain, so {hero} closed {his} umbrella.
*
{A_friend} asked, "Are you well?" "Badly, thank you," said {hero}, "and me?"
{A_friend} looked at {him} for a long time. "Your coat is on your legs," {fhe} said. "No," said {hero}, "my legs are in my coat."
{A_friend} wanted to help. But {hero} only said, "No, please," when {he} meant "Yes, thank you."
*
Then {friend} had an idea. "Whatever you do," {fhe} said, "do not come to my party, and do not eat my cake." {Hero} was there at once.
"If this is how it is," said {friend}, "then I will do it too." And so they both crawled under the table and called it the roof.
{Friend} turned the clock back, turned {him} around once and said, "Now start the day again."
*?
In the evening {hero} put {his} shoes to bed and slept beside it. "What a lovely morning," {he} murmured.
When the stars came out, {hero} said, "Good morning." And then {he} slept, with {his} feet on the pillow.
They laughed until late, and then {hero} went home, forwards, because {he} wanted to arrive.
moral: a little nonsense makes a grey day bright
moral: not everything has to go as usual
end: {Hero} and {friend} laugh, and the silly day is over.
short: {Hero_named} did everything the wrong way round for a whole day. {Friend} helped {him}, and in the end they both laughed about it.
next: The next day, {hero} did everything right, and that was strange too.
ask: what was wrong with the day? / what did {he} do? / what did {name} do? > {He} did everything the wrong way round.
ask: who was {his} friend? / who helped {him}? / who helped {name}? > {Friend} helped {him}.

## the odd invention
needs: friend
flags: funny
about: an invention; a machine; inventing something
who: invents a machine > liked to invent machines
who: builds a strange machine > built strange machines
set: machine, fault = a machine that butters bread, it buttered the cat; a hat that says the time, it said it very loudly all night long; a broom that sweeps alone, it swept the guests out of the door; an alarm bed, it threw {him} into the pond; a machine that finds lost socks, it took the socks off everyone who came near; a spoon that stirs by itself, it stirred the furniture too; shoes that tie themselves, they tied themselves to each other; a machine that peels onions, it cried so much that the floor was wet; a self-closing door, it closed on {his} coat every time; a flying chair, it flew only backwards
*
{Hero} was an inventor. {Oneday}, {he} had a new idea: {machine}!
"I have it!" shouted {hero} {oneday}. "I will build {machine}!"
All week there was hammering and sawing. {Hero} was building {machine}.
*
{He} took [two wheels, a kettle and an old clock|a bicycle, a bell and seven springs|a sieve, some wire and a trumpet] and put them together.
It had three levers, one wheel and a button that said "Do not press".
It puffed, it rattled, and it was held together with string and honey.
*
"Come and look!" {he} called to {friend}, {his_friend_is}. {Friend} stood well behind a tree.
{Friend}, {his_friend_is}, was the first to see it. "Is it safe?" {fhe} asked. "Almost," said {hero}.
{He} invited everyone. {Friend}, {his_friend_is}, came with a helmet on.
*
{Hero} pulled the lever. It worked! But then {fault}.
At first it was a great success. Everyone clapped. Then {fault}.
"Three, two, one, go!" There was a ping and a pong. And then {fault}.
*
"Turn it off!" shouted {friend}. "I forgot to build that in!" shouted {hero}.
{Hero} pressed all the buttons, and it only went faster.
Everyone ran in all directions. {Hero} ran after the machine, and the machine ran after {friend}.
*
At last {friend} threw {fhis} [scarf|sandwich|hat] into the wheels. It coughed, it burped, and it stood still.
Then {friend} pulled out one small screw. There was a sigh, and it was over.
In the end it ran out of steam right in front of {friend}, and bowed.
*
"It needs a small change," said {hero}. "It needs a big hole in the ground," said {friend}.
Everybody agreed that it had been a splendid show. "Again!" they cried.
"My next idea is better," said {hero}. {Friend} put {fhis} helmet back on.
moral: every good invention begins with a funny mistake
moral: it is good to know where to turn a thing off
end: {Friend} stops the machine, and {hero} already has the next idea.
short: {Hero_named} built {machine}. It worked, but then {fault}, until {friend} stopped it.
next: A week later, a new noise came out of the workshop.
ask: what did {he} build? / what did {he} invent? / what did {name} build? > {He} built {machine}.
ask: what went wrong? / what was the problem? > The trouble was that {fault}.
ask: who stopped it? / who helped {him}? / who helped {name}? > {Friend} helped {him} and stopped the machine.
"""
