"""--hosts as a person uses it: a host that comes late, one that is lost, and none that stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess

import pytest

from tests.ranks import PATIENCE, followers, on_loopback, until_none_runs

from .conftest import ENDLESS, spawn

TWO = ("--hosts", "127.0.0.1,127.0.0.1")
PIPES = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}


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
def test_a_host_may_come_late_and_none_outlives_rank_0(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import os, time\ntime.sleep(20 * int(os.environ.get('MLX_RANK', 0)))\n")
    rows = [{"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}] * 2
    (tmp_path / "hosts.json").write_text(json.dumps({"backend": "ring", "envs": [f"PYTHONPATH={tmp_path}"], "hosts": rows}))
    process = spawn("run", "Hello", "--hostfile", str(tmp_path / "hosts.json"), "--max-tokens", "1500", *ENDLESS, **PIPES)
    assert process.stdout.read(1)
    process.kill()
    process.wait()
    until_none_runs(process.pid)


@pytest.mark.parametrize("words, reason", [
    (("--hosts", "mac2.local"), "name at least two"),
    (("--hosts", "10.1.1.1,127.0.0.1"), "the first must be 127.0.0.1"),
    (("--hostfile", "no such file"), "cannot be read"),
    ((*TWO, "--hostfile", "x"), "not both"),
])  # fmt: skip
def test_hosts_that_cannot_be_are_refused_in_a_line(words, reason):
    done = spawn("run", "Hello", *words, **PIPES)
    out, err = done.communicate(timeout=PATIENCE)
    assert (done.returncode, out) == (1, "") and reason in err and err.count("\n") == 1
