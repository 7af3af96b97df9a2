"""Simple recipes: what you need in a sentence, then three to five numbered steps."""

from __future__ import annotations

import re
from random import Random

from .asking import Turns, blocks, exchange, more, request, thanked, typed

# name, ingredients, time, the recipe in one sentence, steps
RECIPES = blocks("""
pancakes
two eggs, a cup of flour, a cup of milk and a pinch of salt | 20 minutes
Mix eggs, flour, milk and salt, and fry thin cakes of it in butter.
Whisk the eggs, the flour, the milk and the salt until there are no lumps.
Let some butter melt in a hot pan.
Pour in a ladle of batter and spread it out.
Fry it until the underside is golden, then turn it over.
Eat the pancakes warm, with jam or honey.

tomato soup
six ripe tomatoes, an onion, a spoon of oil, two cups of water and some salt | 30 minutes
Fry an onion, cook it with tomatoes and water, and blend everything.
Chop the onion and fry it in the oil until it is soft.
Cut up the tomatoes and add them with the water.
Let the soup cook for twenty minutes.
Blend it, add salt and serve it hot.

carrot soup
five carrots, a potato, an onion, a spoon of butter, four cups of water and some salt | 35 minutes
Cook carrots, a potato and an onion until they are soft, and blend them.
Peel and chop the carrots, the potato and the onion.
Fry them in the butter for five minutes.
Add the water and let it cook for twenty minutes.
Blend the soup and add salt.

potato soup
six potatoes, a carrot, an onion, four cups of water and some salt | 35 minutes
Cook potatoes, a carrot and an onion in water and mash them a little.
Peel the potatoes and cut them into cubes.
Chop the carrot and the onion.
Cook everything in the water for twenty-five minutes.
Mash it a little, add salt and serve.

vegetable soup
two carrots, two potatoes, a leek, a handful of peas, five cups of water and some salt | 35 minutes
Cut up the vegetables and cook them in salted water until they are soft.
Wash the vegetables and cut them into small pieces.
Bring the water to a boil and add some salt.
Cook the carrots and the potatoes for fifteen minutes.
Add the leek and the peas and cook ten minutes more.

green salad
a head of lettuce, half a cucumber, two spoons of oil, a spoon of lemon juice and some salt | 10 minutes
Mix washed lettuce and cucumber with oil, lemon juice and salt.
Wash the lettuce and tear it into pieces.
Cut the cucumber into thin slices.
Stir the oil, the lemon juice and the salt together.
Pour it over the salad and mix.

tomato salad
four tomatoes, a small onion, two spoons of oil, a spoon of vinegar and some salt | 10 minutes
Slice tomatoes and an onion and mix them with oil, vinegar and salt.
Cut the tomatoes into slices.
Chop the onion very small.
Mix the oil, the vinegar and the salt, and pour it over.
Let the salad rest for five minutes.

potato salad
eight potatoes, a small onion, two pickles, three spoons of yogurt and some salt | 40 minutes
Boil and slice potatoes and mix them with onion, pickles and yogurt.
Boil the potatoes in their skins until they are soft.
Peel them while they are warm, and cut them into slices.
Chop the onion and the pickles.
Mix everything with the yogurt and some salt.

fruit salad
an apple, a banana, an orange, a handful of grapes and a spoon of lemon juice | 10 minutes
Cut up an apple, a banana, an orange and grapes, and mix them with lemon juice.
Wash the apple and the grapes.
Peel the banana and the orange.
Cut all the fruit into small pieces.
Mix it with the lemon juice in a bowl.

cucumber salad
a cucumber, three spoons of yogurt, a spoon of lemon juice, some dill and salt | 10 minutes
Slice a cucumber and mix it with yogurt, lemon juice, dill and salt.
Cut the cucumber into very thin slices.
Stir the yogurt, the lemon juice, the dill and the salt together.
Mix it with the cucumber and keep it cool.

an omelette
three eggs, a spoon of milk, a pinch of salt and some butter | 10 minutes
Whisk eggs with milk and salt, fry them in butter and fold them over.
Whisk the eggs with the milk and the salt.
Melt the butter in a pan.
Pour in the eggs and let them set on low heat.
Fold the omelette in half and serve it.

scrambled eggs
three eggs, a spoon of milk, some butter and a pinch of salt | 5 minutes
Whisk eggs with milk and stir them slowly in a warm pan.
Whisk the eggs with the milk and the salt.
Melt the butter in a pan on low heat.
Pour in the eggs and stir slowly until they are soft and just set.
Serve them at once, with bread.

a boiled egg
one egg and water | 10 minutes
Boil an egg for five minutes if you like it soft, or for ten if you like it hard.
Bring some water to a boil in a small pot.
Put the egg in with a spoon.
Cook it for five minutes for a soft egg, or ten for a hard one.
Cool it under cold water.

a fried egg
one egg, a little butter and a pinch of salt | 5 minutes
Fry an egg in butter until the white is firm.
Melt the butter in a pan.
Crack the egg and let it slide into the pan.
Fry it until the white is firm.
Add salt and serve it on bread.

bread
four cups of flour, a packet of dry yeast, a spoon of salt and a cup and a half of warm water | 2 hours
Knead flour, yeast, salt and water, let the dough rise, and bake it.
Mix the flour, the yeast and the salt, and add the warm water.
Knead the dough for ten minutes.
Cover it and let it rise for one hour.
Shape a loaf and bake it at 220 degrees Celsius for about 35 minutes.

flat bread
two cups of flour, half a cup of yogurt, a little water and a pinch of salt | 30 minutes
Knead flour, yogurt and water, roll thin rounds and bake them in a dry pan.
Mix the flour, the yogurt and the salt, and add water until the dough is soft.
Let it rest for ten minutes.
Roll small balls of it into thin rounds.
Bake each in a hot, dry pan, two minutes on each side.

garlic bread
a long loaf of bread, four spoons of soft butter, two cloves of garlic and some parsley | 20 minutes
Spread butter with garlic and parsley on bread and bake it until it is crisp.
Chop the garlic and the parsley very small.
Mix them with the butter.
Cut the loaf into slices and spread the butter on them.
Bake them at 200 degrees Celsius for ten minutes.

lemonade
three lemons, four spoons of sugar and four cups of cold water | 10 minutes
Stir lemon juice, sugar and cold water until the sugar is gone.
Press the juice out of the lemons.
Stir the juice with the sugar until the sugar is gone.
Add the cold water.
Serve it with ice.

hot chocolate
a cup of milk, a spoon of cocoa and a spoon of sugar | 5 minutes
Warm milk and whisk cocoa and sugar into it.
Warm the milk in a small pot, but do not let it boil.
Stir in the cocoa and the sugar.
Whisk it until it is smooth and foamy.

tea
a tea bag and a cup of hot water | 5 minutes
Pour hot water over a tea bag and wait for three to five minutes.
Boil the water.
Put the tea bag into a cup and pour the water over it.
Wait for three to five minutes.
Take out the tea bag, and add milk or honey if you like.

mint tea
a handful of fresh mint, two cups of hot water and some honey | 10 minutes
Pour hot water over fresh mint, wait, and sweeten it with honey.
Wash the mint and put it into a pot.
Pour the hot water over it.
Wait for five minutes.
Add honey and drink it warm.

a banana milk shake
a banana, a cup of cold milk and a spoon of honey | 5 minutes
Blend a banana with cold milk and honey.
Peel the banana and break it into pieces.
Put it into a blender with the milk and the honey.
Blend until it is smooth, and pour it into a glass.

a berry smoothie
a cup of berries, a banana, half a cup of yogurt and a little milk | 5 minutes
Blend berries, a banana, yogurt and milk.
Wash the berries and peel the banana.
Put everything into a blender.
Blend until it is smooth, and drink it cold.

porridge
half a cup of oats, a cup of milk, a pinch of salt and some honey | 10 minutes
Cook oats in milk for five minutes and sweeten them with honey.
Put the oats, the milk and the salt into a small pot.
Let it cook on low heat for five minutes, and stir.
Put it into a bowl with honey and some fruit.

rice pudding
a cup of short rice, four cups of milk, three spoons of sugar and some cinnamon | 40 minutes
Cook rice slowly in milk with sugar, and add cinnamon.
Bring the milk and the sugar to a boil.
Stir in the rice.
Cook it on very low heat for thirty minutes, and stir often.
Serve it with cinnamon.

rice
a cup of rice, two cups of water and a pinch of salt | 20 minutes
Cook one cup of rice in two cups of water on low heat with a lid.
Wash the rice in cold water.
Put it into a pot with the water and the salt, and bring it to a boil.
Put on the lid and cook it on low heat for fifteen minutes.
Let it rest for five minutes.

pasta with tomato sauce
half a pound of pasta, a can of tomatoes, an onion, a spoon of oil and some salt | 25 minutes
Cook the pasta, and pour over it a sauce of fried onion and tomatoes.
Chop the onion and fry it in the oil.
Add the tomatoes and some salt, and let the sauce cook for fifteen minutes.
Cook the pasta in salted water until it is just soft.
Drain it and mix it with the sauce.

pasta with cheese
half a pound of pasta, a cup of grated cheese, half a cup of cream and some pepper | 20 minutes
Cook the pasta and stir it with cream and grated cheese.
Cook the pasta in salted water until it is just soft.
Warm the cream and stir in the cheese until it melts.
Drain the pasta and mix it with the sauce.
Add some pepper.

mashed potatoes
six potatoes, half a cup of warm milk, two spoons of butter and some salt | 30 minutes
Boil potatoes and mash them with warm milk and butter.
Peel the potatoes and cut them up.
Boil them in salted water for twenty minutes.
Drain them and mash them with the butter.
Stir in the warm milk and some salt.

fried potatoes
six boiled potatoes, an onion, two spoons of oil and some salt | 20 minutes
Fry slices of boiled potato with onion until they are brown.
Cut the potatoes into slices and chop the onion.
Heat the oil in a pan.
Fry the potatoes until they are golden, and turn them now and then.
Add the onion and the salt, and fry for five minutes more.

baked potatoes
four big potatoes, some oil, salt and a little sour cream | 1 hour
Rub potatoes with oil and salt and bake them for one hour.
Wash the potatoes and prick them with a fork.
Rub them with oil and salt.
Bake them at 200 degrees Celsius for one hour.
Cut them open and add the sour cream.

pizza
two cups of flour, a packet of dry yeast, a cup of tomato sauce, a cup of grated cheese, salt and warm water | 90 minutes
Roll out a yeast dough, put tomato sauce and cheese on it, and bake it very hot.
Knead the flour, the yeast, the salt and some warm water into a dough.
Let it rise for one hour.
Roll it out thin on a baking sheet.
Spread the tomato sauce on it and put the cheese on top.
Bake it at 230 degrees Celsius for about 15 minutes.

a cheese sandwich
two slices of bread, some butter, two slices of cheese and a leaf of lettuce | 5 minutes
Put cheese and lettuce between two slices of buttered bread.
Spread butter on the bread.
Put the cheese and the lettuce on one slice.
Put the other slice on top and cut the sandwich in two.

a grilled cheese sandwich
two slices of bread, two slices of cheese and some butter | 10 minutes
Fry a cheese sandwich in butter until the cheese melts.
Put the cheese between the slices of bread.
Butter the outside of the bread.
Fry the sandwich in a pan, three minutes on each side, until the cheese melts.

an egg sandwich
two slices of bread, a hard-boiled egg, a spoon of yogurt and a pinch of salt | 15 minutes
Mash a boiled egg with yogurt and salt and put it between slices of bread.
Peel the egg and mash it with a fork.
Mix it with the yogurt and the salt.
Spread it on one slice of bread and put the other on top.

French toast
four slices of bread, two eggs, half a cup of milk and some butter | 15 minutes
Dip bread into egg and milk and fry it in butter.
Whisk the eggs with the milk.
Dip each slice of bread into it.
Fry the slices in butter until both sides are golden.
Serve them warm, with sugar or fruit.

chocolate cake
a cup and a half of flour, a cup of sugar, four spoons of cocoa, two eggs, a cup of milk, half a cup of oil and two spoons of
    baking powder | 50 minutes
Stir everything to a batter and bake it for about 35 minutes.
Mix the flour, the sugar, the cocoa and the baking powder.
Add the eggs, the milk and the oil, and stir until it is smooth.
Pour the batter into a buttered cake tin.
Bake it at 180 degrees Celsius for about 35 minutes.

apple cake
three apples, a cup and a half of flour, half a cup of sugar, half a cup of soft butter, two eggs and a spoon of baking
    powder | 1 hour
Stir a simple batter, press apple slices into it, and bake it.
Stir the butter with the sugar and the eggs.
Add the flour and the baking powder.
Put the batter into a buttered cake tin and press the apple slices into it.
Bake it at 180 degrees Celsius for about 40 minutes.

lemon cake
a cup and a half of flour, a cup of sugar, a cup of soft butter, four eggs, a lemon and a spoon of baking powder | 1 hour
Stir a batter with the juice of a lemon and bake it for 45 minutes.
Stir the butter with the sugar and the eggs.
Add the flour, the baking powder and the juice of the lemon.
Pour the batter into a buttered loaf tin.
Bake it at 180 degrees Celsius for about 45 minutes.

banana bread
three ripe bananas, a cup and a half of flour, half a cup of sugar, half a cup of oil, two eggs and a spoon of baking powder
    | 1 hour
Mash bananas, stir them into a batter, and bake it in a loaf tin.
Mash the bananas with a fork.
Stir in the sugar, the oil and the eggs.
Add the flour and the baking powder.
Bake it in a loaf tin at 180 degrees Celsius for about 50 minutes.

muffins
two cups of flour, half a cup of sugar, a cup of milk, half a cup of oil, one egg and two spoons of baking powder | 35 minutes
Stir a quick batter, fill it into a muffin tin and bake it for 20 minutes.
Mix the flour, the sugar and the baking powder.
Add the milk, the oil and the egg, and stir only a little.
Fill the batter into a muffin tin.
Bake the muffins at 190 degrees Celsius for about 20 minutes.

cookies
two cups of flour, a cup of soft butter, half a cup of sugar and one egg | 40 minutes
Knead a dough of flour, butter, sugar and egg, cut out shapes and bake them.
Knead everything into a smooth dough.
Keep it in the fridge for fifteen minutes.
Roll it out and cut out shapes.
Bake the cookies at 180 degrees Celsius for about 10 minutes.

oat cookies
a cup of oats, half a cup of flour, half a cup of soft butter, half a cup of sugar and one egg | 30 minutes
Mix oats, flour, butter, sugar and egg, and bake small heaps of it.
Stir the butter with the sugar and the egg.
Add the oats and the flour.
Put small heaps on a baking sheet.
Bake them at 180 degrees Celsius for about 12 minutes.

waffles
two cups of flour, two eggs, a cup and a half of milk, half a cup of melted butter and a spoon of baking powder | 25 minutes
Stir a batter and bake it in a waffle iron.
Whisk the eggs with the milk and the butter.
Stir in the flour and the baking powder.
Pour some batter into a hot waffle iron.
Bake it until it is golden, and serve it warm.

applesauce
five apples, half a cup of water and a spoon of sugar | 25 minutes
Cook peeled apples in a little water until they are soft, and mash them.
Peel the apples, take out the cores and cut them up.
Cook them in the water for fifteen minutes.
Mash them and stir in the sugar.

a baked apple
one apple, a spoon of raisins, a spoon of nuts, a little honey and butter | 35 minutes
Fill an apple with raisins, nuts and honey, and bake it.
Take the core out of the apple.
Fill it with the raisins, the nuts and the honey.
Put a little butter on top.
Bake it at 180 degrees Celsius for about 25 minutes.

strawberry jam
two pounds of strawberries, two pounds of jam sugar and the juice of a lemon | 30 minutes
Cook strawberries with jam sugar for four minutes and fill clean jars.
Wash the strawberries and cut them up.
Mix them with the sugar and the lemon juice in a big pot.
Let it boil for four minutes and stir all the time.
Fill it hot into clean jars and close them.

popcorn
three spoons of popping corn, a spoon of oil and a pinch of salt | 10 minutes
Heat popping corn in oil under a lid until the popping stops.
Heat the oil in a big pot.
Put in the corn and close the lid.
Shake the pot now and then until the popping stops.
Add the salt.

guacamole
two ripe avocados, a tomato, a small onion, the juice of a lime and some salt | 10 minutes
Mash avocados and mix them with tomato, onion, lime juice and salt.
Cut the avocados in half and take out the stones.
Mash the flesh with a fork.
Chop the tomato and the onion very small.
Mix everything with the lime juice and the salt.

hummus
a can of chickpeas, two spoons of sesame paste, a lemon, a clove of garlic, two spoons of oil and some salt | 10 minutes
Blend chickpeas with sesame paste, lemon juice, garlic and oil.
Drain the chickpeas.
Put them into a blender with the sesame paste, the garlic and the oil.
Add the juice of the lemon and some salt.
Blend it until it is smooth.

yogurt with fruit
a cup of yogurt, a handful of berries, a spoon of honey and a spoon of oats | 5 minutes
Put berries, honey and oats on yogurt.
Put the yogurt into a bowl.
Wash the berries and put them on top.
Add the honey and the oats.

fried rice
two cups of cooked rice, an egg, a carrot, a handful of peas, a spoon of oil and some soy sauce | 20 minutes
Fry carrot and peas, add egg and cooked rice, and stir in soy sauce.
Cut the carrot into small cubes.
Fry the carrot and the peas in the oil for five minutes.
Add the egg and stir until it is set.
Add the rice and the soy sauce, and fry for five minutes more.

vegetable stew
two potatoes, two carrots, a zucchini, a can of tomatoes, an onion, a spoon of oil and some salt | 45 minutes
Fry an onion, add all the vegetables and tomatoes, and cook them slowly.
Chop the onion and fry it in the oil.
Cut the other vegetables into cubes and add them.
Pour in the tomatoes and a cup of water.
Let it cook for thirty minutes and add salt.

lentil soup
a cup of red lentils, a carrot, an onion, a spoon of oil, four cups of water and some salt | 30 minutes
Cook red lentils with carrot and onion in water for 20 minutes.
Chop the onion and the carrot and fry them in the oil.
Wash the lentils and add them with the water.
Let the soup cook for twenty minutes.
Add salt and serve it.

vanilla pudding
two cups of milk, three spoons of cornstarch, three spoons of sugar and some vanilla | 15 minutes
Thicken hot milk with cornstarch, sugar and vanilla, and let it cool.
Stir the cornstarch and the sugar with a little of the cold milk.
Boil the rest of the milk with the vanilla.
Stir in the starch and let it boil for one minute.
Pour it into bowls and let it cool.
""".replace("\n    ", " "))

