"""Explanations of plants."""

TABLE = """
* +plants | a plant
? how do plants eat | how do plants grow #2 | what do plants need #2 | how do plants live | why do plants need light
= Plants are living things that make their own food from light, water and air.
- Plants are living things that do not need to hunt or eat. They make their own food in their green leaves, from water, air and
  sunlight. The water comes up from the roots. While they do this, plants give off oxygen, which we and all animals need to
  breathe.
- A plant needs light, water, air and a little good soil. Its roots drink, its stem carries the water up, and its leaves make
  sugar with the help of the sun. From this sugar it builds everything: stems, flowers and seeds. That is how it grows.
> why are plants green | why are they green :: Because their leaves hold something green that catches the light. It uses the red
  and blue light most and sends much of the green back to us.

* ~photosynthesis
? what does photosynthesis do | how do leaves make food | why do plants make oxygen
= Photosynthesis is the way in which plants make sugar from water, air and sunlight.
- Photosynthesis is how plants make their food. Something green in the leaves catches the light of the sun. With this power the
  plant turns water and a gas from the air into sugar. Oxygen is left over and goes out into the air. Almost all life on Earth
  depends on it.

* a tree | +trees
? how do trees grow | what are trees good for | why do we need trees | how old do trees get #2 | how do trees drink #1
= A tree is a large plant with a trunk of wood that can live for a very long time.
- A tree is a large plant with a trunk of wood. Its roots hold it fast and drink water from the ground. The water climbs up
  through the trunk to the leaves, and there the tree makes sugar with the help of light. Trees give us oxygen, shade, wood and
  fruit.
- A tree begins as a small seed. Each year its branches get longer and its trunk gets one ring thicker. Some trees live for
  thousands of years. Birds nest in them, squirrels eat their nuts, and their leaves keep the air clean and cool.
> how can you tell how old a tree is | how can you tell the age of a tree | how old is it :: Count the rings in a trunk that was
  cut. Most trees add one ring each year.
> what is the tallest tree | which tree is the tallest :: The tallest trees are redwoods in America. Some of them are more than
  one hundred metres high.

* +leaves | a leaf
? why do leaves fall | why do leaves change colour | why do trees lose their leaves | why do leaves turn yellow
= Leaves are the kitchens of a plant, and many trees drop them in autumn to get through the winter.
- Leaves are the kitchens of a tree: there it makes sugar with sunlight. In winter there is little light, and the ground may be
  frozen, so leaves would only lose water. The tree takes back the green, and yellow and red can be seen. Then it lets the
  leaves fall.
- A green leaf works all summer and makes food from light. In autumn the tree gets ready for the cold. It saves what is useful,
  and the green goes away. The leaf turns yellow, red or brown, and a thin layer grows where its stalk begins. There it breaks
  off.
> why are leaves green | why are they green :: Because they hold something green that catches the light of the sun. With it the
  tree makes sugar.

* a flower | +flowers
? why do flowers smell | why do plants have flowers | why are flowers colourful | what are flowers for | why are flowers so
  bright
= A flower is the part of a plant in which seeds begin.
- A flower is the part of a plant where seeds begin. With bright colours and a sweet smell it calls bees and butterflies. They
  come to drink nectar, and yellow dust called pollen sticks to them. They carry it to the next flower, and then seeds can grow
  there.
- Flowers are not only there to please us. They want visitors! An insect that looks for nectar brings pollen from one flower to
  another. After that the petals fall, and a fruit with seeds grows. Some flowers need no insects, for the wind carries their
  pollen.
> why do bees come | why do insects visit flowers | why do they smell :: They find nectar and pollen there, and both are food
  for them. The flower gives them a meal, and they carry its pollen.

* a seed | +seeds
? how does a seed grow | how do seeds grow | what is inside a seed | what does a seed need | how does a seed become a plant
= A seed is a tiny plant with some food in a packet, and it waits for water and warmth to grow.
- A seed is a packed lunch with a tiny plant inside. It can wait for a long time. When it gets water and warmth, it swells and
  splits open. First a little root grows down, then a green tip grows up. Once it has leaves, it can make its own food.
- Inside each seed sleeps a very small plant, together with food for its first days. Put it in damp, warm soil and it wakes up.
  The root comes out first and holds on to the ground. Then the stem pushes up towards the light.

* +roots | a root
? what do roots do | why do plants have roots | what are roots for
= Roots hold a plant in the ground and drink water for it.
- Roots are the part of a plant under the ground. They hold it fast, so that the wind cannot blow it over. With very fine hairs
  they drink water and useful salts from the soil. Some plants also store food in their roots. A carrot is such a root.

* grass
? why is grass green | why does grass grow again after mowing | how does grass grow
= Grass is a plant with long, thin leaves that grow from near the ground.
- Grass is a plant with long, thin leaves. It is green because of the stuff in its leaves that catches light. Grass grows from
  the bottom and not from the tip. So it does not mind if a cow or a mower cuts its top off. Wheat, rice and corn are kinds of
  grass too.

* a cactus | +cactuses
? why does a cactus have spines | how does a cactus live in the desert | why do cactuses have thorns
= A cactus is a desert plant that stores water in its thick stem.
- A cactus lives in dry places and stores water in its thick, green stem. Its spines are leaves that have changed. They lose
  hardly any water, give a little shade and keep thirsty animals away. When it rains, its roots drink quickly, and the cactus
  swells.
> do cactuses have flowers | does it have flowers :: Yes, many have large and bright flowers, but often for only a few days in
  the year.

* +mushrooms | a mushroom
? are mushrooms plants | how do mushrooms grow | can you eat mushrooms
= Mushrooms are neither plants nor animals but fungi, and most of each fungus lives hidden in the ground.
- Mushrooms look like plants, but they are fungi. They cannot make food from light. Instead they live on old leaves and wood and
  help to turn them into soil. Most of the fungus is a web of fine threads in the ground. Some mushrooms are poisonous, so never
  eat one that you find.

* +fruits | fruit
? why do plants have fruit | why is fruit sweet | what is fruit for
= A fruit is the part of a plant that grows around its seeds.
- A fruit grows from a flower and holds the seeds. Many fruits are sweet and bright so that animals eat them. The seeds are
  carried away inside the animals and get a new place to grow. Apples and cherries are fruits, and so are tomatoes and
  cucumbers.

* pollen
? what is pollen for | why does pollen make people sneeze
= Pollen is the fine dust of flowers, which must get to another flower so that seeds can grow.
- Pollen is a fine dust, often yellow, that flowers make. When pollen from one flower lands in another of the same kind, seeds
  can grow. Bees, butterflies and the wind carry it. Some people must sneeze when they breathe it in. That is called hay fever.

* wood
? where does wood come from | what is wood made of | why does wood float
= Wood is the hard stuff of which the trunks and branches of trees are made.
- Wood is what the trunk and the branches of a tree are made of. It is built from many tiny tubes that carried water up to the
  leaves. These tubes make it strong but light, and so most wood floats. People use it for houses, tables, paper and fires.

* an evergreen tree | +pine trees | +fir trees
? why do pine trees stay green | why do fir trees keep their needles
= An evergreen tree keeps its green leaves or needles all through the winter.
- Pines and firs are evergreen trees. Their leaves are thin needles with a layer of wax, so they lose very little water.
  Therefore they can stay on the tree in winter. Old needles do fall, but only a few at a time, and new ones grow. So the tree
  is always green.

* a rose | +roses | +thorns
? why do roses have thorns | why do plants have thorns
= A rose is a flower that grows on a bush with sharp prickles.
- A rose grows on a bush and often smells very sweet. Its prickles keep away animals that would like to eat it. They also help
  it to hold on to other plants when it climbs. Roses can be red, white, yellow or pink. After the flowers come red fruits
  called rose hips.

* a sunflower | +sunflowers
? why do sunflowers turn to the sun | how tall do sunflowers grow
= A sunflower is a tall plant with a big yellow flower head full of seeds.
- A sunflower can grow taller than a grown-up. While it is young, its head follows the sun from morning to evening, for then it
  gets more light. When it is old, it stays facing east. Each big head is really made of many small flowers, and each of these
  can become a seed.

* a dandelion | +dandelions
? how do dandelions fly | why can you blow a dandelion
= A dandelion is a yellow flower whose seeds fly away on small parachutes.
- A dandelion has a bright yellow flower in spring. Later it turns into a white ball of seeds. Each seed hangs on a small
  parachute of fine hairs. One puff of wind, or your breath, carries it far away. Where it lands, a new dandelion may grow.

* bamboo
? how fast does bamboo grow | is bamboo a tree
= Bamboo is a very tall grass with a hollow stem, and it grows faster than almost any other plant.
- Bamboo looks like a tree, but it is a kind of grass. Its stems are hollow and very strong. Some kinds grow almost one metre in
  a single day! Pandas eat hardly anything else. People build houses, chairs and flutes from it.

* moss
? where does moss grow
= Moss is a small, soft plant that grows in damp, shady places.
- Moss is a small plant that grows like a green cushion. It has no real roots, no flowers and no seeds. It drinks with its tiny
  leaves and can hold much water, like a sponge. You find it on stones, on old trees and on the ground, where it is damp and
  shady.

* seaweed | algae
? what is seaweed | how does seaweed grow | can you eat seaweed
= Seaweed lives in the sea and makes food from light, as plants do.
- Seaweed grows in the sea. It has no roots: it holds on to rocks and takes what it needs straight out of the water. Like plants
  it makes its food from sunlight. Fish hide and lay eggs in it. Some kinds are good to eat, for example with rice.

* a garden | +gardens
? how do I start a garden | what grows in a garden | how does a garden grow
= A garden is a piece of land where people grow flowers, fruit and vegetables.
- A garden is a place where people grow plants. First the soil is loosened, then seeds are put in and watered. The sun does the
  rest, but weeds must be pulled out. After some weeks there may be beans, lettuce or flowers. Bees and worms are welcome
  helpers.

* +weeds | a weed
? why do people pull out weeds | are weeds bad
= A weed is a plant that grows where people do not want it.
- A weed is any plant that grows where people do not want it. It takes light, water and room from the flowers or vegetables. So
  gardeners pull it out. But weeds are not bad in themselves. Nettles, for example, are food for the caterpillars of many
  butterflies.
"""
