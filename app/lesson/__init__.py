"""The lesson: one idea a page, told with recorded rounds. Pure: pages, pictures of them as styled text, and how far a person got."""