UNKNOWN = (
    "lasagna", "sushi", "paella", "curry", "tiramisu", "goulash", "ramen", "sourdough", "croissants", "beef stew", "roast duck",
    "risotto", "moussaka", "dumplings", "ratatouille", "macarons", "sauerkraut", "chili", "tacos", "burritos", "falafel",
    "cheesecake", "ice cream", "fish pie", "roast chicken", "meatballs", "spring rolls", "gnocchi", "quiche", "bagels",
    "donuts", "pretzels", "gingerbread", "strudel", "pad thai", "borscht", "fondue", "marmalade", "kimchi", "apple pie",
)
MEALS = "soup|salad|omelette|eggs|pasta|potatoes|pizza|sandwich|rice$|stew|pancakes|toast|waffles"
HOW = (
    "How do I make {it}?", "How do you make {it}?", "How can I make {it}?", "how to make {it}", "How is {it} made?",
    "I want to make {it}.", "Tell me how to make {it}.", "I would like to make {it}. How does it work?",
    "Can you tell me how to make {it}?", "How do I cook {it}?", "Explain how to make {it}.", "How would you make {it}?",
    "What do I need for {it}?", "Teach me to make {it}.", "help me make {it}", "I'd like to make {it} today.",
)
VERBS = ("give me", "tell me", "write", "show me", "write down", "find me")
THINGS = (
    "a recipe for {it}", "a simple recipe for {it}", "an easy recipe for {it}", "the recipe for {it}",
    "a quick recipe for {it}", "your recipe for {it}",
)
RAW = ("tea", "lemonade", "salad", "sandwich", "milk shake", "smoothie", "guacamole", "hummus", "fruit")
BARE = (
    "{dish} recipe", "recipe {dish}", "recipe for {dish}", "Recipe: {dish}", "{dish} recipe please",
    "the {dish} recipe, please",
)
ANY = ("an easy recipe", "a recipe", "a recipe", "a simple recipe", "a quick recipe", "any recipe")
IDEAS = (
    "What should I cook today?", "What can I cook tonight?", "I am hungry.", "Give me an idea for dinner.",
    "What shall I cook?", "I don't know what to cook.", "an idea for lunch?", "What could I make for dinner?",
    "Suggest something to cook.", "what should i eat", "I need an idea for lunch.", "Do you know something easy to cook?",
)
YES = (
    "Yes, please.", "yes", "Yes!", "Good idea. How do I make it?", "ok", "How does that work?", "Sure.", "Yes, tell me.",
    "Great, how?", "Good idea!",
)
NO = (
    "No, something else.", "something else please", "Not that.", "No. Another idea?", "Another idea, please.",
    "I don't like that.",
)
NEEDED = (
    "What do I need?", "What do I need for it?", "What do I have to buy?", "And what do I need again?",
    "Just the ingredients, please.", "Which ingredients?",
)
LASTS = (
    "How long does it take?", "how long?", "How much time do I need?", "Is it quick?", "How long does that take?",
    "how long will it take",
)
BRIEF = (
    "Shorter, please.", "shorter", "In one sentence, please.", "Make it shorter.", "Can you say that in one sentence?",
    "Too long. Shorter!",
)
OFFER = "Enjoy your meal!"


