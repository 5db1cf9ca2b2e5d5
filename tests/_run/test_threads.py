"""Jobs on threads of this process."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from icosian._run.clock import Clock, TimeIsUp
from icosian._run.pool import Pool
from icosian._run.threads import run_jobs


@pytest.fixture(scope="module", params=[2, 3])
def executor(request):
    with ThreadPoolExecutor(request.param) as executor:
        yield executor


def square(x, *, clock):
    clock.tick("square", 1)
    return x * x


def test_jobs_give_their_results_in_order_and_count_their_steps(executor):
    clock = Clock()
    jobs = [(x,) for x in range(100)]
    assert run_jobs("square", square, jobs, clock, Pool(executor)) == [x * x for x in range(100)]
    assert clock.steps == 100
    assert run_jobs("square", square, jobs[:9], clock, None) == [x * x for x in range(9)]
    assert run_jobs("square", square, [], clock, Pool(executor)) == []


def test_no_job_outlives_its_time(executor):
    with pytest.raises(TimeIsUp):
        run_jobs("square", square, [(1,), (2,)], Clock(0), Pool(executor))
