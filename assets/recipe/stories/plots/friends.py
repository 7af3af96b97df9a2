"""Plots about others: new friends, jealous friends, quarrels, parties, the new child, the grumpy neighbour."""

TEXT = r"""
## new friend
needs: friend
about: friendship; making friends; being lonely; a new friend
who: has no friends > had no friends
who: is lonely > was lonely
who: is looking for a friend > was looking for a friend
who: wants a friend > wished for a friend
*?
All day {hero} played alone. {He} built alone, {he} ate alone, and {he} laughed alone, but not very often.
{Hero} had a lot of games, but nobody to play them with.
Everybody there seemed to have a friend. Only {hero} had none.
In the evening {hero} said good night to {himself}, for there was nobody else.
*
{Oneday}, {he} made up {his} mind. "Today I will find a friend," {he} said.
{Oneday}, {hero} packed a sandwich for two and set out.
"A friend will not fall from the sky," {he} said {oneday}, and started to look.
{Oneday}, {he} put on {his} best smile and went out.
*
{He} asked a [snail|butterfly|pigeon], but it [was in a hurry|had no time|was already late]. {He} asked a [beetle|cloud|bee], but it [just moved on|did not listen|hummed and was gone].
First {he} met [two geese|three ants|a row of ducks], but they [only talked to each other|had work to do]. Then {he} met a [stone|scarecrow|hat on a stick], and that did not answer at all.
The [sparrows|children at the corner] laughed and ran away. The old [goat|cat] only yawned.
*?
{He} sat down and unwrapped the sandwich. It looked very big for one.
A tear rolled down {his} cheek.
"Maybe I am too odd," {he} thought.
The sun went lower, and {his} shadow was the only one beside {him}.
*
{Then} {he} heard a sniff {nook1}. There sat {a_friend}, all alone too.
{Then} a small voice asked, "Is this place taken?" It was {a_friend}.
Somebody was hiding {nook1}. It was {a_friend}, who was even shyer than {he} was.
{Nook1} sat {a_friend}, playing a game for two all alone.
*
"Do you want half of my sandwich?" asked {hero}. {Friend} nodded, and {fhis} eyes grew bright.
"Hello," said {hero}. "Hello," said {friend}. Then neither of them knew what to say, and they both began to giggle.
"I am looking for a friend," said {hero}. "What a coincidence," said {friend}. "So am I."
"Shall we play?" asked {hero}. "I thought nobody would ever ask," said {friend}.
*?
They [played|raced|talked] until the sun went down, and the next day they did it all over again.
From that day on, one was never seen without the other.
They found out that they both liked {like} and that neither of them liked [cold soup|Mondays|wet socks].
Soon they had a secret handshake and a song of their own.
moral: a friend may be just around the corner, waiting for a hello
moral: whoever says hello first opens a door
moral: friendship begins with a kind word
end: {Hero} and {friend} become friends.
short: {Hero_named} was lonely and looked for a friend. In the end {he} found {a_friend}, who was just as lonely, and from then on they were never alone.
next: The next morning, {friend} came by with a ball under {fhis} arm.
ask: who became {his} friend? / who was the friend? / who did {he} meet? / who did {name} meet? > {He} met {a_friend}, and they became friends.
ask: why was {he} sad? / why was {name} sad? > {He} was sad because {he} had no friends.
ask: what did {he} want? / what was {name} looking for? > {He} was looking for a friend.

## jealous friend
needs: friend
about: jealousy; being jealous; friendship
who: is jealous > was jealous
who: is jealous of a new friend > was jealous of someone new
set: newcomer = a young goat; a quick hare; a girl from the city; a funny parrot; a white cat; a boy with a drum; a small otter; a squirrel with a violin; a cheerful frog
*
{Hero} and {friend}, {his_friend_is}, did everything together.
The best friend of {hero} was {a_friend}. They met every day [under the same tree|after breakfast|at four o'clock].
Nobody laughed as much with {hero} as {a_friend}, {his} best friend.
*
Then {newcomer} moved in, and {friend} spent a lot of time with the new neighbour.
But {oneday} {newcomer} came along, and {friend} wanted to play with both of them.
{Oneday}, {hero} saw {friend} laughing with {newcomer}. It gave {him} a sting in the heart.
*?
"{Friend} does not like me any more," {hero} thought, and [stamped {his} foot|kicked a pebble|hid behind the door].
{Hero} felt hot and cold at once. "That is my friend," {he} muttered.
{Hero} would not say hello, and pretended to be busy with a very boring stone.
*
When {friend} called, {he} did not answer. "Go to your new friend!" {he} shouted.
{He} stayed at home for three days and said that {he} had a cold.
"I do not want to play," {he} said, though {he} wanted nothing more.
*
At last {friend} came and sat down beside {him}. "Why are you so cross?" {fhe} asked softly.
{Friend} knocked and brought soup for the cold. There was no cold, and {hero} had to tell the truth.
"I miss you," said {friend}. "What have I done?"
*
"I thought there was no room for me now," said {hero}. "Silly," said {friend}. "A heart is not a bench. There is always room."
"I was afraid that you would forget me," whispered {hero}. {Friend} shook {fhis} head. "A second friend does not push out the first."
{Hero} told {fhim} everything. "You are my oldest friend," said {friend}, "and nobody can take that away."
*?
The next day they played as three, and it turned out that some games are much better that way.
Then {hero} invited {newcomer} to play too. That was the start of the funniest summer ever.
So {hero} went along, and {newcomer} turned out to know the best jokes.
moral: a heart has room for more than one friend
moral: jealousy grows in silence and melts when we talk about it
moral: a new friend does not take the old one away
end: {Hero} and {friend} make up, and then they all play together as three.
short: {Hero_named} was jealous because {friend} had a new friend. They talked about it, and after that all three of them played together.
next: A week later, the three of them started a band.
ask: why was {he} jealous? / who was {he} jealous of? / why was {name} cross? > {He} was jealous of {newcomer}, because {friend} played with the new neighbour.
ask: who was {his} best friend? / who is {friend}? > {Friend} was {his} best friend.

## quarrel
needs: friend
about: saying sorry; a quarrel; forgiveness; making up
who: has a quarrel with a friend > had a quarrel with a friend
who: has to say sorry > found it hard to say sorry
set: cause = who had found the biggest chestnut; what to call a cloud; who should go first; whose turn it was; whether soup is better hot or cold; who could jump farther; the last piece of cake; who had started it
*
{Hero} and {friend}, {his_friend_is}, had never quarrelled, until {oneday}.
{Hero} had a good friend, {a_friend}. {Oneday}, however, they had a quarrel.
{Oneday}, {hero} and {friend}, {his_friend_is}, began to argue.
*
It was about {cause}. "I am right!" shouted one. "No, I am!" shouted the other.
They quarrelled about {cause}, and it got louder and louder.
Nobody could tell any more how it began, but it was about {cause}.
*
"I will never speak to you again!" cried {hero}, and went off without looking back.
{Hero} said something unkind, and {friend} went very quiet. Then they both went home.
In the end each of them sat alone with folded arms.
*?
On the first day {hero} was angry. On the second {he} was bored. On the third {he} was {sad}.
But the sun shone and it was no fun. The wind sang and it was no fun. Everything was no fun without {friend}.
{Hero} tried to play the old games alone. But who wants to play catch with a tree?
*
"I should say sorry," {he} thought. But the word stuck in {his} throat like a dry crumb.
{He} practised in front of the mirror: "Sor... sor... soup." It was a hard word.
{He} wrote a note, crumpled it up and wrote a new one. It had only one word: Sorry.
*
{Hero} set out, and halfway there {he} met {friend}, who was coming to {him}. "Sorry!" they both said at once.
{He} ran to {friend_poss} door. Before {he} could knock, it opened. "I am sorry," said {hero}. "Me too," said {friend}.
{He} found {friend} {nook1}. "I am sorry that I shouted," {he} said. "I was unkind too," said {friend}.
*?
Then they had to laugh, because it had all been about {cause}.
They shook hands, and the world had its colours back.
They shared a big bun, and each wanted to give the other the larger half.
moral: a small sorry can mend a big quarrel
moral: being friends is better than being right
moral: forgiveness makes two hearts light
end: They say sorry to each other and are friends again.
short: {Hero_named} and {friend} had a quarrel about {cause}. They missed each other so much that both said sorry, and then they were friends again.
next: Since that day they have a rule: whoever starts to shout has to stand on one leg.
ask: what was the quarrel about? / what did they argue about? / why did they quarrel? > They quarrelled about {cause}.
ask: who did {he} quarrel with? > {He} quarrelled with {friend}, {his_friend_is}.

## surprise party
needs: friend
about: a birthday; a surprise party; birthdays
who: has a birthday > was waiting for a birthday
who: thinks that everyone forgot {his} birthday > thought that everyone had forgotten {his} birthday
flags: funny
*
It was {his} birthday. {Hero} jumped out of bed and waited for somebody to say something.
{Hero} had counted the days: ten, nine, eight, and now it was {his} birthday at last!
When the sun rose on {his} birthday, {hero} put on {his} finest hat.
*
But nobody said a word. {Friend}, {his_friend_is}, only said, "Nice weather," and hurried on.
{He} went to {friend}, {his_friend_is}. "Do you know what day it is?" {he} asked. "Of course," said {friend}. "It is washing day."
{He} met {friend}, {his_friend_is}, who was carrying a big bag. "I have no time today," said {friend}.
*?
{He} asked the [baker|postman|neighbour]. "Today? Nothing special," was the answer.
Everyone {he} met was in a hurry, and whispered, and looked away.
{He} waited for a letter. There was none. {He} waited for a song. There was none.
*
"They have all forgotten me," {he} thought, and went home with hanging head.
{Hero} sat {nook1} and sang a birthday song to {himself}, very softly.
By the evening {hero} was so sad that even the birthday hat drooped.
*
{He} opened {his} door. It was dark inside. Something giggled.
At home it was dark and quiet. Too quiet. Somebody sneezed behind the [sofa|curtain|stove].
When {he} came home, there was a light under the door and a smell of [cake|cinnamon|chocolate].
*
"Surprise!" shouted {friend}, and everyone jumped up. There were lamps and garlands and a cake as big as a wheel.
"Happy birthday!" they all cried. {Friend} carried in a cake [with too many candles|that leaned a little to the left].
Suddenly it was bright. Everybody was there! "We had to keep it secret all day," said {friend}. "That was so hard!"
*?
{Hero} laughed and cried at the same time, and then {he} ate four pieces of cake.
They danced until the floor shook, and {hero} blew out all the candles with one breath.
"You did not forget me," said {hero}. "Forget you?" said {friend}. "Never."
moral: when friends keep a secret, it may be a happy one
moral: those who love us do not forget us
end: There is a surprise party, and everyone celebrates with {hero}.
short: {Hero_named} thought that everyone had forgotten {his} birthday. But {friend} and the others had only kept a secret, for they had made a surprise party.
next: The next day, {hero} was still finding pieces of cake in funny places.
ask: why was {he} sad? / why was {name} sad? > {He} was sad because {he} thought that everyone had forgotten {his} birthday.
ask: what was the surprise? / what was the secret? > The surprise was a birthday party.
ask: who made the party? / who planned the party? > {Friend}, {his_friend_is}, and the others planned it.

## the new one in school
needs: friend
about: the first day at school; school; starting school; being new
who: goes to school for the first time > went to school for the first time
who: is new at school > was new at school
flags: land
*
Today was the first day of school. {Hero} had a new bag and a knot in {his} stomach.
{Hero} had polished {his} shoes and packed {his} bag twice. It was the first day of school.
"School starts today," {hero} said to {his} breakfast, but {he} could not eat a bite of it.
*?
"What if nobody talks to me?" {he} thought. "What if I cannot find the [door|bathroom|right chair]?"
{His} steps grew smaller and smaller, and at the gate they stopped.
The [school|schoolhouse] looked as big as a mountain, and everybody else seemed to know where to go.
*
In the classroom everybody talked at once. {Hero} did not know a single face.
{He} walked into the wrong room, then into a broom cupboard, and at last into the right class.
The bell rang so loudly that {hero} dropped {his} pencils. They rolled everywhere.
*
{A_friend} waved at {him}. "Here," said {friend}. "I am new too. Shall we sit together?"
Beside the last empty chair sat {a_friend}. "Are you scared as well?" whispered {friend}. "A bit," said {hero}. "Me too. Now it is only half as much."
{A_friend} moved over on the bench. "There is room here," said {friend} and smiled.
*
The teacher [drew a big A|told a story about the letter M|asked for their names] and everybody [laughed|listened|sang].
They learned a song, drew a house and counted to twelve.
They painted, they sang, and at noon {hero} and {friend} swapped their [sandwiches|apples|buns].
*?
Once {he} gave a wrong answer, but nobody laughed. "Good try," said the teacher.
In the break they played catch, and {hero} was almost never caught.
{He} even found the bathroom all alone.
*?
When the bell rang, {hero} was surprised. "Already over?" {he} asked. "Can we come back tomorrow?"
In the evening {he} talked so much that the soup got cold.
"How was it?" they asked {him} at home. "Too short," said {hero}.
moral: everything new is only new once
moral: courage can be as small as walking through a door
moral: somebody else is always new too
end: {Hero} finds a friend in {friend} and looks forward to the next day at school.
short: {Hero_named} was afraid of the first day at school. Then {he} sat next to {a_friend}, who was new too, and in the end the day was far too short.
next: On the second day, {hero} walked through the gate as if it were {his} own garden.
ask: who sat next to {him}? / who helped {him}? / who was {his} new friend? > {A_friend} sat next to {him}.
ask: why was {he} nervous? / what was {he} afraid of? > {He} was nervous because it was {his} first day at school.

## the grumpy neighbour
needs: helper
about: kindness; a grumpy neighbour; being nice
who: has a grumpy neighbour > had a very grumpy neighbour
set: neighbour = an old badger; a big rooster; an old giant; a tall heron; a troll; an old captain; a retired wizard; a stern goose; a huge toad
*
Next door lived {neighbour}, who never said hello and always slammed the door.
The neighbour was {neighbour}. "Too loud!" came the shout over the fence, day after day.
Everybody walked around one house, for {neighbour} lived there and growled at all who passed.
*
{Oneday}, the ball flew over the fence. Nobody dared to fetch it.
{Oneday}, {hero} met the neighbour at the gate. "Go away!" was all {he} got to hear.
{Oneday}, {hero} heard a sad sound from next door. It sounded like a sob.
*
"Nobody is grumpy for no reason," said {a_helper}. "Perhaps somebody just needs a little kindness."
{He} asked {a_helper} for advice. "Have you ever tried a cookie?" said {helper}.
{A_helper} knew more. "Nobody has visited that house for [ten|twenty] years," {hhe} said.
*
So {hero} put [a flower|a bun|a jar of jam|a drawing] in front of the door, knocked and ran away.
The next morning {hero} laid [an apple|a cookie|a flower] on the neighbour's step. And so {he} did every morning.
{Hero} took all {his} courage, knocked, and said, "Would you like some soup?"
*
On the first day there was only a grunt. On the second there was a smaller grunt. On the third it was almost a word.
At first nothing happened. Then a curtain moved.
"Hmpf," said the neighbour. But the plate came back empty and clean.
*
And {oneday} the door opened. "Come in," said the neighbour in a rusty voice. "I have made tea."
{Then} the neighbour stood at the fence with the lost ball and almost smiled. "It needed air," said the neighbour. "I pumped it up."
"Why are you kind to me?" asked the neighbour. "Because you live here," said {hero}.
*?
It turned out that {neighbour} knew the best stories far and wide.
From then on nobody slammed the door. It stood open instead.
Now there were two cups on the table every afternoon.
moral: behind a grumpy face there may be a lonely heart
moral: kindness opens doors that shouting cannot
end: The grumpy neighbour becomes a friend.
short: {Hero_named} had a grumpy neighbour, {neighbour}. With small kind deeds, day after day, {he} won the neighbour's heart.
next: The next week, the neighbour came to {his} house for the first time and brought a pie.
ask: who was the neighbour? / who lived next door? > The neighbour was {neighbour}.
ask: who gave {him} advice? / who helped {him}? > {A_helper} gave {him} good advice.

## being different
needs: friend helper
about: being different; being yourself; being special
who: is different from the others > was different from all the others
who: looks different > looked different from the others
set: oddity, rescue = had one ear much bigger than the other, heard a faint call long before anyone else; glowed a little in the dark, lit the way like a lamp; was striped in two colours, could be seen from very far away; could not stop humming, hummed so that everyone could follow the sound; walked backwards, saw what was coming from behind; was much smaller than all the others, slipped through a gap where nobody else could; had very long toes, stood safely where others slipped; had a voice like a foghorn, called so loudly that everyone heard
*
{Hero} was not like the others, for {he} {oddity}.
There was one odd thing about {hero}: {he} {oddity}.
Everyone noticed it at once: {hero} {oddity}.
*
The others [giggled|laughed and pointed|whispered] when {he} came by. "Look how odd!" they said.
"You cannot play with us," the others said. "You are too strange."
{Hero} tried to hide it under a [hat|scarf|blanket], but it was no use.
*
"I wish I were like everyone else," {he} told {a_helper}. "Wait," said {helper}. "Some gifts need their day."
Only {a_helper} smiled at {him}. "What is different is not wrong," {hhe} said.
{He} cried a little, and {a_helper} dried {his} tears. "One day you will be glad of it," {hhe} said.
*
{Oneday}, a thick fog came. {A_friend} had gone out to play and did not come home.
Then there was a great storm, and {a_friend} was lost in it.
{Oneday}, {a_friend} fell into a deep hole, and nobody knew where {fhe} was.
*
Everybody searched, but in vain. Then {hero} stepped forward. {He} {rescue}.
Nobody knew what to do. But {hero} {rescue}.
The strong ones could not help, nor the quick ones. Then {hero} came and {rescue}.
*
So {friend} was found and brought home. "Without you I would still be there," said {friend}.
Soon {friend} was safe and wrapped in a blanket, with {hero} by {fhis} side.
And so {friend} was saved. Everybody cheered for {hero}.
*?
Nobody laughed at {him} any more. "Can you teach us that?" some of them even asked.
"How good that you are just as you are," they said.
And {hero}? {He} took off the hat and was {himself}, from that day on.
moral: what makes us different can be our greatest gift
moral: it is good to be just as we are
end: {Hero} saves {friend} just because {he} is different, and nobody laughs at {him} any more.
short: {Hero_named} was laughed at because {he} {oddity}. But when {friend} was lost, {he} was the only one who could help, and from then on {he} was proud of it.
next: The next day, some of the others tried to be different too, and it looked very funny.
ask: how was {he} different? / why did they laugh at {him}? / what was different about {name}? > {He} {oddity}.
ask: who did {he} save? / who was lost? > {He} saved {friend}.

## the new baby
needs: helper
about: a new baby; a little brother; a little sister; siblings
who: gets a little brother > was about to get a little brother
who: gets a baby sister > was about to get a baby sister
set: sibling, she, her = little brother, he, him; baby sister, she, her; little sister, she, her; baby brother, he, him
*
At home there was big news: {hero} now had a {sibling}.
For a long time {hero} had been the only child. Then the {sibling} came.
{Oneday}, there was a basket in the room, and in the basket lay a {sibling}.
*
Everybody came to look at the baby. "How sweet!" they said. Nobody looked at {hero}.
The baby cried and slept, slept and cried, and could not even play ball.
"Yes, later," everyone said to {hero}. "First the baby." It was always first the baby.
*?
"Can we give it back?" asked {hero}.
{Hero} built a tower as high as the ceiling, but nobody saw it.
{Hero} hid {nook1} and waited to be missed.
*
{A_helper} sat down beside {him}. "When you were small," {hhe} said, "you cried much louder."
"Do you know a secret?" said {a_helper}. "The baby looks at nobody as much as at you."
{A_helper} had an idea. "Babies cannot do anything yet," {hhe} said. "They need someone big to show them."
*
That night the baby cried and would not stop. Nobody could calm {her}.
The next day the baby screamed until the windows shook. Nothing helped, no bottle and no song.
In the evening the baby was very unhappy. Everyone was tired and did not know what to do.
*
{Hero} went to the basket and made {his} funniest face. It grew quiet. Then the baby laughed for the very first time!
{Hero} hummed a little song that {he} had made up {himself}. And the baby went quiet and looked at {him} with big eyes.
{Hero} held out one finger. The baby took hold of it and did not let go.
*?
"Only you can do that," everyone said. And {hero} felt as tall as a tree.
"All right," said {hero}. "We will keep {her}."
From that evening on, {hero} told {her} a story every night, and the baby listened best of all.
moral: love does not get smaller when it is shared
moral: it is a fine thing to be the big one
end: {Hero} makes the baby happy and is proud to be the big one.
short: {Hero_named} was not happy about the new {sibling}. But when the baby cried, only {he} could make {her} happy, and then {he} was proud.
next: A few weeks later, the baby said a first word. It was the name of {hero}, or at least something like it.
ask: who was born? / who was new? / who was in the basket? > It was a {sibling}.
ask: why was {he} unhappy? / why was {name} sad? > {He} was unhappy because everyone looked only at the baby.
"""
