"""Explanations of the sky's bodies and of travelling to them."""

TABLE = """
* ~the sun
? why does the sun shine #1 | why is the sun hot #1 | how hot is the sun #2 | how big is the sun #1 | what is the sun made of |
  why is the sun important #2
= The sun is a star, a huge ball of hot, glowing gas that gives us light and warmth.
- The sun is a star, and it is the one nearest to us. It is a huge ball of hot gas. Deep inside, tiny bits of hydrogen are
  pressed together and become helium, and this gives off a great deal of light and heat. It is so big that more than a million
  Earths would fit into it.
- The sun gives us light and warmth, and without it nothing could live here. It is made of glowing gas, and on its outside it is
  about 5,500 degrees Celsius hot. Its light needs about eight minutes to reach us. Never look straight at the sun, for that
  hurts the eyes.
> will it burn out | will the sun burn out | how old is the sun | how old is it :: The sun is about four and a half billion
  years old. It will go on shining for about five billion years more, so do not worry.
> how far away is the sun | how far away is it :: The sun is about 150 million kilometres away. Its light needs about eight
  minutes for this way.

* the moon
? why does the moon shine #1 | why does the moon glow #1 | why does the moon change #1 | how far away is the moon #2 | what is
  the moon made of #1 | why does the moon have craters #2
= The moon is a ball of rock that circles the Earth and shines because the sun lights it up.
- The moon is a big ball of rock that circles the Earth in about four weeks. It has no light of its own: it shines because the
  sun lights it up. Sometimes we see the whole bright side and sometimes only a thin part of it. So the moon seems to change its
  shape.
- The moon is our nearest neighbour in space, and yet it is about 384,000 kilometres away. It has no air, no water to drink and
  no weather. The round marks on it are craters, where big stones hit it long ago. People first walked on the moon in 1969.
> why does it change | why does the moon change its shape | why is it sometimes a half :: Half of the moon is always lit by the
  sun. As it goes round us, we see more or less of this bright half.
> who was first on the moon | who was there first | who walked on the moon first :: Neil Armstrong was the first person to walk
  on the moon, in July 1969. Buzz Aldrin came right after him.
> why does it follow us | why does the moon seem to follow us :: Because it is so far away. Trees and houses slide past when you
  move, but the moon stays in the same direction, so it seems to come along.

* the phases of the moon | a full moon | a new moon
? why is the moon sometimes full | why is the moon sometimes a sickle | what is a half moon
= The phases of the moon are the shapes that we see as more or less of its bright half faces us.
- The sun always lights one half of the moon. But the moon travels around us, so we see this bright half from different sides.
  When we see all of it, we have a full moon. When we see only the edge, it is a sickle. At new moon the bright half faces away.
  From one full moon to the next it takes about a month.

* +stars | a star
? what are stars made of #1 | why do stars shine #1 | why do stars twinkle #1 | how many stars are there #2 | why can we not see
  stars by day #1
= Stars are huge balls of glowing gas like the sun, but so far away that they look like dots.
- Stars are suns, huge balls of hot, glowing gas. They look so small because they are very far away. They seem to twinkle
  because their light passes through moving air before it reaches us. By day they are there too, but the bright sky hides them.
- Each star is a sun of its own. Without a telescope you can see a few thousand of them on a dark night, but there are many
  billions. Hot stars look blue and cooler ones look red. Their light travels for years before it reaches your eyes.
> how far away are the stars | how far away are they :: The nearest star after the sun is about four light years away: its light
  needs four years to reach us. Most stars are much farther.

* a shooting star | +shooting stars | a meteor | +meteors
? what are shooting stars made of | why do shooting stars glow | do stars really fall
= A shooting star is not a star but a tiny bit of stone that glows as it rushes into our air.
- A shooting star is not a star at all. It is a small bit of stone or dust from space, often no bigger than a grain of sand. It
  rushes into our air so fast that it glows and burns up. We see a bright line for a second. If a stone is so big that it
  reaches the ground, it is called a meteorite.
> can I make a wish | may I make a wish :: People like to make a wish when they see one. It does no harm, and it is nice to have
  a wish.

* ~an eclipse | an eclipse of the sun | a solar eclipse | a lunar eclipse
? why does the sun go dark in an eclipse | how does an eclipse happen | what happens in an eclipse
= An eclipse happens when the moon covers the sun for us, or when the Earth's shadow falls on the moon.
- In an eclipse of the sun, the moon moves right between the sun and the Earth and covers the sun. For a few minutes it can get
  dark by day. In an eclipse of the moon, the shadow of the Earth falls on the moon and makes it dim and red. Look at the sun
  only with special glasses.

* the Earth | our planet
? how big is the Earth #1 | how old is the Earth #2 | why is the Earth round #2 | what is inside the Earth #1 | why is there
  life on the Earth #1
= The Earth is the planet on which we live, the third one from the sun.
- The Earth is our home. It is a round planet, the third one from the sun, and it is about 40,000 kilometres around. Most of it
  is covered by water. Inside it is very hot, with a core of iron. It has air to breathe and is neither too hot nor too cold, so
  it is full of life.
- The Earth is a ball of rock and metal, about four and a half billion years old. It is round because its gravity pulls
  everything towards the middle. It spins once a day and goes around the sun once a year. As far as we know, it is the only
  planet with life.
> why does the Earth spin | why does it spin :: The Earth was made long ago out of a cloud of gas and dust that was turning. In
  empty space nothing stops it, so it spins on.

* +planets | a planet | +the eight planets
? how many planets are there | what are the names of the planets | which planets are there
= Planets are big, round bodies that travel around a star, and our sun has eight of them.
- A planet is a big, round body that travels around a star. Around our sun there are eight: Mercury, Venus, Earth, Mars,
  Jupiter, Saturn, Uranus and Neptune. The first four are made of rock. The others are much larger and mostly made of gas or
  ice.
> which is the biggest planet | which is the biggest | what is the biggest planet :: Jupiter is the biggest of the eight. More
  than a thousand Earths would fit inside it.
> which is the smallest planet | which is the smallest | what is the smallest planet :: Mercury is the smallest of the eight. It
  is also the one nearest to the sun.
> which planet is the hottest | which is the hottest | what is the hottest planet :: Venus is the hottest. Its thick air keeps
  the heat in like a blanket.
> why are planets round | why are they round :: Their gravity pulls everything towards the middle from all sides. The shape that
  comes of this is a ball.

* ~the solar system
? what belongs to the solar system | what is in the solar system
= The solar system is the sun with everything that travels around it.
- The solar system is the sun and all that travels around it. That is eight planets, their moons, and countless smaller things
  such as asteroids and comets. The sun is in the middle and by far the heaviest, and its gravity holds everything together.
> how big is the solar system | how big is it :: It is huge. Even light needs more than four hours from the sun to Neptune, the
  farthest planet.

* Mercury
? where is Mercury | is Mercury hot
= Mercury is the smallest planet and the one nearest to the sun.
- Mercury is the planet nearest to the sun, and it is the smallest of the eight. It needs only 88 days to go around the sun. By
  day it gets hotter than an oven, about 430 degrees Celsius, but at night it is bitterly cold, because there is hardly any air
  to keep the warmth. It is full of craters.

* Venus
? why is Venus so hot | why is Venus so bright | is Venus a star
= Venus is the second planet from the sun and the hottest of all.
- Venus is the second planet from the sun. It is nearly as big as the Earth, but no place to live. Its thick air keeps the heat
  in, so it is about 460 degrees Celsius hot, more than on any other planet. Thick clouds make it shine brightly, and so it is
  called the evening star.
> is it a star | is Venus a star | why is it called the evening star :: No, Venus is a planet. It is called the evening star
  because it can often be seen shining brightly after sunset.

* Mars
? why is Mars red | is there life on Mars | can people live on Mars | has anyone been to Mars
= Mars is the fourth planet from the sun, a cold desert with red, rusty dust.
- Mars is the fourth planet from the sun and only about half as wide as the Earth. It is called the red planet because there is
  rust in its dust. It is cold and dry, and its thin air is not fit to breathe. So far only robots have been there. Nobody has
  found life on it.
> how long does it take to fly to Mars | how long is the flight :: With the rockets of today it takes about seven months to fly
  to Mars.

* Jupiter
? how big is Jupiter | what is the red spot on Jupiter
= Jupiter is the biggest planet, a giant ball mostly of gas.
- Jupiter is the biggest planet of all and the fifth from the sun. It is a giant ball mostly made of gas, so you could not stand
  on it. Its bright and dark stripes are clouds. The big red spot is a storm that is wider than the Earth. Jupiter has many
  moons, and four of them are large.

* Saturn
? what are the rings of Saturn made of | how big is Saturn
= Saturn is a giant planet with bright rings of ice and rock.
- Saturn is the sixth planet from the sun and the second biggest. It is famous for its wide, bright rings. They are made of
  countless pieces of ice and rock, some like dust and some as big as a house, that circle the planet. Saturn itself is mostly
  gas and very light for its size.
> why does Saturn have rings | why does it have rings :: Nobody knows for sure. Perhaps an icy moon came too near to Saturn and
  broke into pieces, and these now circle it.

* Uranus
? why is Uranus blue
= Uranus is a cold, pale blue giant planet that lies on its side.
- Uranus is the seventh planet from the sun. It is a cold giant of ice and gas and looks pale blue, because a gas called methane
  swallows the red light. Uranus lies on its side and rolls around the sun like a ball. It needs 84 years to go around it once.

* Neptune
? how far away is Neptune | is it windy on Neptune
= Neptune is the farthest of the eight planets, blue, cold and very windy.
- Neptune is the eighth planet and the farthest from the sun. It is a blue giant of ice and gas, and it is very cold there. The
  fastest winds of all the planets blow on it. It needs about 165 years to travel around the sun once. Only one spacecraft has
  ever flown past it.
> why is Neptune blue | why is it blue :: A gas called methane high up in its air swallows the red light, so blue is what comes
  back to us.

* Pluto
? why is Pluto not a planet | is Pluto a planet | how big is Pluto
= Pluto is a dwarf planet, a small icy world far out beyond Neptune.
- Pluto is a small, icy world far out beyond Neptune. It is smaller than our moon. For a long time it was called the ninth
  planet. But then more such bodies were found out there, so since 2006 it has been called a dwarf planet. It needs about 248
  years to go around the sun.

* the Milky Way | a galaxy | +galaxies
? how many stars are in the Milky Way | what is the Milky Way made of | why is it called the Milky Way
= The Milky Way is our galaxy, a huge wheel of more than a hundred billion stars.
- The Milky Way is our galaxy, a huge spinning wheel of stars, gas and dust. It has more than a hundred billion stars, and our
  sun is one of them. We live inside it, so we see it from the edge, as a pale band across the night sky. It looks like spilt
  milk, and that gave it its name.

* space | outer space
? where does space begin #1 | why is space black #1 | how big is space #2 | what is in space #1 | is there air in space
= Space is the almost empty place between the planets and the stars.
- Space begins about one hundred kilometres above us, where there is hardly any air left. It is almost empty, quite silent and
  mostly very cold. It looks black because there is nothing there to scatter the light. In it are stars, planets, moons, comets
  and much dust.
- If you flew up higher and higher, the air would get thinner and thinner until there was none. That is space. You could not
  breathe there or hear a sound. Nobody knows how big it is. Even light needs billions of years to cross the part that we can
  see.

* the universe
? how big is the universe | how old is the universe | what is the universe made of
= The universe is everything there is: all space, all stars, all planets and us.
- The universe is everything there is. The Earth, the sun, all stars and all the space between them belong to it. It is nearly
  fourteen billion years old and has been growing ever since it began. There are so many galaxies in it that nobody can count
  them.

* a comet | +comets
? why do comets have a tail | what are comets made of | why does a comet have a tail
= A comet is a ball of ice and dust that grows a long tail when it comes near the sun.
- A comet is a ball of ice and dust, as big as a town or a mountain. Most of the time it is far from the sun and dark. When it
  comes near, the sun warms it, and gas and dust stream out. They make a long, bright tail. It always points away from the sun.

* an asteroid | +asteroids
? where are the asteroids | can an asteroid hit the Earth | what are asteroids made of
= An asteroid is a lump of rock or metal that travels around the sun and is smaller than a planet.
- Asteroids are lumps of rock or metal that travel around the sun. Most of them are between Mars and Jupiter. Some are as small
  as a car, the largest are hundreds of kilometres wide. Scientists watch those that come near the Earth. Big ones hit us only
  very, very rarely.

* ~a black hole | +~black holes
? how are black holes made | why is a black hole black | what happens in a black hole | how do black holes form
= A black hole is a place in space with such strong gravity that not even light can get out.
- A black hole is a place in space where gravity is so strong that nothing can escape, not even light. So it looks black. Many
  were made when a very big star used up its fuel and fell in on itself. The black holes that we know of are much too far away
  to harm us.
- When a giant star dies, its middle can collapse into a very small space. Then its gravity is enormous. Whatever comes too
  near, even light, can never get out again. That is a black hole. We find them by watching how stars and gas move around them.

* an astronaut | +astronauts
? why do astronauts float | what do astronauts do | why do astronauts wear suits
= An astronaut is a person who travels into space to work there.
- An astronaut is a person who flies into space. In a space station astronauts make experiments and repair things. They float,
  because they and the station are falling around the Earth together. Outside they wear a thick suit that gives them air and
  keeps them warm.
> what do astronauts eat | what do they eat :: They eat food that is packed in bags and tins, and much of it is dried. Crumbs
  are a nuisance, because they float about.

* ~a space station | the space station
? who lives on a space station | what is a space station for
= A space station is a house in space that circles the Earth and in which people live and work.
- A space station is a house that circles the Earth in space. Astronauts live in it for months and do research. Everything
  floats there, so they sleep in bags that are tied to the wall. The station flies around the Earth once in about an hour and a
  half.

* ~a satellite | +~satellites
? why do satellites not fall down | what do satellites do | what are satellites for
= A satellite is something that circles a planet, such as the machines that we have sent around the Earth.
- A satellite is a thing that circles a planet. The moon is a natural one. People have sent up thousands of others that help
  with weather, maps and telephone calls. They do not crash, because they move so fast sideways that they always fall around the
  Earth and never hit it.

* ~a telescope | +~telescopes
? how does a telescope work | what can you see with a telescope | who uses telescopes
= A telescope gathers light from far-off things and makes them look bigger and brighter.
- A telescope makes far-off things look near. A large lens or a curved mirror at one end gathers much light and brings it
  together. A small lens then makes the picture bigger for your eye. With a telescope you can see the moon's craters and the
  rings of Saturn.

* a constellation | +constellations
? why do constellations have names
= A constellation is a group of stars in which people see a picture.
- A constellation is a group of stars that look like a picture. Long ago people joined the dots in the sky and saw a lion, a
  swan or a hunter. The names help us to find our way among the stars. In truth the stars of one group may be very far from each
  other.

* +the northern lights | the aurora
? what makes the northern lights | why does the sky glow green | where can you see the northern lights
= The northern lights are colours in the night sky, made when tiny bits from the sun hit the air.
- The northern lights are green, red or violet curtains of light in the night sky. The sun blows tiny bits of matter into space.
  The Earth's magnetic field leads some of them towards the poles. There they hit the air high up and make it glow. In the far
  south there are such lights too.

* an orbit | +orbits
? why do planets stay in orbit | why does the moon not fall down | what keeps the planets on their way
= An orbit is the path on which one body in space travels around another.
- An orbit is the path of one thing around another in space. The moon moves fast sideways, and at the same time the Earth's
  gravity pulls it in. Both together bend its way into a ring. So it keeps falling around us and never comes down. The Earth's
  own orbit leads around the sun.

* a light year | +light years
? how long is a light year | is a light year a time | why do we need light years
= A light year is the distance that light travels in one year.
- A light year is not a time but a distance. It is how far light travels in one year, and that is almost ten thousand billion
  kilometres. The stars are so far away that kilometres would be too small to count with. The nearest star after the sun is
  about four light years away.

* a crater | +craters
? how are craters made | why does the moon have craters
= A crater is a round hole that is left when a big stone from space hits the ground.
- A crater is a round hollow in the ground. Most craters on the moon were made when big stones from space crashed into it. On
  Earth there are few, since wind and rain wear them away, and small stones burn up in the air. A volcano can have a crater at
  its top, too.
"""
