"""A target sharded over ranks on this machine says what it says in one process. The ranks are processes: one can join a group only once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import SystemRandom
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck import assets
from specdeck.decoding import LoadError, PairError, SettingsError, cluster, hosts, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import HostLost
from specdeck.engine.engine import Engine
from tests.helpers import checkpoints
from tests.helpers.loopback import on_loopback

ROOT = Path(__file__).resolve().parents[2]
TWO = ("127.0.0.1", "127.0.0.1")


@pytest.mark.long
@on_loopback
@pytest.mark.parametrize("words", [("--every", "2", "--loads"), ("--ranks", "3", "--every", "4", "--seed", "1")])
def test_ranks_say_what_one_process_says(words):
    done = subprocess.run([sys.executable, "-m", "tests.helpers.loopback", *words], cwd=ROOT, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr[-2000:]
    found = list(map(json.loads, done.stdout.splitlines()))
    assert [each for each in found if each.get("difference")] == []
    if "--loads" in words:
        assert [each["refused"] for each in found if "refused" in each] and found[-1]["drafter"] == "dflash"


def test_a_drafter_that_reads_keys_is_refused_before_any_host_is_started(tmp_path):
    target = checkpoints.target(tmp_path / "gemma", "gemma4")
    with pytest.raises(PairError, match="assistant: it reads the target's keys and values, of which each host has only a part"):
        load(str(target), drafter=str(checkpoints.assistant(tmp_path / "assistant")), hosts=TWO)


def test_the_models_screen_plans_for_all_hosts_before_anything_is_loaded():
    assert (Engine(hosts="127.0.0.1,127.0.0.1").machine().hosts, Engine().machine().hosts) == (2, 1)


def test_after_an_error_of_mlx_nothing_is_said_to_the_ranks(monkeypatch):
    """It surfaces where a result is waited for, after the call that queued it."""
    monkeypatch.setattr(cluster, "PATIENCE", 0)
    joined, said = cluster.Cluster.__new__(cluster.Cluster), []
    joined._trouble, joined.say = None, lambda *message: said.append(message)
    state = cluster.SharedState(SimpleNamespace(sequence=[1, 2], call=lambda *words: None), joined, 7)
    state.reset()
    assert said == [(7, "reset", [1, 2], (), 0)]
    with pytest.raises(RuntimeError, match="out of memory"):
        try:
            raise RuntimeError("out of memory")
        except RuntimeError:
            state.reset()
    with pytest.raises(HostLost):
        state.read()
    assert len(said) == 1


def test_what_a_host_prints_is_progress_while_it_loads_and_no_later(monkeypatch):
    """A library's warning in the middle of a reply would be drawn over it."""
    joined, said = cluster.Cluster.__new__(cluster.Cluster), []
    joined.hosts, joined.group, joined._trouble, joined._number = SimpleNamespace(names=("here",)), mx.distributed.init(), None, 0
    printing = SimpleNamespace(name="there", wait=lambda: 0, lines=lambda: iter(["downloading"]))
    monkeypatch.setattr(cluster, "end", lambda reason: None)
    joined.say = lambda *message: joined._watch(printing)
    joined.model(None, recognise(assets.TARGET), None, progress=said.append)
    assert said == ["there: downloading"]
    joined._watch(printing)
    assert len(said) == 1


def test_hosts_that_cannot_connect_are_given_up(monkeypatch):
    """One that nobody answers, as behind a firewall."""
    monkeypatch.setattr(cluster, "CONNECT", 1)
    monkeypatch.setenv("MLX_RANK", "as it was before")
    monkeypatch.setenv("MLX_HOSTFILE", "as it was before")
    port = SystemRandom().choice(hosts.PORTS)
    hello = {"rank": 0, "backend": "ring", "variables": {"MLX_HOSTFILE": [[f"127.0.0.1:{port}"], ["127.0.0.1:9"]]}}
    with pytest.raises(LoadError, match="cannot connect: no answer in 1 s: a firewall may forbid it"):
        cluster.join(hello, lambda word: None)


