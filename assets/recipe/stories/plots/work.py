"""Plots about making, working, saving something dear, and small adventures."""

TEXT = r"""
## building together
needs: friend helper
about: building something; teamwork; working together; not giving up
who: builds a {work} > wanted to build a {work}
who: wants to build something > wanted to build something
set: work, fail = treehouse, the floor fell down; raft, it sank with a gurgle; bridge, it broke in the middle; sandcastle, the water took it away; snow house, the roof melted; tower, it leaned over and fell; boat, it had more holes than wood; swing, the rope tore; windmill, the sails flew off; cart, the wheels rolled away in four directions; tent, the wind blew it away; playhouse, the walls would not stand up
*
{Oneday}, {hero} had an idea. "I will build a {work}!" {he} said.
{Hero} had dreamed of a {work} for a long time. {Oneday}, {he} began.
"What this place needs is a {work}," said {hero} {oneday}.
*
"May I help?" asked {a_friend}. "No," said {hero}. "I can do it alone."
{A_friend} came to look. "Two can do it better," said {friend}. {Hero} waved {fhim} away.
"I have a hammer," said {a_friend}. "I do not need help," said {hero}.
*
{He} carried, sawed and hammered all day. But {fail}.
By evening it was finished. {Hero} was just about to cheer when {fail}.
Everything was a bit crooked. Then there was a crack, and {fail}.
*?
{He} began again. And again {fail}.
{Hero} sat in the middle of it all and hung {his} head.
"It is no good," {he} said. {His} thumb was blue, and {his} eyes were wet.
*
"You have good hands," said {a_helper}, "but only two of them."
{A_helper} looked at the heap. "The plan is good," {hhe} said. "But who was holding the other end?"
{A_helper} had built many things. "One to hold and one to hammer," {hhe} said. "That is the whole secret."
*
So {hero} went to {friend}. "Will you help me after all?" {he} asked. {Friend} was already holding the nails.
{Hero} understood. "Please help me," {he} said to {friend}. And {friend} came at once.
"I was silly," said {hero} to {friend}. "Shall we do it together?" "{Yes}!" said {friend}.
*
One held, and the other hammered. One sang, and the other laughed. By sunset there stood the {work}.
This time everything fitted. They worked hand in hand, and soon the {work} was ready.
It took three days. On the fourth day they hung up a flag, for the {work} was finished.
*?
It was strong and straight and had room for everyone.
Over the door they wrote both their names.
"Our {work}," said {hero}. That sounded much better than "my {work}".
moral: two can do what one cannot do alone
moral: it is no shame to ask for help
end: {Hero} and {friend} finish the {work} together.
short: {Hero_named} wanted to build a {work} all alone, but {fail}. Then {he} asked {friend} for help, and together they did it.
next: The next day, they planned something even bigger.
ask: what did {he} build? / what did they build? / what did {name} build? > They built a {work}.
ask: who helped {him}? / who helped {name}? > {Friend} helped {him} to build it.
ask: what went wrong? / what happened at first? > At first {fail}.

## saving the tree
needs: helper friend
about: nature; saving a tree; standing up for something; courage
who: saves a tree > saved an old tree
who: loves an old tree > loved an old tree
flags: land
*
There was an old tree that {hero} loved. {He} [read in its shade|told it all {his} secrets|knew every branch of it].
{Hero} had a favourite tree. It was older than everyone {he} knew.
The finest spot of all, {hero} thought, was under the old tree.
*
{Oneday}, there was a red mark on its trunk. "It has to go," said {a_helper}. "It is in the way of the new road."
{Oneday}, {a_helper} came with a saw. "This tree must be cut down," {hhe} said. "We need the space."
But {oneday} {he} heard {a_helper} say, "Tomorrow the old tree will be cut down."
*?
"No!" cried {hero}. But nobody listened, because {he} was not important.
{Hero} felt cold all over. "Somebody has to do something," {he} thought. Then {he} thought, "I am somebody."
{Hero} put {his} arms around the trunk. They did not reach even halfway.
*
{He} ran to {a_friend}. "We must make them see who lives there," said {friend}.
With {a_friend} {he} painted a big sign: "Please look up first!"
{He} told {a_friend}, and {friend} told everyone else.
*
In the morning they all stood around the tree, hand in hand, big and small.
The next day {hero} sat in the branches and would not come down.
When the sun came up, there were fifty of them under the tree, and they were singing.
*
"Look," said {hero} to {helper}. "Here is an owl. Here are eleven sparrows. And here live the ants."
{Hero} showed {helper} the nests, the hollow and the tiny door of the mice. "Where should they all go?"
"Sit down here for a moment," said {hero}. {Helper} sat down in the shade. A bird sang. {Helper} was silent.
*
{Helper} looked up for a long time. Then {hhe} put the saw away. "The road can make a bend," {hhe} said.
"I never knew," murmured {helper}. And {hhe} wiped the red mark off the trunk.
And {helper} took {hhis} pencil and drew the road anew, in a curve around the tree.
*?
The road has a bend there to this day, and a bench.
That evening the tree rustled, though there was no wind. {Hero} knew what it meant.
And in autumn it let one golden leaf fall right on {his} nose.
moral: even a small voice can save something big
moral: it is good to stand up for those who cannot speak
end: The tree is saved, and the road makes a bend.
short: {Hero_named} loved an old tree that was to be cut down. With {friend} {he} showed {helper} who lived in it, and the tree was saved.
next: In spring, {hero} counted the nests: there were three more than before.
ask: what did {he} save? / what did {name} save? / what did {he} want? > {He} saved an old tree.
ask: who helped {him}? / who helped {name}? > {Friend} helped {him} to save the tree.
ask: why was {he} sad? / what was the trouble? / what was the problem? > The old tree was to be cut down.

## the secret
needs: friend thing
about: a secret; keeping a secret; trust
who: has a secret > had a secret
who: keeps a secret > had to keep a secret
*
{Friend}, {his_friend_is}, whispered something in {his} ear. "I am hiding {a_thing} {nook1}. But do not tell anyone!"
"Can you keep a secret?" asked {friend}, {his_friend_is}. "I have {a_thing}, and it is hidden {nook1}." {Hero} nodded.
{Oneday}, {friend}, {his_friend_is}, showed {him} {a_thing}, hidden {nook1}. {Thing_detail} "It is our secret," said {friend}.
*
A secret is not heavy, but it tickles. It tickled {hero} on the tongue all day.
{Hero} pressed {his} lips together. The secret wanted to get out.
At first it was easy. But then the secret grew bigger and bigger in {his} mouth.
*?
At breakfast {he} almost said it. At lunch {he} almost said it again.
"You look as if you know something," said the [baker|neighbour|cat]. {Hero} put {his} scarf into {his} mouth.
"What is it?" the others asked. "Tell us!" {Hero} shook {his} head so hard that {his} ears flew.
*
To be on the safe side, {he} told it to a hole in the ground and covered it up again.
{He} went to the [pond|well] and whispered it to the water. The water kept quiet.
{He} wrote it on a piece of paper, ate the paper and drank a glass of water with it.
*?
That night {he} talked in {his} sleep, but luckily it was only about soup.
{He} held out for one day, then two, then three.
Somebody even offered {him} a cake for it. {Hero} wavered, but {he} said nothing.
*
On the fourth day there was a party. {Friend} brought the {thing} out in front of everyone. It was a present, and it was for {hero}!
Then {friend} said, "Now you may know why it was a secret." And {fhe} put the {thing} in {his} hands. "It is for you. You can keep quiet, so you can keep this too."
At last {friend} fetched the {thing}. "I wanted to see if I could trust you," {fhe} said. "I can. Now it belongs to both of us."
*?
"I did not tell anyone," said {hero}. "It was the hardest thing I ever did." And they both laughed.
{Hero} was so proud that {he} grew an inch that day.
And whoever has a secret has brought it to {hero} ever since.
moral: a secret is safe with a true friend
moral: whoever can keep quiet wins trust
end: {Hero} keeps the secret, and {friend} thanks {him} for it.
short: {Friend} told {hero_named} a secret: there was {a_thing} hidden {nook1}. It was hard to keep, but {he} did it, and {friend} trusted {him} all the more.
next: The next day, {hero} had a secret of {his} own for {friend}.
ask: what was the secret? > The secret was {a_thing} that was hidden {nook1}.
ask: who told {him} the secret? / whose secret was it? > {Friend} told {him} the secret.
ask: did {he} keep the secret? / did {he} tell anyone? > Yes, {he} kept the secret.

## making others laugh
needs: helper
about: being sad; cheering somebody up; laughter; kindness
who: makes a sad king laugh > wanted to make somebody laugh
who: wants to cheer somebody up > wanted to cheer somebody up
set: sad_one = king; queen; princess; giant; old captain; prince; baker; clockmaker
*
In those days there lived a {sad_one} nearby who had not laughed for years.
Not far away lived a {sad_one} who was so sad that even the flowers hung their heads.
Everybody knew the sad {sad_one}. Nobody could remember hearing a laugh from that house.
*?
"Who makes the {sad_one} laugh will get a golden plum," it said on a big sign.
The doctors had brought drops, and the musicians had brought drums. Nothing had helped.
The best clowns had come and gone away again, and some of them were now sad too.
*
"I will try it," said {hero}. Everyone shook their heads.
{Hero} could not bear to see it. "I must help," {he} said.
{Hero} packed {his} three best jokes and went there.
*
{He} told a joke. The {sad_one} sighed. {He} pulled a face. The {sad_one} looked away.
{He} danced on one leg and sang through {his} nose. The {sad_one} only wiped away a tear.
{He} juggled eggs. All of them fell down. The {sad_one} did not even blink.
*
"Have you asked why?" said {a_helper}, who was sweeping the floor. {Hero} had not thought of that.
On the stairs sat {a_helper}. "Jokes are for the ears," {hhe} said. "But it is the heart that is sad."
{A_helper} whispered to {him}, "Maybe no joke is needed, but somebody who listens."
*
So {hero} went back, sat down and asked, "Why are you so sad?" And the {sad_one} talked and talked until it was dark.
{Hero} put the jokes away. "Tell me," {he} said. It turned out that nobody had asked the {sad_one} for years.
{He} just sat beside the {sad_one} and said nothing. After a long time the {sad_one} began to speak.
*
When there was nothing left to say, it was very quiet. Then {hero} got the hiccups. And the {sad_one} laughed!
"That feels lighter," said the {sad_one}, and smiled. Then {hero} fell off the chair, and the smile became a laugh, loud and long.
At the end the {sad_one} took a deep breath, looked at {hero} and began to laugh, first softly and then so loudly that the windows rang.
*?
{Hero} did not want the golden plum. {He} only wanted to come again, every Sunday.
From then on there were always two cups on the table.
"The golden plum is yours," said the {sad_one}. {Hero} shared it with {helper}.
moral: the best comfort is somebody who listens
moral: laughter comes back when sorrow has been told
end: The {sad_one} laughs at last, because {hero} listened.
short: {Hero_named} wanted to make a sad {sad_one} laugh. Jokes did not help, but when {he} listened, the {sad_one} felt better and laughed at last.
next: The next Sunday, {hero} came with a bag of buns, and the {sad_one} was already at the door.
ask: who was sad? / who did {he} cheer up? > The {sad_one} was sad.
ask: who helped {him}? / who gave {him} advice? / who helped {name}? > {A_helper} gave {him} good advice.

## the broken light
needs: helper
about: light; helping the whole village; courage; hope
who: brings back the light > brought back the light
set: source = the lamp in the tower; the big lantern at the gate; the light of the lighthouse; the street lamp at the corner; the lamp by the water
*
Every night {source} showed everyone the way. But {oneday} it went out.
Nobody had ever thought about {source}, until {oneday} it stayed dark.
{Oneday}, a storm blew out {source}.
*
It was so dark that people bumped into each other. "Who will go and light it again?" they asked.
Without it nobody dared to go out. "It is too far," said one. "It is too high," said another.
The ships, the carts and the night birds lost their way. Something had to be done.
*
"I will go," said {hero}, and {his} own voice surprised {him}.
{Hero} took a match and a piece of bread. "I will be quick," {he} said.
Then {hero} stood up. "Somebody must do it," {he} said, "and I have good legs."
*?
The wind pulled at {him}. {He} could not see {his} hand in front of {his} face.
{He} counted {his} steps so that {he} would not be afraid. At a hundred {he} stumbled.
Halfway there {his} match fell into a puddle. Now it was wet.
*
Then a small voice said, "Can I help?" It was {a_helper}, with one last glowing coal in a tin.
At the foot of the steps sat {a_helper}. "I have a spark left," {hhe} said. "But my legs are tired."
{A_helper} came out of the dark. "Take my flame," {hhe} said. "Hold your hand around it."
*
{Hero} carried it as carefully as an egg, up and up, step by step.
{He} shielded it from the wind with {his} whole body.
"Do not go out," {he} whispered to the little flame. And it did not go out.
*
And then it was bright! The light fell far out into the night, and everyone cheered.
There was a crackle and a glow. {Source} shone again, brighter than before.
A warm light went up. And far below, everyone found the way home again.
*?
"You have good legs," they said to {hero} afterwards. "And a good heart as well."
Since then {hero} has the key, and {he} lights it every evening.
{Hero} and {helper} sat there until morning and watched the light.
moral: one small flame can light up a whole night
moral: somebody has to take the first step
end: {Hero} lights {source} again, and everyone cheers.
short: When {source} went out, {hero_named} went off alone to light it. {A_helper} gave {him} a spark, and it shone again.
next: The next day, everyone came to help {hero} polish the glass.
ask: what went out? / what was the problem? / what was the trouble? > The light had gone out: {source} was dark.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him}.

## the little shop
needs: helper friend
about: kindness; a shop; giving
who: opens a shop > wanted to open a shop
who: sells something > wanted to sell something
set: ware, why = smiles, nobody knew how to weigh them; soup, nobody was hungry; kind words, nobody knew what they should cost; stories, people said they had no time; pancakes, the first ones were all burnt; paper hats, the sun was shining and nobody wanted a hat; good mornings, it was already noon
*
{Oneday}, {hero} opened a shop. {He} sold {ware}.
"I will open a shop," said {hero} {oneday}, and painted a sign. "{Ware}," it said.
{Hero} put a table outside {oneday} and waited. On the table stood a sign: "Fresh {ware} today".
*
But no customers came, because {why}.
At first nobody bought anything, for {why}.
The whole morning was quiet, because {why}.
*?
{Hero} stood behind {his} table and looked at the clock. It looked back.
"Come closer!" called {hero}. A [goose|snail|goat] came closer, looked, and went on.
By noon {he} had sold nothing at all, and {his} voice was hoarse.
*
{A_friend} stopped. "What does it cost?" asked {friend}. "What is it worth to you?" asked {hero}. {Friend} gave {him} a button.
{A_friend} was the first. "I have no money," said {friend}. "Then it is a present," said {hero}.
{A_friend} came by with a long face. {Hero} gave {fhim} some for free, and the face got shorter.
*
{Friend} told {a_helper}, and {helper} told everyone else.
Soon {a_helper} came too. "I have heard about you," {hhe} said. "I will take two."
{A_helper} saw it and shouted so that all could hear, "That is just what we need!"
*
In the afternoon there was a queue all the way around the corner.
Suddenly everyone wanted {ware}. {Hero} could hardly keep up.
They came from left and right, young and old, and everybody brought something: a [nut|song|feather], a [plum|joke|ribbon].
*
In the evening everything was gone. In the cash box lay [a button, a feather and eleven thank-yous|three nuts and a four-leaf clover|a marble and a poem].
When {he} closed, {hero} counted what {he} had earned: no money, but nineteen new friends.
"Did you get rich?" asked {friend}. {Hero} thought about it. "Yes," {he} said.
moral: what we give away comes back in another way
moral: not everything that is worth something costs money
end: In the evening everything is sold, and {hero} is rich in friends.
short: {Hero_named} opened a shop and sold {ware}. At first nobody came, but {friend} and {helper} told the others, and in the evening everything was gone.
next: The next morning, there was already somebody waiting at the table.
ask: what did {he} sell? / what did {name} sell? > {He} sold {ware}.
ask: who was the first customer? / who came first? > {A_friend} was the first customer.
ask: who helped {him}? / who helped {name}? > {Friend} and {helper} helped {him}.

## the train that was late
needs: helper friend
about: being late; a race against time; helping; punctuality
who: is always late > was always late
who: must not be late > was afraid of being late
set: event = the great feast; the last ferry; the concert; a wedding; the school play; the big picnic; {his} own birthday party
*
{Oneday}, {hero} had to be at {event} at noon. "This time I will be on time," {he} said.
There was {event} that day, and {hero} had promised not to be late.
"If I leave now," said {hero}, "I will be just in time for {event}." So {he} left.
*
But on the way {he} met {a_friend}, whose basket had tipped over. {Hero} helped to pick up every single [plum|nut|potato].
At the first corner sat {a_friend} with a sore foot. {Hero} bandaged it with {his} scarf.
But {a_friend} had lost a shoe, and {hero} helped to look for it.
*?
{Hero} ran on. A row of ducklings wanted to cross the road, and {he} stopped and waited for the last one.
A little farther on, a [snail|beetle] was lying on its back. {Hero} turned it over.
Then an old lady asked {him} the way. {Hero} walked along with her up to the corner.
*
The clock struck eleven. The clock struck twelve. {Hero} ran until {he} was out of breath.
"Oh no, oh no," {he} puffed. The bell in the tower was already ringing.
Now {he} was late after all. {Hero} sat down on a stone. "They will be so cross," {he} said.
*
"Why such a hurry?" called {a_helper}, who came along with a cart. "Jump on!"
{A_helper} had watched {him}. "Whoever has time for others must not be late," {hhe} said. "I know a short cut."
{Then} {a_helper} stopped. "You helped my [sister|child|neighbour] this morning," {hhe} said. "Now I will help you."
*
They flew around the corners so fast that {his} hat stayed behind.
They went [through the mill and over the roof|across the stream and through a hedge|down the hill with a whoop].
It was bumpy and it was windy, but it was fast.
*
When they arrived, nothing had begun yet. "We waited," everyone said. "It would be no fun without you."
"You are late," said the first in line. Then {friend} came limping up and told everyone why. And they all clapped.
They were there with the very last stroke of the bell.
*?
"Where have you been so long?" they asked. "On the way," said {hero}, and smiled.
And at the table there was a chair for {helper} as well.
It was a wonderful day, and {hero} stayed until the end. {He} was the last to leave, of course.
moral: whoever has time for others is never really late
moral: help given on the way comes back on the way
end: {Hero} gets to {event} just in time.
short: {Hero_named} had to be on time for {event}, but helped everyone on the way. In the end {a_helper} helped {him}, and {he} came just in time.
next: For the next feast, {hero} left a whole day earlier, and was still almost late.
ask: where did {he} have to go? / where did {name} want to go? > {He} had to go to {event}.
ask: who helped {him}? / who helped {name}? > {A_helper} helped {him}.
ask: why was {he} late? / why was {name} late? > {He} was late because {he} helped everyone on the way.
"""
