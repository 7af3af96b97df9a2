"""Small poems: four rhyming lines on a subject, a frame for any other noun, a longer and a shorter one on request."""

from __future__ import annotations

import re
from random import Random

from .asking import Entry, Turns, article, blocks, exchange, more, plural, request, thanked, typed
from .people import FIRST_NAMES, RARE_NOUNS

# The first line holds the ways to name the subject; a plus stands before a noun that can be counted:
# `a cat`, `the cat`, `cats`, `my cat`.
POEMS = blocks("""
+cat
The cat lies in the morning light,
she hunted shadows half the night.
Now leave her be and let her rest:
a sunny windowsill is best.

+dog
My dog runs out to meet the day,
he barks and wants to run and play.
He brings me back the stick I threw,
and wags his tail: he loves me too.

the moon|moon|the moonlight|a full moon
The moon looks in to see my bed,
it shines a light around my head.
It does not speak, it makes no sound,
it only shines on sleepy ground.

the rain|rain|a rainy day|rainy days
The rain is tapping on the pane,
it drums along the window frame.
It washes every leaf and street,
and puddles wait for little feet.

spring|the spring|springtime
The spring has come with leaves of green,
the freshest grass you've ever seen.
The birds are singing in the tree,
and spring has come for you and me.

summer|the summer|summertime
The summer days are long and bright,
and warm and slow from morn to night.
We run with bare feet on the sand,
an ice cream melting in each hand.

autumn|fall|the autumn
The autumn wind blows through the trees,
and down they dance, the yellow leaves.
They land in red and gold and brown,
a carpet for the sleepy town.

winter|the winter|wintertime
The winter comes with quiet feet,
it lays a blanket on the street.
The trees are white, the lake is still,
and sledges race down every hill.

the sea|the ocean|sea|ocean
The sea comes in, the sea goes out,
it has so much to sing about.
It sings of ships and silver foam,
and of the waves that roll back home.

bread|fresh bread|a loaf of bread
The bread is warm, the crust is brown,
the smell goes out through all the town.
Come cut a slice and take a bite:
warm bread makes every morning bright.

snow|the snow|the first snow|snowflakes
The snow came down without a sound,
and put a blanket on the ground.
The roofs are white, the road is too,
and all the world is clean and new.

my mother|my mom|mothers|mom|a mother
My mother holds my hand in hers,
she knows what helps and knows what hurts.
And when the day is gray and long,
my mother hums a little song.

my father|my dad|fathers|dad|a father
My father lifts me up so high,
I nearly seem to touch the sky.
He fixes things and tells a joke,
and wraps me in his winter cloak.

my grandmother|my grandma|grandmothers|grandma
My grandma has a kitchen chair,
a pot of tea is always there.
She tells me tales of long ago,
and of the winters deep with snow.

my grandfather|my grandpa|grandfathers|grandpa
My grandpa walks a little slow,
and shows me how tomatoes grow.
He knows each bird by its own song,
and lets me dig there all day long.

my sister|sisters|a sister
My sister runs as fast as me,
we climb together up the tree.
We fight a bit, then laugh a lot:
the best of sisters that I've got.

my brother|brothers|a brother
My brother builds a tower tall,
I build with him, and watch it fall.
We laugh and start the whole thing new:
it's better when we build with two.

the night|night|the dark
The night has put the day to bed,
and drawn its curtain overhead.
A thousand stars are burning bright
to keep us company at night.

the morning|morning|the early morning
The morning opens one by one
the windows to the rising sun.
The birds say hello, and so do I
to fields and roofs and morning sky.

+train
The train goes humming down the track,
it takes us there, it brings us back.
Past field and river, bridge and town,
it hums along and won't slow down.

the sun|sun|sunshine|the sunshine
The sun gets up before I do,
it paints the morning sky in blue.
It warms the field, it warms the wall,
it keeps some light for one and all.

the stars|stars|a star|the night sky
The stars are many, small and bright,
like tiny lamps hung in the night.
I tried to count them, one to ten,
then lost my way and tried again.

the wind|wind|a windy day
The wind goes running through the town,
it turns umbrellas upside down.
It steals a hat, it slams a door,
then runs away to find some more.

+cloud
A cloud goes drifting, soft and slow,
above the hills and fields below.
First like a sheep, then like a ship:
I wish I could go on its trip.

+rainbow
The rain has stopped, the sun is here,
and see, the colors now appear:
a bridge of red and gold and blue,
a rainbow made for me and you.

+flower
A little seed lay in the ground,
it slept and did not make a sound.
Then came the sun, then came the shower,
and up there came a little flower.

+tree
The tree stands still and lifts its hands,
it knows the sky, it knows the lands.
It gives us shade, it gives us air,
and keeps the birds who settle there.

the forest|a forest|the woods|forests
The forest has a quiet sound,
of little feet on mossy ground.
Be still and listen, stand and stay:
a deer may step across your way.

+river
The river runs, it will not stay,
it sings its song and slips away.
Past stone and meadow, bend and tree,
it finds its own way to the sea.

+mountain
The mountain stands with snow on top,
it sees the clouds go by and stop.
It has been there since long ago,
and watches us so far below.

+butterfly
A butterfly went by my nose,
from yellow tulip on to rose.
It has no hurry, has no plan:
it dances where and when it can.

+bee
The bee is busy, hear her hum,
from flower to flower see her come.
She takes a little, flies away,
and makes us honey day by day.

+bird
The bird sits on the highest bough,
it sang at dawn, it's singing now.
I do not know the words it sings,
but love the joy its singing brings.

+owl
The owl wakes up when others sleep,
its eyes are big, its thoughts are deep.
It asks the forest: who, who, who?
The forest answers: only you.

+fox
The fox is red, the fox is sly,
he trots along while snowflakes fly.
He leaves a line of prints behind,
for you and me to go and find.

+bear
The bear has eaten all he could,
of berries in the autumn wood.
Now he lies down in leaves so deep,
and gives the winter to his sleep.

+rabbit
The rabbit hops across the hay,
it nibbles clover all the day.
It hears a sound, and hop, it's gone,
two ears went flying down the lawn.

+mouse
A mouse came out to look for cheese,
she tiptoed softly as you please.
She found a crumb as big as she,
and took it home for two at tea.

+horse
The horse runs over field and hill,
it never likes to stand there still.
The wind goes singing through its mane,
it laughs and runs the hill again.

+cow
The cow stands chewing in the sun,
she knows that every day is one
for grass and shade and gentle moos,
and swinging tails, and nothing new.

+frog
A frog sat singing on a leaf,
his song was loud, his song was brief.
He said one word, and that was croak,
as if it were a lovely joke.

+fish
A little fish in waters clear
swims over there, swims over here.
It has no shoes, it has no hat,
and never needs a thing like that.

+whale
The whale is bigger than a bus,
yet sings a gentle song for us.
Far down in waters deep and blue,
she sings to other whales there too.

+turtle
The turtle takes a little walk,
she has no time for idle talk.
She's never late, she's never lost:
her house comes with her at no cost.

+elephant
An elephant went out to tea,
and took three chairs, not one, but three.
He drank the pot, he ate the bread,
and thanked them with a bow of head.

+lion
The lion shakes his golden mane,
he roars across the dusty plain.
But when the noon is hot and deep,
the king of beasts just falls asleep.

+penguin
The penguin wears his black and white,
he's dressed for parties day and night.
He slides on ice, he waddles slow,
and loves to live with all that snow.

+dragon
A dragon lived upon a hill,
he had no wish to fight or kill.
He toasted bread for all the town,
and turned it just the right, light brown.

+spider
The spider spins a silver thread
from garden gate to flower bed.
The dew comes down to hang a string
of pearls on every little ring.

+snail
The snail goes out when it has rained,
she is not rushed, she is not trained
to run a race or win a prize:
she looks around with careful eyes.

+duck
A duck went swimming on the lake,
with seven ducklings in her wake.
They paddled round, they paddled back,
and all they ever said was quack.

+hen
The hen has laid an egg today,
she tells us so, hooray, hooray.
She tells the farmer and the sheep,
she wakes the rooster from his sleep.

+squirrel
The squirrel hides a nut for me?
No, no, she hides it in the tree.
And when the winter wind blows cold,
she finds it like a bit of gold.

+hedgehog
The hedgehog has a coat of pins,
yet underneath it smiles and grins.
It rolls up tight into a ball,
then says good evening to us all.

love|true love
Love is a lamp that lights the way,
it warms the night, it warms the day.
It asks for little, gives you much:
a smile, a word, a gentle touch.

friendship|friends|a friend|my best friend|my friend
A friend is someone by your side,
a hand to hold, a laugh so wide.
And when the road is hard and long,
a friend will help you to be strong.

happiness|joy|being happy
Happiness is small and light,
a song, a star, a summer night.
You cannot keep it in a cup,
but share it, and it fills you up.

hope
Hope is a seed beneath the snow,
it waits and trusts that it will grow.
The days are short, the nights are cold,
but spring will turn its leaves to gold.

time
Time goes by on quiet feet,
through every house, down every street.
It never stops to rest or play,
so let us use it well today.

peace|quiet
Peace is a lake without a sound,
with sleeping hills on all sides round.
Sit down with me and rest a while,
and let the water see you smile.

music|a song|singing
Music comes in through the ear,
and makes a sleepy heart feel clear.
It taps your foot, it lifts your head,
and sings on when you go to bed.

home|my home|my house|a house
A house is walls and roof and floor,
a home is that, and something more:
the light that someone left for you,
the smell of soup, a hug or two.

school|my school|the first day of school
The school bell rings, we run inside,
with pens and books and eyes so wide.
We learn to read, we learn to write,
and what the stars do in the night.

my teacher|a teacher|teachers
My teacher knows a thousand things:
why planes can fly, what makes their wings.
But best of all she knows my name,
and treats us all the very same.

books|a book|reading
A book is small, a book is flat,
but oh, the things it does with that!
It opens like a magic door,
and you are never bored anymore.

dreams|a dream|dreaming
A dream came by on feet so light,
and took me flying through the night.
We saw the sea, we saw the town,
and then my pillow let me down.

sleep|bedtime|going to bed
The toys are quiet on the shelf,
the house is humming to itself.
Now close your eyes and count to ten,
and morning will be here again.

my birthday|a birthday|birthdays
Today the candles shine for me,
there's cake for two and cake for three.
I blow them out, I make a wish,
and eat the crumbs left on the dish.

Christmas|a Christmas tree
The candles shine, the snow lies deep,
the little town is half asleep.
There's cake and song and candlelight,
and everyone is home tonight.

the new year|new year
The old year packs its things to go,
the new one comes through falling snow.
It brings us days, all fresh and clean,
with adventures yet unseen.

a holiday|holidays|vacation|the holidays
No clock to hurry us today,
the bags are packed, we're on our way.
To sand and sea or hill and stream,
a holiday is like a dream.

friday|the weekend|a weekend
The week is done, the work is through,
there are two days for me and you.
We'll sleep in late, we'll bake, we'll play:
hello to our free Saturday!

monday|monday morning|mondays
On Monday morning, oh so slow,
my feet don't really want to go.
But once I'm up and on my way,
it turns into a lovely day.

coffee|a cup of coffee
The coffee drips, the cup is hot,
there's half a morning in the pot.
One sip, and see, my eyes are wide:
the day may come, I'm warm inside.

tea|a cup of tea
The kettle sings a song for me,
it's time to have a cup of tea.
The rain may fall, the wind may blow:
we'll sit right here and sip it slow.

ice cream
One scoop of white, one scoop of pink,
it melts much faster than you think.
I lick it left, I lick it right,
and then it's gone. Oh, what a sight!

chocolate
A piece of chocolate, small and sweet,
is such a very special treat.
I break it here, I give you two:
it tastes the best when shared with you.

cake|a cake
We mixed the flour, we stirred the egg,
and have some batter on each leg.
But look, the cake is round and high,
and half is gone, I wonder why!

soup|a bowl of soup
The soup is bubbling in the pot,
with carrots in it, and it's hot.
So blow on it and take your spoon:
a rainy day can't end too soon.

pizza|a pizza
The pizza comes, so round and wide,
with cheese that's stretching side to side.
One slice for you, one slice for me,
and who will get the last of three?

+apple
An apple hung up on a tree,
and smiled its reddest smile at me.
I climbed, I picked, I took a bite:
it tasted like the morning light.

+strawberry
A strawberry, as red as red,
was hiding in the garden bed.
I looked for more and found a few,
and kept the sweetest one for you.

+potato
Potato, you are brown and round,
you grew up underneath the ground.
But mashed or fried or in a stew,
there is no friend as good as you.

pancakes|a pancake
The pancake turns up in the air,
will it come down? We stand and stare.
It lands just right, so brown and sweet,
now take a plate and let us eat.

+garden
The garden wakes when March is near,
the first small green begins to peer.
With sun and water, care and time,
the beans and peas begin to climb.

+farm
The farm wakes up at half past five,
and suddenly it's all alive:
the rooster crows, the piglets squeal,
and everybody wants a meal.

the city|a city|my city
The city hums by night and day,
with trams and lights along the way.
So many windows, row on row,
and behind each a lamp's soft glow.

the village|a village|a small town|my town
A village sleeps between the hills,
with church and square and two old mills.
And all who live there know your name,
and ask you in, so glad you came.

the beach|a beach|a day at the beach
We built a castle in the sand,
the finest one in all the land.
The waves came in and took a wall:
tomorrow we'll rebuild it all.

+lighthouse
The lighthouse stands on rocks of gray,
it shows the ships the proper way.
It turns its light the whole night through,
and says: the harbor waits for you.

+boat
A little boat with sail of white
goes dancing on the waves so bright.
The wind is with it, off it goes,
to where, it only halfway knows.

+ship
The ship puts out with morning tide,
the world before it, blue and wide.
The captain sings, the sailors too,
and white birds follow out from you.

+plane
The plane goes climbing, up, up, up,
the town looks like a broken cup.
Above the clouds it's always day,
and home grows small and far away.

+car
The little car goes down the road,
with bags and toys, a heavy load.
We sing a song, we count the cows,
and play at guess what I see now.

+bicycle
I ride my bicycle down the lane,
with ringing bell and turning chain.
The wind is cool, the hill is steep:
I roll back down, all in one sweep.

+bus
The bus goes rolling down the street,
it stops for people, finds them a seat.
It carries bags and boots and me,
and knows each stop from A to Z.

+rocket
Three, two, one, and off we fly,
a rocket shooting through the sky!
Goodbye, dear Earth, so round and blue,
we'll bring a stone back home for you.

space|outer space|the planets
Out in space it's dark and wide,
with planets swimming side by side.
And one small ball of blue and green
is the finest home I've seen.

the earth|earth|our planet
The earth is turning, round and slow,
with seas and deserts, sand and snow.
It is the only home we share,
so let us treat it all with care.

+robot
A robot came to help me clean,
a tidy, blinking, kind machine.
It put my socks in with the bread,
"I am still learning," then it said.

the computer|a computer|computers
Computer, you can count so fast,
you know the present and the past.
But can you smell the garden rose?
You cannot, for you have no nose.

a small computer program|a language model|yourself|artificial intelligence|AI
I am a model, very small,
I hardly know a thing at all.
But ask me for a rhyme or two,
and I will write one just for you.

+clock
Tick tock, tick tock, upon the wall,
the clock is counting for us all.
It has two hands, but never waves,
and every minute it behaves.

+lamp
A lamp is like a little sun
that's still awake when day is done.
It waits beside me on the shelf,
and keeps the dark all to itself.

+candle
The candle has a little flame,
that bows whenever someone came.
It makes the shadows dance and grow,
and gives the room a golden glow.

the fire|fire|a campfire|the fireplace
The fire is crackling, red and gold,
it keeps away the dark and cold.
Come close and warm your hands with me,
and drink a cup of apple tea.

+window
The window is a picture frame,
and never twice is it the same.
First rain, then birds, then evening light,
then just a star, and then good night.

+door
A door can open, a door can close,
and what's behind it, no one knows.
So knock three times and wait and see:
perhaps a friend, perhaps some tea.

+kite
My kite is dancing in the air,
it pulls and says: let's go up there!
I hold the string and stand my ground,
and watch it going round and round.

+balloon
A red balloon slipped from my hand,
and sailed away across the land.
It waved its string, it climbed so high,
a small red dot up in the sky.

+ball
The ball goes up, the ball comes down,
it bounces all around the town.
It rolled away behind a tree,
and my good dog returned it to me.

football|soccer|sport|sports
We run, we pass, we aim, we shoot,
there's mud on every single boot.
We win, we lose, it's all the same:
what fun it was to play the game!

dancing|dance|a dancer
Come take my hand and turn around,
with feet that hardly touch the ground.
One step to left, one step to right,
we'll dance until it's late at night.

painting|colors|a painter
A drop of yellow, a drop of blue,
and look, a green comes peeping through.
I paint the sky, I paint the sea,
I paint the cat, and last of all, me.

my teddy bear|a teddy bear|toys|my toys
My teddy bear has lost an ear,
he's heard my secrets, year by year.
His fur is worn, he's soft and old,
and not one secret has he told.

my blanket|a blanket
My blanket is so soft and deep,
it tells my feet to go to sleep.
It hides my nose, it hides my chin,
and keeps the little warm dreams in.

shoes|my shoes|new shoes|boots
My shoes go left, my shoes go right,
they walk all day and rest at night.
They've seen the hills, they've seen the town,
and now their laces are hanging down.

+hat
I had a hat, the wind said: mine!
and hung it on the washing line.
I took it back and held it tight,
and wore it even through the night.

socks|a lost sock|a sock
Two socks went in to have a swim,
and one came out, but what of him?
The other sock, oh, where is he?
The washing machine won't answer me.

soap and water|taking a bath|a bath|the bath
The bath is full, the foam is high,
a mountain reaching to the sky.
The rubber duck swims round and round,
and socks and soap cannot be found.

brushing teeth|teeth|my teeth|the toothbrush
Brush them up and brush them down,
the whitest teeth in all the town.
Brush left and right, then rinse and spit,
and smile, for you are done with it.

+baby
The baby has the smallest toes,
ten fingers and a button nose.
She yawns, she blinks, and fast asleep,
she dreams of something soft and deep.

growing up|getting older
Last year the shelf was far too high,
I reached and reached, I wondered why.
This year my hand can touch it all,
and I am growing, I am tall.

being brave|courage
To be brave is to feel the fear,
and take one step when it is near.
And then one more, and then you see:
the fear was smaller than a bee.

kindness|being kind
A kindness costs you next to none,
a smile, a word, and it is done.
But where it lands, it starts to grow,
much further than you'll ever know.

saying sorry|being sorry
I was so cross, I shut the door,
but I am not cross anymore.
I'm sorry, and I say it true:
I'd rather laugh again with you.

being sad|sadness|a sad day
Some days are gray, some tears must fall,
you need not hide them, not at all.
A cloud can't stay up there for good:
the sun comes back, as suns all should.

missing someone|being far away|saying goodbye
You are so far, and I am here,
but the same moon shines bright and clear.
I'll look at it, and you will too,
and so I'll share the light with you.

the color blue|blue
Blue is the sky and blue the sea,
and blue the evening coming to me.
Blue is the berry, blue the bell,
and blue the ink in the words I spell.

the color green|green
Green is the frog and green the tree,
green is the pea and the stem of the pea.
Green is the grass where I lie down,
the softest bed in all the town.

the color red|red
Red is the apple, red is the rose,
and red in winter is my nose.
Red are the boots in which I run,
and red is the evening's setting sun.

my umbrella|an umbrella|umbrellas
Umbrella, open up for me,
it's raining on the street and tree.
Beneath your roof there's room for two:
a dry place here for me and you.

+snowman
We rolled the snow into a ball,
and made a snowman, round and tall.
He has a carrot for a nose,
and when it's warm, away he goes.

a storm|thunder|a thunderstorm|lightning
The thunder rumbles, flash and boom,
the lightning lights up all the room.
I hold your hand, and count to four:
it's moving off, it's here no more.

the fog|fog|mist
The fog came creeping in last night,
and hid the houses out of sight.
The street lamps float like little moons,
and all is soft as slow old tunes.

work|my job|hard work
The work is long, but bit by bit
we lift and push and finish it.
And when the evening bell has rung,
we rest our hands and use our tongue.

the kitchen|cooking|baking
The kitchen is a lovely place,
with flour on everybody's face.
We chop and stir, we taste and bake,
and count the minutes for the cake.
""")

