"""A target sharded over ranks on this machine says what it says in one process. The ranks are processes: one can join a group only once."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck import assets
from specdeck.decoding import LoadError, PairError, SettingsError, cluster, hosts, load
from specdeck.decoding.checkpoints.recognition import recognise
from specdeck.decoding.errors import HostLost
from specdeck.engine.engine import Engine
from tests.helpers import checkpoints, loopback
from tests.helpers.loopback import on_loopback

ROOT = Path(__file__).resolve().parents[2]
TWO = ("127.0.0.1", "127.0.0.1")


@on_loopback
@pytest.mark.parametrize("words", [
    ("--every", "6"),
    pytest.param(("--loads",), marks=pytest.mark.long),
    pytest.param(("--ranks", "3", "--every", "3", "--seed", "1"), marks=pytest.mark.long),
])  # fmt: skip
def test_ranks_say_what_one_process_says(words):
    done = subprocess.run([sys.executable, "-m", "tests.helpers.loopback", *words], cwd=ROOT, capture_output=True, text=True, timeout=1200)
    assert done.returncode == 0, done.stderr[-2000:]
    *found, last = map(json.loads, done.stdout.splitlines())
    assert [each for each in (*found, last) if each.get("difference")] == []
    if words == ("--loads",):
        cases, (refused, *_) = found[: len(loopback.DRAFTERS)], found[len(loopback.DRAFTERS) :]
        assert [each["case"]["drafter"] for each in cases] == list(loopback.DRAFTERS)
        assert "cannot be sharded over 2 hosts" in refused["refused"] and last["drafter"] == "dflash"


def test_what_cannot_be_sharded_is_refused_before_any_host_is_started(tmp_path):
    with pytest.raises(LoadError, match="models of type gemma4 cannot be sharded by mlx-lm"):
        load(str(target := checkpoints.target(tmp_path / "gemma", "gemma4")), hosts=TWO)
    with pytest.raises(PairError, match="assistant: it reads the target's keys and values, of which each host has only a part"):
        load(str(target), drafter=str(checkpoints.assistant(tmp_path / "assistant")), hosts=TWO)


def test_the_models_screen_plans_for_all_hosts_before_anything_is_loaded():
    assert (Engine(hosts="127.0.0.1,127.0.0.1").machine().hosts, Engine().machine().hosts) == (2, 1)


@pytest.mark.parametrize("error", [RuntimeError("[metal::malloc] Resource limit (9) exceeded."), KeyboardInterrupt()])
def test_after_an_error_in_a_call_the_ranks_are_out_of_step(monkeypatch, error):
    monkeypatch.setattr(cluster, "PATIENCE", 0)
    joined = cluster.Cluster.__new__(cluster.Cluster)
    joined._trouble = None
    with joined.in_step():
        pass
    with pytest.raises(type(error)), joined.in_step():
        raise error
    with pytest.raises(HostLost, match="out of step after an error: start again"), joined.in_step():
        pass


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
    printing = SimpleNamespace(name="there", process=SimpleNamespace(wait=lambda: 0), lines=lambda: iter(["downloading"]))
    monkeypatch.setattr(cluster, "end", lambda reason: None)
    joined.say = lambda *message: joined._watch(printing)
    joined.model(None, recognise(assets.TARGET), None, progress=said.append)
    assert said == ["there: downloading"]
    joined._watch(printing)
    assert len(said) == 1


def test_the_hosts_cannot_connect(monkeypatch):
    """One that nobody answers, as behind a firewall; one whose address is another machine's. On a Mac the permission that may lack is named."""
    monkeypatch.setattr(cluster, "CONNECT", 2)
    monkeypatch.setenv("MLX_RANK", "as it was before")
    monkeypatch.setenv("MLX_HOSTFILE", "as it was before")
    for address, platform, reason in (("127.0.0.1", "linux", "no answer in 2 s"), ("192.0.2.1", "darwin", hosts.LOCAL_NETWORK)):
        monkeypatch.setattr(sys, "platform", platform)
        hello = {"rank": 0, "backend": "ring", "variables": {}, "files": {"MLX_HOSTFILE": json.dumps([[f"{address}:{hosts.free_port(2)}"], ["127.0.0.1:9"]])}}
        with pytest.raises(LoadError, match="cannot connect: ") as error:
            cluster.join(hello, lambda word: None)
        assert reason in str(error.value)


@pytest.mark.parametrize("code, platform, last, words", [
    (255, "linux", "Permission denied (publickey).", r"ssh must work there without a password \(Permission denied"),
    (127, "linux", "", "specdeck must be installed there at the same path"),
    (255, "linux", "connect to host there port 22: No route to host", "port 22: No route to host$"),
    (255, "darwin", "connect to host there port 22: No route to host", f"No route to host: {hosts.LOCAL_NETWORK}"),
    (1, "linux", "it has mlx 0.1 for 0.2: install the same version on all hosts", "it has mlx 0.1"),
    (9, "linux", "", "exit code 9"),
])  # fmt: skip
def test_why_a_host_did_not_start(monkeypatch, code, platform, last, words):
    monkeypatch.setattr(sys, "platform", platform)
    follower = cluster.Follower.__new__(cluster.Follower)
    follower.last, follower.process = last, SimpleNamespace(wait=lambda: code)
    with pytest.raises(HostLost, match=words):
        raise HostLost(follower.why_not_started())


