"""Seeded damage to every file of a model folder, and to every file that specdeck writes: what a stranger's config, or half a download, may look like.

Each damage is a function of a folder or file and a Random; `SAFE` are those after which the model is what it was, so that its text must
be too.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import struct
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Callable

Damage = Callable[[Path, Random], None]
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 10**30, 10**400, "", "../../etc", "os.path", "a.b", "\x1b[2J", "openelm", [], [1], [[]], {}, {"a": {}}, "NaN",
    float("nan"), "\ud800", "x" * 5000,
)  # fmt: skip


def mutated(values: dict[str, Any], rng: Random, changes: int = 3) -> dict[str, Any]:
    """A copy with some values replaced, some keys gone, some moved a level down."""
    copy = json.loads(json.dumps(values))
    for _ in range(rng.randint(1, changes)):
        place = copy
        while (inner := [value for value in place.values() if isinstance(value, dict) and value]) and rng.random() < 0.5:
            place = rng.choice(inner)
        key = rng.choice(sorted(place)) if place else "model_type"
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = deepcopy(rng.choice(ODD))
    return copy


def _json(name: str) -> Damage:
    def damage(folder: Path, rng: Random) -> None:
        file = folder / name
        _put(file, json.dumps(mutated(json.loads(file.read_text()), rng)))

    return damage


def _bytes(name: str) -> Damage:
    """Bytes of a file changed, cut off, doubled, or replaced by something else."""

    def damage(folder: Path, rng: Random) -> None:
        file = folder / name
        data = bytearray(file.read_bytes())
        kind = rng.choice(("flip", "cut", "zeros", "insert", "empty", "noise", "text", "bom", "deep"))
        if kind == "flip":
            for _ in range(rng.randint(1, 20)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        elif kind == "cut":
            del data[rng.randrange(len(data)) :]
        elif kind == "zeros":
            at = rng.randrange(len(data))
            data[at : at + 100] = bytes(100)
        elif kind == "insert":
            at = rng.randrange(len(data))
            data[at:at] = rng.randbytes(rng.randint(1, 50))
        elif kind == "deep":
            data = bytearray(b"[" * 100_000)
        else:
            data = bytearray({"empty": b"", "noise": rng.randbytes(500), "text": b"<html>404</html>", "bom": b"\xff\xfe" + bytes(data)}[kind])
        _put(file, bytes(data))

    return damage


def _place(name: str) -> Damage:
    """Something that is no file in a file's place."""

    def damage(folder: Path, rng: Random) -> None:
        file = folder / name
        file.unlink(missing_ok=True)
        kind = rng.choice(("loop", "folder", "missing", "dangling"))
        if kind == "loop":
            file.symlink_to(file.name)
        elif kind == "folder":
            file.mkdir()
        elif kind == "dangling":
            file.symlink_to("nowhere")

    return damage


def header(folder: Path, rng: Random) -> None:
    """The header of the weights, with the data as it was."""
    file = folder / "model.safetensors"
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    entries = json.loads(data[8 : 8 + length])
    name = rng.choice([name for name in entries if name != "__metadata__"])
    kind = rng.choice(("dtype", "shape", "offsets", "gone", "odd", "name", "length", "metadata", "twice"))
    if kind == "dtype":
        entries[name]["dtype"] = rng.choice(("F64", "I8", "BOOL", "", "F4", None, 7))
    elif kind == "shape":
        entries[name]["shape"] = rng.choice(([], [0], [-1], [1 << 60], ["a"], None, [1] * 100, list(reversed(entries[name]["shape"])) + [1]))
    elif kind == "offsets":
        entries[name]["data_offsets"] = rng.choice(([0, 0], [-1, 5], [5, 1], [0, 1 << 62], None, "x", [0]))
    elif kind == "gone":
        del entries[name]
    elif kind == "odd":
        entries[name] = rng.choice(ODD)
    elif kind == "name":
        entries[rng.choice(("x" * 1000, "../../x", "\x1b[2J", "model.layers.99.x", ""))] = entries.pop(name)
    elif kind == "metadata":
        entries["__metadata__"] = rng.choice((*ODD, {"format": 7}, {"format": "x" * 500}))
    text = json.dumps(entries).encode()
    if kind == "twice":
        text = text[:-1] + b"," + text[1:]
    size = rng.choice((0, 1, 1 << 63, (1 << 64) - 1, length + 1, 7)) if kind == "length" else len(text)
    _put(file, struct.pack("<Q", size) + text + data[8 + length :])


