"""Explanations of the body, of what it does, and of health."""

TABLE = """
* ~the heart | ~my heart
? how does the heart work | what does the heart do | how big is the heart #1 | why does my heart beat faster when I run #1 | how
  often does the heart beat #2 | why does the heart beat
= The heart is a strong muscle that pumps the blood through the whole body.
- The heart is a muscle about as big as your fist. It squeezes and lets go, all day and all night, and so it pumps the blood
  through your body. The blood brings oxygen and food to every part. When you run, your muscles need more, so your heart beats
  faster.
- Put your hand on your chest and you may feel your heart beat. With each beat it pushes blood on its way. One half sends it to
  the lungs to fetch oxygen, and the other half sends it to the rest of the body. A child's heart beats about ninety times in a
  minute.
> does it ever rest | does the heart ever rest | does it sleep :: It only rests for a moment between two beats. Otherwise it
  works all your life, even when you sleep.

* +~the lungs | +~lungs
? how do lungs work | why do we breathe | what do lungs do | how does breathing work | why do we need to breathe
= The lungs take oxygen out of the air and give it to the blood.
- The lungs are two soft sponges in your chest. When you breathe in, they fill with air. In millions of tiny bubbles the oxygen
  goes over into the blood. At the same time the blood gives back a gas called carbon dioxide, and you breathe it out.
- We breathe because every part of the body needs oxygen. A muscle under the lungs pulls down, and air streams in. The lungs
  pass the oxygen on to the blood and give the used air back. You do this about twenty times a minute without thinking of it.
> can I stop breathing | how long can people hold their breath :: You can hold your breath for a short time, most people for
  about a minute at best. Then the body makes you breathe.

* ~blood
? what does blood do | why do we have blood | why is blood red #1 | what happens when I cut myself #2
= Blood flows through the whole body and brings oxygen and food to every part of it.
- Blood flows through your body in fine tubes. It brings oxygen and food to every part and takes away what is not needed. It is
  red because of a red substance with iron in it, and this carries the oxygen. White cells in the blood fight germs, and tiny
  plates close small wounds.
- Blood is the body's delivery service. The heart pumps it round and round, and one round takes about a minute. It carries
  oxygen, sugar and warmth. If you cut yourself, the blood gets thick at that place and makes a scab, so that the wound can
  heal.

* +bones | a bone | the skeleton
? why do we have bones | how many bones do we have #1 | how do bones heal #1 | how do broken bones heal #1 | how do bones stay
  strong #2
= Bones are the hard parts that hold up the body and protect what is soft inside.
- Bones hold your body up, as beams hold up a house. A grown-up has about 206 of them, and a baby has more, because some grow
  together later. Bones are hard outside but alive inside. If one breaks, the body builds new bone and joins the ends again.
- Without bones you would lie on the floor like a wet cloth. They hold you up, and together with the muscles they let you move.
  The skull guards the brain, and the ribs guard the heart. Milk, movement and sunlight help to keep bones strong.

* +teeth | a tooth
? why do we brush our teeth | why do I have to brush my teeth | why do children lose their teeth #1 | why do milk teeth fall out
  #1 | how many teeth do children have #1
= Teeth cut and grind our food, and we have two sets of them in our life.
- Teeth cut and grind our food. Children have twenty milk teeth. When the jaw grows, these become too small, so they fall out
  and bigger ones come in their place. We brush our teeth because germs eat the sugar that is left on them and make acid, and
  acid makes holes.
- A tooth has the hardest stuff of the whole body on its outside. Still, sugar and germs together can make holes in it. That is
  why you brush your teeth every morning and evening. Milk teeth fall out from about the age of six, and the new ones should
  last for life.

* +~eyes | an eye | ~the eye
? how do eyes work | how do we see | why do we have two eyes #1 | what is the black dot in the eye | why do we blink #1
= The eyes catch light and send a picture of the world to the brain.
- Light goes into your eye through a small black hole, the pupil. A lens behind it throws a picture onto the back of the eye, as
  in a camera. From there a nerve sends it to the brain. With two eyes you can tell how far away things are. Blinking keeps the
  eyes wet and clean.
- Your eyes are like two small cameras. In bright light the black hole in the middle, the pupil, gets small, and in the dark it
  gets wide. The picture at the back of the eye is upside down, but the brain turns it the right way. So in truth you see with
  the brain, too.

* +~ears | an ear | ~the ear
? how do ears work | how do we hear | what is inside the ear | why do we have two ears #1
= The ears catch sounds and turn them into signals for the brain.
- Your ear catches sound and leads it to a thin skin, the eardrum. The eardrum trembles, and three tiny bones pass this on to a
  small coil with fluid inside. Fine hairs in it feel the trembling and tell the brain. With two ears you can hear where a sound
  comes from.
- What you see of the ear is only a funnel for sound. Inside, the sound shakes the eardrum like the skin of a drum. Little bones
  make the shaking stronger, and nerves bring it to the brain. The ears also help you to keep your balance.

* ~the nose | a nose
? how do we smell | why does my nose run | how does the nose work | why do we have a nose
= The nose warms and cleans the air that we breathe, and it can smell.
- We breathe and smell with the nose. Little hairs and slime in it catch the dust and make the air warm and damp. High up inside
  are cells that notice tiny bits of smell in the air and tell the brain. When you have a cold, the nose makes more slime to
  wash the germs out, and it runs.

* ~the tongue | taste
? how do we taste | how does the tongue work | why do things taste sweet
= The tongue is a muscle that helps us to eat, speak and taste.
- The tongue is a strong muscle. It moves food about in your mouth and helps you to speak. On it are thousands of tiny taste
  buds. They notice what is sweet, salty, sour, bitter or savoury and tell the brain. Much of what we call taste really comes
  from the nose.

* skin | the skin
? what does skin do | why do we have skin | why do people have different skin colours #1
= The skin is the cover of the body that keeps germs out and water in, and it can feel.
- The skin covers your whole body. It keeps germs out and water in, and it feels warmth, cold, touch and pain. When you are hot,
  it sweats to cool you. Skin makes a brown colour that guards it from the sun. Some people have more of it, and some have less.
- Your skin is the largest organ you have. Its outer layer is always renewed: old bits fall off, and new ones grow from below.
  It protects you, keeps you warm or cool, and lets you feel a feather or a pin.
> why does skin get wrinkles | why does it get wrinkles | why do old people have wrinkles :: With age the skin gets thinner and
  less stretchy, and so it folds.

* hair | +hairs
? why do we have hair | how does hair grow | why does hair turn grey | why do old people have grey hair | why does it not hurt
  to cut hair #1 | how many hairs do we have #2
= Hair grows out of small holes in the skin and keeps the head warm and shaded.
- Hair grows out of tiny holes in the skin, about one centimetre in a month. The part that you see is not alive, so it does not
  hurt to cut it. Hair keeps the head warm and guards it from the sun. It turns grey when the body makes less of the colour for
  it.
- On your head you have about one hundred thousand hairs. Each one grows from a small root in the skin, and some years later it
  falls out and a new one comes. Hair warms and protects us. In old age less colour is made, and so it becomes grey or white.

* +nails | +fingernails
? why do we have nails | why does it not hurt to cut nails | how fast do nails grow
= Nails are hard plates that protect the tips of our fingers and toes.
- Nails protect the tips of your fingers and toes. They help you to scratch and to pick up small things. They grow about three
  millimetres in a month on the hand, and on the foot they are slower. The white tip is not alive, and so it does not hurt to
  cut it.

* ~the brain
? how does the brain work #1 | what does the brain do | how do we think #1
= The brain steers the body, and with it we think, feel and remember.
- The brain is in your head and steers everything. It gets news from the eyes, ears, nose and skin and sends orders to the
  muscles. It is made of billions of nerve cells that pass signals to each other. When you learn something, new links grow
  between them.
- With your brain you think, dream, feel and remember. It is soft and wrinkled, like a big walnut, and the skull protects it. It
  never stops working, not even in sleep. Although it is small, it uses about one fifth of your energy.

* ~the stomach | ~digestion
? what happens to food in the stomach | why does my stomach growl | how does digestion work | where does food go
= The stomach mixes the food with sour juice, so that the body can use it.
- When you swallow, the food slides down to your stomach. The stomach kneads it and mixes it with a sour juice until it is a
  soup. In the gut the useful parts go into the blood, and the rest comes out in the toilet. An empty stomach moves too, and
  then you hear it growl.

* +~muscles | a muscle
? how do muscles work | how do muscles get strong | why do muscles hurt after sport
= Muscles pull at the bones and so make the body move.
- Muscles make you move. A muscle can only pull, it cannot push. So many of them work in pairs: one bends your arm, and the
  other stretches it. You have more than six hundred muscles. When you use them often, they grow stronger. After hard work they
  may ache for a day or two.

* ~sleep
? why do we sleep | why do we need sleep | what happens when we sleep | why do I have to go to bed | how much sleep do children
  need #1
= Sleep is the time in which the body rests and repairs itself and the brain sorts what it has learnt.
- Sleep is rest for the body and work for the brain. While you sleep, your body grows and mends itself. Your brain sorts what
  you saw and learnt, so that you remember it better. Children need about ten hours of sleep each night. If you sleep too
  little, you get tired and grumpy.
- We sleep because the body and the brain need a break. The heart beats more slowly, the muscles rest, and the body grows. In
  the brain the day is tidied up like a room full of toys. After a good sleep you can think, play and learn better.

* +dreams | a dream
? why do we dream | where do dreams come from | what are dreams | why do we forget our dreams #1 | what is a nightmare #2
= Dreams are pictures and stories that the brain makes while we sleep.
- Dreams are stories that the brain makes up while you sleep. It plays with what you have seen and felt, and mixes it in odd
  ways. Nobody knows for sure why we dream, but it may help us to remember and to calm down. Most dreams are forgotten soon
  after we wake up.
- At night your brain does not switch off. It makes pictures, and so you dream that you can fly or talk with a cat. Everyone
  dreams several times a night. A bad dream is called a nightmare, but it is not real, and it is over when you wake up.

* +hiccups | +the hiccups
? why do we get hiccups | how do I stop hiccups | what makes hiccups | how do you get rid of hiccups
= Hiccups come when the muscle for breathing jerks by itself.
- Under your lungs there is a flat muscle that helps you to breathe. Sometimes it jerks by itself, for example when you have
  eaten too fast. Then air rushes in, your throat snaps shut, and you say "hic". Hiccups mostly stop alone. Drinking slowly or
  holding your breath may help.
> why | why does the muscle jerk | why does it jerk :: Often because you ate or drank too fast or laughed a lot. This upsets the
  nerve that steers the muscle.

* sneezing | a sneeze
? why do we sneeze | what makes us sneeze | why do I sneeze
= A sneeze blows out quickly what tickles in the nose.
- We sneeze to clean the nose. When dust, pollen or germs tickle it inside, the brain gives an order. You take a deep breath,
  and then the air shoots out through nose and mouth. The thing that tickled flies out as well. Sneeze into your elbow, so that
  others do not catch your germs.

* yawning | a yawn
? why do we yawn | why is yawning catching | why do I yawn when others yawn
= Yawning is a long, deep breath that we take when we are tired or bored.
- When you yawn, you open your mouth wide and take a long, deep breath. We yawn mostly when we are tired or bored. Nobody knows
  quite why. Perhaps it helps to keep the brain awake and cool. If you see someone yawn, you often yawn too, for people like to
  do what others do.

* laughter | laughing
? why do we laugh | is laughing healthy | why is laughing good for us | what makes us laugh
= Laughter is how the body shows joy, and it brings people together.
- We laugh when something is funny, when we are happy, or when someone tickles us. The muscles of the belly jerk, and the air
  comes out in little puffs: ha ha ha! Laughter relaxes the body and makes us feel good. It also says to others: I like being
  with you.

* crying | +tears
? why do we cry | why are tears salty | what are tears made of | why do people cry when they are sad
= We cry when feelings are very strong, and tears also keep the eyes clean.
- Tears are salty water that comes from small glands above the eyes. They always keep the eyes wet, and they wash out dust. When
  we are very sad, angry or even happy, more of them come, and we cry. Crying shows others that we need comfort. Often we feel
  better after it.

* a fever | fever
? why do we get a fever | is a fever bad | what helps against fever | why is my head hot
= In a fever the body makes itself hotter to fight germs.
- A fever means that your body is hotter than usual, about 38 degrees Celsius or more. The body does it on purpose when it
  fights germs, for many of them do not like the heat. Rest and plenty to drink are good for you. If the fever is high or lasts
  long, a doctor should have a look.
> when should I see a doctor | why | why does the body get hot :: The heat makes it harder for germs to grow and helps the
  body's own fighters. If the fever is high or does not go away, a doctor should have a look.

* a cold | +colds
? why do we get a cold | how do you catch a cold | why does my nose run when I have a cold | how long does a cold last
= A cold is a light illness of nose and throat that is caused by tiny viruses.
- A cold comes from viruses, which are very tiny germs. They get into your nose and throat, for example when someone sneezes
  near you. Your body fights them, and so your nose runs and you cough. After about a week it has mostly won. Washing your hands
  helps you not to catch a cold.

* +~vaccines | ~a vaccine | a vaccination
? how do vaccines work | why do we need vaccines | why do I get a shot at the doctor | why do we get vaccinated
= A vaccine teaches the body to know a germ before it ever meets the real one.
- A vaccine is a training for your body. It shows the body a harmless part of a germ, or a weak one. The body learns how to
  fight it and remembers. If the real germ comes later, your body knows what to do, and you do not get ill, or only a little.
  The small prick is soon over.
- With a vaccine the body practises before the danger comes. The doctor gives you something that looks like the germ but cannot
  make you really ill. Your white blood cells learn its shape. When the real germ turns up, they are ready at once.

* +germs | +bacteria | +viruses | a virus
? why do germs make us ill | how small are germs | what are germs | why do I have to wash my hands
= Germs are tiny living things and viruses, too small to see, and some of them can make us ill.
- Germs are so small that you need a microscope to see them. There are bacteria, which are tiny living things, and viruses,
  which are even smaller. Some germs make us ill when they get into the body. Many bacteria are useful, though. Soap washes
  germs off your hands.

* sweat | sweating
? why do we sweat | what is sweat for
= Sweat is salty water on the skin that cools the body when it dries.
- When you are hot or run fast, little drops of salty water come out of your skin. That is sweat. It dries in the air, and this
  takes heat away from the skin, so you cool down. It is like stepping out of a pool: wet skin feels cool. After sweating you
  should drink something.
> why is sweat salty | why is it salty :: Sweat is made from the water in the blood, and there is a little salt in it. When the
  water dries, the salt stays on the skin.

* +goosebumps | +goose bumps
? why do we get goosebumps | what makes goosebumps
= Goosebumps are little bumps on the skin that come when tiny muscles pull the hairs up.
- When you are cold or have a fright, a tiny muscle at each hair pulls it upright. This makes a small bump, and the skin looks
  like that of a plucked goose. In animals the raised fur keeps them warm or makes them look bigger. We have too little hair for
  that, but the bumps still come.

* blushing
? why do we blush | why does my face turn red
= Blushing means that the face turns red because more blood flows through its skin.
- When you feel shy or embarrassed, your body gets excited. The fine blood tubes in the skin of your face grow wider, and more
  blood flows through them. So your cheeks turn red and warm, and you blush. You cannot stop it by wishing. It happens to
  everybody, and it soon goes away.

* the belly button | a belly button
? why do we have a belly button | what is a belly button for
= The belly button is the scar of the cord through which a baby is fed before it is born.
- The belly button is a small scar. Before a baby is born, it cannot eat or breathe by itself. A cord joins its belly to its
  mother, and food and oxygen come through it. After the birth the cord is not needed and is cut, and that does not hurt. What
  is left is the belly button.

* +freckles
? why do people have freckles | where do freckles come from
= Freckles are small brown spots of colour in the skin that come out in the sun.
- Freckles are small brown spots on the skin. The skin makes a brown colour to guard itself from the sun, and in some people it
  makes it in little dots. Whether you have freckles you get from your parents. In summer they grow darker, and in winter they
  fade.

* +fingerprints | a fingerprint
? why do we have fingerprints | are all fingerprints different
= Fingerprints are the fine lines on the tips of our fingers, and nobody has the same as you.
- On the tips of your fingers there are fine lines in loops and rings. They help us to feel and to hold things. When you touch a
  glass, the lines leave a print. No two people have the same fingerprints, not even twins, so one can tell by them who was
  there.

* hunger | being hungry
? why do we get hungry | why do we have to eat | why does my belly rumble
= Hunger is the body's way of saying that it needs food.
- Your body needs food as a fire needs wood. It gets from it the power to move, think, grow and keep warm. When little is left,
  the stomach and the blood tell the brain, and you feel hunger. Your belly may rumble, because the empty stomach moves air
  about.

* thirst | being thirsty
? why do we get thirsty | why do we have to drink
= Thirst is the body's way of saying that it needs water.
- Your body is mostly made of water, and it loses some all day when you breathe, sweat and go to the toilet. When too little is
  left, the brain notices that the blood is getting too salty. Then your mouth feels dry, and you are thirsty. Water is the best
  thing to drink.

* pain
? why do things hurt | what is pain good for | why does it hurt when I fall
= Pain is an alarm by which the body says that something is wrong.
- Pain is the alarm of the body. When you touch something hot, nerves in the skin send a message to the brain at once, and you
  pull your hand back. So pain protects you. It also makes you rest when a part of you must heal. If a pain does not go away,
  tell a grown-up.

* a bruise | +bruises
? why do bruises turn blue | how do I get a bruise | why do bruises change colour
= A bruise is a spot where a little blood has run out under the skin.
- When you bump yourself, tiny blood tubes under the skin can break. A little blood leaks out, and the spot looks blue or
  purple. The body slowly cleans it up, and the bruise turns green and yellow. After one or two weeks it is gone. Something cold
  helps right after the bump.

* a scab | +scabs
? why do we get scabs | why should I not scratch a scab | how does a wound heal
= A scab is a crust of dried blood that closes a wound while new skin grows below.
- When you graze your knee, the blood gets thick and dries to a crust, the scab. It is like a plaster that the body makes by
  itself. It keeps germs and dirt out while new skin grows below. When the skin is ready, the scab falls off, so do not pick at
  it.

* ~medicine
? how does medicine work | why do I have to take medicine
= Medicine is something that we take to get well or to feel better.
- Medicine helps the body when it is ill. Some kinds fight bacteria, some bring down a fever, and some take away pain. The blood
  carries the medicine to where it is needed. Too much of it can do harm, so take it only when a grown-up or a doctor gives it
  to you.

* ~memory
? how does memory work | how do we remember things | why do we forget things
= Memory is the brain's way of keeping what we have seen, learnt and felt.
- Your memory is in the brain. When you learn something, links between the nerve cells grow stronger. If you think of it again
  and again, they stay strong, and you remember it for long. What you never need fades away. Sleep, pictures and songs all help
  us to remember things.

* growing | growing up
? why do we grow | how do we grow | why do children grow | when do people stop growing
= Children grow because their bodies make more and more cells from the food that they eat.
- Your body is built of tiny cells. From the food that you eat, it makes new ones, and so your bones and muscles get bigger. You
  grow most while you sleep. Most people stop growing when they are between fifteen and twenty years old. How tall you get
  depends much on your parents.
> why do grown-ups not grow | why do they stop :: In the bones of children there are soft parts at which they grow longer. When
  you are grown up, these parts have turned hard.

* ~the voice | ~my voice | speaking
? how do we speak | where does my voice come from | how does the voice work
= The voice is made by two folds in the throat that tremble when air goes through them.
- Your voice is made in your throat. There are two small folds there, called vocal cords. When you breathe out and bring them
  close together, they tremble and make a sound. Tongue, lips and mouth shape it into words. Tight cords give a high voice, and
  loose ones a low voice.

* snoring
? why do people snore | why does grandpa snore
= Snoring is the sound of soft parts in the throat that flap in the breath of a sleeper.
- When we sleep, the muscles in the throat go soft. Then the way for the air can get narrow. The breath makes the soft parts at
  the back of the mouth tremble, and that is the noise of snoring. People snore more when they lie on their back or have a cold.

* ~an X-ray | +~X-rays
? how does an X-ray work | what can you see on an X-ray | why do doctors take X-rays
= An X-ray is a picture of the inside of the body, made with rays that go through soft parts but not through bones.
- X-rays are rays that we cannot see, and they can go through skin and muscles. Bones stop many of them. So on the picture the
  bones show up white, and the doctor can see if one is broken. It does not hurt at all. You only have to keep still for a
  moment.

* +~glasses | a pair of glasses
? how do glasses work | why do people wear glasses | why do some people need glasses
= Glasses bend the light a little, so that the eye gets a sharp picture.
- In some eyes the picture is not quite sharp, because the eye is a bit too long or too short. Glasses have lenses that bend the
  light before it enters the eye. Then it meets in just the right place, and all looks clear. Some people need them for far
  things, others for reading.

* shivering
? why do we shiver | why do my teeth chatter when I am cold
= Shivering is a quick trembling of the muscles that makes us warm.
- When you are cold, your muscles start to tremble very quickly. That is shivering, and even your teeth may chatter. Muscles
  that work give off heat, and so the body warms itself. You do not have to think of it, for the brain gives the order. A warm
  coat or running about helps as well.

* dizziness | being dizzy
? why do I get dizzy when I spin | why do we get dizzy
= We get dizzy when the ears and the eyes tell the brain different things.
- Deep in your ears there are small rings filled with fluid that feel how you turn. When you spin and stop, the fluid keeps
  moving for a while. Your ears say "I am turning", but your eyes say "I am standing still". The brain is confused, and you feel
  dizzy. It soon passes.

* tickling | being ticklish
? why can I not tickle myself | why are we ticklish
= Being ticklish means that a light touch on certain spots makes us laugh and squirm.
- When somebody tickles your feet or your belly, you laugh and squirm. Those spots are easily hurt, so the body guards them
  well. You cannot tickle yourself, because your brain knows beforehand where your own hand will touch you. So there is no
  surprise.

* +wrinkly fingers | +wrinkled fingers
? why do fingers get wrinkly in water | why does my skin wrinkle in the bath
= Fingers get wrinkly in water because the body pulls the skin in a little.
- When your hands have been in the bath for a while, your fingers get wrinkles. The skin does not just soak up water: the nerves
  make the blood tubes in the fingertips narrow, and so the skin folds. With the wrinkles you can hold wet things better. They
  go away soon after.

* left and right | being left-handed
? why are some people left-handed | why do I write with my right hand
= About one person in ten uses the left hand best, and most others use the right hand.
- Most people write and throw with the right hand, and about one in ten uses the left. It has to do with the brain, and you can
  see it even in small children. Both ways are equally good. There are special scissors for people who are left-handed.

* +twins
? why are there twins | why do twins look alike | how do twins come about
= Twins are two children who grew in their mother's belly at the same time.
- Twins grow in their mother's belly at the same time. Some come from a single egg cell that split in two. These look very much
  alike and are called identical. Others come from two egg cells and are like any brother or sister. They only happen to have
  the same birthday.
> can twins be a boy and a girl | can they be a boy and a girl :: Yes, if they come from two egg cells. Twins from one egg cell
  are both girls or both boys.

* washing hands | washing my hands
? why should I wash my hands | why do I have to wash my hands before eating | when should I wash my hands
= Washing our hands with soap takes off germs before they can make us ill.
- With our hands we touch many things, and germs that we cannot see stick to them. When we then eat or rub our eyes, they get
  into the body. Soap and water take them away. Wash for about twenty seconds, before you eat and after you have been to the
  toilet.
"""
