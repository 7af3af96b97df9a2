"""Little events of everyday life, as texts that can be retold. Brackets that are alike are decided alike in a whole block.

A block for each:
    - a sentence that is always there
    + a sentence that may be left out
    1 the whole in one sentence; 2 in two sentences
    ? a question :: its answer
{name} and {friend} are people; {he} {him} {his} belong to {name}; other slots are drawn from the lists at the end.
"""

EVENTS = """
- On {day} {name} wanted to fly {his} new {colour} kite.
+ {he} had saved up for it since spring.
- The wind was strong, and the kite got caught in [an old oak|a tall pine|a chestnut tree].
- {name} pulled at the string, but the kite did not come down.
+ A few crows looked on and laughed, or so it seemed.
- Then {friend} came by with a long ladder.
- Together they got the kite down, and it had only a small hole.
+ They mended the hole with a piece of tape.
- In the evening it was flying again.
1 {name}'s {colour} kite got caught in [an old oak|a tall pine|a chestnut tree], and {friend} helped to get it down.
2 {name}'s {colour} kite got caught in [an old oak|a tall pine|a chestnut tree]. {friend} came with a ladder, and together they got it down.
? Where did the kite get caught? :: It got caught in [an old oak|a tall pine|a chestnut tree].
? Who helped {name}? :: {friend} helped with a long ladder.

- {name} baked a {cake} for {his} [grandmother|grandfather|mother|father]'s birthday.
+ It was the first cake of {his} life.
- {he} forgot the [sugar|eggs|baking powder|butter].
- When everybody tasted it, it was very quiet at the table.
+ The clock ticked, and the cat looked away.
- Then somebody began to laugh, and soon they all laughed.
- They put a lot of [jam|honey|cream] on the {cake} and ate it all up.
+ Not even a crumb was left.
1 {name} baked a {cake} but forgot the [sugar|eggs|baking powder|butter], and everybody laughed and ate it with [jam|honey|cream].
2 {name} baked a birthday {cake} and forgot the [sugar|eggs|baking powder|butter]. Everybody laughed, put [jam|honey|cream] on it and ate it all up.
? What did {name} forget? :: {name} forgot the [sugar|eggs|baking powder|butter].
? What did they put on the cake? :: They put a lot of [jam|honey|cream] on it.

- Last {season} {name} found a [hedgehog|sparrow|kitten|duckling] in the garden.
- It was cold and very weak.
+ Its eyes were half closed.
- {name} put it in a box with a warm {colour} scarf.
- {he} gave it water and food every few hours.
+ Even at night {he} got up to look.
- After [a week|five days|ten days] the [hedgehog|sparrow|kitten|duckling] was strong again.
- {name} let it go, and it came back every evening to say hello.
1 {name} found a weak [hedgehog|sparrow|kitten|duckling] in the garden and cared for it until it was strong.
2 {name} found a weak [hedgehog|sparrow|kitten|duckling] in the garden and kept it warm in a box. After [a week|five days|ten days] it was strong again, and it came back every evening.
? What did {name} find? :: {name} found a [hedgehog|sparrow|kitten|duckling] in the garden.
? How did {name} keep it warm? :: {name} put it in a box with a warm {colour} scarf.

- {name} and {friend} wanted to go to the {place} by bicycle.
+ They had packed bread, apples and a blanket.
- Halfway there, {name}'s tyre went flat.
- They had no pump with them.
+ The sun was burning down on the road.
- An old [farmer|baker|postman] stopped and lent them a pump.
- They gave the [farmer|baker|postman] two apples as a thank-you.
- In the afternoon they were sitting at the {place} with their feet in the grass.
1 On the way to the {place} {name}'s tyre went flat, and an old [farmer|baker|postman] lent them a pump.
2 {name} and {friend} were on their way to the {place} when a tyre went flat. An old [farmer|baker|postman] lent them a pump, and so they got there.
? Where did they want to go? :: They wanted to go to the {place}.
? Who lent them a pump? :: An old [farmer|baker|postman] lent them one.

- {name} had lost {his} {colour} [mitten|hat|scarf].
- {he} looked under the bed, behind the sofa and in the garden.
+ {he} even looked in the fridge.
- {friend} said, "Think of where you were yesterday."
- {name} remembered the [bakery|library|school|bus stop].
- They went there, and the [mitten|hat|scarf] was lying on the window sill.
+ Somebody had folded it neatly.
- {name} has sewn {his} name into it since then.
1 {name} lost {his} {colour} [mitten|hat|scarf] and found it again at the [bakery|library|school|bus stop].
2 {name} had lost {his} {colour} [mitten|hat|scarf] and looked everywhere. Then {he} remembered the [bakery|library|school|bus stop], and there it was.
? What had {name} lost? :: {name} had lost {his} {colour} [mitten|hat|scarf].
? Where was it? :: It was at the [bakery|library|school|bus stop], on the window sill.

- There was a big storm on {day}, and the lights went out in the whole house.
- {name} was afraid of the dark.
+ The wind howled around the chimney.
- {his} [grandmother|grandfather|mother|father] lit a candle and made funny shadows on the wall.
- There was a rabbit, a [swan|camel|dragon|crocodile] and a barking dog.
+ Soon {name} was making shadows too.
- When the lights came back, {name} said, "Please put them out again!"
1 When the lights went out in a storm, {name}'s [grandmother|grandfather|mother|father] made funny shadows, and {name} forgot to be afraid.
2 The lights went out in a storm, and {name} was afraid. But {his} [grandmother|grandfather|mother|father] made such funny shadows that {name} did not want the lights back.
? Why did the lights go out? :: They went out because there was a big storm.
? Who made the shadows? :: {name}'s [grandmother|grandfather|mother|father] made them.

- {name} planted [three|four|five|seven] [sunflower|bean|pumpkin|pea] seeds in a pot.
- Every day {he} watered them and told them a joke.
+ {his} brother said that plants do not laugh.
- For two weeks nothing happened.
- Then, one {day_name} morning, a green tip came out of the earth.
+ {name} called everybody to look at it.
- By the end of summer the plant was taller than {name}.
1 {name} planted [sunflower|bean|pumpkin|pea] seeds and watered them until a plant grew taller than {he} was.
2 {name} planted [three|four|five|seven] [sunflower|bean|pumpkin|pea] seeds and watered them every day. By the end of summer a plant was taller than {name}.
? What did {name} plant? :: {name} planted [three|four|five|seven] [sunflower|bean|pumpkin|pea] seeds.
? How tall was the plant? :: At the end of summer it was taller than {name}.

- {name} was new at school and did not know anybody.
- In the break {he} sat alone on a bench and ate {his} [sandwich|apple|banana|pear].
+ It began to drizzle a little.
- Then a ball rolled to {his} feet.
- "Kick it back!" called {friend}.
- {name} kicked it so well that it flew right into the goal.
+ Everybody cheered.
- From that day on {he} never sat alone again.
1 {name} was new and alone at school until {he} kicked a ball into the goal and found friends.
2 {name} was new at school and sat alone in the break. Then {he} kicked {friend}'s ball into the goal, and after that {he} was never alone.
? Where did {name} sit? :: {name} sat alone on a bench.
? Who called {to_him}? :: {friend} called: "Kick it back!"

- Every {day_name} {name} helps in the [bakery|bookshop|flower shop|toy shop] of {his} aunt.
- One day an old man came in and had forgotten his purse.
+ He searched all his pockets and turned red.
- {name} paid for his [bread|book|roses|toy train] with {his} own money.
- A week later the old man came back.
- He brought the money and a little wooden [bird|horse|boat|bear] that he had carved himself.
+ It stands on {name}'s desk to this day.
1 {name} paid for an old man who had forgotten his purse, and he thanked {to_him} with a wooden [bird|horse|boat|bear].
2 {name} paid for an old man who had forgotten his purse. A week later he came back with the money and a wooden [bird|horse|boat|bear].
? What had the old man forgotten? :: He had forgotten his purse.
? What did he bring a week later? :: He brought the money and a little wooden [bird|horse|boat|bear].

- {name}'s cat {pet} had climbed onto the roof.
- It meowed for [an hour|two hours|the whole morning] and did not dare to come down.
+ All the neighbours stood in the street and gave advice.
- {name} put a ladder against the wall, but it was too short.
- {friend} had a better idea and opened a tin of [fish|tuna|sardines].
- {pet} smelled it and was down in a minute.
+ Nobody saw how it did it.
1 {name}'s cat {pet} sat on the roof and came down only when {friend} opened a tin of [fish|tuna|sardines].
2 {name}'s cat {pet} sat on the roof and did not dare to come down. Then {friend} opened a tin of [fish|tuna|sardines], and {pet} was down in a minute.
? Where was the cat? :: The cat was on the roof.
? How did the cat come down? :: {friend} opened a tin of [fish|tuna|sardines], and {pet} smelled it.

- {name} wanted to give {his} [sister|brother|mother|father] a present, but {he} had no money.
- So {he} wrote ten little cards.
- On each card was a promise, such as "I will wash the dishes" or "I will tell you a story".
+ {he} drew a {colour} flower on every one.
- {his} [sister|brother|mother|father] read them all and smiled.
- "This is the best present of all," {name} heard.
+ The first card was used that very evening.
1 {name} had no money for a present and gave {his} [sister|brother|mother|father] ten cards with promises.
2 {name} had no money for a present, so {he} wrote ten cards with promises. {his} [sister|brother|mother|father] said that it was the best present of all.
? How many cards did {name} write? :: {name} wrote ten cards.
? What was on the cards? :: There was a promise on each card.

- On a cold {day_name} {name} was waiting for the bus.
- A small boy beside {to_him} was crying because he had lost his [ticket|glove|teddy bear|lunch box].
+ It was snowing a little.
- {name} helped him to look for it.
- They found it under the [bench|newspaper stand|big fir tree].
- But meanwhile the bus had gone.
- So they walked, and on the way {name} told him a story about a [snail|dragon|penguin|pirate].
1 {name} helped a small boy to find his [ticket|glove|teddy bear|lunch box], missed the bus, and told him a story on the way.
2 {name} helped a crying boy to find his [ticket|glove|teddy bear|lunch box], and they missed the bus. So they walked, and {name} told him a story.
? What had the boy lost? :: He had lost his [ticket|glove|teddy bear|lunch box].
? Where did they find it? :: They found it under the [bench|newspaper stand|big fir tree].

- {name} and {friend} built a raft out of old [barrels|boards|logs].
- It took them the whole {season}.
+ They gave it a {colour} flag.
- On the first trip a rope came loose, and the raft fell apart.
- They swam to the bank, wet and laughing.
- "Next time we take better rope," said {friend}.
+ The flag floated away and was never seen again.
- A week later the second raft carried them across the whole lake.
1 The first raft of {name} and {friend} fell apart, but the second one carried them across the lake.
2 {name} and {friend} built a raft, and on the first trip it fell apart. They took better rope, and the second raft carried them across the lake.
? What was the raft made of? :: It was made of old [barrels|boards|logs].
? Why did the raft fall apart? :: It fell apart because a rope came loose.

- In the attic {name} found an old [violin|camera|telescope|music box].
- It had belonged to {his} great-grandmother.
+ It was covered with dust and spider webs.
- {name} took it to {friend}, who could mend almost anything.
- After [three days|a week|a month] it worked again.
- At the family party {name} showed it to everybody.
- {his} grandfather had tears in his eyes and said, "I know that sound from long ago."
1 {name} found {his} great-grandmother's old [violin|camera|telescope|music box], and {friend} mended it.
2 {name} found an old [violin|camera|telescope|music box] in the attic, and {friend} mended it. At the family party {his} grandfather was moved to tears.
? What did {name} find in the attic? :: {name} found an old [violin|camera|telescope|music box].
? Whom had it belonged to? :: It had belonged to {name}'s great-grandmother.

- {name} wanted to learn to swim, but the water seemed too deep.
- On {day} {he} only put {his} feet in.
- The next day {he} went in up to the knees.
+ {friend} held {his} hand.
- After [a week|ten days|two weeks] {he} let go of the edge and counted to three.
- {he} did not sink.
+ "I am a fish!" {he} shouted.
- At the end of the {season} {name} could swim across the whole pool.
1 {name} was afraid of deep water but learned to swim, a little more every day.
2 {name} was afraid of the deep water and began with {his} feet. Little by little {he} learned, and at the end {he} could swim across the whole pool.
? What did {name} want to learn? :: {name} wanted to learn to swim.
? How far could {name} swim in the end? :: {name} could swim across the whole pool.

- The {animal} at the farm of {name}'s uncle would not eat.
- The vet came and found nothing wrong.
+ He shook his head and packed his bag again.
- {name} sat down beside the {animal} and saw that its friend, the [old goat|grey donkey|white hen|sheepdog], was missing.
- The [old goat|grey donkey|white hen|sheepdog] had been moved to another barn.
- {name} brought the two of them together again.
- The {animal} ate a whole bucket at once.
1 A {animal} would not eat because it missed its friend, the [old goat|grey donkey|white hen|sheepdog], and {name} brought them together.
2 A {animal} on the farm would not eat, and the vet found nothing wrong. {name} saw that it missed its friend, the [old goat|grey donkey|white hen|sheepdog], and brought them together again.
? Why would the {animal} not eat? :: Because it missed its friend, the [old goat|grey donkey|white hen|sheepdog].
? Who found out what was wrong? :: {name} found it out.

- It snowed all night, and on {day} the school was closed.
- {name} and {friend} built a snowman that was as tall as a door.
+ It had a {colour} scarf and buttons of coal.
- In the afternoon a [dog|goat|pony] came along and ate the carrot nose.
- {name} thought for a moment and gave the snowman a [pine cone|wooden spoon|red ball] instead.
- Now it looked even funnier than before.
+ People stopped to take pictures.
1 {name} and {friend} built a snowman, and when a [dog|goat|pony] ate its nose, they used a [pine cone|wooden spoon|red ball].
2 {name} and {friend} built a tall snowman, but a [dog|goat|pony] ate the carrot nose. They used a [pine cone|wooden spoon|red ball] instead, and it looked even funnier.
? Who ate the carrot nose? :: A [dog|goat|pony] ate it.
? What became the new nose? :: A [pine cone|wooden spoon|red ball] became the new nose.

- {name} wrote a message and put it into a [green|brown|clear|blue] bottle.
- {he} threw it into the [river|sea|brook].
+ Then {he} forgot about it.
- [One year|Two years|Three years] later a letter came.
- {friend}, who lived far away, had found the bottle while [fishing|walking the dog|looking for shells].
- They have written to each other every month since then.
+ This summer they will meet for the first time.
1 {name} threw a bottle with a message into the [river|sea|brook], and {friend} found it and wrote back.
2 {name} threw a bottle with a message into the [river|sea|brook]. [One year|Two years|Three years] later {friend}, who had found it, wrote a letter, and they became friends.
? What did {name} throw into the [river|sea|brook]? :: {name} threw a bottle with a message into it.
? Who found the bottle? :: {friend} found it.

- The clock on the town hall had stopped at [twenty past four|ten to nine|half past two].
- Nobody knew why.
+ The mayor was late for everything.
- {name} climbed up the [hundred|two hundred|ninety] steps with {friend}.
- Between the wheels they found a nest with [three|four|five] young [doves|swallows|owls].
- So the town waited until the birds could fly.
- Then the clock was started again, and nobody was cross.
1 The town clock had stopped because of a nest of young [doves|swallows|owls], and the town waited until they could fly.
2 {name} and {friend} found out that the town clock had stopped because of a nest of young [doves|swallows|owls]. The town waited until the birds could fly, and then the clock was started again.
? Why had the clock stopped? :: There was a nest with young [doves|swallows|owls] between its wheels.
? At what time had the clock stopped? :: It had stopped at [twenty past four|ten to nine|half past two].

- {name} had to say a poem in front of the whole school.
- {he} had practised it for [two weeks|a month|ten days].
- But on the stage all the words were gone.
+ It was so quiet that one could hear a fly.
- Then {he} saw {friend} in the third row, who was moving {friend_his} lips without a sound.
- {name} read the first word from the lips, and the rest came back.
- At the end there was loud applause.
1 {name} forgot the poem on the stage, and {friend} helped from the third row.
2 {name} had to say a poem on the stage and forgot all the words. {friend} showed {to_him} the first word with the lips, and the rest came back.
? Where did {friend} sit? :: {friend} sat in the third row.
? What did {name} forget? :: {name} forgot the words of the poem.

- On {day} {name} went to the market with {number} coins.
- {he} wanted to buy a [basket of cherries|pot of honey|loaf of bread|bag of nuts].
- On the way {he} met a musician who was playing a sad song.
+ His hat was quite empty.
- {name} gave him all the coins.
- The musician played a merry song, and people began to dance in the street.
- A market woman saw it and gave {name} a [basket of cherries|pot of honey|loaf of bread|bag of nuts] for nothing.
1 {name} gave all {his} coins to a musician and got a [basket of cherries|pot of honey|loaf of bread|bag of nuts] for nothing.
2 {name} gave {his} {number} coins to a sad musician. A market woman saw it and gave {to_him} a [basket of cherries|pot of honey|loaf of bread|bag of nuts] for nothing.
? How many coins did {name} have? :: {name} had {number} coins.
? Whom did {name} give the coins to? :: {name} gave them to a musician.

- {name} heard a strange noise under the [stairs|floor|bed|shed] every night.
- It went scratch, scratch, and then it stopped.
+ {he} pulled the blanket up to {his} nose.
- On {day} {he} took a torch and looked.
- There sat a [mouse|dormouse|hedgehog|squirrel] that was building a nest out of {his} lost [socks|letters|gloves].
- {name} gave it an old {colour} sweater instead.
- Since then it has been quiet at night.
1 The strange noise under the [stairs|floor|bed|shed] was a [mouse|dormouse|hedgehog|squirrel] that was building a nest.
2 {name} heard a noise every night and found a [mouse|dormouse|hedgehog|squirrel] that was building a nest. {he} gave it an old sweater, and since then it has been quiet.
? Where did the noise come from? :: It came from under the [stairs|floor|bed|shed].
? What did {name} give the animal? :: {name} gave it an old {colour} sweater.

- {name} and {friend} ran a lemonade stand in front of the [library|school|old mill].
- It was so cold that nobody wanted lemonade.
+ Their fingers were stiff.
- Then {name} had an idea and heated the lemonade with [ginger|honey|cinnamon].
- "Hot lemonade!" they called.
- Soon there was a long line of people.
- They sold {number} cups and bought a present for the [children's home|old neighbour|school garden].
1 Nobody wanted cold lemonade, so {name} and {friend} sold it hot and had great success.
2 It was too cold for lemonade, so {name} heated it with [ginger|honey|cinnamon]. {name} and {friend} sold {number} cups and bought a present.
? Why did nobody want lemonade at first? :: It was too cold.
? How many cups did they sell? :: They sold {number} cups.

- {name}'s grandfather could not find his glasses.
- The whole family helped to look for them.
+ They lifted every cushion and every newspaper.
- {name} looked in the [garden|kitchen|cellar], and {friend} looked in the car.
- After [half an hour|an hour|twenty minutes] {name} looked up and began to laugh.
- The glasses were on grandfather's own [head|nose].
- He laughed the loudest and bought ice cream for everybody.
1 Everybody looked for grandfather's glasses, and {name} saw that they were on his own [head|nose].
2 The whole family looked for grandfather's glasses. {name} saw at last that they were on his own [head|nose], and he bought ice cream for everybody.
? Where were the glasses? :: They were on grandfather's own [head|nose].
? What did grandfather buy? :: He bought ice cream for everybody.

- The bridge over the brook was broken, and {name} could not get to school.
- The neighbours said, "Somebody should mend it."
+ They said it every day.
- On {day} {name} took a hammer and began with a single board.
- {friend} saw it and brought nails.
- Then more and more people came with wood and saws.
+ Somebody made soup for all of them.
- In the evening the bridge was finished, and they painted it {colour}.
1 {name} began to mend the broken bridge with one board, and in the end everybody helped.
2 The bridge was broken, and {name} began to mend it alone. {friend} and many others came to help, and in the evening it was finished.
? What was broken? :: The bridge over the brook was broken.
? What did {friend} bring? :: {friend} brought nails.

- {name} got up at five o'clock to see the sun rise from the [tower|hill|lighthouse|dunes].
- {friend} had promised to come along but was still asleep.
- {name} threw small stones at the window until it opened.
+ A dog barked, and a light went on next door.
- They ran all the way.
- They arrived just as the sky turned {warm} and gold.
- "It was worth it," said {friend} with a yawn.
1 {name} woke {friend} early, and together they saw the sun rise from the [tower|hill|lighthouse|dunes].
2 {name} got up at five and had to wake {friend} with small stones. They ran and saw the sun rise from the [tower|hill|lighthouse|dunes] just in time.
? When did {name} get up? :: {name} got up at five o'clock.
? What did they want to see? :: They wanted to see the sun rise.
"""