def not_numbers(folder: Path, rng: Random) -> None:
    """Weights that are NaN or infinite."""
    file = folder / "model.safetensors"
    data = bytearray(file.read_bytes())
    length = struct.unpack("<Q", data[:8])[0]
    entries = json.loads(data[8 : 8 + length])
    name = rng.choice([name for name, entry in entries.items() if name != "__metadata__" and entry["dtype"] in ("F32", "BF16", "F16")])
    start, end = entries[name]["data_offsets"]
    step = (b"\x00\x00\xc0\x7f", b"\x00\x00\x80\x7f")[rng.random() < 0.5] if entries[name]["dtype"] == "F32" else b"\xff\x7f"
    data[8 + length + start : 8 + length + end] = (step * ((end - start) // len(step) + 1))[: end - start]
    _put(file, bytes(data))


def template(folder: Path, rng: Random) -> None:
    """A chat template that attacks or is broken, in the config or in a file of its own."""
    text = rng.choice(
        (
            "{{ 'a' * 9999999 }}",
            "{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ cycler.__init__.__globals__.os.system('touch pwned') }}", "{% if %}",
            "{{ messages[0].content.format('{0.__class__}') }}", "{% include '/etc/passwd' %}", "{% import 'os' as os %}", "{{ raise_exception('x') }}",
            "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "", "\x1b[2J", "{{ 1/0 }}", "{{" + "(" * 5000, "{{ lipsum.__globals__ }}", "\ud800",
        )
    )  # fmt: skip
    if rng.random() < 0.3:
        _put(folder / "chat_template.jinja", text.encode("utf-8", "replace"))
    config = folder / "tokenizer_config.json"
    _put(config, json.dumps(json.loads(config.read_text()) | {"chat_template": rng.choice((text, text, [{"name": "default", "template": text}], 7, {}))}))


def foreign_code(folder: Path, rng: Random) -> None:
    """Python and pickles that would leave a mark if they ran."""

    class Mark:
        def __reduce__(self) -> Any:
            return (open, (str(folder / "pwned"), "w"))

    for name in ("pytorch_model.bin", "model.pt", "tokenizer.pkl", "training_args.bin", "optimizer.pt"):
        _put(folder / name, pickle.dumps(Mark()))
    for name in ("tokenization_evil.py", "modeling_evil.py", "__init__.py", "mlx.py", "specdeck.py", "sitecustomize.py"):
        _put(folder / name, f"open({str(folder / 'pwned')!r}, 'w').close()\n")
    for name in ("config.json", "tokenizer_config.json"):
        settings = json.loads((folder / name).read_text())
        settings["auto_map"] = {"AutoTokenizer": ["tokenization_evil.Evil", None], "AutoConfig": "modeling_evil.Evil", "AutoModelForCausalLM": "modeling_evil.E"}
        if rng.random() < 0.5:
            settings |= {"tokenizer_class": "EvilTokenizer"} if name != "config.json" else {"model_file": "modeling_evil.py"}
        _put(folder / name, json.dumps(settings))


def beside(folder: Path, rng: Random) -> None:
    """Files that nobody asked for."""
    _put(folder / "README.md", rng.randbytes(100))
    _put(folder / "pytorch_model.bin", pickle.dumps({"a": 1}))
    (folder / "sub").mkdir()
    (folder / "loop").symlink_to("..")
    os.mkfifo(folder / "notes.txt")


def written_otherwise(folder: Path, rng: Random) -> None:
    """The same settings in another order, with others that nobody knows."""
    file = folder / "config.json"
    settings = list(json.loads(file.read_text()).items())
    rng.shuffle(settings)
    _put(file, json.dumps(dict(settings) | {"x" * 50: rng.choice(ODD[:6])}, indent=7))


def half_a_download(folder: Path, rng: Random) -> None:
    """An index that names files which are not there."""
    names = {"model.layers.0.x": "model-00001-of-00002.safetensors", "model.layers.1.x": rng.choice(("model-00002-of-00002.safetensors", "../x", 7))}
    _put(folder / "model.safetensors.index.json", json.dumps({"metadata": {}, "weight_map": names}))
    if rng.random() < 0.5:
        (folder / "model.safetensors").rename(folder / "model-00001-of-00002.safetensors")


SAFE: dict[str, Damage] = {"beside": beside, "written otherwise": written_otherwise}
DAMAGES: dict[str, Damage] = {
    "config values": _json("config.json"), "config bytes": _bytes("config.json"), "config place": _place("config.json"),
    "header": header, "not numbers": not_numbers, "weights bytes": _bytes("model.safetensors"), "weights place": _place("model.safetensors"),
    "tokenizer bytes": _bytes("tokenizer.json"), "tokenizer place": _place("tokenizer.json"), "tokenizer values": _json("tokenizer.json"),
    "tokenizer config values": _json("tokenizer_config.json"), "tokenizer config bytes": _bytes("tokenizer_config.json"),
    "tokenizer config place": _place("tokenizer_config.json"), "generation values": _json("generation_config.json"),
    "generation bytes": _bytes("generation_config.json"), "generation place": _place("generation_config.json"), "template": template,
    "foreign code": foreign_code, "half a download": half_a_download, **SAFE,
}  # fmt: skip


def damaged(sound: Path, folder: Path, name: str, rng: Random) -> Path:
    """A copy of a sound model folder with one kind of damage."""
    shutil.copytree(sound, folder)
    DAMAGES[name](folder, rng)
    return folder


def _put(file: Path, content: str | bytes) -> None:
    file.unlink(missing_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8", "surrogatepass"))
