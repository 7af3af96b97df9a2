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

        source = clean("\n\n".join(map(_quoted, chat.turns)))
        if source == self._source:
            return
        if not self.query(Markdown):
            self.mount(Markdown(source, parser_factory=lambda: MarkdownIt("gfm-like", {"html": False}), open_links=False))
        elif (markdown := self.query_one(Markdown)).is_mounted:
            markdown.update(source)
        else:
            return
        self._source = source


def _quoted(turn: Turn) -> str:
    prompt, answer = turn.prompt.replace("\n", "\n> "), turn.reply.tokens[turn.reply.thinking :]
    return f"> {prompt}\n\n{''.join(token.text for token in answer)}"