def recipe(entry: tuple[str, ...]) -> str:
    """The whole recipe."""
    steps = "\n".join(f"{i}. {step}" for i, step in enumerate(entry[3:], 1))
    return f"For {entry[0]} you need {needs(entry)}.\n{steps}"


def needs(entry: tuple[str, ...]) -> str:
    """The ingredients."""
    return entry[1].split(" | ")[0]


def lasts(entry: tuple[str, ...]) -> str:
    """How long it takes, in a sentence."""
    return f"It takes about {entry[1].split(' | ')[1]}."


def quick(entry: tuple[str, ...]) -> bool:
    """Whether it takes half an hour at most."""
    return entry[1].split(" | ")[1] in ("5 minutes", "10 minutes", "15 minutes", "20 minutes", "25 minutes", "30 minutes")


def asked(rng: Random, dish: str) -> str:
    """A request for a recipe."""
    if rng.random() < 0.45:
        how = rng.choice([form for form in HOW if "cook" not in form or not dish.endswith(RAW)])
        return typed(rng, how.format(it=dish) if not how.startswith("How is") or it(dish) == "it" else f"How are {dish} made?")
    if rng.random() < 0.12:
        return typed(rng, rng.choice(BARE).format(dish=re.sub("^an? ", "", dish)))
    return request(rng, VERBS, rng.choice(THINGS).format(it=dish))


