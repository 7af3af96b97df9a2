"""Small Python functions on request, each with a call and its result, so that a test can run them; and very small programs."""

from __future__ import annotations

import keyword
import re
from random import Random

from .asking import Turns, blocks, capital, exchange, names, request, thanked, typed

# what it does as `to ...` | the same as `that ...` | what it is called, then an explanation, the code, a call, its result
FUNCTIONS = blocks(
    """
add two numbers | adds two numbers | the sum of two numbers
It takes two numbers and returns their sum.
def add(a, b):
    return a + b
>>> add(2, 3)
5

subtract two numbers | subtracts two numbers | the difference of two numbers
It takes two numbers and returns the first minus the second.
def subtract(a, b):
    return a - b
>>> subtract(7, 2)
5

multiply two numbers | multiplies two numbers | the product of two numbers
It takes two numbers and returns their product.
def multiply(a, b):
    return a * b
>>> multiply(4, 3)
12

divide two numbers | divides two numbers | division
It divides a by b, and returns None when b is zero.
def divide(a, b):
    if b == 0:
        return None
    return a / b
>>> divide(9, 3)
3.0

compute the factorial of a number | computes the factorial of a number | factorial
It multiplies all whole numbers from 2 up to n.
def factorial(n):
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result
>>> factorial(5)
120

compute the factorial with recursion | computes the factorial with recursion | a recursive factorial
It calls itself with n - 1 until n is 1 or less.
def recursive_factorial(n):
    if n <= 1:
        return 1
    return n * recursive_factorial(n - 1)
>>> recursive_factorial(4)
24

check if a number is even | checks if a number is even | an even number check
It returns True when n can be divided by 2 without a rest.
def is_even(n):
    return n % 2 == 0
>>> is_even(4)
True

check if a number is odd | checks if a number is odd | an odd number check
It returns True when n divided by 2 leaves a rest of 1.
def is_odd(n):
    return n % 2 == 1
>>> is_odd(4)
False

reverse a string | reverses a string | string reversal
It returns the letters of the text in the opposite order.
def reverse_string(text):
    return text[::-1]
>>> reverse_string("cat")
'tac'

reverse a list | reverses a list | list reversal
It returns a new list with the items in the opposite order.
def reverse_list(items):
    return items[::-1]
>>> reverse_list([1, 2, 3])
[3, 2, 1]

play fizzbuzz | plays fizzbuzz | fizzbuzz
It returns Fizz for multiples of 3, Buzz for multiples of 5, FizzBuzz for both, and else the number as text.
def fizzbuzz(n):
    if n % 15 == 0:
        return "FizzBuzz"
    if n % 3 == 0:
        return "Fizz"
    if n % 5 == 0:
        return "Buzz"
    return str(n)
>>> fizzbuzz(15)
'FizzBuzz'

compute the n-th Fibonacci number | computes the n-th Fibonacci number | fibonacci
It starts with 0 and 1 and adds the last two numbers n times.
def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a
>>> fibonacci(7)
13

list the first n Fibonacci numbers | lists the first n Fibonacci numbers | a list of Fibonacci numbers
It collects the first n Fibonacci numbers in a list.
def fibonacci_list(n):
    numbers = []
    a, b = 0, 1
    for _ in range(n):
        numbers.append(a)
        a, b = b, a + b
    return numbers
>>> fibonacci_list(6)
[0, 1, 1, 2, 3, 5]

find the largest number in a list | finds the largest number in a list | the maximum of a list
It goes through the numbers and keeps the largest one.
def find_max(numbers):
    largest = numbers[0]
    for number in numbers:
        if number > largest:
            largest = number
    return largest
>>> find_max([3, 9, 4])
9

find the smallest number in a list | finds the smallest number in a list | the minimum of a list
It goes through the numbers and keeps the smallest one.
def find_min(numbers):
    smallest = numbers[0]
    for number in numbers:
        if number < smallest:
            smallest = number
    return smallest
>>> find_min([3, 9, 4])
3

return the larger of two numbers | returns the larger of two numbers | the maximum of two numbers
It compares two numbers and returns the larger one.
def larger(a, b):
    if a > b:
        return a
    return b
>>> larger(4, 8)
8

return the smaller of two numbers | returns the smaller of two numbers | the minimum of two numbers
It compares two numbers and returns the smaller one.
def smaller(a, b):
    if a < b:
        return a
    return b
>>> smaller(4, 8)
4

count the vowels in a string | counts the vowels in a string | a vowel counter
It counts how many letters of the text are a, e, i, o or u.
def count_vowels(text):
    count = 0
    for letter in text.lower():
        if letter in "aeiou":
            count += 1
    return count
>>> count_vowels("Banana")
3

check if a word is a palindrome | checks if a word is a palindrome | a palindrome check
It returns True when the word reads the same from both ends.
def is_palindrome(word):
    word = word.lower()
    return word == word[::-1]
>>> is_palindrome("Level")
True

compute the sum of squares up to n | computes the sum of squares up to n | the sum of squares
It adds up the squares of the numbers from 1 to n.
def sum_of_squares(n):
    total = 0
    for i in range(1, n + 1):
        total += i * i
    return total
>>> sum_of_squares(3)
14

convert Celsius to Fahrenheit | converts Celsius to Fahrenheit | celsius to fahrenheit
It turns degrees Celsius into degrees Fahrenheit.
def celsius_to_fahrenheit(celsius):
    return celsius * 9 / 5 + 32
>>> celsius_to_fahrenheit(100)
212.0

convert Fahrenheit to Celsius | converts Fahrenheit to Celsius | fahrenheit to celsius
It turns degrees Fahrenheit into degrees Celsius.
def fahrenheit_to_celsius(fahrenheit):
    return (fahrenheit - 32) * 5 / 9
>>> fahrenheit_to_celsius(212)
100.0

square a number | squares a number | the square of a number
It multiplies the number by itself.
def square(x):
    return x * x
>>> square(6)
36

cube a number | cubes a number | the cube of a number
It multiplies the number by itself twice.
def cube(x):
    return x * x * x
>>> cube(3)
27

double a number | doubles a number | the double of a number
It returns the number times two.
def double(x):
    return 2 * x
>>> double(8)
16

compute the absolute value of a number | computes the absolute value of a number | the absolute value
It returns the number without its minus sign.
def absolute(x):
    if x < 0:
        return -x
    return x
>>> absolute(-5)
5

compute the average of a list | computes the average of a list | the mean of a list
It adds up the numbers and divides the sum by how many there are.
def average(numbers):
    return sum(numbers) / len(numbers)
>>> average([2, 4, 6])
4.0

add up all numbers in a list | adds up all numbers in a list | the sum of a list
It starts with zero and adds every number of the list.
def sum_list(numbers):
    total = 0
    for number in numbers:
        total += number
    return total
>>> sum_list([1, 2, 3])
6

multiply all numbers in a list | multiplies all numbers in a list | the product of a list
It starts with one and multiplies it by every number of the list.
def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result
>>> product([2, 3, 4])
24

count the words in a text | counts the words in a text | a word counter
It splits the text at spaces and counts the parts.
def count_words(text):
    return len(text.split())
>>> count_words("the cat is here")
4

count a letter in a word | counts a letter in a word | a letter counter
It counts how often the letter stands in the word.
def count_letter(word, letter):
    count = 0
    for other in word:
        if other == letter:
            count += 1
    return count
>>> count_letter("banana", "a")
3

check if a number is prime | checks if a number is prime | a prime number check
It tries all divisors up to the square root, and returns False if one fits.
def is_prime(n):
    if n < 2:
        return False
    for i in range(2, int(n ** 0.5) + 1):
        if n % i == 0:
            return False
    return True
>>> is_prime(13)
True

list all primes up to n | lists all primes up to n | a list of primes
It keeps every number that no smaller number from 2 on divides.
def primes_up_to(n):
    primes = []
    for number in range(2, n + 1):
        if all(number % prime for prime in primes):
            primes.append(number)
    return primes
>>> primes_up_to(12)
[2, 3, 5, 7, 11]

find the greatest common divisor of two numbers | finds the greatest common divisor of two numbers | the greatest common divisor
It replaces the pair by the smaller number and the rest, until the rest is zero.
def gcd(a, b):
    while b:
        a, b = b, a % b
    return a
>>> gcd(12, 18)
6

compute a power without the power sign | computes a power without the power sign | a power function
It multiplies the base by itself, exponent times.
def power(base, exponent):
    result = 1
    for _ in range(exponent):
        result *= base
    return result
>>> power(2, 5)
32

greet a person by name | greets a person by name | a greeting
It returns Hello with the name.
def greet(name):
    return "Hello, " + name + "!"
>>> greet("Anna")
'Hello, Anna!'

say hello | says hello | a hello function
It returns the word Hello.
def say_hello():
    return "Hello!"
>>> say_hello()
'Hello!'

compute the area of a rectangle | computes the area of a rectangle | the area of a rectangle
It multiplies the width by the height.
def rectangle_area(width, height):
    return width * height
>>> rectangle_area(3, 4)
12

compute the perimeter of a rectangle | computes the perimeter of a rectangle | the perimeter of a rectangle
It adds width and height and doubles the sum.
def rectangle_perimeter(width, height):
    return 2 * (width + height)
>>> rectangle_perimeter(3, 4)
14

compute the area of a circle | computes the area of a circle | the area of a circle
It multiplies pi by the square of the radius.
def circle_area(radius):
    return 3.14159 * radius ** 2
>>> circle_area(1)
3.14159

compute the area of a triangle | computes the area of a triangle | the area of a triangle
It returns half of base times height.
def triangle_area(base, height):
    return base * height / 2
>>> triangle_area(4, 3)
6.0

compute the volume of a box | computes the volume of a box | the volume of a box
It multiplies length, width and height.
def box_volume(length, width, height):
    return length * width * height
>>> box_volume(2, 3, 4)
24

remove duplicates from a list | removes duplicates from a list | a list without duplicates
It keeps each item only the first time it comes.
def unique(items):
    result = []
    for item in items:
        if item not in result:
            result.append(item)
    return result
>>> unique([1, 2, 2, 3, 1])
[1, 2, 3]

keep only the even numbers of a list | keeps only the even numbers of a list | a filter for even numbers
It returns a list of the numbers that 2 divides.
def only_even(numbers):
    return [n for n in numbers if n % 2 == 0]
>>> only_even([1, 2, 3, 4])
[2, 4]

keep only the odd numbers of a list | keeps only the odd numbers of a list | a filter for odd numbers
It returns a list of the numbers that 2 does not divide.
def only_odd(numbers):
    return [n for n in numbers if n % 2 == 1]
>>> only_odd([1, 2, 3, 4])
[1, 3]

keep only the positive numbers of a list | keeps only the positive numbers of a list | a filter for positive numbers
It returns a list of the numbers that are greater than zero.
def only_positive(numbers):
    return [n for n in numbers if n > 0]
>>> only_positive([-1, 2, -3, 4])
[2, 4]

square every number in a list | squares every number in a list | a list of squares
It returns a new list with the square of each number.
def square_all(numbers):
    return [n * n for n in numbers]
>>> square_all([1, 2, 3])
[1, 4, 9]

double every number in a list | doubles every number in a list | a list of doubles
It returns a new list with each number times two.
def double_all(numbers):
    return [2 * n for n in numbers]
>>> double_all([1, 2, 3])
[2, 4, 6]

make a text upper case | makes a text upper case | an upper case function
It turns all letters into capital letters.
def shout(text):
    return text.upper()
>>> shout("hello")
'HELLO'

make a text lower case | makes a text lower case | a lower case function
It turns all letters into small letters.
def whisper(text):
    return text.lower()
>>> whisper("HELLO")
'hello'

capitalize every word | capitalizes every word | a title case function
It gives each word a capital letter at its beginning.
def capitalize_words(text):
    words = [word.capitalize() for word in text.split()]
    return " ".join(words)
>>> capitalize_words("the red fox")
'The Red Fox'

repeat a text n times | repeats a text n times | a text repeater
It returns the text n times in a row.
def repeat(text, n):
    return text * n
>>> repeat("ha", 3)
'hahaha'

join two strings with a space | joins two strings with a space | a string joiner
It puts a space between two strings.
def join_words(first, second):
    return first + " " + second
>>> join_words("red", "fox")
'red fox'

find the longest word in a text | finds the longest word in a text | the longest word
It goes through the words and keeps the longest one.
def longest_word(text):
    longest = ""
    for word in text.split():
        if len(word) > len(longest):
            longest = word
    return longest
>>> longest_word("a small elephant")
'elephant'

return the first letter of a word | returns the first letter of a word | the first letter
It returns the letter at place 0 of the word.
def first_letter(word):
    return word[0]
>>> first_letter("fox")
'f'

return the last item of a list | returns the last item of a list | the last item of a list
It returns the item at place -1, which is the last.
def last_item(items):
    return items[-1]
>>> last_item([4, 5, 6])
6

return the first item of a list | returns the first item of a list | the first item of a list
It returns the item at place 0, which is the first.
def first_item(items):
    return items[0]
>>> first_item([4, 5, 6])
4

check if a list is empty | checks if a list is empty | an empty list check
It returns True when the list has no items.
def is_empty(items):
    return len(items) == 0
>>> is_empty([])
True

check if a list contains an item | checks if a list contains an item | a search in a list
It returns True as soon as it finds the item.
def contains(items, wanted):
    for item in items:
        if item == wanted:
            return True
    return False
>>> contains([1, 2, 3], 2)
True

find the position of an item in a list | finds the position of an item in a list | linear search
It returns the first position of the item, or -1 if it is not there.
def find_index(items, wanted):
    for index, item in enumerate(items):
        if item == wanted:
            return index
    return -1
>>> find_index(["a", "b", "c"], "b")
1

count how often an item is in a list | counts how often an item is in a list | an item counter
It adds one for each item that is equal to the wanted one.
def count_item(items, wanted):
    count = 0
    for item in items:
        if item == wanted:
            count += 1
    return count
>>> count_item([1, 2, 1], 1)
2

count down from n | counts down from n | a countdown
It returns a list from n down to 1.
def countdown(n):
    return list(range(n, 0, -1))
>>> countdown(3)
[3, 2, 1]

list the numbers from 1 to n | lists the numbers from 1 to n | counting up to n
It returns a list from 1 up to n.
def count_to(n):
    return list(range(1, n + 1))
>>> count_to(4)
[1, 2, 3, 4]

list the even numbers up to n | lists the even numbers up to n | even numbers up to n
It starts at 2 and goes on in steps of 2.
def even_numbers(n):
    return list(range(2, n + 1, 2))
>>> even_numbers(8)
[2, 4, 6, 8]

add up the numbers from 1 to n | adds up the numbers from 1 to n | the sum from 1 to n
It uses the rule that the sum is n times n + 1, divided by 2.
def sum_to(n):
    return n * (n + 1) // 2
>>> sum_to(10)
55

add up the digits of a number | adds up the digits of a number | the digit sum
It takes each digit of the number and adds it to the total.
def digit_sum(n):
    total = 0
    for digit in str(n):
        total += int(digit)
    return total
>>> digit_sum(123)
6

count the digits of a number | counts the digits of a number | a digit counter
It turns the number into text and returns its length.
def count_digits(n):
    return len(str(abs(n)))
>>> count_digits(2048)
4

make the multiplication table of a number | makes the multiplication table of a number | a times table
It returns the first ten multiples of n in a list.
def times_table(n):
    table = []
    for i in range(1, 11):
        table.append(n * i)
    return table
>>> times_table(3)
[3, 6, 9, 12, 15, 18, 21, 24, 27, 30]

swap two values | swaps two values | swapping
It returns the two values in the opposite order.
def swap(a, b):
    return b, a
>>> swap(1, 2)
(2, 1)

check if a year is a leap year | checks if a year is a leap year | a leap year check
A leap year can be divided by 4, but not by 100, unless it can be divided by 400.
def is_leap_year(year):
    if year % 400 == 0:
        return True
    return year % 4 == 0 and year % 100 != 0
>>> is_leap_year(2024)
True

tell if a number is positive, negative or zero | tells if a number is positive, negative or zero | the sign of a number
It compares the number with zero and returns a word.
def sign(x):
    if x > 0:
        return "positive"
    if x < 0:
        return "negative"
    return "zero"
>>> sign(-3)
'negative'

sort a list of numbers | sorts a list of numbers | sorting
It returns a new list with the numbers in order.
def sort_numbers(numbers):
    return sorted(numbers)
>>> sort_numbers([3, 1, 2])
[1, 2, 3]

sort words by length | sorts words by length | sorting by length
It returns the words, the shortest first.
def sort_by_length(words):
    return sorted(words, key=len)
>>> sort_by_length(["bear", "ox", "cat"])
['ox', 'cat', 'bear']

sort a list with bubble sort | sorts a list with bubble sort | bubble sort
It swaps neighbors that are in the wrong order, until the list is sorted.
def bubble_sort(items):
    items = list(items)
    for end in range(len(items) - 1, 0, -1):
        for i in range(end):
            if items[i] > items[i + 1]:
                items[i], items[i + 1] = items[i + 1], items[i]
    return items
>>> bubble_sort([3, 1, 2])
[1, 2, 3]

search a sorted list with binary search | searches a sorted list with binary search | binary search
It looks in the middle and goes on in the half that can hold the item.
def binary_search(items, wanted):
    low, high = 0, len(items)
    while low < high:
        middle = (low + high) // 2
        if items[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low if low < len(items) and items[low] == wanted else -1
>>> binary_search([1, 3, 5, 7], 5)
2

merge two lists | merges two lists | merging two lists
It returns one list with the items of both.
def merge(first, second):
    return first + second
>>> merge([1, 2], [3])
[1, 2, 3]

flatten a list of lists | flattens a list of lists | a flat list
It puts the items of all inner lists into one list.
def flatten(lists):
    flat = []
    for inner in lists:
        flat.extend(inner)
    return flat
>>> flatten([[1, 2], [3]])
[1, 2, 3]

count the letters of a word in a dictionary | counts the letters of a word in a dictionary | letter counts
It returns a dictionary that says how often each letter occurs.
def letter_counts(word):
    counts = {}
    for letter in word:
        counts[letter] = counts.get(letter, 0) + 1
    return counts
>>> letter_counts("noon")
{'n': 2, 'o': 2}

remove the spaces from a text | removes the spaces from a text | a text without spaces
It replaces each space by nothing.
def remove_spaces(text):
    return text.replace(" ", "")
>>> remove_spaces("a b c")
'abc'

remove the vowels from a text | removes the vowels from a text | a text without vowels
It keeps only the letters that are no vowels.
def remove_vowels(text):
    return "".join(c for c in text if c.lower() not in "aeiou")
>>> remove_vowels("banana")
'bnn'

check if a text starts with a word | checks if a text starts with a word | a prefix check
It returns True when the text begins with the prefix.
def has_prefix(text, prefix):
    return text[:len(prefix)] == prefix
>>> has_prefix("sunflower", "sun")
True

check if two words are anagrams | checks if two words are anagrams | an anagram check
It sorts the letters of both words and compares them.
def are_anagrams(first, second):
    return sorted(first.lower()) == sorted(second.lower())
>>> are_anagrams("stone", "notes")
True

convert minutes to seconds | converts minutes to seconds | minutes to seconds
It multiplies the minutes by 60.
def minutes_to_seconds(minutes):
    return minutes * 60
>>> minutes_to_seconds(3)
180

convert hours to minutes | converts hours to minutes | hours to minutes
It multiplies the hours by 60.
def hours_to_minutes(hours):
    return hours * 60
>>> hours_to_minutes(2)
120

convert kilometers to meters | converts kilometers to meters | kilometers to meters
It multiplies the kilometers by 1000.
def kilometers_to_meters(kilometers):
    return kilometers * 1000
>>> kilometers_to_meters(5)
5000

convert a number to a binary string | converts a number to a binary string | binary numbers
It divides by 2 again and again and collects the rests.
def to_binary(n):
    digits = ""
    while n > 0:
        digits = str(n % 2) + digits
        n //= 2
    return digits or "0"
>>> to_binary(6)
'110'

compute a price with a discount | computes a price with a discount | a discount
It takes away so many percent of the price.
def discounted(price, percent):
    return price - price * percent / 100
>>> discounted(80, 25)
60.0

split a bill between people | splits a bill between people | splitting a bill
It divides the total by the number of people.
def split_bill(total, people):
    return total / people
>>> split_bill(60, 4)
15.0

limit a number to a range | limits a number to a range | a clamp function
It returns low if x is too small, high if it is too large, and else x.
def clamp(x, low, high):
    return max(low, min(x, high))
>>> clamp(15, 0, 10)
10

turn a list of words into a sentence | turns a list of words into a sentence | a sentence maker
It joins the words with spaces and adds a full stop.
def make_sentence(words):
    return " ".join(words).capitalize() + "."
>>> make_sentence(["the", "sun", "shines"])
'The sun shines.'

turn seconds into minutes and seconds | turns seconds into minutes and seconds | a time splitter
It returns how many full minutes there are, and the seconds left over.
def split_seconds(seconds):
    return seconds // 60, seconds % 60
>>> split_seconds(75)
(1, 15)

divide a list into two halves | divides a list into two halves | halving a list
It cuts the list in the middle and returns both parts.
def halve(items):
    middle = len(items) // 2
    return items[:middle], items[middle:]
>>> halve([1, 2, 3, 4])
([1, 2], [3, 4])

find the second largest number in a list | finds the second largest number in a list | the second largest number
It sorts the different numbers and takes the last but one.
def second_largest(numbers):
    return sorted(set(numbers))[-2]
>>> second_largest([4, 9, 7])
7

find the median of a list | finds the median of a list | the median
It sorts the numbers and returns the middle one, or the mean of the two in the middle.
def median(numbers):
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle - 1] + ordered[middle]) / 2
>>> median([5, 1, 3])
3

find the common items of two lists | finds the common items of two lists | the common items of two lists
It keeps the items of the first list that are also in the second.
def common_items(first, second):
    return [item for item in first if item in second]
>>> common_items([1, 2, 3], [2, 3, 4])
[2, 3]

swap the keys and values of a dictionary | swaps the keys and values of a dictionary | an inverted dictionary
It returns a new dictionary in which each value leads to its key.
def invert(mapping):
    return {value: key for key, value in mapping.items()}
>>> invert({"a": 1, "b": 2})
{1: 'a', 2: 'b'}

roll a die | rolls a die | a die
It returns a random number from 1 to 6.
import random

def roll_die():
    return random.randint(1, 6)
>>> 1 <= roll_die() <= 6
True

flip a coin | flips a coin | a coin flip
It picks heads or tails at random.
import random

def flip_coin():
    return random.choice(["heads", "tails"])
>>> flip_coin() in ("heads", "tails")
True

compute the distance between two points | computes the distance between two points | the distance of two points
It uses the rule for the long side of a right triangle.
def distance(x1, y1, x2, y2):
    return ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
>>> distance(0, 0, 3, 4)
5.0

check if a password is long enough | checks if a password is long enough | a password check
It returns True when the password has eight letters or more.
def is_long_enough(password):
    return len(password) >= 8
>>> is_long_enough("rain")
False

draw a line of stars | draws a line of stars | a line of stars
It returns a text of n stars.
def stars(n):
    return "*" * n
>>> stars(5)
'*****'

draw a triangle of stars | draws a triangle of stars | a triangle of stars
It makes n lines, each one star longer than the line before.
def star_triangle(n):
    lines = ["*" * i for i in range(1, n + 1)]
    return "\\n".join(lines)
>>> star_triangle(2)
'*\\n**'
""".replace("import random\n\n", "import random\n\f\n")
)

