"""``icosian warm``: compile the kernels ahead."""

# ruff: noqa: D301 - in the help, a backspace tells click not to wrap the lines that follow

from __future__ import annotations

import click

from icosian.cli._common import AS_ASKED, progress_line

__all__ = ["warm"]


@click.command()
def warm() -> int:
    """Compile all kernels now, so that no later search waits for that.

    A search that takes long compiles what it needs once on a machine, which may take some seconds.
    This does it for all of them, in a minute or two, and at once if they are compiled already.

    \b
    Example:
      icosian warm

    \b
    Exit code: 0 done.
    """
    from icosian import warming

    with progress_line() as progress:
        warming.warm(progress=progress)
    return AS_ASKED
