"""Says in a line that a library ended this process by a signal of its own, as Metal does where memory is short: nothing within the process
can, and what the library said of it is kept from the terminal (streams.py)."""

import faulthandler
import subprocess
from contextlib import suppress

from .streams import descriptor_kept, own_stderr

NOTE = "a library ended specdeck (%s): SPECDECK_DEBUG=1 shows what it says"
LEAVE = r"\033[<u\033[?2004l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?1049l\033[?25h"  # keys, paste, mouse, screen, cursor
PROGRAM = r"""read -r said || exit
[ "$2" ] && stty "$2" <&2 && printf "$3" >&2
printf "specdeck: $1\n" "${said#Fatal Python error: }" >&2"""  # faulthandler's first line
_watcher: subprocess.Popen[bytes] | None = None


def tell(leave: bool = False) -> None:
    """From now on, have a process of its own say it, which hears nothing of any other end. `leave`: it leaves the playground's
    screen first, and the terminal as it is now."""
    global _watcher
    if _watcher is None and descriptor_kept():
        with suppress(OSError):  # where no process can be started, nothing is said
            found = subprocess.run(["stty", "-g"], stdin=own_stderr(), capture_output=True, text=True).stdout.strip() if leave else ""
            words = ["/bin/sh", "-c", PROGRAM, "sh", NOTE, found, LEAVE]
            _watcher = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=own_stderr(), start_new_session=True)
            assert _watcher.stdin, "it is a pipe"
            faulthandler.enable(_watcher.stdin, all_threads=False)
