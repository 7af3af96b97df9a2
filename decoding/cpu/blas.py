"""Loads OpenBLAS before mlx, for fast float32 matrix products on a CPU."""

import ctypes
import os
import struct
import sys
import time
from contextlib import suppress
from importlib.util import find_spec
from typing import Any, Callable, Mapping

PRODUCTS = ("cblas_sgemm", "cblas_dgemm", "cblas_cgemm")  # all that mlx takes from a BLAS; its LAPACK has its own
WHEEL, PREFIX = "scipy_openblas32", "scipy_"
THREADS = {"OPENBLAS_NUM_THREADS", "GOTO_NUM_THREADS", "OMP_NUM_THREADS"}  # variables by which a person chooses their number

_loaded: str | None = None
_configuration = ""  # what the loaded library says of itself: version, options, and the kind of processor that its code is for
_set_threads: Callable[[int], object] | None = None  # of the loaded library; None where it has no such function, or a person chose the number
_busy = 0, 0.0  # threads of other programs, and until when they count
_trouble: str | None = None  # why none could be loaded


def load_openblas() -> str | None:
    """Load OpenBLAS, once in a process. Returns its version and file name. None on macOS, if it cannot be loaded, or if mlx is already imported.
    SPECDECK_BLAS names another library, or "none", for measurements.

    The Linux CPU wheel of MLX links the reference BLAS. With it a pass over five tokens takes nearly as long as four passes, so no draft can pay. A
    library that is loaded globally before the first `import mlx.core` takes precedence, in float32. The wheel scipy-openblas32 comes with specdeck.
    The names of its functions have a prefix, so `export` gives them the names that mlx looks for. Nothing is written to a disk.

    By default OpenBLAS starts a thread for every core. Each spins for 20 ms after a product, which takes time from the thread that builds the passes.
    Where another program takes a core, 0.3.34's threads wait for each other without giving theirs away. On 2 busy cores two threads took ten times as
    long as one. So one core is left free, and a thread spins for .2 ms (`python -m assets.benchmarks threads` compares). `use_threads` takes that
    core too where it pays.
    """
    global _loaded, _trouble, _set_threads, _configuration
    if _loaded or _trouble or not sys.platform.startswith("linux") or "mlx.core" in sys.modules:
        return _loaded
    name = os.environ.get("SPECDECK_BLAS") or _wheels_library()
    os.environ |= (options := _openblas_options(usable_cores()))
    try:
        library = _let_mlx_find(name)
    except (OSError, AttributeError) as error:
        _trouble = " ".join(f"{error}".split())
        return None
    finally:
        for option in options:  # which child processes are not to inherit
            del os.environ[option]
    if config := _function(library, "openblas_get_config"):
        config.restype = ctypes.c_char_p
        _configuration = config().decode()
    if "OPENBLAS_NUM_THREADS" in options:
        _set_threads = _function(library, "openblas_set_num_threads")
    file = os.path.basename(name)
    _loaded = f"{' '.join(_configuration.split()[:2])} ({file})" if _configuration else file
    return _loaded


LARGE = 250_000  # numbers of a matrix from which a thread on every core pays
HOLD = 0.5  # seconds without other work before the last core is taken


def use_threads(size: int) -> None:
    """Call before a pass with matrices of `size` numbers on average. Takes a thread for every core, or leaves one core free. All are taken if the
    matrices are large and nothing else has run here within HOLD seconds.

    Milliseconds of products with matrices of .15, .26, .88 and 3.1 million numbers follow, on 2 idle cores. Each pair is with one thread and with
    two. Over 1 row: .05 .05, .10 .09, .28 .28, 1.7 .94. Over 5 rows: .08 .08, .15 .10, .49 .31, 2.0 1.2. Over 64 rows: .25 .15, .43 .26, 1.4 .77, 5.5
    3.0. A pass of SmolLM2-135M over 1 and 2 tokens: 60 52, 74 56. Over 5, 16 and 64 tokens: 90 71, 126 103, 334 238. Beside a busy program a pass
    over 5 takes 190 and 2100.
    """
    if _set_threads is None:
        return
    cores = usable_cores()
    _set_threads(max(1, min(cores, (os.cpu_count() or 1) - _others()) if size >= LARGE else cores - 1))


