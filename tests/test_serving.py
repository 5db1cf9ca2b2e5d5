"""The service of the how-to page answers, also several questions at the same time."""

import http.client
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from http.server import ThreadingHTTPServer
from pathlib import Path

import networkx as nx
import pytest

import icosian

PAGE = Path(__file__).parents[1] / "docs/howto/serving.md"


@pytest.fixture(scope="module")
def service():
    """Return the names of the program on the page."""
    (program,) = re.findall(r"(?ms)^```python\n(import json\n.*?)^```", PAGE.read_text("utf-8"))
    names = {"__name__": "service"}
    exec(compile(program, str(PAGE), "exec"), names)
    return names


@pytest.fixture(scope="module")
def ask(service):
    """Return what asks the service, which runs on a free port, and returns status and answer."""

    class Quiet(service["Handler"]):
        def log_message(self, *_):
            pass

    def asked(body):
        connection = http.client.HTTPConnection(*server.server_address, timeout=60)
        connection.request("POST", "/", body)
        response = connection.getresponse()
        found = response.status, json.loads(response.read())
        connection.close()
        return found

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield asked
        server.shutdown()
        thread.join()


def question(G):
    return json.dumps({"edges": list(G.edges)})


def test_two_questions_are_answered_in_parallel(ask):
    ring, star = nx.dodecahedral_graph(), nx.petersen_graph()
    with ThreadPoolExecutor(2) as pool:
        found, impossible = pool.map(ask, [question(ring), question(star)])
    assert (found[0], found[1]["result"]) == (200, "found")
    assert icosian.is_hamiltonian_cycle(ring, found[1]["tour"])
    assert (impossible[0], impossible[1]["result"]) == (200, "impossible")
    icosian.Proof.from_json(json.dumps(impossible[1]["proof"])).check(star)


@pytest.mark.parametrize(
    "body", ["", "{", "{}", "[]", '{"edges": [[1]]}', '{"edges": [[[1], 2]]}', '{"edges": []}']
)
def test_a_bad_question_is_refused_with_a_reason(body, ask):
    status, answer = ask(body)
    assert status == 400
    assert answer["error"].startswith("not a question: ")


def test_a_question_that_is_too_long_is_refused(ask, service, monkeypatch):
    monkeypatch.setitem(service, "MOST_BYTES", 10)
    assert ask(question(nx.cycle_graph(9)))[0] == 413


def test_a_search_without_time_gives_a_path(ask, service, monkeypatch):
    monkeypatch.setitem(service, "SECONDS", 0.0)
    status, answer = ask(question(nx.tutte_graph()))
    assert (status, answer["result"]) == (200, "undecided")
    assert isinstance(answer["path"], list)


@pytest.mark.slow
def test_a_search_ends_when_the_service_stops(service):
    service["stopping"].set()
    try:
        with pytest.raises(service["Stopped"]):
            icosian.count_hamiltonian_cycles(icosian.knight_graph(8), progress=service["watch"])
    finally:
        service["stopping"].clear()
