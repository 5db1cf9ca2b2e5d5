"""Measure the attacks of ``docs/security.md``: what each takes in time and memory, as its table.

python tests/fuzz/attacks.py
"""

import gzip
import os
import pathlib
import subprocess
import sys
import tempfile

LAUGHS = "".join(f'<!ENTITY a{k + 1} "{f"&a{k};" * 10}">' for k in range(9))
DENSE = b"~" + bytes(63 + (12_000 >> shift & 63) for shift in (12, 6, 0))
SAME_HASH = b",".join(b'{"id": %d}' % (k * (2**61 - 1)) for k in range(1, 5_000))
FILES = {
    "a claim of 10^12 nodes": ("a.hcp", [b"DIMENSION : 1000000000000\nEDGE_DATA_SECTION\n-1\n"]),
    "a claim of 9,999,999 nodes": ("b.col", [b"p edge 9999999 1\n"]),
    "a claim of 68 billion nodes": ("c.g6", [b"~~~~~~~~\n"]),
    "72 million edges in 12 kB": ("d.g6.gz", [DENSE, *[b"~" * 11_999] * 1000, b"\n"]),
    "100 MB of blank lines in 100 kB": ("e.hcp.gz", [b"\n" * 10**6] * 100),
    "300 MB of blanks in one line": ("f.col.gz", [b" " * 10**6] * 300),
    "5 million lists": ("g.json.gz", [b"[", *[b"[]," * 5000] * 1000, b"0]"]),
    "4 million elements": ("h.graphml.gz", [b"<a>", *[b"<b/>" * 4000] * 1000, b"</a>"]),
    "100,000 brackets in each other": ("i.json", [b"[" * 100_000]),
    "100,000 elements in each other": ("j.graphml", [b"<a>" * 100_000, b"</a>" * 100_000]),
    "a billion laughs": (
        "k.graphml",
        [f'<!DOCTYPE g [<!ENTITY a0 "lol">{LAUGHS}]><g>&a9;</g>'.encode()],
    ),
    "an entity from another file": (
        "l.graphml",
        [b'<!DOCTYPE g [<!ENTITY x SYSTEM "file:///etc/passwd">]><g>&x;</g>'],
    ),
    "an integer of a million digits": ("m.json", [b"9" * 10**6]),
    "5,000 integers of one hash": ("n.json", [b'{"nodes": [', SAME_HASH, b'], "edges": []}']),
}
COMMANDS = {
    "a board of 1.6 billion squares": ["tour", "40000x40000"],
    "its graph": ["prove", "40000x40000"],
    "a board of 1,000 sides": ["tour", "x".join(["1"] * 1000)],
    "a number of 5,000 digits": ["tour", "9" * 5000],
    "a file that never ends": ["tour", "/dev/zero"],
    "a proof that never ends": ["check", "/dev/zero", "4"],
}


def measured(arguments):
    """Return the seconds of work, the bytes and the error of a command."""
    with subprocess.Popen(
        [sys.executable, "-m", "icosian", *arguments], stderr=subprocess.PIPE, text=True
    ) as child:
        error = child.stderr.read()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    assert (child.returncode, error.count("\n")) == (2, 1), error
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10, error


def main():
    with tempfile.TemporaryDirectory() as folder:
        attacks = dict(COMMANDS)
        for what, (name, content) in FILES.items():
            path = pathlib.Path(folder, name)
            with (gzip.open if name.endswith(".gz") else open)(path, "wb") as file:
                file.writelines(content)
            attacks[f"{what}, {name[1:]}"] = ["prove", str(path)]
        print("| attack | CPU seconds | memory | error |")
        print("| --- | ---: | ---: | --- |")
        for what, arguments in attacks.items():
            seconds, size, error = measured(arguments)
            reason = error.strip().removeprefix("icosian: ").replace(f"{folder}/", "")
            reason = reason if len(reason) <= 90 else f"{reason[:90]}..."
            print(f"| {what} | {seconds:.1f} | {size / 1e6:.0f} MB | {reason} |", flush=True)


if __name__ == "__main__":
    main()