@pytest.mark.long
def test_a_host_of_another_version_does_not_join():
    """It says why while rank 0 lives: at the end of stdin it ends without a word."""
    hello = json.dumps({"rank": 1, "alike": ["specdeck 9.9"]})
    with subprocess.Popen([sys.executable, "-m", "specdeck.decoding.cluster"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as follower:
        print(hello, file=follower.stdin, flush=True)
        said = follower.stdout.read()
    assert follower.returncode == 1 and "not specdeck 9.9: install the same on all hosts" in said


def test_hosts_by_name_and_what_a_ring_reads():
    assert hosts.hosts_of(None, None) is None
    two = hosts.hosts_of("127.0.0.1, localhost", None)
    (first,), (second,) = two.environment()["MLX_HOSTFILE"]
    assert two.words == "2 hosts, ring" and first.startswith("127.0.0.1:") and int(second[10:]) == int(first[10:]) + 1


RDMA = [{"ssh": "127.0.0.1", "ips": ["10.0.0.1"], "rdma": [None, "rdma_en5"]}, {"ssh": "there", "ips": [], "rdma": ["rdma_en3", None]}]


@pytest.mark.parametrize("content, words, names", [
    (RDMA[:1] + [{"ssh": "there", "ips": ["10.1.1.1", "10.1.1.2"]}], "2 hosts, ring", {"MLX_HOSTFILE"}),
    ({"backend": "jaccl", "hosts": RDMA}, "2 hosts, jaccl", {"MLX_JACCL_COORDINATOR", "MLX_IBV_DEVICES"}),
    ({"backend": "jaccl-ring", "envs": ["A=1"], "hosts": RDMA}, "2 hosts, jaccl-ring", {"MLX_JACCL_COORDINATOR", "MLX_JACCL_RING", "MLX_IBV_DEVICES"}),
])  # fmt: skip
def test_a_hostfile_is_mlx_launchs(tmp_path, content, words, names):
    """mlx documents these variables, which mlx.launch sets too."""
    (tmp_path / "hosts.json").write_text(json.dumps(content))
    read = hosts.hosts_of(None, str(tmp_path / "hosts.json"))
    found = read.environment()
    assert (read.names, read.words, set(found)) == (("127.0.0.1", "there"), words, names)
    if "MLX_IBV_DEVICES" in names:
        assert found["MLX_IBV_DEVICES"] == [[None, "rdma_en5"], ["rdma_en3", None]]
        assert found["MLX_JACCL_COORDINATOR"].startswith("10.0.0.1:")
    if "MLX_HOSTFILE" in names:
        assert [[ip.partition(":")[0] for ip in row] for row in found["MLX_HOSTFILE"]] == [["10.0.0.1"], ["10.1.1.1", "10.1.1.2"]]


@pytest.mark.parametrize("text, words", [
    ("{", "cannot be read"), ("[]", "cannot be read"), ('[{"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}]', "at least one more"),
    ('[{"ssh": "x", "ips": ["192.0.2.1"]}, {"ssh": "y", "ips": ["192.0.2.2"]}]', "must name this machine first"),
    ('{"backend": "mpi", "hosts": [{"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}, {"ssh": "y"}]}', "one of the backends ring, jaccl"),
    ('[{"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}, {"ssh": "y"}]', "their addresses .ips."),
])  # fmt: skip
def test_a_hostfile_that_cannot_be_is_refused_in_a_line(tmp_path, text, words):
    (tmp_path / "hosts.json").write_text(text)
    with pytest.raises(LoadError, match=words):
        hosts.hosts_of(None, str(tmp_path / "hosts.json"))
    with pytest.raises(SettingsError, match="not both"):
        hosts.hosts_of(TWO, str(tmp_path / "hosts.json"))


def test_a_target_is_split_into_parts_of_all_ranks():
    """In one rank the part is the whole target, and every call is the state's own."""
    group = mx.distributed.init()
    part, answers = cluster.load_part(group, lambda: assets.TARGET, None)
    assert part and answers == [(answers[0][0], "")] and answers[0][0] > 50 << 20
    part, answers = cluster.load_part(group, lambda: Path("/nowhere"), None)
    assert part is None and "/nowhere" in answers[0][1]
