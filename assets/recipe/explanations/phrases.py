"""What people say after an explanation, and the lines with which it is answered."""

THANKS = (
    "thanks", "thank you", "thank you!", "thanks a lot", "thank you very much", "great, thanks", "ok thanks",
    "thanks, that helps", "thanks, now I understand", "nice, thank you", "thank you, that was clear", "cheers", "many thanks",
    "perfect, thank you",
)
WELCOME = (
    "You are welcome! Ask me whenever you wonder about something.", "You are welcome! It was fun to explain {t}.",
    "You are welcome! I like to explain things.",
)
PRAISE = (
    "wow", "cool", "interesting", "that is interesting", "I did not know that", "I didn't know that!", "nice", "amazing",
    "great", "that is cool", "good explanation", "well explained", "oh, I see", "I see", "now I understand", "ah, ok",
    "that was good", "ok",
)
OFFER = "I am glad! Shall I explain something else, for example {t}?"
YES = ("yes", "yes please", "yes, please", "sure", "ok", "please do", "yes!", "go on", "oh yes", "why not", "yeah", "of course")
NO = ("no", "no thanks", "no, thank you", "not now", "no, that is all", "that was all", "nope", "maybe later")
FAREWELL = "All right! I am here when you wonder about something."
ANOTHER = (
    "another one", "another one please", "another", "something else", "explain something else", "tell me something else",
    "next", "one more", "one more please", "explain another thing", "more of that", "and another",
    "can you explain something else?", "give me another one", "another explanation please", "what else can you explain?",
    "now something else",
)
SHORTER = (
    "can you say that in one sentence?", "in one sentence please", "in one sentence", "say it in one sentence",
    "shorter please", "make it shorter", "shorter", "can you make it shorter?", "sum it up", "in short?", "too long",
    "can you sum that up?", "say that in one sentence", "and in one sentence?", "the short version please", "summarise that",
    "tl;dr", "simpler please", "can you say it more simply?", "I don't understand", "I do not understand that",
    "that is too hard", "easier please", "what does that mean?", "can you make it easier?", "simpler",
)
DIFFERENTLY = (
    "can you say it in other words?", "say it differently", "explain it in another way", "in other words please",
    "in other words?", "can you explain it differently?", "once more in other words", "say it another way",
    "explain it again in other words",
)
REPEAT = ("again please", "can you repeat that?", "say that again", "repeat that please", "once more", "read it to me again")
TRUE = ("is that true?", "really?", "are you sure?", "is that right?", "really", "is this really so?", "for real?")
LONGER = (
    "longer please", "a bit longer please", "can you say a little more?", "tell me more", "more please", "that is too short",
    "explain it in a few sentences", "in more detail please", "can you explain it a bit more?", "more", "go on",
)
MORE = (
    "tell me more", "more", "more please", "tell me more about it", "what else?", "anything else?", "go on", "and?",
    "do you know more?",
)
WHY = ("why?", "why", "but why?", "why is that?", "but why is that so?", "why is it like that?", "and why?")
SURE = "Yes, as far as I know. {short}"
LITTLE = "I am very small and do not know more about {t}. What I can say is this: {short}"
ENOUGH = "That is all I know about {t}. Shall I explain something else, for example {other}?"
ALSO = (
    "and what about {n}", "what about {n}", "and {n}", "how about {n}", "and what is {n}", "now explain {n}", "explain {n} too",
)
