"""Every command, on a pseudo-terminal, over a model in which every text is hostile: what a terminal would obey must not come out.

    python -m tests.trust.terminal_bytes --tries 300 --seed 1
"""

from __future__ import annotations

import argparse
import json
import re
import struct
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tests.helpers import heads
from tests.trust.hostile import hostile, obeyed
from tests.trust.terminal import OnTerminal

ATTACK = "\x1b]0;owned\x07\x1b]52;c;aGk=\x07\x9b2J"
OURS = re.compile(r"\x1b\[[0-9;]*m|\r?\x1b\[K|\r\n")  # colours, the progress line, a terminal's line ends
COMMANDS = {
    "run": ("run", "hi", "--max-tokens", "3"), "raw": ("run", "hi", "--max-tokens", "3", "--raw", "--json"), "doctor": ("doctor",),
    "compare": ("compare", "hi", "--max-tokens", "3", "--runs", "1"), "test": ("test", "hi"), "models": ("models",),
    "bench": ("bench", "--max-tokens", "2", "--runs", "1"),
}  # fmt: skip
CONFIG = {  # where libraries are known to quote what they find
    "rope_scaling": {"rope_type": "yarn", "factor": 2.0, "attention_factor": ATTACK}, "rope_parameters": {"rope_type": ATTACK}, "dtype": ATTACK,
    "model_type": f"qwen3{ATTACK}", "architectures": [ATTACK], "transformers_version": ATTACK, "quantization_config": {"quant_method": ATTACK},
    "hidden_act": ATTACK, "layer_types": [ATTACK], "_name_or_path": ATTACK, "torch_dtype": ATTACK,
}  # fmt: skip


def spoilt(value: Any, rng: Random, share: float) -> Any:
    """A copy in which that share of the texts, and of numbers a tenth of it, is hostile."""
    if isinstance(value, dict):
        return {key: spoilt(item, rng, share) for key, item in value.items()}
    if isinstance(value, list):
        return [spoilt(item, rng, share) for item in value]
    chance = share if isinstance(value, str) else share / 10
    return rng.choice((ATTACK, hostile(rng))) if rng.random() < chance else value


def model(folder: Path, rng: Random) -> Path:
    """A tiny model, and hostile texts in some of its files."""
    folder = heads.target_folder(folder / rng.choice(("plain", "a\x1b]0;owned\x07b")), "qwen3")
    config = json.loads((folder / "config.json").read_text())
    name = rng.choice([*CONFIG, ""])
    config = config | ({name: CONFIG[name]} if name else spoilt(config, rng, 0.3)) | {ATTACK: ATTACK}
    (folder / "config.json").unlink()
    (folder / "config.json").write_text(json.dumps(config))
    what = rng.choice(("tokenizer_config.json", "tokenizer.json", "generation_config.json", "template", "header", "index", "README.md", ""))
    if what in ("tokenizer_config.json", "tokenizer.json"):
        settings = json.loads((folder / what).read_text())
        share = 0.3 if what == "tokenizer_config.json" else 0.02
        (folder / what).unlink()
        (folder / what).write_text(json.dumps(spoilt(settings, rng, share) | {rng.choice(("tokenizer_class", "padding_side", "auto_map", "x")): ATTACK}))
    elif what == "generation_config.json":
        (folder / what).write_text(json.dumps({"eos_token_id": rng.choice((ATTACK, 2)), "temperature": ATTACK, "transformers_version": ATTACK}))
    elif what == "template":
        text = rng.choice((f"{{{{ raise_exception({json.dumps(ATTACK)}) }}}}", f"{{{{ x.{ATTACK} }}}}", f"{ATTACK}{{{{ messages[0].content }}}}"))
        (folder / "chat_template.jinja").write_text(text)
    elif what == "index":
        (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": {ATTACK: "model.safetensors", "b": f"model-{ATTACK}.safetensors"}}))
    elif what == "README.md":
        (folder / what).write_text(ATTACK)
    elif what == "header":
        _spoil_header(folder / "model.safetensors", rng)
    return folder


def _spoil_header(file: Path, rng: Random) -> None:
    data = file.read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    entries = json.loads(data[8 : 8 + length])
    names = [name for name in entries if name != "__metadata__"]
    if rng.random() < 0.5:
        entries[rng.choice(names)]["dtype"] = ATTACK
    else:
        entries[f"model.{ATTACK}.weight"] = entries.pop(rng.choice(names))
    text = json.dumps(entries).encode()
    file.write_bytes(struct.pack("<Q", len(text)) + text + data[8 + length :])


def attempt(rng: Random) -> str | None:
    """One command over one model; what is wrong with what it wrote, None if nothing is."""
    with tempfile.TemporaryDirectory() as home:
        folder, name = model(Path(home), rng), rng.choice(list(COMMANDS))
        words = COMMANDS[name] if name == "models" else (*COMMANDS[name], "--model", str(folder), "--drafter", "lookup")
        environ = {"SPECDECK_STATE_DIR": home, "SPECDECK_CONFIG_DIR": home, "HF_HUB_CACHE": home, "HF_HUB_OFFLINE": "1"}
        with OnTerminal(*words, environ=environ) as app:
            code, said = app.code(), app.seen.decode("utf-8", "replace")
        left = obeyed(OURS.sub("\n", said))
        if left or code not in (0, 1, 2) or "Traceback" in said:
            return f"{name}: exit {code}, {left[:5]}: {said[-600:]!r}"
    return None


def main() -> int:
    """So many tries from a seed on; what is wrong is printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tries", type=int, default=100)
    parser.add_argument("--seed", type=int, default=37)
    args, bad = parser.parse_args(), 0
    for number in range(args.tries):
        if trouble := attempt(Random(f"{args.seed} {number}")):
            bad += 1
            print(f"{number} {trouble}", flush=True)
    print(f"{args.tries} tried, {bad} bad")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
