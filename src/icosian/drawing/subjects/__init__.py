"""The scenes of tours, proofs, routes and placements."""