# what it does as `to ...`, then the code
PROGRAMS = blocks("""
print hello world|say hello world|print Hello, world!
print("Hello, world!")

print the numbers from 1 to 10|count to ten
for i in range(1, 11):
    print(i)

print the even numbers up to 20
for i in range(2, 21, 2):
    print(i)

count down from 10|count backwards from ten
for i in range(10, 0, -1):
    print(i)
print("Go!")

ask for a name and greet the person|ask for my name and say hello
name = input("What is your name? ")
print("Hello, " + name + "!")

print every item of a list|loop over a list
items = ["apple", "pear", "plum"]
for item in items:
    print(item)

add two numbers that the user types
a = int(input("First number: "))
b = int(input("Second number: "))
print(a + b)

print the squares from 1 to 10
for i in range(1, 11):
    print(i * i)

print a random number from 1 to 100
import random
print(random.randint(1, 100))

make a list of squares
squares = [n * n for n in range(1, 11)]
print(squares)

read a file and print it|print the lines of a file
with open("notes.txt") as file:
    for line in file:
        print(line.rstrip())

write a text to a file
with open("notes.txt", "w") as file:
    file.write("Hello!")

make a dictionary of ages|show how a dictionary works
ages = {"Anna": 7, "Ben": 9}
print(ages["Anna"])
""")

