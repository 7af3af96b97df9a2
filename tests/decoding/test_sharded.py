"""A target sharded over ranks on this machine says what it says in one process. The ranks are processes of their own: a process can
join a group only once."""

from __future__ import annotations

import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, PairError, SettingsError, load
from specdeck.decoding.distributed import channel, cluster, follower, hosts, launch_without_spinning, mlx_launch
from specdeck.decoding.distributed.channel import Channel
from specdeck.decoding.errors import HostLost
from specdeck.engine.adapter import RealEngine
from tests.helpers import heads, loopback
from tests.helpers.ranks import PATIENCE, on_loopback

ROOT = Path(__file__).resolve().parents[2]


def ranks(module: str, *words: str) -> subprocess.CompletedProcess:
    """Run a module that joins ranks on this machine, in a process of its own."""
    return subprocess.run([sys.executable, "-m", module, *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)


def equal(*words: str) -> list[dict[str, Any]]:
    """Cases of the matrix that were run sharded; fails where one differs."""
    done = ranks("tests.helpers.loopback", *words)
    cases = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert [case["difference"] for case in cases if case["difference"]] == []
    assert done.returncode == 0, done.stderr[-2000:]
    return cases


@pytest.mark.long
@on_loopback
def test_two_ranks_say_what_one_process_says():
    cases = equal("--every", "4")
    assert {case["case"]["target"] for case in cases} == {"shards-trimmable", "shards-recurrent", "shards-sliding"}


@pytest.mark.long
@on_loopback
def test_two_ranks_say_it_with_every_drafter():
    assert {case["case"]["drafter"] for case in equal()} == set(loopback.DRAFTERS)


@pytest.mark.long
@on_loopback
def test_four_ranks_say_it_too():
    equal("--ranks", "4", "--every", "4", "--seed", "1")


@pytest.mark.long
@on_loopback
def test_a_reply_that_is_paused_for_longer_than_a_silent_host_is_waited_for_goes_on():
    done = ranks("tests.helpers.paused_shards")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    same, whole, held = done.stdout.split()
    assert (same, whole) == ("True", "True") and float(held) > 3, "it was held"


@pytest.mark.long
@on_loopback
def test_a_model_that_cannot_be_split_so_is_said_and_the_ranks_go_on():
    """One head of keys for two ranks; then a head whose output mlx-lm splits, which drafters on rank 0 need whole."""
    done = ranks("tests.helpers.sharded_loads")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    refused, *equal = done.stdout.splitlines()
    assert "cannot be sharded over 2 hosts" in refused
    assert equal == ["none True", "mtp True", "eagle3 True", "dflash True", "200 rounds True"]


# -- without ranks ----------------------------------------------------------------------------------------------------------


def test_what_cannot_be_sharded_is_refused_before_any_host_is_started(tmp_path):
    two, target = ("127.0.0.1", "127.0.0.1"), heads.target_folder(tmp_path / "gemma", "gemma4")
    with pytest.raises(LoadError, match="models of type gemma4 cannot be sharded by mlx-lm"):
        load(str(target), hosts=two)
    with pytest.raises(PairError, match="assistant: it reads the target's keys and values, of which each host has only a part"):
        load(str(target), drafter=str(heads.assistant_folder(tmp_path / "assistant")), hosts=two)


def test_the_models_screen_plans_for_all_hosts_before_anything_is_loaded():
    assert (RealEngine(hosts="127.0.0.1,127.0.0.1").release().hosts, RealEngine().release().hosts) == (2, 1)


def test_a_message_is_read_as_it_was_sent():
    message = channel.pack(channel.Verb.READ, 7, 12, (1, 2), [5, 6, 7], mx.array([8, 9], mx.uint32))
    assert message.shape == (channel.SIZE,) and message.dtype == mx.int32
    assert channel.unpack(message.tolist()) == channel.Order(channel.Verb.READ, 7, 12, (1, 2, 0), (5, 6, 7), (8, 9))
    assert channel.numbers_to_name(channel.name_to_numbers("org/Modell-ä")) == "org/Modell-ä"
    assert channel.numbers_to_places(channel.places_to_numbers((3, "final"))) == (3, "final")


def test_a_follower_sleeps_until_a_message_arrives(monkeypatch):
    """Its sockets are only looked at: what arrives on them is mlx's to read."""
    ours, theirs = socket.socketpair()
    waiting, found = Channel(mx.distributed.init(), [ours.fileno()]), []

    def sleep(readable, *others):
        found.append(readable)
        theirs.send(b"x")
        return wait(readable, *others)

    wait = channel.select.select
    monkeypatch.setattr(channel.select, "select", sleep)
    monkeypatch.setattr(waiting, "_sum", lambda zeros: found.append("a sum") or channel.pack(channel.Verb.LEAVE))
    with ours, theirs:
        assert waiting.receive().verb == channel.Verb.LEAVE and found == [[ours.fileno()], "a sum"]
        assert ours.recv(9) == b"x"


def test_connections_are_told_from_other_files():
    before = channel.open_connections()
    listening = socket.create_server(("127.0.0.1", 0))
    with listening, socket.create_connection(listening.getsockname()) as ours, listening.accept()[0] as theirs, open(os.devnull):
        assert channel.open_connections() - before == {ours.fileno(), theirs.fileno()}
    assert channel.open_connections() == before


def test_mlx_launch_sleeps_although_its_ranks_take_input(monkeypatch):
    assert launch_without_spinning.launch.select is select.select, "mlx.launch waits in another way now"
    asked = []
    monkeypatch.setattr(select, "select", lambda *words: asked.append(words) or ([3], [], []))
    assert launch_without_spinning.wait_for_output([3, 4], [5], [], 1.0) == ([3], [5], [])
    assert asked == [([3, 4], [], [], launch_without_spinning.PAUSE)]


def test_lines_of_followers_are_told_from_what_others_print(capsys):
    mlx_launch.print_line(1, "progress", "loading half of it")
    assert mlx_launch.parse_line(capsys.readouterr().out) == mlx_launch.Line(1, "progress", "loading half of it")
    assert [mlx_launch.parse_line(text) for text in ("", "\n", "specdeck-host x y {", "[WARN] Node with rank 1 exited")] == [None] * 4


@on_loopback
def test_hosts_that_cannot_connect_are_given_up(monkeypatch, tmp_path):
    """One that nobody answers, as behind a firewall; one whose address is another machine's."""
    monkeypatch.setattr(follower, "CONNECT", 2)
    monkeypatch.setenv("SPECDECK_BACKEND", "ring")
    monkeypatch.setenv("MLX_RANK", "0")
    monkeypatch.setenv("MLX_HOSTFILE", str(tmp_path / "ring.json"))
    for address, reason in (("127.0.0.1", "no answer in 2 s"), ("192.0.2.1", "")):
        (tmp_path / "ring.json").write_text(json.dumps([[f"{address}:{hosts.free_port(2)}"], ["127.0.0.1:9"]]))
        assert reason in follower.trouble_joining()


@pytest.mark.parametrize("under_way", [True, False])
def test_a_process_that_waits_for_a_lost_host_ends(monkeypatch, under_way):
    """Where the call that is under way never returns; where nothing is under way, the next call raises."""
    ended, channel = [], Channel(mx.distributed.init())
    monkeypatch.setattr(cluster, "_end", ended.append)
    monkeypatch.setattr(cluster, "GRACE", 0.1)
    with channel.in_step() if under_way else nullcontext():
        cluster._look(SimpleNamespace(silent={}, ended=True, reason=lambda: "mac2.local is gone"), channel)
    assert ended == ["mac2.local is gone"] * under_way
    with pytest.raises(HostLost, match="mac2.local is gone"):
        channel.check()


@pytest.mark.parametrize(
    "message, words",
    [("[Compile::eval_cpu] Failed to compile function X: g++ returned 1", "a kernel could not be compiled here"), ("[metal::malloc] Resource limit (9) exceeded.", "memory ran out here")],
)
def test_a_kernel_that_cannot_be_compiled_and_memory_that_runs_out_are_no_lost_host(message, words):
    channel = Channel(mx.distributed.init())
    with pytest.raises(RuntimeError, match="::"), channel.in_step():
        raise RuntimeError(message)
    with pytest.raises(HostLost, match=f"{words}; start again"):
        channel.check()


def test_hosts_begin_with_this_machine():
    assert hosts.hosts_of(None, None) is None
    two = hosts.hosts_of("127.0.0.1,127.0.0.1", None)
    assert two.words == "2 hosts, ring" and json.loads(two.content)["hosts"][1] == {"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}
    for names, word in (("mac2.local", "two"), ("mac2.local,127.0.0.1", "first"), ("127.0.0.1,", "two")):
        with pytest.raises(SettingsError, match=word):
            hosts.hosts_of(names, None)
    with pytest.raises(LoadError, match="address"):
        hosts.hosts_of("127.0.0.1,no such host", None)


def test_macos_may_keep_a_terminal_from_other_hosts(monkeypatch):
    said = "ssh: connect to host there port 22: No route to host\n"
    launched = SimpleNamespace(hosts=hosts.Hosts(("127.0.0.1", "there"), "", ""), _ready={}, _errors=[], _said=[said, "Node with rank 1 exited with code 255"])
    for platform, words in (("linux", "No route to host"), ("darwin", f"No route to host: {hosts.LOCAL_NETWORK}")):
        monkeypatch.setattr("sys.platform", platform)
        assert mlx_launch.Launched.reason(launched) == f"there: ssh: connect to host there port 22: {words}"


def test_two_processes_do_not_look_for_ports_in_one_place(monkeypatch):
    found = set()
    for pid in (100, 1100, 2100):
        monkeypatch.setattr(hosts.os, "getpid", lambda: pid)
        found.add(hosts.free_port(4))
    assert len(found) == 3 and all(port in hosts.PORTS for port in found)


def test_a_ring_of_jaccl_is_launched_by_its_name_and_joined_by_the_one_that_mlx_knows(monkeypatch):
    started = []
    monkeypatch.setattr(mlx_launch.subprocess, "Popen", lambda words, **_: started.append(words) or SimpleNamespace(stdin=io.StringIO(), stdout=io.StringIO(), poll=lambda: 0, wait=lambda: 0))
    launched = mlx_launch.Launched(hosts.Hosts(("127.0.0.1", "x"), "jaccl-ring", "[]"), print)
    launched._remove_file()
    (words,) = started
    assert words[words.index("--backend") + 1] == "jaccl-ring" and "--starting-port" not in words
    assert launched.backend == "jaccl" and "SPECDECK_BACKEND=jaccl" in words, "mx.distributed.init takes jaccl alone"


@pytest.mark.parametrize("code, said", [(-signal.SIGALRM, ""), (1, "[ring] Couldn't connect (error: 65)")])
def test_a_mac_that_cannot_connect_names_the_permission_that_may_lack(monkeypatch, code, said):
    monkeypatch.setenv("SPECDECK_BACKEND", "ring")
    monkeypatch.setattr(follower.subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=code, stderr=said))
    monkeypatch.setattr(sys, "platform", "linux")
    assert "Local Network" not in follower.trouble_joining()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert hosts.LOCAL_NETWORK in follower.trouble_joining()


def test_a_hostfile_is_mlx_launchs(tmp_path):
    file = tmp_path / "hosts.json"
    file.write_text(json.dumps([{"ssh": "here", "ips": ["127.0.0.1"]}, {"ssh": "there", "ips": ["10.1.1.1"]}]))
    read = hosts.hosts_of(None, str(file))
    assert read.names == ("here", "there") and [host["ssh"] for host in json.loads(read.content)["hosts"]] == ["127.0.0.1", "there"]
    file.write_text(json.dumps({"backend": "jaccl", "hosts": [{"ssh": "127.0.0.1", "ips": []}, {"ssh": "there"}]}))
    assert hosts.hosts_of(None, str(file)).words == "2 hosts, jaccl"
    for text, word in (("{", "cannot be read"), ("[]", "cannot be read"), ('[{"ssh": "127.0.0.1"}]', "one host"), ('[{"ssh": "x"}, {"ssh": "y"}]', "first")):
        file.write_text(text)
        with pytest.raises(LoadError, match=word):
            hosts.hosts_of(None, str(file))
    with pytest.raises(SettingsError, match="not both"):
        hosts.hosts_of(("127.0.0.1", "x"), str(file))
