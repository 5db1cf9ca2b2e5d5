"""The page in a real browser: Chromium without a window, driven by selenium."""

import json
import os
import re
import shutil
from base64 import b64decode

import pytest
from drawing_walks import WALKS

import icosian
from icosian.cli import main
from icosian.drawing import to_html
from icosian.tours import ShortestTour

pytestmark = pytest.mark.slow

FLAGS = (
    "headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking"
    " disable-component-update disable-sync"
)
NARROW = {"width": 320, "height": 640, "deviceScaleFactor": 1, "mobile": True}
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}
WIDE = {"width": 1100, "height": 800, "deviceScaleFactor": 1, "mobile": False}


def lacking():
    """What is missing for a browser, or nothing; in CI nothing may be."""
    try:
        import selenium  # noqa: F401
    except ImportError:
        return "selenium is not installed"
    for program in ("chromium", "chromedriver"):
        if not shutil.which(program):
            return f"there is no {program}: apt-get install chromium chromium-driver"
    return ""


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    if reason := lacking():
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for flag in FLAGS.split():
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('browser')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    driver.get("about:blank")  # the page that it opens with has requests of its own
    yield driver
    driver.quit()


class Browser:
    """A page that is open, and a hand and eyes for it."""

    def __init__(self, driver, path):
        self.driver, self.path = driver, path

    def open(self, page, *, screen=WIDE, **features):
        self.path.write_text(page, "utf-8")
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        wishes = [
            {"name": f"prefers-{k.replace('_', '-')}", "value": v} for k, v in features.items()
        ]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": wishes})
        self.driver.get(self.path.as_uri())
        self.names = self.js("return JSON.parse(document.getElementById('data').textContent).names")
        return self

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def find(self, name):
        return self.driver.find_element("id", name)

    def click(self, name):
        self.find(name).click()

    def slide(self, k):
        move = "const s = document.getElementById('slider'); s.value = arguments[0]; s.oninput()"
        self.js(move, k)

    def cursor(self):
        return self.find("board").get_attribute("aria-activedescendant")

    def choose(self, label):
        self.driver.find_element("xpath", f"//div[@id='modes']/button[.='{label}']").click()

    def click_square(self, square):
        self.click(f"n{self.names.index(square)}")

    def press(self, *keys):
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def focus(self):
        return self.js("return document.activeElement.id || document.activeElement.textContent")

    def tab_to(self, name, *, back=False):
        """Walk with the tabulator key, as somebody without a mouse."""
        from selenium.webdriver import ActionChains, Keys

        for _ in range(30):
            if self.focus() == name:
                return
            chain = ActionChains(self.driver)
            if back:
                chain = chain.key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT)
            else:
                chain = chain.send_keys(Keys.TAB)
            chain.perform()
        raise AssertionError(f"{name} cannot be reached, the focus is on {self.focus()}")

    def text(self, name):
        return self.js("return document.getElementById(arguments[0]).textContent", name)

    def counters(self):
        rows = self.js(
            "return [...document.querySelectorAll('#counters div')].map("
            "(row) => [row.children[0].textContent, row.children[1].textContent])"
        )
        return dict(rows)

    def numbers(self):
        """The squares by the number that stands on them, as screen readers are told."""
        labels = self.js(
            "return [...document.querySelectorAll('#board [data-n]')]"
            ".map((field) => field.getAttribute('aria-label'))"
        )
        parts = [label.split(", ") for label in labels]
        return {int(p[2]): p[0] for p in parts if len(p) == 3}

    def drawn(self):
        """The numbers that are painted, and how many lines."""
        return self.js(
            "return [[...document.querySelectorAll('#board .mark text')].map((t) => t.textContent),"
            " document.querySelectorAll('#board .trail path').length]"
        )

    def wait(self, condition):
        from selenium.webdriver.support.wait import WebDriverWait

        WebDriverWait(self.driver, 20, poll_frequency=0.05).until(lambda _: condition())


