"""Downloads a model from the hub and keeps partial files. A big file resumes at the byte where its download stopped."""

import hashlib
import os
import re
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO, Callable, Sequence

from ..errors import LoadError, one_line
from .bounded_reading import open_regular, parse
from .checkpoint import MASK_EMBEDDING
from .layout import unsupported
from .model_folder import HubName, commit_of, hub_parts

BIG = 1 << 20  # bytes from which a file is streamed here
TRIES = 5  # attempts in a row that bring no byte
PAUSE = 1.0  # seconds before the second attempt; twice as many before each one after it
BUSY = (408, 429, 500, 502, 503, 504)  # answers after which the hub is asked again
PATIENCE = 15.0  # seconds to wait for another process that downloads the same file
_SHA256 = re.compile("[0-9a-f]{64}")

Report = Callable[[int, int], None]  # bytes on disk, bytes in all


class Stopped(LoadError):
    """The download was stopped on request; partial files are kept."""


def in_cache(hub: HubName) -> Path | None:
    """The folder of this revision in the hub's cache, None where there is none with a config."""
    storage, revision = _storage(hub), hub.revision or "main"
    commit = commit_of(storage / "refs" / revision) or _commit(storage, revision)
    folder = storage / "snapshots" / commit / hub.inner
    return folder if commit and os.path.exists(folder / "config.json") else None  # os.path: a name may be too long for a file


def _storage(hub: HubName) -> Path:
    """Where the cache keeps a repository."""
    from huggingface_hub import constants

    return Path(constants.HF_HUB_CACHE) / f"models--{hub.repo.replace('/', '--')}"


def _commit(storage: Path, beginning: str) -> str:
    """The commit in the cache that begins with these digits, at least six; empty if there is none, or several."""
    known = re.fullmatch("[0-9a-f]{6,40}", beginning) and os.path.isdir(storage)  # os.path: a name may be too long for a folder
    found = [folder.name for folder in storage.glob(f"snapshots/{beginning}*")] if known else []
    return found[0] if len(found) == 1 else ""


def asked(name: str) -> HubName:
    """What a hub name says, a commit that is in the cache in full. Raises LoadError for another text."""
    if (hub := hub_parts(name)) is None:
        raise LoadError(f"{name} is not a hub name (org/model)")
    return replace(hub, revision=_commit(_storage(hub), hub.revision or "") or hub.revision)


def fetch(name: str, report: Report = lambda done, total: None, stopped: Callable[[], bool] = lambda: False) -> Path:
    """The folder of the model `name` in the hub's cache, complete; what is missing is downloaded. A model that is on disk needs no network.

    `report` is called for every chunk; `stopped` is called for every chunk and ends the download by returning
    True. Raises Stopped, or LoadError with the reason on one line.

    huggingface_hub 2 discards a file that has not arrived completely, and most quantised models are one file. So big files are streamed here, with
    the hub's own client. They go to the place in its cache where `snapshot_download` looks for them. That function then fetches the rest.
    """
    from logging import CRITICAL

    from huggingface_hub import HfApi
    from huggingface_hub.errors import DryRunError
    from huggingface_hub.utils import disable_progress_bars, logging

    logging.set_verbosity(CRITICAL)  # errors are reported here, on one line; its log and its bars would overwrite the app's screen
    disable_progress_bars()
    hub = asked(name)
    try:
        # A dry run of `main` would already note its commit as the one on disk. A model that is there would then be missing.
        try:
            commit = HfApi().model_info(hub.repo, revision=hub.revision).sha
            files = _snapshot(hub, dry_run=True, revision=commit)
        except Exception as error:  # the hub gave no list
            return _on_disk(hub, error.__cause__ if isinstance(error, DryRunError) else error)
        if big := [file for file in files if file.will_download and file.file_size >= BIG]:
            try:
                refused = unsupported(parse(small_file(name, "config.json")))
            except Exception:  # what is wrong with its config is said when it is loaded
                refused = None
            if refused:
                raise LoadError(refused)
            have = sum(file.file_size for file in files if not file.will_download)
            _download(name, [_file(hub, file) for file in big], have, sum(file.file_size for file in files), report, stopped)
        return _snapshot(hub)
    except Stopped:
        raise
    except Exception as error:  # the hub's own tree, the network's and the file system's
        raise LoadError(f"{name} cannot be downloaded: {download_error(error)}") from error


