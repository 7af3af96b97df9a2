"""Capitals of the best-known countries, both ways; of any other country it is said that it is not known."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, rows, thanked, typed

# country, capital, continent
CAPITALS = rows("""
France | Paris | Europe
Germany | Berlin | Europe
Italy | Rome | Europe
Spain | Madrid | Europe
Portugal | Lisbon | Europe
the United Kingdom | London | Europe
Ireland | Dublin | Europe
the Netherlands | Amsterdam | Europe
Belgium | Brussels | Europe
Switzerland | Bern | Europe
Austria | Vienna | Europe
Poland | Warsaw | Europe
the Czech Republic | Prague | Europe
Slovakia | Bratislava | Europe
Hungary | Budapest | Europe
Romania | Bucharest | Europe
Bulgaria | Sofia | Europe
Greece | Athens | Europe
Croatia | Zagreb | Europe
Serbia | Belgrade | Europe
Slovenia | Ljubljana | Europe
Denmark | Copenhagen | Europe
Norway | Oslo | Europe
Sweden | Stockholm | Europe
Finland | Helsinki | Europe
Iceland | Reykjavik | Europe
Estonia | Tallinn | Europe
Latvia | Riga | Europe
Lithuania | Vilnius | Europe
Ukraine | Kyiv | Europe
Russia | Moscow | Europe
Albania | Tirana | Europe
Malta | Valletta | Europe
Turkey | Ankara | Asia
Egypt | Cairo | Africa
Morocco | Rabat | Africa
Algeria | Algiers | Africa
Tunisia | Tunis | Africa
Libya | Tripoli | Africa
Kenya | Nairobi | Africa
Ethiopia | Addis Ababa | Africa
Ghana | Accra | Africa
Senegal | Dakar | Africa
Nigeria | Abuja | Africa
Uganda | Kampala | Africa
Rwanda | Kigali | Africa
Zimbabwe | Harare | Africa
Zambia | Lusaka | Africa
Angola | Luanda | Africa
Mali | Bamako | Africa
Madagascar | Antananarivo | Africa
Namibia | Windhoek | Africa
China | Beijing | Asia
Japan | Tokyo | Asia
South Korea | Seoul | Asia
North Korea | Pyongyang | Asia
India | New Delhi | Asia
Pakistan | Islamabad | Asia
Bangladesh | Dhaka | Asia
Nepal | Kathmandu | Asia
Thailand | Bangkok | Asia
Vietnam | Hanoi | Asia
Indonesia | Jakarta | Asia
Malaysia | Kuala Lumpur | Asia
the Philippines | Manila | Asia
Mongolia | Ulaanbaatar | Asia
Iran | Tehran | Asia
Iraq | Baghdad | Asia
Saudi Arabia | Riyadh | Asia
Jordan | Amman | Asia
Lebanon | Beirut | Asia
Afghanistan | Kabul | Asia
the United States | Washington, D.C. | North America
Canada | Ottawa | North America
Mexico | Mexico City | North America
Cuba | Havana | North America
Jamaica | Kingston | North America
Panama | Panama City | North America
Costa Rica | San Jose | North America
Brazil | Brasilia | South America
Argentina | Buenos Aires | South America
Chile | Santiago | South America
Peru | Lima | South America
Colombia | Bogota | South America
Venezuela | Caracas | South America
Ecuador | Quito | South America
Uruguay | Montevideo | South America
Paraguay | Asuncion | South America
Australia | Canberra | Australia
New Zealand | Wellington | Oceania
""")

OTHER = (
    "Andorra", "Armenia", "Azerbaijan", "Bahrain", "Barbados", "Belize", "Benin", "Bhutan", "Botswana", "Brunei", "Burundi",
    "Cameroon", "Chad", "Cyprus", "Djibouti", "Dominica", "Eritrea", "Fiji", "Gabon", "Georgia", "Grenada", "Guatemala",
    "Guyana", "Haiti", "Honduras", "Kazakhstan", "Kiribati", "Kuwait", "Laos", "Lesotho", "Liberia", "Liechtenstein",
    "Luxembourg", "Malawi", "Mauritius", "Moldova", "Monaco", "Mozambique", "Nauru", "Nicaragua", "Oman", "Palau", "Qatar",
    "Samoa", "San Marino", "Somalia", "Suriname", "Togo", "Tonga", "Tuvalu", "Uzbekistan", "Vanuatu", "Yemen", "Montenegro",
    "Tajikistan", "Niger", "Sudan", "Sierra Leone", "Texas", "California", "Bavaria", "Scotland", "Florida",
)
NO_COUNTRY = ("Africa", "Europe", "Asia", "Antarctica", "South America", "the moon", "the sea", "the sun", "the world")
FIRST = (
    "What is the capital of {c}?", "What is the capital of {c}?", "what is the capital of {c}", "What's the capital of {c}?",
    "capital of {c}", "Capital of {c}?", "Name the capital of {c}.", "Tell me the capital of {c}.",
    "Which city is the capital of {c}?", "Do you know the capital of {c}?", "the capital of {c}?",
    "Can you tell me the capital of {c}?", "What is the capital city of {c}?", "What is {c}'s capital?", "{c} capital?",
    "Please tell me the capital of {c}.", "whats the capital of {c}", "I want to know the capital of {c}.",
    "Which is the capital of {c}?",
)
BACK = (
    "{t} is the capital of which country?", "Which country has the capital {t}?", "What country is {t} the capital of?",
    "Of which country is {t} the capital?", "{t} is the capital of what?", "Which country's capital is {t}?",
    "what country has {t} as its capital", "{t} is the capital of?",
)
CHECK = (
    "Is {t} the capital of {c}?", "is {t} the capital of {c}", "Is the capital of {c} {t}?",
    "{t} is the capital of {c}, right?",
)
WHERE = (
    "Where is {c}?", "On which continent is {c}?", "Which continent is {c} in?", "where is {c}",
    "In which part of the world is {c}?",
)
WHERE_CITY = ("Where is {t}?", "In which country is {t}?", "What country is {t} in?", "where is {t}", "Which country is {t} in?")
THEN = ("And {c}?", "and {c}", "And of {c}?", "What about {c}?", "and of {c}?", "Now {c}.", "And the capital of {c}?")
OFFER = "Ask me for the capital of another country, if you like."


def sentence(country: str, capital: str) -> str:
    """The capital in a sentence."""
    return f"The capital of {country} is {capital}{'' if capital.endswith('.') else '.'}"


def head(country: str) -> str:
    """The country at the beginning of a sentence."""
    return country[0].upper() + country[1:]


def unknown(country: str) -> str:
    """That the capital is not in the table."""
    others = "I know the capitals of France, Japan, Egypt and some others."
    return f"I am not sure what the capital of {country} is, and I do not want to guess. {others}"


def country_first(rng: Random) -> Turns:
    """The capital of a country, and perhaps of another."""
    (country, capital, _), other = rng.sample(CAPITALS, 2)
    turns = exchange(asked(rng, FIRST, c=country), sentence(country, capital))
    draw = rng.random()
    if draw < 0.25:
        turns += exchange(asked(rng, THEN, c=other[0]), sentence(*other[:2]))
    elif draw < 0.29:
        name = rng.choice(OTHER)
        turns += exchange(asked(rng, THEN, c=name), unknown(name))
    return turns


def asked(rng: Random, forms: tuple[str, ...], **slots: str) -> str:
    """A form filled; a country at its beginning gets a capital."""
    text = rng.choice(forms).format(**slots)
    return typed(rng, head(text) if text.startswith("the ") and rng.random() < 0.5 else text)


def checked(rng: Random) -> Turns:
    """Is this city that country's capital?"""
    country, capital, _ = rng.choice(CAPITALS)
    if rng.random() < 0.5:
        return exchange(asked(rng, CHECK, c=country, t=capital), f"Yes, {capital} is the capital of {country}.")
    wrong = rng.choice([row[1] for row in CAPITALS if row[1] != capital])
    return exchange(asked(rng, CHECK, c=country, t=wrong), f"No, {sentence(country, capital)[0].lower()}{sentence(country, capital)[1:]}")


