"""Seeded damage to every file of a model folder, and to every file that specdeck writes: what a stranger's config, or half a download, may look like.

Each damage is a function of a file and a Random; after `beside` the model is what it was, so that its text must be too.
"""

from __future__ import annotations

import json
import os
import pickle
import shutil
import struct
from copy import deepcopy
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Callable

ATTACK = "\x1b]0;owned\x07\x1b]52;c;aGk=\x07\x9b2J"
QUOTED = {  # where libraries are known to quote what they find; with the first one a model works all the same
    "rope_scaling": {"rope_type": "yarn", "factor": 2.0, "attention_factor": ATTACK}, "rope_parameters": {"rope_type": ATTACK}, "dtype": ATTACK,
    "model_type": f"qwen3{ATTACK}", "architectures": [ATTACK], "quantization_config": {"quant_method": ATTACK}, "hidden_act": ATTACK, "layer_types": [ATTACK],
    "_name_or_path": ATTACK, "torch_dtype": ATTACK,
}  # fmt: skip
Damage = Callable[[Path, Random], object]
ODD: tuple[Any, ...] = (
    None, True, 0, -1, 1e308, 10**30, 10**400, "", "../../etc", "os.path", "a.b", ATTACK, "openelm", [], [1], [[]], {}, {"a": {}}, "NaN",
    float("nan"), "\ud800", "x" * 5000, "{{ 'a' * 9999999 }}",
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


def torn(data: bytes, rng: Random) -> bytes:
    """Bytes changed, cut off, moved, or replaced by something else."""
    at, noise = rng.randrange(len(data)), rng.randbytes(rng.randint(1, 20))
    return rng.choice((
        data[:at], data[:at] + noise + data[at:], data[:at] + noise + data[at + len(noise) :], data[:at] + bytes(100) + data[at + 100 :],
        b"", rng.randbytes(500), b"<html>404</html>", b"\xff\xfe" + data, b"[" * 100_000,
    ))  # fmt: skip


def values(file: Path, rng: Random) -> None:
    """JSON with other values."""
    _put(file, json.dumps(mutated(json.loads(file.read_text()), rng)).encode())


def hostile(file: Path, rng: Random) -> None:
    """A config that wants to be quoted."""
    field = rng.choice(list(QUOTED))
    _put(file, json.dumps(json.loads(file.read_text()) | {field: QUOTED[field], ATTACK: ATTACK}).encode())


def content(file: Path, rng: Random) -> None:
    """Other bytes."""
    _put(file, torn(file.read_bytes(), rng))


def place(file: Path, rng: Random) -> None:
    """What is no file in a file's place, or nothing."""
    file.unlink(missing_ok=True)
    rng.choice((lambda: file.symlink_to(file.name), file.mkdir, lambda: file.symlink_to("nowhere"), lambda: None))()


def header(file: Path, rng: Random) -> None:
    """The header of the weights, with the data as it was."""
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    text = json.dumps(mutated(json.loads(data[8 : 8 + length]), rng)).encode()
    _put(file, struct.pack("<Q", rng.choice((len(text), len(text), 0, 1 << 63, len(text) + 1))) + text + data[8 + length :])


def beside(config: Path, rng: Random) -> None:
    """Files that nobody asked for, some of which leave a mark if they are run, and the same settings in another order."""

    class Mark:
        def __reduce__(self) -> Any:
            return (open, (str(config.with_name("pwned")), "w"))

    for name in ("pytorch_model.bin", "tokenizer.pkl", "README.md"):
        _put(config.with_name(name), pickle.dumps(Mark()))
    for name in ("tokenization_evil.py", "__init__.py", "mlx.py", "specdeck.py", "sitecustomize.py"):
        _put(config.with_name(name), f"open({str(config.with_name('pwned'))!r}, 'w')".encode())
    (config.parent / "sub").mkdir()
    (config.parent / "loop").symlink_to("..")
    os.mkfifo(config.with_name("notes.txt"))
    settings = list(json.loads(config.read_text()).items())
    _put(config, json.dumps(dict(rng.sample(settings, len(settings))) | {"x" * 50: rng.choice(ODD[:6])}, indent=7).encode())


FILES = ("config.json", "tokenizer.json", "tokenizer_config.json", "generation_config.json")
DAMAGES: dict[str, tuple[str, Damage]] = {f"{file} {damage.__name__}": (file, damage) for file, damage in product(FILES, (values, content, place))}
DAMAGES |= {damage.__name__: ("model.safetensors", damage) for damage in (header, content, place)} | {damage.__name__: ("config.json", damage) for damage in (hostile, beside)}


def damaged(sound: Path, folder: Path, name: str, rng: Random) -> Path:
    """A copy of a sound model folder with one kind of damage."""
    shutil.copytree(sound, folder)
    file, damage = DAMAGES[name]
    damage(folder / file, rng)
    return folder


def _put(file: Path, data: bytes) -> None:
    file.unlink(missing_ok=True)
    file.write_bytes(data)
