"""The hosts that a target is sharded over, from --hosts or an mlx.launch hostfile, and the variables that mlx.distributed reads on each.
Loads no mlx."""

import json
import os
import socket
import sys
from dataclasses import dataclass
from itertools import count
from random import SystemRandom
from typing import Any, Callable, Sequence

from .checkpoints import parse, read_regular
from .errors import LoadError, SettingsError, one_line

THIS = "127.0.0.1"
RING = "ring"
PORTS = range(20000, 32000)  # below those that systems give to connections
NAMES_OF_THIS = (THIS, "localhost", "::1")
NO_ROUTE = "No route to host"  # of an address that is out of reach, and on macOS also of one that is not allowed
LOCAL_NETWORK = "macOS may keep this terminal from the local network: allow it in System Settings, Privacy & Security, Local Network"

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

    def environment(self) -> tuple[dict[str, str], dict[str, str]]:
        """Variables for every rank but MLX_RANK, and the content of files that variables name, as mlx documents them. Raises LoadError."""
        ips = [[str(ip) for ip in row.get("ips") or ()] for row in self.rows]
        if not all(ips if self.backend == RING else ips[:1]):
            raise LoadError(f"hosts: {self.backend} needs addresses (ips) of {'every' if self.backend == RING else 'the first'} host: name them in the hostfile")
        port = free_port(sum(map(len, ips)))
        if self.backend == RING:
            ports = count(port)
            return {}, {"MLX_HOSTFILE": json.dumps([[f"{ip}:{next(ports)}" for ip in row] for row in ips])}
        if self.backend == "nccl":
            return {"NCCL_HOST_IP": ips[0][0], "NCCL_PORT": str(port), "MLX_WORLD_SIZE": str(len(ips))}, {}
        ring = {"MLX_JACCL_RING": "1"} if self.backend == "jaccl-ring" else {}
        return {"MLX_JACCL_COORDINATOR": f"{ips[0][0]}:{port}"} | ring, {"MLX_IBV_DEVICES": json.dumps([row.get("rdma") for row in self.rows])}


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
    if not all(names) or len(names) < 2:
        raise SettingsError("hosts: name at least two, the first of them 127.0.0.1: this machine")
    if names[0] not in NAMES_OF_THIS:
        raise SettingsError(f"hosts: the first must be 127.0.0.1, this machine, not {names[0]!r}")
    addresses = [THIS if name in NAMES_OF_THIS else _address(name) for name in names]
    others = [address for address in addresses if address != THIS]
    if others:  # they cannot reach this machine by its loopback
        addresses = [own_address(others[0]) if address == THIS else address for address in addresses]
    return Hosts(tuple(names), RING, tuple({"ssh": THIS if name in NAMES_OF_THIS else name, "ips": [address]} for name, address in zip(names, addresses)))


def from_file(file: str) -> Hosts:
    """Hosts of a hostfile as mlx.distributed_config writes it. Raises LoadError where it is none, or its first host is not this machine."""
    try:
        read = parse(read_regular(os.path.expanduser(file)))
        known = read if isinstance(read, dict) else {"hosts": read}
        rows = tuple(dict(row, ssh=str(row["ssh"])) for row in known["hosts"])
        names, envs = tuple(row["ssh"] for row in rows), tuple(map(str, known.get("envs") or ()))
        here = names[0] in NAMES_OF_THIS or any(_can_bind(str(ip), 0) for ip in rows[0].get("ips") or ())
    except OSError as error:
        raise LoadError(f"hostfile {file!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise LoadError(f"hostfile {file!r} cannot be read as one of mlx.launch's: {one_line(error)}") from error
    backend = str(known.get("backend") or RING)
    if backend not in (RING, "jaccl", "jaccl-ring", "nccl"):
        raise LoadError(f"hostfile {file!r}: backend {backend!r} is unknown: it must be ring, jaccl, jaccl-ring or nccl")
    if len(names) < 2:
        raise LoadError(f"hostfile {file!r}: it names one host; a target is sharded over at least two")
    if not here:
        raise LoadError(f"hostfile {file!r}: its first host must be this machine, and {names[0]!r} is not")
    return Hosts(names, backend, (dict(rows[0], ssh=THIS), *rows[1:]), envs)


def with_permission(why: str) -> str:
    """Why a host cannot be reached, and on macOS the permission that may be missing."""
    return f"{why}: {LOCAL_NETWORK}" if sys.platform == "darwin" else why


def free_port(count: int) -> int:
    """The first of `count` consecutive ports that are free on this machine. Raises LoadError."""
    for first in SystemRandom().sample(PORTS[: -count], min(100, len(PORTS) - count)):
        if all(_can_bind("", port) for port in range(first, first + count)):
            return first
    raise LoadError(f"hosts: there are no {count} consecutive free ports from {PORTS.start} to {PORTS.stop}")


def own_address(other: str) -> str:
    """This machine's address in the network of another one; nothing is sent. Raises LoadError."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((other, 9))
        except OSError as error:
            raise LoadError(with_permission(f"hosts: {other} cannot be reached: {one_line(error)}")) from error
        return probe.getsockname()[0]


def _can_bind(address: str, port: int) -> bool:
    """Whether the port is free, and the address this machine's."""
    try:
        with socket.socket() as probe:
            probe.bind((address, port))
    except OSError:
        return False
    return True


def _address(name: str) -> str:
    try:
        return str(socket.getaddrinfo(name, None, socket.AF_INET)[0][4][0])
    except (OSError, UnicodeError) as error:
        raise LoadError(f"hosts: {name!r} has no address: {one_line(error)}") from error
