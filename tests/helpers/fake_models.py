"""Models and machines that are not here: items with the headers and configs of published models, machines by their memory and how fast they
multiply matrices, by what others published of such machines; and a runner that does nothing by itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, Callable, Sequence

from textual.pilot import Pilot
from textual.widgets import Input

from specdeck.actions import choosing_models
from specdeck.decoding import Memory
from specdeck.decoding.checkpoints.checkpoint import Checkpoint, Tensor
from specdeck.decoding.checkpoints.memory import PassWeights, footprint, pass_weights
from specdeck.engine.messages import FLOAT32, HALF, PACKED, Loaded, Machine, MatrixSpeed
from specdeck.models.catalogue import Catalogue
from specdeck.models.disk import CACHE, DiskScan, Item
from specdeck.models.downloads import Background, Done, Download
from specdeck.models.hub import Listed
from specdeck.notices import Notice
from tests.helpers.play import until

GB = 10**9
GPU_SHARE = 0.7  # of a Mac's memory that macOS recommends for the GPU
PACKED_BY_ROWS = {1: 1, 2: 1.07, 3: 1.21, 5: 1.45, 9: 2.1, 16: 3.2}  # a 27 B model in 4 bits on an M4 Pro, over a row
HALF_BY_ROWS = {1: 1, 2: 1.02, 3: 1.05, 5: 1.1, 9: 1.25, 16: 1.5}
FLOAT32_BY_ROWS = {1: 1, 2: 1.01, 3: 1.05, 5: 1.15, 9: 1.35, 16: 1.6}  # OpenBLAS on two cores
PACKED_ON_A_CPU = 1.6  # seconds for each GB and row


def mac(ram: int, bandwidth: float) -> tuple[Machine, Memory]:
    """A Mac with so many GB of memory, read at `bandwidth` GB/s."""
    forms = {PACKED: PACKED_BY_ROWS, HALF: HALF_BY_ROWS}
    speed = MatrixSpeed({form: {rows: share / bandwidth for rows, share in curve.items()} for form, curve in forms.items()})
    return Machine(int(GPU_SHARE * ram * GB), speed=speed), Memory(ram * GB, int(0.6 * ram * GB))


def cpu(ram: int, bandwidth: float) -> tuple[Machine, Memory]:
    """A machine without a GPU."""
    wide = {rows: share / bandwidth for rows, share in FLOAT32_BY_ROWS.items()}
    speed = MatrixSpeed({FLOAT32: wide, PACKED: {rows: rows * PACKED_ON_A_CPU for rows in wide}})
    return Machine(None, wide=True, speed=speed), Memory(ram * GB, int(0.8 * ram * GB))


MACHINES = {"a Mac with 8 GB": mac(8, 100), "a Mac with 24 GB": mac(24, 120), "a CPU with 8 GB": cpu(8, 10), "a CPU with 24 GB": cpu(24, 40)}


def catalogue(name: str) -> Catalogue:
    """What would be offered on one of MACHINES with nothing on disk."""
    found = Catalogue()
    found.disk, (found.machine, found.memory) = DiskScan(()), MACHINES[name]
    return found


def place(name: str) -> Path:
    """Where it would be: in the hub's cache, or in a folder of models."""
    owner, _, own = name.rpartition("/")
    return Path(f"/cache/models--{owner}--{own}/snapshots/{'0' * 40}" if owner else f"/models/{own}")


def tensor(name: str, *shape: int, dtype: str = "BF16") -> Tensor:
    """One that is described and nowhere."""
    return Tensor(name, shape, dtype, Path("model.safetensors"))