LISTS = {
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "day_name": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "colour": ("red", "blue", "green", "yellow", "orange", "purple", "white", "striped"),
    "season": ("spring", "summer", "autumn", "winter"),
    "cake": ("apple cake", "chocolate cake", "lemon cake", "carrot cake", "cherry pie", "nut cake", "plum cake"),
    "place": ("lake", "river", "castle", "old mill", "lighthouse", "beach", "forest", "waterfall", "windmill"),
    "pet": ("Luna", "Minka", "Tiger", "Muffin", "Smoky", "Pepper", "Socks", "Snowy", "Ginger"),
    "animal": ("horse", "pony", "donkey", "cow", "goat", "llama", "sheep", "calf"),
    "number": ("three", "five", "six", "eight", "ten", "twelve", "twenty", "thirty"),
    "warm": ("pink", "red", "orange"),
}  # fmt: skip
MEN_NAMES = "Tom Ben Max Leo Sam Jack Finn Paul Noah Emil Hugo Oscar Theo Felix Henry Oliver Daniel Peter Simon David Adam Luke Mark Martin George Arthur Edward Frank Ivan Jonas Karl Lars Liam Mateo Milo Nico Omar Otto Pablo Ravi Tim Toby Victor Will Yusuf Anton Bruno Carlos Kenji Samir".split()  # fmt: skip
WOMEN_NAMES = "Anna Lily Mia Emma Lucy Ella Nora Clara Ida Rosa Ruby Alice Maya Zoe Grace Sophie Julia Eva Laura Sara Nina Amy Kate Mary Helen Jane Betty Daisy Flora Greta Hannah Iris Ivy Jenny Lena Lola Luna Maria Mina Molly Nadia Olga Pia Priya Rita Stella Tara Vera Yuki Zara".split()  # fmt: skip

