"""Plots for bedtime, and quiet ones: sleep, noises in the night, rain, snow, seasons."""

TEXT = r"""
## cannot sleep
needs: helper friend
flags: night
about: sleep; bedtime; going to bed; not being able to sleep
who: can't sleep > could not sleep
who: doesn't want to go to bed > did not want to go to bed
who: cannot fall asleep > could not fall asleep
*
It was late, and the stars were out. But {hero} was wide awake.
Everyone was asleep. Only {hero} lay there with open eyes.
The moon had risen long ago, and {hero} still could not fall asleep.
{Hero} turned to the left. {Hero} turned to the right. Sleep did not come.
*?
{He} counted sheep. At [ninety|forty-seven|two hundred] the sheep got tired, but {hero} did not.
The pillow was too warm on one side and too cold on the other.
{He} listened to the clock: tick, tock, tick, tock. It did not help.
{He} thought about yesterday, {he} thought about tomorrow, and {his} thoughts went round and round.
*
So {he} got up and went to {a_friend}. "How do you fall asleep?" {he} asked. "I hang my feet out of the bed," mumbled {friend}. {Hero} tried it. {His} feet got cold.
{He} asked {a_friend}. "I hum," said {friend} with closed eyes. {Hero} hummed, but the song was so jolly that {he} got even more awake.
{A_friend} was still up. "Drink some warm milk," said {friend}. It was good, but {hero} was still awake.
*
Outside, on the step, sat {a_helper}, looking at the night. "Sit down with me," {hhe} said.
At the window {he} saw {a_helper}. "You too?" {hhe} asked kindly.
{Then} {a_helper} came by softly. "Still awake?" {hhe} whispered.
*
"You need not sleep," said {helper}. "Just rest. Tell me three good things about today."
"Do not look for sleep," said {helper}. "It is shy. Think of something nice, and it will come to you."
{Helper} put a blanket around {him}. "Listen," {hhe} said. "How many quiet sounds can you hear?"
*
{Hero} thought. "The [sun on my nose|smell of bread|jump into the leaves]," {he} said. "And the [song|soup|blue butterfly]. And you."
"The wind," said {hero}. "A leaf. My own breath." {His} voice got slower and slower.
{Hero} leaned back and thought of [a boat on still water|a field of soft grass|a cloud that was a bed]. It rocked {him} gently.
*
{Helper} wanted to say something more. But {hero} was fast asleep.
"And the..." said {hero}. Then there was only soft breathing.
And before the moon had moved on, {hero} was asleep.
{His} eyes closed, first one, then the other. {Helper} tucked {him} in and tiptoed away.
moral: sleep comes when we stop looking for it
moral: a good thought is the softest pillow
end: {Hero} falls asleep at last.
short: {Hero_named} could not sleep and tried everything. {A_helper} told {him} to think of something nice, and {he} fell asleep at once.
next: In the morning, {hero} woke up rested and wanted to thank {helper}.
ask: what was the problem? / what was wrong? / what was {his} trouble? > {He} could not sleep.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him} to fall asleep.

## the noise at night
needs: helper
flags: night
about: a noise in the night; the night; being afraid at night
who: hears a strange noise at night > heard a strange noise in the night
who: hears a noise > heard a strange noise one night
set: noise, cause = tap-tap-tap, a branch that was knocking on the window; plop-plop-plop, a tap that was dripping; scratch-scratch, a mouse that was looking for crumbs; whoo-whoo, the wind in an empty bottle; rumble, rumble, the belly of {helper}; creak-creak, a door that wanted some oil; snuffle-snuffle, a hedgehog that was eating an apple; clack-clack, a loose shutter in the wind; swish-swish, {his} own scarf on the hook
*
One night {hero} woke up. There was a noise: {noise}!
In the middle of the night, something went {noise}. {Hero} sat up in bed.
{Hero} was almost asleep when {he} heard it: {noise}.
*
{He} pulled the blanket up to {his} nose. There it was again: {noise}.
"Who is there?" {he} whispered. Nobody answered. Only {noise}.
{His} heart beat fast. Was it a giant? Was it a dragon? Was it something with no name?
*
{He} hid under the pillow, but {he} could still hear it.
{He} thought of all sorts of things, and each was bigger than the one before.
{He} tried to hum. The noise hummed along.
*
Then {he} crept to {a_helper}. "There is something there," {he} breathed.
{He} called softly, and {a_helper} came with a candle. "What is it?" {hhe} asked.
Luckily, {a_helper} was still awake. "Can you hear it?" asked {hero}. {Helper} listened.
*
"Let us go and look," said {helper}. "Together."
{Helper} took {his} hand. "A noise that we know is only half as loud," {hhe} said.
"Let us find out," said {helper} and lit a lamp.
*
On tiptoe they went on, step by step, and the noise got louder.
They looked {nook1}. Nothing. They looked {nook2}. Nothing either. Then they stood still and listened.
They followed it slowly. {Hero} held on to {helper} tightly.
*
And what was it? Only {cause}.
There it was: {cause}. That was all!
"Look," said {helper} and held up the light. It was {cause}.
*?
{Hero} giggled. "Good night, noise," {he} said, and went back to bed.
Now that {he} knew it, it sounded almost like a lullaby.
Soon {he} lay in {his} warm bed again, and the noise sang {him} to sleep.
moral: what we know does not scare us
moral: it helps to look together
end: The noise is only {cause}, and {hero} goes back to bed.
short: {Hero_named} heard a strange noise in the night and was scared. Together with {a_helper} {he} found out that it was only {cause}.
next: The next night, it was so quiet that {hero} almost missed the noise.
ask: what was the noise? / what made the noise? > It was {cause}.
ask: who helped {him}? / who helped {name}? / who went with {him}? > {A_helper} helped {him}.
ask: why was {he} scared? / why was {name} afraid? / what was {he} afraid of? > {He} was scared because {he} heard a strange noise.

## a rainy day
needs: thing friend
about: a rainy day; being bored; imagination; playing
who: is bored > was terribly bored
who: is bored on a rainy day > was bored on a rainy day
set: game = the box was a ship and the floor was the sea; the chairs were a train to the North Pole; the blanket was a cave full of bears; the table was a castle with a drawbridge; the rug was an island with pirates; the bed was a spaceship on its way to Mars; the stairs were a mountain with snow on top
*
It rained and rained. {Hero} stood at the window and did not know what to do.
Grey clouds, grey puddles, grey everything. {Hero} was bored.
For three days there had been nothing but rain, and {hero} knew every drop by name.
*
"There is nothing to do," {he} sighed. {He} looked {nook1} and found only {his} old {thing}. {Thing_detail}
In the corner lay {a_thing}. {Thing_detail} {Hero} hardly looked at it.
"What can I do with {a_thing}?" {he} grumbled, for that was all {he} could find. {Thing_detail}
*
There was a knock. {A_friend} stood there, dripping. "I am bored too," said {friend}.
{Then} {a_friend} came in and shook off the rain. "Do you want to play?"
{A_friend} came running through the puddles. "Let us do something," said {friend}.
*
"With a {thing}? How?" asked {hero}. {Friend} thought. "It does not have to be just a {thing}," {fhe} said.
{Friend} picked up the {thing}. "This is no ordinary {thing}," {fhe} said in a deep voice. "This is the key to everything."
{Friend} turned the {thing} this way and that. "It could be something else today," {fhe} said.
*
And suddenly {game}, and the {thing} was [the captain|the steering wheel|the magic eye|the treasure that they had to guard].
They shut their eyes, and when they opened them again, {game}.
Soon {game}. {Hero} gave the orders, and {friend} held the {thing} up high.
*?
They met [a whale|a giant|a band of robbers|a sleeping dragon] and got away by a hair.
There were waves and wolves and a very rude king, and they were braver than all of them.
Twice they were almost lost, and three times they were saved.
*
"Look," said {friend} after a long while. The sun was shining. Neither of them had noticed.
When somebody called them for supper, they could not believe how late it was.
The rain had stopped hours ago. "Shall we go out?" asked {friend}. "Not now," said {hero}, "we are in the middle of it."
*?
"I hope it will rain tomorrow," said {hero}.
And the {thing} lay on the table and looked as if it were smiling.
It had been the best grey day ever.
moral: with a bit of imagination no day is boring
moral: a friend and an idea are better than the sun
end: {Hero} and {friend} play until the sun comes out, and they do not even notice.
short: {Hero_named} was bored on a rainy day, with nothing but {a_thing}. Then {friend} came, and they played that {game}, until the rain was long over.
next: The next day, the sun shone, and they played it all again outside.
ask: why was {he} bored? / why was {name} bored? / what was the problem? > {He} was bored because it would not stop raining.
ask: who came to play? / who helped {him}? / who helped {name}? > {A_friend} came to play with {him}.
ask: what did they play? > They played that {game}.

## the first snow
needs: friend
flags: night land
about: snow; winter; a snowman; the first snow
who: has never seen snow > had never seen snow
who: waits for snow > waited for the first snow
*
{Hero} had heard about snow, but had never seen it. "Is it like sugar?" {he} asked.
All autumn {hero} looked at the sky. "When will it snow?" {he} asked every morning.
"Snow is coming," said the old ones. {Hero} went to the window ten times a day.
*
November came: rain. December came: fog. No snow.
Clouds came and clouds went. All they brought was rain.
{He} put a bowl outside to catch the first flake. It caught a leaf.
*
"Perhaps it has lost its way," said {a_friend}. "We could call it." And they called, "Snow! Snow!"
{A_friend} waited with {him}. They [sang a snow song|danced a snow dance|cut snowflakes out of paper].
"I do not believe in snow," said {a_friend}. "I do," said {hero}.
*?
In the evening {he} went to bed a little sad.
Tired of waiting, {hero} fell asleep at the window.
"Tomorrow, perhaps," {he} murmured, as {he} did every night.
*
When {he} woke up, it was strangely quiet. And everything, everything was white!
In the morning the light was different. {Hero} pulled the curtain aside and held {his} breath. Snow!
In the night something soft had fallen from the sky. The world wore a white coat.
*
{He} ran to {friend}. "Wake up! It has found its way!"
{He} put one foot into it. It crunched. {He} caught a flake on {his} nose and laughed. Then {he} fetched {friend}.
{Friend} was already outside, throwing snow up in the air.
*
They built a snowman with [a carrot nose and a pot for a hat|buttons for eyes and a broom in his arm|a crooked smile and two left arms].
They slid down the hill until their trousers were wet, then they slid some more.
They made angels in the snow, and one big ball that nobody could move.
*?
In the evening they drank cocoa with cold noses. Outside it began to snow again, flake by flake.
And when the stars came out, the snow glittered as if the sky had come down.
"It is not like sugar," said {hero}. "It is better."
moral: what we have waited for is twice as lovely
moral: it is worth waiting for good things
end: It snows at last, and {hero} and {friend} play in the snow.
short: {Hero_named} waited a long time for the first snow. One morning everything was white, and {he} played in it all day with {friend}.
next: The next morning, the snowman had a robin on his head.
ask: what did {he} wait for? / what did {he} want? / what did {name} want? > {He} waited for the first snow.
ask: who played with {him}? / who was {his} friend? > {Friend} played with {him}.

## the good-night round
needs: helper friend
flags: night
about: saying good night; bedtime; the evening; being tired
who: says good night to everyone > said good night to everyone before going to bed
who: is very tired > was very, very tired
*
The sun had gone down, and it was time for bed. "First I must say good night," said {hero}.
When the first star came out, {hero} yawned. But there was still something to do.
Every evening {hero} made {his} round, for {he} wanted to say good night to everyone.
*
"Good night, grass," {he} said. "Good night, wind." The grass nodded, and the wind grew soft.
{He} said good night to the flowers, and they closed their petals. {He} said good night to the stones, and they kept still.
First {he} whispered to the trees. Then {he} whispered to the puddles, and a small moon lay in each of them.
*
"Good night," {he} said to {a_friend}. "Already?" murmured {friend}, and was asleep before {fhe} had finished.
{A_friend} was lying there, curled up. {Hero} pulled the blanket over {fhis} shoulder.
{A_friend} wanted to hear a song. So {hero} hummed one, very short and very soft.
*
{Nook1} somebody was sniffing. It was {a_helper}. "Nobody has ever said good night to me," {hhe} said.
But one light was still on. {A_helper} sat there and looked {sad}. "Everyone is asleep, and I am alone," {hhe} said.
At the end of the path sat {a_helper}, wide awake. "Why do you look so worried?" asked {hero}. "I am afraid that the morning will forget me," {hhe} said.
*
{Hero} sat down beside {hhim}. "Good night," {he} said. "I will come tomorrow too, and the day after."
"The morning forgets nobody," said {hero}. "Good night, and sleep well." And {he} stayed for a while.
{Hero} took {hhis} hand. "Now somebody has," {he} said. "Sleep well, and dream of something sweet."
*
{Helper} smiled and closed {hhis} eyes.
{Helper} gave a deep, happy sigh and was asleep.
"That was nice," whispered {helper}, already half asleep.
*?
Now everyone had been told good night. Everyone? "Good night, moon," said {hero}. And the moon went behind a cloud.
{Hero} walked home on soft feet. The whole world was breathing slowly.
Then {hero} went to bed. It was warm and soft, and it smelled of home.
*?
"Good night, me," {he} whispered at last.
Far away an owl called, once, twice, and then no more.
A star blinked, as if it were tired too.
moral: a kind word makes the night warm
moral: nobody should be forgotten
end: Everyone is asleep, and {hero} goes to bed too.
short: {Hero_named} said good night to everyone. {A_helper} was sad because nobody had ever wished {hhim} good night, so {hero} sat with {hhim}, and then they all slept well.
next: The next morning, everyone said good morning to {hero}, one after the other.
ask: who was sad? / who did {he} comfort? / who did {name} comfort? > {A_helper} was sad, and {hero} comforted {hhim}.
ask: who was asleep? / who else did {he} say good night to? > {He} said good night to {friend} too.
"""