TASKS = (
    "a Python function that {does}",
    "a Python function to {do}",
    "a function that {does}",
    "a function to {do} in Python",
    "Python code to {do}",
    "a short Python function that {does}",
    "a small Python function to {do}",
    "a function in Python that {does}",
    "a Python function called {name} that {does}",
    "a function {name} in Python",
    "a simple Python function that {does}",
    "a Python function named {name} that {does}",
    "Python code that {does}",
    "a function called {name} that {does}",
    "a Python function for {it}",
    "a Python function {name}",
)
QUESTIONS = (
    "How do I {do} in Python?",
    "How can I {do} in Python?",
    "how to {do} in python",
    "How do you {do} in Python?",
    "python function to {do}",
    "python function that {does}",
    "{it} in python",
    "python {it}",
    "python: {do}",
    "{it} in Python, please",
    "def {name}",
    "write {name} in python",
    "code for {it}",
    "I need Python code for {it}.",
    "Python: a function that {does}",
    "Show me {it} in Python.",
    "Code: {it}",
    "Write the function {name} in Python.",
    "What does a Python function for {it} look like?",
)
VERBS = ("write", "write", "write", "give me", "write me", "show me", "make", "code", "create")
PROGRAM_TASKS = (
    "a Python program to {do}", "Python code to {do}", "a program in Python to {do}", "a small Python program to {do}",
    "a Python script to {do}",
)
PROGRAM_QUESTIONS = (
    "How do I {do} in Python?", "How can I {do} in Python?", "{Do} in Python.", "python {do}", "{do} in python",
    "how to {do} in python",
)
EXPLAIN = (
    "What does it do?",
    "what does it do?",
    "Explain it.",
    "What does this function do?",
    "How does it work?",
    "Explain the code, please.",
    "explain",
    "Can you explain it?",
    "What does that do?",
    "Can you explain how it works?",
    "explain the code",
)
EXAMPLE = (
    "Give me an example.",
    "How do I use it?",
    "Show me an example.",
    "example?",
    "How do I call it?",
    "Can you show how to use it?",
    "An example, please.",
    "how do i call this",
)
RENAME = (
    "Rename {a} to {b}.",
    "rename {a} to {b}",
    "Please rename {a} to {b}.",
    "Now rename {a} to {b}.",
    "Can you rename {a} to {b}?",
    "Change {a} to {b}.",
    "Call it {b} instead of {a}.",
    "Use {b} instead of {a}.",
    "Replace {a} with {b}.",
    "Write it again with {a} renamed to {b}.",
    "Rename {a} to {b}, please.",
    "I want {a} to be called {b}.",
)
NEW_NAMES = names("""
value values number numbers num nums n x y z k m data items item things elements element word words text line letters result
answer total output count amount size left right first second start end limit low_value high_value compute calculate
get_result do_it run work helper my_function solve process check test find get make build show entry entries current best
temp acc info source target label title content sample points score scores price prices
""")
OFFER = "I can write more small functions: just say what one should do."