# {text} is the text; the request stands before or after it
ORDERS = {
    "two": ("Retell this in two sentences", "Summarize this in two sentences", "Summarise this text in two sentences", "Say this in two sentences", "Tell me this story in two sentences", "Give me a summary in two sentences", "Two sentences, please", "Shorten this to two sentences", "Can you retell this in two sentences?", "Write a summary of two sentences", "Sum up this text in two sentences"),
    "one": ("Summarize this in one sentence", "What is it about?", "What is this text about?", "Say it in one sentence", "Make it shorter", "Sum it up in one sentence", "One sentence, please", "Give me the main idea", "tl;dr", "What happens in this story?", "In one sentence: what happens?", "What is this story about?", "Give me a one-sentence summary"),
    "any": ("Summarize this", "Summarise this text", "Retell this", "Retell this story", "Make this shorter", "Shorten this", "Please summarize", "Give me a short summary", "Tell me this in your own words", "Give me the short version", "Sum this up", "Can you summarize this?", "Can you make this shorter?", "Could you retell this for me?", "Write a short summary of this text", "Retell this text in a few sentences", "Summary please"),
}  # fmt: skip
SECOND = {
    "one": ("Shorter, please", "Even shorter", "Now in one sentence", "One sentence please", "Make it shorter", "Shorter!", "Can you say it in one sentence?", "and in one sentence"),
    "two": ("A little longer, please", "Now in two sentences", "Longer please", "Two sentences please", "Can you say a little more?", "Make it a bit longer"),
}  # fmt: skip
