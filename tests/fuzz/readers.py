"""Fuzz all readers, led by the coverage of the library: a drill by hand, not a test.

    pip install atheris && pip install .
    python tests/fuzz/readers.py CORPUS [NAME ...] -runs=100000

NAME is a reader of ``tests/hostile.py``, such as graph.hcp; all of them by default, chosen by the
first byte. An input that raises anything but a complaint of the library, or takes over 20 seconds
or 2 GB, ends the run and is kept as a file ``crash-...``.
"""

import os
import pathlib
import sys
import tempfile

import atheris

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))

os.environ["NUMBA_DISABLE_JIT"] = "1"  # compiled kernels cannot be watched

with atheris.instrument_imports(include=["icosian", "networkx.readwrite"]):
    import hostile


def main():
    names = [name for name in sys.argv[2:] if name in hostile.READERS] or sorted(hostile.READERS)
    options = [word for word in sys.argv[2:] if word not in hostile.READERS]
    corpus = pathlib.Path(sys.argv[1])
    corpus.mkdir(parents=True, exist_ok=True)
    for k, name in enumerate(names):
        for number, content in enumerate(hostile.READERS[name][1]):
            (corpus / f"{name}-{number}").write_bytes(bytes([k]) + content)
    words = [token.decode("latin-1") for token in hostile.TOKENS] + hostile.NUMBERS
    dictionary = corpus.with_suffix(".words")
    dictionary.write_text(
        "".join(
            '"' + "".join(f"\\x{ord(letter):02x}" for letter in word[:60]) + '"\n'
            for word in words
            if max(map(ord, word)) < 256
        )
    )
    folder = pathlib.Path(tempfile.mkdtemp())

    def once(data):
        if data:
            name = names[data[0] % len(names)]
            path = folder / name
            path.write_bytes(data[1:])
            hostile.attempt(name, path)

    limits = ["-timeout=20", "-rss_limit_mb=2048", "-max_len=2000", f"-dict={dictionary}"]
    atheris.Setup([sys.argv[0], str(corpus), *limits, *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