FRAMES = blocks("""
I met {a} one summer's day,
it made me smile along the way.
And when I closed my eyes that night,
the {n} was shining in the light.

Of all the things that I have known,
the {n} has something all its own.
I think of it when days are gray,
and then they do not stay that way.

If I could choose a thing to be,
I'd be {a}, just wait and see.
I'd stand out in the morning sun,
and say good day to everyone.

{A}, {a}, what can it do?
It makes a day for me and you.
I looked at it, and then I knew:
the {n} was looking at me too.

I asked the {n}: where do you go?
It told me softly: I don't know.
I asked the {n}: what do you dream?
Of silver fish in a silver stream.

Last night {a} came to my door,
I'd never seen the like before.
I asked it in to have some tea,
and now the {n} is friends with me.

The {n} is here, the {n} is there,
I'd know it almost anywhere.
It may be big, it may be small,
but I still like it best of all.

I drew {a} and made it blue,
I drew a house beside it too.
I hung my picture on the wall:
the {n} was liked the best of all.

Somewhere {a} waits in the sun,
until the busy day is done.
Then comes the moon and finds it there,
and shines upon it, bright and fair.

Oh, sing a song of the {n} with me,
as long as one and two make three.
A song that's small, a song that's clear:
I'm very glad the {n} is here.

A little {n}, a little rhyme,
a little sun, a little time.
That's all I need the whole day through,
to make a poem just for you.

I found {a} beneath a tree,
and no one knew of it but me.
I keep it safe, I keep it near,
the finest {n} I had all year.
""")

