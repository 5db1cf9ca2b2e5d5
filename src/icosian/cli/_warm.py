"""``icosian warm``: compile the kernels ahead."""

from __future__ import annotations

import click

from icosian import warming
from icosian.cli.shared.output import AS_ASKED, progress_line


@click.command()
def warm() -> int:
    """Compile all kernels now, so that no later search waits for the compiler.

    A long search compiles the kernels it needs, once per machine, in some seconds. This command
    compiles all of them, in a minute or two; it ends at once if they are compiled already.

    \b
    Example:
      icosian warm

    \b
    Exit code: 0 done.
    """
    with progress_line() as progress:
        warming.warm(progress=progress)
    return AS_ASKED