def small_file(name: str, file: str) -> bytes:
    """A small file of a model on the hub, which is not kept."""
    from huggingface_hub import get_session, hf_hub_url
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status

    hub = asked(name)
    answer = get_session().get(hf_hub_url(hub.repo, file, subfolder=hub.inner or None, revision=hub.revision), headers=build_hf_headers(), timeout=PATIENCE)
    hf_raise_for_status(answer)
    return answer.content


def _on_disk(hub: HubName, silence: BaseException | None) -> Path:
    """The folder if the model is completely on disk; raises the hub's error otherwise. It downloads nothing: if the hub answered again by
    now, big files would be downloaded from their beginning."""
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return _snapshot(hub, local_files_only=True)
    except LocalEntryNotFoundError as missing:
        if isinstance(silence, HfHubHTTPError):
            raise silence from silence.__cause__
        raise missing from silence


PATTERNS = [
    "*.json", "model*.safetensors", "mtp*.safetensors", "mtp/*.safetensors", "optiq/mtp.safetensors", "tokenizer.model", "*.tiktoken",
    "tiktoken.model", "*.py", "*.txt", "*.jinja", MASK_EMBEDDING,
]  # fmt: skip


def _snapshot(hub: HubName, **options: Any) -> Any:
    """The model's folder; in a dry run the list of its files."""
    from huggingface_hub import snapshot_download

    patterns = [f"{hub.inner}/{pattern}".lstrip("/") for pattern in PATTERNS]
    found = snapshot_download(hub.repo, allow_patterns=patterns, **{"revision": hub.revision, **options})
    if options.get("dry_run"):
        return found
    if hub.inner and not (Path(found) / hub.inner).is_dir():
        raise LoadError(f"{hub.repo} has no folder {hub.inner}")
    return Path(found) / hub.inner


@dataclass(frozen=True)
class _File:
    """A big file that is missing. `blob`: its path in the hub's cache. `part`: its path until it is complete. The hub's own tools list its suffix as
    incomplete and clean it up."""

    name: str
    url: str
    size: int  # bytes
    blob: Path

    @property
    def part(self) -> Path:
        return self.blob.with_name(f"{self.blob.name}.incomplete")

    @property
    def arrived(self) -> int:
        """Bytes of it on disk."""
        return self.part.stat().st_size if self.part.exists() else 0


Arrived = Callable[[int], None]  # counts bytes that arrived, or were dropped where they are negative; raises Stopped


def _download(name: str, files: Sequence[_File], done: int, total: int, report: Report, stopped: Callable[[], bool]) -> None:
    """Download these files, one after the other. `done`: bytes of the others that are on disk. Raises the first error."""

    def arrived(more: int) -> None:
        nonlocal done
        done += more
        report(done, total)
        if stopped():
            raise Stopped(f"the download of {name} was stopped; what has arrived is kept")

    folder = next(path for path in files[0].part.parents if path.exists())
    free, need = shutil.disk_usage(folder).free, sum(file.size - file.arrived for file in files)
    if free < need:
        raise LoadError(f"it needs {need / 1e9:.1f} GB more, and the disk of {folder} has {free / 1e9:.1f} GB free: free some, or set HF_HOME to a folder on another disk")
    arrived(sum(file.arrived for file in files))
    for file in files:
        _stream(file, arrived)


def _stream(file: _File, arrived: Arrived) -> None:
    """Download a file, or what is missing of it."""
    from filelock import FileLock

    storage = file.blob.parent.parent
    lock = storage.parent / ".locks" / storage.name / f"{file.blob.name}.lock"  # the hub's own lock of this file
    for folder in (file.blob.parent, lock.parent):
        folder.mkdir(parents=True, exist_ok=True)
    with FileLock(lock, timeout=PATIENCE):
        if file.blob.exists():  # another process has completed it
            return arrived(file.size)
        with file.part.open("ab") as out:
            _append(file, out, arrived)
        _check_content(file, arrived)
        file.part.rename(file.blob)


