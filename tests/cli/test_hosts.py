"""--hosts as a person uses it: a host that comes late, one that is lost, and none that stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from specdeck.decoding.distributed import mlx_launch
from specdeck.decoding.errors import LoadError
from tests.helpers import heads
from tests.helpers.command_line import ENDLESS, ROOT, spawn
from tests.helpers.places import full_disk
from tests.helpers.ranks import PATIENCE, followers, on_loopback, until_none_runs

TWO = ("--hosts", "127.0.0.1,127.0.0.1")
LOCAL = {"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}
AWAY = {"ssh": "mac2.local", "ips": ["127.0.0.1"]}  # started by ssh, or what takes its place
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


def hostfile(place, *rows, **more):
    """The option that names a hostfile of these rows."""
    (place / "hosts.json").write_text(json.dumps({"backend": "ring", "hosts": rows} | more))
    return "--hostfile", str(place / "hosts.json")


def ssh_instead(place, text):
    """An environment in which this script is ssh."""
    (place / "ssh").write_text(text)
    (place / "ssh").chmod(0o755)
    return os.environ | {"PATH": f"{place}:{os.environ['PATH']}"}


@pytest.mark.long
@on_loopback
def test_a_lost_host_is_said_and_the_text_so_far_is_kept():
    process = spawn("run", "Hello", *TWO, "--max-tokens", "1500", *ENDLESS, **PIPES)
    first = process.stdout.read(1)
    assert sorted(followers(process.pid)) == [0, 1]
    os.kill(followers(process.pid)[1], signal.SIGKILL)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and (first + out).strip()
    assert "127.0.0.1 (rank 1) is gone" in err and "[ring]" not in err and "Traceback" not in err
    until_none_runs(process.pid)


@pytest.mark.long
@on_loopback
def test_a_host_that_does_not_answer_is_given_up(tmp_path):
    """It stands still, in a session that nothing here can end, so mlx waits for it for ever. It ends as soon as it goes on."""
    ssh = ssh_instead(tmp_path, f"#!{sys.executable}\nimport os, sys\nos.setsid()\nos.execv('/bin/bash', ['bash', '-c', sys.argv[-1]])\n")
    process = spawn("run", "Hello", *hostfile(tmp_path, LOCAL, AWAY), "--max-tokens", "1500", *ENDLESS, env=ssh, **PIPES)
    first = process.stdout.read(1)
    stopped = followers(process.pid)[1]
    os.kill(stopped, signal.SIGSTOP)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 1 and (first + out).strip() and err == "specdeck: mac2.local does not answer any more\n"
    os.kill(stopped, signal.SIGCONT)
    until_none_runs(process.pid)


@pytest.mark.long
@on_loopback
def test_a_host_may_come_late_and_none_outlives_rank_0(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os, time\ntime.sleep(20 * int(os.environ.get('MLX_RANK', 0)))\n")
    late = hostfile(tmp_path, LOCAL, LOCAL, envs=[f"PYTHONPATH={tmp_path}"])
    process = spawn("run", "Hello", *late, "--max-tokens", "1500", *ENDLESS, **PIPES)
    assert process.stdout.read(1)
    process.kill()
    process.wait()
    until_none_runs(process.pid)


@pytest.mark.long
@on_loopback
@pytest.mark.parametrize("code, reason", [(255, "ssh cannot log in there"), (127, "specdeck must be installed there")])
def test_a_host_on_which_nothing_starts_is_said_in_a_line(tmp_path, code, reason):
    ssh = ssh_instead(tmp_path, f"#!/bin/sh\nexit {code}\n")
    process = spawn("run", "Hello", *hostfile(tmp_path, LOCAL, AWAY), env=ssh, **PIPES)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "") and "hosts: mac2.local: " in err and reason in err and err.count("\n") == 1
    until_none_runs(process.pid)


@pytest.mark.long
@on_loopback
def test_hosts_that_cannot_connect_are_said_in_a_line(tmp_path):
    """The second has an address that is no machine's."""
    process = spawn("run", "Hello", *hostfile(tmp_path, LOCAL, LOCAL | {"ips": ["192.0.2.1"]}), **PIPES)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "") and "hosts: 127.0.0.1 cannot connect: " in err and err.count("\n") == 1
    until_none_runs(process.pid)


@pytest.fixture(scope="module")
def toys(tmp_path_factory):
    """Options that name a small target of two heads, a drafter of the same kind, and two ranks."""
    place = tmp_path_factory.mktemp("toys")
    target = heads.target_folder(place / "target", "qwen3", num_key_value_heads=2)
    return ("--model", str(target), "--drafter", str(heads.target_folder(place / "drafter", "qwen3", num_key_value_heads=2)), *TWO)


