"""Why the hub gave no answer, no model or no file, and what to do: each of its errors, and the network's, on one line."""

from __future__ import annotations

import errno

from ..errors import one_line

NO_INTERNET = "no internet connection: folders and what is on disk still work"
OFFLINE = "HF_HUB_OFFLINE is set, which forbids connections: folders and what is on disk still work"
BAD_TOKEN = "the hub's token (HF_TOKEN, or of hf auth login) has characters that no token has: set it anew"
UNCONNECTED = {"gaierror", "NameResolutionError", "ConnectTimeout"}  # kinds of errors where no name is resolved, or nobody answers
UNREACHABLE = {errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN}


def reason(error: Exception) -> str:
    """The reason of a failed download and what to do, on one line, without the hub's token; the hub's own messages fill a page."""
    from huggingface_hub.errors import GatedRepoError, LocalEntryNotFoundError, OfflineModeIsEnabled, RepositoryNotFoundError

    cause = error.__cause__ or error
    if isinstance(error, GatedRepoError):
        return "its terms must be accepted first: open its page on the hub, then log in here with: hf auth login"
    if isinstance(error, RepositoryNotFoundError):
        return "the hub has no such model, or it is private: check the name, or log in with: hf auth login"
    if isinstance(cause, UnicodeEncodeError):  # of its headers
        return BAD_TOKEN
    if isinstance(error, TimeoutError):  # the lock's
        return "another program is downloading it: try again when that is done"
    if isinstance(cause, OfflineModeIsEnabled):
        return "it is not on disk, and HF_HUB_OFFLINE forbids downloads" if isinstance(error, LocalEntryNotFoundError) else OFFLINE
    if no_internet(error):
        return NO_INTERNET
    if isinstance(error, LocalEntryNotFoundError):
        return f"it is not completely on disk, and the hub cannot be reached: {one_line(without_token(str(cause)) or cause)}"
    return one_line(without_token(str(error)) or error)


def without_token(text: str) -> str:
    """A text in which the hub's token is left out: a hub may quote what it was sent, and an HTTP library the header that it refuses."""
    from huggingface_hub import get_token

    token = get_token()
    return text.replace(token, "(token)") if token else text


def no_internet(error: BaseException | None) -> bool:
    """Whether a connection could not be made: by the kinds of errors of the network's libraries, which need not be installed."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if type(error).__name__ in UNCONNECTED or getattr(error, "errno", None) in UNREACHABLE:
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False
