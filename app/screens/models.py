"""The models screen: the models on disk and on the hub, what can draft for the target, and loading it."""

from typing import Callable, Mapping

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import DataTable, Input

from ..actions import choosing_models
from ..app_state import AppState
from ..chat.wording import short
from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..models import offers
from ..models.catalogue import Catalogue, Row
from ..models.hub import Listed
from ..widgets.memory_plan import PlanPanel
from ..widgets.model_lists import DiskTable, DownloadBar, HubTable, ModelTable
from ..widgets.status import doing
from ..widgets.text_static import TextStatic
from .base import MODELS, TabScreen, hidden

ROW_VERBS: Mapping[str, Callable[[AppState, Row], str | None]] = {
    "load": choosing_models.load_target, "draft": choosing_models.draft_with, "side": choosing_models.show_drafters_for,
    "unload": choosing_models.unload, "forget": choosing_models.forget_folder,
}  # fmt: skip
ASK = "type to search the hub (qwen3 4bit), or a folder to list (~/models)"


class ModelsScreen(TabScreen):
    """Two lists, the disk's and the hub's; beside them the pair that the line under the cursor would make."""

    TAB = MODELS
    HELP = "Choose target and drafter: models on disk and on the hub, which can draft for which, and why not. What is typed in a list searches the hub."
    BINDING_GROUP_TITLE = "Models"
    BINDINGS = [
        Binding("enter", "load", "Load", id="models.load", tooltip="this model as the target; in the hub's list, download it"),
        Binding("slash", "ask", "Search", id="models.search", tooltip="the hub, or type a folder to list"),
        Binding("ctrl+d", "row('draft')", "Draft", id="models.draft", tooltip="use this as the drafter"),
        hidden("ctrl+u", "row('unload')", "Unload", "models.unload", "this; on the target, the whole pair"),
        hidden("ctrl+k", "check", "Check", "models.check", "what the selected model can draft for, without downloading its weights"),
        Binding("escape", "back", "Back", id="models.back", tooltip="to the list of what is on disk, without the search"),
        hidden("ctrl+l", "row('side')", "Side", "models.side", "show drafters for this target without loading it; again: for the loaded target"),
        hidden("ctrl+g", "download", "Download", "models.download", "continue the stopped download, else the selected model"),
        Binding("ctrl+g", "do('stop_download')", "Stop", id="models.download", tooltip="the download and keep what has arrived"),
        hidden("ctrl+f", "offer", "Published", "models.published", "list the published drafters for this target"),
        hidden("ctrl+b", "panel", "Details", "models.details", "of the pair, which a narrow terminal hides"),
        hidden("ctrl+r", "do('scan')", "Look again", "models.look-again", "scan the disk"),
        hidden("ctrl+x", "row('forget')", "Forget folder", "models.forget-folder", "stop listing the folder that this model came from"),
    ]  # fmt: skip
    VERBS = {"scan": lambda state: state.catalogue.scan(), "stop_download": choosing_models.stop_download}
    NOW = {("download",): lambda state: not state.catalogue.download.live, ("do", "stop_download"): lambda state: state.catalogue.download.live}

    AUTO_FOCUS = "#disk"
    _asked_of = ""  # what a second press of the last key would do

    @property
    def field(self) -> Input | None:
        """What is typed in a list is a search."""
        return self.query_one("#ask", Input) if isinstance(self.focused, ModelTable) else None

    @property
    def moving(self) -> bool:
        """Nothing here changes with a reply."""
        return False

    @property
    def catalogue(self) -> Catalogue:
        return self.state.catalogue

    def body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            with Vertical(id="models"):
                yield DiskTable("disk", header=True)
                yield TextStatic(id="hub-head")
                yield Input(placeholder=ASK, id="ask", compact=True, select_on_focus=False)  # the first letter comes before the focus
                yield HubTable("hub", header=False)
                yield DownloadBar(id="download")
            with VerticalScroll(id="panel", can_focus=False):
                yield PlanPanel(id="plan")
        yield TextStatic(id="words")

    def on_screen_resume(self) -> None:
        """Keep the list of what is on disk up to date from now on, and scan it again. That the hub could not be searched is old."""
        if self.catalogue.search.trouble:
            choosing_models.forget_search(self.state)
        self.catalogue.wanted = True
        self.catalogue.stale |= not self.catalogue.scanning

    # Drawing

    def draw(self) -> None:
        super().draw()
        catalogue, disk = self.catalogue, self.query_one(DiskTable)
        disk.show(catalogue)
        self.query_one(DownloadBar).show(catalogue.download)
        self.query_one(HubTable).show(catalogue, disk.room)
        model = self.hub_model
        row = offers.row(catalogue, model) if model else disk.picked
        self.query_one(PlanPanel).show(catalogue, row, model if model and model.pair else None)
        self.query_one("#hub-head", TextStatic).put(_hub_words(catalogue))
        self.query_one("#words", TextStatic).put(Content(one_line(self._words(disk.picked), max(1, self.size.width - 2))))

    def _words(self, row: Row | None) -> str:
        """The load in progress; else a line about the row under the cursor."""
        if self.state.engine.loading:
            return doing(self.state)
        if model := self.hub_model:
            return f"{model.name}: {offers.words(self.catalogue, model)}"
        if row is None:
            return "scanning the disk" if self.catalogue.scanning or not self.catalogue.disk.scanned else doing(self.state)
        if row.use == "target":
            return f"{row.name} is the target in use"
        return f"{row.name}: {row.verdict.line}" + (f"; {row.gain.words}" if row.gain and row.item and not row.gain.loses else "")

    @on(DataTable.RowHighlighted)
    @on(events.DescendantFocus)
    def _moved(self) -> None:
        self.call_after_refresh(self.draw)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for the disk's list do nothing in the hub's list, and the other way round. Esc does nothing on the disk's list without a search."""
        if not super().check_action(action, parameters):
            return False
        if action == "back":
            return bool(self.catalogue.search.text) or not isinstance(self.focused, DiskTable)
        at_hub = isinstance(self.focused, HubTable)
        return at_hub if action == "check" else not at_hub if action == "row" else True

    # Keys

    @property
    def hub_model(self) -> Listed | None:
        """The hub's model under the cursor, if that list has the focus."""
        hub = self.query_one(HubTable)
        return hub.picked if self.focused is hub else None

    @on(DataTable.RowSelected)
    def action_load(self) -> None:
        if model := self.hub_model:
            self.app.attempt(choosing_models.download_listed, model)
        elif not isinstance(self.focused, HubTable):
            self.action_row("load")

    def action_row(self, verb: str) -> None:
        """Act on the row of the disk's list under the cursor. Stopping a folder's listing, or unloading the whole pair, needs a second press."""
        if (row := self.query_one(DiskTable).picked) is None:
            return
        folder = choosing_models.named_folder(self.state, row) if verb == "forget" else None
        question = f"^x again stops listing {folder}" if folder else f"^u again unloads {row.name} and its drafters" if (verb, row.use) == ("unload", "target") else ""
        asked, self._asked_of = self._asked_of, question
        if question not in ("", asked):
            self.app.notify(question, severity="warning", markup=False, timeout=6)
        else:
            self.app.attempt(ROW_VERBS[verb], row)

    def on_key(self, event: events.Key) -> None:
        if event.key not in ("ctrl+u", "ctrl+x"):
            self._asked_of = ""

    @on(Input.Submitted, "#ask")
    def _asked(self, event: Input.Submitted) -> None:
        if self.app.attempt(choosing_models.ask, event.value):
            (self.query_one(HubTable) if self.catalogue.search.searching else self.query_one(DiskTable)).focus()

    def action_ask(self) -> None:
        self.query_one("#ask", Input).focus()

    def action_download(self) -> None:
        """Continue the download that stopped here; else download the selected model, or continue what an earlier start left."""
        model, stopped = self.hub_model, self.catalogue.download.state in ("stopped", "failed")
        if model and not stopped:
            self.app.attempt(choosing_models.download_listed, model)
            return
        first = self.query_one(HubTable).picked
        name = self.catalogue.resumable or (first.name if first and not (first.published or first.pair) else "")
        self.app.attempt(choosing_models.download, name)

    def action_check(self) -> None:
        model = self.query_one(HubTable).picked
        name = model.pair.target if model and model.pair else model.name if model else ""
        self.app.attempt(choosing_models.check, name)

    def action_offer(self) -> None:
        if self.app.attempt(choosing_models.offer):
            self.query_one(HubTable).focus()
        self.draw()

    def action_back(self) -> None:
        """Go to the disk's list, and list what is published again."""
        choosing_models.forget_search(self.state)
        self.query_one(Input).clear()
        self.query_one(DiskTable).focus()
        self.draw()


def _hub_words(catalogue: Catalogue) -> Content:
    search, listed = catalogue.search, offers.offered(catalogue)
    if search.text:
        nothing = f"the hub has no safetensors model for {search.text!r}"
        words = f"searching for {search.text}" if search.searching else search.trouble or ("most downloaded first" if search.found else nothing)
    elif listed and listed[0].pair:
        words = "published pairs for this machine: enter downloads both and loads them"
    elif listed and catalogue.target:
        words = f"published drafters for {short(catalogue.target.name)}: ^f chooses, enter downloads"
    else:
        words = f"{size(catalogue.memory.free)} of memory free" if catalogue.memory.free else ""
    return Content.assemble(("HUB  ", "bold $origin-faint"), (one_line(words), "$origin-faint"))