def code_of(entry: tuple[str, ...]) -> str:
    """The function's text."""
    return "\n".join(line.strip("\f") for line in entry[2:-2])


def check_of(entry: tuple[str, ...]) -> tuple[str, str]:
    """A call of the function, and the repr of what it gives."""
    return entry[-2].removeprefix(">>> "), entry[-1]


CHECKS = tuple((code_of(entry), *check_of(entry)) for entry in FUNCTIONS)


def fenced(code: str) -> str:
    """Code as a reply."""
    return f"```python\n{code}\n```"


def name_of(code: str) -> str:
    """The name of the function that is defined."""
    return re.search(r"def (\w+)", code)[1]


def asked(rng: Random, entry: tuple[str, ...]) -> str:
    """A request by what it does, by what it is called, or by the function's name."""
    do, does, it = (part.strip() for part in entry[0].split("|"))
    slots = {"do": do, "does": does, "it": it, "name": name_of(code_of(entry))}
    if rng.random() < 0.35:
        ask = rng.choice(QUESTIONS)
        slots["it"] = it if " for {it}" in ask else re.sub("^(a|an|the) ", "", it)
        ask = ask.format(**slots)
        return ask if rng.random() < 0.6 else capital(ask)
    text = request(rng, VERBS, "THING", 0.05)
    return re.sub("thing", lambda _: rng.choice(TASKS).format(**slots), text, count=1, flags=re.IGNORECASE)


