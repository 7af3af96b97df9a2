"""A conversation as Markdown."""

from textual.containers import VerticalScroll

from ..chat.conversation import Chat, Turn
from ..drawing.clean_text import clean


class RenderedChat(VerticalScroll):
    """Prompts as quotations, and replies without their thinking. HTML is shown as text, and no link is followed."""

    _source = ""

    def show(self, chat: Chat) -> None:
        """Draw the chat. What draws Markdown is imported when it is first shown."""
        from markdown_it import MarkdownIt
        from textual.widgets import Markdown

        source = clean("\n\n".join(f"> {quoted}\n\n{reply}" for quoted, reply in map(_parts, chat.turns)))
        if source == self._source:
            return
        if not self.query(Markdown):
            self.mount(Markdown(source, parser_factory=lambda: MarkdownIt("gfm-like", {"html": False}), open_links=False))
        elif (markdown := self.query_one(Markdown)).is_mounted:
            markdown.update(source)
        else:
            return
        self._source = source


def _parts(turn: Turn) -> tuple[str, str]:
    return turn.prompt.replace("\n", "\n> "), "".join(turn.reply.texts[turn.reply.thinking :])
