"""The kinds of puzzles."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Literal

from icosian.exceptions import InvalidArgument
from icosian.puzzles.loop_rules import Masyu, Numberlink, Rules, Slitherlink

NumberKind = Literal["hidato", "numbrix", "zip"]
LoopKind = Literal["slitherlink", "masyu", "numberlink"]


PIECES: Mapping[str, str] = {"hidato": "king", "numbrix": "wazir", "zip": "wazir"}
"""Kinds of number puzzles, and the pieces that join their numbers."""
RULES: Mapping[str, type[Rules]] = {
    "slitherlink": Slitherlink,
    "masyu": Masyu,
    "numberlink": Numberlink,
}
"""Kinds of loop puzzles, and their rules."""
KINDS = (*PIECES, *RULES)


def is_of_loops(kind: Any) -> bool:
    """Return True for loop puzzles, False for number puzzles."""
    return checked_kind(kind) in RULES


def checked_kind(kind: Any, kinds: Collection[str] = KINDS) -> str:
    """Return a kind if it is one of some."""
    if not isinstance(kind, str) or kind not in kinds:
        raise InvalidArgument(f"kind must be one of {', '.join(kinds)}, got {kind!r}")
    return kind


def piece_of_kind(kind: str, piece: Any) -> Any:
    """Return how numbers are joined, by default as in a kind of puzzle."""
    return PIECES.get(kind, "wazir") if piece is None else piece
