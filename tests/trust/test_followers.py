"""Followers of a sharded target that are not as they should be: of another version, on a port that is taken, ended in any way. What they
leave behind on every host is nothing."""

import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from specdeck.decoding.distributed import follower, hosts, mlx_launch
from specdeck.decoding.distributed.hosts import from_names
from specdeck.decoding.distributed.mlx_launch import versions
from specdeck.decoding.errors import LoadError
from tests.helpers.command_line import ROOT
from tests.helpers.everyday import everyday
from tests.helpers.ranks import PATIENCE, on_loopback, until_none_runs

TWO = ("127.0.0.1", "127.0.0.1")
SAYING = "import sys; print('specdeck-host 0 environment {{}}'); print('specdeck-host 1 ready {}', flush=True); sys.stdin.read()"
FOLLOWER = """
import os, signal, sys
from specdeck.decoding.distributed.follower import files_of_mlx_launch, remover
with remover(files_of_mlx_launch()):
    print(len(files_of_mlx_launch()), flush=True)
    sys.stdin.readline()
    os.kill(os.getpid(), int(sys.argv[1])) if int(sys.argv[1]) else os._exit(0)
"""
LAUNCH = 'pidfile=$(mktemp); echo $$ >$pidfile; export MLX_HOSTFILE=$(mktemp); echo "[]" >$MLX_HOSTFILE; exec "$@"'  # as mlx.launch does it
TAKEN = """
import sys
from specdeck.decoding.distributed import mlx_launch
from specdeck.cli import program
port = int(sys.argv.pop())
mlx_launch.free_port = lambda count: port
program()
"""


def joined(monkeypatch, place, ready):
    """Launched hosts of which the follower says that it is ready with these words."""
    (place / "launch.py").write_text(SAYING.format(ready))
    monkeypatch.setattr(mlx_launch, "LAUNCH", place / "launch.py")
    launched = mlx_launch.Launched(from_names(TWO), lambda line: None)
    try:
        launched.ready()
    finally:
        launched.end()


def test_a_follower_of_the_same_version_is_taken(monkeypatch, tmp_path):
    joined(monkeypatch, tmp_path, str(versions()).replace("'", '"'))


@pytest.mark.parametrize("ready, words", [("null", "has an older specdeck than"), ('{"specdeck": "9.9"}', "has specdeck 9.9 for .*: install the same")])
def test_a_follower_of_another_version_is_refused_in_a_line(monkeypatch, tmp_path, ready, words):
    with pytest.raises(LoadError, match=words) as error:
        joined(monkeypatch, tmp_path, ready)
    assert "\n" not in str(error.value) and "127.0.0.1" in str(error.value)


@everyday("ended_by", [0, signal.SIGTERM, signal.SIGKILL], signal.SIGKILL)
def test_a_follower_that_ends_in_any_way_leaves_no_file(tmp_path, monkeypatch, ended_by):
    others = tmp_path / "tmp.others", tmp_path / "tmp.more"
    for other, text in zip(others, ("1\n", "x" * 99)):
        other.write_text(text)
    command = ["/bin/sh", "-c", LAUNCH, "sh", sys.executable, "-c", FOLLOWER, str(int(ended_by))]
    process = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"TMPDIR": str(tmp_path)}, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "2\n" and len(os.listdir(tmp_path)) == 4
    process.communicate("\n", timeout=PATIENCE)
    for _ in range(PATIENCE):
        if len(os.listdir(tmp_path)) == 2:
            break
        time.sleep(0.1)
    assert {tmp_path / name for name in os.listdir(tmp_path)} == set(others)


def test_while_it_runs_its_files_stay(tmp_path, monkeypatch):
    file = tmp_path / "hostfile"
    file.write_text("[]")
    monkeypatch.setattr(follower, "REMOVE", 0)
    with follower.remover([str(file)]) as process:
        assert process.poll() is None and file.exists()
    assert not file.exists()


def test_ports_that_are_taken_are_passed_over(monkeypatch):
    with socket.socket() as taken:
        taken.bind(("", 0))
        port = taken.getsockname()[1]
        monkeypatch.setattr(hosts, "PORTS", range(port, port + 4))
        with pytest.raises(LoadError, match="there are no 2 consecutive free ports") as error:
            hosts.free_port(2)
        assert "\n" not in str(error.value)


@pytest.mark.long
@on_loopback
def test_a_port_that_is_taken_meanwhile_is_told_in_a_line():
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        command = [sys.executable, "-c", TAKEN, "run", "hi", "--hosts", ",".join(TWO), "--max-tokens", "2", str(taken.getsockname()[1])]
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "") and "cannot connect" in err and "start again" in err and err.count("\n") == 1
    until_none_runs(process.pid)