def over_ranks(*words, module="specdeck"):
    """What a command says over two ranks; none of them may outlive it, nor a file in the temporary folder but mlx's kernels."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        process = subprocess.Popen([sys.executable, "-m", module, *words], cwd=ROOT, env=os.environ | {"TMPDIR": place}, **PIPES)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        until_none_runs(process.pid)
        until_empty(Path(place))
    return out


def until_empty(place):
    """Wait until nothing is left in a temporary folder but mlx's kernels, which it keeps."""
    for _ in range(PATIENCE):
        if not (left := [each.name for each in place.iterdir() if each.name != "mlx"]):
            return
        time.sleep(0.1)
    raise AssertionError(f"left behind: {left}")


REPLY = ("Hello", "--max-tokens", "6", "--raw", "--runs", "1")


@pytest.mark.long
@on_loopback
def test_compare_over_hosts(toys):
    found = json.loads(over_ranks("compare", *REPLY, "--json", *toys))
    assert found["identical"] and [len(found[side]["tokens"]) for side in "ab"] == [6, 6] and found["b"]["rounds"][0]["draft"]


@pytest.mark.long
@on_loopback
def test_bench_over_hosts(toys):
    few = ("--workload", "echo", "--prompts", "1", "--max-tokens", "6", "--runs", "1", "-k", "2", "--temperature", "0")
    found = json.loads(over_ranks("bench", "--json", *few, *toys))
    assert found["machine"]["hosts"] == "2 hosts, ring" and {"none", "model"} <= {row["drafter"] for row in found["rows"]}
    assert all(row["identical"] == row["of"] for row in found["rows"])


@pytest.mark.long
@on_loopback
def test_doctor_over_hosts(toys):
    found = json.loads(over_ranks("doctor", "--json", "--curve", *toys, module="tests.helpers.small_commands"))
    assert found["hosts"] == "2 hosts, ring" and len(found["part_bytes"]) == 2 and found["all_reduce_seconds"] > 0
    assert list(found["whole_pass_seconds"]) == list(found["pass_seconds"]) == ["1", "2", "5"]
    assert [set(point) >= {"predicted", "predicted_whole"} for point in found["curve"]["points"]] == [True] * 9
    text = over_ranks("doctor", *toys, module="tests.helpers.small_commands")
    assert "sharded over   2 hosts, ring" in text and "on one host" in text and "drafts should gain" in text


@pytest.mark.parametrize("words, code, reason", [
    (("--hosts", "mac2.local"), 2, "name at least two"),
    (("--hosts", "10.1.1.1,127.0.0.1"), 2, "the first must be 127.0.0.1"),
    (("--hosts", "127.0.0.1,no such host"), 1, "has no address"),
    (("--hostfile", "no such file"), 1, "hostfile 'no such file' cannot be read: No such file or directory\n"),
    ((*TWO, "--hostfile", "x"), 2, "not both"),
])  # fmt: skip
def test_hosts_that_cannot_be_are_refused_in_a_line(words, code, reason):
    done = spawn("run", "Hello", *words, **PIPES)
    out, err = done.communicate(timeout=PATIENCE)
    assert (done.returncode, out) == (code, "") and reason in err and err.count("\n") == 1


@pytest.mark.long
@on_loopback
def test_a_temporary_folder_that_takes_no_file_is_named(tmp_path):
    """mlx.launch asks mktemp for its files on every host."""
    (tmp_path / "mktemp").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "mktemp").chmod(0o755)
    environ = os.environ | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = spawn("run", "Hello", *TWO, env=environ, **PIPES)
    out, err = done.communicate(timeout=PATIENCE)
    assert (done.returncode, out) == (1, "") and "temporary folder there: is its disk full" in err and err.count("\n") == 1


def test_a_hostfile_that_cannot_be_written_is_told_in_a_line(monkeypatch, tmp_path):
    monkeypatch.setattr(mlx_launch.tempfile, "tempdir", str(tmp_path))
    with full_disk(), pytest.raises(LoadError, match="which mlx.launch needs, cannot be written .File too large.: TMPDIR=FOLDER"):
        mlx_launch._hostfile("[]")
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(mlx_launch.tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(LoadError, match="none can be made .No such file or directory.: TMPDIR=FOLDER"):
        mlx_launch._hostfile("[]")