MANY_FRAMES = blocks("""
I like the {s} both big and small,
I think I like them one and all.
In spring, in summer, rain or snow,
the {s} go with me where I go.

The {s} came walking down the street,
I never heard so many feet.
They stopped and asked me for the time,
and then they asked me for a rhyme.

Two {s} sat talking in the sun,
and said that talking is such fun.
They talked of rain, they talked of me,
they talked until the clock struck three.

If all the {s} could sing a song,
they'd sing it loud, they'd sing it long.
And we would sit here, you and I,
and hear the {s} go singing by.

The {s} are here, the {s} are there,
I see them almost everywhere.
They make the smallest garden bright,
and wave to me, and say good night.

I counted {s} from one to ten,
I lost my place and tried again.
And when the {s} had all been told,
the evening sky was red and gold.
""")

FOR_A_NAME = blocks("""
For {p} I wrote this little rhyme,
it did not take me too much time.
It only says, in black and blue:
dear {p}, I am fond of you.

When {p} comes in, the room is bright,
as if someone had switched on light.
When {p} laughs, then we all do,
and so the day is kind and new.

Oh {p}, here's a rhyme for you,
with something old and something new:
a star, a song, a cup of tea,
and many happy thoughts from me.

The sun came up and looked around,
and see what it has quickly found:
dear {p}, with a smile so wide,
the warmest light on every side.

If {p} were a bird, I know
that all the birds would sing just so.
If {p} were a star at night,
we'd never need another light.
""")

