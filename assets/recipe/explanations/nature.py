"""Explanations of weather, water, earth, light and the other things of nature."""

TABLE = """
* the sky
? why is the sky blue | what makes the sky blue | why does the sky look blue | how come the sky is blue | what colour is the sky
= The sky is blue because the air scatters blue light much more than red light.
- The sky is blue because of the air. Sunlight is a mix of all colours. When it goes through the air, tiny bits of air bounce
  the blue light about in all directions, much more than the red light. So blue light comes to our eyes from every part of the
  sky.
- Sunlight looks white, but all the colours of the rainbow are in it. On its way through the air the blue part is scattered
  most. It comes down to us from all sides, and so the whole sky looks blue. Without air the sky would be black, even by day.
> why is the sky red in the evening | why is the sky red at sunset | why is it red in the evening | and at sunset :: In the
  evening the sunlight takes a longer way through the air. Most of the blue is scattered away on that way, and the red and
  orange light is left.
> why is the sky dark at night | why is it dark at night | and at night :: At night our side of the Earth is turned away from
  the sun. There is no sunlight for the air to scatter, so we see the dark of space and the stars.
> is it blue on the moon | is the sky blue on the moon :: No. The moon has no air that could scatter the light, so its sky is
  black even by day.

* ~rain
? why does it rain | where does rain come from | how is rain made | what makes it rain | how does rain form
= Rain is water that rose into the air, gathered in clouds, and falls down again in drops.
- Rain is water that comes back down. The sun warms seas, lakes and wet ground, and some of the water rises into the air as
  vapour that we cannot see. High up it is cold, and the vapour turns into tiny drops that make a cloud. When the drops grow
  heavy, they fall as rain.
- The rain comes from clouds, and clouds are made of tiny drops of water. The drops bump into each other and join. When they are
  too heavy to float, they fall down, and it rains. The water runs into rivers and seas, and one day it rises and becomes rain
  again.
> why do we need rain | what is rain good for | what is it good for :: Rain fills rivers and wells and gives plants their water.
  Without rain nothing could grow in the fields.
> why | why does the water rise | why does water rise into the air :: The sun warms the water. Its tiny parts move faster, and
  some of them fly off into the air as vapour.

* ~snow | +snowflakes | a snowflake
? why does it snow | what is snow made of | how is snow made | where does snow come from | why is snow white #1
= Snow is made of tiny crystals of ice that grow in cold clouds and fall as flakes.
- Snow is made in clouds where it is very cold. There the water in the air freezes into tiny crystals of ice, and these have six
  sides or arms. Many crystals stick together and fall as flakes. Snow looks white because its many little surfaces send back
  light of all colours.
- When a cloud is cold enough, its water does not become drops but small stars of ice. They grow as they float and cling
  together. Then they fall softly as snowflakes. If the air near the ground is warm, they melt on the way, and it rains instead.
> are all snowflakes different | are all of them different | is every snowflake different :: Each flake takes its own way
  through the cloud, so large flakes hardly ever look quite the same. But most of them have six arms.

* ~the wind | ~wind
? where does the wind come from | why is it windy | what makes the wind blow | why does the wind blow | how is wind made
= Wind is air that moves, because the sun warms some places more than others.
- Wind is moving air. The sun warms the ground in some places more than in others. Warm air is light and rises, and cooler air
  flows in to take its place. We feel this flow as wind. The bigger the difference, the stronger the wind blows.
- Air is never quite still. Where the sun has warmed it, it rises up, and cooler air comes in from the side. This moving air is
  the wind. It can carry seeds, turn windmills and push sailing boats over the sea.
> why | why does the air move | why does warm air rise :: Warm air takes up more room and is lighter than cool air. So it rises,
  and cooler air flows in below.

* ~a rainbow | +~rainbows
? how is a rainbow made | why do we see rainbows | where does a rainbow come from | what makes a rainbow | why does a rainbow
  have colours | how do rainbows form | when can you see a rainbow #1
= A rainbow appears when sunlight goes through raindrops and is split into its colours.
- A rainbow appears when the sun shines while it rains. Sunlight goes into each drop, bounces off its back and comes out again.
  On the way it is split into red, orange, yellow, green, blue and violet. To see a rainbow, have the sun behind you and the
  rain in front of you.
- White sunlight holds all the colours. When it shines into raindrops, each colour is bent a little differently, so the colours
  come apart. Millions of drops together paint the rainbow in the sky. Red is on the outside and violet on the inside.
> can I walk to the end | can you reach the end of a rainbow | where is the end of a rainbow | where does it end :: No, a
  rainbow has no end that you could reach. It is only light that comes to your eyes from certain directions. When you walk, it
  moves too.

* ~thunder
? why does it thunder | what makes thunder | where does thunder come from | why is thunder so loud | why does thunder come after
  lightning #1 | how far away is a storm #2
= Thunder is the sound of air that a flash of lightning has heated so fast that it bursts outwards.
- Thunder is the sound of lightning. A flash is so hot that the air around it swells up in an instant. This makes a strong push
  in the air, and we hear it as a bang or a long rumble. Light is faster than sound, so we see the flash first and hear the
  thunder later.
- When lightning flashes, it heats the air in a moment, hotter than the outside of the sun. The hot air bursts outwards, and
  that is the thunder we hear. Sound needs about three seconds for one kilometre. So if you count slowly after the flash, you
  can tell how far away it was.
> is thunder dangerous | is it dangerous | can thunder hurt me :: Thunder is only a sound and cannot hurt you. Lightning can, so
  it is wise to go indoors when you hear thunder.

* ~lightning | a flash of lightning
? what is lightning made of | how is lightning made | where does lightning come from | why is there lightning
= Lightning is a huge electric spark between clouds, or between a cloud and the ground.
- Lightning is a huge electric spark. Inside a storm cloud, bits of ice rub and bump against each other, and this builds up
  electricity. When there is too much of it, it jumps to the ground or to another cloud. That bright jump is the lightning, and
  its sound is the thunder.
> where is it safe | where am I safe in a storm | what should I do in a storm :: In a house or in a car with a roof of metal you
  are safe. Stay away from single trees, from open fields and from water.
> how hot is lightning | how hot is it :: A flash of lightning can be about 30,000 degrees Celsius hot, several times as hot as
  the outside of the sun.

* +~clouds | ~a cloud
? what are clouds made of | how are clouds made | why do clouds float | how do clouds form | why are clouds white #1 | why are
  some clouds grey #1
= Clouds are made of countless tiny drops of water or bits of ice that float in the air.
- Clouds are made of tiny drops of water or bits of ice, so small and light that the air carries them. They form when damp air
  rises and gets cold. Clouds look white because the drops scatter all colours of the sunlight. A thick cloud lets little light
  through and looks grey.
- A cloud is like fog high up in the sky. Damp air rises, cools down, and its water turns into drops too small to fall. Millions
  and millions of them make one cloud. When the drops join and grow heavy, it begins to rain.
> can you sit on a cloud | can I sit on one | what does a cloud feel like :: No, you would fall right through. A cloud is only
  mist, so it would feel cool and damp.

* fog | mist
? where does fog come from | how is fog made | why is it foggy
= Fog is a cloud that lies on the ground.
- Fog is a cloud that lies on the ground. It forms when damp air near the ground gets cold, often at night or in the morning.
  Then the water in it turns into tiny drops that hang in the air. When the sun warms the air, the drops become vapour again and
  the fog is gone.
> is it a cloud | can I walk through a cloud | is fog a cloud :: Yes, fog is a cloud that touches the ground. When you walk
  through fog, you walk through a cloud.

* hail
? why does it hail | how is hail made | where do hailstones come from
= Hail is made of balls of ice that grow inside tall storm clouds.
- Hail is made of balls of ice that fall from storm clouds. Inside such a cloud a strong wind blows upwards. It carries drops up
  to where it is freezing, and one layer of ice after another grows around them. When the balls are too heavy for the wind, they
  fall to the ground.

* dew
? where does dew come from | why is the grass wet in the morning
= Dew is water from the air that settles in drops on cool grass and leaves.
- Dew is the water that you find on the grass in the morning, even if it did not rain. There is always some water in the air as
  vapour. At night the ground and the leaves get cool. The vapour that touches them turns into little drops. The morning sun
  soon dries them up.

* frost
? why is there frost on the window | how is frost made | where does frost come from
= Frost is a thin layer of ice crystals that grows from the water in the air on very cold things.
- Frost is a thin, white layer of ice. It grows on grass, leaves or windows when they are colder than the freezing point of
  water. Then the vapour in the air turns straight into crystals of ice. On a cold window they can look like feathers or ferns.

* ice
? why does ice float | how is ice made | what is ice made of | when does water freeze
= Ice is water that has become so cold that it is solid.
- Ice is frozen water. When water is colder than zero degrees Celsius, its tiny parts hold on to each other in a fixed pattern
  and it becomes hard. This pattern needs more room than liquid water does. So ice is lighter than water of the same size, and
  that is why it floats.
- Water turns into ice when it freezes, at zero degrees Celsius. It grows a little as it does so, and this makes it light enough
  to float. So a lake freezes from the top. Under the ice the water stays liquid, and the fish live through the winter.
> why is ice slippery | why is it slippery :: Ice has a very thin layer on top that is almost like water, and so shoes slide on
  it.

* ~steam
? what is steam made of | where does steam come from | why does a kettle steam
= Steam is water that has become so hot that it turned into a gas.
- Steam is water as a gas. When water boils, at about one hundred degrees Celsius, its tiny parts fly off into the air. The
  white mist over a pot is steam that has cooled down into little drops. Steam is very hot and can burn you, so keep your hands
  away from it.

* +~the tides | +~tides | low tide and high tide
? why are there tides | what makes the tides | why does the sea go away | where does the water go at low tide | why do we have
  high tide and low tide
= The tides are the rise and fall of the sea, made mostly by the pull of the moon.
- The tides are the slow rise and fall of the sea. The moon pulls at the Earth and its water. This makes the sea bulge a little
  on the side that faces the moon and also on the far side. As the Earth turns, most coasts pass through both bulges and have
  high tide about twice a day.
- Twice a day at most coasts the sea comes in, and twice it goes out again. This is mostly the work of the moon, which pulls at
  the water of the sea. The sun pulls too, but less. When both pull in one line, the tides are strongest.
> are there tides in a lake | why not in a lake :: There are, but they are so small that nobody notices them. Only the great
  seas have enough water.

* +waves | a wave
? how are waves made | why does the sea have waves | where do waves come from | what makes waves
= Waves are made by the wind, which pushes and wrinkles the top of the water.
- Most waves in the sea are made by the wind. It rubs over the water and wrinkles it, and the wrinkles grow. The water itself
  does not travel far, it mostly goes round in circles. It is the up and down that moves on. Near the beach the wave gets too
  steep, tips over and breaks.

* +the seasons | +seasons | +the four seasons
? why are there seasons | what makes the seasons | why is it cold in winter and warm in summer | why do we have seasons | why is
  it colder in winter
= There are seasons because the Earth leans a little, so each half of it gets more sun in one part of the year.
- There are seasons because the Earth leans to one side as it travels round the sun. For some months our half leans towards the
  sun. The sun stands high, the days are long, and it is summer. Half a year later our half leans away, and we have winter.
  Spring and autumn lie between.
- Spring, summer, autumn and winter come because the Earth is tilted. In summer our half is tipped towards the sun and gets
  strong light for many hours. In winter it is tipped away and gets less. So the seasons go round, and when we have summer, the
  other half of the Earth has winter.
> is the sun nearer in summer | are we nearer to the sun in summer | is the Earth nearer to the sun in summer :: No, it is not a
  matter of distance. It is the lean of the Earth that gives us more or less sunlight.

* spring
? what happens in spring | why do flowers grow in spring
= Spring is the season after winter, when days grow longer and plants wake up.
- Spring comes after winter. The days grow longer and the sun is stronger, so the ground gets warm. Then seeds sprout, trees get
  new leaves, and the first flowers open. Birds build their nests, and many animals have their young, because now there is
  enough to eat.

* summer
? why is summer warm | what happens in summer
= Summer is the warmest season, when the sun stands high and the days are long.
- Summer is the warmest time of the year. Our half of the Earth leans towards the sun, so the sun climbs high and shines for
  many hours. Berries and corn grow ripe. Many people go swimming or eat outside. When summer is over, autumn comes.

* autumn | fall
? what happens in autumn | why do the leaves change colour in autumn | why do leaves turn red in autumn
= Autumn is the season between summer and winter, when leaves turn bright and fall.
- Autumn lies between summer and winter. The days get shorter and cooler. Trees take the green colour out of their leaves, and
  yellow and red can be seen. Then the leaves fall. Apples and nuts are ripe, and many birds fly away to warmer lands.

* winter
? why is winter cold | what happens in winter | why are days short in winter
= Winter is the coldest season, when the sun stays low and the days are short.
- Winter is the coldest time of the year. Our half of the Earth leans away from the sun, so the sun stays low and the days are
  short. In many places it snows and lakes freeze. Trees rest, some animals sleep, and people make it warm and cosy indoors.

* day and night
? why is it dark at night | why is there day and night | why does it get dark | where does the sun go at night | why does the
  sun rise | why does the sun go down | how do day and night come about
= Day and night come because the Earth spins, so we turn towards the sun and away from it again.
- We have day and night because the Earth spins like a top. On the side that faces the sun it is day, and on the other side it
  is night. One turn takes about twenty-four hours. So the sun does not really rise or go down: it is we who turn.
- The Earth turns round once in a day. When our side comes round to the sun, the morning begins. When it turns away again, it
  gets dark and we have night. While you sleep, children on the other side of the world are at school.
> why do we not feel it | why do we not feel the Earth spin | why do we not fall off :: Because it spins evenly, and everything
  around us, even the air, spins along with us. And gravity holds us to the ground.

* a sunset | +sunsets | a sunrise
? why is the sky red at sunset | why are sunsets red | why is the evening sky orange | why is the sunset red
= At sunset the light comes a long way through the air, which scatters the blue away and leaves the red.
- A sunset is red because the light of the low sun has a long way through the air. On this way the blue part of the light is
  scattered off to the sides. Mostly red and orange light is left, and it colours the sky and the clouds. In the morning, at
  sunrise, the same thing happens.

* ~the weather | weather
? what makes the weather | why does the weather change | how do people know the weather of tomorrow
= Weather is what the air is doing: warm or cold, wet or dry, still or windy.
- Weather is what the air around us is doing right now. It may be sunny, rainy, windy or cold. The sun drives it all: it warms
  the air, makes the wind blow and lifts up the water for the clouds. People measure the air in many places, and computers work
  out what comes next.

* a storm | +storms | ~a thunderstorm
? how does a storm begin | why are there thunderstorms | what happens in a storm
= A storm is wild weather with strong wind, and often with heavy rain, thunder and lightning.
- A storm is wild weather with strong wind and often heavy rain. Thunderstorms come on warm, damp days. The warm air shoots up
  and builds tall, dark clouds. Inside them electricity gathers until it flashes. Most thunderstorms are over within an hour or
  two.

* ~a hurricane | +~hurricanes
? how does a hurricane form | where do hurricanes come from | what is the eye of a hurricane
= A hurricane is a huge storm that spins over a warm sea.
- A hurricane is a huge storm that spins like a wheel. It grows over warm seas, because warm, damp air gives it its power. In
  its middle there is a calm place called the eye. When a hurricane comes over land or cold water, it loses its strength and
  fades away.

* ~a tornado | +~tornadoes
? what is inside a tornado
= A tornado is a narrow column of air that spins very fast and reaches from a storm cloud to the ground.
- A tornado is a column of air that spins very fast. It hangs down from a big storm cloud and reaches the ground. It looks like
  a long, thin funnel and can lift up heavy things. Most tornadoes last only some minutes. People go to a safe cellar until one
  has passed.
> how long does a tornado last | how long does it last :: Most tornadoes last only some minutes, and a few last for an hour or
  more.

* ~a volcano | +~volcanoes
? why do volcanoes erupt | why does a volcano erupt | what is inside a volcano | how does a volcano erupt | where does lava come
  from #2
= A volcano is an opening in the ground through which hot, melted rock comes up from deep inside the Earth.
- A volcano is a mountain with a way down to hot, melted rock. Deep in the Earth it is so hot that rock melts. This rock is
  lighter than the rock around it, so it rises, and gas in it pushes it up like the bubbles in a shaken bottle. When it bursts
  out, the volcano erupts.
- Deep under a volcano there is melted rock with much gas in it. When the pressure grows too big, it pushes its way out at the
  top. The glowing rock that flows out is called lava. It cools down and becomes hard, and so the volcano grows with each
  eruption.
> how hot is lava | how hot is it :: Lava is about one thousand degrees Celsius hot when it comes out. A kitchen oven only
  reaches about two hundred and fifty.
> what is the difference between lava and magma | what is magma :: It is the same melted rock. Under the ground it is called
  magma, and once it has come out it is called lava.

* ~an earthquake | +~earthquakes
? why are there earthquakes | why does the ground shake | what makes an earthquake | how do earthquakes happen | what causes
  earthquakes
= In an earthquake the ground shakes because huge plates of rock have slipped against each other.
- An earthquake is a shaking of the ground. The outer shell of the Earth is made of huge plates of rock that move very slowly.
  Where two plates meet, they get stuck and push harder and harder. One day they slip with a jerk, and the jerk shakes the land
  around.
- The ground under us is not all one piece. It is made of giant plates that creep along, about as fast as your nails grow.
  Sometimes they are caught at the edges. When they break free, the ground trembles, and that is an earthquake.
> what should I do in an earthquake | what should I do :: Get under a strong table, hold on to it and wait until the shaking
  stops. Stay away from windows.

* +mountains | a mountain
? how are mountains made | how do mountains grow | where do mountains come from | why is it cold on mountains #1 | what is the
  highest mountain #2
= Most mountains are made when two plates of the Earth's shell push together and fold the land upwards.
- Most mountains were made because huge plates of rock push against each other. The land between them is folded up, like a rug
  that you push from both sides. This takes millions of years. Rain, ice and wind wear the mountains down again, bit by bit.
  High up the air is thin and cold.
- Push a cloth together on a table and it makes folds. Mountains are such folds, but of rock, and they grew over millions of
  years. Some mountains are volcanoes that built themselves up from lava. The highest one above the sea is Mount Everest.
> which is the highest mountain | what is the highest mountain on Earth | how high is Mount Everest :: Mount Everest in Asia is
  the highest mountain above the sea. It is 8,849 metres high.

* a cave | +caves
? how are caves made | how do caves form | what grows in caves
= Most caves are made by water that slowly dissolves the rock.
- A cave is a hollow place under the ground. Most caves were made by water. Rain trickles into cracks in the rock and slowly
  carries a little of it away. After many thousands of years the cracks have become halls. Water that drips from the roof can
  build long stones like icicles.

* an island | +islands
? how are islands made | do islands float | how do islands form
= An island is a piece of land with water all around it.
- An island is land with water all around it. Islands do not float: they reach down to the bottom of the sea or lake. Some are
  the tops of mountains or volcanoes under the water. Others were once part of the mainland until the sea rose and cut them off.

* a desert | +deserts
? why are deserts dry | what lives in the desert
= A desert is a place where it hardly ever rains.
- A desert is a place where it hardly ever rains. Many deserts are sandy or stony and very hot by day, but cold at night. There
  are cold deserts too, such as most of Antarctica. Plants like the cactus and animals like the camel know how to save water
  there.
> which is the biggest desert | what is the biggest desert :: The biggest hot desert is the Sahara in Africa. Antarctica is even
  bigger and gets hardly any rain or snow, but it is covered with old ice.

* the sea | the ocean | +oceans
? why is the sea salty | why is the ocean salty | where does the salt in the sea come from | how deep is the sea #2
= The sea is the great salt water that covers more than two thirds of the Earth.
- The sea covers more than two thirds of the Earth. It is salty because rain washes tiny bits of salt out of the rocks, and
  rivers carry them to the sea. The water rises into the air again, but the salt stays behind. So over millions of years much
  salt has gathered.
- The ocean is the largest place on Earth. Its deepest spot lies about eleven kilometres down, and there it is quite dark. The
  water is salty, since rivers bring in salt from the rocks and it cannot leave again. The smallest algae and the biggest whales
  live in it.
> why is it blue | why is water blue | why does the sea look blue :: Deep water swallows red light more than blue light, so blue
  is what comes back to us. The sea also mirrors the sky.
> can you drink it | can you drink sea water | why can we not drink sea water :: No. It is too salty, and the body would lose
  more water than it gains.

* a river | +rivers
? where do rivers come from | where does a river begin | where do rivers go | how do rivers form
= A river is water that flows down from higher land to a lake or the sea.
- A river is water on its way downhill. It often begins as a small spring in the hills, where water comes out of the ground.
  Brooks and other streams join it, and it grows wider. In the end most rivers flow into the sea. On their way they carve
  valleys into the land.
- Every river starts small: from a spring, from melting snow or from a lake. It runs downhill, because gravity pulls the water.
  More and more brooks flow into it. At last it reaches the sea, and the place where it does is called its mouth.
> which is the longest river | what is the longest river :: The Nile in Africa and the Amazon in South America are the two
  longest rivers. Each is more than six thousand kilometres long.

* a lake | +lakes
? how are lakes made | why does the water stay in a lake | how do lakes form
= A lake is a large hollow in the land that is filled with water.
- A lake is a hollow in the land that has filled with water. Rivers, rain and melted snow bring the water in. Many lakes were
  dug by thick ice long ago. Most lakes hold fresh water, not salt water. Fish, frogs, ducks and many plants live in and around
  them.

* a waterfall | +waterfalls
? how are waterfalls made | why are there waterfalls
= A waterfall is a place where a river drops over a steep edge.
- A waterfall is a place where a river drops over a steep edge. Often hard rock lies on top of soft rock there. The water washes
  the soft rock away below, and so a step is left. The falling water splashes up a fine mist, and in the sun you may see a
  rainbow in it.

* a glacier | +glaciers
? how are glaciers made | do glaciers move | how do glaciers form
= A glacier is a river of ice that flows very slowly downhill.
- A glacier is a thick mass of ice that moves. Where more snow falls than melts, it piles up year after year, and the weight
  presses it into ice. The ice slides very slowly down the valley, often less than one metre a day. It grinds the rock and takes
  stones along.

* an iceberg | +icebergs
? where do icebergs come from | why do icebergs float | how big is an iceberg under water
= An iceberg is a big piece of ice that broke off a glacier and floats in the sea.
- An iceberg is a big piece of ice that floats in the sea. It broke off from a glacier that reached the water. Ice is a little
  lighter than water, so it floats, but most of it is hidden. About nine tenths of an iceberg are under the water.

* a forest | +forests | +the woods
? who lives in the forest | why are forests important | why do we need forests | what is a forest good for
= A forest is a large piece of land with many trees, where countless plants and animals live.
- A forest is land that is covered with trees. Deer, foxes, owls, beetles and many others find food and shelter there. The
  leaves give off oxygen, which we need to breathe. The ground of the forest stores rain like a sponge. So a forest is good for
  animals and people.
- In a forest, life is stacked like in a house. Mushrooms and moss live on the ground, berries and bushes above them, and the
  trees make the roof. The forest cleans the air, keeps the ground moist and gives a home to very many animals.

* a rainforest | +rainforests | the jungle
? where are rainforests
= A rainforest is a forest where it rains very much and everything grows thickly.
- A rainforest is a thick, green forest where it rains on most days. Many rainforests lie near the equator, where it is warm all
  year. More kinds of plants and animals live there than in any other place on land. Some live high up in the trees and never
  come down.

* sand
? where does sand come from | what is sand made of | how is sand made
= Sand is made of tiny grains of rock and shells that were ground down over a long time.
- Sand is made of tiny grains of stone. Rain, ice and wind break rocks into pieces, and rivers roll the pieces along until they
  are small. The waves grind them even finer on the beach. Bits of broken shells are often mixed in. So each handful of sand was
  once a rock.

* soil | mud
? what is soil made of | why do plants need soil | what is mud
= Soil is the top layer of the ground, a mix of tiny stones, old leaves, water, air and living things.
- Soil is the dark stuff in which plants grow. It is a mix of tiny bits of stone, rotten leaves, water and air. Worms and
  countless creatures too small to see live in it and keep it loose. Plants hold on to it with their roots and drink from it.
  Wet soil is called mud.

* +stones | +rocks | a stone
? where do stones come from | what are stones made of | how are rocks made
= Stones are pieces of rock, and rock is what the hard shell of the Earth is made of.
- Stones are broken pieces of rock, and rock is made of minerals. Some rocks were once melted and came from volcanoes. Some were
  sand or mud that was pressed hard under a sea. A stone in a river is round because it has bumped against others for a long
  time.

* a crystal | +crystals
? how do crystals grow | what is a crystal made of
= A crystal is a solid thing whose tiny parts are lined up in a regular pattern.
- A crystal is a solid thing whose tiny parts are lined up in neat rows, again and again. That is why crystals often have flat
  sides and sharp corners. Salt, sugar and snow are made of crystals. They grow bit by bit, for example when salt water slowly
  dries up.

* a diamond | +diamonds
? where do diamonds come from | why are diamonds so hard | how are diamonds made | what are diamonds made of
= A diamond is a very hard, clear crystal of carbon that grew deep in the Earth.
- A diamond is a clear crystal, and it is the hardest mineral in nature. It is made of carbon, just like the black stuff in a
  pencil. Diamonds grew deep in the Earth, where it is very hot and everything is pressed hard. Volcanoes brought them up long
  ago.

* gold
? where does gold come from | why is gold so precious
= Gold is a rare, soft, yellow metal that does not rust.
- Gold is a shiny yellow metal. It is found in rocks, and some grains of it are washed into rivers. Gold never rusts, so it
  stays bright for thousands of years. It is soft and easy to shape. Because it is rare and beautiful, people have always made
  jewellery from it.

* the North Pole | the Arctic
? where is the North Pole | who lives at the North Pole | why is it cold at the North Pole | is there land at the North Pole
= The North Pole is the northernmost place on Earth, and it lies in a sea covered with ice.
- The North Pole is the place on Earth that is farthest north. There is no land there, only a cold sea with ice on it. It is
  always cold, because the sun never climbs high. In summer the sun does not set for half a year, and in winter it does not
  rise. Polar bears live on the ice around.
> are there penguins | are there penguins at the North Pole | do penguins live there :: No, penguins live in the south. In the
  north there are polar bears, seals and foxes with white fur.

* the South Pole | Antarctica
? where is the South Pole | who lives at the South Pole
= The South Pole is the southernmost place on Earth, on a land that is covered with thick ice.
- The South Pole is the place on Earth that is farthest south. It lies on a large land called Antarctica, which is covered with
  ice more than a kilometre thick. It is the coldest land of all. Penguins and seals live at its coasts. Only scientists stay
  there for a while.

* the equator
? where is the equator | why is it hot at the equator
= The equator is a line that we imagine around the middle of the Earth, halfway between the poles.
- The equator is a line around the middle of the Earth. You cannot see it: people only draw it on maps and globes. It lies
  halfway between the North Pole and the South Pole. The sun stands very high there, so it is warm all year, and day and night
  are about equally long.

* ~fire
? how does fire burn | why does fire need air | why is fire hot #2 | what does fire need #1 | how can you put out a fire #1
= Fire is what we see when something burns: it joins with the oxygen of the air and gives off heat and light.
- Fire is what we see when something burns. It needs three things: fuel such as wood, oxygen from the air, and heat to begin.
  Burning wood gives off gas, and the gas glows as a flame. Take away one of the three things and the fire goes out. That is why
  water or a lid can stop it.
- When wood gets hot enough, it joins with the oxygen in the air. This gives off much heat and light, and we call it fire. The
  heat keeps the fire going as long as there is fuel and air. Only grown-ups should light one, for fire is dangerous.
> why should I not play with fire | why is it dangerous | why is fire dangerous :: Because it spreads very fast and burns the
  skin. Its smoke is bad to breathe, too. So leave fire to grown-ups.

* water
? what is water made of #1 | where does water come from #2 | where does water go #2 | what happens to water when it boils #1
= Water is made of hydrogen and oxygen, and everything that lives needs it.
- Water is a clear liquid without taste or smell. It is made of tiny parts, and each of them has two bits of hydrogen and one
  bit of oxygen. When it freezes it becomes ice, and when it boils it becomes steam. All plants, animals and people need water
  to live.
- Water is always travelling. It rises from the sea into the air, falls as rain or snow, and runs through brooks and rivers back
  to the sea. The same water goes round again and again. Perhaps a dinosaur once drank from what is now in your glass.
> why do we need it | why | why do we have to drink :: Much more than half of your body is water. It carries food through you
  and keeps you cool, and you lose some every day. So you must drink.

* air | oxygen
? what is air made of #1 | why do we need air | why can we not see air #2 | what is oxygen #1
= Air is a mix of gases all around us, mostly nitrogen and oxygen, and we breathe it to live.
- Air is all around us, though we cannot see it. It is a mix of gases. Most of it is nitrogen, and about one fifth is oxygen.
  Our body needs the oxygen to get power out of food. You can feel air when the wind blows or when you blow on your hand.
- We live at the bottom of a sea of air. We do not see it because light goes straight through it. It holds up birds and kites,
  carries sounds, and gives us oxygen to breathe. The higher you climb, the thinner the air gets, and far up there is none.

* ~gravity
? why do things fall down | how does gravity work | why do we not fall off the Earth | why does an apple fall | what does
  gravity do
= Gravity is the force by which all things pull at each other, and the Earth's pull keeps us on the ground.
- Gravity is a force that pulls things together. Everything pulls at everything else, but only very big things pull so hard that
  we notice. The Earth is huge, so it pulls us and all things towards its middle. That is why apples fall down and why we do not
  float away.
- When you jump, you come down again. It is gravity that brings you back: the Earth pulls at you. It also holds the moon on its
  way round the Earth, and the sun's gravity holds all the planets. On the moon gravity is weaker, so you could jump six times
  as high.
> is there gravity in space | and in space | does it work in space :: Yes, gravity is everywhere. Astronauts float because they
  and their ship are falling round the Earth together all the time.

* ~sound
? how does sound travel | what makes a sound | how do we hear sounds | how is sound made | how fast is sound #2
= Sound is a trembling that travels through the air or another thing to our ears.
- Sound begins when something trembles, like a string or a drum. It pushes the air beside it, that air pushes the next, and so
  the trembling spreads as a wave. When it reaches your ear, you hear it. Fast trembling gives a high tone, and slow trembling
  gives a low one.
- Pluck a rubber band and you can see it shake. The shaking moves the air, and this travels to your ears as sound. In air it
  goes about one kilometre in three seconds. In empty space there is no sound, for there is nothing that could shake.
> why is it silent in space | is there sound in space | why is there no sound in space :: Sound needs something that can
  tremble, such as air or water. In space there is almost nothing, so no sound can travel.

* ~an echo | +~echoes
? why is there an echo | how does an echo work | where does an echo come from | why do we hear an echo
= An echo is a sound that comes back to you from a wall or a mountain.
- An echo is a sound that comes back. When you shout towards a cliff or a big wall, the sound bounces off it like a ball. A
  moment later it is back at your ears. If the wall is too near, it comes back so soon that you cannot hear it as an echo.
- Sound travels through the air, and hard walls send it back. If the wall is far enough away, you hear your own call a second
  time. That is an echo. Bats use echoes to find their way in the dark.

* ~light
? where does light come from | how does light travel | how fast is light #1 | how long does light take from the sun #2
= Light is what lets us see, and nothing travels faster.
- Light is what lets us see. It comes from the sun, from lamps or from fire, travels in straight lines and bounces off things
  into our eyes. Nothing is faster: in one second it could go more than seven times around the Earth. White light is a mix of
  all colours.
- Without light we could not see at all. A lamp or the sun sends it out, things throw it back, and our eyes catch it. Light from
  the sun needs about eight minutes to get to us. It can go through glass and water, but not through wood or stone.

* a shadow | +shadows
? why do I have a shadow | how are shadows made | where does a shadow come from | why are shadows long in the evening #1
= A shadow is a dark place where something stands in the way of the light.
- A shadow is a place that the light does not reach. Light travels in straight lines. When you stand in its way, it cannot go
  through you, and so the ground behind you stays dark. When the sun is low, your shadow is long. At noon, when it stands high,
  your shadow is short.
- You have a shadow because light cannot shine through you. Behind you there is a dark patch in your shape. It always lies on
  the side away from the lamp or the sun. If there are two lamps, you have two shadows.

* +colours | colour
? why do things have colours | how do we see colours | what are colours | why is an apple red #1 | why is a leaf green #2
= We see colours because things swallow some of the light and throw the rest back to our eyes.
- White light is a mix of all colours. When it falls on a thing, some colours are swallowed and others are thrown back. A red
  apple throws back the red light, so it looks red to us. A white wall throws back all colours, and a black coat swallows nearly
  all of them.
- Colours are in the light. A leaf looks green because it sends the green light back to our eyes and keeps most of the rest. At
  night, when there is little light, we can hardly see colours. Mix red and yellow paint and you get orange.

* a flood | +floods
? why are there floods | how does a flood happen
= In a flood so much water comes that it covers land that is dry at other times.
- In a flood, water covers land that is dry at other times. It may have rained for days, or much snow has melted at once. Then
  the rivers cannot carry all the water and spill over. Walls along the river, called dykes, and wide meadows help to hold the
  water back.

* ~the water cycle
? how does the water cycle work | where does the water go after rain | where do puddles go
= The water cycle is the journey of water from the sea to the sky, to the land and back to the sea.
- The water cycle is a journey without an end. The sun warms the sea and the puddles, and the water rises as vapour. It forms
  clouds and comes down as rain or snow. Brooks and rivers take it back to the sea. Then everything begins again.

* heat | warmth
? why does hot soup get cold | where does heat go | why do things get warm
= Heat is the wild moving of the tiny parts of which all things are made.
- All things are made of tiny parts that never stand still. The faster they move, the warmer the thing is. Heat always goes from
  the warm thing to the cooler one. Hot soup shakes the air and the plate around it and so gives its heat away, until both are
  equally warm.

* +atoms | an atom
? what is everything made of | how small is an atom
= Atoms are the tiny building blocks of all things.
- All things are made of atoms: you, the table, the air and the stars. They are so small that millions of them fit in a row
  across the dot of an i. There are about one hundred kinds of them. Put together in different ways, they make everything there
  is.
> what are atoms made of | what are they made of :: An atom has a tiny, heavy middle called the nucleus, made of protons and
  neutrons. Around it move much lighter electrons.
"""
