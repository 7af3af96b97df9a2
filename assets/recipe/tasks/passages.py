"""Made-up passages, each with what can be asked about it.

A subject gives (its facts, its sentences, [(ways to ask, the answer in the passage's words)]).
"""

from random import Random

from ..words import Stock, invented, word

Asked = list[tuple[tuple[str, ...], str]]
Passage = tuple[dict[str, str], list[str], Asked]

FIRST = "Anna Ben Carla David Elena Farid Grace Hugo Irene James Keiko Liam Maria Nadia Omar Paula Quentin Rosa Samuel Tara Uma Victor Wendy Yusuf Zoe Peter Ines Tom Lucy Ahmed Priya Jonas Emily Mark Susan".split()
TOWNS = "Oakland Lisbon Denver Bergen Kyoto Austin Geneva Dublin Fresno Porto Nairobi Leeds Madrid Hanover Quito Toronto Boston Turin Oslo Perth Lima Seattle Prague Cairo Ghent Tampa Mumbai Berlin Salem Cork".split()
STREETS = "Main Oak Pine Maple Cedar Elm Lake Hill Park River Mill Church Market King Station Harbor Garden Bridge Sunset Washington".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
MONTHS = "January February March April May June July August September October November December".split()
TRADES = "bakery cafe bookshop hotel clinic museum garage florist pharmacy restaurant library gym dentist school theater hardware store".split()
GOODS = "lamp kettle jacket bicycle camera desk backpack printer headset tent blender watch keyboard suitcase guitar toaster drone rug".split()
JOBS = "teacher nurse pilot chef engineer lawyer painter farmer dentist writer plumber librarian baker driver architect biologist".split()
COLOURS = "red blue green black white yellow brown silver orange purple grey".split()
ANIMALS = "cat dog parrot rabbit horse turtle hamster goat".split()


def clock(rng: Random) -> str:
    """A time of day."""
    return rng.choice((f"{rng.randint(1, 12)}:{rng.randrange(0, 60, 5):02d} {rng.choice(('am', 'pm'))}", f"{rng.randint(1, 12)} {rng.choice(('am', 'pm'))}", f"{rng.randint(0, 23)}:{rng.randrange(0, 60, 5):02d}"))


def phone(rng: Random) -> str:
    """A phone number."""
    n = rng.randint
    return rng.choice((f"{n(201, 989)}-{n(200, 999)}-{n(0, 9999):04d}", f"{n(200, 999)}-{n(0, 9999):04d}", f"({n(201, 989)}) {n(200, 999)}-{n(0, 9999):04d}"))


def price(rng: Random) -> str:
    """An amount of money."""
    return rng.choice((f"${rng.randint(1, 999)}", f"${rng.randint(1, 99)}.{rng.randint(0, 99):02d}", f"{rng.randint(2, 900)} euros", f"{rng.randint(2, 900)} dollars"))


def person(stock: Stock, rng: Random) -> str:
    """A first name and a last name."""
    last = rng.choice((invented(rng).capitalize(), word(stock, rng).capitalize(), rng.choice(TOWNS), rng.choice(STREETS)))
    return f"{rng.choice(FIRST)} {last}" if rng.random() < 0.7 else rng.choice(FIRST)


def title(stock: Stock, rng: Random) -> str:
    """A proper name of one to three words."""
    return rng.choice((rng.choice(stock.names), " ".join(word(stock, rng).capitalize() for _ in range(rng.randint(1, 3))), invented(rng).capitalize()))


def date(rng: Random) -> str:
    """A day of the week or of a month."""
    return rng.choice((rng.choice(DAYS), f"{rng.choice(MONTHS)} {rng.randint(1, 28)}", f"{rng.choice(MONTHS)} {rng.randint(1, 28)}th"))


def some(rng: Random, *pairs: tuple[str, tuple[tuple[str, ...], str]]) -> tuple[list[str], Asked]:
    """Each sentence with its question, in order or shuffled, now and then one left out."""
    kept = [p for p in pairs if len(pairs) < 3 or rng.random() < 0.85] or list(pairs)
    if rng.random() < 0.4:
        rng.shuffle(kept)
    return [s for s, _ in kept], [q for _, q in kept]


