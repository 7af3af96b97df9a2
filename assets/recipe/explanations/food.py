"""Explanations of food and drink."""

TABLE = """
* bread
? how is bread made | how do you make bread | what is bread made of | why does bread have holes #1 | why does bread rise
= Bread is baked from flour, water, salt and mostly yeast, which makes it soft and full of holes.
- Bread is made of flour, water, a little salt and yeast. The baker kneads this into a dough and lets it rest. The yeast eats
  sugar from the flour and makes gas, and the bubbles make the dough rise. Then the bread is baked in a hot oven, and the
  bubbles stay as small holes.
- First grain is ground into flour. The flour is mixed with water, salt and yeast to make a soft dough. Yeast is alive: it makes
  tiny bubbles, and the dough grows. In the hot oven it turns into bread with a brown crust and a soft inside.
> what is yeast | what does yeast do :: Yeast is a very tiny fungus. It eats sugar and makes gas, and this gas blows up the
  dough.
> why does old bread get hard | why does it get hard :: When bread gets old, its starch changes and it slowly dries. So it turns
  hard.

* flour
? what is flour made of | where does flour come from | how is flour made
= Flour is grain that has been ground to a fine powder.
- Flour is made from grain such as wheat or rye. The grains grow on the field in the ears of tall grass. After the harvest a
  mill grinds them into a fine powder. White flour comes only from the inner part of the grain. From flour we make bread, cakes
  and noodles.

* milk
? where does milk come from | how is milk made #2 | why is milk white #1 | why is milk healthy | what is in milk #2
= Milk is the food that mothers make for their young, and most of what we drink comes from cows.
- Milk is what mother animals make to feed their young. Most of our milk comes from cows. It is heated for a short time to kill
  germs, and then it is put into bottles. It looks white because tiny drops of fat and bits of protein in it scatter the light.
  It holds much that bones need.
- A cow that has had a calf makes milk in her udder. The farmer milks her twice a day, and the dairy makes butter, cheese and
  yoghurt from it as well. Milk has fat, sugar and protein in it, and the stuff that makes bones and teeth strong.

* cheese
? how is cheese made | why does cheese have holes | what is cheese made of | where does cheese come from
= Cheese is made from milk that has become thick and has then been pressed and left to ripen.
- Cheese is made of milk. The cheesemaker adds something that makes the milk thick, so that it parts into soft lumps and a thin,
  clear liquid. The lumps are pressed into a form and salted. Then the cheese rests for weeks or months and ripens. Tiny
  bacteria give it its taste, and in some kinds their gas makes holes.

* butter
? how is butter made | what is butter made of | why does butter melt | where does butter come from
= Butter is the fat of milk, made by beating cream until the fat sticks together.
- Butter is made from cream, the fat part of milk. When you beat cream for a long time, the tiny drops of fat stick together.
  They become a yellow lump, and a thin milk is left over. The lump is washed and kneaded, and that is butter. In a warm place
  its fat melts.

* yoghurt | yogurt
? how is yoghurt made | why is yoghurt sour
= Yoghurt is milk that good bacteria have made thick and a little sour.
- Yoghurt is made of milk with the help of bacteria. These are tiny living things, and those in yoghurt are good for us. They
  are stirred into warm milk and eat the milk sugar. As they do so, they make an acid. It turns the milk thick and a little
  sour.

* +eggs | an egg
? where do eggs come from | why do eggs get hard when you boil them | why are some eggs brown | what is inside an egg
= Eggs are laid by hens, and in some of them a chick could grow.
- The eggs that we eat are laid by hens. Inside the shell there is the white and the yellow yolk, which would be food for a
  chick. When an egg is boiled, the protein in it changes and becomes firm. Whether the shell is white or brown depends on the
  kind of hen.

* sugar
? where does sugar come from | how is sugar made | why is sugar bad for teeth
= Sugar is a sweet food that comes from sugar cane or from sugar beet.
- Sugar comes from plants. Most of it is pressed out of sugar cane, a tall grass of warm countries, or cooked out of sugar beet,
  a thick root. The sweet juice is boiled until crystals are left. Sugar gives quick energy. But germs in the mouth like it too
  and make holes in our teeth.
> why does sugar taste sweet | why is it sweet :: Sweet things give much energy, and so our tongue has taste buds that find them
  and tell the brain: this is good.

* salt
? where does salt come from | how is salt made | why do we need salt | what is salt good for
= Salt is a mineral that comes from the sea or from under the ground.
- Salt comes from the sea or from mines under the ground. In warm countries sea water is led into flat ponds. The sun dries it
  up, and the salt is left. The salt in mines was left by seas that dried up long ago. Our body needs a little salt, and it
  makes food tasty.

* chocolate
? how is chocolate made | where does chocolate come from | what is chocolate made of | why does chocolate melt #1 | what is
  white chocolate #2
= Chocolate is made from the roasted seeds of the cacao tree, with sugar and often with milk.
- Chocolate grows on trees, in a way. The cacao tree has big fruits with bitter seeds inside. These are left to ferment, dried,
  roasted and ground to a thick, brown paste. Sugar and often milk powder are mixed in. Chocolate melts in your mouth because
  its fat gets liquid at body warmth.
- The cacao tree grows where it is warm and wet. From its beans comes cocoa, and from cocoa comes chocolate. The beans alone
  taste bitter, so sugar is added. Milk chocolate has milk in it, and white chocolate has only the fat of the beans.

* tea
? where does tea come from | how is tea made | what is tea made of | why does tea turn brown
= Tea is a drink made by pouring hot water on the dried leaves of the tea plant.
- Tea is made from the leaves of a bush that grows in warm, rainy hills. People pick the young leaves and dry them. For black
  tea, the leaves are also rolled, and they turn dark. Hot water draws out the taste and the colour. Herb teas, such as mint
  tea, come from other plants.

* coffee
? where does coffee come from | how is coffee made | why does coffee wake people up | why do grown-ups drink coffee
= Coffee is a drink made from the roasted and ground seeds of the coffee plant.
- Coffee grows on bushes in warm countries. In their red berries there are two seeds, the coffee beans. They are dried, roasted
  until they are brown, and ground. Then hot water is poured over them. In coffee there is caffeine, which keeps people awake,
  and so it is not for children.

* rice
? how does rice grow | where does rice come from | why does rice grow in water
= Rice is the grain of a grass that is often grown in flooded fields.
- Rice is the seed of a grass. It is mostly grown in warm countries, in fields that stand under water. Rice can bear the water,
  but most weeds cannot. When it is ripe, the fields are dried and the grains are cut and shelled. More than half of all people
  eat rice often.

* corn | maize
? how does corn grow | where does corn come from
= Corn, or maize, is a tall grass with yellow grains on big cobs.
- Corn is also called maize. It is a very tall kind of grass and comes from America. Its grains sit in rows on a cob, wrapped up
  in green leaves. People eat it fresh, as flour or as popcorn, and many farm animals get it too.

* popcorn
? why does popcorn pop | how is popcorn made | what makes popcorn pop
= Popcorn pops because the water in each grain turns to steam and bursts the shell.
- Each grain of popcorn holds a tiny drop of water inside a hard shell. In the hot pot the water turns into steam and wants more
  room. The shell holds until the push gets too strong. Then it bursts with a pop, and the soft inside foams out and becomes
  white and fluffy.

* +noodles | pasta | spaghetti
? how are noodles made | what is pasta made of | do noodles grow on trees
= Noodles are made of a dough of flour and water or eggs.
- Noodles do not grow on trees: they are made of dough. Flour is mixed with water or with eggs and kneaded. Then the dough is
  rolled and cut, or pressed through small holes, and this gives them their shapes. Dried noodles keep for long. In boiling
  water they get soft again.

* +potatoes | a potato
? how do potatoes grow | where do potatoes come from | is a potato a root
= Potatoes are thick parts of a plant that grow under the ground and store its food.
- Potatoes grow under the ground. They are not roots but thick pieces of the stem, in which the plant stores food for the next
  year. If you put a potato in the soil, new plants grow from its eyes. Potatoes come from the mountains of South America. They
  must be cooked, and green ones should not be eaten.

* +tomatoes | a tomato
? is a tomato a fruit | how do tomatoes grow | why are tomatoes red
= A tomato is the red fruit of a plant, though we cook it like a vegetable.
- A tomato grows from a yellow flower and has seeds inside, and so it is a fruit. In the kitchen we treat it as a vegetable,
  because it is not very sweet. Tomatoes are green at first and turn red when they ripen in the warmth. Ketchup and pizza sauce
  are made from them.

* +carrots | a carrot
? why are carrots orange | how do carrots grow | are carrots good for the eyes
= A carrot is a thick orange root that we can eat.
- A carrot is a root that grows straight down into the soil. The plant stores food in it, so it tastes sweet. Its orange colour
  comes from something that the body turns into vitamin A, and the eyes need that. Above the ground you see only its feathery
  green leaves.

* +onions | an onion
? why do onions make us cry | why do I cry when I cut onions
= An onion is a plant with layers that makes our eyes water when it is cut.
- When you cut an onion, you break its tiny cells. Two substances in them mix and make a sharp gas. The gas rises to your eyes
  and stings, so tears come to wash it away. The onion guards itself from hungry animals that way. If you cool it first, it
  stings less.

* +apples | an apple
? how do apples grow #1 | why do apples turn brown #1 | why are apples healthy #2 | why does a cut apple get brown #1
= An apple is the fruit of the apple tree, and it grows from a flower that a bee has visited.
- An apple begins as a flower in spring. When a bee has brought pollen, the petals fall and a little fruit grows until autumn.
  In its core are the seeds. A cut apple turns brown because the air gets at its inside. A few drops of lemon juice keep it
  bright.
- Apples grow on trees. They need a summer to become big and sweet. They hold water, sugar, vitamins and much that is good for
  you, above all in the peel. If you plant the seeds, a tree may grow, but its apples may taste quite different.

* +bananas | a banana
? why are bananas bent | how do bananas grow | why do bananas turn brown
= Bananas are sweet fruits from a very big plant in warm countries.
- Bananas grow in warm countries in big bunches. They are bent because they first grow down and then turn up towards the light.
  They are picked green and get yellow on their journey. A ripe banana is soft and sweet. When the peel turns brown, it is very
  ripe.

* +oranges | an orange | +lemons | a lemon
? why are lemons sour | where do oranges come from | how do oranges grow
= Oranges and lemons are juicy fruits that grow on trees in warm countries.
- Oranges and lemons grow on trees that need a warm, sunny place. Both hold much juice and vitamin C. Lemons are sour because
  there is much acid in them and little sugar. Oranges have more sugar, and so they taste sweet. Their thick peel keeps the
  juice from drying up.

* +strawberries | a strawberry
? why are strawberries red | how do strawberries grow
= Strawberries are sweet red fruits that grow close to the ground.
- Strawberries grow on small plants close to the ground. First there is a white flower, and then the berry swells. It turns red
  when it is ripe, and that tells birds and children that it is sweet. The tiny yellow grains on the outside are the real
  fruits, with a seed in each.

* +grapes | a grape | +raisins
? how are raisins made | how do grapes grow
= Grapes are juicy berries that grow in bunches on a climbing plant.
- Grapes grow in bunches on a climbing plant called a vine. They like sunny hills. People eat them fresh or press them into
  juice and wine. When grapes are dried in the sun, they lose their water and become raisins. These are small, wrinkled and very
  sweet.

* +nuts | a nut
? how do nuts grow | why are nuts healthy | why do nuts have a hard shell
= Nuts are seeds with a hard shell and much good fat inside.
- A nut is a seed in a hard shell. The shell guards it until it can sprout. Inside is much fat and protein as food for the young
  plant, and so nuts are good for us as well. Walnuts and hazelnuts grow on trees and bushes. Peanuts are relatives of beans and
  ripen under the ground.

* +beans | a bean | +peas
? how do beans grow | why are beans healthy
= Beans and peas are seeds that grow in pods.
- Beans and peas are the seeds of climbing plants. They grow side by side in a long pod. They hold much protein, which the body
  needs to build muscles. Put a bean on wet cotton, and after some days you can watch it sprout. Most beans must be cooked
  before you eat them.

* soup
? how do you make soup | why is soup good when you are ill
= Soup is food cooked in water until the water tastes good as well.
- Soup is made by cooking vegetables, meat or noodles in water. Their taste goes over into the water. You add salt and herbs,
  and after a while it smells wonderful. Soup warms you from inside. It is easy to swallow, and so people like to eat it when
  they are ill.

* pizza
? how is pizza made | where does pizza come from | what is on a pizza
= Pizza is a flat bread with tomato sauce and cheese that is baked in a very hot oven.
- Pizza comes from Italy. It is a flat round of dough made of flour, water, yeast and salt. On it go tomato sauce, cheese and
  whatever you like, such as mushrooms or olives. It is baked in a very hot oven for a few minutes. The cheese melts, and the
  rim gets crisp.

* cake | a cake
? how is a cake made | why does a cake rise | how do you bake a cake
= A cake is baked from flour, sugar, eggs, fat and something that makes it rise.
- For a cake, flour, sugar, eggs and butter are stirred into a batter. A little baking powder is added. In the hot oven it makes
  tiny bubbles of gas, and so the cake rises and gets soft. The eggs and the flour become firm and hold it up. When it smells
  good and is brown, it is done.

* ice cream
? how is ice cream made | why is ice cream soft
= Ice cream is made of milk, cream and sugar that are stirred while they freeze.
- Ice cream is made of milk, cream, sugar and something for the taste, such as fruit or vanilla. The mix is cooled and stirred
  all the time. So only tiny crystals of ice form, and air gets in as well. That is why it is soft and not hard like an ice
  cube.
> why do we get a headache from ice cream | why does my head hurt :: The cold at the top of your mouth upsets the blood tubes
  and nerves there. It is over in a minute if you eat more slowly.

* jam
? how is jam made | why does jam keep so long
= Jam is made by boiling fruit with much sugar.
- Jam is made of fruit and a lot of sugar. Both are boiled until they get thick. The heat kills the germs, and with so much
  sugar hardly any can grow again. That is why jam keeps for long in a clean, closed jar. So we can taste the summer in winter.

* pepper | +spices
? where does pepper come from | what are spices
= Spices are parts of plants with a strong taste, such as pepper, cinnamon and ginger.
- Spices are seeds, roots, bark or fruits with a strong taste. Pepper is the dried berry of a climbing plant, and cinnamon is
  the bark of a tree. With the strong taste the plants keep hungry animals away. We use a little of them, and the food tastes
  better.
> why is pepper hot | why is it hot :: In pepper there is a substance that excites the nerves in your mouth that feel heat. So
  it seems to burn, though it is not warm.

* +vitamins | a vitamin
? why do we need vitamins | what are vitamins good for | where are vitamins
= Vitamins are things in food of which the body needs only a little, but it cannot do without them.
- Vitamins are helpers in our food. The body needs only tiny amounts, but without them we would get ill. Vitamin C from fruit
  helps us to heal, and vitamin A is good for the eyes. Fruit and vegetables of many colours give us nearly all of them.
  Sunlight helps the skin to make vitamin D.

* +vegetables | a vegetable
? why should I eat vegetables | why are vegetables healthy | do I have to eat vegetables
= Vegetables are parts of plants that we eat, and they hold much that keeps us healthy.
- Vegetables are parts of plants that we can eat: roots like carrots, leaves like spinach, or fruits like cucumbers. They hold
  vitamins, minerals and fibre. These help us to grow, to see well and to digest. If you do not like one kind, try another, or
  eat it raw.

* cooking
? why do we cook food | what happens when we cook
= Cooking makes food soft, tasty and easier to digest, and it kills germs.
- Cooking means changing food with heat. Hard vegetables get soft, eggs get firm, and dough becomes bread. New smells and tastes
  come up. The heat also kills germs. Cooked food is easier to chew and to digest, and people have cooked for a very long time.

* a pumpkin | +pumpkins
? how do pumpkins grow
= A pumpkin is a very big fruit that grows on the ground.
- A pumpkin grows on a long plant that creeps over the ground. It begins as a big yellow flower. Until autumn it swells and
  becomes orange and heavy. Some grow larger than you are! You can make soup or pie from its flesh and roast its seeds.

* oil | cooking oil
? where does cooking oil come from | why does oil float on water | how is oil made
= Cooking oil is liquid fat that is pressed out of seeds or fruits.
- Cooking oil is a liquid fat. It is pressed out of seeds, such as those of sunflowers, or out of fruits, such as olives. Oil
  does not mix with water. It is lighter, so it floats on top, as you can see in soup. People use it for frying and for salad.

* breakfast
? why should I eat breakfast | why is breakfast important
= Breakfast is the first meal of the day and gives us power after the long night.
- Breakfast is the first meal of the day. While you sleep you do not eat for many hours, but your body still uses energy. In the
  morning it needs some more. Bread, oats, fruit, milk or an egg are good things to start with. Then you can think and play
  better.
"""
