"""Explanations of how people live together: work, feelings, arts, numbers, time and the past."""

TABLE = """
* a knight | +knights
? what did knights do | why did knights wear armour #1 | how did someone become a knight #1 | when did knights live #1 | what is
  a tournament #2
= A knight was a fighter on horseback in the Middle Ages who served a lord.
- Knights lived in the Middle Ages, many hundred years ago. They fought on horseback for a king or a lord and wore armour of
  iron to protect themselves. A boy who wanted to become a knight served first as a page and then as a squire. He learnt to
  ride, to fight and to have good manners.
- A knight was a rider in heavy armour who served a lord. In return he often got land. Knights promised to be brave, true and
  fair, though not all of them kept the promise. In tournaments they rode against each other with long lances.
> how heavy was armour | how heavy was it :: A suit of armour weighed about twenty to twenty-five kilograms. A knight could
  still run and climb in it.

* a castle | +castles
? why did people build castles | who lived in castles #1 | why do castles have thick walls | what was inside a castle #2
= A castle was a strong house with walls and towers, in which a lord and his people were safe.
- Castles were built to keep people safe. They stood on hills or behind ditches full of water, and they had thick walls and high
  towers. A bridge could be pulled up when enemies came. The lord lived there with his family, his knights and many servants. In
  winter it was cold and dark inside.
- A castle was a home and a fort in one. Its walls were often several metres thick. Inside there were a hall, a kitchen, stables
  and a well. From the towers guards looked out for enemies. Many castles are ruins today, and you can visit them.

* +the pyramids | +pyramids | a pyramid
? who built the pyramids | how were the pyramids built | why were the pyramids built | what is inside a pyramid #1 | how old are
  the pyramids #1 | how long did it take to build a pyramid #2
= The pyramids of Egypt are huge tombs of stone that were built for kings.
- The great pyramids stand in Egypt and are about 4,500 years old. They were tombs for kings, who were called pharaohs.
  Thousands of workers cut heavy blocks of stone and pulled them up on ramps. The biggest one has more than two million blocks.
  Inside are narrow passages and rooms.
- In old Egypt people built mountains of stone for their dead kings. They had no engines, only ropes, sledges, ramps and many
  hands. One such pyramid took about twenty years. In it the king should be safe with his treasures.

* a mummy | +mummies
? how were mummies made | why did people make mummies
= A mummy is a dead body that was dried and wrapped so that it does not rot.
- In old Egypt people believed that the dead needed their body in another life. So they dried it with a kind of salt and wrapped
  it in long strips of linen. Such a body is called a mummy. It can last for thousands of years. Even cats were made into
  mummies.

* the Stone Age | +Stone Age people
? how did people live in the stone age | what did people eat in the stone age | why is it called the stone age
= The Stone Age was the long time when people made their tools of stone.
- The Stone Age was very long ago, before people knew metal. They made knives and axes of stone and clothes of fur. They
  gathered berries, hunted animals and kept warm by the fire. Some painted horses and bulls on the walls of caves. Later they
  learnt to sow grain and keep animals.
> when was the Stone Age | how long ago was it :: It began more than two million years ago, and in many places it ended about
  four to five thousand years ago, when people learnt to use metal.

* the Ice Age | an ice age
? when was the ice age | why was there an ice age | which animals lived in the ice age
= An ice age is a very long cold time in which thick ice covers much of the land.
- The last ice age ended nearly twelve thousand years ago. It was so cold that ice, in places kilometres thick, covered much of
  the north. Mammoths and hairy rhinos lived on the cold plains, and people hunted them. Such cold times come because the
  Earth's way around the sun changes very slowly.

* a pirate | +pirates
? what did pirates do | why did pirates have a flag | did pirates really bury treasure
= Pirates were robbers at sea who took what other ships carried.
- Pirates were robbers on the sea. They chased ships and took what was on board, mostly food, cloth, sugar or money. A black
  flag was meant to frighten the sailors, so that they gave up without a fight. Buried treasure is found mostly in stories. A
  pirate's life was hard and dangerous.

* a king | a queen | +kings and queens
? what does a king do | how does someone become a king | what does a queen do
= A king or a queen is the head of a country and mostly gets this place by birth.
- A king or a queen is the head of a country. Mostly they get this place from their father or mother. Long ago kings and queens
  made the laws and could order almost anything. Today, in many such countries, they open houses and greet guests, and people
  who have been voted for do the ruling.

* a school | +schools
? why do we go to school | why do I have to go to school | what do we learn at school | what are schools for
= School is the place where children learn to read, write, count and live with others.
- At school you learn to read, write and count. With these you can find out nearly everything else by yourself. You learn about
  nature, music and the world, and you find friends there. For a long time only few children could go to school. Today it is a
  right of every child.
- School is a place for learning together. The teachers show you how things work and help you when you are stuck. What you learn
  there, nobody can take from you. And you learn something that is in no book: how to get on with others.

* homework
? why do we have homework | why do I have to do homework | what is homework good for
= Homework is practice at home, so that what you learnt at school stays in your mind.
- Homework is practice. What you have heard once, you soon forget. When you do it again at home, the links in your brain get
  stronger, and it stays. You also find out what you have not understood yet and can ask about it. A quiet place and a short
  break help.

* ~a library | +~libraries
? how does a library work | what is a library for | what does a librarian do | what can you do in a library
= A library is a house full of books that people can read there or borrow.
- A library is a house full of books. You may read there or take books home for some weeks, and then you bring them back for
  others. With a library card that costs little or nothing. The books stand in order, so that they can be found. The librarian
  knows where everything is.
- In a library everybody shares the books. You choose one, the librarian notes it down, and you may keep it for a few weeks.
  There are also music, games and quiet tables. So even someone with little money can read a thousand books.

* a hospital | +hospitals
? what happens in a hospital | why do people go to hospital | who works in a hospital
= A hospital is a house where people who are ill or hurt are cared for.
- A hospital is a house for people who are very ill or hurt. Doctors find out what is wrong and help, and nurses look after the
  patients by day and by night. There are machines that look into the body and rooms for operations. Many babies are born there,
  too.

* a doctor | +doctors
? what does a doctor do | why does the doctor listen to my chest | how does someone become a doctor
= A doctor finds out why people are ill and helps them to get well.
- A doctor helps people who are ill. First she asks what hurts, and she looks into your throat and listens to your heart and
  lungs. Then she knows more and can give you medicine or advice. To become a doctor, one has to study for many years.

* a nurse | +nurses
? what does a nurse do | how do nurses help people
= A nurse cares for people who are ill, by day and by night.
- A nurse looks after people who are ill. Nurses give out medicine, change bandages, measure fever and help with washing and
  eating. They notice quickly when somebody feels worse and call the doctor. They also comfort people who are afraid. In
  hospitals they work at night, too.

* a dentist | +dentists
? what does a dentist do | why should I go to the dentist | does the dentist hurt
= A dentist looks after our teeth.
- A dentist looks after your teeth. With a small mirror he sees whether there are holes. If there is one, he cleans it and fills
  it, so that it cannot get bigger. He can make the spot numb, so that it hardly hurts. If you go twice a year and brush well,
  there is often nothing to do.

* a firefighter | +firefighters | the fire brigade
? what do firefighters do | how do firefighters put out a fire | what does a firefighter do | why are fire engines bright #1
= Firefighters put out fires and rescue people and animals.
- Firefighters come when something burns. They put the fire out with water or foam and bring people to safety. Thick suits and
  helmets guard them from the heat. They also help after accidents, storms and floods, and they even get cats out of trees. Fire
  engines are bright, so that all make way for them.
- When there is a fire, the firefighters jump into their boots and drive off with a siren. With long hoses they spray water on
  the flames, and with ladders they reach high windows. Later they make sure that no spark is left. They train for all this
  again and again.

* the police | a police officer
? what do the police do | why do we need the police | how do the police find thieves
= The police see to it that people are safe and keep to the law.
- The police make sure that people keep to the laws. They help when there has been an accident, look for thieves and find people
  who are lost. They ask questions, look for traces and compare fingerprints. If you are lost, you may ask a police officer for
  help.

* a farmer | +farmers | a farm
? what does a farmer do | what do farmers do | why do we need farmers
= A farmer grows plants and keeps animals, so that we have something to eat.
- Farmers grow what we eat. In spring they plough the field and sow the seeds, and in summer and autumn they bring in the
  harvest. Many keep cows, pigs or hens, which must be fed every day, on Sundays too. Big machines help them. Without farmers
  our plates would be empty.

* a baker | +bakers
? what does a baker do | why do bakers get up so early
= A baker makes bread, rolls and cakes.
- A baker makes bread, rolls and cakes. Dough needs time to rise, and people want fresh bread for breakfast. So bakers often
  start their work in the night. They mix and knead the dough, form it and push it into the hot oven. You can smell the bakery
  from far away.

* ~the post | the mail
? how does a letter find its way | how does the post work | what is a stamp for
= The post carries letters and parcels to the address that is written on them.
- You write an address on a letter, stick on a stamp and put it in the box. The stamp shows that you have paid. The post
  collects all the letters, and machines read the addresses and sort them. Trains, planes and vans carry them on. At last
  someone brings the letter to the right door.

* ~money
? what is money for | why do we have money #1 | how does money work | why can we not just print more money #2
= Money is something that all take in exchange for things and work.
- Long ago people swapped things: a goat for some grain. That was hard if nobody wanted the goat. So they agreed on something
  that everyone would take, and that is money. Coins and notes have value only because all trust that others will take them too.
- Money makes swapping easy. You get it for your work and give it for bread, shoes or a ticket. If a country just printed more
  and more, there would not be more bread, only higher prices. So banks are careful with it.
> why can we not print more | why can we not just print more | why do we not print more :: Because more notes do not make more
  things. Everything would only cost more.

* ~a bank | +~banks
? what does a bank do | how does a bank work | what is a bank for
= A bank keeps people's money and lends some of it to others.
- A bank keeps money safe for people. It lends a part of it to others, for example to a family that wants to build a house. They
  pay it back bit by bit and a little extra, called interest. With a card or a computer you can pay straight from your account.

* a shop | a market | +shops
? how does a shop work | why do things cost money | what is a market
= A shop or a market is a place where people buy and sell things.
- In a shop you can buy what you need. The shopkeeper buys many things from farmers and factories and sells them for a little
  more. With that he pays the rent, the workers and his own bread. If many people want a thing and there is little of it, its
  price goes up.

* a job | work
? why do people work | why do my parents go to work | what is a job
= A job is the work that someone does, mostly to earn money.
- Most grown-ups have a job. They bake, build, teach, heal or write programs, and for this they get money. With it they pay for
  food and a home. A job is also a way to help others and to do what one is good at. Work at home and with children counts as
  work, too.

* friendship | a friend | +friends
? what makes a good friend | what is a friend | how do I find friends #1 | how do you make friends #1
= Friendship means that two people like and trust each other and help each other.
- Friends are people who like each other and enjoy being together. A good friend listens, shares, keeps a promise and tells you
  the truth in a kind way. Friends may quarrel, but they make up again. To find one, be friendly and ask: do you want to play
  with me?
- A friend is someone with whom you can laugh and be sad. You do not have to be alike in all things. What matters is that you
  trust each other and are kind. Friendship grows when you spend time together, help and say sorry when you have been wrong.

* a family | +families
? what is a family for | what makes a family
= A family is a group of people who belong together and care for each other.
- A family is a group of people who belong together. There are families with a mother and a father, with one parent, with two
  mothers or two fathers, with grandparents, or with children who were taken in. No two are alike. What counts is that they care
  for each other.

* love
? what does love feel like | how do you know that you love someone
= Love is a strong, warm feeling for someone who matters very much to you.
- Love is a strong, warm feeling. You want the other one to be well, you like to be near, and you miss them when they are away.
  There are many kinds: love for parents, children, friends, partners or a pet. You can show it with words, with a hug, or by
  helping.

* +feelings | +emotions | a feeling
? why do we have feelings | what are feelings good for | what should I do with my feelings
= Feelings such as joy, fear, anger and sadness tell us what matters to us.
- Feelings tell us what is going on inside us. Joy says: more of this! Fear warns us of danger, anger says that something seems
  unfair, and sadness shows that we have lost something. No feeling is wrong. But we can learn what to do with it, and it helps
  to talk about it.
- A feeling is like weather inside you: it comes, changes and goes. Your heart may beat faster, or your belly may tingle. All
  people have feelings, even if some do not show them. When you give a feeling its name, it gets easier to bear.

* fear | being afraid
? why are we afraid #1 | why do people get scared #1 | why am I afraid of the dark #2 | why are children afraid of the dark #2 |
  what helps against fear #1
= Fear is a feeling that warns us of danger.
- Fear is a feeling that wants to protect you. When your brain thinks there is danger, your heart beats faster and your muscles
  get ready to run. That is useful, but sometimes there is no real danger, as in a dark room. Then slow breathing, a small light
  or someone's hand can help.
- Everyone is afraid of something now and then, grown-ups too. In the dark we see little, so the brain makes up what might be
  there. If you turn on the light, you find only a chair with a coat. Brave people feel fear as well, but they go on step by
  step.

* anger | being angry
? why do we get angry | what can I do when I am angry | is it bad to be angry #1 | what helps against anger
= Anger is a strong feeling that comes when something seems unfair or in our way.
- Anger comes when something is unfair, hurts, or does not work. The body gets hot and tight and wants to shout. It is all right
  to be angry, but not to hurt anyone. Take three deep breaths, count to ten or run around. Then say what made you angry, so
  that it can be mended.
- Everybody is angry at times. Anger gives us power to change something, but in the first moment we do not think well. So it is
  wise to wait until the heat is gone. After that you can use words, and others will listen.

* sadness | being sad
? why do we get sad | what helps when I am sad | why am I sad | is it bad to be sad
= Sadness is the feeling that comes when we have lost or miss something.
- We are sad when we have lost something, when we miss someone, or when a wish did not come true. Then we feel heavy and may
  cry. Sadness shows what is dear to us, and it does not last for ever. A hug, a talk or a walk can help. You need not be alone
  with it.

* joy | happiness | being happy
? what makes people happy | why do we feel joy | how can I be happy
= Joy is the bright feeling that comes when something good happens.
- Joy is a bright and light feeling. It comes when you play, when you can do something, or when someone is kind to you. The
  brain then makes substances that let us feel well. Joy grows when you share it. Even small things can bring it, such as a
  bird's song or a warm bath.

* jealousy | envy
? why are we jealous | what can I do when I am jealous
= Jealousy is the feeling that someone else gets what we would like to have.
- You may feel jealous when another child gets more attention or has something that you want. It pinches inside. Everyone knows
  this feeling. Say it to somebody whom you trust, and think of what you have yourself. Love does not get less when it is shared
  among more people.

* boredom | being bored
? why do I get bored | what can I do when I am bored | is it bad to be bored
= Boredom is the feeling that comes when nothing seems interesting.
- Boredom comes when you have nothing to do that you like. Your brain is asking for something new. That is not bad at all, for
  the best ideas often come when we are bored. Draw something, build a tent, or look out of the window for a while and let your
  thoughts fly.

* courage | bravery | being brave
? how can I be brave | what does it mean to be brave | what makes someone brave
= Courage means doing what is right or needed even though you are afraid.
- Courage does not mean that you have no fear. It means that you are afraid and do it all the same, because it is right or
  matters to you. Telling the truth, helping someone who is teased or trying again all need courage. Saying no to something
  silly is brave, too.

* kindness | being kind
? why should we be kind | how can I be kind | what does it mean to be kind
= Kindness means being good to others without asking for anything in return.
- Kindness is doing good for someone without wanting something for it. You can share your snack, hold the door, listen, or say a
  friendly word. It makes the other one glad and yourself as well. And it is catching: people who meet with kindness often pass
  it on.

* sharing
? why should I share | why is sharing good | do I have to share
= Sharing means letting others have a part of what you have.
- Sharing means giving others a part of what you have, or taking turns with it. A game is more fun with two, and half a cake
  with a friend tastes better than a whole one alone. If you share, others like to share with you. Some things may be only
  yours, and that is all right.

* +manners | +good manners | being polite
? why do we say please | why should I say thank you | what are manners good for | why should I be polite
= Manners are small rules that show others that we respect them.
- Manners are small rules for living together. We say please and thank you, greet each other, let others finish, and do not talk
  with a full mouth. That shows: you matter to me. With good manners people feel well together, and they help you more gladly.
  They are different from country to country.
- To be polite is to think of others. A please makes an order into a request, and a thank you shows that you noticed the help.
  It costs nothing and makes the day better for both. So good manners are a little like oil in a machine.

* saying sorry | an apology
? why should I say sorry | how do I say sorry | when should I say sorry
= Saying sorry means that you see that you have hurt someone and want to make it good again.
- Everyone makes mistakes. If you have hurt someone or broken something, it helps to say sorry. Look at the other one, say what
  you did, and ask how you can make it good. That needs courage. Most people are then no longer angry, and you feel lighter,
  too.

* a promise | +promises
? why should I keep a promise | why are promises important
= A promise is your word that you will really do something.
- When you promise something, you give your word that you will do it. The other person counts on it. If you keep it, people
  trust you more and more. If you break it, the trust gets smaller. So promise only what you can do, and tell in time if you
  cannot.

* lying | a lie | telling the truth
? why should we not lie | why is lying bad | why do people lie
= To lie is to say something that we know is not true.
- A lie is something that we say although we know that it is not true. People often lie because they are afraid of trouble. But
  lies mostly come out, and then it is hard to trust that person. To tell the truth can be difficult for a moment. After it you
  need not fear any more.

* patience
? why should I be patient | how can I be patient | why do I have to wait
= Patience means being able to wait without getting angry.
- Patience means that you can wait. A seed needs weeks to become a flower, and nobody gets faster by being pulled. Waiting is
  hard, but you can practise it: sing, count, or think up a story meanwhile. Many of the best things take time, such as bread,
  music or friendship.

* a mistake | +mistakes
? why do we make mistakes | are mistakes bad | is it bad to make mistakes
= A mistake is something that went wrong, and we can learn from it.
- Everybody makes mistakes, even the cleverest people. When you try something new, it cannot go well at once. A mistake shows
  you what to do in another way the next time. So it is a good teacher. Only someone who never tries anything makes none.

* a birthday | +birthdays
? why do we celebrate birthdays | why do we have birthdays | why are there candles on a birthday cake #1
= Your birthday is the day of the year on which you were born.
- Your birthday is the day on which you were born. It comes round once a year, because the Earth has then travelled once around
  the sun again. Family and friends show you that they are glad you are here. Often there is a cake with one candle for each
  year.
- On your birthday you get one year older. People celebrate it because they are happy that you were born. There may be songs, a
  cake, games and presents. If you blow out the candles, you may wish for something, and you keep the wish secret.
> why do we get presents | why do we get presents on our birthday :: With a present people show that they like you and are glad
  that you were born.

* a holiday | +holidays
? why do we have holidays | what are holidays for
= Holidays are days on which we do not have to work or go to school.
- On holidays there is no school and mostly no work. People need time to rest, to play and to be with their family. Some
  holidays are the same each year, because people remember something on them or celebrate together. In the long holidays many go
  on a journey.

* ~voting | an election | +elections
? how does voting work | why do people vote | what happens in an election | why is voting secret #1
= Voting is a way to decide something together: each person has one voice, and the voices are counted.
- When many people must decide something, they can vote. Each one has one vote, and all votes count the same. They are collected
  and counted, and the choice with the most votes wins. In an election, people choose in this way who shall lead for some years.
  It is secret, so that nobody can be pushed.
- Say your class wants to choose a game. Everyone writes one name on a piece of paper, and then you count. That is voting.
  Grown-ups choose in the same way who makes the laws. Those who lost try again the next time.

* a law | +laws | +rules | a rule
? why do we need rules | why are there laws | who makes the laws | why do we have rules
= Rules and laws say what everyone may do and must not do, so that we can live together.
- A game without rules ends in a quarrel. It is the same with people in a country, and so there are rules for all, called laws.
  They say, for example, on which side we drive and that nobody may steal. In many countries the laws are made by people who
  have been voted for. Judges decide in a quarrel.

* ~recycling
? how does recycling work | why do we recycle | what happens to old paper | why should we recycle | why do we sort our rubbish
= Recycling means making new things out of used ones.
- Recycling means that old things become new ones. We collect glass, paper, metal and plastic in different bins. Old glass is
  melted and blown into new bottles, and old paper becomes pulp and then new paper. So we need fewer trees, less sand and less
  energy, and there is less rubbish.
- Many things in the bin are too good to be thrown away. A tin can be melted and become part of a bicycle. A newspaper can
  become an egg box. For this, things must be sorted, and everyone can help. This is called recycling. Even better is to use
  things for longer.

* rubbish | garbage | trash
? where does the rubbish go | what happens to our rubbish | where does garbage go
= Rubbish is collected by trucks and is then recycled, burnt or put on a dump.
- Rubbish is what we throw away. Trucks collect it. What can be used again, such as glass and paper, is recycled, and peels and
  leaves can become soil. Much of the rest is burnt, and the heat is used, or it is put on a dump. The best rubbish is the kind
  that is never made.

* a city | +cities
? why do people live in cities | how does a city grow | why are cities so big
= A city is a large place where very many people live close together.
- A city is a place where very many people live and work close together. There are schools, shops, hospitals and theatres, and
  buses and trains bring people around. Many cities grew at a river or a harbour, where people met to trade. It can be loud
  there, so parks are important.

* a country | +countries
? how many countries are there | what makes a country
= A country is a piece of land with its own people, laws and government.
- A country is a piece of land with borders, in which people live under the same laws. Most have a flag, a capital and a
  government. There are nearly two hundred countries in the world. Some are huge, and others are so small that you can walk
  across them in an hour.

* a continent | +continents
? how many continents are there | which continents are there | do continents move
= A continent is one of the very large pieces of land on Earth.
- Continents are the great pieces of land on Earth. Most people count seven: Africa, Antarctica, Asia, Australia, Europe, North
  America and South America. Asia is the largest. They lie on huge plates that drift a few centimetres in a year. Long ago they
  all lay together.

* a flag | +flags
? why do countries have flags | what are flags for
= A flag is a coloured cloth that is a sign for a country or a group.
- A flag is a sign made of cloth. Each country has its own, and often its colours tell something about it. From far away one can
  see to whom a ship or a team belongs. In old times flags helped people to find their own side. There are also flags that give
  signals, for example at sea.

* +languages | a language
? why are there different languages | how many languages are there | how do children learn to speak
= A language is a set of words and rules with which people talk to each other.
- Languages are made of words and rules that a group of people share. There are about seven thousand of them. When groups lived
  far apart, their words changed in different ways, and new languages came about. Small children learn to speak by listening and
  trying. One can also speak with hands, in sign language.

* the alphabet | +letters | writing
? who invented writing | why do we have an alphabet | how did writing begin | how many letters are there
= Writing puts speech into signs, and our alphabet does it with twenty-six letters.
- With writing we can keep what we say. More than five thousand years ago people drew small signs in clay, first to count sheep
  and grain. Later they found that a few signs for sounds are enough, and so the alphabet began. The English one has twenty-six
  letters, and they make every word.

* a story | +stories | a fairy tale | +fairy tales
? why do people tell stories | what makes a good story | where do fairy tales come from
= A story tells what happens to someone, and people have always told stories.
- A story tells what happens to someone: who it is, what goes wrong, and how it ends. People have told stories by the fire since
  very old times. Fairy tales were passed on by mouth for long before they were written down. In stories we can be brave without
  danger and see with other eyes.

* music
? how is music made | what is music made of | why does music make us happy #1 | why do people like music
= Music is made of sounds and silence in an order that people enjoy.
- Music is made of tones, rhythm and silence. When an instrument or a voice makes the air tremble evenly, we hear a tone. Many
  tones in a row make a tune, and several at once make a chord. Music can make us glad, calm or sad, and we like to move to it.
  People all over the world make music.
- Clap your hands evenly: that is a rhythm. Hum some high and low tones, and you have a tune. Put both together and it is music.
  Nobody knows quite why it touches us so much, but even babies love to listen.

* ~a drum | +~drums
? how does a drum work | how do drums make sound | why is a drum loud
= A drum is a hollow body with a skin that trembles when you beat it.
- A drum has a tight skin over a hollow body. When you hit the skin, it trembles and shakes the air, and the hollow body makes
  the sound louder. A tight, small skin sounds high, and a large, loose one sounds low. Drums give the beat. They are among the
  oldest instruments.

* ~a guitar | +~guitars
? how does a guitar work | how does a guitar make sound
= A guitar has strings that tremble when you pluck them and a hollow body that makes them louder.
- A guitar mostly has six strings. When you pluck one, it trembles. The sound of the string alone is soft, but it shakes the
  thin wood of the body and the air inside, and this makes it loud. When you press a string down, its free part gets shorter and
  the tone higher.
> why does a guitar have a hole | why is there a hole :: Through the hole the trembling air inside the body gets out, so the
  sound is louder and fuller.

* ~a piano | +~pianos
? how does a piano work | what happens when I press a key | how many keys does a piano have
= In a piano, each key moves a small hammer that hits strings.
- When you press a key of a piano, a small hammer with felt jumps up and hits the strings for that tone. The strings tremble,
  and a large wooden board makes them loud. When you let go, a soft pad stops them. Most pianos have 88 keys. The long, thick
  strings sound low, the short ones high.

* ~a violin | +~violins
? how does a violin work | how does a violin make sound
= A violin has four strings that are made to tremble with a bow.
- A violin has four strings and a hollow body of thin wood. The player draws a bow over a string. The hairs of the bow are
  rubbed with sticky resin, so they pull at the string and let it go, hundreds of times in a second. The body makes the sound
  loud and warm.

* ~a flute | +~flutes | a recorder
? how does a flute work | how does a flute make sound | why does a flute have holes
= In a flute, the air inside trembles when the player blows against an edge.
- A flute is a tube. When you blow against its edge, the air inside starts to tremble and makes a tone. The length of this air
  matters: short air sounds high, long air low. With the holes you make it longer or shorter. If all holes are closed, you hear
  the lowest tone.

* singing | a song
? how do we sing | why do people sing | why is singing good for us
= Singing is making music with your own voice.
- When you sing, you make music with your voice. The breath lets the vocal cords in the throat tremble, and by making them
  tighter you sing higher. Mouth and chest help to form the sound. Singing makes people glad and calms babies. In a choir many
  voices become one sound.

* an orchestra | +orchestras
? what does a conductor do | who plays in an orchestra
= An orchestra is a large group of people who play music together.
- In an orchestra many people play together, sometimes about a hundred. There are strings such as violins, woodwinds such as
  flutes, brass such as trumpets, and drums. The conductor stands in front and shows with a stick how fast and how loud it
  should be. So all begin together and stay together.

* a dance | dancing
? why do people dance | what is dancing good for
= Dancing is moving the body to music.
- Dancing means moving to music. People dance because they are happy, because there is a feast, or just because the rhythm gets
  into their feet. Each country has its own dances. It makes you strong and nimble, and it is fun together. You can dance even
  if you do not know a single step.

* paint | painting
? what is paint made of | how is paint made | how do you mix colours | which colours can you mix
= Paint is a coloured powder mixed with something that makes it stick.
- Paint is made of a fine coloured powder and something that makes it stick, such as oil, glue or egg. The powder comes from
  earth, stones or plants, or is made in a factory. When the paint dries, the colour stays. From red, yellow and blue you can
  mix many others: blue and yellow give green.

* art | a painting | +paintings
? why do people paint pictures | what is art | why do people make art
= Art is what people make to show what they see, feel or imagine.
- Art is when people make something to show what they see, feel or dream. It can be a picture, a figure of clay, a dance or a
  song. Art need not be useful, and it need not look like the real thing. Two people may see quite different things in it, and
  both are right.

* a theatre | a play | +actors
? what happens in a theatre | what does an actor do | how does a theatre work
= In a theatre actors play a story on a stage while others watch.
- In a theatre a story is played on a stage. The actors have learnt their words by heart and wear costumes. Lamps and painted
  walls show where it happens. The people in the seats know that it is only a play, and still they laugh and fear with the hero.
  At the end they clap.

* a museum | +museums
? what is a museum for | what can you see in a museum | why do we have museums
= A museum is a house in which special things are kept and shown.
- A museum collects things that are old, rare or beautiful and shows them to everybody. There are museums for pictures,
  dinosaurs, trains and much else. Small signs tell what you see. Experts look after the things and find out more about them. So
  we can learn how people lived long ago.

* a zoo | +zoos
? what is a zoo for | why are there zoos
= A zoo is a park where many kinds of animals live and people can see them.
- In a zoo you can see animals from all over the world. Keepers feed them and keep them clean and healthy. Good zoos give them
  much room and things to do. They also help to keep rare animals from dying out, and researchers learn there how animals live.

* sport | exercise
? why is sport healthy | why should we do sport | why is exercise good for us
= Sport is moving and playing by rules, and it keeps the body strong.
- Sport keeps you fit. When you run, jump or swim, your heart and muscles get stronger. You sleep better and feel glad. In a
  team you learn to help others, to win without boasting and to lose without anger. You need not be the best. It is enough that
  you like it.

* football | soccer
? how do you play football | what are the rules of football | how many players are in a football team
= In football two teams of eleven try to get the ball into the other team's goal.
- Two teams of eleven players play football on a big field. They kick the ball and try to get it into the other goal. Only the
  goalkeeper may use the hands, in the area near the goal. A game has two halves of forty-five minutes. The team with more goals
  wins, and the referee watches the rules.

* swimming
? how do people swim | why do we float in water | how do I learn to swim
= Swimming is moving through water with arms and legs.
- Swimming is easier than it looks. The water pushes you up, and with air in your lungs you nearly float by yourself. With your
  arms and legs you push the water back, and this moves you forward. Learn it with a grown-up who can swim well. Begin in
  shallow water and never swim alone.

* ~chess
? how do you play chess | what are the rules of chess | how do you win at chess
= Chess is a board game for two, in which you try to catch the other's king.
- Chess is a game for two on a board with sixty-four squares. Each player has sixteen pieces, and each kind moves in its own
  way. You win if you attack the other king so that it cannot get away. That is called checkmate. Luck plays no part: you have
  to think ahead.

* playing | a game | +games | +toys
? why do children play | why is playing important | what are games good for
= Playing is how children have fun and learn at the same time.
- Playing is fun, and it is also how we learn. When you build with blocks, you find out what holds and what falls. When you
  pretend to be a doctor, you learn to think like others. In games with rules you practise waiting, winning and losing. Young
  animals play for the same reason.

* +numbers | a number
? what are numbers for | why do we need numbers | who invented numbers #1 | how many numbers are there | what is the largest
  number
= Numbers tell how many, how much or in which order.
- Numbers tell us how many things there are. First people counted on their fingers, and that is why we count in tens. Then they
  cut notches in bones, one for each sheep. The digits that we write today were invented in India, and Arab scholars brought
  them to Europe. There is no largest number.
- With ten digits, from 0 to 9, you can write any number. What a digit is worth depends on its place: in 55, the first five
  means fifty. With numbers we count, measure, tell the time and pay. They never end, for you can always add one.

* zero | the number zero
? why do we need zero | what is zero good for | who invented zero #1 | where does zero come from #1
= Zero is the number for nothing, and as a digit it keeps a place empty.
- Zero is the number for nothing. If you have two apples and eat both, zero are left. As a digit it also keeps a place free:
  without it we could not tell 15 from 105. Zero was first used as a number in India, long ago. If you add zero to a number,
  nothing changes.
- Zero means that nothing is there. It took people a long time to find that nothing needs a number of its own. With it writing
  big numbers is easy, since a zero shows which place is empty. A number times zero is always zero.
> can you divide by zero | why can we not divide by zero :: No. If you share apples among nobody, it makes no sense to ask how
  many each one gets.

* infinity
? what does infinity mean | how big is infinity | what is the biggest number
= Infinity means that something never ends.
- Infinity means without an end. Think of a very big number: you can always add one, and so there is no biggest number. Counting
  never ends, and we call that infinite. Infinity itself is not a number that you can reach. Its sign looks like an 8 that lies
  on its side.

* a circle | +circles
? what makes a circle a circle | how do you draw a circle | what is pi
= A circle is a round line whose points are all equally far from the middle.
- A circle is a round line. Each point on it is equally far from the middle. You can draw one with a peg, a string and a pencil.
  The way around a circle is a little more than three times the way across it. This number is called pi and is about 3.14.

* time
? what is time | why does time go fast when we play
= Time is what passes while things happen, and we measure it with clocks.
- Time passes while things happen: yesterday is over, and tomorrow is still to come. We measure it with things that come back
  evenly, such as day and night or the tick of a clock. When we have fun, we do not watch the time, so it seems to fly. When we
  wait, it seems to creep.
> can we travel in time | can people travel in time :: We all travel forward in time, one second each second. Nobody has found a
  way to go back.

* ~a calendar | +calendars | a year
? why does a year have 365 days | what is a leap year | how does a calendar work
= A calendar puts the days in order into weeks, months and years.
- A year is the time in which the Earth travels once around the sun. That takes 365 days and nearly six hours more. A calendar
  splits it into twelve months. The extra hours are saved up, and so almost every four years February gets one day more. That is
  called a leap year.
> why are there twelve months | why twelve months :: The moon goes round the Earth about twelve times in a year, and the months
  were first made after the moon.

* a week | +weeks
? why does a week have seven days | how many days are in a week | why is there a week
= A week is seven days, from Monday to Sunday.
- A week has seven days: Monday, Tuesday, Wednesday, Thursday, Friday, Saturday and Sunday. The number comes from very old
  times, when people counted seven moving lights in the sky: the sun, the moon and five planets. Most children go to school on
  five days and are free on two.

* measuring | a metre
? why do we measure things | how do you measure something
= Measuring means comparing a thing with a fixed size, such as a metre.
- To measure is to compare a thing with a size that all have agreed on. Long ago people used their feet and arms, but these
  differ from one to another. So they agreed on the metre for length, the kilogram for weight and the litre for liquids. Now
  everyone gets the same result.

* ~science | a scientist | +scientists
? what does a scientist do | how does science work | why do we need science
= Science is the careful way in which people find out how the world works.
- Scientists ask questions about the world. They have an idea, and then they test it with an experiment or by watching closely.
  If the test says no, the idea must change. Others check it again. So, step by step, we learn what is true, from tiny germs to
  far stars.

* an invention | +inventions | an inventor
? how do people invent things | what does an inventor do
= An invention is something new that someone has thought up and made.
- An inventor sees a problem and looks for a new way to solve it. He tries, fails, changes something and tries again. The wheel,
  paper, the lamp and the computer were all invented. Often many people had a part in it, one after the other. Children can be
  inventors, too.

* history | the past
? why do we learn history | how do we know what happened long ago | what is history good for
= History is what happened in the past and how we tell of it.
- History tells what people did before us. We know it from old letters and books, from buildings, and from things dug out of the
  ground. Researchers compare them and look for what really happened. From history we can see why things are as they are, and
  learn from the mistakes of others.

* a pet | +pets
? how do I look after a pet | what does a pet need | why do people have pets
= A pet is an animal that lives with people as a friend.
- A pet is an animal that lives with us. It needs the right food, fresh water, a clean place, and time with us every day. If it
  is ill, it must see a vet. A pet is no toy, and it may live for many years. If you look after it well, you have a true friend.

* a bird feeder | feeding birds
? should we feed birds in winter | what do birds eat in winter
= In winter a bird feeder with seeds helps small birds when food is hard to find.
- In winter insects are rare, and snow may cover the seeds. So small birds are glad of a feeder. Sunflower seeds and oats are
  good, but bread and salty food are not. Keep it clean and hang it where no cat can reach it. Then you can watch the birds from
  your window.

* a desert island | being shipwrecked
? what would you need on a desert island | how do people live on a desert island
= A desert island is an island on which nobody lives.
- A desert island is an island without people. It need not be dry, for here "desert" means deserted. Anyone who is stranded
  there needs fresh water first, then shade, food and a fire as a signal. Many stories tell of people who lived on one until a
  ship found them.
"""
