"""--hosts as a person uses it: a host that comes late, one that is lost, and none that stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid

import pytest

from tests.helpers import checkpoints
from tests.helpers.command_line import ENDLESS, ROOT
from tests.helpers.loopback import on_loopback

PATIENCE = 1200  # seconds: every sum over ranks waits for processes that share two cores with other tests
TWO = ("--hosts", "127.0.0.1,127.0.0.1")
LOCAL = {"ssh": "127.0.0.1", "ips": ["127.0.0.1"]}
AWAY = {"ssh": "mac2.local", "ips": ["127.0.0.1"]}  # started by ssh, or what takes its place
MARK = "TEST_OF_HOSTS"


class Command:
    """A command over ranks, which are told from those of others by a variable that they get."""

    def __init__(self, place, *words, module="specdeck", **variables):
        self.place, self._mark = place / "temporary", f"{MARK}={uuid.uuid4().hex}"
        self.place.mkdir()
        environ = os.environ | {"TMPDIR": str(self.place)} | variables | dict([self._mark.split("=")])
        self.process = subprocess.Popen([sys.executable, "-m", module, *words], cwd=ROOT, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def followers(self):
        """The processes on other hosts."""
        listed = subprocess.run(["ps", "axeww", "-o", "pid=,args="], capture_output=True, text=True).stdout
        return [int(line.split()[0]) for line in listed.splitlines() if self._mark in line and "-m specdeck.decoding.cluster" in line]

    def end(self):
        """Its exit code, and all it says; afterwards no follower runs, and nothing is left in the temporary folder but mlx's kernels."""
        out, err = self.process.communicate(timeout=PATIENCE)
        for _ in range(PATIENCE):
            left = [each.name for each in self.place.iterdir() if each.name != "mlx"]
            if not self.followers() and not left:
                return self.process.returncode, out, err
            time.sleep(0.5)
        raise AssertionError(f"left behind: {self.followers()}, {left}")


def hostfile(place, *rows, **more):
    """The option that names a hostfile of these rows."""
    (place / "hosts.json").write_text(json.dumps({"backend": "ring", "hosts": rows} | more))
    return "--hostfile", str(place / "hosts.json")


def ssh_instead(place, text):
    """Variables with which this script is ssh."""
    (place / "ssh").write_text(text)
    (place / "ssh").chmod(0o755)
    return {"PATH": f"{place}:{os.environ['PATH']}"}


@on_loopback
def test_a_lost_host_is_said_in_a_line_and_the_text_so_far_is_kept(tmp_path, cli):
    """Its name is another machine's, so it is started by what is ssh here. The text is what one process writes."""
    ssh = ssh_instead(tmp_path, '#!/bin/sh\nfor last; do :; done\nexec /bin/sh -c "$last"\n')
    command = Command(tmp_path, "run", "Hello", *hostfile(tmp_path, LOCAL, AWAY), "--max-tokens", "1500", *ENDLESS, **ssh)
    text = command.process.stdout.read(40)
    (follower,) = command.followers()
    os.kill(follower, signal.SIGKILL)
    code, out, err = command.end()
    assert code == 1 and err.startswith("specdeck: mac2.local is gone: exit code ") and err.count("\n") == 1
    alone = cli("run", "Hello", "--max-tokens", "60", *ENDLESS).out
    assert len(text) == 40 and alone.startswith(text)


@pytest.mark.long
@on_loopback
def test_a_host_may_come_late_and_none_outlives_rank_0(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("import sys, time\ntime.sleep(8 * ('specdeck.decoding.cluster' in ' '.join(sys.orig_argv)))\n")
    late = hostfile(tmp_path, LOCAL, LOCAL, envs=[f"PYTHONPATH={tmp_path}"])
    command = Command(tmp_path, "run", "Hello", *late, "--max-tokens", "1500", *ENDLESS)
    assert command.process.stdout.read(1) and len(command.followers()) == 1
    command.process.kill()
    assert command.end()[0] == -signal.SIGKILL


@on_loopback
def test_a_host_that_cannot_start_is_said_in_a_line(tmp_path):
    """decoding/test_hosts.py has the other reasons, and hosts that cannot connect."""
    ssh = ssh_instead(tmp_path, "#!/bin/sh\necho Permission denied\nexit 255\n")
    code, out, err = Command(tmp_path, "run", "Hello", *hostfile(tmp_path, LOCAL, AWAY), **ssh).end()
    assert (code, out) == (1, "") and "hosts: mac2.local: Permission denied: ssh must work there without a password" in err and err.count("\n") == 1


@pytest.mark.long
@on_loopback
def test_commands_over_hosts(tmp_path):
    """A small target of two heads, and a drafter of the same kind."""
    folders = [checkpoints.target(tmp_path / name, "qwen3", num_key_value_heads=2) for name in ("target", "drafter")]
    toys = ("--model", str(folders[0]), "--drafter", str(folders[1]), *TWO)

    def found(*words, module="specdeck"):
        (place := tmp_path / words[0]).mkdir()
        code, out, err = Command(place, *words, "--json", *toys, module=module).end()
        assert code == 0, err
        return json.loads(out)

    pair = found("compare", "Hello", "--max-tokens", "6", "--raw", "--runs", "1")
    assert pair["identical"] and [len(pair[side]["tokens"]) for side in "ab"] == [6, 6] and pair["b"]["rounds"][0]["draft"]
    table = found("bench", "--workload", "echo", "--prompts", "1", "--max-tokens", "6", "--runs", "1", "-k", "2", "--temperature", "0")
    assert table["machine"]["hosts"] == "2 hosts, ring" and {"none", "model"} <= {row["drafter"] for row in table["rows"]}
    assert all(row["identical"] == row["of"] for row in table["rows"])
    costs = found("doctor", module="tests.helpers.command_line")
    assert costs["hosts"] == "2 hosts, ring" and len(costs["part_bytes"]) == 2 and costs["all_reduce_seconds"] > 0
    assert list(costs["pass_seconds"]) == ["1", "2", "5"] and len(costs["curve"]["points"]) == 9