VERBS = ("write", "write me", "tell me", "give me", "make", "make up", "compose", "read me", "make me")
THINGS = (
    "a poem", "a short poem", "a little poem", "a small poem", "a poem", "a rhyme", "a poem that rhymes", "a rhyming poem",
    "a four-line poem", "some lines", "a few lines", "a verse", "a nice poem", "a sweet poem", "a funny poem", "a little rhyme",
    "a children's poem", "a cute poem",
)
SHORTER = (
    "shorter", "Make it shorter.", "Shorter, please.", "Can you make it shorter?", "That is too long.",
    "Only two lines, please.", "A shorter one?", "make it shorter please",
)
BARE = ("{bare} poem", "poem: {it}", "Poem about {it}", "rhyme about {it}", "poem about {bare}")
LONGER = (
    "longer", "Make it longer.", "Longer, please.", "Can you make it longer?", "Add another verse.", "One more verse, please.",
    "Go on.", "Make it a bit longer please.",
)
SAME = (
    "Another one about {it}.", "Another poem about {it}, please.", "Can you write another one about {it}?",
    "One more about {it}.",
)
OFFER = "Name any thing, and I will rhyme about it."

UNWRITTEN = tuple(noun for noun in RARE_NOUNS if not any(noun in poem[0].lstrip("+").replace("|", " ").split() for poem in POEMS))


