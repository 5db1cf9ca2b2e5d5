"""Placements: queens, and independent, dominating and colored sets of any graph."""

from icosian._names import bind

__all__, __getattr__, __dir__ = bind(__loader__, __name__, __file__)