def idea(rng: Random) -> tuple[Turns, tuple[str, ...]]:
    """What to cook: a proposal, perhaps another one, and the recipe."""
    entry, other = rng.sample([row for row in RECIPES if re.search(MEALS, row[0])], 2)
    turns = exchange(typed(rng, rng.choice(IDEAS)), f"How about {entry[0]}? Shall I tell you how to make {it(entry[0])}?")
    if rng.random() < 0.3:
        turns += exchange(rng.choice(NO), f"Then how about {other[0]}? Shall I tell you how to make {it(other[0])}?")
        entry = other
    return turns + exchange(rng.choice(YES), recipe(entry)), entry


def it(dish: str) -> str:
    """The pronoun for a dish."""
    return "them" if dish.endswith(("cakes", "eggs", "potatoes", "muffins", "cookies", "waffles")) else "it"


def unknown(rng: Random) -> Turns:
    """A dish that is in no table: that is said, and another one proposed."""
    dish, entry = rng.choice(UNKNOWN), rng.choice(RECIPES)
    turns = exchange(
        asked(rng, dish),
        f"I do not know how to make {dish}: I know only simple recipes. I can tell you how to make {entry[0]}, if you like.",
    )
    return turns + exchange(rng.choice(YES[:-1]), recipe(entry)) if rng.random() < 0.5 else turns