def spoken(subject: str) -> tuple[str, ...]:
    """The ways to name a subject."""
    if not subject.startswith("+"):
        return tuple(subject.split("|"))
    noun = subject[1:]
    return article(noun), article(noun), f"the {noun}", f"my {noun}", plural(noun), noun


def framed(rng: Random, subject: str, frames: tuple[Entry, ...]) -> list[str]:
    """A frame's four lines with a noun (`teapot`), or a noun's plural, or a name, put in."""
    slots = {"a": article(subject), "A": article(subject).capitalize(), "n": subject, "s": subject, "p": subject}
    return [line.format(**slots) for line in rng.choice(frames)]


def fresh(rng: Random) -> tuple[str, list[str], str, tuple[Entry, ...]]:
    """A subject as said, its poem, and what the frames need for one more verse."""
    draw = rng.random()
    if draw < 0.55:
        subject, *lines = rng.choice(POEMS)
        subject_words = rng.choice(spoken(subject))
        return subject_words, list(lines), subject.lstrip("+"), FRAMES if subject.startswith("+") else ()
    noun = rng.choice(UNWRITTEN)
    if draw < 0.85:
        subject_words = rng.choice((article(noun), article(noun), f"the {noun}", f"my {noun}", noun))
        return subject_words, framed(rng, noun, FRAMES), noun, FRAMES
    if draw < 0.95:
        return plural(noun), framed(rng, plural(noun), MANY_FRAMES), plural(noun), MANY_FRAMES
    name = rng.choice(FIRST_NAMES)
    return name, framed(rng, name, FOR_A_NAME), name, FOR_A_NAME