@pytest.fixture
def browser(driver, tmp_path):
    for log in ("browser", "performance"):
        driver.get_log(log)
    browser = Browser(driver, tmp_path / "page.html")
    yield browser
    assert driver.get_log("browser") == []  # nothing was complained of
    events = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    asked = [
        event["params"]["request"]["url"]
        for event in events
        if event["method"] == "Network.requestWillBeSent"
    ]
    assert asked  # so requests are seen
    outside = [url for url in asked if url != browser.path.as_uri() and not url.startswith("data:")]
    assert outside == []


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The page that `icosian play 5x5` writes: its squares of one color start no tour."""
    path = tmp_path_factory.mktemp("play") / "page.html"
    assert main(["play", "5x5", "--start", "a1", "--save", str(path)]) == 0
    return path.read_text("utf-8")


def five():
    """A tour of the 5 x 5 board by the names of its squares."""
    board = icosian.Board((5, 5))
    return list(map(board.name, icosian.knight_graph(5).hamiltonian_path("a1")))


@pytest.mark.parametrize("name", ["there and back", "terrain"])
def test_a_walk_is_played_over_its_map(browser, name):
    walk = WALKS[name]
    browser.open(to_html(walk), screen=NARROW, color_scheme="dark")
    stops = [str(k) for k in range(1, len(walk.stops) + 1)]
    assert browser.counters() == {"visits": f"{len(walk)} of {len(walk)}", "stops": stops[-1]}
    texts, lines = browser.drawn()
    assert sorted(texts) == stops
    assert lines == len(walk) - 1
    browser.slide(2)
    assert browser.drawn() == [["1"], 1]
    board, ground = browser.js(
        "const box = (e) => { const r = e.getBoundingClientRect(); return [r.width, r.height]; };"
        "return ['#board', '#board > svg'].map((name) => box(document.querySelector(name)))"
    )
    assert ground == pytest.approx(board, abs=1)


def test_the_leg_under_way_is_marked_and_a_chosen_one_is_shown(browser):
    places = icosian.Places({"a": (0, 0), "\u05d1": (3, 0), "\u05d2": (3, 4), "d": (0, 4)})
    square = ShortestTour(places.nodes, is_closed=True, length=14, places=places)
    browser.open(to_html(square))
    now = "return document.querySelector('#legs [aria-current]').textContent"
    assert browser.text("claim") == "Length 14"
    for step, leg in ((2, "a \u2192 \u05d13"), (4, "\u05d2 \u2192 d3"), (5, "d \u2192 a4")):
        browser.slide(step)
        assert browser.js(now) == leg
    ends = "return [...document.querySelectorAll('#legs li:nth-child(2) bdi')]"
    first, last = browser.js(f"{ends}.map((name) => name.getBoundingClientRect().left)")
    assert first < last  # the arrow points to the end, also where names are read from the right
    browser.js("document.querySelectorAll('#legs button')[1].click()")
    assert browser.text("at") == "3 of 5"
    browser.click_square("\u05d2")
    assert browser.js("return document.querySelector('#legs li').textContent") == "\u05d2 \u2192 d3"


@pytest.mark.parametrize("name", ["small", "legs"])
def test_a_page_is_printed_on_one_sheet(browser, small, name):
    rows = {(k, 0): (k, k * k % 37) for k in range(40)}
    page = small if name == "small" else to_html(icosian.shortest_tour(rows, gap=1))
    browser.open(page)
    printed = browser.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
    assert len(re.findall(rb"/Type\s*/Page\b", b64decode(printed))) == 1


def test_a_tour_is_stepped_through_by_buttons_and_the_slider(browser, small):
    browser.open(small)
    tour = browser.numbers()
    assert len(tour) == 25
    browser.click("first")
    assert browser.numbers() == {}
    for k in range(1, 4):
        browser.click("forward")
        assert browser.numbers() == {i: tour[i] for i in range(1, k + 1)}
        assert sorted(browser.drawn()[0]) == [str(i) for i in range(1, k + 1)]
        assert browser.drawn()[1] == k - 1
    browser.click("back")
    assert browser.counters() == {"visited": "2 of 25"}
    browser.slide(17)
    assert browser.counters() == {"visited": "17 of 25"}
    assert sorted(browser.drawn()[0], key=int) == [str(k) for k in range(1, 18)]
    assert browser.drawn()[1] == 16
    assert browser.text("at") == "17 of 25"
    browser.click("last")
    assert browser.numbers() == tour
    assert not browser.find("forward").is_enabled()


def test_play_runs_to_the_end_and_pause_stops_it(browser, small):
    browser.open(small)
    # On a busy machine the film may end before a click arrives, so the page itself clicks.
    browser.js("""
        document.getElementById('speed').value = 30
        window.labels = []
        new MutationObserver((_, watch) => {
            const fields = [...document.querySelectorAll('#board [data-n]')]
            const n = fields.filter((f) => f.getAttribute('aria-label').split(', ')[2]).length
            if (3 < n && n < 25) {
                watch.disconnect()
                window.labels.push(document.getElementById('play').getAttribute('aria-label'))
                document.getElementById('play').click()
            }
        }).observe(document.body, {subtree: true, childList: true, attributes: true})
    """)
    browser.click("play")  # from the end it begins again
    browser.wait(lambda: browser.js("return window.labels") == ["Pause"])
    browser.wait(lambda: browser.find("play").get_attribute("aria-label") == "Play")
    stopped = browser.numbers()
    assert 3 < len(stopped) < 25
    browser.js("return new Promise((done) => setTimeout(done, 150))")
    assert browser.numbers() == stopped
    browser.click("play")
    browser.wait(lambda: len(browser.numbers()) == 25)
    browser.wait(lambda: browser.find("play").get_attribute("aria-label") == "Play")


def pair_counters(browser, k):
    return browser.js(
        "return [...document.querySelectorAll(`#counters${arguments[0]} dd`)]"
        ".map((e) => e.textContent)",
        k,
    )


@pytest.mark.parametrize(
    ("G", "closed"), [(icosian.knight_graph(5), False), (icosian.knight_graph(3, 10), True)]
)
def test_the_searches_of_a_page_are_those_of_python(browser, G, closed):
    start = "a1"
    try:
        subject = icosian.hamiltonian_cycle(G) if closed else icosian.hamiltonian_path(G, start)
    except icosian.NoHamiltonianCycle as error:
        subject = error.proof
    browser.open(to_html(subject, G=G), reduced_motion="reduce").choose("Search")
    browser.click_square(start)
    searches = []
    for order in ("given", "degree"):
        steps = []
        for step in G.backtrack(start, closed=closed, order=order, prune=False):
            if step.kind == "found":
                break
            steps.append(step)
            if len(steps) == 5_000:
                break
        searches.append(steps)
    longest = max(map(len, searches))
    assert browser.text("at").endswith(f"of {longest:,}")
    for k in (1, 40, 101, longest // 2, longest):
        browser.slide(k)
        for i, steps in enumerate(searches):
            done = min(k, len(steps))
            step = steps[done - 1]
            shown = [f"{step.depth} of {len(G)}", f"{done:,}", f"{step.retreats:,}"]
            assert pair_counters(browser, i) == shown
    for i, steps in enumerate(searches):
        said = browser.text(f"result{i}")
        assert said.startswith("Gave up after 5,000" if len(steps) == 5_000 else "Found a ")
    assert browser.js("return document.querySelectorAll('#board .mark').length") > 0


def test_a_search_that_tried_everything_says_so(browser):
    G = icosian.knight_graph(4)
    proof = icosian.prove_no_hamiltonian_path(G)
    browser.open(to_html(proof, G=G), reduced_motion="reduce").choose("Search")
    assert browser.js("return document.querySelectorAll('#board .mark').length") == 15
    browser.click("last")
    assert browser.text("result0").startswith("No tour starts at a4: every way was tried")


def test_searches_begin_at_once_from_the_chosen_square(browser, small):
    from selenium.webdriver import Keys

    browser.open(small, screen=PHONE).choose("Search")
    assert browser.find("play").get_attribute("aria-label") == "Pause"
    assert browser.drawn()[0]  # never an empty board
    browser.click("play")
    browser.click_square("c3")
    assert browser.text("caption").startswith("Search for open tours from c3")
    assert browser.js("return document.getElementById('start').selectedOptions[0].text") == "c3"
    browser.js("const s = document.getElementById('start'); s.value = 0; s.onchange()")
    assert f"from {browser.names[0]}," in browser.text("caption")
    browser.js("document.getElementById('board1').focus()")
    browser.press(Keys.ARROW_UP, Keys.ENTER)
    assert f"from {browser.names[0]}," not in browser.text("caption")
    sizes = browser.js(
        "return ['board', 'board1'].map((id) => document.getElementById(id)"
        ".getBoundingClientRect()).map((b) => [b.top, b.width])"
    )
    assert sizes[0] == sizes[1]  # side by side


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["desktop", "phone"])
def test_the_reason_why_not_is_in_plain_sight(browser, screen):
    G = icosian.knight_graph(5)
    proof = icosian.prove_no_hamiltonian_cycle(G)
    browser.open(to_html(proof, G=G), screen=screen)
    assert browser.text("why") == proof.explain()
    box, picture = browser.js(
        "return ['#why', '#proof svg'].map((s) => document.querySelector(s)"
        ".getBoundingClientRect()).map((b) => [b.top, b.bottom])"
    )
    assert 0 < box[0] < box[1] <= picture[0] < picture[1] <= screen["height"]
    for mode in ("Search", "Try it yourself"):
        browser.choose(mode)
        assert browser.find("why").is_displayed()


@pytest.mark.parametrize("n", [6, 8, 30])
def test_no_disc_is_larger_than_a_square(browser, n):
    browser.open(icosian.knights_tour(n).to_html(), screen=PHONE)
    square, disc = browser.js(
        "return ['#board [data-n] rect', '#board .m-start'].map((s) =>"
        " document.querySelector(s).getBoundingClientRect().width)"
    )
    assert disc <= square


def test_many_steps_at_once_leave_their_retreats_in_red(browser):
    steps = icosian.knight_graph(4).backtrack("a1", order="given", prune=False)
    browser.open(to_html(steps))
    browser.js("document.getElementById('speed').value = 1000")
    browser.click("first")
    # Looking at moments would miss them on a busy machine, so the page itself keeps watch.
    browser.js("""
        window.red = () => document.querySelectorAll('#board .m-left, #board .m-again').length
        window.mostRed = 0
        new MutationObserver(() => { window.mostRed = Math.max(window.mostRed, window.red()) })
            .observe(document.body, {subtree: true, childList: true, attributes: true})
    """)
    browser.click("play")
    browser.wait(lambda: browser.js("return window.mostRed") > 1)
    browser.click("first")
    assert browser.js("return window.red()") == 0


def test_a_click_starts_the_tour_there_or_says_why_there_is_none(browser, small):
    browser.open(small)
    browser.click_square("c3")
    browser.click("last")
    assert browser.numbers()[1] == "c3"
    assert len(browser.numbers()) == 25
    browser.click_square("b1")
    assert "There is no Hamiltonian path from b1" in browser.text("why")
    assert browser.numbers()[1] == "c3"


def test_a_closed_tour_starts_anywhere(browser):
    browser.open(icosian.knights_tour(6).to_html())
    before = browser.numbers()
    browser.click_square(before[10])
    browser.click("last")
    after = browser.numbers()
    assert [after[k] for k in range(1, 37)] == [before[(k + 8) % 36 + 1] for k in range(1, 37)]
    assert browser.drawn()[1] == 36


def test_an_open_tour_of_one_node_leads_nowhere(browser):
    browser.open(icosian.board_graph(icosian.Board((1, 1)), "king").hamiltonian_path().to_html())
    assert browser.text("caption") == "Open tour from a1"


def test_a_tour_is_found_by_keys_alone(browser, small):
    from selenium.webdriver import Keys

    browser.open(small)
    browser.tab_to("Try it yourself")
    browser.press(Keys.ENTER)
    browser.tab_to("board", back=True)
    board = icosian.Board((5, 5))
    row, column = board.square(browser.names[0])
    for k, square in enumerate(five(), start=1):
        to = board.square(square)
        down, right = to[0] - row, to[1] - column
        browser.press(*[Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down))
        browser.press(*[Keys.ARROW_RIGHT if right > 0 else Keys.ARROW_LEFT] * abs(right))
        browser.press(Keys.ENTER if k % 2 else Keys.SPACE)
        row, column = to
        assert len(browser.numbers()) == k
    assert browser.text("verdict").startswith("A tour!")
    browser.press(Keys.BACKSPACE)
    assert len(browser.numbers()) == 24
    browser.press("r")
    assert browser.numbers() == {}


def test_a_tour_is_watched_by_keys_alone(browser, small):
    from selenium.webdriver import Keys

    browser.open(small).js("document.getElementById('speed').value = 4")
    browser.tab_to("board")
    browser.press(Keys.HOME)
    assert browser.numbers() == {}
    browser.press(".", ".", ".", ",")
    assert len(browser.numbers()) == 2
    browser.press(Keys.SPACE)
    browser.wait(lambda: len(browser.numbers()) > 2)
    browser.press(Keys.SPACE)
    browser.press(Keys.END)
    assert len(browser.numbers()) == 25
    for name in ("first", "play", "slider", "speed"):
        browser.tab_to(name)


def test_legal_moves_are_shown_and_a_dead_end_is_noticed(browser, small):
    browser.open(small).choose("Try it yourself")
    G = icosian.knight_graph(5)
    path, name = [(4, 0)], G.board.name
    browser.click_square("a1")
    while legal := [v for v in G[path[-1]] if v not in path]:
        shown = browser.js("return document.querySelectorAll('#board .legal').length")
        assert shown == len(legal)
        path.append(min(legal))
        browser.click_square(name(path[-1]))
    assert len(path) < 25
    assert browser.text("verdict").startswith("Stuck.")
    browser.click("undo")
    assert not browser.text("verdict").startswith("Stuck.")
    browser.click("ways")
    ways = browser.js(
        "return [...document.querySelectorAll('#board .onward')].map((t) => Number(t.textContent))"
    )
    legal = [v for v in G[path[-2]] if v not in path[:-1]]
    assert sorted(ways) == sorted(sum(w not in path[:-1] for w in G[v]) for v in legal)
    browser.click("restart")
    assert browser.numbers() == {}


def test_a_closed_tour_must_return(browser):
    tour = icosian.hamiltonian_cycle(icosian.king_graph(2, 3))
    browser.open(tour.to_html()).choose("Try it yourself")
    browser.click_square("a1")
    browser.click_square("c1")
    assert "No move leads from a1 to c1" in browser.text("say")
    for square in ("a2", "b1", "b2", "c2", "c1"):
        browser.click_square(square)
    assert browser.text("verdict").startswith("Nearly.")
    browser.click("restart")
    for square in ("a1", "a2", "b2", "c2", "c1", "b1"):
        browser.click_square(square)
    assert browser.text("verdict").startswith("A closed tour!")
    assert browser.drawn()[1] == 6


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.exhaustive)])
def test_a_narrow_screen_is_never_scrolled_sideways(browser, small, scheme):
    browser.open(small, screen=NARROW, color_scheme=scheme)
    for mode in ("Tour", "Search", "Try it yourself"):
        browser.choose(mode)
        assert browser.js("return document.documentElement.scrollWidth") == 320
        outside = browser.js(
            "return [...document.querySelectorAll('main *')].filter((e) => e.id !== 'say'"
            " && e.getBoundingClientRect().right > innerWidth + 0.5).length"
        )
        assert outside == 0
    background = browser.js("return getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, background[4:-1].split(","))) < 200) == (scheme == "dark")


def test_touch_targets_are_large_enough_on_a_phone(browser, small):
    browser.open(small, screen=NARROW)
    sizes = browser.js(
        "return [...document.querySelectorAll('button, select, #board [data-n]')]"
        ".map((e) => e.getBoundingClientRect()).filter((b) => b.width).map((b) => b.height)"
    )
    assert min(sizes) >= 40


@pytest.mark.parametrize(("wish", "moving"), [("reduce", False), ("no-preference", True)])
def test_reduced_motion_is_respected(browser, small, wish, moving):
    browser.open(small, reduced_motion=wish)
    browser.click("first")
    browser.click("forward")
    browser.click("forward")
    moves = browser.js(
        "return document.getAnimations().some((a) => a.animationName === 'arrive')"
        " || getComputedStyle(document.querySelector('.newest')).animationName === 'arrive'"
    )
    assert moves == moving


@pytest.mark.parametrize(
    "subject",
    [
        lambda: icosian.placement_search(5),
        lambda: icosian.dijkstra(icosian.knight_graph(4), "a1").steps,
        lambda: icosian.knight_graph(5, periodic=True).hamiltonian_cycle("a1"),
        lambda: icosian.board_graph(icosian.Board((2, 3, 4)), "rook").hamiltonian_cycle(),
        lambda: icosian.hamiltonian_cycle(icosian.knight_graph(3, 10)),
    ],
    ids=["queens", "paths", "torus", "layers", "wide"],
)
def test_other_pages_open_and_play(browser, subject):
    browser.open(to_html(subject()))
    browser.click("first")
    browser.click("forward")
    browser.js("document.getElementById('speed').value = 200")
    browser.click("play")
    browser.wait(lambda: not browser.find("forward").is_enabled())
    assert browser.js("return document.querySelectorAll('#board .mark').length") > 0


def test_a_graph_is_walked_in_the_direction_of_the_arrows(browser):
    import networkx as nx
    from selenium.webdriver import Keys

    G = nx.dodecahedral_graph()
    tour = icosian.hamiltonian_cycle(G, 0)
    browser.open(to_html(tour, icosian.backtrack(G, 0, closed=True))).choose("Try it yourself")
    places = browser.js("return JSON.parse(document.getElementById('data').textContent).nodes")
    browser.tab_to("board", back=True)
    met = set()
    for key, axis, sign in (
        (Keys.ARROW_DOWN, 1, 1),
        (Keys.ARROW_LEFT, 0, -1),
        (Keys.ARROW_UP, 1, -1),
        (Keys.ARROW_RIGHT, 0, 1),
    ):
        for _ in range(12):
            before = browser.cursor()
            browser.press(key)
            after = browser.cursor()
            met.add(after)
            if after == before:
                break
            u, v = (places[int(n[1:])] for n in (before, after))
            assert sign * (v[axis] - u[axis]) > 0
    assert len(met) >= 8


def test_the_animated_svg_shows_its_end_with_reduced_motion(browser):
    from icosian.drawing import to_svg

    browser.path = browser.path.with_suffix(".svg")
    tour = icosian.knights_tour(6)
    for wish in ("reduce", "no-preference"):
        wishes = {"features": [{"name": "prefers-reduced-motion", "value": wish}]}
        browser.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", wishes)
        browser.path.write_text(to_svg(tour, animated=True), "utf-8")
        browser.driver.get(browser.path.as_uri())
        seen = browser.js(
            "const svg = document.documentElement; svg.pauseAnimations(); svg.setCurrentTime(1.05);"
            "return [...document.querySelectorAll('.film > *')]"
            ".filter((e) => getComputedStyle(e).visibility === 'visible').length"
        )
        # ten nodes and nine lines after a second, all 36 at the end
        assert seen == (72 if wish == "reduce" else 19)


def test_a_queens_puzzle_is_solved_by_hand_and_by_hints(browser):
    puzzle = icosian.read_puzzle("aabb\nacbb\nccdb\ncddd", kind="queens").with_known({"a4": False})
    page = browser.open(to_html(puzzle))
    page.click_square("a4")
    assert page.find("say").text == "a4 is given."
    page.click_square("b4")
    assert page.find("n1").get_attribute("aria-label") == "b4, no queen"
    page.click_square("b4")
    page.click_square("c3")
    page.click_square("c3")
    assert page.find("verdict").text.startswith("Not so.")
    page.click("undo")
    page.click("hint")
    assert page.find("say").text != ""
    page.js("document.getElementById('board').focus()")
    for _ in range(12):
        page.press("h")
    assert page.find("verdict").text == "Solved!\nAll 4 queens stand."
    told = [page.find(f"n{k}").get_attribute("aria-label") for k in range(16)]
    queens = [name for name in page.names if f"{name}, queen" in told]
    assert queens == [puzzle.name(square) for square in puzzle.solve()]
    page.click("restart")
    assert page.find("verdict").text.startswith("0 of 4")


def test_the_hints_of_a_page_lead_to_the_solution_whatever_was_wrong(browser):
    puzzle = icosian.make_puzzle(6, kind="queens", seed=2)
    page = browser.open(to_html(puzzle), screen=PHONE)
    solution = set(puzzle.solve())
    for square in [v for v in puzzle.regions if v not in solution][:5]:
        page.click_square(puzzle.name(square))
        page.click_square(puzzle.name(square))
    for _ in range(40):
        page.click("hint")
    assert page.find("verdict").text.startswith("Solved!")


def test_a_page_of_very_many_nodes_draws_lines_on_a_canvas_and_plays(browser):
    n = 101
    nodes = [(r, c) for r in range(n) for c in (range(n) if r % 2 == 0 else reversed(range(n)))]
    tour = ShortestTour(range(n * n), is_closed=False, length=n * n, places=icosian.Places(nodes))
    page = browser.open(to_html(tour))
    ink = "return document.querySelector('canvas').toDataURL().length"
    whole = page.js(ink)
    assert not page.js("return document.querySelectorAll('[data-n]').length")
    page.click("first")
    empty = page.js(ink)
    page.slide(n * n // 2)
    assert empty < page.js(ink) < whole
    page.click("play")
    page.wait(lambda: page.counters()["visited"] == f"{n * n} of {n * n}")


def test_the_lines_of_a_walk_have_the_colors_of_its_picture(browser):
    walk = WALKS["there and back"]
    page = browser.open(to_html(walk))
    lines = "document.querySelectorAll('#board .trail path')"
    styles = set(page.js(f"return [...{lines}].map((line) => line.getAttribute('class'))"))
    assert len(styles) == len(walk.legs)
    assert all(f'class="{style}"' in walk.to_svg() for style in styles)
