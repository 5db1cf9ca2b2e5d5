"""Hard questions with hardly any time: each function answers, or says that the time is over."""

import networkx as nx
import pytest

from icosian.exceptions import IcosianError
from tests.campaigns.limits import Questions
from tests.test_limits import CALLABLES, LIMITS, has_limits

ASKED = Questions(0.1)


def test_every_function_with_limits_is_asked_something_hard():
    names = {name for name, call in CALLABLES.items() if has_limits(call) == LIMITS}
    own = {name for name in names if "." not in name}
    puzzles = {name for name in names if name.startswith("Puzzle.")}
    assert own | puzzles == {*ASKED}


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("timeout", [0, 0.05])
def test_hard_questions_end_in_an_answer_or_at_the_limit(name, timeout):
    for what, one in ASKED[name]:
        try:
            one(timeout=timeout)()
        except (IcosianError, nx.NetworkXException):
            continue
        except BaseException as error:
            error.add_note(f"{name}, {what}")
            raise
