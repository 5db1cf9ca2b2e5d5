"""The command ``icosian``."""

import sys  # only what Python has loaded itself: Ctrl-C during an import here is a traceback

__all__ = ["cli", "main"]


def __getattr__(name: str) -> object:
    if name != "cli":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from icosian.cli.commands import cli

    return cli


def main(arguments: list[str] | None = None) -> int:
    """Run the command; every error is one line, never a traceback.

    Parameters
    ----------
    arguments : list of str, optional
        The command line without the program's name; by default that of the process.

    Returns
    -------
    int
        The exit code.
    """
    try:
        from icosian.cli.progress import heard

        with heard():
            from icosian.cli.commands import run  # this takes half a second

            return run(arguments)
    except KeyboardInterrupt:
        sys.stderr.write("\nicosian: interrupted\n")
        return 130  # as after a later Ctrl-C