def placed(rng: Random) -> Turns:
    """Where a country or a capital is."""
    country, capital, continent = rng.choice([row for row in CAPITALS if row[0] not in ("Turkey", "Russia", "Australia")])
    if rng.random() < 0.5:
        return exchange(asked(rng, WHERE, c=country), f"{head(country)} is in {continent}.")
    return exchange(asked(rng, WHERE_CITY, t=capital), f"{capital} is in {country}. It is the capital.")


def dialogue(rng: Random) -> Turns:
    """A question about a capital."""
    draw = rng.random()
    if draw < 0.02:
        name = rng.choice(NO_COUNTRY)
        turns = exchange(asked(rng, FIRST, c=name), f"{head(name)} is not a country, so it has no capital.")
    elif draw < 0.1:
        name = rng.choice(OTHER)
        turns = exchange(asked(rng, FIRST, c=name), unknown(name))
    elif draw < 0.6:
        turns = country_first(rng)
    elif draw < 0.78:
        country, capital, _ = rng.choice(CAPITALS)
        turns = exchange(asked(rng, BACK, t=capital), f"{capital} is the capital of {country}.")
    elif draw < 0.88:
        turns = checked(rng)
    else:
        turns = placed(rng)
    return thanked(rng, turns, OFFER, 0.06)
