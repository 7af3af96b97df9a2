"""`specdeck web`: the playground in a browser, each visitor with a process and a temporary state of their own. One from beyond this machine
is a guest: what a guest may not do, the actions refuse (loading.refuse_guests)."""

from __future__ import annotations

import argparse
import ipaddress
import secrets
from importlib.util import find_spec
from typing import Sequence
from urllib.parse import urlsplit

from specdeck.decoding.errors import LoadError, SettingsError

from ..settings import config
from . import options, playground

HOST, PORT, VISITORS = "127.0.0.1", 8000, 8


class WebParser(options.Parser):
    """Its own options, and the playground's, which each visitor's process gets as they were written."""

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        said, said.playground = self.parse_known_args(words)
        theirs = said.theirs = playground.parser().parse(said.playground)
        options.settings_of(theirs)
        options.check(theirs)
        return said


def parser() -> WebParser:
    parser = WebParser(
        prog="specdeck web",
        description="The playground in a browser. Each visitor has a process of their own, and a state that is deleted when they leave.\n"
        "The playground's options, such as --model, hold for every visitor; specdeck --help lists them.\n\n"
        "The address that is printed has a token, which a browser shows once and keeps as a cookie: nobody else gets in.\n"
        "On 127.0.0.1 a visitor may do whatever you may. With --host or --public-url beyond this machine visitors are guests:\n"
        "they cannot read or write files here, nor search for, add or download models; what they save goes to their browser.",
    )
    parser.add_argument("--host", metavar="ADDRESS", default=HOST, help=f"where to listen (default {HOST}; 0.0.0.0: on every network)")
    parser.add_argument("--port", metavar="N", type=int, default=PORT, help=f"port to listen on (default {PORT}; 0: a free one)")
    parser.add_argument("--public-url", metavar="URL", default="", help="the address in visitors' browsers, where another server passes it on")
    parser.add_argument("--visitors", metavar="N", type=int, default=VISITORS, help=f"most visitors at a time (default {VISITORS}); the next one waits for a place. Each has the models in memory: some 250 MB with the embedded pair")
    parser.add_argument("--no-token", action="store_true", help="let in whoever reaches the port, not only who opens the address with the printed token")
    parser.add_argument("--lesson", action="store_true", help="open the lesson first")
    return parser


def main(args: argparse.Namespace) -> int:
    """Serve until a signal ends it."""
    if not 0 <= args.port < 1 << 16:
        raise SettingsError(f"port must be from 0 to 65535, not {args.port}")
    if args.visitors < 1:
        raise SettingsError(f"visitors must be at least 1, not {args.visitors}")
    if not args.host:
        raise SettingsError("host is empty: name the address to listen on, or leave it out")
    name = public_host(args.public_url)
    if find_spec("textual_serve") is None:
        raise LoadError("specdeck web needs textual-serve: pip install 'textual-serve>=1.1.3,<1.2'")
    from .web_server import WebServer

    local = is_here(args.host) and (name is None or is_here(name))
    words, token = [*args.playground, *["--lesson"] * args.lesson], "" if args.no_token else secrets.token_urlsafe(16)
    return WebServer(words, config.LOCAL if local else config.GUEST, args.host, args.port, args.public_url, args.visitors, token).serve()


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
