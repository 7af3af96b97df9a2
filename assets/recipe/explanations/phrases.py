"""What people say after an explanation, and the lines with which it is answered."""

from ..texts import read

TEXT = read("explanations/phrases")

THANKS = TEXT.THANKS
WELCOME = TEXT.WELCOME
PRAISE = TEXT.PRAISE
OFFER = "I am glad! Shall I explain something else, for example {t}?"
YES = ("yes", "yes please", "yes, please", "sure", "ok", "please do", "yes!", "go on", "oh yes", "why not", "yeah", "of course")
NO = ("no", "no thanks", "no, thank you", "not now", "no, that is all", "that was all", "nope", "maybe later")
FAREWELL = "All right! I am here when you wonder about something."
ANOTHER = TEXT.ANOTHER
SHORTER = TEXT.SHORTER
DIFFERENTLY = TEXT.DIFFERENTLY
REPEAT = ("again please", "can you repeat that?", "say that again", "repeat that please", "once more", "read it to me again")
TRUE = ("is that true?", "really?", "are you sure?", "is that right?", "really", "is this really so?", "for real?")
LONGER = TEXT.LONGER
MORE = TEXT.MORE
WHY = ("why?", "why", "but why?", "why is that?", "but why is that so?", "why is it like that?", "and why?")
SURE = "Yes, as far as I know. {short}"
LITTLE = "I am very small and do not know more about {t}. What I can say is this: {short}"
ENOUGH = "That is all I know about {t}. Shall I explain something else, for example {other}?"
ALSO = TEXT.ALSO