def dialogue(rng: Random) -> Turns:
    """A recipe, and perhaps a question about it or another one."""
    draw = rng.random()
    if draw < 0.08:
        return unknown(rng)
    if draw < 0.2:
        turns, entry = idea(rng)
    elif draw < 0.28:
        entry = rng.choice([row for row in RECIPES if quick(row)])
        turns = exchange(request(rng, VERBS, rng.choice(ANY)), recipe(entry))
    else:
        entry = rng.choice(RECIPES)
        turns = exchange(asked(rng, entry[0]), recipe(entry))
    return thanked(rng, turns + after(rng, entry), OFFER, 0.12)


def after(rng: Random, entry: tuple[str, ...]) -> Turns:
    """One time in three: what is needed, how long it takes, the same in short, or another recipe."""
    draw = rng.random()
    if draw < 0.08:
        return exchange(typed(rng, rng.choice(NEEDED)), f"You need {needs(entry)}.")
    if draw < 0.16:
        return exchange(typed(rng, rng.choice(LASTS)), lasts(entry))
    if draw < 0.23:
        return exchange(typed(rng, rng.choice(BRIEF)), entry[2])
    if draw < 0.31:
        return exchange(more(rng, "recipe"), recipe(rng.choice([row for row in RECIPES if row is not entry])))
    return []