def parts(code: str) -> list[str]:
    """The names that can be renamed: the function's, its arguments', its variables'."""
    found = re.findall(r"def (\w+)|\((\w+)[,)]|, (\w+)[,)]|^ +(\w+) (?:=|\+=|\*=) |for (\w+) in", code, re.MULTILINE)
    seen = dict.fromkeys(name for group in found for name in group if name and not name.isdigit() and name != "_")
    return [
        name
        for name in seen
        if re.search(rf"def {name}\b|def .*[(, ]{name}[,)]|^ +{name} (?:=|\+=|\*=)|for {name} in", code, re.MULTILINE)
    ]


def renamed(code: str, old: str, new: str) -> str:
    """The code with every whole occurrence of a name changed, but not inside quotes."""
    pieces = re.split(r'("[^"]*")', code)
    return "".join(piece if piece.startswith('"') else re.sub(rf"\b{old}\b", new, piece) for piece in pieces)


def new_name(rng: Random, code: str) -> str:
    """A name that the code does not hold."""
    return rng.choice([name for name in NEW_NAMES if not re.search(rf"\b{name}\b", code) and not keyword.iskeyword(name)])


def renaming(rng: Random, code: str) -> tuple[Turns, str]:
    """A second turn that has one name changed, and the new code."""
    old, new = rng.choice(parts(code)), new_name(rng, code)
    after = renamed(code, old, new)
    return exchange(rng.choice(RENAME).format(a=old, b=new), fenced(after)), after


