"""The command ``icosian``: one module a command."""

from icosian.cli._main import cli, main

__all__ = ["cli", "main"]