def shop(stock: Stock, rng: Random) -> Passage:
    """Where a place is, when it opens, whom to call."""
    f = {"name": title(stock, rng), "what": rng.choice(TRADES), "number": str(rng.randint(1, 2999)), "street": f"{rng.choice(STREETS)} {rng.choice(('Street', 'Avenue', 'Road', 'Lane'))}",
         "town": rng.choice(TOWNS), "open": clock(rng), "close": clock(rng), "phone": phone(rng), "day": rng.choice(DAYS), "owner": person(stock, rng)}
    return f, *some(
        rng,
        ("{name} is a {what} at {number} {street} in {town}.".format(**f), (("Where is {name}?".format(**f), "What is the address?", "What is the address of the {what}?".format(**f), "Where is the {what}?".format(**f)), "{name} is at {number} {street} in {town}.".format(**f))),
        ("It opens at {open} and closes at {close}.".format(**f), (("When does it open?", "What time does it open?", "When does the {what} open?".format(**f), "At what time does {name} open?".format(**f)), "It opens at {open}.".format(**f))),
        ("It is closed on {day}.".format(**f), (("On which day is it closed?", "Which day is the {what} closed?".format(**f), "What day is it closed?"), "It is closed on {day}.".format(**f))),
        ("The phone number is {phone}.".format(**f), (("What is the phone number?", "What is the phone number of {name}?".format(**f), "Which number can I call?", "How can I call them?", "What's their phone number?"), "The phone number is {phone}.".format(**f))),
        ("The owner is {owner}.".format(**f), (("Who is the owner?", "Who owns the {what}?".format(**f), "Who owns {name}?".format(**f), "What is the owner's name?"), "The owner is {owner}.".format(**f))),
    )


def meeting(stock: Stock, rng: Random) -> Passage:
    """When, where and about what people meet."""
    f = {"what": rng.choice(("meeting", "workshop", "lecture", "concert", "class", "party", "game", "dinner", "conference", "tour", "appointment", "interview")), "day": date(rng), "time": clock(rng), "end": clock(rng),
         "room": rng.choice((f"room {rng.randint(1, 499)}", f"the {word(stock, rng)} hall", f"{title(stock, rng)}", f"the {rng.choice(TRADES)}")), "about": word(stock, rng) + " " + word(stock, rng), "who": person(stock, rng), "count": str(rng.randint(2, 300)), "price": price(rng)}
    return f, *some(
        rng,
        ("The {what} is on {day} at {time}.".format(**f), (("When is the {what}?".format(**f), "What time is the {what}?".format(**f), "When does the {what} start?".format(**f), "At what time is the {what}?".format(**f)), "The {what} is on {day} at {time}.".format(**f))),
        ("The {what} takes place in {room}.".format(**f), (("Where is the {what}?".format(**f), "Where does the {what} take place?".format(**f), "In which place is it?", "Where is it held?"), "The {what} takes place in {room}.".format(**f))),
        ("{who} will lead the {what}.".format(**f), (("Who will lead the {what}?".format(**f), "Who leads it?", "Who is in charge?", "Who is leading the {what}?".format(**f)), "{who} will lead the {what}.".format(**f))),
        ("The topic is {about}.".format(**f), (("What is the topic?", "What is it about?", "What is the {what} about?".format(**f)), "The topic is {about}.".format(**f))),
        ("{count} people have signed up.".format(**f), (("How many people have signed up?", "How many people signed up for the {what}?".format(**f), "How many people are coming?"), "{count} people have signed up.".format(**f))),
        ("A ticket costs {price}.".format(**f), (("How much is a ticket?", "What does a ticket cost?", "What is the price of a ticket?", "How much does a ticket cost?"), "A ticket costs {price}.".format(**f))),
    )


def thing(stock: Stock, rng: Random) -> Passage:
    """What is for sale: its price, colour, weight and guarantee."""
    f = {"name": title(stock, rng), "what": rng.choice(GOODS), "price": price(rng), "colour": rng.choice(COLOURS), "kilos": str(rng.randint(1, 90)), "years": str(rng.randint(2, 12)), "maker": title(stock, rng), "code": f"{rng.choice('ABCDEFGHKLMNPRST')}{rng.choice('XYZQW')}-{rng.randint(10, 9999)}"}
    return f, *some(
        rng,
        ("The {name} {what} costs {price}.".format(**f), (("How much is the {what}?".format(**f), "What does the {what} cost?".format(**f), "What is the price?", "How much does the {name} {what} cost?".format(**f)), "The {name} {what} costs {price}.".format(**f))),
        ("The {what} is {colour}.".format(**f), (("What colour is the {what}?".format(**f), "What color is it?", "Which color is the {what}?".format(**f)), "The {what} is {colour}.".format(**f))),
        ("It weighs {kilos} kilograms.".format(**f), (("How much does it weigh?", "What does the {what} weigh?".format(**f), "How heavy is it?", "What is the weight?"), "It weighs {kilos} kilograms.".format(**f))),
        ("The guarantee lasts {years} years.".format(**f), (("How long is the guarantee?", "How long does the guarantee last?", "How many years does the guarantee last?"), "The guarantee lasts {years} years.".format(**f))),
        ("It is made by {maker}.".format(**f), (("Who makes it?", "Who makes the {what}?".format(**f), "Which company makes the {what}?".format(**f), "Who is it made by?"), "It is made by {maker}.".format(**f))),
        ("The order code is {code}.".format(**f), (("What is the order code?", "Which code do I need to order?", "What is the code?"), "The order code is {code}.".format(**f))),
    )


