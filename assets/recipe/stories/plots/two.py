"""Plots for two heroes, who are called {hero} and {friend}."""

TEXT = r"""
## two and the one bun
flags: duo
about: sharing; being fair
set: treat = bun; apple; pear; slice of cake; cookie; pancake; plum; bowl of porridge; piece of cheese
*
{Oneday}, they found one last {treat} {nook1}. "Mine!" they both cried.
{Oneday}, there was only one {treat} left for the two of them.
{Oneday}, somebody gave them a {treat}, but only one.
*
"I saw it first," said {hero}. "But I smelled it first," said {friend}.
{Hero} pulled on one side and {friend} pulled on the other.
"I am bigger," said {hero}. "I am hungrier," said {friend}.
*
They argued until the sun stood high. The {treat} got drier and drier.
They turned their backs on each other and said nothing for an hour.
Neither of them wanted to give in, and both their bellies rumbled.
*
Then {a_helper} came by. "Who is best at cutting?" {hhe} asked. "I am," said {hero}. "And who is best at choosing?" "I am," said {friend}.
{A_helper} heard the noise. "One of you cuts, and the other one chooses," {hhe} said.
"That is easy," said {a_helper}. "{Hero} cuts it in two, and {friend} picks the first half."
*
So {hero} cut it as fairly as {he} could, exactly in the middle. And {friend} chose.
{Hero} measured three times before {he} cut. Both halves were the same, down to the last crumb.
{Hero} cut it very, very carefully. "You may choose," {he} said to {friend}.
*
They sat side by side and chewed. Half of it tasted better than the whole of it would have.
"I got the better half," said {friend}. "No, I did," said {hero}. And they laughed.
Each of them kept a little piece for {helper}, and so they all had some.
moral: fair sharing keeps friends together
moral: half of it with a friend tastes better than the whole alone
end: They share the {treat} fairly.
short: {Pair_named} both wanted the last {treat}. {A_helper} told them how to share it fairly, one cutting and the other choosing, and they were friends again.
next: The next day, they found two of them, and even then they cut each one in half.
ask: what did they quarrel about? / what did they find? / what did they both want? > They both wanted the last {treat}.
ask: who helped them? / who had the idea? > {A_helper} had the right idea.

## two build a boat
flags: duo
about: teamwork; working together; a boat
*
{Oneday}, the two of them wanted to cross the water, but they had no boat. "Then we will build one," said {hero}.
"On the other side the berries are sweeter," said {friend} {oneday}. "But how do we get across?" asked {hero}.
{Oneday}, they saw an island in the distance. "I want to go there," said {hero}. "So do I," said {friend}.
*
{Hero} wanted a round boat. {Friend} wanted a long one. So each of them built one alone.
"I know how it is done," said {hero}. "I know it better," said {friend}. And each of them began to build.
{Hero} had all the wood, and {friend} had all the rope, but neither wanted to share.
*
The boat of {hero} turned in circles. The boat of {friend} tipped over. Both of them got wet.
{Hero} sank after three strokes. {Friend} sank after four. They sat on the shore, dripping.
There was a gurgle on the left and a gurgle on the right, and then there were two wet noses.
*
They looked at each other and had to laugh. "Your rope is good," said {hero}. "Your wood is good," said {friend}.
"Yours was too round," said {friend}. "Yours was too long," said {hero}. "Then let us make one in the middle."
"Perhaps we should do it together," said {hero}, wringing out {his} hat.
*
So they put everything together: wood and rope, two heads and all their hands.
They began again. {Hero} held, {friend} tied, and they both sang.
From two broken boats they made a single whole one.
*
It was neither round nor long, but it floated. And so they sailed across in the evening sun.
When it was finished, they named it "We Two", and it carried them safely over.
The new boat did not sink. {Hero} steered, {friend} rowed, and then they swapped.
*?
The berries over there were not sweeter. But the trip had been worth it.
On the other side they ate supper and planned the next trip.
And if the wind is right, one can still hear them singing.
moral: two heads and one plan build the best boat
moral: together we get farther than alone
end: They build one boat together and sail across.
short: {Pair_named} each built a boat, and both boats sank. Then they put everything together, and the new boat carried them across.
next: The next week, they built a small harbour for their boat.
ask: what did they build? / what did they want to build? > They built a boat.
ask: what went wrong? / why did the boats sink? > Their boats sank because each of them built alone.

## two at hide-and-seek
flags: duo funny
about: playing; hide-and-seek; friendship; something funny
*
{Oneday}, they played hide-and-seek. {Hero} counted to twenty, and {friend} hid.
{Oneday}, the two played hide-and-seek. "You will never find me!" said {friend}.
"Let us play hide-and-seek," said {hero} {oneday}. {Friend} was off before {he} had finished.
*
{Hero} looked {nook1}. Nobody. {He} looked {nook2}. Nobody. {He} even looked into a teapot.
First {hero} searched {nook1}, then {nook2}. There was only a sleepy beetle.
{Hero} looked up, down and {nook1}. {Friend} was not there.
*
{Friend} sat {nook3} and had to hold {fhis} mouth shut so as not to giggle.
All that time {friend} was sitting {nook3}, as quiet as a stone.
{Friend} had found a place {nook3}, so good that nobody could see even the tip of {fhis} nose.
*
An hour went by. {Friend} got bored. {Hero} got hungry and went home to have some soup.
It was so quiet there that {friend} fell asleep. {Hero} looked and looked.
"Maybe {fhe} went home," thought {hero}, and {he} sat down, right next to the hiding place.
*
When {friend} came out, there was nobody. "Now I must look for {hero}!" {fhe} said. So they both looked for each other until evening.
Then it got dark. "Where are you?" called {hero}. "Where are you?" called {friend}. They both went round the same tree in circles.
At last {friend} crept out to look, and {hero} crept in to look. They missed each other by a hair, three times.
*
In the end they bumped into each other, bottom first. "Found you!" they both cried.
Bump! They ran into each other at a corner. "I won!" said {hero}. "No, I did!" said {friend}.
Suddenly there was a sneeze. "Bless you," said {hero}. "Thank you," said {friend}. "Oh!" they both said.
*
They laughed so hard that they had to hold on to each other.
"Next time we will play something where we can see each other," said {hero}.
And nobody knows to this day who won. But both of them had a wonderful time.
moral: the best part of hiding is being found
moral: winning is not as nice as laughing together
end: They bump into each other and laugh about it.
short: {Pair_named} played hide-and-seek. {Friend} hid so well that in the end they were both looking for each other, until they bumped together and laughed.
next: The next day, they played catch, and that ended in a pond.
ask: what did they play? / what game did they play? > They played hide-and-seek.
ask: where did {friend} hide? / where was {friend}? > {Friend} hid {nook3}.

## two who were enemies
flags: duo
about: friendship; making up; enemies who become friends; being different
*
At first they could not stand each other. {Hero} found {friend} too loud, and {friend} found {hero} too odd.
Everybody said that the two of them could never be friends. And they believed it.
They lived next to each other and never said hello. Nobody remembered why.
*?
When {hero} went left, {friend} went right. There was even a line in the sand between them.
{Hero} built a fence. {Friend} built a higher one. In the end neither of them could see the sun.
They stuck out their tongues at each other every morning, at eight o'clock sharp.
*
{Oneday}, there was a great storm, and it carried off both their roofs.
Then {oneday} it snowed so much that both their doors were blocked.
But {oneday} a flood came, and only one small dry spot was left for the two of them.
*
There they sat, wet and cold, side by side. At first neither of them said a word.
It was cold. {Hero} had a blanket, and {friend} had matches. They looked at each other out of the corners of their eyes.
{Friend} shivered. {Hero} saw it and looked away. Then {he} looked again.
*
"Would you like half of my blanket?" {hero} asked at last. "Only if you take half of my bread," said {friend}.
"Here," grumbled {hero} and shared {his} blanket. "Thank you," grumbled {friend} and shared {fhis} bread.
Then {friend} sneezed, and {hero} said "Bless you." That was the beginning.
*
They talked all night. It turned out that they both loved {like}.
And when they began to talk, they found that they laughed at the same things.
By morning each of them knew a secret of the other.
*?
When the sun came back, they built one house with one roof, big enough for both.
The fence made good firewood. And they have sat by that fire together ever since.
Now they say good morning at eight o'clock sharp, with a bow.
moral: the one you do not know may be your best friend
moral: a warm blanket shared can end a long quarrel
end: They share what they have and become friends.
short: {Pair_named} could not stand each other. But when bad weather left them with nothing, they shared a blanket and some bread, and became friends.
next: In spring, they planted an apple tree where the line had been.
ask: why did they become friends? / how did they become friends? > They shared what they had in bad weather and began to talk.
ask: what did {hero} share? > {Hero} shared {his} blanket.

## two on a journey
flags: duo night
about: a journey; friendship; adventure; travelling
set: goal, sight = the sea, it was so wide that they had no words; the big mountain, they could see their home from there, as small as a button; the place where the rainbow ends, there was no gold, but the grass was striped; the city of a thousand lights, it glittered like a second sky; the lake in the moon valley, the moon lay in it like a silver coin; the oldest oak, it told them a story, or perhaps that was the wind
*
"Have you ever seen {goal}?" asked {hero} {oneday}. "Never," said {friend}. "Then let us go."
{Oneday}, they packed their bags, for they wanted to see {goal}.
{Oneday}, a bird told them about {goal}, and they could not forget it.
*?
{Hero} carried the map, and {friend} carried the sandwiches. By noon the sandwiches were gone, and so was the map.
They walked and sang. {Hero} sang high, and {friend} sang low.
The first day was easy. On the second their feet hurt, and on the third it rained.
*
At a crossroads they quarrelled, and each took another road. But soon it was too quiet, and they both turned around.
Then {friend} hurt {fhis} foot. "Go on without me," {fhe} said. "Never," said {hero}, and carried {fhim} for a while.
They came to a wide river. They held on to each other and took one step after another, until they were over.
On the second day {hero} wanted to give up. "Only one more hill," said {friend}, and took {his} bag as well.
*
{A_helper} gave them a bed for the night and warm soup.
On the way they met {a_helper}, who showed them the last bit of the path.
"It is not far now," said {a_helper}, and gave them an apple each.
*
And then they were there. They saw {goal}, and {sight}.
At last they stood before {goal}. {Sight}.
One evening they came over a hill and saw it: {goal}. And {sight}.
*?
"I am glad that I am not here alone," said {hero}. "So am I," said {friend}.
They sat there until the stars came out, and then they slept, back to back.
"And now?" asked {friend}. "Now we go home," said {hero}, "and next year we come again."
moral: a long way is short with a good friend
moral: it is not where we go but who goes with us
end: They reach {goal} together.
short: {Pair_named} wanted to see {goal}. The way was hard, but they helped each other and got there together.
next: On the way home they found the map again. It had been in the shoe of {friend}.
ask: where did they want to go? / where did they go? / what did they want to see? > They wanted to see {goal}.
ask: who helped them? > {A_helper} helped them.

## two and the lost thing
flags: duo
needs: thing
about: losing something; saying sorry; a lost {thing}; blaming others
*
They had {a_thing} that belonged to both of them. {Thing_detail}
The dearest thing that they owned was {a_thing}. {Thing_detail}
They shared {a_thing}: one day it was with {hero}, and the next it was with {friend}. {Thing_detail}
*
{Oneday}, the {thing} was gone.
But {oneday} they looked for it, and it was nowhere to be found.
Then, {oneday}, it disappeared.
*
"You had it last!" said {hero}. "No, you!" said {friend}.
"You must have taken it," said {friend}. "Me? Never!" cried {hero}.
{Hero} blamed {friend}, and {friend} blamed {hero}.
*
They did not speak all day. {Hero} searched {nook1}, and {friend} searched {nook2}, each of them alone.
Each of them sat in a corner and was cross. It was a long, dull day.
They searched with their backs to each other. Nobody found anything.
*
Then {a_helper} asked, "What is worse, to lose a {thing} or to lose a friend?"
{A_helper} shook {hhis} head. "You are looking for who did it," {hhe} said, "and not for the {thing}."
"Two who quarrel see nothing," said {a_helper}. "Look once more, but together."
*
They were ashamed and said sorry. Then they looked together, {nook3}. There it was!
"Sorry," said one. "Sorry," said the other. And hand in hand they found it {nook3}.
So they made up, and {hero} lifted {friend} up so that {fhe} could see better. "There it is, {nook3}!" cried {friend}.
*?
The wind had carried it there. Nobody had been to blame.
A magpie had hidden it there. "Sorry," said the magpie, "it was so pretty."
"We put it there ourselves," said {hero}, "so that it would not get lost!" And they laughed at themselves.
moral: it is wrong to blame a friend before we know the truth
moral: two who look together see more than two who quarrel
end: They make up and find the {thing} {nook3}.
short: {Pair_named} lost their {thing} and blamed each other. When they made up and looked together, they found it {nook3}.
next: From then on, they wrote down who had the {thing} and when.
ask: what did they lose? / what was lost? > They lost their {thing}.
ask: where was it? / where was the {thing}? > They found it {nook3}.
ask: who helped them? > {A_helper} gave them good advice.

## two at night
flags: duo night
about: bedtime; being afraid at night; friendship; sleep
*
{Oneday}, they decided to sleep outside under the stars. "I am not afraid," said {hero}. "Me neither," said {friend}.
"Tonight we will sleep outdoors," said {hero} {oneday}. They took blankets, pillows and a lantern.
{Oneday}, they pitched a tent. It was the first night they had ever spent outside.
*
Then it got dark. Something rustled. "Did you hear that?" whispered {friend}.
The sun went down, and the lantern flickered. "What was that?" asked {hero}.
It got darker and darker. Somewhere something went crack. They moved closer together.
*
"It may be a [wolf|giant|robber]," whispered {hero}. "Or something worse," whispered {friend}.
{Hero} hid under {his} blanket. {Friend} hid under the blanket of {hero} too.
Four eyes stared into the dark. "You go and look," said {hero}. "No, you," said {friend}.
*
"Let us go together," they said. They held on to each other and held up the light.
At last they got up, hand in hand, one step and one more.
They took heart and looked out, both at the same time.
*
There sat {a_helper}. "Good evening," {hhe} said. "I could not sleep. May I stay with you?"
It was only {a_helper}, who was afraid of the dark too.
And what was it? {A_helper}, who had smelled their [cookies|cocoa|sandwiches].
*
They all laughed and made room. With three it was warm and not scary at all.
"Come in," they said. Then they shared the cookies and told stories until their eyes fell shut.
So they lay there side by side and counted the stars. At twenty-three they were all asleep.
*
{Friend} fell asleep first, then {helper}, and last of all {hero}.
And over them the moon kept watch until the morning.
"Good night," said {hero}. "Good night," said {friend}. And the night was good.
moral: the night is friendly when we look at it together
moral: even the scary ones can be scared
end: It is only {a_helper}, and they all fall asleep side by side.
short: {Pair_named} slept outside and heard something scary. It was only {a_helper}, and in the end they all slept side by side.
next: In the morning, all three had breakfast in the wet grass.
ask: who was there? / what was the noise? / who made the noise? > It was {a_helper}.
ask: why were they scared? / what were they afraid of? > They were scared because they heard a noise in the dark.

## two and the swap
flags: duo funny
about: envy; being content; swapping; something funny
*
"You have it good," said {hero} {oneday}. "No, you have it good," said {friend}. "Let us swap!"
{Oneday}, {hero} wanted to live like {friend}, and {friend} wanted to live like {hero}. So they swapped for one day.
They each thought that the other had the easier life. {Oneday}, they changed places.
*?
{Hero} went to the house of {friend}, and {friend} went to the house of {hero}.
They swapped hats, beds and breakfasts, and off they went.
"See you in the evening," they said, and each of them went through the wrong door.
*
{Hero} could not find the spoons, and the bed was much too [short|hard|wobbly].
In {friend_poss} house everything was the wrong way round. {Hero} bumped {his} head seven times.
{Hero} had to do all the work of {friend}. By noon {he} could not lift {his} arms any more.
*
{Friend} had no better luck. The soup tasted odd, and somebody kept asking {fhim} to dance.
And {friend}? {Fhe} watered the cat, brushed the flowers and fed the carpet.
{Friend} sat in the best chair, and it broke. Then {fhe} got lost on the way to the kitchen.
*
In the evening they met at the gate, tired and covered in scratches.
When the sun went down, they both came running. "How was it?" they asked at the same time.
They met halfway. Neither of them wanted to say it first.
*
"It was very... interesting," said {hero}. "Yes, very," said {friend}. Then they both burst out laughing.
"Your life is hard," said {hero}. "So is yours," said {friend}. And they gave each other their hats back.
"May I have my bed back?" asked {friend}. "Gladly," said {hero}, "it kicks."
*?
That night they both slept in their own beds again, and how well they slept!
Since then they only swap [sandwiches|jokes|umbrellas].
And they never again thought that the other one had it easy.
moral: everybody carries a load that others do not see
moral: our own bed is the best
end: They swap back and are content.
short: {Pair_named} swapped places for one day. It was hard for both of them, and in the evening they were glad to swap back.
next: The next day, {hero} found a sock of {friend} in the soup pot.
ask: what did they swap? / what did they do? > They swapped places for one day.
ask: how did it go? / did they like it? > No, it was hard for both of them.
"""
