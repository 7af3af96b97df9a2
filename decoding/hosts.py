"""The hosts of a sharded target, from --hosts or an mlx.launch hostfile, and the variables that mlx.distributed reads there. Loads no mlx."""

import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import SystemRandom
from typing import Any, Callable, Sequence

from .checkpoints import parse, read_regular
from .errors import LoadError, SettingsError, one_line

THIS = "127.0.0.1"
PORTS = range(20000, 32000)  # below the ports that systems give to connections
NAMES_OF_THIS = (THIS, "localhost", "::1")
BACKENDS = ("ring", "jaccl", "jaccl-ring")

BEFORE_EXIT: list[Callable[[str], object]] = []  # called with the reason before a lost host ends this process, the last one first


@dataclass(frozen=True)
class Hosts:
    """The hosts by rank, rank 0 this machine. `names` as the user gave them; `backend` of mlx.distributed; `rows` and `envs` as in a hostfile."""

    names: tuple[str, ...]
    backend: str
    rows: tuple[dict[str, Any], ...]
    envs: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """A few words for a status line."""
        return f"{len(self.names)} hosts, {self.backend}"

    def environment(self) -> dict[str, Any]:
        """Variables for every rank but MLX_RANK, as mlx documents them. One that is no str is the content of a JSON file, which mlx's variable names."""
        ports = count(SystemRandom().choice(PORTS))
        addresses = [[f"{ip}:{next(ports)}" for ip in row.get("ips") or ()] for row in self.rows]
        first, _, port = next(iter(addresses[0]), "").rpartition(":")
        if self.backend == "ring":
            return {"MLX_HOSTFILE": addresses}
        devices = {"MLX_JACCL_COORDINATOR": f"{first}:{port}", "MLX_IBV_DEVICES": [row.get("rdma") for row in self.rows]}
        return devices | ({"MLX_JACCL_RING": "1"} if self.backend == "jaccl-ring" else {})


def hosts_of(names: Sequence[str] | str | None, hostfile: str | None) -> Hosts | None:
    """The hosts of --hosts or --hostfile; None if neither is given. Raises SettingsError or LoadError."""
    if names and hostfile:
        raise SettingsError("give hosts or a hostfile, not both")
    if hostfile:
        return from_file(hostfile)
    return from_names(names.split(",") if isinstance(names, str) else names) if names else None


def from_names(names: Sequence[str]) -> Hosts:
    """Hosts for the ring backend, which needs addresses: names are looked up. Raises SettingsError, and LoadError for a name without an address."""
    names = [name.strip() for name in names]
    if len(names) < 2 or "" in names or names[0] not in NAMES_OF_THIS:
        raise SettingsError("hosts: name at least two, the first of them 127.0.0.1: this machine")
    try:
        addresses = [THIS if name in NAMES_OF_THIS else str(socket.getaddrinfo(name, None, socket.AF_INET)[0][4][0]) for name in names]
        away = next((address for address in addresses if address != THIS), None)
        here = THIS
        if away:  # it cannot reach this machine by its loopback: our address in its network; nothing is sent
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
                probe.connect((away, 9))
                here = probe.getsockname()[0]
    except (OSError, UnicodeError) as error:
        raise LoadError(f"hosts: one of {', '.join(names)} has no address: {one_line(error)}") from error
    rows = ({"ssh": THIS if at == THIS else name, "ips": [here if at == THIS else at]} for name, at in zip(names, addresses))
    return Hosts(tuple(names), "ring", tuple(rows))


def from_file(file: str) -> Hosts:
    """Hosts of a hostfile as mlx.distributed_config writes it. Raises LoadError where it is none, or its first host is not this machine."""
    try:
        read = parse(read_regular(os.path.expanduser(file)))
        known = read if isinstance(read, dict) else {"hosts": read}
        backend, envs = known.get("backend") or "ring", known.get("envs") or ()
        rows = [{**row, "ssh": str(row["ssh"])} for row in known["hosts"]]
        addressed = all(row.get("ips") for row in (rows if backend == "ring" else rows[:1]))
        usable = len(rows) > 1 and backend in BACKENDS and addressed and _is_here(rows[0])
        hosts = Hosts(tuple(row["ssh"] for row in rows), backend, ({**rows[0], "ssh": THIS}, *rows[1:]), tuple(map(str, envs)))
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        raise LoadError(f"hostfile {file!r} cannot be read: {getattr(error, 'strerror', None) or one_line(error)}") from error
    if not usable:
        wanted = f"this machine first, at least one more, their addresses (ips), and one of the backends {', '.join(BACKENDS)}"
        raise LoadError(f"hostfile {file!r} cannot be used: it must name {wanted}")
    return hosts


def _is_here(row: dict[str, Any]) -> bool:
    """Whether this row of a hostfile is this machine: by its name, or by an address that can be bound."""
    if row["ssh"] in NAMES_OF_THIS:
        return True
    for ip in row["ips"]:
        with suppress(OSError), socket.socket() as probe:
            probe.bind((str(ip), 0))
            return True
    return False