def _append(file: _File, out: BinaryIO, arrived: Arrived) -> None:
    """Stream until the file is complete; a broken connection is opened again at the byte where it broke."""
    from huggingface_hub import get_session
    from huggingface_hub.constants import HF_HUB_DOWNLOAD_TIMEOUT
    from huggingface_hub.utils import build_hf_headers, hf_raise_for_status

    tries = TRIES
    while (have := out.tell()) < file.size:
        try:
            headers = build_hf_headers() | {"Range": f"bytes={have}-", "Accept-Encoding": "identity"}
            with get_session().stream("GET", file.url, headers=headers, timeout=HF_HUB_DOWNLOAD_TIMEOUT, follow_redirects=True) as answer:
                hf_raise_for_status(answer)
                if answer.status_code == 200:  # the server ignored the range
                    arrived(-have)
                    out.seek(0)
                    out.truncate()
                for chunk in answer.iter_bytes():  # pieces as they arrive: chunks of a fixed size would lose the last one before a break
                    out.write(chunk)
                    arrived(len(chunk))
            if out.tell() == have:
                raise EOFError("the hub ended the connection without sending a byte: try again later")
        except Exception as error:
            busy = getattr(getattr(error, "response", None), "status_code", None) in BUSY
            if isinstance(error, (LoadError, OSError)) and not busy:  # ours, the hub's, the disk's; any other is the connection's
                raise
            tries = TRIES if out.tell() > have else tries - 1
            if not tries:
                raise
            for _ in range(0 if tries == TRIES else 2 ** (TRIES - tries - 1)):
                time.sleep(PAUSE)
                arrived(0)


def _check_content(file: _File, arrived: Arrived) -> None:
    """Raise LoadError, and drop what arrived, where that is not what the hub has. A part that another program began may be of anything. The hub names
    big files by their SHA-256."""
    name, size = file.blob.name, file.arrived
    with open_regular(file.part) as whole:
        found = hashlib.file_digest(whole, "sha256").hexdigest() if _SHA256.fullmatch(name) else name
    if (found, size) != (name, file.size):
        file.part.unlink()
        arrived(-size)
        raise LoadError(f"{file.name} arrived damaged: download it again")


def _file(hub: HubName, info: Any) -> _File:
    """The _File for `info`, which a dry run of the hub's client returned."""
    from huggingface_hub import get_hf_file_metadata, hf_hub_url

    url = hf_hub_url(hub.repo, info.filename, revision=info.commit_hash)
    # local_path is <cache>/models--org--name/snapshots/<commit>/<filename>
    storage = Path(info.local_path).parents[len(Path(info.filename).parts) + 1]
    return _File(info.filename, url, info.file_size, storage / "blobs" / str(get_hf_file_metadata(url).etag))


# Why the hub gave no answer, no model or no file, and what to do. Each error of the hub or the network is on one line.


def download_error(error: Exception) -> str:
    """The reason of a failed download and what to do, on one line, without the hub's token. The hub's own messages fill a page."""
    from huggingface_hub.errors import GatedRepoError, OfflineModeIsEnabled, RepositoryNotFoundError

    cause = error.__cause__ or error
    if isinstance(error, GatedRepoError):
        return "its terms must be accepted first: open its page on the hub, then log in here with: hf auth login"
    if isinstance(error, RepositoryNotFoundError):
        return "the hub has no such model, or it is private: check the name, or log in with: hf auth login"
    if isinstance(error, TimeoutError):  # the lock's
        return "another program is downloading it: try again when that is done"
    if isinstance(cause, OfflineModeIsEnabled):
        return "HF_HUB_OFFLINE is set, which forbids connections: folders and what is on disk still work; unset it to download"
    kinds = {kind.__name__ for each in (error, cause) for kind in type(each).__mro__}  # what the HTTP library raises has a cause of its own
    if "TransportError" in kinds:  # of the hub's HTTP library, which is another by its version
        return f"the hub cannot be reached ({one_line(without_token(str(cause)) or cause)}): folders and what is on disk still work"
    return one_line(without_token(str(error)) or error)


def without_token(text: str) -> str:
    """A text in which the hub's token is left out. A hub may quote what it was sent, and an HTTP library the header that it refuses."""
    from huggingface_hub import get_token

    token = get_token()
    return text.replace(token, "(token)") if token else text