def someone(stock: Stock, rng: Random) -> Passage:
    """A person's work, home, age, pet and telephone."""
    f = {"who": person(stock, rng), "job": rng.choice(JOBS), "town": rng.choice(TOWNS), "from": rng.choice(TOWNS), "age": str(rng.randint(18, 90)), "pet": rng.choice(ANIMALS), "petname": rng.choice((invented(rng).capitalize(), rng.choice(FIRST))), "likes": word(stock, rng), "phone": phone(rng), "mail": f"{word(stock, rng).lower()}@{word(stock, rng).lower()}.com"}
    return f, *some(
        rng,
        ("{who} is a {job}.".format(**f), (("What is {who}'s job?".format(**f), "What does {who} do?".format(**f), "What is the job of {who}?".format(**f), "Who is a {job}?".format(**f)), "{who} is a {job}.".format(**f))),
        ("{who} lives in {town}.".format(**f), (("Where does {who} live?".format(**f), "In which city does {who} live?".format(**f), "Who lives in {town}?".format(**f)), "{who} lives in {town}.".format(**f))),
        ("{who} is {age} years old.".format(**f), (("How old is {who}?".format(**f), "What is the age of {who}?".format(**f)), "{who} is {age} years old.".format(**f))),
        ("{who} has a {pet} called {petname}.".format(**f), (("What is the {pet} called?".format(**f), "What is the name of the {pet}?".format(**f), "Which pet does {who} have?".format(**f)), "{who} has a {pet} called {petname}.".format(**f))),
        ("{who} can be reached at {phone}.".format(**f), (("What is {who}'s phone number?".format(**f), "How can I reach {who}?".format(**f), "What is the phone number?"), "{who} can be reached at {phone}.".format(**f))),
        ("The email address is {mail}.".format(**f), (("What is the email address?", "What is {who}'s email address?".format(**f), "Which email address can I write to?"), "The email address is {mail}.".format(**f))),
    )


def journey(stock: Stock, rng: Random) -> Passage:
    """A train, bus or flight: from where, when, how much."""
    f = {"what": rng.choice(("train", "bus", "flight", "ferry")), "id": f"{rng.choice('ABCDEFGHKLMNPRST')}{rng.randint(1, 9999)}", "a": rng.choice(TOWNS), "b": rng.choice(TOWNS), "leave": clock(rng), "arrive": clock(rng), "from": rng.choice((f"platform {rng.randint(1, 20)}", f"gate {rng.choice('ABCDE')}{rng.randint(1, 60)}", f"stop {rng.randint(1, 30)}")), "price": price(rng), "hours": str(rng.randint(2, 20))}
    return f, *some(
        rng,
        ("The {what} {id} goes from {a} to {b}.".format(**f), (("Where does the {what} go?".format(**f), "Where is the {what} going?".format(**f), "From where to where does it go?"), "The {what} {id} goes from {a} to {b}.".format(**f))),
        ("It leaves at {leave} from {from}.".format(**f), (("When does it leave?", "What time does the {what} leave?".format(**f), "Where does it leave from?", "When does the {what} to {b} leave?".format(**f)), "It leaves at {leave} from {from}.".format(**f))),
        ("It arrives at {arrive}.".format(**f), (("When does it arrive?", "What time does the {what} arrive?".format(**f), "When does it get to {b}?".format(**f)), "It arrives at {arrive}.".format(**f))),
        ("The trip takes {hours} hours.".format(**f), (("How long is the trip?", "How long does the trip take?", "How many hours does the trip take?"), "The trip takes {hours} hours.".format(**f))),
        ("A seat costs {price}.".format(**f), (("How much is a seat?", "What does a seat cost?", "What is the price?", "How much does it cost?"), "A seat costs {price}.".format(**f))),
    )


SUBJECTS = (shop, meeting, thing, someone, journey)
