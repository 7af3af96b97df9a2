"""Explanations of machines, tools and made things."""

TABLE = """
* +~magnets | ~a magnet
? how do magnets work | why does a magnet pull iron | why do magnets push each other away #1 | what happens inside a magnet
= A magnet pulls iron because the countless tiny magnets inside it all point the same way.
- A magnet pulls things made of iron. Inside it are countless tiny magnets, and they all point the same way, so they pull
  together. Every magnet has a north pole and a south pole. Different poles pull at each other, and like poles push each other
  away.
- In a piece of iron there are very many tiny magnets. Mostly they point every which way and cancel out. In a magnet they are
  lined up and help each other. That is why it sticks to the fridge door. It does not pull wood, plastic or paper.
> why do they push each other away | why do like poles push | why do they stick to the fridge | why does a magnet stick to the
  fridge :: Opposite poles pull and like poles push. A fridge door has iron in it: its tiny magnets turn towards the magnet, so
  the two stick together.

* ~electricity
? how does electricity work #2 | where does electricity come from #1 | how is electricity made #1 | what is electricity good for
  #1 | why is electricity dangerous #1 | what does a light switch do #2
= Electricity is the flow of tiny charged bits, mostly through wires, and it can give light, heat and motion.
- Electricity is the flow of very tiny bits called electrons through a wire. It is made in power stations by wind, water, sun or
  heat, and comes to us through cables. In the house it makes lamps shine and machines run. It can be deadly, so never put
  anything into a socket.
- Electricity needs tiny bits that can move, the electrons. There are very many of them in every metal wire. A battery or a
  power station pushes them, and so a current flows. It needs a closed ring: if the ring is open, nothing moves. A light switch
  closes the ring or opens it.
> why is it dangerous | why :: Our nerves and our heart work with tiny electric signals. A strong current from outside would
  upset them and burn us.

* ~a light bulb | +~light bulbs | ~a lamp
? how does a light bulb work | why does a light bulb glow | why does a lamp shine | why does a light bulb get hot
= A light bulb turns electricity into light.
- A light bulb turns electricity into light. In an old bulb the current goes through a very thin wire. The wire gets so hot that
  it glows. Most lamps today are LEDs. In them the current makes a tiny crystal shine, and they hardly get hot, so they need
  much less electricity.
- When you press the switch, a current flows to the lamp. In old bulbs it heated a thin wire until the wire glowed white. Most
  of the power became heat and not light. A modern LED makes light in a small crystal and so saves most of that power.

* ~a battery | +~batteries
? how does a battery work | why does a battery run out | what is inside a battery | how do batteries work
= A battery stores energy in chemicals and gives it out as electricity.
- A battery is a store of energy. Inside are two different chemicals that would like to swap tiny electric bits. These can only
  get across through the wire outside, and on the way they light your torch. When the chemicals are used up, the battery is
  empty. Some kinds can be charged again.
- Inside a battery there are chemicals that push electric bits out at one end and take them in at the other. When you join both
  ends through a lamp, the bits flow and the lamp shines. At last the chemicals are used up. Then bring the old battery back to
  the shop, not into the bin.

* ~a mirror | +~mirrors
? how does a mirror work | why can I see myself in a mirror | why is everything swapped in a mirror #2 | what is a mirror made
  of #1
= A mirror throws the light back so evenly that we can see ourselves in it.
- A mirror is a piece of glass with a thin layer of shiny metal behind it. Light from your face hits the metal and is thrown
  back in order, like a ball from a smooth wall. So your eyes see your own picture. A rough wall throws the light back in all
  directions, and you see nothing in it.
- You see yourself in a mirror because it sends back the light that comes from you. It is very smooth, so the picture stays
  whole. When you lift your right hand, the one in the mirror seems to lift its left. Still water can be a mirror as well.

* glass
? how is glass made | what is glass made of | why can we see through glass | why does glass break
= Glass is made of sand that has been melted in a very hot oven.
- Glass is made of sand. The sand is mixed with other minerals and heated until it melts, at more than one thousand degrees
  Celsius. The hot, thick liquid is blown or poured into a shape and cooled. Light goes straight through it, so we can see
  through. It is hard, but it breaks when it is bent.

* paper
? how is paper made | what is paper made of | where does paper come from | who invented paper #2
= Paper is made of fine fibres, mostly from wood, that are spread out and dried.
- Paper is mostly made from trees. The wood is chopped and cooked in water until it is a soft pulp of fine fibres. The pulp is
  spread out thinly on a sieve, the water runs off, and the sheet is pressed and dried. Old paper can be made into new paper,
  and this saves trees.
- Look at torn paper and you can see tiny threads. These are fibres of wood. To make paper, they are mixed with much water,
  spread out flat, pressed and dried. Paper was invented in China about two thousand years ago.

* +books | a book
? how are books made #1 | how is a book made #1 | who writes books #1 | why do people read books
= A book is made of many printed pages that are bound together, and it keeps thoughts and stories for others.
- A book begins with somebody who writes down a story or what they know. Others correct it and perhaps draw pictures for it. A
  machine prints many pages on large sheets. These are folded, cut and bound together with a cover. In a book you can meet
  people from long ago and far away.
- Books keep what people have thought. In old times each one was copied by hand, and so books were rare. Since they have been
  printed, anyone can read them. When you read, you make the pictures in your own head.

* the printing press | printing
? how does printing work | who invented printing | why was printing important
= A printing press puts ink on raised letters or plates and presses them on paper, so that many copies can be made.
- In printing, ink is put on letters and then pressed onto paper. In China people printed with carved wood more than a thousand
  years ago. In Europe Johannes Gutenberg made a press with metal letters that could be used again and again, around 1450. So
  books became cheaper, and many people learnt to read.

* a pencil | +pencils
? how is a pencil made | how do you get the lead into a pencil | what is inside a pencil | why does a pencil write
= A pencil is a stick of graphite and clay in a case of wood.
- In a pencil there is no lead but graphite, a soft black mineral, mixed with clay. This stick is laid between two pieces of
  wood, and they are glued together. When you write, thin flakes of graphite rub off and stay on the paper. A rubber picks them
  up again.

* ~a clock | +~clocks | ~a watch
? how does a clock work | how do clocks know the time | why do clocks tick #1 | how did people tell the time before clocks #2
= A clock counts something that always swings at the same speed, and so it measures time.
- A clock counts something that swings evenly. In old clocks that is a pendulum. At each swing a wheel may move on by one tooth,
  and this makes the tick. Other wheels turn the hands. In most watches a tiny crystal trembles thousands of times a second, and
  a chip counts.
- To measure time you need something that always takes equally long. A pendulum does, and so does a tiny crystal with a current
  in it. The clock counts the swings and moves its hands. Long ago people looked at the shadow on a sundial or let sand run
  through a glass.

* a bridge | +bridges
? how do bridges stay up | how is a bridge built | why does a bridge not fall down | how do bridges work
= A bridge carries a road over a river or a valley and leads the weight into the ground.
- A bridge leads people, cars or trains over water or a valley. It must carry its own weight and what is on it. An arch leads
  the weight down to both sides. A beam rests on strong pillars. In a hanging bridge thick cables hold the road, and high towers
  hold the cables.
- Lay a board over a brook and you have a bridge. If the way is long, the board would bend, so builders use tricks. They put
  pillars under it, build it as an arch, or hang it on cables. In each case the weight goes into the firm ground.

* ~a train | +~trains
? how do trains work | why does a train run on rails | why can a train pull so much | how does a train stay on the rails #1 |
  what were the first trains like #2
= A train runs on rails with smooth steel wheels, pulled by an engine.
- A train runs on rails of steel. Steel wheels roll very easily on them, so one engine can pull many heavy cars. Most engines
  today use electricity from a wire above the track. The wheels have a rim on the inside, and this helps to keep them on the
  rails. A train needs a long way to stop.
- The first trains were pulled by steam engines, and today most run on electricity or diesel. As smooth wheels roll on smooth
  rails, little power is lost. So a train can carry many people with less energy than cars need. Signals tell the driver when
  the way is free.

* ~a plane | +~planes | ~an airplane | ~an aeroplane
? how do planes fly | why does a plane not fall down | why can planes fly | how does a plane stay in the air | how can heavy
  planes fly
= A plane flies because its wings push the air down while its engines push it forward.
- The engines push a plane forward very fast. Its wings are curved and a little tilted, so they turn the rushing air downwards.
  The air pushes back and lifts the wings up. At high speed this lift is as strong as the weight of the plane, and it flies.
  With flaps the pilot steers.
- Hold your hand out in the wind and tilt it a little: it is lifted. The wings of a plane do the same. The engines make the
  plane so quick that the air streams hard around the wings and lifts them. If it were too slow, the lift would not be enough.
> how fast does a plane fly | how fast is it | how fast is a plane :: A big passenger plane flies at about nine hundred
  kilometres an hour.

* ~a helicopter | +~helicopters
? how does a helicopter fly | why can a helicopter stand still in the air
= A helicopter flies because its turning blades push the air down.
- A helicopter has long blades on top that turn very fast. They are like wings that go round, and they push the air down, so the
  helicopter is lifted. It can stand still in the air and land in a small place. The small rotor at the tail keeps it from
  spinning round itself.

* ~a boat | +~boats | a ship | +ships
? why do boats float | why does a heavy ship not sink | how can a ship of steel float | why do ships not sink | how do ships
  float
= A boat floats because it pushes aside as much water as it weighs itself.
- A boat floats because the water pushes it up. A boat is hollow and full of air, so it takes up much room and still weighs
  little for its size. It sinks in until it has pushed aside as much water as it weighs. Then the push of the water holds it up.
  A lump of steel would sink, since it takes up too little room.
- Put an empty bowl in the water, and it floats. Press it down, and you feel how the water pushes back. A ship is such a bowl,
  only very big. Even of steel it floats, because it is hollow inside. If water runs in, it gets too heavy and sinks.
> why does a stone sink | why do stones sink | and a stone :: A stone is heavy for its size. The water that it pushes aside
  weighs less than the stone, so the push is too weak to hold it.

* ~a submarine | +~submarines
? how does a submarine dive | how does a submarine come up again
= A submarine dives by letting water into its tanks and rises by blowing the water out.
- A submarine is a ship that can dive. In its sides there are tanks. If they are filled with water, it gets heavier and goes
  down. To come up again, air is blown into the tanks, and the water is pushed out. A propeller drives it, and inside there is
  air for the crew to breathe.

* ~a bicycle | +~bicycles | ~a bike
? how does a bicycle work | why does a bicycle not fall over | why do bikes not fall over | why does a bike have gears #1
= A bicycle is a vehicle with two wheels that you drive with your legs.
- On a bicycle you push the pedals with your legs. A chain carries the push to the back wheel, and it rolls. A rolling bicycle
  is easy to hold up, because you steer a little to the side to which it tips. With gears you can choose between easy for hills
  and fast for flat roads.
- A bicycle turns the power of your legs into speed. The pedals pull the chain, the chain turns the back wheel, and off you go.
  While it rolls, small turns of the handlebar keep it upright. When it stands still, it falls over. Wear a helmet when you
  ride.

* ~a car | +~cars
? how does a car work | what makes a car go | how does an engine work | why does a car need petrol
= A car is driven by an engine that turns its wheels.
- A car has an engine that turns the wheels. In many cars petrol burns in the engine in tiny explosions. These push pistons up
  and down, and a shaft makes them turn the wheels. Electric cars have a big battery and a motor instead. The driver steers,
  speeds up and brakes.

* ~an electric motor | ~a motor
? how does an electric motor work | what makes a motor turn
= An electric motor uses electricity and magnets to make something turn.
- An electric motor turns electricity into motion. A wire that is wound into a coil becomes a magnet when a current flows
  through it. Other magnets push and pull at it, so it turns. Just in time the current is switched round, and it goes on
  turning. There are motors in fans, toys and cars.

* ~a rocket | +~rockets
? how do rockets fly | how does a rocket work | how can a rocket fly where there is no air #1 | how does a rocket get into space
  #2
= A rocket flies because it shoots hot gas out at the back, and this pushes it forward.
- A rocket burns fuel and shoots hot gas out at its back with great force. The gas goes one way, so the rocket is pushed the
  other way. It is like a balloon that you let go. In space there is no air, so a rocket carries its own oxygen to burn the
  fuel.
- Blow up a balloon and let it go: the air rushes out, and the balloon whizzes off. A rocket works in the same way, but with hot
  gas from burning fuel. To reach space, it must get very fast. It drops its empty tanks on the way to become lighter.
> how fast is a rocket | how fast must it be :: To circle the Earth, a rocket must reach about twenty-eight thousand kilometres
  an hour.

* ~a balloon | +~balloons | ~a hot-air balloon
? why do balloons fly | why does a hot-air balloon rise | why does a balloon float | how does a hot air balloon work
= A balloon rises when the gas inside is lighter than the air around it.
- A balloon from the fair is filled with helium. This gas is lighter than air, so the balloon rises, as a cork rises in water.
  In a hot-air balloon a flame heats the air. Warm air is lighter than cool air, and so it lifts the balloon with its basket. A
  balloon that you blow up yourself falls down.

* ~a kite | +~kites
? why does a kite fly | how does a kite fly
= A kite flies because the wind pushes against its slanting face.
- A kite flies in the wind on a long string. The string holds it at a slant, so that the wind is turned downwards and pushes the
  kite up. A tail keeps it steady. If the wind dies down, you can run with it to make wind of your own. Never fly a kite near
  power lines or in a storm.

* ~a parachute | +~parachutes
? how does a parachute work | why does a parachute slow you down
= A parachute slows a fall because it catches much air.
- A parachute is a huge piece of cloth on many strings. When it opens, it catches a lot of air. The air pushes against it from
  below and slows the fall. So the jumper comes down gently. Without the big cloth the air could slip past too easily.

* ~a steam engine | +~steam engines
? how does a steam engine work | what did people use steam engines for
= A steam engine uses the push of hot steam to drive wheels.
- In a steam engine a fire heats water until it boils. Steam needs far more room than water, so it pushes hard against a piston.
  The piston slides to and fro, and a rod turns this into the turning of a wheel. About two hundred years ago such engines began
  to drive trains, ships and factories.

* a wheel | +wheels
? why are wheels round | who invented the wheel | why do wheels make things easy
= A wheel rolls, and rolling is much easier than dragging.
- A wheel is round, so each point of its rim is equally far from the middle. That is why it rolls smoothly and the load does not
  go up and down. Rolling rubs far less than dragging, so we can move heavy things. People invented the wheel more than five
  thousand years ago.

* ~a lever | ~a seesaw
? how does a lever work | how does a seesaw work | how can a child lift a grown-up
= A lever is a bar that turns on a point, and with a long arm a small push can lift a heavy load.
- A lever is a bar that rests on one point. If you push far away from this point, you need only little force to lift something
  heavy near it. But your hand has to move farther. A seesaw is a lever: a light child far out can lift a heavy one who sits
  near the middle. Scissors are levers too.

* +~gears | +cogwheels
? how do gears work | what are gears for
= Gears are wheels with teeth that turn each other.
- Gears are wheels with teeth that fit into each other. When one turns, it turns the next one the other way. If a small wheel
  drives a big one, the big one turns more slowly but with more force. The other way round, it gets faster. You find gears in
  clocks, bicycles and mixers.

* ~a radio | +~radios
? how does a radio work | how does music get into the radio | what are radio waves #2
= A radio catches invisible waves and turns them into sound.
- A radio station turns voices and music into electric signals. A tall mast sends them out as radio waves, which we can neither
  see nor hear. They fly through the air as fast as light. Your radio catches them with its antenna, picks out one station, and
  makes sound of them again.
- Radio waves are a kind of light that our eyes cannot see. They carry music from a mast to your home, even through walls. The
  antenna of the radio catches them. When you turn the knob, you choose which waves it listens to.

* ~a telephone | +~telephones | ~a phone
? how does a telephone work | how do phones work | how does my voice get into the phone | who invented the telephone #2
= A telephone turns your voice into electric signals, sends them far away, and turns them back into sound there.
- When you speak into a telephone, your voice shakes a tiny microphone. It turns the shaking into electric signals. These travel
  through wires, as light through glass threads, or as radio waves to another telephone. There a small loudspeaker turns them
  into your voice again.
- A telephone makes your voice travel. It changes the sound into signals, and they race to your friend in a fraction of a
  second. There they become sound again. Alexander Graham Bell showed one of the first telephones in 1876.

* ~a mobile phone | +~mobile phones | ~a smartphone
? how does a mobile phone work | how does a phone call without a wire work
= A mobile phone talks by radio waves with a mast nearby.
- A mobile phone is a small computer with a radio inside. It sends your voice as radio waves to a mast that is near. From there
  it goes on through cables to the mast that is near your friend. When you move, your phone changes from one mast to the next,
  and you do not notice.

* ~a computer | +~computers
? how does a computer work | how do computers work | what can a computer do #2 | what is inside a computer #1 | does a computer
  think #1
= A computer is a machine that follows instructions very quickly and works with numbers made of ones and zeros.
- A computer is a machine that calculates very fast. Inside are billions of tiny switches that are on or off, written as one and
  zero. Letters, pictures and music are all stored as such numbers. A program tells the computer step by step what to do. It
  does not think: it follows the steps.
- A computer can do only simple things, such as adding and comparing, but it does billions of them in a second. Programs are
  long lists of these steps, and people write them. Its memory keeps the numbers, and the screen shows the result to us.
> who invented the computer | who invented it :: Many people had a part in it. Charles Babbage planned a calculating machine in
  the 1830s, and Konrad Zuse built one of the first working computers in 1941.

* ~a program | +programs | +computer programs | ~programming
? what is a program | how do people write programs | how does a program work
= A program is a list of steps that tells a computer what to do.
- A program is like a recipe for a computer. It says step by step what is to be done. People write it in a special language that
  the computer can follow. The computer does just what is written, and not what was meant. If there is a mistake in it, it is
  called a bug.

* ~the internet
? how does the internet work | how do pictures come to my computer | who owns the internet #2 | where is the internet #1
= The internet is a worldwide net of computers that send messages to each other.
- The internet is a net that joins computers all over the world. When you look at a page, your computer asks another one for it.
  The answer is cut into small packets, and these travel through cables and radio waves, some even across the sea. Your computer
  puts them together again.
- Think of the internet as a very fast post office for computers. Each computer has a number as its address. Messages, pictures
  and films are cut into small packets and sent from one computer to the next. It belongs to nobody alone: many networks work
  together.
> who invented the internet | who invented it :: Many people had a part in it. It began in 1969, when a few computers in America
  were joined to a net.

* ~an email | +~emails
? how does an email work | how does an email find its way
= An email is a letter that computers send to each other.
- An email is a letter without paper. You write it and give it an address with an @ sign. Your computer sends it to a mail
  computer, and that one passes it on to the mail computer of your friend. There it waits until it is read. It takes only
  seconds, even around the world.

* ~a robot | +~robots
? how do robots work | what can robots do #1 | do robots have feelings
= A robot is a machine that senses, follows a program and can move by itself.
- A robot is a machine that can do work by itself. Sensors tell it what is around it, a computer decides by its program, and
  motors move it. Robots weld cars, clean floors or explore Mars. They do not have feelings, and they can only do what they were
  built and taught to do.
- A robot has three parts: sensors to notice things, a computer to choose, and motors to act. Some look like an arm, some like a
  box on wheels, and a few like a person. They never get tired or bored. But they do not feel anything.
> who invented robots | where does the word robot come from :: The word comes from a play by Karel Capek, from 1920. In Czech
  "robota" means hard work.

* ~a camera | +~cameras
? how does a camera work | how are photos made | how does a camera take pictures
= A camera catches light through a lens and keeps the picture.
- A camera works a little like your eye. Light comes in through a lens, and the lens makes a small, sharp picture inside. When
  you press the button, a chip with millions of tiny light meters measures it for a moment. It stores each point as numbers, and
  that is your photo.
- When you take a photo, the camera opens a small window for a very short time. Light falls through the lens on a chip, and the
  chip notes how bright and what colour each point is. Old cameras used film, which the light changed.

* ~a television | ~television | ~TV
? how does television work | how does a TV work | why do pictures on TV move
= A television shows many pictures each second, so that we see them as moving.
- A television gets its pictures as signals through a cable, from an antenna or from the internet. The screen is made of
  millions of tiny dots that can shine red, green and blue. It shows at least twenty-five pictures each second, and to our eyes
  they flow into one movement.

* a film | +films | +cartoons
? how are films made | how do cartoons work | why do pictures in a film move
= A film is a row of many still pictures that are shown so fast that they seem to move.
- A film is made of many still pictures, and each is a little different from the one before. When twenty-four of them are shown
  in each second, our brain sees a movement. In a cartoon the pictures are drawn by hand or by a computer. In other films a
  camera takes them of actors.

* ~a screen | +~screens
? how does a screen work | what is a pixel | how does a screen show pictures
= A screen makes pictures from millions of tiny coloured dots.
- A screen is made of millions of tiny dots called pixels. Each of them has a red, a green and a blue part. By making these
  parts brighter or darker, the screen can show all colours: red and green together look yellow. From far enough away, the dots
  become a picture.

* ~a fridge | ~a refrigerator
? how does a fridge work | why is it cold in a fridge | why do we need a fridge
= A fridge carries the heat from inside to the outside, so that food stays cool.
- A fridge pumps heat out. A liquid flows through thin tubes in its wall. There it turns into a gas, and this takes heat away
  from the food. Behind the fridge the gas is pressed and becomes liquid again, and it gives off the heat. In the cold, germs
  grow slowly, and so food keeps longer.

* ~an oven | ~a stove
? how does an oven work
= An oven is a closed box in which hot air bakes or roasts food.
- An oven is a box with thick walls that keep the heat in. Wires that get hot by electricity, or a gas flame, heat the air
  inside. The hot air bakes bread and cakes from all sides. Be careful: the oven and what comes out of it are very hot.

* ~a microwave | ~a microwave oven
? how does a microwave work | why does food get hot in a microwave
= A microwave heats food with waves that shake the water in it.
- A microwave oven makes waves that we cannot see. They go into the food and make its water shake very fast. This shaking is
  heat, and so the food gets warm in a few minutes. The metal walls keep the waves inside. Do not put metal in, for it can make
  sparks.

* ~a washing machine | +~washing machines
? how does a washing machine work | how does a washing machine clean clothes
= A washing machine turns clothes in warm water with soap and then spins them nearly dry.
- In a washing machine a drum with many holes turns the clothes in warm water with washing powder. The powder loosens the dirt,
  and the tumbling rubs it off. Then clean water rinses them. At last the drum spins so fast that the water is flung out through
  the holes.

* ~a vacuum cleaner | +~vacuum cleaners
? how does a vacuum cleaner work | where does the dust go in a vacuum cleaner
= A vacuum cleaner sucks in air and dust and keeps the dust in a bag or a box.
- In a vacuum cleaner a motor turns a fan very fast. The fan blows air out at the back, so new air must stream in through the
  hose. It takes the dust from the floor with it. Inside is a bag or a filter that lets the air pass and keeps the dust back.

* ~a lift | ~an elevator
? how does a lift work | how does an elevator work | why does a lift not fall down
= A lift is a cabin that a motor pulls up and down on strong ropes.
- A lift is a small cabin that hangs on several steel ropes. The ropes run over a wheel at the top, and a motor turns it. At the
  other end hangs a heavy weight that balances the cabin, so the motor has less to do. If it ever went too fast, brakes would
  grip the rails at once.

* ~soap
? how does soap work | why does soap clean | how is soap made #2 | why does soap make bubbles #2
= Soap takes off dirt because one end of its tiny parts holds fat and the other end holds water.
- Water alone cannot wash off fat, because the two do not mix. Soap helps: each of its tiny parts has one end that likes fat and
  one that likes water. The fat ends grab the dirt, the water pulls at the others, and so the dirt is washed away. Germs go with
  it.
- Soap is a go-between for fat and water. It surrounds greasy dirt with many tiny arms, so that the water can carry it off. Soap
  is made from oils or fats that are cooked with a strong salt. It also makes a thin skin of water stretch, and so there are
  bubbles.

* +soap bubbles | a soap bubble | +bubbles
? why are soap bubbles round | why are soap bubbles colourful | why do soap bubbles burst
= A soap bubble is a very thin skin of soapy water with air inside.
- A soap bubble is a thin skin of water and soap around some air. The skin pulls itself as small as it can, and the smallest
  shape is a ball. Light is thrown back from its outside and its inside, and the two mix to bright colours. When the skin gets
  too thin or dry, the bubble bursts.

* +~scissors | ~a pair of scissors
? how do scissors work | why do scissors cut
= Scissors are two blades that turn on a pin and cut what is between them.
- Scissors are two blades that are joined by a pin. When you close the handles, the sharp edges slide past each other and cut.
  They are two levers: the nearer to the pin you cut, the more force you have. Carry them with the points down and hand them on
  with the handles first.

* ~a thermometer | +~thermometers
? how does a thermometer work | how do you measure how warm it is
= A thermometer measures how warm or cold something is.
- A thermometer shows how warm something is. In many there is a thin glass tube with a coloured liquid. When it gets warmer, the
  liquid needs more room and climbs up the tube. On the scale you can read the degrees. Others have a sensor and show the number
  on a small screen.

* ~a compass | +~compasses
? how does a compass work | why does a compass point north | what is a compass for #1
= A compass has a needle that is a small magnet and points north.
- A compass helps you to find your way. Its needle is a small magnet that can turn freely. The Earth itself is a huge magnet,
  and it pulls the needle so that one end points to the north. If you know where north is, you also know south, east and west.
- Deep in the Earth there is iron that makes it a giant magnet. The needle of a compass feels it and turns until it points north
  and south. Sailors have used this for about a thousand years. Keep other magnets and iron away from it, or it shows the wrong
  way.

* ~a map | +~maps
? how do maps work | how do you read a map | what is a map for | how are maps made
= A map is a small picture of a piece of land as if seen from above.
- A map shows a piece of land from above and much smaller than it is. Blue is mostly for water and green for woods, and lines
  are roads. A legend explains the signs. The scale tells how far things are from each other in truth. On most maps north is at
  the top.

* ~a microscope | +~microscopes
? how does a microscope work | what can you see with a microscope
= A microscope makes very small things look big.
- A microscope shows things that are too small for our eyes. It has two or more lenses one above the other. The first makes a
  larger picture of the thing, and the second makes this picture larger still. With it you can see the cells of an onion or tiny
  animals in a drop of pond water.

* ~GPS | ~satellite navigation
? how does gps work | how does the car know the way | how does a phone know where I am
= GPS works out where you are from the signals of satellites.
- High above us satellites circle the Earth, and each one always sends out the time and its place. A receiver in your phone or
  car listens to at least four of them. From how long the signals took, it works out how far away each one is. So it knows where
  you are, and a map shows the way.

* plastic | +plastics
? what is plastic made of | how is plastic made | why is plastic bad for the sea
= Plastic is a material that is mostly made from oil and can be formed into almost anything.
- Plastic is mostly made from oil that comes out of the ground. In a factory its tiny parts are joined to very long chains. Warm
  plastic can be pressed into any shape. It is light and tough, but it hardly rots. So it should not get into the sea, where
  animals might swallow it.

* iron | steel
? where does iron come from | what is steel | how is iron made
= Iron is a hard, strong metal that is won from rocks, and steel is mostly iron with a little carbon.
- Iron comes from rocks called ore. In a very hot oven the ore is heated with coal, and liquid iron flows out. Iron with a
  little carbon in it is called steel and is even stronger. We make bridges, rails, cars and nails from it. Iron is pulled by
  magnets.

* rust
? why does iron rust | what is rust made of | why do bikes rust
= Rust is what iron turns into when water and air get at it.
- Rust is red and brown and crumbly. It comes when iron gets wet, for then the iron joins with the oxygen of the air. Salt makes
  it go faster. Paint or oil keeps water and air away, and so a bicycle should be dry and well oiled. Gold and aluminium do not
  rust.

* +bricks | a brick
? how are bricks made | what are bricks made of
= Bricks are blocks of clay that have been baked hard.
- Bricks are made of clay, which is a sticky kind of earth. The wet clay is pressed into a form, dried and then baked in a very
  hot oven. After that it is as hard as stone. Builders lay the bricks in rows so that the gaps never lie above each other.
  Mortar holds them together.

* +clothes | cotton | cloth
? what are clothes made of | how is cloth made | where does cotton come from | why do clothes keep us warm
= Clothes are made of cloth, and cloth is woven or knitted from threads.
- Clothes are made of cloth. Cloth is woven or knitted from threads, and the threads are spun from fibres. Cotton comes from the
  fluffy seeds of a bush, wool from sheep, and others are made from oil. Clothes do not make heat, they hold in the warmth of
  your body with air.

* ~a zip | ~a zipper
? how does a zip work | how does a zipper work
= A zip has two rows of tiny teeth that a slider joins or parts.
- A zip has two rows of small teeth. When you pull the slider up, it bends the rows together, and each tooth hooks in between
  two others. So they hold each other. When you pull it down, a wedge in the slider pushes them apart again.

* ~a lock | +~locks | ~a key | +~keys
? how does a lock work | how does a key work | why does only one key fit
= A lock opens only when the right key lifts all its pins to the right height.
- In many locks there is a row of small pins of different lengths. Without a key they stick out and block it. The right key has
  teeth that lift each pin to just the right height. Then the lock can turn and the door opens. With a wrong key at least one
  pin is in the way.

* ~a candle | +~candles
? how does a candle burn | why does a candle burn | where does the wax go
= A candle burns because its wax melts, climbs up the wick and burns as a gas.
- A candle is made of wax with a thread in it, the wick. The flame melts the wax, and the wick sucks it up. At the top it gets
  so hot that it becomes a gas, and this gas burns. So the wax is used up, bit by bit. Never leave a candle alone.

* ~a solar panel | +~solar panels | +~solar cells
? how does a solar panel work | how does the sun make electricity
= A solar panel turns sunlight into electricity.
- A solar panel is made of many dark, flat cells. They are mostly made of silicon, which comes from sand. When light falls on a
  cell, it pushes tiny electric bits about, and a current flows. The more sun there is, the more power it gives. It makes no
  noise and no smoke.

* ~a wind turbine | +~wind turbines | ~a windmill | +~windmills
? how does a wind turbine work | how does the wind make electricity | what is a windmill for
= A wind turbine turns the power of the wind into electricity, and an old windmill used it to grind grain.
- The wind pushes against the long blades, and they turn. In an old windmill this turned a heavy stone that ground grain to
  flour. In a modern wind turbine a machine called a generator is turned instead. It moves magnets past coils of wire, and so
  electricity is made.

* ~a lighthouse | +~lighthouses
? what is a lighthouse for | why does a lighthouse blink | who lives in a lighthouse
= A lighthouse is a tower with a strong lamp that shows ships the way at night.
- A lighthouse stands on the coast and has a strong lamp at the top. At night its light shows sailors where the land and the
  rocks are. Each one blinks in its own way, so that a captain knows which it is. Long ago keepers lived there to mind the lamp,
  and now most work by themselves.

* +~traffic lights | ~a traffic light
? how do traffic lights work | what does a red light mean
= Traffic lights tell cars and people when to wait and when to go.
- Traffic lights bring order to a crossing. Red means stop, and green means that you may go if the way is free. Yellow tells
  drivers that the light will change. A small computer switches them, so that two streets never have green at the same time.
  Look to both sides even when it is green.
> why is red for stop | why are they red and green | why is the stop light red :: Red is easy to notice, and people have long
  used it as a warning. Trains had red signals before cars did.

* ~a toilet | +~toilets
? how does a toilet work | where does the water from the toilet go | where does it go when I flush
= A toilet washes away what we leave in it, through pipes to a plant that cleans the water.
- When you flush a toilet, water rushes from a tank into the bowl and takes everything along. A bend in the pipe always holds
  some water, and so no smell comes up. Then it flows through pipes under the street to a plant. There the dirt is taken out,
  and the clean water runs into a river.

* a water tap | tap water
? where does tap water come from | how does water come out of the tap
= Tap water comes from springs, wells, lakes or rivers, is cleaned, and flows to us through pipes.
- Our tap water comes from wells, springs, lakes or rivers. It is cleaned and tested, and then pumps push it up into a tank or
  tower that stands high. From there it presses down through pipes into the houses. When you open the tap, you make way for it,
  and out it flows.

* ~a calculator | +~calculators
? how does a calculator work | how can a calculator count so fast
= A calculator is a small computer that can only do sums.
- A calculator is a small computer. It turns the numbers that you type into ones and zeros. Tiny switches on a chip add them,
  and from adding it can make everything else. It does thousands of steps in the blink of an eye. Then it shows the result.

* ~an umbrella | +~umbrellas
? how does an umbrella work | why does an umbrella keep me dry
= An umbrella is a small roof that you can carry and fold.
- An umbrella is a little roof on a stick. Thin rods of metal spread out a cloth that lets no water through. The rain runs down
  its slanting sides and drips off at the edge. When the rain is over, the rods fold in and it gets small. A sunshade works the
  same way against the sun.

* a tunnel | +tunnels
? how are tunnels built | why does a tunnel not fall in
= A tunnel is a way that leads through a mountain or under the ground.
- A tunnel leads a road or a railway through a mountain or under a river. A huge machine with a turning head grinds away the
  rock, or it is blasted loose. Behind it the workers line the walls with concrete. The round shape helps, because like an arch
  it can bear a great weight.

* a house | +houses
? how is a house built | what are houses made of | why do people live in houses
= A house is a building that keeps people warm, dry and safe.
- To build a house, people first dig a hole and make a firm base. On it they put up walls of brick, wood or concrete. Then come
  the roof, the windows and the doors. Pipes bring water, and wires bring electricity. A house keeps out rain, wind and cold, so
  that people are safe.

* ~a crane | +~cranes
? how does a crane work | why does a crane not fall over
= A crane is a machine that lifts very heavy things.
- A crane lifts heavy things on a building site. A motor winds up a steel rope with a hook, and it runs over pulleys that make
  it stronger. The long arm can swing round. On the other side hang big blocks of concrete. They balance the load, so that the
  crane does not tip over.
"""
