"""Machines that are not here: their memory, and how fast they multiply matrices, by what others published of such machines."""

from __future__ import annotations

from specdeck.decoding import Memory
from specdeck.engine.messages import FLOAT32, HALF, PACKED, Machine, MatrixSpeed
from specdeck.models.catalogue import Catalogue
from specdeck.models.disk import DiskScan

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
