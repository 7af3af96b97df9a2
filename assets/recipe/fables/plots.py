"""The fables' plots. {a} is the hero ("the lion"), {b} the other one; {he} {him} {his} belong to the hero, {she} {her} {to_her} to the other.

A block for each:
    themes: what it is about; size: of the two; a: traits of the hero; b: traits of the other
    - the sentences after the first, which names both or only the hero
    = the fable in one sentence
    ? a question :: its answer
"""

PLOTS = """
themes: kindness, helping others
size: big small
not a: birds, insects
a: strong, grumpy, mighty
b: tiny, shy, cold
- One evening a storm came, and {b} [found no shelter|could not get home]. "You may sit under me until it is over," said {a}. {b} thanked {to_him}, but {a} only [laughed|smiled]. "What could you ever do for me?" [{he} asked|{he} said]. A week later there was thick fog, and {a} lost {his} way near a deep ditch. Then a small voice called, "Stop! One more step, and you will fall!" It was {b}, who led {to_him} home, step by step. "Now I know what you can do for me," said {a}.
= {a_a} sheltered {a_b} in a storm, and later {b} led {to_him} safely through the fog.
? Who helped {a}? :: {b} helped {to_him} and led {to_him} home through the fog.
? What did {a} do for {b}? :: {a} gave {to_her} shelter in the storm.

themes: humility, modesty
size: any any
not a: water
a: proud, vain, boastful
b: plain, quiet, modest
- Every day {a} looked at {himself} in the water and said, "There is nobody as fine as I am." {b} [heard it|listened] and said nothing, but went on with {her} work. One day {a} was so busy looking at {himself} that {he} did not see the edge of the bank. Splash! [Down {he} went|In {he} fell], and all {his} beauty was covered with mud. {b} came at once and [pulled|helped] {to_him} out. "Why do you help me?" asked {a}. "I never had a good word for you." "Mud washes off," said {b}, "and so does pride."
= {a_a} was so proud that {he} fell into the mud, and the modest {b_name} pulled {to_him} out.
? Why did {a} fall into the water? :: Because {a} was so busy looking at {himself} that {he} did not see the edge.
? Who pulled {a} out? :: {b} pulled {to_him} out.

themes: patience, taking your time
size: any any
a: hasty, impatient, hurried
b: patient, slow, calm
- In spring they both planted [a pear tree|an apple tree|a cherry tree]. "Grow!" cried {a} and [pulled at it|dug it up to look at the roots] every morning. {b} watered {her} own tree and waited. After a month the tree of {a} had [dried up|lost all its leaves], but the tree of {b} was green. "What is your trick?" asked {a}. "I let it be a tree," said {b}. Years later it was full of fruit, and {b} gave the first basket to {a}. {he} ate slowly, for the first time in {his} life.
= The impatient {a_name} pulled at {his} tree until it dried up, while {b} waited and got fruit.
? Why did the tree of {a} dry up? :: Because {a} would not leave it in peace.
? What did {b} do with {her} tree? :: {b} watered it and waited.

themes: sharing, generosity
size: any any
a: greedy, selfish, stingy
b: generous, friendly, cheerful
- {a} had found [a heap of nuts|a field of berries|a store of corn] and built a wall around it. "All mine!" {he} said. {b} had only [a handful|a little], but whoever was hungry got some of it. Then came a wet autumn, and behind the wall everything went bad. {a} stood before {his} store and had nothing to eat. "Come and sit with us," called {b}. "There is not much, but it is enough for one more." {a} ate and [was ashamed|thought for a long time]. The next morning {he} took down the wall.
= {a_a} kept all the food for {himself} until it went bad, and {b} shared {her} little with {to_him}.
? What happened to the food behind the wall? :: It went bad in the wet autumn.
? Who shared with {a}? :: {b} shared the little that {she} had.

themes: teamwork, working together
size: big small
only b: mole, mouse, rabbit, hedgehog, weasel, hare, squirrel, hamster, dormouse, marmot
not a: birds
a: strong, stubborn, proud
b: clever, nimble, small
- One morning a big [tree|rock|log] lay across the path to the water. "I can move it alone," said {a}, and {he} pushed until {he} could push no more. "I can do it alone," said {b}, and {she} dug until {she} could dig no more. The [tree|rock|log] did not move at all. "If you dig here," said {a} slowly, "I could push there." So {b} dug the earth away, and {a} pushed. With a deep rumble the [tree|rock|log] rolled aside. They drank side by side, and the water had never tasted so good.
= {a_a} and {a_b} could not clear the path alone, but together they did it.
? What lay across the path? :: A big [tree|rock|log] lay across the path.
? How did they clear the path? :: {b} dug the earth away, and {a} pushed.

themes: honesty, telling the truth
size: any any
a: young, poor, honest
b: rich, old, careful
- One day {a} found a [golden ring|silver bell|blue stone] on the road. "Keep it," said the others, "nobody saw you." But {a} went from door to door and asked who had lost it. At last {he} came to {b}. "It is mine," said {b} [with joy|and wept for joy]. "It was my mother's." {she} looked at {a} for a while. "For years I have looked for somebody who will watch over my house when I travel," said {b}. "Now I have found {to_him}." And so {a} got a warm home, which is worth more than any [golden ring|silver bell|blue stone].
= {a_a} gave back what {he} had found, and {b} trusted {to_him} with {her} house.
? What did {a} find? :: {a} found a [golden ring|silver bell|blue stone] on the road.
? What did {a} get in the end? :: {a} got a warm home.

themes: lying, boasting, honesty
size: any any
not a: water, birds, insects
only b: dog, horse, otter, beaver, duck, frog, swan, goose, deer, turtle, moose, tiger
a: boastful, loud, young
b: sensible, old, quiet
- "I have swum across the [great river|wide lake]," said {a} to everybody. "I have looked a [wolf|dragon] in the eye." All listened with open mouths, only {b} [smiled|shook {her} head]. Then one day a [duckling|lamb] floated by on a branch and cried for help. "{a_voc}, you are the great swimmer!" called the others. {a} turned red. "I cannot swim at all," {he} said in a small voice. So {b} swam out and brought the little one back. "It was harder for you to say that," {she} told {a}, "than for me to swim."
= {a_a} boasted of swimming, but when help was needed, {he} had to admit the truth, and {b} helped.
? Could {a} swim? :: No, {a} could not swim at all.
? Who saved the little one? :: {b} swam out and saved it.

themes: hard work, planning ahead
size: any any
a: lazy, merry, careless
b: hard-working, busy, careful
- All summer {b} [mended|patched] {her} roof and filled {her} shelves. "Come and play," called {a}. "Winter is far away." "Winter has quick feet," said {b} and went on working. When the first snow fell, it came right through the roof of {a}. {he} knocked at {b}'s door, wet to the bone. {b} let {to_him} in and put soup on the table. "Tomorrow," {she} said, "we two will mend your roof." {a} held the ladder all day long, and [in the next summer|the year after] {he} was the first to begin.
= The lazy {a_name} did not mend {his} roof in summer, and in winter {b} had to help {to_him}.
? Why did snow fall into the house of {a}? :: Because {a} had not mended {his} roof in summer.
? What did {b} do all summer? :: {b} mended {her} roof and filled {her} shelves.

themes: courage, bravery
size: any small
a: big, loud, strong
b: timid, little, brave
- One night there was a strange noise in the old barn: tap, tap, tap. "A ghost!" cried {a} and hid behind a [barrel|bush]. All the others hid too. {b} was trembling, but {she} thought, "Somebody may need help in there." So {she} took one small step, and then another, and pushed the door open. It was only a [young woodpecker|little owl|calf] that could not get out. {b} opened the window, and all was quiet. "Were you not afraid?" asked {a}. "Very much," said {b}. "I went all the same."
= When a noise frightened everybody, {b} went to look although {she} was afraid, and helped.
? What made the noise? :: It was only a [young woodpecker|little owl|calf] that could not get out.
? Was {b} afraid? :: Yes, {b} was afraid, but {she} went all the same.

themes: gratitude, saying thank you
size: any any
a: spoiled, forgetful, thankless
b: kind, helpful, old
- Every morning {b} brought {to_him} fresh water from the spring. {a} drank it and never said a word. One day {b} did not come, nor the next day, nor the day after. {a} had to climb up to the spring {himself}, and the way was steep and hot. "Did {she} walk this for me every day?" thought {a}. {he} found {b} at home with a sore foot. Then {a} filled a jug, carried it down to {to_her} and said, "Thank you for a hundred jugs of water." {b} laughed. "Those two words," {she} said, "were the only thing missing."
= {a_a} never thanked {b} for the water, until {he} had to fetch it {himself}.
? What did {b} bring every morning? :: {b} brought fresh water from the spring.
? Why did {b} not come? :: Because {b} had a sore foot.

themes: greed, being content
size: any any
not a: insects, birds
a: greedy, hungry, clever
b: content, cheerful, small
- {a} and {b} were allowed to carry home as much [honey|corn|fruit] as they liked, but only once. {b} filled one little bag and went home singing. {a} filled three bags, and then a fourth, and then {his} hat. On the narrow bridge {he} could not see {his} feet. {he} stumbled, and all the bags fell into the river. Hungry and tired, {a} came past {b}'s door. "I have one little bag," said {b}. "Half of it is yours." "Half a bag," said {a}, "is more than four bags in the river."
= {a_a} took so much that {he} lost it all in the river, while {b} had enough with one little bag.
? What happened on the bridge? :: {a} stumbled, and all the bags fell into the river.
? How much did {b} take? :: {b} took only one little bag.

themes: listening, good advice
size: any any
not a: birds, insects, water
a: stubborn, headstrong, young
b: wise, old, experienced
- "Do not cross the ice today," said {b}. "It sings, and when it sings, it is thin." "You are only afraid," said {a}. {he} [hopped|stepped] onto the ice and called, "You see?" Crack! {his} feet were in the cold water. {b} lay down flat and reached out a long branch, and {a} climbed back to the bank. {his} teeth chattered so much that {he} could hardly speak. "How did you know?" {he} asked at last. "When I was young," said {b}, "somebody told me, and I did not listen either."
= {a_a} did not listen to the warning of {b} and broke through the ice, but {b} helped {to_him} out.
? What did {b} warn of? :: {b} warned that the ice was thin.
? How did {a} get out of the water? :: {b} reached out a long branch.

themes: friendship, true friends
size: any any
a: popular, rich, cheerful
b: shy, poor, faithful
- When {a} had plenty of [apples|honey|cake], everybody came to visit and called {to_him} a friend. Only {b} came with empty hands and stayed to wash the plates. Then a hard year came, and {a} had nothing left. The road to {his} house became empty and quiet. But one evening there was a knock at the door. It was {b} with a [candle|small loaf|pot of soup]. "I have nothing to give you," said {a}. "I did not come for the [apples|honey|cake]," said {b}. "I came for you."
= When {a} had nothing left, all the others stayed away, and only {b} still came.
? Who came when {a} had nothing left? :: {b} came, with a [candle|small loaf|pot of soup].
? Why did the others come before? :: They came because {a} had plenty of [apples|honey|cake].

themes: forgiveness, making up
size: any any
a: quick-tempered, wild, careless
b: gentle, sensitive, patient
- They were good friends, until one day {a} broke {b}'s [favourite cup|blue jug|little flute]. "It was in my way," said {a}, and {b} went home without a word. For many days they did not speak. {a} found that games were no fun alone. So {he} glued the [favourite cup|blue jug|little flute] together, piece by piece, and brought it back. "I was careless, and what I said was worse," {he} said. "I am sorry." {b} looked at all the fine lines of glue. "Now it is twice as dear to me," {she} said.
= {a_a} broke something that {b} loved, mended it and said sorry, and they were friends again.
? What did {a} break? :: {a} broke {b}'s [favourite cup|blue jug|little flute].
? How did they make up? :: {a} glued it together and said that {he} was sorry.

themes: being yourself, contentment
size: any any
not a: birds, insects, water, striped
a: unhappy, dreamy, restless
b: wise, merry, old
- {a} wanted to be somebody else. First {he} tied feathers to {his} back to look like a bird, but {he} could not fly. Then {he} painted stripes on {his} coat, but the rain washed them off. At last {he} tried to sing like {b}, and everybody covered their ears. "Why do you want to be all of us?" asked {b}. "Because you are all something," sighed {a}. "And who always finds the way home when we are lost?" asked {b}. {a} thought about it. "I do," {he} said slowly, and it sounded better than any song.
= {a_a} tried to be like everybody else, until {b} showed {to_him} what {he} could do {himself}.
? What did {a} paint on {his} coat? :: {a} painted stripes on it, but the rain washed them off.
? What can {a} do well? :: {a} always finds the way home.

themes: promises, keeping your word
size: any any
a: forgetful, busy, merry
b: patient, trusting, little
- "Tomorrow I will help you to carry your winter wood," {a} promised. But on the next day the sun was warm, and {a} lay in the grass. "Tomorrow," {he} said, and the next day {he} said it again. {b} carried the wood alone, stick by stick. Then the market came, and {a} needed somebody to watch over {his} stall. "Tomorrow," said {b}. {a} opened {his} mouth and closed it again. That same evening {he} carried all the wood that was left, and {he} never again said "tomorrow" when {he} meant "never".
= {a_a} kept putting off a promise to {b}, until {he} heard {his} own word "tomorrow".
? What had {a} promised? :: {a} had promised to help {b} carry the winter wood.
? What did {b} say when {a} needed help? :: {b} said: "Tomorrow."

themes: jealousy, envy
size: any any
a: jealous, envious, sulky
b: gifted, friendly, lively
- Whenever {b} sang, everybody stopped to listen, and {a} [could not bear it|turned green with envy]. "I wish you would lose your voice," {he} thought. And really, one cold week {b} had a sore throat and could not sing at all. How quiet it was! Nobody danced, nobody laughed, and the evenings were long. {a} found that {he} missed the songs more than anybody. {he} cooked {to_her} tea with honey every day, until {her} voice came back. And when {b} sang again, it was {a} who clapped the loudest.
= {a_a} was jealous of the singing of {b}, until the songs stopped and {he} missed them.
? Why was {a} jealous? :: Because everybody stopped to listen when {b} sang.
? How did {a} help {b}? :: {a} cooked tea with honey every day.

themes: perseverance, never giving up
size: any small
not a: insects, slow
only b: snail, tortoise, beetle, ant, mouse, hedgehog, mole, toad, crab, lizard, turtle, hamster, dormouse
a: strong, mocking, fast
b: small, slow, stubborn
- "I will climb up to the top of the hill," said {b} one day. {a} laughed. "You? It takes me an hour, so it will take you a year." {b} set out all the same. It rained, and {she} went on. {she} slid down, and {she} began again. Every evening {she} looked back and saw that the valley was a little smaller. On the hundredth day {b} stood at the top and saw the [sea|whole wide world]. {a} came up to look for {to_her}. "I have been here many times," {he} said, "but I have never been as happy as you are now."
= The slow {b_name} climbed for a hundred days and reached the top of the hill, although {a} had laughed.
? Who laughed at {b}? :: {a} laughed at {to_her}.
? How long did the climb take? :: It took a hundred days.

themes: not judging by looks, looks, first impressions
size: any any
not b: birds, insects, water, scaly
not a: insects
a: elegant, choosy, proud
b: ugly, scruffy, plain
- {a} was looking for somebody to travel with. {b} came first, but {a} saw the [dusty coat|crooked ear] and said, "No, thank you." Then came a handsome stranger with a shining coat, and {a} was delighted. But at the first steep hill the stranger said, "My coat will get dirty," and turned back. In the evening {a} was lost and alone. Who came along with a little lantern? It was {b}. "I thought that you might need a light," {she} said. They went on together, and by that light {b} looked beautiful.
= {a_a} did not want to travel with {b} because of {her} looks, but {b} was the one who brought a light.
? Why did {a} send {b} away? :: Because of the way {b} looked.
? What did {b} bring in the evening? :: {b} brought a little lantern.

themes: little things matter, small deeds, helping others
size: big small
not a: birds
a: mighty, great, important
b: tiny, clever, humble
- {a} had [a thorn in {his} foot|a splinter in {his} foot] and could not walk any more. The strongest came and pulled, but they could not even see it. "Let me try," said {b}. Everybody laughed, and {a} laughed too, although it hurt. But {b} had good eyes and careful feet. {she} crept close, took hold of the tip and pulled. Out it came! "All the strong ones could not do it," said {a} in surprise. "They were too strong for it," said {b}. "It needed somebody small."
= Nobody could help {a} with {his} sore foot but {b}, because {she} was so small.
? What was wrong with {a}? :: {a} had something sharp in {his} foot.
? Why could {b} help? :: Because {b} was small, with good eyes and careful feet.

themes: anger, staying calm
size: any any
not a: birds, insects
a: angry, hot-headed, grumpy
b: calm, gentle, clever
- One day somebody had eaten {a}'s [pie|berries|plums]. "It was {b}!" {he} roared and ran to {her} house. {he} kicked over the [fence|flowerpots] and shouted for a long time. {b} waited until it was quiet. "Your chin is blue," {she} said then, and held up a mirror. {a} looked. There was juice all over {his} face, for {he} had eaten everything {himself}, half asleep, in the night. {he} grew very small. "Next time I will ask first and roar later," {he} said, and {he} put everything in order again.
= {a_a} shouted at {b} over missing food that {he} had eaten {himself} in the night.
? Who had eaten the food? :: {a} had eaten it {himself}, half asleep, in the night.
? What did {b} show {a}? :: {b} showed {to_him} a mirror.

themes: politeness, good manners
size: any any
a: rude, gruff, bossy
b: polite, friendly, small
- There was only one bridge, and an old [ferryman|gatekeeper] watched over it. "Open!" shouted {a}. "I am in a hurry!" The old man was hard of hearing that day, or so it seemed. {a} shouted until {he} was hoarse. Then {b} came along. "Good morning," {she} said. "May I please cross your fine bridge?" The gate swung open at once. "Why does it open for you?" asked {a}. "It has a lock," said the old man, "and the key is a single word." {a} thought hard. "Please?" {he} whispered, and the gate opened.
= {a_a} shouted at the gate in vain, but for the polite {b_name} and the word "please" it opened.
? What was the key? :: The key was the word "please".
? For whom did the gate open first? :: It opened first for {b}.

themes: fairness, justice
size: any any
a: sly, cunning, bossy
b: fair, honest, thoughtful
- {a} and {b} had baked a cake together. "I will cut it," said {a}, "because I am the older one." {he} cut one piece as big as a shoe and one as small as a coin. "Well cut," said {b}. "There is only one rule in my family: one cuts, and the other chooses first." {a}'s ears went hot. "Wait," {he} said, "I was not finished." {he} cut again, and this time {he} measured with a thread. The two pieces were so much alike that {b} could not tell them apart. They ate them together and were both content.
= {a_a} wanted the bigger piece of cake, but {b} had a rule that made {to_him} cut fairly.
? What was the rule? :: One cuts, and the other chooses first.
? What had they baked? :: They had baked a cake.

themes: curiosity, caution
size: any any
not a: birds, insects, water, scaly
a: curious, nosy, bold
b: cautious, sensible, old
- In the grass there stood a [wooden box|clay pot] with a rope around it. "Let it be," said {b}. "One does not open what one has not closed." But {a} could not sleep for curiosity. At night {he} crept back and put {his} nose inside. It was full of flour, and {a} had to sneeze. In the morning everybody could see who had been there, for {his} nose was white for a week. "Was it worth it?" asked {b}. "A little," said {a}. "But next time I will ask whose it is."
= {a_a} put {his} nose into a strange box at night, and everybody could see it in the morning.
? What did {b} say about it? :: {b} said that one does not open what one has not closed.
? When did {a} come back? :: {a} came back at night.

themes: trust, doing your part
size: any any
not a: birds, insects
not b: birds, insects
a: suspicious, worried, careful
b: loyal, calm, reliable
- {a} and {b} wanted to cross the dark wood. "You hold the rope, and I go first," said {b}. "How do I know that you will not let go?" asked {a}. "You do not know," said {b}. "You can only try." So {a} tied the rope around {himself} and walked on with shaking knees. In the middle of the wood {he} slipped down a bank, and the rope went tight. {b} held on until {her} feet hurt, and pulled {to_him} up again. "Now I know," said {a}. After that {a} held the rope, and {b} never once looked back.
= {a_a} did not dare to trust {b}, but when {he} slipped, {b} held the rope.
? Who held the rope when {a} slipped? :: {b} held it.
? Where did they want to go? :: They wanted to cross the dark wood.

themes: laziness, doing things yourself
size: any any
not b: insects
a: lazy, sleepy, comfortable
b: busy, cheerful, clever
- {a} lay in {his} bed and called, "Bring me a [drink|blanket], somebody!" When nobody came, {he} called again, and again, all the morning. {b} counted on {her} toes. "You have called forty times," {she} said. "The [well|cupboard] is ten steps away." "Ten steps?" said {a}. "I had thought that it was far." {he} stood up, and before {b} had counted to ten, {he} was there. The [drink|blanket] was good, and the sun felt good too. "I might take ten more steps," said {a}, and that was the beginning of a long walk.
= {a_a} called forty times for what was only ten steps away, until {b} told {to_him}.
? How often did {a} call? :: {a} called forty times.
? How far was it? :: It was only ten steps away.

themes: learning from mistakes, trying again
size: any any
a: eager, clumsy, young
b: skilful, patient, old
- {b} could weave the finest baskets, and {a} wanted to learn it. The first basket had a hole. The second leaned to one side. When the third fell apart, {a} threw it into a corner and wanted to go home. "Wait," said {b} and opened an old cupboard. It was full of crooked baskets with holes. "Who made these?" asked {a}. "I did," said {b}. "They are my teachers." {a} picked up the third basket and looked at it closely. "I see where it went wrong," {he} said. The tenth basket held [apples|eggs|water lilies], and not one fell out.
= {a_a} wanted to give up weaving, until {b} showed {to_him} {her} own crooked baskets.
? What was in the cupboard? :: It was full of crooked baskets that {b} had made.
? What did {a} learn? :: {a} learned to weave baskets.

themes: respect for others, everyone is good at something
size: big small
not a: birds
not b: birds, insects, quick
a: proud, fast, strong
b: slow, small, quiet
- "What are you good for?" {a} asked {b}. "I can run, I can carry, I can jump." {b} thought about it. "I can wait," {she} said, "and I can look closely." {a} laughed and ran on. That summer the spring dried up, and {a} ran up and down the land and found no water. {b} sat quite still and watched. {she} saw a [bee|bird] that flew to the same rock every hour. Under the rock there was a small, cool spring. "You see," {she} said to {a}, "to find something, somebody must stand still."
= {a_a} laughed at {b}, but in the dry summer it was {b} who found water.
? How did {b} find the water? :: {b} sat still and watched a [bee|bird] that flew to the same rock every hour.
? When did the spring dry up? :: It dried up in summer.

themes: leadership, caring for others
size: any any
a: bossy, ambitious, grand
b: thoughtful, quiet, helpful
- The animals wanted to choose a leader. "Choose me!" cried {a}. "I am the [loudest|grandest] of all." Just then it began to rain hard. {a} ran to the driest place and stood there alone. {b} held up a big leaf over the little ones and got wet {herself}. When the rain was over, nobody needed to count votes. "Why not me?" asked {a}. "You showed us how dry a leader can stay," said an old [tortoise|owl], "and {b} showed us how dry a leader can keep others." {a} thought about that, and the next time {he} held a leaf as well.
= {a_a} wanted to be the leader, but the animals chose {b}, who kept the little ones dry.
? Whom did the animals choose? :: They chose {b}.
? What did {b} hold over the little ones? :: {b} held a big leaf over them.

themes: flattery, being careful whom you believe
size: any any
a: vain, trusting, simple
b: sly, smooth, hungry
- {a} had a fine [cheese|cake|bunch of grapes]. "What lovely eyes you have," said {b}. {a} smiled. "And how clever you are! Surely you can stand on your head." {a} had never tried, but {he} was flattered. {he} put down the [cheese|cake|bunch of grapes] and stood on {his} head. "Wonderful!" said {b}, with {her} mouth full. When {a} was the right way up again, there were only crumbs and stems. "You are a good teacher," {a} said sadly. "It was an expensive lesson, but I shall remember it."
= The sly {b_name} flattered {a} until {he} put down {his} food, and then {she} ate it.
? What did {a} do after the kind words? :: {a} stood on {his} head.
? What happened to the food? :: {b} ate it.

themes: slow and careful work, patience
size: any any
a: quick, careless, merry
b: careful, slow, thorough
- Both of them built a house before the [autumn storms|winter]. {a} was ready in one day. "Still working?" {he} called every morning. "I am laying stone on stone," said {b}. Then came a night when the wind shook the whole land. {a}'s house flew away, first the roof and then the walls. {b} heard a knock. "Is there a corner for me?" asked {a}. "There is," said {b}, "and tomorrow there are stones enough for a second house." They built it together, and it took a month. It is still standing today.
= {a_a} built {his} house in one day, and the wind took it, but the slow house of {b} stood.
? What did {b} build with? :: {b} built with stones.
? How long did the first house of {a} take? :: It took only one day.

themes: giving without asking, generosity
size: any any
a: old, poor, kind
b: curious, young, puzzled
- Every autumn {a} planted acorns along the road. "You are old," said {b}. "These trees will be big when you are long gone. What do you get for it?" Then {a} pointed at a great oak. "When I was little," {he} said, "I slept in its shade on hot days. I do not know who planted it." {b} was quiet for a while. Then {she} took a handful of acorns from {his} bag. "Show me how deep," {she} said. Today the road is green on both sides, and whoever walks there in summer finds shade.
= {a_a} planted trees for others, and {b} understood why and helped.
? What did {a} plant? :: {a} planted acorns along the road.
? Why did {a} plant trees? :: Because somebody had once planted the tree that gave {to_him} shade.

themes: quarrelling, peace
size: any any
not a: birds, insects
not b: birds, insects
a: stubborn, angry, proud
b: stubborn, proud, cross
- They met in the middle of a narrow [bridge|path], and neither of them would step back. "I was here first," said {a}. "No, I was," said {b}. The sun climbed up and went down again, and they still stood there. Their stomachs rumbled, and their legs hurt. "What did you want on my side?" asked {b} at last. "[Berries|Grass]," said {a}. "And you?" "The same," said {b}. They looked at each other and had to laugh. {a} lay down flat, {b} stepped over {to_him}, and a minute later they had both arrived.
= {a_a} and {a_b} stood on a narrow way all day, because neither of them would step back.
? How did they get past each other? :: {a} lay down flat, and {b} stepped over {to_him}.
? How long did they stand there? :: They stood there the whole day.
"""
