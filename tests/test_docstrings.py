"""Every public function says what it takes and gives, and shows an example."""

import inspect

from numpydoc.validate import validate
from together import together

import icosian

FUNCTIONS = [name for name in icosian.__all__ if inspect.isfunction(getattr(icosian, name))]
ALLOWED = {
    "GL01",  # where the summary starts is the linter's business; old versions differ from it
    "ES01",  # one sentence and the sections say enough
    "RT01",  # a function that returns an iterator documents what it yields
}
SHORT = {
    "PR01",
    "RT03",
    "SA01",
    "EX01",
}  # of what another function documents: draw_tour those of tour_svg
ALIASES = {
    "board_svg",
    "coloring_svg",
    "placement_svg",
    "proof_svg",
    "route_svg",
    "save_board",
    "save_coloring",
    "save_placement",
    "save_proof",
    "save_route_map",
    "save_tour",
    "tour_svg",
}


@together("name", FUNCTIONS)
def test_a_public_function_is_documented_in_full(name):
    errors = validate(f"icosian.{name}")["errors"]
    allowed = ALLOWED | SHORT if name in ALIASES else ALLOWED
    assert not [error for error in errors if error[0] not in allowed]
