"""What this program is about, explained: tokens, drafts, acceptance, temperature and their like."""

TABLE = """
* a token | +tokens
? what does token mean | what is a token in a language model | what are tokens made of
= A token is a small piece of text, often a word or a part of a word, and a language model writes one token after another.
- A token is a small piece of text. It can be a whole short word, a part of a long word, or just a comma. A language model does
  not write letter by letter: it picks one token, then the next, and so on. The sentence "I see a fox" may be only four or five
  tokens.
- Tokens are the bricks that a language model builds its text from. Common words are one token, rare words are made of several.
  For every token there is a number, and the model only ever sees these numbers. A program called a tokenizer turns text into
  tokens and back.
- When I write, I do not think in letters or in words but in tokens. A token is a piece of text of a few letters, such as "sun"
  or "ing". My list has about four thousand of them. I write each reply by choosing one token after another.
> why | why are there tokens :: Because whole words would make a list that is far too long, and single letters would need far
  too many steps. Tokens lie in between.
> how many tokens are there | how many tokens do you know :: My own list has about four thousand tokens. Big models often have
  more than a hundred thousand.

* ~a tokenizer | ~the tokenizer
? what does a tokenizer do | what does the tokenizer do | how is text turned into tokens
= A tokenizer cuts text into tokens, gives each one its number, and turns numbers back into text.
- A tokenizer cuts text into small pieces called tokens. Each piece has a number in a long list, and the model works with these
  numbers only. When the model has chosen new numbers, the tokenizer turns them back into text. So it is the door through which
  words go in and out.
- A language model can only count, it cannot read letters. The tokenizer helps: it looks up each piece of your text in its list
  and hands the model the numbers. The model answers with numbers as well. The tokenizer then writes them down as words again.

* ~a language model | +~language models
? what does a language model do | how does a language model write | how do language models work
= A language model is a program that has read much text and writes by guessing, again and again, which token comes next.
- A language model is a program that writes text. It has read a great many sentences and has learnt which words tend to follow
  which. To write, it looks at the text so far and works out how likely each next token is. It picks one, adds it, and starts
  again.
- A language model plays one game only: what comes next? From all the text so far it gives every token in its list a chance. One
  of them is taken, and the game begins again with the longer text. Whole stories are written this way, one token at a time.
- I am a language model, a very small one. I learnt from many stories and talks which piece of text often follows another. When
  you ask me something, I work out the most fitting next token, then the next, until my reply is done. I do not really know
  things as a person does.
> can it be wrong | can a language model be wrong | do language models make mistakes :: Yes. A language model writes what is
  likely, and what is likely is not always true. It is good to check what matters.
> does it think | does a language model think | can a language model think :: Not as you do. It calculates which token is likely
  to come next, and that can look like thinking.

* the target | a target model | the target model | +target models
? what does the target do | what does the target model do | which model is the target
= The target is the model whose text it is: it reads the drafter's guesses and decides every token.
- The target is the model whose text you read. The drafter only guesses ahead of it. The target reads all the guesses in one
  pass, keeps those that stand its test, and puts its own token at the first miss. So the text is always the target's.
- In speculative decoding there are two helpers of very different rank. The target is the big, careful model, and it has the
  last word on every token. The drafter is small and quick and only makes suggestions. A bad suggestion costs a little time, but
  it never changes what the target says.
> why is it called the target | why :: Because its text is what everything aims at. The drafter tries to hit what the target
  would write.
> is the target slow | is it slow | why is the target slow :: Each pass of the target takes much longer than a guess of the
  drafter. That is why it pays to have one pass check several tokens.

* a drafter | ~a draft model | the drafter | +draft models | +drafters
? what does a drafter do | what does the drafter do | what does a draft model do | what is a draft model for
= A drafter is a small, quick helper that guesses the target's next tokens ahead of it.
- A drafter is a small, quick helper that guesses what the target will write next. It proposes a few tokens, called a draft. The
  target then checks them all in one pass. The drafter never decides anything: a wrong guess costs time, but it never changes
  the text.
- A draft model is the small model in speculative decoding. It runs ahead and guesses the next few tokens, because it needs
  little time for each. The big model, the target, reads these guesses and keeps the ones that pass. The more often the drafter
  is right, the faster the text comes.
- Think of a quick pupil who sits beside a slow master. The pupil whispers the next few words, and the master only nods or
  corrects. The pupil is the drafter, and the master is the target. What is written in the end is what the master wants.
> can a drafter change the text | can it change the text | does the drafter change the text :: No. The target checks every guess
  and puts its own token where a guess fails. The drafter changes only the speed.
> what if it is wrong | what happens if the drafter is wrong | what if the drafter is wrong :: Then the target puts its own
  token at the first miss and the rest of the draft is thrown away. Only a little time is lost.

* a draft | +drafts | the draft
? what does draft mean here | what is a draft in speculative decoding | who writes the draft #1 | what happens to a draft
= A draft is the short row of tokens that the drafter guesses before the target has read them.
- A draft is a short row of guessed tokens, at most k of them. The drafter writes it, one guess for each of the next places.
  Then the target reads the whole draft in one pass. It keeps the guesses up to the first miss and puts its own token there.
- In speculative decoding, a draft is a guess at what comes next. It holds a few tokens, for example four. Nothing in it is
  final until the target has looked at it. What passes stays in the text, and what comes after the first miss is thrown away.

* ~speculative decoding
? how does speculative decoding work | why is speculative decoding faster | what is speculative decoding good for | does
  speculative decoding change the text
= In speculative decoding a small drafter guesses a few tokens ahead and the big target checks them all in one pass, so the same
  text comes faster.
- In speculative decoding two models write together. A small, quick drafter guesses a few tokens ahead. The big target reads all
  the guesses in one pass, keeps those that pass its test, and puts its own token at the first miss. The text is the target's,
  only faster.
- A big model needs hardly longer to check four tokens than to write one. Speculative decoding makes use of that. A small
  drafter guesses several tokens, and the target checks them together. When the guesses are good, several tokens come out of one
  pass, and the text stays the target's own.
- Speculative decoding is a way to make a language model faster without changing what it says. A drafter guesses ahead, and the
  target checks the guesses all at once. Good guesses stay. At the first wrong one the target puts its own token, and the next
  round begins.
> is the text the same | is it the same text | is it exact | is speculative decoding exact :: Yes. At temperature 0 it is
  exactly the text that the target alone would have written. At higher temperatures it has the same distribution.
> why is it faster | why | why does it save time :: Because the target can check several tokens in one pass, and such a pass
  takes hardly longer than writing a single token.
> is it always faster | is speculative decoding always faster | when does it not help :: No. If most guesses are wrong, or if
  the drafter is too slow, guessing costs more than it saves. Then plain decoding is faster.

* ~acceptance
? when is a guess accepted | when is a drafted token accepted | what does accepted mean | what does acceptance mean
= Acceptance means that the target lets a guessed token stand.
- Acceptance means that the target lets a guessed token stand. At temperature 0 a guess is accepted if it is the very token that
  the target itself would choose. With sampling it is accepted with probability min(1, p/q), where p is the target's chance for
  it and q the drafter's. At the first miss the checking ends.
- A guess of the drafter is accepted when it passes the target's test. If the target gives the token at least as much chance as
  the drafter did, it always passes. If less, it passes only some of the time. This rule of acceptance, min(1, p/q), gives the
  text the target's own distribution.
> what are p and q | what is p | what is q | what does p/q mean | what is min(1, p/q) :: For the guessed token, p is the
  probability that the target gives it and q the one that the drafter gave it. The token is kept with probability min(1, p/q).
> why this rule | why :: Because with this rule, and the target's own token at each miss, the text has exactly the distribution
  that the target alone would give it.

* the acceptance rate | acceptance rate
? how is the acceptance rate measured | how is the acceptance rate computed | what does the acceptance rate tell me | what does
  acceptance rate mean
= The acceptance rate is the number of accepted tokens divided by the number of drafted tokens.
- The acceptance rate says how often the drafter is right. It is the number of accepted tokens divided by the number of drafted
  tokens. If forty tokens were guessed and thirty were accepted, the rate is 75 percent. A higher rate means fewer passes of the
  target and a faster text.
- To get the acceptance rate, count the tokens that the target accepted and divide by all tokens that were drafted. It measures
  how well the drafter knows the target. Easy text gives a high rate, surprising text a low one. Whether it pays depends also on
  what the guessing costs.
> is a high rate always better | is higher always better :: A high rate is good, but it is not all. A drafter that is right but
  slow can still make things slower.
> what is a good acceptance rate | when is it good :: It depends on what the guesses cost. With a very cheap drafter even 40
  percent can pay, and with a slow one 70 percent may not be enough.

* rejection | a rejected token | +rejected tokens
? what happens when a guess is rejected | when is a token rejected | what does rejected mean
= Rejection means that the target does not let a guess stand, and puts its own token there instead.
- Rejection means that a guess did not pass the target's test. The target puts its own token in that place. All guesses after it
  are thrown away too, because they were made for a text that is not there now. Then a new round begins.
- When the target does not agree with a guess, the guess is rejected. Everything that the drafter wrote after this first miss is
  dropped as well. The target's own token takes the place, so no round is in vain: at least one token is written.
> why are the later guesses dropped | why are the rest thrown away | why :: Because they were guessed to follow the rejected
  token. With another token in its place they may no longer fit.

* a recovered token | +recovered tokens | the recovered token
? what does recovered mean | where does the recovered token come from | when does a recovered token appear | what is a recovered
  token
= A recovered token is the target's own token, put at the place of the first miss.
- A recovered token is the target's own token at the first miss. When a guess is rejected, the target does not need a new pass:
  it already knows what it wants in that place. With sampling it is drawn from what the target likes more than the drafter did.
  So the text stays right.
- When the drafter guesses wrong, the target repairs the text at once. The token that it puts at the first miss is called
  recovered. At temperature 0 it is simply the target's likeliest token. After it, the next round begins.

* a bonus token | +bonus tokens | the bonus token
? what does bonus mean | when is there a bonus token | why is there a bonus token | where does the bonus token come from
= A bonus token is one more token that the target adds when the whole draft was accepted.
- A bonus token is a small gift at the end of a good round. When the target accepts the whole draft, it has also worked out what
  comes right after it. So it adds one more token of its own. With a draft of four tokens, such a round gives five.
- If every guess of a draft is accepted, the target adds one token of its own, the bonus token. It costs nothing extra, for the
  same pass has already worked it out. That is why a round with k guesses can give up to k plus one tokens.
> why | why does it cost nothing extra :: When the target reads the whole draft, its pass also works out what comes after the
  last guess. So this token is already there.

* ~plain decoding
? what does plain mean here | how does plain decoding work | how does a model write without a drafter
= In plain decoding there is no drafter: the target writes one token in each pass.
- Plain decoding means writing without a drafter. The target reads the text so far and adds one token, then reads and adds the
  next. Each token needs a whole pass of the big model. It is simple, and it is what speculative decoding is compared with.
- In plain decoding nobody guesses ahead. The model makes one pass for each token, and that pass gives exactly one token. A
  reply of a hundred tokens takes a hundred passes. Speculative decoding can write the same text with fewer.

* a plain token | +plain tokens
? when is a token plain | what does a plain token mean | where does a plain token come from
= A plain token is the target's token in a round that had no draft.
- A plain token is one that the target writes in a round without a draft. It may be that no drafter is chosen, or that the
  drafter had no guess to offer. Then there is nothing to check. The target simply makes one pass and adds one token of its own.
- Sometimes a drafter has nothing to suggest, as lookup does when it finds no match. The target then goes on alone for one step.
  The token that it writes is called plain. With k set to 0, all tokens are plain.

* +tokens per round
? what does tokens per round mean | how many tokens does a round give
= Tokens per round is the number of written tokens divided by the number of rounds.
- Tokens per round says how much a round brings on average. Divide the number of all written tokens by the number of rounds. In
  plain decoding it is 1. With good drafts it may be 3 or 4, and it can never be more than k plus one.

* the block cost | block cost
? what does block cost mean | when does a round pay
= The block cost is the time of one round divided by the time of one plain step.
- The block cost compares the time of one round with the time of one plain step. A round takes a little longer, for the drafter
  has to guess and the target reads more tokens. If the block cost is 1.5, a round must bring more than 1.5 tokens on average to
  pay.

* the break-even | break-even
? what does break-even mean | which acceptance rate is enough
= The break-even is the acceptance rate at which speculative decoding is just as fast as plain decoding.
- The break-even is the acceptance rate at which the speed-up is exactly 1. Above it, speculative decoding saves time. Below it,
  plain decoding is faster. With a cheap and quick drafter the break-even is low, and with a slow one it is high.

* a round | +rounds
? what happens in a round | what is a round in speculative decoding | what is one round
= A round is one draft, one pass of the target over it and one verdict, and it gives one to k plus one tokens.
- A round is one step of speculative decoding. The drafter writes a draft, the target reads it in one pass, and then comes the
  verdict. The accepted guesses stay, and the target adds one token of its own. So a round gives at least one token and at most
  k plus one.
- Each round goes like this: guess, check, keep. The drafter guesses up to k tokens. The target checks them all together, keeps
  them up to the first miss and adds its own token. Then the next round begins from the longer text.
> how many tokens does a round give | how many tokens does it give :: At least one and at most k plus one: the accepted guesses
  and one token of the target's own.

* ~temperature | the temperature
? what does temperature do | what does the temperature of a language model do | what happens at temperature 0 | what does
  temperature mean | what happens at temperature 1 #2
= Temperature says how daring a language model is: at 0 it always takes the likeliest token, and higher values make rarer tokens
  more likely.
- Temperature says how daring a language model is when it picks a token. At temperature 0 it always takes the likeliest one, so
  the same question gives the same reply. At higher temperatures rarer tokens get a better chance. The text gets more varied,
  but at very high values it turns into nonsense.
- With temperature you choose between safe and surprising. At 0 the model always writes the likeliest token. At 1 it picks each
  token as often as its probability says. Above that, unlikely tokens come up more and more, and the text starts to wander.
- Think of temperature as a knob. Turned down to 0, the model always takes the token that it finds likeliest. Turned up, it
  dares to take others now and then. A little daring is good for stories, and 0 is good when you want the same answer each time.
> what is a good temperature | which temperature is best | which value is good :: For stories, values from about 0.7 to 1 work
  well. For answers that should always be the same, use 0.
> is it like the weather | is it warm | why is it called temperature | why :: The name comes from physics: in warm things the
  tiny parts move about wildly, and in cold things they settle down. The model's choices behave alike.

* ~greedy decoding | greedy
? what does greedy mean | how does greedy decoding work | when is decoding greedy
= Greedy decoding means that the model always takes the likeliest next token.
- Greedy decoding means that the model always takes the likeliest next token. It is what happens at temperature 0. There is no
  chance in it, so the same prompt gives the same text every time. It is safe, but it can sound a little dull or repeat itself.
- A greedy model grabs the best-looking token at every step and never takes another. This is the same as temperature 0. Nothing
  is left to luck. With speculative decoding, a greedy draft is accepted exactly as long as it equals what the target would have
  written.
> why is it called greedy | why :: Because at each step it grabs the best token it sees and does not think of what may come
  later.

* ~sampling
? how does sampling work | what does sampling mean | what is sampling in a language model
= Sampling means that the next token is drawn by chance, and likely tokens are drawn more often.
- Sampling means that the model draws its next token by chance. Likely tokens are drawn often, unlikely ones seldom, like a
  raffle in which some have many tickets. So the same question can get different replies. Temperature and top-p say how bold the
  draw may be.
- Without sampling a model always takes the likeliest token. With sampling it rolls dice, but the dice are loaded: a token with
  a probability of 30 percent comes up about three times in ten. This makes stories more lively, and no two are quite alike.
> why not always take the best token | why | why sampling :: Always taking the likeliest token can make a text dull or let it go
  round in circles. A little chance makes it livelier.

* k | the draft length | k in speculative decoding
? what does k mean | what is k | how many tokens are in a draft
= k is the draft length: the largest number of tokens that the drafter guesses in one round.
- The letter k stands for the draft length. It is the largest number of tokens that the drafter guesses in one round. A round
  with k guesses gives from one to k plus one tokens. If k is 0, nothing is guessed and the target writes plainly.
- With k you say how far ahead the drafter may guess. A large k pays when the guesses are good. When they are often wrong, a
  small k wastes less work. Many people begin with 4 and watch what happens.
> what is the best draft length | what is the best k | which k is best | what should it be :: It depends on how often the
  guesses are right and what they cost. Four is a good start. Try others and watch the speed.

* ~lookup drafting | lookup
? how does lookup drafting work | what does lookup do | when does lookup help
= Lookup drafting guesses the next tokens by finding the last few tokens earlier in the text and copying what came after them.
- Lookup drafting needs no second model. It takes the last few tokens and looks for the same ones earlier in the text. If it
  finds them, it proposes what came after them there. This is quick and works well when text is repeated, copied or changed only
  a little.
- The lookup drafter guesses by looking back. If the text now ends like a place before, it copies what followed in that place.
  For renaming in code or repeating a passage its guesses are often right. For a new story there is little to find, so it
  guesses seldom.
> why is it fast | why :: Because it only searches the text that is there already. No model has to run for the guess.

* ~multi-token prediction | the MTP head | MTP
? how does multi-token prediction work | what does MTP mean | what is MTP | what does the MTP head do
= Multi-token prediction, or MTP, is a small extra part of a model that guesses tokens further ahead from what the model has
  just worked out.
- Multi-token prediction is called MTP for short. It is a small extra part that sits on top of the target. It uses what the
  target has just worked out and guesses the tokens that come next. The target then checks these guesses as it checks any draft.
- MTP means multi-token prediction. Most models only predict the next token. An MTP head, a small part added to the model,
  predicts further tokens too. Because it sees the target's own thoughts, its guesses are often good, and they serve as a draft.

* ~the cache | ~the key-value cache | a key-value cache | the KV cache
? what does the cache do | why does a model need a cache | what is the KV cache | what is in the cache #1
= The cache keeps what the model has worked out for earlier tokens, so that it need not read them again.
- The key-value cache is the model's notebook. For each token that it has read, it keeps some numbers called keys and values.
  When the next token comes, the model looks into the notebook and need not read everything again. It saves much time but takes
  memory.
- Without a cache, a model would have to read the whole text again for each new token. The key-value cache keeps what was worked
  out before. After a rejected guess, the entries of the dropped tokens are taken out again, so that the cache fits the text.
> how big is the cache | how big is it :: It grows with each token that the model has read, so a long talk needs more memory
  than a short one.

* ~top-p | top p
? what does top-p do | what does top-p mean | how does top-p work
= Top-p lets the model draw only from the likeliest tokens that together reach the probability p.
- Top-p is a rule for drawing the next token. The tokens are put in order, the likeliest first, and are taken until their
  chances together reach p, for example 0.9. Only these may be drawn. So very odd tokens are left out, and the text stays
  sensible.
- With top-p the model ignores the long tail of unlikely tokens. If p is 0.9, it keeps only the likeliest ones that together
  make up 90 percent. When it is sure, that may be a single token. When it is unsure, it may be many.

* MLX
? what is MLX for | what does MLX do
= MLX is a library for machine learning, made for computers with Apple chips, on which this program runs its models.
- MLX is a library for machine learning. It was made for computers with Apple chips, where the processor and the graphics part
  share one memory. It can run on other computers too. This program uses MLX to run its language models.
- MLX is a toolbox for programmers. It holds what a neural network needs: large tables of numbers and quick ways to multiply
  them. It was built for Apple chips first. The models of this program are loaded and run with MLX.

* ~a graphics card | +~graphics cards | a GPU | +GPUs
? what does a graphics card do | why do language models need a graphics card | what is a GPU for
= A graphics card is a part of a computer that does very many simple calculations at the same time.
- A graphics card was made to draw pictures on a screen. For this it does thousands of small calculations at the same time. A
  language model needs just such calculations, so it runs much faster on a graphics card. Tiny models such as me do not need
  one.
- A graphics card is also called a GPU. It has a great many small calculators that work side by side. Games use them to paint
  pictures quickly. Language models use them to multiply long tables of numbers.
> do you need a graphics card | do you need one :: No, I am so small that a usual processor is enough for me.

* training | training a model
? how is a language model trained | how does a model learn | what does training mean
= Training is how a model learns: it guesses the next token of real text, and each time its numbers are changed a little so that
  the guess gets better.
- Training is how a language model learns. It is shown a text and has to guess each next token. After each guess its numbers are
  changed a tiny bit, so that the right token becomes likelier. After millions of such guesses it can write by itself.
- To train a model, you let it guess the next token again and again. When it is wrong, all its numbers are nudged a little
  towards the right answer. One nudge does almost nothing. Millions of them turn random numbers into something that writes.
> how were you trained | who trained you :: I was trained on simple stories, talks and explanations: I guessed the next token
  again and again, and my numbers were changed a little each time.
> how long does training take | how long does it take :: For a tiny model such as me it takes some hours or days. Big models are
  trained for weeks or months on very many machines.

* +parameters | a parameter
? what are the parameters of a model | how many parameters do you have #1 | what does a parameter do
= Parameters are the numbers inside a model that are set by training and hold all that it has learnt.
- Parameters are the numbers inside a model. Training sets them, and all that the model has learnt is held in them. I have only
  some millions of them, which is very few. Big models have many billions, and so they know much more and are much slower.
- You can think of parameters as millions of tiny knobs. While a model learns, each knob is turned a little, again and again. In
  the end they are left as they are. Together they decide which token the model finds likely.
> how many do you have | do more parameters make a model better | are more always better :: More parameters can hold more, but
  each pass takes longer. I have only some millions, so I am quick and know little.

* the context window | a context window | context
? what does the context window mean | what is context | why does a model forget #2 | how long can a prompt be
= The context window is how much text, in tokens, a model can look at in one go.
- The context window is the longest text that a model can look at in one go. It is counted in tokens. Your question, the talk so
  far and the reply must all fit in. What lies outside, the model cannot see.
- A model has no memory of other days. It sees only what is in its context window: the talk so far and what it is writing now.
  The size is given in tokens. When the window is full, the oldest part must go or the talk must end.
> what happens when it is full | what happens when the context window is full :: Then the oldest part of the talk has to go, or
  the talk must end, because nothing more fits in.

* the vocabulary | a vocabulary
? what is the vocabulary of a model | how big is a vocabulary #1 | what is a model's vocabulary
= The vocabulary is the list of all tokens that a model knows.
- The vocabulary of a language model is the list of all its tokens. Each has its own number. The model can only write what is
  made of these pieces, but the pieces can be put together to any word. My vocabulary has about four thousand tokens.
- A vocabulary is a model's list of tokens. At every step the model gives each token in this list a probability. A drafter
  should have the same vocabulary as its target, because otherwise the target could not read its guesses.

* a prompt | +prompts | the prompt
? what does prompt mean | what is a prompt for | how do I write a good prompt
= A prompt is the text that you give to a language model, and its reply goes on from there.
- A prompt is the text that you give to a language model. It may be a question, a wish or the beginning of a story. The model
  reads it and writes what fits best after it. A clear prompt that names what you want usually gets a better reply.
- What you just typed is a prompt. It is the start from which a language model goes on. The model reads all its tokens first,
  and then it writes its reply. Short and clear words help, above all with a small model such as me.

* ~a neural network | +~neural networks
? how does a neural network work | what is a neural network made of | how do neural networks learn
= A neural network is a large web of simple calculations that learns from examples.
- A neural network is a program made of many small, simple calculations. They are set up in layers, and each layer passes its
  numbers on to the next. By changing its numbers bit by bit, the network learns from examples. Language models are neural
  networks.
- The idea of a neural network came from the brain, where many small cells pass signals to each other. In the program there are
  only numbers that are multiplied and added. Layer by layer they turn an input, such as your words, into an answer.

* ~specdeck | ~this program | this app
? what is specdeck for | what does this program do | what can I do with this program | what is this program
= Specdeck is a playground where you can watch speculative decoding at work.
- Specdeck is a playground for speculative decoding. You type something, and a model writes its reply while you watch. Colours
  show which tokens were guessed by a drafter and which are the target's own. You can change the drafter, the draft length and
  the temperature as it writes.
- This program shows how a language model can write faster with a helper. A drafter guesses ahead, the target checks, and you
  see each token in the colour of who wrote it. You can also run the same prompt with and without a drafter and compare.

* the speed-up | speed-up | a speedup
? what does speed-up mean | how is the speed-up measured | what is a good speed-up
= The speed-up says how many times faster the text comes with a drafter than without one.
- The speed-up says how many times faster a text comes with a drafter than in plain decoding. A speed-up of 2 means half the
  time. It is high when many guesses are accepted and the guessing is cheap. Below 1, the drafter makes things slower.
- To get the speed-up, write the same text twice, once plainly and once with a drafter. Then divide the speed with the drafter
  by the plain speed. If it is above 1, guessing pays. If it is below 1, it does not.
> can it be below 1 | can the speed-up be below 1 :: Yes. If most guesses are wrong or the drafter is slow, the text comes more
  slowly than in plain decoding.

* the distribution | a probability distribution | a distribution
? what is a probability distribution | what does same distribution mean | what does the distribution mean
= A distribution says, for every token, how likely it is to come next.
- A distribution says how likely each possible thing is. For a language model it lists every token and its chance to come next,
  and all chances together make 100 percent. Speculative decoding keeps the target's distribution. So over many tries each text
  comes as often as without a drafter.
- Before it picks a token, the model gives each one a probability. All these together are called a distribution. If "dog" has 60
  percent and "cat" has 30, then "dog" is drawn twice as often. Speculative decoding leaves these chances just as the target has
  them.
> why | why does that matter | why does the distribution matter :: Because it means that nothing is lost by the speed: you get
  the texts that the target would write, just as often.

* a pass | the forward pass | a forward pass | one pass
? what happens in a pass | what does one pass mean | what is a pass of the target
= A pass is one reading of tokens by the model, from its first layer to its last.
- A pass means that tokens go once through all layers of the model. At the end it knows, for each place it has read, which token
  it would put next. One pass can read one token or several. Reading a few takes hardly longer than reading one, and that is why
  drafts pay.
- In a pass, the numbers of the tokens run through the whole model from the first layer to the last. In plain decoding each pass
  gives one token. With a draft, the target reads several guesses in one pass and can keep many of them.

* the random seed | a random seed | the seed of a language model
? what does seed mean here | what is the seed for | why is there a seed
= A seed is a number that fixes all the chances, so that the same draw can be made again.
- A seed is a number from which a computer makes its chance numbers. The same seed gives the same chances in the same order. So
  with the same settings you get the same text again. At temperature 0 the seed does not matter, since nothing is drawn.
- A computer cannot roll real dice. It starts from a number, the seed, and works out numbers that look like chance. If you use
  the same seed again, you get the same draws. That helps when you want to compare two runs.
"""
