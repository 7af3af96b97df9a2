"""The hosts that a target is sharded over, given as names or as a hostfile, in the form of a hostfile for mlx.launch. Starts nothing."""

import json
import os
import socket
import sys
from dataclasses import dataclass
from typing import Callable, Sequence

from ..checkpoints import parse, read_regular
from ..errors import LoadError, SettingsError, one_line

THIS = "127.0.0.1"  # the only name that mlx.launch does not start by ssh
RING = "ring"
PORTS = range(20000, 32000)  # below those that systems give to connections
NAMES_OF_THIS = (THIS, "localhost", "::1")
NO_ROUTE = "No route to host"  # what a system says of an address that it cannot reach, and macOS also of one that it keeps a program from
LOCAL_NETWORK = "macOS may keep this terminal from the local network: allow it in System Settings, Privacy & Security, Local Network"


@dataclass(frozen=True)
class Hosts:
    """The hosts by rank, rank 0 this machine. `names` as the user gave them; `backend` of mlx.distributed, "" for mlx.launch's choice;
    `content`: the hostfile."""

    names: tuple[str, ...]
    backend: str
    content: str

    @property
    def words(self) -> str:
        """A few words for a status line."""
        return f"{len(self.names)} hosts, {self.backend or RING}"


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
        addresses = [_own_address(others[0]) if address == THIS else address for address in addresses]
    rows = [{"ssh": THIS if name in NAMES_OF_THIS else name, "ips": [address]} for name, address in zip(names, addresses)]
    return Hosts(tuple(names), RING, json.dumps({"backend": RING, "hosts": rows}))


def from_file(file: str) -> Hosts:
    """Hosts of a hostfile as mlx.distributed_config writes it. Raises LoadError where it is none, or where its first host is not this
    machine."""
    try:
        read = parse(read_regular(os.path.expanduser(file)))
        known = read if isinstance(read, dict) else {"hosts": read}
        names, first = [str(host["ssh"]) for host in known["hosts"]], known["hosts"][0]
        addresses = [str(address) for address in first.get("ips", [])]
    except OSError as error:
        raise LoadError(f"hostfile {file!r} cannot be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise LoadError(f"hostfile {file!r} cannot be read as one of mlx.launch's: {one_line(error)}") from error
    if len(names) < 2:
        raise LoadError(f"hostfile {file!r}: it names one host; a target is sharded over at least two")
    if first["ssh"] not in NAMES_OF_THIS and not any(_can_bind(address, 0) for address in addresses):
        raise LoadError(f"hostfile {file!r}: its first host must be this machine, and {first['ssh']!r} is not")
    hosts = [dict(first, ssh=THIS), *known["hosts"][1:]]
    return Hosts(tuple(names), str(known.get("backend") or ""), json.dumps(dict(known, hosts=hosts)))


def with_permission(why: str) -> str:
    """Why a host cannot be reached, and on macOS the permission that may be missing."""
    return f"{why}: {LOCAL_NETWORK}" if sys.platform == "darwin" and NO_ROUTE in why else why


def hosts_of(names: Sequence[str] | str | None, hostfile: str | None) -> Hosts | None:
    """The hosts of --hosts or --hostfile; None if neither is given. Raises SettingsError or LoadError."""
    if names and hostfile:
        raise SettingsError("give hosts or a hostfile, not both")
    if hostfile:
        return from_file(hostfile)
    return from_names(names.split(",") if isinstance(names, str) else names) if names else None


def free_port(count: int) -> int:
    """The first of `count` consecutive ports that are free on this machine. Processes look in different places first, because the ring
    takes its ports only once all followers are there."""
    places = range(PORTS.start, PORTS.stop - count, count)
    begin = os.getpid() % len(places)
    for first in (*places[begin:], *places[:begin]):
        if all(_can_bind("", port) for port in range(first, first + count)):
            return first
    raise LoadError(f"there are no {count} consecutive free ports from {PORTS.start} to {PORTS.stop} for the ring")


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


def _own_address(other: str) -> str:
    """This machine's address in the network of another one; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((other, 9))
        except OSError as error:
            raise LoadError(with_permission(f"hosts: {other} cannot be reached: {one_line(error)}")) from error
        return probe.getsockname()[0]


# What to do before ending a process that would wait for a lost host for ever. Loads no mlx, so that commands can add to it as they start.

BEFORE_EXIT: list[Callable[[str], object]] = []  # each is called with the reason, the last one first
