"""`specdeck web`: the playground in a browser, each visitor with a process and a temporary state of their own. One from beyond this machine
is a guest: what a guest may not do, the actions refuse (loading.refuse_guests)."""

from __future__ import annotations

import argparse
import ipaddress
import secrets
from importlib.util import find_spec
from urllib.parse import urlsplit

from specdeck.decoding.errors import LoadError, SettingsError

from ..settings import config
from . import options
from .command_table import ROOM, VISITORS, parse


def main(args: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    theirs = parse("playground", args.playground)
    options.settings_of(theirs)
    options.check(theirs)
    if args.port >= 1 << 16:
        raise SettingsError(f"port must be from 0 to 65535, not {args.port}")
    name = public_host(args.public_url)
    if find_spec("textual_serve") is None:
        raise LoadError("specdeck web needs textual-serve: pip install 'textual-serve>=1.1.3,<1.2'")
    from .web_visitors import WebServer

    local = is_here(args.host) and (name is None or is_here(name))
    words, token = [*args.playground, *["--lesson"] * args.lesson], "" if args.no_token else secrets.token_urlsafe(16)
    return WebServer(words, config.LOCAL if local else config.GUEST, args.host, args.port, args.public_url, args.visitors or (ROOM if args.lesson else VISITORS), token).serve()


def public_host(url: str) -> str | None:
    """The host that this address names, None where none is given. Raises SettingsError."""
    try:
        public = urlsplit(url)
    except ValueError:
        public = urlsplit("")
    if url and not (public.scheme in ("http", "https") and public.hostname):
        raise SettingsError(f"public-url must begin with http:// or https:// and name a host, not {url!r}")
    return public.hostname


def is_here(host: str) -> bool:
    """Whether an address is this machine's own, which no other reaches."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
