"""A page of HTML as a browser reads it."""

from html.parser import HTMLParser


class Read(HTMLParser):
    """What a browser shows of a page: `text` without the cards, `cards`, in order; every tag that is opened is closed, no script runs and no file is fetched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened, self.text, self.cards, self.tabbed = list[str](), "", list[str](), 0
        self.feed(page)
        self.close()
        assert self.opened == []

    def handle_starttag(self, tag, attrs):
        names = dict(attrs)
        assert tag not in ("script", "link", "img", "iframe") and not {name for name in names if name.startswith("on") or name in ("src", "srcset")}
        assert (names.get("href") or "#").startswith("#"), "a place in the page itself"
        self.tabbed += names.get("tabindex") == "0"
        self.cards += [""] * (names.get("class") == "c")
        if tag not in ("meta", "br", "input"):
            self.opened.append("c" if names.get("class") in ("c", "g") else tag)

    def handle_endtag(self, tag):
        assert self.opened.pop() in (tag, "c")

    def handle_data(self, data):
        if "style" in self.opened or "title" in self.opened:
            return
        if "c" in self.opened:
            self.cards = [*self.cards[:-1], self.cards[-1] + data] if self.cards else []
        else:
            self.text += data