def model(name: str, layers: int, hidden: int, kv: int, bytes_: float, vocabulary: str, **changes: Any) -> Item:
    """A whole model, 4 bits a weight."""
    tensors = {f"model.layers.{i}.self_attn.{part}.weight": (kv, hidden // 8) for i in range(layers) for part in ("k_proj", "v_proj")}
    rest = int(bytes_ - 4 * sum(a * b for a, b in tensors.values())) // 4
    found = {key: tensor(key, *shape, dtype="U32") for key, shape in {**tensors, "model.embed_tokens.weight": (rest, 1)}.items()}
    config = {"model_type": "qwen3", "hidden_size": hidden, "num_hidden_layers": layers, "vocab_size": 151936, "max_position_embeddings": 40960}
    reads = PassWeights(int(bytes_), int(bytes_ * 8 / 4.5), 151936 * hidden)
    return item(name, "model", config, found, int(bytes_), vocabulary, **{"reads": reads, **changes})


def item(name: str, kind: str, config: dict, tensors: dict, size: int, vocabulary: str | None = None, **changes: Any) -> Item:
    """Something on disk."""
    found = Checkpoint(kind, place(name), config, tensors)
    prints = footprint(found, CACHE, False), footprint(found, CACHE, True)
    return replace(Item(name, place(name), size, "cache", found, None, vocabulary, prints, pass_weights(found)), **changes)


def dflash(name: str, hidden: int, layers: int) -> Item:
    """A block drafter for a target of these sizes."""
    names = ("fc.weight", "hidden_norm.weight", "norm.weight", *(f"layers.0.self_attn.{part}_proj.weight" for part in "qkv"))
    config = {"dflash_config": {"mask_token_id": 5, "target_layer_ids": [1]}, "block_size": 16, "rope_theta": 1e6, "hidden_size": hidden, "num_target_layers": layers, "vocab_size": 151936}
    return item(name, "dflash", config, {tensor_name: tensor(tensor_name, hidden, hidden) for tensor_name in names}, int(1.1 * GB))


def broken(name: str, trouble: str) -> Item:
    """Something that cannot be loaded."""
    return Item(name, place(name), int(0.3 * GB), "folder", None, trouble)


TARGET = model("mlx-community/Qwen3-8B-4bit", 36, 4096, 1024, 4.61 * GB, "qwen3")
SMALL = model("mlx-community/Qwen3-0.6B-4bit", 28, 1024, 1024, 0.34 * GB, "qwen3")
STOCK = DiskScan(
    (
        model("Llama-3.2-1B-Instruct-4bit", 16, 2048, 512, 0.7 * GB, "llama", origin="folder"),
        dflash("z-lab/Qwen3-4B-DFlash-b16", 2560, 36),
        dflash("z-lab/Qwen3-8B-DFlash-b16", 4096, 36),
        broken("half-a-model", "/models/half-a-model/model.safetensors is cut off: it should have 900 bytes and has 300: download it again"),
        SMALL,
        model("mlx-community/Qwen3-1.7B-4bit", 28, 2048, 1024, 0.97 * GB, "qwen3"),
        model("mlx-community/Qwen3-14B-4bit", 40, 5120, 1024, 8.31 * GB, "qwen3"),
        TARGET,
        model("mlx-community/Qwen3-235B-A22B-4bit", 94, 4096, 512, 132 * GB, "qwen3"),
        model("someone/odd-tokenizer-3B", 28, 2048, 512, 1.7 * GB, None),
    )
)
MEMORY = Memory(36 * GB, 19 * GB)
MACHINE = Machine(27 * GB, 5 * GB)
PAIR = Loaded(
    TARGET.name, str(TARGET.folder), ("none", "lookup", "model", "hybrid", "auto"), {}, "model",
    paths={"model": str(SMALL.folder)}, machine=MACHINE,
)  # fmt: skip
TIMED = replace(PAIR, machine=replace(MACHINE, speed=mac(36, 150)[0].speed))  # on a machine whose speed is known
LISTED = (
    Listed("mlx-community/Qwen3-4B-4bit", int(2.26 * GB), 41_300, False),
    Listed("mlx-community/Qwen3-8B-4bit", int(4.61 * GB), 38_100, False),
    Listed("mlx-community/Qwen3-30B-A3B-4bit", int(17.2 * GB), 29_000, False),
    Listed("mlx-community/Qwen3-32B-4bit", int(18.4 * GB), 9_120, False),
    Listed("org/Qwen3-235B-A22B-8bit", int(250 * GB), 812, True),
    Listed("someone/untold", None, 3, False),
)


class FakeRunner(Background):
    """Notes what is asked; a test answers."""

    def __init__(self, disk: DiskScan = STOCK, memory: Memory = MEMORY) -> None:
        self.disk, self.memory = disk, memory
        self.asked: list[tuple[str, object]] = []
        self._due: list[Callable[[], Notice | None]] = []
        self._done: dict[tuple[str, str], Done] = {}
        self._downloads: dict[str, Download] = {}

    def _ask(self, kind: str, name: str, done: Done) -> None:
        self.asked.append((kind, name))
        self._done[kind, name] = done

    def _answer(self, kind: str, name: str, result: Any, trouble: str | None) -> None:
        done = self._done.get((kind, name))
        if done:
            self._due.append(lambda: done(result, trouble))

    def scan(self, folders: Sequence[str], learnt: Callable[[], Any], done: Done) -> None:
        """Answered at once."""
        self.asked.append(("scan", tuple(folders)))
        found = self.disk, self.memory, None
        self._due.append(lambda: done(found, None))

    def search(self, text: str, done: Done) -> None:
        """A test answers with `find`."""
        self._ask("search", text, done)

    def find(self, text: str, models: Sequence[Listed] = LISTED, trouble: str | None = None) -> None:
        """The hub answers."""
        self._answer("search", text, tuple(models), trouble)

    def check(self, name: str, done: Done) -> None:
        """A test answers with `see`."""
        self._ask("check", name, done)

    def see(self, name: str, item: Item | None, trouble: str | None = None) -> None:
        """The hub tells what a model is."""
        self._answer("check", name, item, trouble)

    def fetch(self, download: Download, done: Done) -> None:
        """A test answers with `bring` and `end`."""
        self._downloads[download.name] = download
        self._ask("fetch", download.name, done)

    def bring(self, name: str, done: float, total: float, at: float) -> None:
        """A download goes on."""
        if download := self._downloads.get(name):
            self._due.append(lambda: download.progress(int(done), int(total), at))

    def end(self, name: str, trouble: str | None = None) -> None:
        """A download is over."""
        self._answer("fetch", name, None, trouble)

    def stop(self) -> None:
        self.asked.append(("stop", None))

    def drain(self) -> list[Callable[[], Notice | None]]:
        """What was answered since."""
        due, self._due = self._due, []
        return due


async def browse(pilot: Pilot, runner: FakeRunner) -> None:
    """Open the models screen, search the hub, begin a download."""
    catalogue = pilot.app.state.catalogue
    await pilot.press("f5")
    await until(pilot, lambda: bool(catalogue.rows()))
    pilot.app.screen.query_one(Input).cursor_blink = False
    choosing_models.ask(pilot.app.state, "qwen3")
    runner.find("qwen3")
    choosing_models.download(pilot.app.state, LISTED[0].name)
    for second in range(5):
        runner.bring(LISTED[0].name, second * 0.3 * GB, 2.26 * GB, second)
    await until(pilot, lambda: catalogue.download.done > GB)
    await pilot.press(*["down"] * 4)
    await pilot.pause()