def asked(rng: Random, subject_words: str) -> str:
    """A request for a poem about what was said."""
    if subject_words in FIRST_NAMES:
        return request(rng, VERBS, f"{rng.choice(THINGS)} {rng.choice(('for', 'about', 'for my friend'))} {subject_words}")
    if rng.random() < 0.07:
        return typed(rng, rng.choice(BARE).format(it=subject_words, bare=re.sub("^an? ", "", subject_words)))
    return request(rng, VERBS, f"{rng.choice(THINGS)} {'about' if rng.random() < 0.9 else 'on'} {subject_words}")


def another(rng: Random, lines: list[str]) -> Turns:
    """A second request with a subject of its own: `Now one about the sea.`"""
    subject_words, new, *_ = fresh(rng)
    while new == lines:
        subject_words, new, *_ = fresh(rng)
    forms = (
        "Now one about {it}.",
        "And one about {it}?",
        "Now a poem about {it}, please.",
        "And about {it}?",
        "what about {it}",
        "One about {it}, please.",
    )
    return exchange(typed(rng, rng.choice(forms).format(it=subject_words)), "\n".join(new))


def dialogue(rng: Random) -> Turns:
    """A poem about something, or about anything, and perhaps another, a shorter or a longer one."""
    subject_words, lines, noun, frames = fresh(rng)
    free = rng.random() < 0.15 and subject_words not in FIRST_NAMES
    user = request(rng, VERBS, rng.choice(THINGS)) if free else asked(rng, subject_words)
    turns = exchange(user, "\n".join(lines))
    draw = rng.random()
    if draw < 0.08:
        turns += exchange(typed(rng, rng.choice(SHORTER)), halved(lines))
    elif draw < 0.24:
        turns += grown(rng, subject_words, lines, noun, frames) if frames else []
    elif draw < 0.32:
        turns += another(rng, lines)
    elif draw < 0.42:
        other = rng.choice([poem for poem in POEMS if list(poem[1:]) != lines])
        turns += exchange(more(rng, "poem"), "\n".join(other[1:]))
    return thanked(rng, turns, OFFER, 0.1)


def halved(lines: list[str]) -> str:
    """The first two lines, which rhyme, with a full stop."""
    return "\n".join([lines[0], lines[1] if lines[1][-1] in ".!?" else lines[1].rstrip(",:") + "."])


def grown(rng: Random, subject_words: str, lines: list[str], noun: str, frames: tuple[Entry, ...]) -> Turns:
    """One verse more about the same, after the first or alone."""
    verse = framed(rng, noun, frames)
    while verse == lines:
        verse = framed(rng, noun, frames)
    if rng.random() < 0.6:
        return exchange(typed(rng, rng.choice(LONGER)), "\n".join([*lines, "", *verse]))
    return exchange(typed(rng, rng.choice(SAME).format(it=subject_words)), "\n".join(verse))
