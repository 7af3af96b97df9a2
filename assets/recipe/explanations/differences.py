"""Pairs of things that are easily mixed up, and how they differ.

The table is one string: "* one | other" and, on the next line, "= the answer"; entries are separated by blank lines, and a
line that starts with a space goes on with the line before.
"""

TABLE = """
* the target | the drafter
= The target is the model whose text it is, and it decides every token. The drafter is small and quick and only guesses ahead.
  The target checks the guesses, keeps those that pass and puts its own token at the first miss.

* a target model | a draft model
= A draft model is small and quick and only guesses the next tokens. The target model is the big one whose text it is. It reads
  all the guesses in one pass and decides which of them stay.

* a recovered token | a bonus token
= Both are the target's own tokens. A recovered token stands at the first miss, where a guess was rejected. A bonus token comes
  after a draft that was accepted from end to end.

* an accepted token | a rejected token
= An accepted token is a guess that the target let stand. A rejected token is a guess that it did not let stand. After the first
  rejected token, the rest of the draft is dropped too.

* greedy decoding | sampling
= In greedy decoding the model always takes the likeliest token, so the text is the same each time. In sampling it draws by
  chance, and likely tokens come up more often. Temperature 0 is greedy.

* plain decoding | speculative decoding
= In plain decoding the target writes one token in each pass. In speculative decoding a drafter guesses several tokens, and the
  target checks them all in one pass. The text is the target's in both cases.

* a token | a word
= A word is what people read, and a token is what a language model reads. A short word is often one token. A long or rare word
  is cut into several tokens, and a comma is a token too.

* a draft | a round
= A draft is only the row of guessed tokens. A round is the whole step: the draft, the pass of the target over it, and the
  verdict. Each round gives at least one token.

* the acceptance rate | the speed-up
= The acceptance rate is the share of drafted tokens that were accepted. The speed-up says how many times faster the text comes
  than without a drafter. A high rate helps, but a slow drafter can still spoil the speed-up.

* training | sampling
= Training comes first: the model learns from text, and its numbers are changed. Sampling comes later: the finished model draws
  its next token by chance, and its numbers stay as they are.

* lookup | a draft model
= Both guess ahead for the target. Lookup searches the text so far and copies what came after the same words. A draft model is a
  small language model that works out its guesses itself.

* temperature | top-p
= Both say how bold a draw may be. Temperature changes the chances of all tokens, towards the likeliest or away from it. Top-p
  leaves the chances alone but strikes out the unlikeliest tokens.

* a prompt | a reply
= The prompt is the text that you give to the model. The reply is what the model writes after it. Together with the talk so far,
  both must fit into the context window.

* a parameter | a token
= A token is a piece of text that the model reads or writes. A parameter is one of the numbers inside the model that training
  has set. Text is made of tokens, and the model is made of parameters.

* the sun | the moon
= The sun is a star, a huge ball of glowing gas that makes its own light. The moon is a much smaller ball of rock that circles
  the Earth. It only shines because the sun lights it up.

* a star | a planet
= A star is a ball of hot gas that makes its own light, such as the sun. A planet is smaller, travels around a star and only
  throws back its light. The Earth is a planet.

* a comet | an asteroid
= A comet is mostly ice and dust and grows a tail near the sun. An asteroid is a lump of rock or metal and has no tail. Both
  travel around the sun.

* the weather | the climate
= Weather is what the air does today or this week. Climate is what the weather is like over many years. A rainy day is weather,
  and a rainy country has a wet climate.

* thunder | lightning
= Lightning is a huge electric spark, and thunder is its sound. We see the flash first, because light is faster than sound.

* snow | hail
= Snow is made of light ice crystals that grow in cold clouds. Hail is made of hard balls of ice that grow layer by layer in
  storm clouds.

* fog | clouds
= Both are made of tiny drops of water. A cloud floats high up in the sky, and fog lies on the ground.

* a frog | a toad
= Both begin as tadpoles. A frog has smooth, damp skin and long legs for leaping. A toad has dry, bumpy skin and shorter legs,
  and it mostly walks or makes small hops.

* a butterfly | a moth
= Most butterflies fly by day and have thin feelers with a small knob at the end. Most moths fly at night and have feathery or
  pointed feelers. A butterfly often rests with its wings closed.

* a crocodile | an alligator
= A crocodile has a pointed snout, and an alligator has a broad, round one. When a crocodile closes its mouth, you still see
  lower teeth. In an alligator they are hidden.

* a fish | a whale
= A fish breathes in water through gills. A whale is a mammal: it comes up to breathe air, and its young drink milk. A fish
  waves its tail from side to side, and a whale moves it up and down.

* a spider | an insect
= A spider has eight legs, and an insect has six. A spider's body has two parts, and an insect's body has three. Many insects
  have wings, and spiders never do.

* a rabbit | a hare
= A hare is bigger, has longer ears and lives alone in the field. A rabbit lives with others in burrows. Young rabbits are born
  bare and blind, and young hares have fur and open eyes at once.

* a turtle | a tortoise
= Both have a shell. A tortoise lives on land and has thick legs. A turtle lives in the water and has flippers or webbed feet.

* a wasp | a bee
= A bee is furry, drinks nectar and collects pollen. A wasp is smooth, has a thin waist and also hunts insects. A honeybee makes
  honey, and a wasp does not.

* a horse | a pony
= A pony is a small horse. It often has a thick mane and short legs and is very strong for its size. A young horse is not a pony
  but a foal.

* a monkey | an ape
= Most monkeys have a tail, and apes have none. Apes, such as chimpanzees and gorillas, are mostly larger. They are nearer
  relatives of people.

* fruit | vegetables
= A fruit grows from a flower and has seeds in it. Vegetables are other parts of plants that we eat, such as roots and leaves.
  So a tomato is really a fruit, though the cook calls it a vegetable.

* butter | cheese
= Both are made from milk. Butter is the fat of the cream. Cheese is made from milk that has become thick and is then pressed
  and ripened.

* the sea | a lake
= A lake has land all around it and mostly holds fresh water. The sea is much larger, it is salty, and all the oceans of the
  world are joined.

* an island | a continent
= Both are land. An island has water all around it and is smaller. A continent is one of the few very large pieces of land on
  Earth.

* magma | lava
= It is the same melted rock. Under the ground it is called magma. When it has come out of the volcano, it is called lava.

* bacteria | viruses
= Bacteria are tiny living things, and many of them are useful. Viruses are much smaller and cannot live by themselves. They
  need the cells of others to make more of their kind.

* a doctor | a nurse
= A doctor finds out what is wrong and decides what helps. A nurse cares for the patient all day long, gives the medicine and
  watches how the patient is. They work together.

* a fear | a danger
= A danger is something that can really harm you. Fear is the feeling that warns you. Sometimes we feel fear where there is no
  danger, as in a dark room.

* a plane | a helicopter
= A plane has fixed wings and must go fast to stay in the air. A helicopter has blades that turn. So it can stand still in the
  air and take off straight up.

* a computer | a robot
= A computer works with numbers and shows us the result. A robot has a computer in it, but also sensors and motors. So it can
  notice things and move.

* a piano | a guitar
= Both have strings. In a piano small hammers hit them when you press the keys. On a guitar you pluck them with your fingers.

* a number | a digit
= A digit is one of the signs from 0 to 9. A number tells how many, and it is written with one or more digits. The number 25 has
  two digits.

* weight | mass
= Mass is how much stuff there is in a thing. Weight is how strongly gravity pulls at it. On the moon your mass is the same, but
  your weight is only one sixth.
"""
