"""The lesson: one idea a page, shown with recorded rounds. Pure: pages, their pictures as styled text, and the person's progress."""

COURSE, MORE = 15, 15  # minutes of its course and of the other pages, read aloud; a test holds them against course.seconds
