"""Knight's tours of huge boards, without a graph."""

from icosian.knights.tiling import knights_tour

__all__ = ["knights_tour"]
