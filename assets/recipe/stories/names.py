"""First names from many parts of the world, as children have them, and names for animals and other heroes."""


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


GIRLS = _names("""
Lena Mia Anna Emma Clara Ida Greta Frida Lotte Hanna Marta Paula Johanna Emilia Sofia Nora Ella Freya Astrid Ingrid Saga Linnea
Maja Tilda Signe Aino Helmi Siiri Aada Olivia Amelia Lucy Alice Poppy Daisy Lily Rosie Molly Evie Ruby Holly Maisie Tess
Zoe Chloe Camille Louise Manon Juliette Elise Margot Colette Amelie Lucia Carmen Paloma Elena Ines Marisol Valentina Camila Isabela Luz
Beatriz Leonor Mariana Joana Catarina Giulia Chiara Bianca Ginevra Aurora Martina Francesca Serena Katya Anya Masha Dasha Olga Nadia
Vera Tanya Zosia Hania Kasia Maya Jana Petra Zuzana Eliska Mila Ivana Jelena Danica Ana Ilinca Ioana Daria Eleni Despina Zoi Kalliope
Elif Zeynep Defne Ayla Leyla Selin Noor Amira Layla Yasmin Salma Farah Huda Rania Samira Dina Mariam Nour Shirin Parisa Roya Darya
Tamar Noa Shira Yael Talia Maayan Aisha Fatou Awa Aminata Amina Zuri Imani Nia Ayana Makena Wanjiru Chipo Thandi Lerato Naledi Zola
Adaeze Ngozi Ife Temi Abena Esi Akua Priya Anjali Diya Kavya Meera Lakshmi Asha Nisha Tara Isha Anika Riya Sita Padma Dechen Pema
Mei Lin Xia Lan Hua Yan Ling Jing Yuki Hana Sakura Aiko Emi Rin Mio Haruka Naoko Soo Jiwoo Minji Hani Seoyeon Linh Thuy Mai 
Dewi Putri Sari Ayu Siti Nurul Malia Leilani Kiri Aroha Marama Kaia Tui Sina Nayeli Citlali Quilla Killa Aponi Winona Tala
""")

BOYS = _names("""
Ben Tom Max Paul Finn Emil Anton Oskar Karl Jakob Felix Jonas Lukas Moritz Theo Matti Eino Onni Lars Sven Nils Erik Gustav Bjorn
Magnus Leif Axel Hugo Arthur Oliver George Harry Jack Charlie Alfie Henry Oscar Leo Noah Sam Toby Dylan Rhys Owen Callum Angus
Hamish Rory Sean Liam Conor Patrick Declan Louis Jules Gabriel Remi Antoine Luc Mathis Marcel Pierre Diego Mateo Pablo Javier Carlos
Miguel Santiago Rafael Andres Pedro Joao Tiago Duarte Rui Vasco Luca Marco Matteo Enzo Paolo Giovanni Tommaso Nico Ivan Misha Sasha
Kolya Petya Dima Boris Yuri Jan Kuba Janek Wojtek Tomasz Pavel Honza Vojta Marek Milan Goran Luka Stefan Andrei Radu Mihai Nikos
Yannis Kostas Petros Emre Kerem Deniz Mert Arda Omar Ali Hassan Karim Yusuf Tariq Bilal Zaid Idris Samir Rashid Khalil Faris
Cyrus Dariush Kian Navid Eitan Noam Ilan Ari Avi Kofi Kwame Kojo Yaw Ade Tunde Chidi Emeka Obi Femi Sipho Thabo Themba Tendai Baraka
Juma Jabari Kamau Musa Ousmane Moussa Ibou Arjun Rohan Ravi Vikram Anand Kiran Sanjay Rahul Nikhil Tenzin Dorje Karma
Wei Jun Ming Bo Li Hao Tao Chen Kenji Haru Hiro Taro Daiki Sora Ren Kaito Yuto Minho Jisoo Joon Hyun Taeyang Minh Duc Nam Quang
Adi Budi Bayu Agus Wira Rizal Keanu Kai Koa Tane Wiremu Rangi Manu Sione Tavita Inti Amaru Cuauhtemoc Nantan Takoda Kele
""")

# For animals, robots, toys and the like.
SHE_NAMES = _names("""
Momo Lulu Tilly Nellie Bella Pearl Hazel Willow Olive Clover Pepper Ginger Plum Mabel Dot Kiki Nina Zuzu Fifi Bibi Coco Mimi Tippy
Peaches Juniper Maple Luna Stella Fern Ivy Heather Minnie Pippa Tansy Wren Marigold Primrose Biddy Flossie Millie Nutmeg
Tulip Velvet Ember Opal Rosa Tinka Lola Suki Zaza Nixie Polly Trixie Dulcie Hetty Mitzi
""")

HE_NAMES = _names("""
Pip Bo Rufus Otto Barnaby Gus Bruno Hobbes Milo Ziggy Bertie Biscuit Button Rocky Buster Moss Sandy Teddy Freddy Wally Bobo Dodo
Jojo Toto Rollo Ollo Tumble Pickle Waffles Crumb Pebble Acorn Thistle Bramble Sprout Twig Chip Skip Fizz Buzz Beep Bolt Rusty Cosmo
Orbit Spark Nutkin Basil Figaro Monty Percy Winston Humphrey Boots Patches Whiskers Snuffle Grumble Tuck Noodle
""")
