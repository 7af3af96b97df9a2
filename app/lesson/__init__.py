"""The lesson: one idea a page, shown with recorded rounds. Pure: pages, their pictures as styled text, and the person's progress."""