@pytest.mark.long
def test_a_host_of_another_version_does_not_join():
    """It says why while rank 0 lives: at the end of stdin it ends without a word."""
    hello = json.dumps({"rank": 1, "versions": ["9.9", "9", "9"]})
    with subprocess.Popen([sys.executable, "-m", "specdeck.decoding.cluster"], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as follower:
        print(hello, file=follower.stdin, flush=True)
        said = follower.stdout.read()
    assert follower.returncode == 1 and "install the same version on all hosts" in said and "for 9.9" in said


def test_hosts_by_name_and_what_a_ring_reads():
    assert hosts.hosts_of(None, None) is None
    two = hosts.hosts_of("127.0.0.1, localhost", None)
    variables, files = two.environment()
    (first,), (second,) = json.loads(files["MLX_HOSTFILE"])
    assert two.words == "2 hosts, ring" and variables == {} and first.startswith("127.0.0.1:") and int(second[10:]) == int(first[10:]) + 1


RDMA = [{"ssh": "127.0.0.1", "ips": ["10.0.0.1"], "rdma": [None, "rdma_en5"]}, {"ssh": "there", "ips": [], "rdma": ["rdma_en3", None]}]


@pytest.mark.parametrize("content, words, variables, files", [
    (RDMA[:1] + [{"ssh": "there", "ips": ["10.1.1.1", "10.1.1.2"]}], "2 hosts, ring", set(), {"MLX_HOSTFILE"}),
    ({"backend": "jaccl", "hosts": RDMA}, "2 hosts, jaccl", {"MLX_JACCL_COORDINATOR"}, {"MLX_IBV_DEVICES"}),
    ({"backend": "jaccl-ring", "envs": ["A=1"], "hosts": RDMA}, "2 hosts, jaccl-ring", {"MLX_JACCL_COORDINATOR", "MLX_JACCL_RING"}, {"MLX_IBV_DEVICES"}),
    ({"backend": "nccl", "hosts": RDMA}, "2 hosts, nccl", {"NCCL_HOST_IP", "NCCL_PORT", "MLX_WORLD_SIZE"}, set()),
])  # fmt: skip
def test_a_hostfile_is_mlx_launchs(tmp_path, content, words, variables, files):
    """mlx documents these variables, which mlx.launch sets too."""
    (tmp_path / "hosts.json").write_text(json.dumps(content))
    read = hosts.hosts_of(None, str(tmp_path / "hosts.json"))
    found, contents = read.environment()
    assert (read.names, read.words, set(found), set(contents)) == (("127.0.0.1", "there"), words, variables, files)
    if files == {"MLX_IBV_DEVICES"}:
        assert json.loads(contents["MLX_IBV_DEVICES"]) == [[None, "rdma_en5"], ["rdma_en3", None]]
        assert found["MLX_JACCL_COORDINATOR"].startswith("10.0.0.1:")
    if files == {"MLX_HOSTFILE"}:
        assert [[ip.partition(":")[0] for ip in row] for row in json.loads(contents["MLX_HOSTFILE"])] == [["10.0.0.1"], ["10.1.1.1", "10.1.1.2"]]


@pytest.mark.parametrize("text, words", [
    ("{", "cannot be read"), ("[]", "cannot be read"), ('[{"ssh": "127.0.0.1"}]', "names one host"), ('[{"ssh": "x"}, {"ssh": "y"}]', "first host must be this machine"),
    ('{"backend": "mpi", "hosts": [{"ssh": "127.0.0.1"}, {"ssh": "y"}]}', "backend 'mpi' is unknown"),
    ('[{"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}, {"ssh": "y"}]', "ring needs addresses .ips. of every host"),
])  # fmt: skip
def test_a_hostfile_that_cannot_be_is_refused_in_a_line(tmp_path, text, words):
    (tmp_path / "hosts.json").write_text(text)
    with pytest.raises(LoadError, match=words):
        hosts.hosts_of(None, str(tmp_path / "hosts.json")).environment()
    with pytest.raises(SettingsError, match="not both"):
        hosts.hosts_of(TWO, str(tmp_path / "hosts.json"))


def test_ports_that_are_taken_are_passed_over(monkeypatch):
    with hosts.socket.socket() as taken:
        taken.bind(("", 0))
        port = taken.getsockname()[1]
        monkeypatch.setattr(hosts, "PORTS", range(port, port + 4))
        with pytest.raises(LoadError, match="there are no 3 consecutive free ports"):
            hosts.free_port(3)


def test_a_target_is_split_into_parts_of_all_ranks():
    """In one rank the part is the whole target, and every call is the state's own."""
    group = mx.distributed.init()
    part, answers = cluster.load_part(group, lambda: assets.TARGET, None)
    assert part and answers == [(answers[0][0], answers[0][1], "")] and answers[0][1] > 50 << 20
    part, answers = cluster.load_part(group, lambda: Path("/nowhere"), None)
    assert part is None and "/nowhere" in answers[0][2]
