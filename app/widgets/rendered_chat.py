"""A conversation as Markdown."""

from markdown_it import MarkdownIt
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Markdown

from ..chat.conversation import Chat, Turn
from ..drawing.clean_text import clean


class RenderedChat(VerticalScroll):
    """Prompts as quotations, and replies without their thinking. HTML is shown as text, and no link is followed."""

    _source = ""

    def compose(self) -> ComposeResult:
        yield Markdown(parser_factory=lambda: MarkdownIt("gfm-like", {"html": False}), open_links=False)

    def show(self, chat: Chat) -> None:
        source = "\n\n".join(f"> {quoted}\n\n{reply}" for quoted, reply in map(_parts, chat.turns))
        if source != self._source and self.is_mounted:
            self._source = source
            self.query_one(Markdown).update(clean(source))


def _parts(turn: Turn) -> tuple[str, str]:
    return turn.prompt.replace("\n", "\n> "), "".join(turn.reply.texts[turn.reply.thinking :])
