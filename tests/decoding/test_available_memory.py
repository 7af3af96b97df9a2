"""What memory there is, from what systems say of it."""

from specdeck.decoding.available_memory import _darwin_free, memory

MEMINFO = "MemTotal:       16000 kB\nMemFree:   100 kB\nMemAvailable:    9000 kB\nVmallocTotal:   34359738367 kB\n"
VM_STAT = """Mach Virtual Memory Statistics: (page size of 16384 bytes)
Pages free:                                5000.
Pages active:                            800000.
Pages inactive:                           30000.
Pages speculative:                          200.
Pages throttled:                              0.
Pages wired down:                        200000.
Pages purgeable:                              7.
"Translation faults":                1234567890.
"""


def system(root, **files: str):
    """A machine that says this of itself."""
    for name, text in {"proc/meminfo": MEMINFO, **{name.replace("__", "/"): text for name, text in files.items()}}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def test_linux(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    found = memory(system(tmp_path))
    assert (found.total, found.free) == (16000 * 1024, 9000 * 1024)


def test_a_container_may_use_less_and_files_that_were_read_do_not_count(tmp_path, monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    limits = {"sys__fs__cgroup__memory.max": "8192000\n", "sys__fs__cgroup__memory.current": "6000000\n"}
    stat = {"sys__fs__cgroup__memory.stat": "anon 1\nfile 2500000\ninactive_file 2000000\n"}
    found = memory(system(tmp_path, **limits, **stat))
    assert (found.total, found.free) == (8192000, 4192000)
    found = memory(system(tmp_path, **limits | {"sys__fs__cgroup__memory.max": "max\n"}))
    assert found.total == 16000 * 1024


def test_macos():
    assert _darwin_free(VM_STAT) == 16384 * (5000 + 30000 + 200 + 7)
    assert _darwin_free("") is None


def test_this_machine():
    found = memory()
    assert 0 < (found.free or 1) < found.total