def follow(rng: Random, entry: tuple[str, ...], code: str) -> Turns:
    """What comes after a function: its meaning, an example, a new name or two."""
    turns: Turns = []
    draw = rng.random()
    if draw < 0.2:
        turns += exchange(rng.choice(EXPLAIN), entry[1])
    elif draw < 0.3 and "\f" not in "\n".join(entry) and not check_of(entry)[0].startswith("1 "):
        turns += exchange(rng.choice(EXAMPLE), "For example, `{}` gives `{}`.".format(*check_of(entry)))
    if rng.random() < 0.4:
        again, code = renaming(rng, code)
        turns += again
        if rng.random() < 0.25:
            turns += renaming(rng, code)[0]
    return turns


def program(rng: Random) -> Turns:
    """A very small program that is no function."""
    does, *code = rng.choice(PROGRAMS)
    do = rng.choice(does.split("|"))
    if rng.random() < 0.4:
        ask = typed(rng, rng.choice(PROGRAM_QUESTIONS).format(do=do, Do=capital(do)))
    else:
        ask = request(rng, VERBS, rng.choice(PROGRAM_TASKS).format(do=do))
    return exchange(ask, fenced("\n".join(code)))


def dialogue(rng: Random) -> Turns:
    """A small function on request, and questions and renamings after it."""
    if rng.random() < 0.1:
        return thanked(rng, program(rng), OFFER, 0.06)
    entry = rng.choice(FUNCTIONS)
    code = code_of(entry)
    turns = exchange(asked(rng, entry), fenced(code)) + follow(rng, entry, code)
    if rng.random() < 0.08:
        other = rng.choice([function for function in FUNCTIONS if function is not entry])
        turns += exchange(asked(rng, other), fenced(code_of(other)))
    return thanked(rng, turns, OFFER, 0.08)
