"""Makes a shared library, in memory, of which every symbol is the address of a function that another library has loaded under another name."""

import ctypes
import os
import struct
from typing import Mapping

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

    An ELF file of one page: a header, a symbol table, its hash table, the names. Its symbols are absolute (SHN_ABS), so that there is no
    machine code in it and it is the same for every processor. Layout: the System V ABI, chapters 4 and 5 ("Symbol Table", "Hash Table",
    "Dynamic Section"). glibc takes absolute symbols as they are since 2.28; mlx's wheels need 2.35.
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
