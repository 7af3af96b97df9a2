"""Plots about courage: fears, storms, getting lost, the small one who helps, journeys."""

TEXT = r"""
## fear faced
needs: fear helper
about: being afraid; courage; being brave; fear; being afraid of {fear}
who: is afraid of {fear} > was afraid of {fear}
who: is scared of {fear} > was scared of {fear}
*
{Fear_shows} "[What a scaredy-cat|How funny]!" the others said and giggled.
{Fear_shows} {He} would have liked to be brave, but {he} did not know how.
{Fear_shows} Nobody knew how bad it was, for {he} told nobody.
{Fear_shows} "I wish I were not afraid of {fear}," {he} often thought.
*
{Oneday}, {he} told {a_helper} about it. "I am so afraid of {fear}," {he} said.
{A_helper} saw {him} tremble. "What is it?" asked {helper}. "It is {fear}," whispered {hero}.
{Oneday}, {a_helper} sat down beside {him}. "Tell me what scares you," {hhe} said.
{Oneday}, it was so bad that {he} began to cry. {A_helper} heard it and came closer.
*
{Helper} did not laugh. "I was afraid once too," {hhe} said.
"Everyone is afraid of something," said {helper}. "I am afraid of [soup that is too hot|hiccups|old socks]."
"That is no shame," said {helper}. "Only those who are afraid can be brave."
{Helper} nodded slowly. {Hhe} knew that feeling well.
*
"{Fear_word}," {hhe} said. "Shall we try it together?"
"Listen," said {helper}. "{Fear_word}."
And {hhe} said something that {hero} never forgot: "{Fear_word}."
"{Fear_word}," said {helper} and held out a hand. "Come, only for a moment."
*
{Hero} took a deep breath. {His} heart went boom, boom, boom. But {he} [went one step|stayed|did not run away].
{He} squeezed {hhis} hand, counted to three and [opened {his} eyes|stood still|went along].
{His} knees were as soft as butter, but {he} [stayed|did not run].
"Only for a moment," said {hero}, and {he} was as brave as {he} could be.
*
And what happened? {Fear_turn}
And look! {Fear_turn}
{Fear_turn} {Hero} could not believe it.
At first nothing happened. Then, slowly, {his} fear grew smaller. {Fear_turn}
*?
"Is that all?" asked {hero}. And {he} laughed out loud.
From then on {hero} was still a little afraid of {fear}, but only as much as fits into a thimble.
"I did it!" cried {hero}. {Helper} winked. "I knew you could."
Since that day {hero} has not been so afraid of {fear} any more. And if {he} is, {he} thinks of {helper}.
moral: being brave means being afraid and doing it anyway
moral: fear grows small when we look at it closely
moral: courage comes with one small step
moral: fear is only half as big when a friend holds our hand
end: {Hero} finds out that {he} need not be so afraid of {fear}.
short: {Hero_named} was afraid of {fear}. {A_helper} helped {him} to look closely, and then it was not so bad any more.
next: The next week, {hero} met somebody small who was afraid of {fear} too.
ask: what was {name} afraid of? / what was {he} afraid of? / what was {his} fear? > {Hero} was afraid of {fear}.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him}.
ask: what did {helper} say? > {Helper} said, "{Fear_word}."

## fear forgotten
needs: fear friend
about: courage; being brave; helping a friend; being afraid of {fear}
who: is afraid of {fear} > was afraid of {fear}
who: has to be brave > was not very brave
*
If there was one thing that {hero} did not like, it was {fear}. {Fear_shows}
{Hero} was not afraid of much, but {he} was very afraid of {fear}. {Fear_shows}
Everybody knew that {hero} was afraid of {fear}. {Fear_shows}
*
{His} best friend was {a_friend}. {Friend} was not afraid of anything.
"I will never be brave," {he} told {a_friend}, {his} best friend.
Every day {he} played with {a_friend}, but {friend} knew what {he} did not like and was careful.
*
{Oneday}, {friend} did not come back from a walk. {Hero} heard a faint "Help!"
But {oneday}, {he} heard {friend} call for help, and there was nobody else near.
Then, {oneday}, {friend} got stuck {nook1} and could not get out alone.
*
And just there, of all places, was what {he} feared the most: {fear}.
To get there, {he} had to face {fear}. {Hero} swallowed hard.
There was only one way, and on that way {he} would have to think of {fear} at every step.
*
{His} knees shook. {His} ears rang. But {friend} needed {him}.
"I cannot," {he} thought. Then {he} heard {friend} call once more, and {he} ran.
For a moment {he} stood as stiff as a broom. Then {he} thought of {friend} and was off.
*
{He} ran without looking left or right, took hold of {friend} and pulled with all {his} might.
{He} found {friend}, held {fhim} tight, and together they made it out.
{He} had no time to look around. {He} reached {friend} and helped {fhim} up.
*
"You saved me!" said {friend}. "But weren't you afraid of {fear}?" {Hero} blinked. "I forgot," {he} said.
Only when they were home did {hero} notice what {he} had done. "Oh!" {he} said and had to sit down.
"How brave you were!" said {friend}. "Was I?" asked {hero}. "I had no time to be afraid."
*?
They drank cocoa, and {hero} told the story five times, and each time it grew a little.
From then on, nothing seemed quite so scary to {him}.
That night {he} slept better than ever before.
moral: love is stronger than fear
moral: we are braver than we think when a friend needs us
end: {Hero} saves {friend} and forgets to be afraid of {fear}.
short: {Hero_named} was very afraid of {fear}. But when {friend} needed help, {he} ran to save {fhim} and forgot all {his} fear.
next: After that, the others called {him} a hero, and {he} blushed every time.
ask: what was {name} afraid of? / what was {he} afraid of? > {Hero} was afraid of {fear}.
ask: who did {he} save? / who needed help? / who did {name} save? > {He} saved {friend}.
ask: why did {he} forget to be afraid? > {He} forgot {his} fear because {friend} needed {him}.

## the storm
needs: friend
about: a storm; a thunderstorm; bad weather; finding shelter
who: gets caught in a storm > was caught in a great storm
who: waits for a storm to end > once sat through a great storm
flags: land
*
{Oneday}, the sky turned as dark as ink. The wind began to howl.
{Oneday}, black clouds came over the hills and the air grew very still.
{Oneday}, the first drops fell, as big as plums. A storm was coming.
*?
{Hero} wanted to run home, but the wind pushed {him} back again and again.
{Hero} had just gone out for a walk. Now the rain came down in buckets, and the thunder rolled.
{Hero} held {his} hat with one hand and {himself} with the other. The thunder went boom.
*
{Nook1}, {he} found a dry spot that was just big enough for one.
Just in time {he} found shelter {nook1}.
{He} crept in {nook1} and made {himself} small.
*
Then {he} heard a voice in the rain. It was {a_friend}, wet through and shivering. "Is there room for me?"
{Then} {a_friend} stood there, dripping from head to toe. "May I come in?" asked {friend}.
Outside, {a_friend} was stumbling through the storm. "Over here!" shouted {hero}.
*
It was very narrow. But {hero} pulled in {his} belly and said, "Come in. It is warmer with two."
"It is small," said {hero}, "but if we sit close, it will do."
{Hero} thought for only a second. "Quick, come in!" {he} said.
*
They sat close together and counted the thunder: one, two, three. It was not so loud any more.
To forget the storm, they told each other jokes. At every thunderclap they shouted "Bravo!"
They shared a dry biscuit and sang against the wind, first softly, then very loudly.
*
After an hour it was over. Drops hung everywhere like glass beads, and a rainbow stood in the sky.
Then, suddenly, it was quiet. The sun came out, and the whole world shone.
At last the clouds moved on. It smelled of wet grass, and a bird began to sing.
*?
"It was a good storm," said {friend}. "It brought me a friend." And {hero} thought so too.
"Without you I would have been scared," said {hero}. "Me too," said {friend}.
From then on they always met when it rained.
moral: where there is room for one, there is room for two
moral: a storm is only half as bad with a friend beside us
moral: after every storm the sun comes back
end: The storm passes, a rainbow comes out, and the two are friends.
short: {Hero_named} found shelter from a storm and made room for {a_friend}. They kept each other warm until the sun came back, and became friends.
next: The next time dark clouds came, they did not run home but ran to their hiding spot.
ask: who came in from the rain? / who did {he} share with? / who joined {him}? > {A_friend} came in from the rain.
ask: what did they do in the storm? > They sat close together and cheered each other up until the storm was over.

## lost way
needs: helper
about: getting lost; finding the way home; home
who: gets lost > got lost one day
who: is lost and can't find the way home > could not find the way home
*
{Oneday}, {hero} followed a [butterfly|rolling ball|blue feather|funny smell|dragonfly] and forgot to look at the path.
{Oneday}, {hero} went just a little farther than usual, and then a little farther still.
{Oneday}, {hero} took a short cut. It was not short at all.
{Oneday}, {hero} was looking for [berries|shells|flowers|mushrooms], one here, one there, always one more.
*
When {he} looked up, everything was strange. {He} was lost.
Suddenly {he} did not know where {he} was. No stone and no tree looked familiar.
Then {he} turned around, and the way home was gone.
*?
{He} called, but only {his} echo answered.
{He} walked left and came back to the same spot. {He} walked right and came back again.
The sun went down, and {his} shadow grew as long as a giraffe.
{He} tried to be brave, but {his} chin trembled.
*
"Who is crying here?" asked a voice. It was {a_helper}.
{Then} a light came nearer. It was {a_helper}.
{A_helper} was on {hhis} way home and stopped. "Are you lost?" {hhe} asked.
*
"What can you see from your home?" asked {helper}. {Hero} thought. "[A crooked tower|A red roof|A big round rock|Three tall trees], and I can hear [a bell|a stream|a mill]."
"Close your eyes," said {helper}. "What does your home sound like?" "[A bell|A stream|A squeaky gate]," said {hero}. And then {he} heard it, very softly.
"I do not know your house," said {helper}, "but I know somebody who looks down on everything." And {hhe} asked the moon.
*
{Helper} took {him} by the hand. They walked [over the hill|along the water|past the old wall] until {he} saw something {he} knew.
Step by step they went, and {helper} told {him} a story so that the way was short.
Together they followed it, around three corners and over a little bridge.
*
And there was the light in {his} window. {Hero} ran the last bit.
"There! That is my door!" cried {hero}. Never had it looked so lovely.
At home there was hot soup, with a bowl for {helper} too.
*?
"Thank you," said {hero}. "Next time I will look at the path as well."
From then on {he} put a white pebble down at every corner.
{Hero} waved until {helper} was out of sight.
moral: it is good to ask for help when we are lost
moral: home is sweetest when we have missed it
moral: somebody kind is always near
end: {A_helper} brings {hero} home safely.
short: {Hero_named} went too far and got lost. {A_helper} found {him} and took {him} home.
next: The next day, {hero} drew a map with all the paths around {his} home.
ask: who helped {him}? / who found {him}? / who brought {him} home? / who helped {name}? > {A_helper} helped {him} to find the way home.
ask: why was {he} sad? / why did {he} cry? / why was {name} afraid? > {He} was sad because {he} was lost.

## small hero
needs: helper
about: being small; small ones who do big things; being too small
who: is too small > was always told that {he} was too small
who: is the smallest of all > was the smallest of all
set: danger, deed = the bell of the tower was stuck on the day of the feast, climbed up through a tiny gap and set it free; the key had fallen into a deep crack, slipped into the crack and brought it up; the big gate would not open, crawled into the lock and turned it from inside; a kitten was stuck in a narrow pipe, crept in and led it out; the great clock had stopped, squeezed between the wheels and pulled out a crumb; the dam had a little hole and the water came through, sat down in the hole and stopped the water until help came; the big ship was caught on a knot of rope, crept under the rope and undid the knot
*
"You are too small," the others said when {hero} wanted to play.
{Hero} wanted to help everywhere. "Later, when you are bigger," was the answer.
Whatever the others did, {hero} was told, "You are too small for that."
*?
{He} stretched, {he} stood on {his} toes, {he} ate two bowls of porridge. It did not help.
{He} put on high shoes and a tall hat, but they only laughed.
{He} measured {himself} every evening. Not a hair bigger.
*
"Big or small, everyone fits somewhere," said {a_helper}, but {hero} only sighed.
{A_helper} comforted {him}. "A key is small too," {hhe} said, "and it opens the biggest door."
Only {a_helper} took {him} seriously. "Your day will come," {hhe} said.
*
{Oneday}, there was great trouble: {danger}.
Then {oneday} everybody ran around and shouted, for {danger}.
And then it happened: {danger}. Nobody knew what to do.
*
The big ones pulled and pushed. They were much too big to help.
The strong ones tried it, and the tall ones tried it. In vain.
"If only one of us were small!" they cried. Then everyone turned around.
*
"Let me try," said {hero}. {He} {deed}.
{Hero} did not hesitate. {He} {deed}.
"I am small enough," said {hero}. And {he} {deed}.
*?
Everybody cheered and lifted {him} high into the air.
"Hurrah for {name}!" they shouted, and {hero} got the first piece of cake.
From that day on nobody said "too small" any more.
"How lucky we are to have you," said {helper}, and winked.
moral: nobody is too small to do great things
moral: it is not size that counts but courage
end: {Hero} saves the day, because {he} is so small.
short: {Hero_named} was always told that {he} was too small. But when {danger}, only {he} could help, and from then on {he} was proud to be small.
next: The next morning, there was a small medal on {his} doorstep.
ask: what was the trouble? / what was the problem? / what happened? > The trouble was that {danger}.
ask: how did {he} help? / what did {he} do? / what did {name} do? > {Hero} {deed}.
ask: who believed in {him}? / who comforted {him}? > {A_helper} believed in {him}.

## the journey
needs: helper friend
about: a journey; adventure; travelling; going on a trip
who: goes on a journey > set out on a long journey
who: goes on an adventure > dreamed of a great adventure
who: wants to see the world > wanted to see the world
set: goal, sight = the sea, it was wide and blue and never stood still; the highest mountain, one could see the whole world from there; the end of the river, it poured into a lake as smooth as glass; the big city, its lights were brighter than the stars; the land behind the hills, the meadows there were full of poppies; the place where the sun goes down, the whole sky was gold and pink; the oldest tree in the world, it took twenty steps to walk around it; the great waterfall, a rainbow stood in it day and night
*
"What is behind the hill?" {hero} asked. Nobody knew. So {he} wanted to see {goal} with {his} own eyes.
{Hero} had heard of {goal} and could think of nothing else.
In an old book {hero} had read about {goal}. "I must go there," {he} said.
*
{Oneday}, {he} packed [bread, a blanket and a whistle|an apple and a map|a warm scarf and three plums] and set out.
{Oneday}, {he} tied a bundle, waved goodbye and went off, singing.
{Oneday}, before the sun was up, {he} closed the door softly and was on {his} way.
*
At the first bend {he} met {a_friend}. "Where are you going?" asked {friend}. "To see {goal}." "Then I will come too!"
On the second day {he} met {a_friend}, who wanted to come along.
Soon {he} was not alone any more, for {a_friend} joined {him}.
*
But then they came to a [deep river without a bridge|wall that was as high as a house|wide swamp|road that split in three], and there they stood.
On the third day they could go no farther. A [rock|fallen tree|flood] blocked the way.
Then it rained for two days. Their feet hurt, and the bread was gone.
*?
"We should turn back," said {friend}. But {hero} did not want to give up.
{Hero} sat down. "It is too far," {he} sighed. For the first time {he} thought of {his} warm bed.
They tried this and they tried that, and nothing worked.
*
Luckily {a_helper} lived near by. {Helper} showed them a secret path and gave them a bag of nuts.
{A_helper} heard them sigh. "I know a way," {hhe} said, and led them.
"May I help you?" asked {a_helper}. {Hhe} gave them soup, a dry bed and good advice.
*
And one morning they were there: {goal}! And truly, {sight}.
After many days they saw it at last: {goal}. {Sight}.
They came around the last corner and stood still. There was {goal}, and {sight}.
*?
They sat there for a long time without a word. Then {hero} said, "Now I want to go home and tell everyone."
{Hero} took a small pebble as a keepsake, and it lies on {his} window sill to this day.
"It was worth every step," said {hero}, and {friend} nodded.
moral: great journeys are made of small steps
moral: the best thing about a journey is the friends on the way
moral: it pays not to give up
end: {Hero} and {friend} reach {goal} at last.
short: {Hero_named} wanted to see {goal} and set out. With {a_friend} and the help of {a_helper} {he} got there in the end.
next: On the way back, they took another road, so that they would see something new.
ask: where did {he} want to go? / where did {name} go? / what did {he} want? > {He} wanted to see {goal}.
ask: who went with {him}? / who came along? > {A_friend} went with {him}.
ask: who helped them? / who helped {him}? / who helped {name}? > {A_helper} helped them.

## lost little one
needs: helper
about: helping others; finding a mother; kindness
who: finds a lost baby animal > found a lost baby animal
who: helps a lost little one > helped someone who was lost
set: baby, call = duckling, peep; kitten, mew; lamb, baa; puppy, whimper; chick, cheep; baby owl, hoo; piglet, squeak; baby bat, squeak; gosling, peep
*
{Oneday}, {hero} heard a tiny {call} {nook1}.
{Oneday}, something small and wet sat {nook1}. "{Call}," it went.
{Oneday}, {he} almost tripped over something soft. "{Call}!" it said.
*
It was a {baby}, all alone. "I have lost my mother," it sobbed.
A {baby} looked at {him} with round eyes. It had lost its family.
There sat a {baby} that did not know where it belonged.
*?
{Hero} had really wanted to [go for a swim|take a nap|go to the market|play] that day. But {he} did not think about that now.
"Do not cry," said {hero}. "I will help you, even if it takes all day."
{He} dried its tears and gave it [half of {his} bun|a sip of water|{his} scarf].
*
Together they asked [the geese|the sheep|an old frog]. "Not mine," was the answer. They asked [the crows|a busy hen|the cows]. "Not mine either."
They looked {nook2} and {nook3}. No mother anywhere.
They walked and walked. Whenever the {baby} was tired, {hero} carried it.
*
Then {he} asked {a_helper}. "I heard somebody calling by the [water|big tree|old wall]," {hhe} said. "She sounded very worried."
At last they met {a_helper}, who knew everybody. "Go past the [well|fence|tall rock] and listen," {hhe} said.
{A_helper} helped them and climbed up high to look around. "There! Somebody is searching over there!"
*
They ran there. "My child!" cried a voice, and the {baby} was in its mother's arms.
And there came the mother, out of breath and full of joy.
The {baby} gave one loud "{call}", and from far away came the answer. Then they had found each other.
*?
"How can I thank you?" asked the mother. "You already have," said {hero}, for the little one had fallen asleep smiling.
That evening {hero} was tired, but it was the best kind of tired.
From then on the {baby} came to visit every Sunday.
moral: whoever helps others finds joy
moral: there is always time for a kind deed
end: {Hero} brings the {baby} back to its mother.
short: {Hero_named} found a {baby} that had lost its mother. With the help of {a_helper} {he} brought it home.
next: A year later, the {baby} was big, but it still remembered {hero}.
ask: who was lost? / who did {he} find? / who did {name} find? > {He} found a {baby} that had lost its mother.
ask: who helped {him}? / who helped {name}? / who helped them? > {A_helper} helped them to find the mother.
"""