def _others() -> int:
    """How many threads of other programs run or wait for a core. It is the most that were seen in the last HOLD seconds, or 1 if the
    system does not say."""
    global _busy
    now, running = time.monotonic(), _running()
    others = running - _running_here() if running > 1 else 1 - running
    if others >= _busy[0] or now >= _busy[1]:
        _busy = others, now + HOLD
    return _busy[0]


def _running() -> int:
    """How many threads of this machine run or wait for a core, this one included. It is 0 if the system does not say."""
    try:
        return int(_read("/proc/loadavg").split()[3].partition(b"/")[0])
    except (OSError, ValueError, IndexError):
        return 0


def _running_here() -> int:
    """How many of them are this process's."""
    states = []
    for thread in os.listdir("/proc/self/task"):
        with suppress(OSError):  # it may have ended
            states.append(_read(f"/proc/self/task/{thread}/stat").rpartition(b") ")[2][:1])
    return states.count(b"R")


def _read(place: str) -> bytes:
    """A small file. Its reader is not imported at the top: a command that only prints its help loads this module."""
    from ..checkpoints.bounded_reading import read_regular

    return read_regular(place)


def is_slow() -> bool:
    """Whether mlx's own products are in use, with which drafting rarely pays on a CPU."""
    return sys.platform.startswith("linux") and not _loaded


def leaves_small_matrices_in_place() -> bool:
    """Whether products of up to 10^6 multiplications are computed without copying the matrix first: by OpenBLAS's AVX-512 code."""
    return bool({"SkylakeX", "Cooperlake", "SapphireRapids"} & set(_configuration.split()))


def advice() -> str | None:
    """A line on what the BLAS in use costs and what would help; None if there is nothing to gain."""
    if not is_slow():
        return None
    cost = "passes over several tokens take several times as long as one over 1, so drafting rarely pays"
    return f"no fast BLAS ({_trouble or 'mlx was imported before specdeck'}): {cost}. Try pip install --force-reinstall scipy-openblas32, without SPECDECK_BLAS"


def usable_cores() -> int:
    """How many cores this process may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _let_mlx_find(name: str) -> ctypes.CDLL:
    """Load this library so that mlx finds its products. Raises OSError, or AttributeError where it lacks one."""
    library = ctypes.CDLL(name)
    if hasattr(library, PREFIX + PRODUCTS[0]):
        export({product: address_of(library, PREFIX + product) for product in PRODUCTS}, like=name)
    else:
        for product in PRODUCTS:
            address_of(library, product)
        ctypes.CDLL(name, ctypes.RTLD_GLOBAL)
    return library


def _function(library: ctypes.CDLL, name: str) -> Any:
    """A function of the library, which may have a prefix; None if it has none of this name."""
    return getattr(library, name, None) or getattr(library, PREFIX + name, None)


def _openblas_options(cores: int) -> dict[str, str]:
    """Environment variables for OpenBLAS to read while it is loaded. They give its number of threads, and how long these spin, as a power of 2 of
    processor cycles. What the user has set already is left out."""
    options = {}
    if "OPENBLAS_THREAD_TIMEOUT" not in os.environ:
        options["OPENBLAS_THREAD_TIMEOUT"] = "19"
    if not THREADS & os.environ.keys():
        options["OPENBLAS_NUM_THREADS"] = str(max(1, cores - 1))
    return options


def _wheels_library() -> str:
    """The path of the wheel's library; the wheel's name if it is not installed."""
    spec = find_spec(WHEEL)
    folder = spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else WHEEL
    return os.path.join(folder, "lib", "libscipy_openblas.so")


# A shared library in memory. Each symbol is the address of a function that another library loaded under another name.

_HEADER, _PROGRAM, _SYMBOL = 64, 56, 24  # bytes of the file's header, of a segment's, of a symbol
_READ_WRITE = 6  # also the dynamic section, in which the dynamic linker writes
_LOAD, _DYNAMIC, _STACK = 1, 2, 0x6474E551  # kinds of segment; without the last one, glibc makes the stack executable
_HASH, _NAMES, _SYMBOLS, _NAMES_SIZE, _SYMBOL_SIZE = 4, 5, 6, 10, 11  # tags of the dynamic section


def export(functions: Mapping[str, int], like: str) -> None:
    """Let libraries that are loaded later find functions, given by name and address. `like`: a library's path, from which the
    processor is read. Raises OSError where the system takes no library in memory, or does not take the addresses as they are."""
    with open(like, "rb") as file:
        machine = struct.unpack("<18xH", file.read(20))[0]
    memory = ctypes.CDLL(None, use_errno=True).memfd_create(b"specdeck-symbols", 1)  # of libc: os lacks it in Pythons built for older ones
    if memory < 0:
        raise OSError(ctypes.get_errno(), "memfd_create failed")
    os.write(memory, elf(functions, machine))
    path = f"/proc/self/fd/{memory}"  # stays open: a second library of this path would be taken for the first
    library = ctypes.CDLL(path)  # seen by nobody yet
    if any(address_of(library, name) != address for name, address in functions.items()):
        raise OSError("this system's dynamic linker does not take absolute symbols as they are")
    ctypes.CDLL(path, ctypes.RTLD_GLOBAL)


def address_of(library: ctypes.CDLL, name: str) -> int:
    """A function's address. Raises AttributeError if the library has none of this name."""
    return ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0


