"""Explanations of animals and how they live."""

TABLE = """
* +bees | a bee
? how do bees make honey #1 | why are bees important #1 | what do bees do | how do bees live #2 | how do bees talk to each other
  #2
= Bees are insects that collect nectar for honey and carry pollen from flower to flower.
- Bees fly from flower to flower and drink a sweet juice called nectar. At home they turn it into honey and store it in small
  cells of wax. On the way pollen sticks to their fur, and so they carry it to other flowers. Without bees there would be far
  fewer apples and berries.
- A honeybee lives in a hive with thousands of others. There is one queen who lays the eggs, and the workers build, clean and
  fetch food. Bees tell each other by a dance where the flowers are. They sting only when they feel in danger. The buzz comes
  from their quick wings.
> why do they buzz | why do bees buzz :: The buzzing is the sound of their wings. A honeybee beats them more than two hundred
  times in a second.
> why do they sting | do bees like to sting :: Bees sting only to defend themselves or their hive. If you stay calm, they mostly
  fly on.

* honey
? where does honey come from | how is honey made | who makes honey | why do bees make honey
= Honey is made by bees from the sweet juice of flowers.
- Honey is made by bees. They drink nectar from flowers and carry it home in a special stomach. In the hive they pass it on from
  bee to bee and fan it with their wings, so that water dries away. Then it is thick and sweet, and they close it up in cells of
  wax as food for the winter.
- Bees make honey as food for the cold season. Each drop was once nectar in a flower. The bees thicken it and store it in
  honeycombs. The beekeeper takes a part of it and leaves them enough or gives them sugar. Honey keeps for a very long time.
> how long does honey keep | can honey go bad | does it go bad :: Honey keeps for many years in a closed jar. There is so little
  water in it that germs cannot grow.

* +butterflies | a butterfly
? how does a caterpillar become a butterfly #1 | where do butterflies come from #1 | how do butterflies grow #1 | what do
  butterflies eat #2 | how long do butterflies live #2
= A butterfly begins as an egg, becomes a caterpillar, then a pupa, and at last a butterfly.
- A butterfly starts as a tiny egg on a leaf. A caterpillar comes out, eats and eats, and grows. Then it makes a hard case
  around itself and is called a pupa. Inside, its whole body is built anew. After some time the case opens, and out comes a
  butterfly with soft, folded wings.
- Butterflies have four wings that are covered with tiny scales, and the scales give them their colours. They drink nectar
  through a long, thin tongue like a straw. When they are young they are caterpillars and cannot fly at all. Many of them live
  for only a few weeks.

* a caterpillar | +caterpillars
? what do caterpillars eat | what does a caterpillar become
= A caterpillar is the young of a butterfly or a moth.
- A caterpillar is the child of a butterfly or a moth. It hatches from an egg and has only one job, and that is eating leaves.
  It grows so fast that it sheds its skin several times. When it is big enough, it becomes a pupa. Weeks later a butterfly or a
  moth comes out.

* +ants | an ant
? how do ants live | how do ants find food #1 | why do ants walk in a line #1 | how strong are ants #1 | how do ants talk to
  each other #2
= Ants are small, strong insects that live and work together in large groups.
- Ants live together in a nest with a queen and many workers. When an ant finds food, it leaves a trail of scent on its way
  home. The others follow the trail, and so they walk in a line. An ant can carry many times its own weight. Together they
  build, dig and look after the young.
- An ant is never alone for long. Thousands of them share one nest, and each has its work. Some fetch food, some guard the door,
  some feed the young. They talk with smells and by touching each other with their feelers.
> how much can an ant carry | why are they so strong | why are ants so strong :: Many ants can carry ten to fifty times their
  own weight. For something so small and light, even thin muscles are very strong.

* +spiders | a spider
? how do spiders make webs #2 | why do spiders make webs | how many legs does a spider have #1 | is a spider an insect #1 | why
  does a spider not stick to its web #1
= Spiders have eight legs, and many of them catch their food in a web of silk.
- Spiders have eight legs, so they are not insects, for insects have six. In their belly they make silk, and many spin a web
  from it. Some threads are sticky, and flies get caught. The spider walks on the dry threads. Most spiders are harmless to
  people, and they keep down flies and mosquitoes.
- A spider makes its thread itself. The silk is liquid inside its belly and gets firm as it is pulled out. First the spider
  spins the spokes of the web and then the sticky spiral. Then it waits until something wriggles. For its weight, such silk is
  as strong as steel.
> are spiders dangerous | are they dangerous :: Most spiders cannot harm people at all. Only a few kinds have a bite that is
  dangerous, and they too like to be left alone.

* an insect | +insects
? how many legs do insects have | what makes an animal an insect
= An insect is a small animal with six legs and a body in three parts.
- Insects are small animals with six legs. Their body has three parts: head, chest and belly. Most of them have wings and two
  feelers. Beetles, bees, ants, flies and butterflies are insects, but spiders are not. There are more kinds of insects than of
  all other animals together.

* +worms | an earthworm
? what do worms eat | why do worms come out when it rains | why are worms good for the garden | what do earthworms do
= Earthworms are soft animals without bones that live in the ground and make good soil.
- Earthworms live in the ground and eat old leaves and earth. What comes out again is very good soil. Their tunnels let air and
  water in to the roots, and so gardeners love them. They breathe through their damp skin. On wet days they can come up without
  drying out.

* a snail | +snails
? why do snails have a house | how does a snail move
= A snail is a soft animal that carries its shell on its back and creeps on slime.
- A snail has a soft body and one foot, on which it creeps. It makes slime, and on this it can glide even over sharp stones. The
  shell grows with it, and it hides inside when it is dry or when danger comes. Its eyes sit on top of two long feelers.
> how slow is a snail | how fast are they | how fast is a snail :: A garden snail creeps only a few metres in an hour.

* +flies | a fly
? why can flies walk on the ceiling | why are flies so hard to catch | why do flies rub their legs
= A fly is an insect with two wings and very quick eyes.
- Flies can walk on the ceiling because their feet have tiny, sticky pads and claws. Their large eyes are made of thousands of
  small ones and see quick movements very well. So it is hard to catch a fly. They rub their legs together to clean them, for
  they taste with their feet.

* +mosquitoes | a mosquito
? why do mosquitoes bite | why do mosquito bites itch | what are mosquitoes good for
= Mosquitoes are small flies, and the females drink a little blood to make their eggs.
- Only female mosquitoes bite. They need a little blood to make their eggs, and otherwise they drink nectar. When they bite,
  they put some spit into the skin so that the blood keeps flowing. Our body does not like this spit, and the spot swells and
  itches. Many fish, birds and bats eat mosquitoes.

* a ladybird | +ladybirds | a ladybug | +ladybugs
? why do ladybirds have dots | what do ladybirds eat | why are ladybirds red
= A ladybird is a small, round beetle, often red with black dots, that eats plant lice.
- A ladybird is a small, round beetle. Many are red with black dots, and this bright colour warns birds: I taste bad! The dots
  do not show how old it is, they show which kind it is. Ladybirds eat very many plant lice, so gardeners are glad to see them.

* +fireflies | a firefly | +glow-worms
? why do fireflies glow | how do fireflies make light
= Fireflies are beetles that make cold light in their bellies to find each other.
- Fireflies are not flies but beetles. In their belly they mix two substances with oxygen, and this gives light without heat.
  With the light they call a partner in the dark. Each kind has its own way of blinking. You can see them on warm summer nights.

* a cricket | +crickets | a grasshopper | +grasshoppers
? why do crickets chirp | how do crickets make music | how far can a grasshopper jump
= Crickets and grasshoppers are insects that jump well and make music by rubbing.
- Crickets and grasshoppers have long back legs and can jump very far. Crickets chirp by rubbing their wings together, and many
  grasshoppers rub a leg on a wing. It is mostly the males that sing, to call a female. When it is warm, they chirp faster.

* +birds | a bird
? how do birds fly | why can birds fly | how can a bird stay in the air | why do birds have feathers #2 | can all birds fly #2
= Birds fly with wings of feathers, strong muscles and light, hollow bones.
- Birds are made for flying. Many of their bones are hollow, so they are light, and the muscles of their chest are strong. When
  they beat their wings, they push the air down and back, and the air pushes them up and forward. Large birds also glide on warm
  air that rises.
- A bird flies with its wings. They are curved, so the air that streams around them lifts the bird up. With each beat the bird
  also pushes itself forward. Feathers are light and smooth, and they keep it warm. All birds have feathers and lay eggs, but
  not all of them can fly.
> why do they sing | why do birds sing in the morning :: Most of the singing is done by males. It says to others: this is my
  place, and I am looking for a mate. In the early morning the air is calm, and the song carries far.

* +owls | an owl
? why can owls see in the dark | why do owls fly so quietly | how do owls hunt | why do owls turn their heads
= An owl is a bird that hunts at night with big eyes, fine ears and silent wings.
- Most owls hunt at night. Their big eyes need very little light, and their ears hear a mouse under the leaves. Soft edges on
  the feathers make their flight silent. An owl cannot roll its eyes. Instead it can turn its head so far that it looks over its
  own back.

* +penguins | a penguin
? why can penguins not fly | where do penguins live | why do penguins not freeze | how do penguins keep warm
= Penguins are birds that cannot fly, but they swim and dive very well.
- Penguins are birds, but they cannot fly. Their wings are like paddles, and with these they shoot through the water after fish.
  They live in the south of the world, many of them where it is icy. Thick feathers and a layer of fat keep them warm. In a
  storm they stand close together.
> are there penguins at the North Pole | do polar bears eat penguins | do they live with polar bears :: No, penguins live in the
  south and polar bears in the north. They never meet.

* a parrot | +parrots
? how do parrots talk | why can parrots talk
= A parrot is a clever, colourful bird that can copy sounds and words.
- Parrots are clever, colourful birds from warm countries. They live in flocks and learn sounds from each other. If a parrot
  lives with people, it copies their words. It forms them deep in its throat, where birds have a special voice organ. Mostly it
  does not know what the words mean.

* +chickens | a hen | a chicken
? why does a rooster crow | can chickens fly
= Chickens are birds that people keep for their eggs and their meat.
- Chickens are birds that have lived with people for thousands of years. A hen can lay an egg on most days. If a rooster lives
  with the hens, chicks can grow in the eggs, and they hatch after about three weeks. Chickens can flutter up to a branch, but
  they do not fly far. The rooster crows to say: this is my yard.
> why do hens lay eggs | why do they lay so many eggs :: Birds lay eggs to have young. People have bred hens that lay far more
  eggs than wild birds, and most of these eggs hold no chick.

* +ducks | a duck
? why do ducks not get wet | how do ducks swim | why do ducks not sink
= Ducks are birds with webbed feet that swim on ponds and lakes.
- Ducks have skin between their toes, so their feet are good paddles. They spread oil from a gland near the tail over their
  feathers. Water then runs off in drops, and the air between the feathers stays dry. This air keeps ducks warm and helps them
  to float. Many of them dip their heads under to find food.

* a woodpecker | +woodpeckers
? why do woodpeckers peck | does a woodpecker get a headache
= A woodpecker is a bird that hammers at trees with its beak to find food, to make a home and to send signals.
- A woodpecker knocks at trees with its strong beak. It looks for insects under the bark, makes a hole for its nest, and drums
  so that others can hear it. It can peck about twenty times in a second. Its head is built so that the blows do it no harm.

* +feathers | a feather
? what are feathers made of | what are feathers for
= Feathers are the light coat of birds, and they need them for flying and for keeping warm.
- Only birds have feathers today. They are made of the same stuff as your nails and hair. Small, fluffy feathers hold warm air
  near the body. Long, stiff ones form the wings and the tail. Each has many tiny hooks that hold it together like a zip, and a
  bird puts them in order with its beak.

* bird migration | +migrating birds | birds that fly south
? why do birds fly south | how do birds find their way | why do birds leave in autumn
= Many birds fly to warm countries in autumn because they find more food there in winter.
- In winter there are few insects, and the ground is frozen. So many birds fly far away to warm countries in autumn and come
  back in spring. They find their way by the sun, by the stars and by the Earth's magnetic field. Some fly thousands of
  kilometres.

* hibernation | winter sleep
? why do animals sleep in winter | which animals sleep in winter | how do animals hibernate
= Hibernation is a deep sleep in which some animals get through the winter without food.
- In winter some animals find no food. Hedgehogs, bats and dormice eat a lot in autumn and then sleep deeply for months. Their
  heart beats slowly, and their body gets cold, so they need little energy. They live on their fat. In spring they wake up, thin
  and hungry.

* +fish | a fish
? how do fish breathe | why can fish breathe under water | how do fish swim #1 | how do fish stay up in the water #2
= Fish live in water and breathe through gills, which take oxygen out of it.
- Fish breathe through gills at the sides of their head. They take water in at the mouth and let it flow out over the gills. The
  fine red skin of the gills takes the oxygen out of the water. Fish swim by waving their tail, and they steer with their fins.
- There is oxygen in water, and fish know how to get at it. Water goes in at the mouth, over the gills and out again, and the
  oxygen passes into the blood. Most fish also have a bladder filled with gas, so that they neither sink nor rise. They rest
  with open eyes, for they have no eyelids.
> do they sleep | can fish sleep :: Yes, most fish rest at some time of the day or night. They keep still or swim slowly, and
  their eyes stay open, for they have no eyelids.

* +sharks | a shark
? are sharks dangerous | why do sharks have so many teeth
= Sharks are fish with a skeleton of gristle and many rows of teeth.
- Sharks are fish. Their skeleton is not made of bone but of gristle, like your ears. When a shark loses a tooth, another moves
  up from behind. There are about five hundred kinds, and most of them are harmless to people. The largest, the whale shark,
  eats only tiny creatures.

* +whales | a whale
? how do whales breathe | is a whale a fish #1 | what is the biggest animal #1 | why do whales blow water #1 | how long can a
  whale dive #2
= Whales are mammals that live in the sea, and they must come up to breathe air.
- Whales look like fish, but they are mammals. They breathe air through a hole on top of their head, and their young drink milk.
  When a whale comes up, it blows out its warm breath, and this looks like a fountain of mist. The blue whale is the biggest
  animal that we know of.
- A whale cannot breathe under water. It holds its breath when it dives, some kinds for an hour or more, and then comes up for
  air. A thick layer of fat keeps it warm. Whales call and sing to each other, and the sound travels very far through the sea.
> how big is the blue whale | how big is a blue whale | how big are they :: A blue whale can be about thirty metres long, and
  its heart weighs as much as two grown-ups or more.

* +dolphins | a dolphin
? are dolphins fish | how do dolphins sleep | how do dolphins talk
= Dolphins are small, clever whales that live in groups.
- Dolphins are small whales. They live in groups and help each other. They talk in whistles and find fish by making clicks and
  listening for the echo. Like all whales they must come up to breathe. When they sleep, one half of their brain stays awake.

* an octopus | +octopuses
? how many arms does an octopus have | why does an octopus squirt ink | is an octopus clever
= An octopus is a clever sea animal with eight arms and no bones.
- An octopus has eight arms with hundreds of suckers, three hearts and blue blood. As it has no bones, it can squeeze through
  tiny holes. It changes its colour to hide. If it is in danger, it squirts a cloud of ink and swims off. It is clever and can
  even open jars.

* +jellyfish | a jellyfish
? why do jellyfish sting | what are jellyfish made of | do jellyfish have a brain
= Jellyfish are soft sea animals that are mostly made of water.
- Jellyfish are mostly made of water. They have no bones, no heart and no brain. By opening and closing like an umbrella they
  swim a little, and the rest is done by the sea. On their long threads are tiny stingers with which they catch food. So it is
  better not to touch them.

* a starfish | +starfish
? how many arms does a starfish have | can a starfish grow a new arm
= A starfish is a sea animal, often with five arms, that creeps on many tiny feet.
- A starfish is not a fish, and it lives on the bottom of the sea. Most have five arms, and under them are hundreds of tiny tube
  feet. It eats mussels and pulls their shells open with its arms. If it loses an arm, a new one grows.

* +crabs | a crab
? why do crabs walk sideways | why do crabs have claws
= A crab is an animal with a hard shell, eight legs and two claws.
- A crab wears its skeleton on the outside as a hard shell. It has eight legs for walking and two claws for holding, eating and
  fighting. Its legs bend to the side, so walking sideways is the quickest way for most crabs. When it grows, it slips out of
  the old shell and gets a new one.

* +corals | a coral reef
? are corals plants | how is a coral reef made | who lives in a coral reef
= Corals are tiny animals that build reefs of limestone in warm seas.
- Corals look like plants or stones, but they are tiny animals. They live together by the thousands and build small houses of
  limestone. Over many years these grow into a reef. Countless colourful fish live in it. Corals need clean, warm and bright
  water.

* a seahorse | +seahorses
? is a seahorse a fish | how do seahorses swim
= A seahorse is a small fish that swims upright and has a head like a horse.
- A seahorse is really a fish. It swims upright and moves its small back fin very fast. With its tail it holds on to plants, so
  that the water does not carry it off. The father carries the eggs in a pouch on his belly until the young come out.

* +turtles | a turtle | a tortoise
? why do turtles have a shell | how old do turtles get | why are tortoises so slow
= Turtles and tortoises have a hard shell into which many of them can pull their heads and legs.
- Turtles carry a hard shell that protects them like armour. It is grown together with their ribs, so they can never get out of
  it. Those on land are called tortoises and walk slowly, for their shell is heavy. Those in the sea have flippers. Some
  tortoises live for more than one hundred years.

* +frogs | a frog
? how does a tadpole become a frog | why do frogs croak | where do frogs come from | how do frogs catch flies
= A frog begins as a tadpole in the water and later lives on land as well.
- A frog starts as an egg in a pond. A tadpole with a tail hatches, and it breathes through gills like a fish. Then legs grow,
  the tail gets shorter, lungs form, and it hops onto the land. A frog catches flies with its long, sticky tongue. The males
  croak to call the females.

* +snakes | a snake
? how do snakes move without legs | why do snakes stick out their tongue | are snakes dangerous
= Snakes are long reptiles without legs that move with muscles, ribs and scales.
- Snakes have no legs. They have hundreds of ribs, and with strong muscles they push themselves along the ground. They stick out
  their tongue to smell. They swallow their food whole. Most snakes are not dangerous to people and slip away when they feel our
  steps.

* +lizards | a lizard
? why do lizards lose their tails | why do lizards lie in the sun
= Lizards are small, quick reptiles that need the sun to get warm.
- Lizards are reptiles with four legs and a long tail. Their body is only as warm as the place where they are, so they lie on
  stones in the sun until they are quick. If an enemy grabs a lizard's tail, many kinds can let it break off and run away. Later
  a new one grows.

* +crocodiles | a crocodile
? are crocodiles dangerous | how do crocodiles live
= Crocodiles are large reptiles with strong jaws that live in warm rivers and lakes.
- Crocodiles live in warm rivers and lakes. They lie very still in the water, and only their eyes and nose look out. With their
  strong jaws they catch fish and other animals. A lost tooth grows again. Mother crocodiles are tender: they carry their young
  to the water in their mouth.

* a chameleon | +chameleons
? why do chameleons change colour | how does a chameleon change its colour
= A chameleon is a lizard that can change the colour of its skin.
- A chameleon can change its colour. Mostly it does so to show its mood to others, or to get warmer or cooler. Tiny crystals in
  its skin move and throw back other colours of light. Its eyes can look in two directions at once, and its tongue shoots out
  faster than you can see.

* +cats | a cat
? why do cats purr #1 | how do cats purr #1 | why do cats always land on their feet #2 | can cats see in the dark #2
= Cats are soft-footed hunters, and they often purr when they feel well.
- A cat purrs by making the muscles in its throat twitch very quickly, so that the air trembles when it breathes in and out.
  Cats purr when they feel safe and happy, and sometimes to calm themselves when they are ill. A kitten can purr when it is only
  a few days old.
- Cats are quiet hunters. They see well with very little light, they hear the softest rustle, and their whiskers tell them how
  wide a gap is. When a cat falls, it turns itself in the air and lands on its feet. If it lies on your lap and purrs, it mostly
  feels fine.
> why do they have whiskers | what are whiskers for | why does a cat have whiskers :: Whiskers are very fine feelers. With them
  a cat notices in the dark what is near its face and whether it fits through a gap.

* +dogs | a dog
? why do dogs bark #1 | where do dogs come from #1 | why do dogs smell so well | why do dogs sniff #2 | how do dogs help people
  #2
= Dogs come from wolves, they live with people, and their noses are very fine.
- Dogs come from wolves that came to live with people many thousands of years ago. They are loyal and like to belong to a group.
  They speak with their whole body: a wagging tail often means joy, and barking can mean "watch out" or "play with me". Their
  nose is far better than ours.
- A dog learns most about the world with its nose. It can smell who passed by yesterday. Dogs help people in many ways: they
  look after sheep, guide blind people and find those who are lost. A dog needs food, walks, care and above all friends.
> why do they wag their tails | why does a dog wag its tail :: With its tail a dog shows how it feels. A loose, wide wag mostly
  means that it is glad. A stiff tail means that one should be careful.

* +horses | a horse
? why do horses sleep standing up #1 | why do horses wear shoes #1 | how fast can a horse run #2 | how do horses talk #2
= Horses are strong, fast animals that eat grass and live in herds.
- Horses live in herds and eat grass and hay. They can doze while standing, because they lock their legs, so they can flee at
  once if danger comes. A foal can walk a few hours after it is born. Many wear iron shoes so that their hooves do not wear down
  on hard roads.
- A horse can run as fast as a car in town, and it can carry a person. For thousands of years horses pulled ploughs and
  carriages. They see almost all around because their eyes are at the sides of the head. They talk with their ears: pricked ears
  mean that a horse listens.

* +cows | a cow
? why do cows give milk | how do cows make milk | why do cows chew all the time | what do cows eat | why does a cow have a big
  stomach
= Cows are farm animals that eat grass and give milk once they have had a calf.
- A cow eats grass and hay. Her stomach has four parts, and she brings the food up again to chew it a second time. After she has
  had a calf, she makes milk for it in her udder. People milk cows in the morning and in the evening. One cow can give twenty
  litres or more a day.

* +sheep | a sheep
? why do sheep have wool | why do people shear sheep | where does wool come from
= Sheep are farm animals with thick, curly wool.
- Sheep eat grass and live in flocks. Their wool grows all the time and keeps them warm and dry. Once a year the farmer cuts it
  off, and this does not hurt, just like cutting hair. The wool is washed and spun into yarn, and from this people knit jumpers
  and socks.

* +pigs | a pig
? why do pigs roll in the mud | are pigs clever | are pigs dirty
= Pigs are clever farm animals with a very fine nose.
- Pigs roll in the mud because they can hardly sweat. The mud cools them and guards their skin from the sun and from flies. In
  truth pigs like to keep clean where they sleep. They are clever, can learn their name, and find food under the ground with
  their noses.

* +goats | a goat
? why do goats climb | do goats eat everything
= Goats are lively farm animals that climb well and give milk.
- Goats climb very well, because their hooves are hard at the edge and soft in the middle and hold on to rocks. They eat grass,
  leaves and bushes. People say that they eat everything, but in fact they only nibble to find out what it is. Their milk makes
  good cheese.

* +rabbits | a rabbit
? why do rabbits have long ears | why do rabbits hop | where do rabbits live
= Rabbits are small animals with long ears that live in burrows in the ground.
- Rabbits have long ears, so they can hear danger from far away. The ears also help them to cool down in summer. They dig
  burrows in the ground and live there in groups. Their back legs are strong, and so they hop. They eat grass and leaves, and
  their teeth never stop growing.

* +mice | a mouse
? why do mice gnaw | what do mice eat | do mice really like cheese
= Mice are small gnawing animals with teeth that always grow.
- Mice are small animals with soft fur and long tails. Their front teeth never stop growing, so they must gnaw to wear them
  down. They like seeds and grain much better than cheese. They have many enemies, such as cats and owls. So they are mostly
  about at night.

* +squirrels | a squirrel
? why do squirrels hide nuts | what do squirrels do in winter | why do squirrels have a bushy tail
= Squirrels live in trees and hide nuts for the winter.
- In autumn squirrels bury nuts and seeds in many places. In winter they smell them out and eat them. Those that they forget can
  grow into new trees. The bushy tail helps a squirrel to keep its balance when it jumps, and at night it is a warm blanket.

* a hedgehog | +hedgehogs
? why do hedgehogs have spines | why do hedgehogs roll up | what do hedgehogs eat
= A hedgehog is a small animal with thousands of spines on its back.
- A hedgehog has several thousand spines. When it is afraid, it rolls up into a ball, and nobody can get at its soft belly. At
  night it looks for beetles, worms and slugs. In autumn it eats itself fat, and then it sleeps through the winter in a heap of
  leaves.

* +foxes | a fox
? why are foxes clever | what do foxes eat | where do foxes live
= A fox is a wild cousin of the dog with a bushy tail and fine ears.
- Foxes belong to the same family as dogs and wolves. They live in woods and fields and even in towns. At night they hunt mice,
  which they can hear under the snow, but they eat berries and worms as well. Their young are born in a den under the ground.
  People call foxes clever because they find their way anywhere.

* +wolves | a wolf
? why do wolves howl | how do wolves live | are wolves dangerous
= Wolves are wild animals that live and hunt in families called packs.
- Wolves live in a family that is called a pack. The parents lead it, and all help to feed the pups. They hunt deer and other
  animals together. They howl to call each other and to tell other packs that this place is taken. Wolves are shy and mostly
  keep away from people.

* +bears | a bear
? why do bears sleep in winter | what do bears eat | how do bears live
= Bears are big, strong animals that eat plants as well as meat.
- Bears are big and strong, and still they eat many berries, roots and nuts. They also like fish and honey. In autumn they eat a
  great deal, for in winter they rest in a den and live on their fat. The cubs are born there. They are as small as guinea pigs
  at first.

* +polar bears | a polar bear
? why are polar bears white | how do polar bears keep warm | do polar bears eat penguins
= Polar bears are large white bears that live on the ice of the far north.
- Polar bears live in the far north and hunt seals on the sea ice. Their fur looks white, so that they are hard to see in the
  snow. Under it their skin is black, and a thick layer of fat keeps them warm. They never meet penguins, since those live in
  the south.

* +lions | a lion
? why do lions have a mane | what do lions eat
= Lions are big cats that live in groups called prides.
- Lions are big cats and live in groups called prides, mostly in Africa. The males have a mane, which makes them look large and
  strong. The lionesses do most of the hunting, and they do it together. A lion's roar can be heard from kilometres away. Lions
  sleep or rest for most of the day.
> why do lions roar | why do they roar :: With a roar a lion tells others where it is and that this land belongs to its pride.

* +tigers | a tiger
? why do tigers have stripes | where do tigers live | can tigers swim
= Tigers are the largest cats, with orange fur and black stripes.
- Tigers are the largest of all cats and live in the forests of Asia. Their stripes make them hard to see among grass and
  shadows. No two tigers have the same stripes. They live alone and hunt at night. Unlike most cats they love to swim.

* +elephants | an elephant
? why do elephants have a trunk | why do elephants have big ears | what do elephants eat | what is an elephant's trunk for
= Elephants are the largest animals on land, and they use their trunk like a hand.
- An elephant is the largest animal on land. Its trunk is a very long nose with the upper lip. It uses it to breathe, smell,
  drink, grab things and say hello. The big ears are like fans that cool it down. Elephants live in families that are led by an
  old female. They eat grass, leaves and bark for most of the day.
> how heavy is an elephant | how heavy are they :: A large African elephant can weigh six thousand kilograms, about as much as
  four or five cars.

* +giraffes | a giraffe
? why do giraffes have long necks | how tall is a giraffe
= Giraffes are the tallest animals, and with their long necks they reach leaves high up.
- A giraffe can be more than five metres tall. With its long neck it eats leaves that others cannot reach, and it sees lions
  from afar. Although the neck is so long, it has seven bones, just as many as yours. To drink, a giraffe must spread its front
  legs wide.
> how do giraffes sleep | how do they sleep :: Mostly standing up, and only a little at a time. Sometimes a giraffe lies down
  and lays its head on its back.

* +zebras | a zebra
? why do zebras have stripes
= Zebras are wild African horses with black and white stripes.
- Zebras are relatives of the horse and live in Africa. Nobody is quite sure why they have stripes. The stripes seem to confuse
  biting flies, so that fewer land on them. Perhaps they also make it hard for a lion to pick out one zebra in the herd. Each
  zebra has its own pattern.
> are zebras white or black | are they white or black :: The skin under the fur is dark. So one can say that a zebra is black
  with white stripes.

* +monkeys | a monkey
? why do monkeys climb | why do monkeys have tails
= Monkeys are clever animals with hands that can grip, and most live in trees.
- Monkeys have hands that can grip, and so they climb very well. Most live in trees and eat fruit, leaves and insects. Some hold
  on with their tail as well. They live in groups and clean each other's fur, which makes friends. Apes, such as chimpanzees,
  have no tail and are nearer to us.

* +kangaroos | a kangaroo
? why do kangaroos have a pouch | why do kangaroos hop | how far can a kangaroo jump
= Kangaroos hop on strong back legs and carry their young in a pouch.
- Kangaroos live in Australia. A newborn kangaroo is only as big as a bean. It climbs into its mother's pouch, drinks milk there
  and grows for months. Kangaroos hop on their strong back legs, and the long tail keeps the balance. One leap can be eight
  metres long.

* +koalas | a koala
? why do koalas sleep so much | is a koala a bear | what do koalas eat
= Koalas are grey, furry animals from Australia that eat the leaves of one kind of tree.
- Koalas look like bears, but they are not: they carry their young in a pouch, as kangaroos do. They live in Australia and eat
  leaves of eucalyptus trees. These hold little food and are hard to digest. So koalas save their strength and sleep for up to
  twenty hours a day.

* +pandas | a panda
? why do pandas eat bamboo | where do pandas live
= Pandas are black and white bears from China that eat bamboo nearly all day.
- Pandas are bears that live in the mountains of China. They eat almost nothing but bamboo. Bamboo gives little strength, so
  they eat for about half of the day. A newborn panda is tiny, pink and lighter than an apple. There are few pandas left, and
  people protect them.

* +camels | a camel
? why do camels have humps | what is in a camel's hump | how can camels live without water
= Camels are desert animals with humps full of fat.
- Camels can live in the desert. In their humps there is not water but fat, which they use up when food is scarce. They can go
  for many days without drinking, and then drink a hundred litres in a short time. Long lashes keep the sand out of their eyes.
  Wide feet keep them from sinking in.

* +bats | a bat
? how do bats find their way | why do bats hang upside down | is a bat a bird
= Bats are the only mammals that can really fly, and they find their way by echoes.
- Bats are not birds but mammals with wings of thin skin. Most hunt insects at night. They make calls that are too high for our
  ears and listen for the echo, so they know where everything is. By day they hang upside down. From there they only need to let
  go to fly off.
> are bats blind | are they blind :: No, bats are not blind. They have eyes, but in the dark they trust their ears more.

* a mole | +moles
? are moles blind | why do moles make hills | how do moles live
= A mole lives under the ground and digs tunnels with its shovel hands.
- A mole lives in dark tunnels under the ground. Its front feet are like shovels. When it digs, it pushes the loose earth up,
  and this makes a molehill. It can hardly see, but it feels and smells very well. It eats worms and insects, not the roots of
  your flowers.

* a beaver | +beavers
? why do beavers build dams | how do beavers cut trees
= A beaver is a large gnawing animal that fells trees and builds dams.
- Beavers gnaw at trees until they fall. With the branches and with mud they build dams across a stream, and the water rises to
  a pond. In it they build a house whose door lies under the water, so that no enemy can get in. Their flat tail is a rudder,
  and they slap the water with it as a warning.

* +dinosaurs | a dinosaur
? why did the dinosaurs die out | what happened to the dinosaurs | how big were the dinosaurs #1 | when did dinosaurs live #1 |
  how do we know about dinosaurs #2
= Dinosaurs were animals that lived on Earth for a very long time and died out about 66 million years ago, except for the birds.
- Dinosaurs lived on Earth long before people. Some were as small as a hen, others longer than three buses. Many ate plants, and
  some hunted. About 66 million years ago a huge stone from space hit the Earth. Dust hid the sun, it got cold, and plants died,
  and so the dinosaurs died out. Only the birds are left of them.
- We know dinosaurs from their bones, which have turned to stone. They lived for more than 150 million years, in all shapes and
  sizes. No human being ever met one. Most died out when a great stone from space struck the Earth. Some small feathered ones
  lived on, and today we call them birds.
> what was the biggest dinosaur | which was the biggest | which was the biggest dinosaur :: The biggest were plant eaters with
  long necks and tails. Some were more than thirty metres long and as heavy as ten elephants.
> did people live with them | did people live with dinosaurs | did people hunt dinosaurs :: No. The last of the great dinosaurs
  died about 66 million years ago, and people came very much later.

* +fossils | a fossil
? how are fossils made | what is a fossil | what can we learn from fossils | how do fossils form
= Fossils are the remains or prints of living things from very long ago, kept in stone.
- Fossils are what is left of plants and animals from long ago. When an animal died and was soon covered by mud or sand, its
  bones stayed. Over a very long time the mud became stone, and minerals filled the bones. From fossils we know what dinosaurs
  looked like.

* +mammoths | a mammoth
? why did mammoths die out | when did mammoths live
= Mammoths were big, hairy relatives of the elephants that lived in the ice age.
- Mammoths were relatives of the elephants. They lived in the ice age and had long, thick hair and curved tusks. They ate grass.
  When it got warmer, there was less of the land they needed, and people hunted them too. The last ones died out about four
  thousand years ago.

* camouflage
? why do animals hide with colours | what is camouflage good for | how do animals hide
= Camouflage means that an animal looks like the place where it is, so that others do not see it.
- Camouflage makes an animal hard to see. A green grasshopper in the grass, a white hare in the snow and a moth on bark all look
  like what is around them. So their enemies do not find them. Hunters such as the tiger use it, too, to creep up unseen.

* ~a food chain | ~the food chain
? how does a food chain work | who eats whom
= A food chain tells who eats whom, and it nearly always begins with a plant.
- A food chain shows who eats whom. It mostly starts with a plant, which lives on light. A caterpillar eats the leaf, a bird
  eats the caterpillar, and a hawk eats the bird. When they die, worms and fungi turn them into soil for new plants. So nothing
  is lost.

* a mammal | +mammals
? what makes an animal a mammal | is a human a mammal | which animals are mammals
= Mammals are animals that feed their young with milk.
- Mammals are animals that feed their babies with milk. They have hair or fur and are warm inside. Dogs, mice, elephants, bats
  and whales are mammals, and so are we. Nearly all of them bring living young into the world, and only very few lay eggs.
"""