def elf(functions: Mapping[str, int], machine: int) -> bytes:
    """The library, for 64-bit processors with the lowest byte first.

    An ELF file of one page: a header, a symbol table, its hash table, the names. Its symbols are absolute (SHN_ABS), so there is no machine code in
    it. It is the same for every processor. Layout: the System V ABI, chapters 4 and 5 ("Symbol Table", "Hash Table", "Dynamic Section"). Since 2.28
    glibc takes absolute symbols as they are; mlx's wheels need 2.35.
    """
    names, symbols = b"\0", bytes(_SYMBOL)  # the first name is empty, the first symbol undefined
    for name, address in functions.items():
        symbols += struct.pack("<IBBHQQ", len(names), 0x12, 0, 0xFFF1, address, 0)  # global function, absolute
        names += name.encode() + b"\0"
    count = len(functions) + 1
    chain = [0, *range(2, count), 0]  # one bucket, which begins with symbol 1; each symbol leads to the next one
    hashes = struct.pack(f"<{3 + count}I", 1, count, 1, *chain)
    at_symbols = _HEADER + 3 * _PROGRAM
    at_hashes = at_symbols + len(symbols)
    at_names = at_hashes + len(hashes)
    at_dynamic = -(-(at_names + len(names)) // 8) * 8
    tags = {_HASH: at_hashes, _NAMES: at_names, _SYMBOLS: at_symbols, _NAMES_SIZE: len(names), _SYMBOL_SIZE: _SYMBOL, 0: 0}
    dynamic = b"".join(struct.pack("<2Q", *tag) for tag in tags.items())
    size = at_dynamic + len(dynamic)
    header = struct.pack("<16s2HI3QI6H", b"\x7fELF\2\1\1", 3, machine, 1, 0, _HEADER, 0, 0, _HEADER, _PROGRAM, 3, 0, 0, 0)
    segments = _segment(_LOAD, 0, size, 0x10000) + _segment(_DYNAMIC, at_dynamic, len(dynamic), 8) + _segment(_STACK, 0, 0, 16)
    return (header + segments + symbols + hashes + names).ljust(at_dynamic, b"\0") + dynamic


def _segment(kind: int, start: int, size: int, align: int) -> bytes:
    return struct.pack("<2I6Q", kind, _READ_WRITE, start, start, start, size, size, align)
