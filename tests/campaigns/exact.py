"""Questions that carry a length, asked with difficult numbers, and their answers by brute force."""

import math
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import chain, combinations, islice, pairwise, permutations, product
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

import networkx as nx
from naive import shortest_street_walk

import icosian

# -- Families of numbers


def exact(number):
    """Return the number that is meant: a float is the shortest decimal that denotes it."""
    return Fraction(repr(number) if type(number) is float else number)


def about(base):
    """Return a family of integers: mostly a base, and something small."""
    return lambda random: random.choice((0, base, base)) + random.randint(0, 5)


def last_bits(random):
    start = random.choice((0.1, 0.3, 1.1))
    return start + random.randint(0, 3) * math.ulp(start)


def long_fraction(random):
    base = random.choice((Fraction(1, 3), Fraction(355, 113), 2))
    return base + Fraction(random.randint(0, 9), random.choice((10**12 + 39, 2**61 - 1)))


def long_decimal(random):
    return Decimal(random.choice(("0", "0.1", "1.25"))) + random.randint(0, 3) * Decimal("1e-20")


def subnormal(random):
    return float(f"{random.randint(0, 9)}e{random.randint(-324, -299)}")


FAMILIES = {
    "integers": lambda random: random.randint(0, 9),
    "tenths": lambda random: random.randint(0, 30) / 10,
    "last bits": last_bits,
    "1e15": about(10**15),
    "1e18": about(10**18),
    "1e30": about(10**30),
    "fractions": long_fraction,
    "decimals": long_decimal,
    "subnormal": subnormal,
}
MIXED = "mixed"
"""The family of a few of the others, with negative numbers where a question allows them."""
SUMMABLE = {"integers", "1e15", "1e18", "1e30", "fractions", "decimals"}
"""Families whose sums in Python are exact."""

# -- Random subjects and conditions


class Subject(NamedTuple):
    """What a question is about, the Python that makes it, and the exact length of each step."""

    given: Any
    code: str
    nodes: list[Any]
    ways: dict[tuple[Any, Any], Fraction]
    directed: bool


class Draw(NamedTuple):
    """What is drawn with numbers of a family, or of a few."""

    random: Random
    families: list[str]
    sizes: tuple[int, ...]

    def number(self, *, signed=False):
        sign = self.random.choice((1, 1, -1)) if signed and len(self.families) > 1 else 1
        return sign * FAMILIES[self.random.choice(self.families)](self.random)

    def likely(self, share=0.5):
        return self.random.random() < share

    def some(self, values, most):
        values = list(values)
        return self.random.sample(values, min(len(values), self.random.randint(0, most)))

    def nodes(self, least=1):
        n = max(least, self.random.choice(self.sizes))
        names = self.random.choice((range(n), range(n), "abcdefgh", [(k, -k) for k in range(n)]))
        return self.random.sample(list(names)[:n], n)

    def graph(self, *, signed=False, edges=99, pick=min):
        nodes, kinds = self.nodes(), (nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph)
        G = self.random.choice(kinds)()
        G.add_nodes_from(nodes)
        share = self.random.choice((0.6, 1, 1))
        pairs = (permutations if G.is_directed() else combinations)(nodes, 2)
        pairs = [pair for pair in pairs if self.likely(share)]
        pairs += self.some([*pairs, (nodes[0],) * 2], 2 if G.is_multigraph() else 0)
        for u, v in self.random.sample(pairs, min(len(pairs), edges)):
            number = self.number(signed=signed)
            G.add_edge(u, v, weight=None if self.likely(0.03) else number)
        code = f"G = nx.{type(G).__name__}(); G.add_nodes_from({nodes}); "
        code += f"G.add_weighted_edges_from({list(G.edges.data('weight'))}); "
        return Subject(G, code, nodes, ways_of(G, pick), G.is_directed())

    def places(self):
        nodes = self.nodes(3)
        matrix, ways = [[0] * len(nodes) for _ in nodes], {}
        if self.likely(0.2):
            points = {v: (self.number(signed=True), self.number(signed=True)) for v in nodes}
            code = f"icosian.Places({points}, 'manhattan')"
            for u, v in permutations(nodes, 2):
                axes = zip(points[u], points[v], strict=True)
                ways[u, v] = sum(abs(exact(a) - exact(b)) for a, b in axes)
        else:
            symmetric = self.likely()
            for i, j in permutations(range(len(nodes)), 2):
                number = matrix[j][i] if symmetric and i > j else self.number(signed=True)
                matrix[i][j], ways[nodes[i], nodes[j]] = number, exact(number)
            code = f"icosian.Places.from_matrix({matrix}, names={nodes}, zero='length')"
        directed = any(ways[u, v] != ways[v, u] for u, v in ways)
        return Subject(eval(code), f"G = {code}; ", nodes, ways, directed)

    def subject(self, kind):
        return self.places() if kind == "places" else self.graph(signed=True)

    def ends(self, nodes, *, closed):
        if closed and len(nodes) == 1:
            return {}
        last = nodes[-1] if len(nodes) > 1 and not closed and self.likely(0.4) else None
        return present(start=nodes[0] if self.likely(0.4) else None, end=last)

    def order(self, nodes, *, closed):
        """Return chains that go together with each other and with the ends."""
        count = self.random.randint(1, 2)
        chains = [self.some(nodes, len(nodes)) or nodes[:1] for _ in range(count)]
        ends = self.ends(nodes, closed=closed) | ({"start": nodes[0]} if closed else {})
        return {"order": [sorted(one, key=nodes.index) for one in chains], **ends}

    def conditions(self, subject, *, closed, ordered):
        """Return conditions on tours of all nodes."""
        nodes = self.random.sample(subject.nodes, len(subject.nodes))
        steps = {pair if subject.directed else frozenset(pair): pair for pair in subject.ways}
        steps = self.some(steps.values(), 3)
        if ordered and self.likely(0.3):
            return self.order(nodes, closed=closed) | present(forbid=steps[:1])
        return self.ends(nodes, closed=closed) | present(require=steps[:2], forbid=steps[2:])

    def choice(self, nodes):
        """Return what may be left out."""
        prizes = {v: self.number() for v in self.some(nodes, len(nodes))}
        groups = [self.some(nodes, 3) or nodes[:1] for _ in range(self.random.randint(0, 2))]
        leave_out = self.random.randint(0 if prizes or groups else 1, 2)
        return {"leave_out": leave_out} | present(groups=groups, prizes=prizes)


def present(**options):
    """Return the options that say something."""
    return {name: value for name, value in options.items() if value not in (None, [], {})}


def ways_of(G, pick=min):
    """Return the exact length of each step, of parallel ones the one that is picked."""
    ways = {}
    for u, v, number in G.edges.data("weight"):
        for pair in ((u, v), (v, u))[: 2 - G.is_directed()]:
            if number is not None and u != v:
                ways[pair] = pick(exact(number), ways.get(pair, exact(number)))
    return ways


# -- Brute force


def closure(nodes, ways):
    """Return all distances, by Floyd and Warshall."""
    far = {**ways, **{(v, v): Fraction(0) for v in nodes}}
    for m in nodes:
        for u, v in permutations(nodes, 2):
            if (u, m) in far and (m, v) in far:
                far[u, v] = min(far.get((u, v), math.inf), far[u, m] + far[m, v])
    return far


def tours(ways, stops, *, closed, directed=True, least=1, measure=sum, **asked):
    """Yield every tour that keeps the conditions, a closed one from its start, with its cost."""
    key = tuple if directed else frozenset
    used, avoided = (set(map(key, asked.get(name, ()))) for name in ("require", "forbid"))
    prizes, groups = asked.get("prizes", {}), asked.get("groups", ())
    free, leave_out = {*prizes, *chain(*groups)}, asked.get("leave_out", 0)
    before = precedence(asked.get("order", ()))
    start, end = asked.get("start"), asked.get("end")
    for count in range(max(least, 1 if free or leave_out else len(stops)), len(stops) + 1):
        for tour in permutations(stops, count):
            first = min(tour, key=stops.index) if closed and start is None else start
            steps = list(pairwise((*tour, tour[0]) if closed and count > 1 else tour))
            out, made = set(stops).difference(tour), set(map(key, steps))
            if (
                first in (None, tour[0])
                and end in (None, tour[-1])
                and all(step in ways for step in steps)
                and used <= made
                and avoided.isdisjoint(made)
                and len(out - free) <= leave_out
                and not any(out.issuperset(group) for group in groups)
                and before.isdisjoint(combinations(tour[::-1], 2))
            ):
                length = measure(ways[step] for step in steps) if steps else 0
                yield tour, length + sum(prizes.get(v, 0) for v in out)


def precedence(chains):
    """Return what comes before what, also by way of what is left out."""
    found = set(chain(*map(pairwise, chains)))
    while more := {(u, w) for (u, v), (x, w) in product(found, found) if v == x} - found:
        found |= more
    return found


def costs(ways, stops, *, prizes=(), **asked):
    """Return the exact costs of all tours in order, one of a tour and its reverse, by integers."""
    prizes = {v: exact(prize) for v, prize in dict(prizes).items()}
    unit = math.lcm(*(number.denominator for number in (*ways.values(), *prizes.values())))
    ways, prizes = ({key: int(x * unit) for key, x in some.items()} for some in (ways, prizes))
    found = {}
    for tour, cost in tours(ways, stops, prizes=prizes, **asked):
        back = tour[:1] + tour[:0:-1] if asked["closed"] else tour[::-1]
        found[tour if asked.get("directed", True) else min(tour, back, key=repr)] = cost
    return [Fraction(cost, unit) for cost in sorted(found.values())]


# -- Questions


MOST = 6
"""Tours that are compared where they come in the order of their lengths."""


class Trial(NamedTuple):
    """A question to a function of the library, and what is right: exact lengths in order."""

    name: str
    subject: Subject
    options: dict[str, Any]
    best: Any
    absent: str = "NoWalk"
    measure: Any = sum
    family: str = ""

    @property
    def line(self):
        """The question as a line of Python."""
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"{self.subject.code}icosian.{self.name}(G{options})"

    def ask(self):
        """Return the answers of the library."""
        found = attrgetter(self.name)(icosian)(self.subject.given, **self.options)
        return list(islice(found, MOST)) if self.name.endswith("s") else [found]


def hamiltonian(draw, name, *, kinds=("graph",), closed=None, ordered=True, measure=sum):
    closed = draw.likely() if closed is None else closed
    subject = draw.subject(draw.random.choice(kinds))
    options = draw.conditions(subject, closed=closed, ordered=ordered)
    asked = {"closed": closed, "directed": subject.directed, "measure": measure}
    asked["least"] = 3 - subject.directed if closed else 1
    best = costs(subject.ways, subject.nodes, **options, **asked)
    options |= {"closed": closed} if "shortest_tour" in name else {}
    kind, best = "cycle" if closed else "path", best[: MOST if name.endswith("s") else 1]
    absent = f"NoHamiltonian{kind.title()}"
    return Trial(name.format(kind), subject, options, best, absent, measure)


def choosing(draw, name="shortest_tour"):
    subject, closed = draw.places(), draw.likely()
    ends = draw.order if draw.likely(0.4) else draw.ends
    options = draw.choice(subject.nodes) | ends(subject.nodes[::-1], closed=closed)
    options["closed"] = closed
    inner = [pair for pair in subject.ways if options.get("start") not in pair]
    require, forbid = draw.some(inner, 1), draw.some(subject.ways, 1)
    if not {*require}.isdisjoint(chain(forbid, (pair[::-1] for pair in forbid))):
        forbid = []
    options |= present(require=require, forbid=forbid)
    best = costs(subject.ways, subject.nodes, **visiting(options), directed=subject.directed)
    best = best[: MOST if name.endswith("s") else 1]
    return Trial(name, subject, options, best, f"NoHamiltonian{'Cycle' if closed else 'Path'}")


def visiting(options):
    """Return conditions where stops may be left out, but not the ends."""
    ends = [[options[end]] for end in ("start", "end") if end in options]
    return options | {"groups": [*options.get("groups", ()), *ends]}


def walk(draw, *, leaves_out=False):
    subject, closed = draw.graph(), draw.likely()
    nodes = draw.random.sample(subject.nodes, len(subject.nodes))
    if leaves_out:
        options = draw.choice(nodes) | draw.ends(nodes, closed=closed)
    else:
        options = (draw.order if draw.likely() else draw.ends)(nodes, closed=closed)
    sets = (*options.get("groups", ()), *options.get("order", ()))
    named = {*options.get("prizes", ()), *chain(*sets)}
    asked = visiting(options) if leaves_out else options
    options = options | present(nodes=draw.some(nodes, len(nodes)) if draw.likely() else None)
    stops = {*options.get("nodes", named or nodes), *named}
    stops |= {options[end] for end in ("start", "end") if end in options}
    far = closure(nodes, subject.ways)
    best = costs(far, [v for v in nodes if v in stops], closed=closed, **asked)[:1]
    options |= {} if closed else {"cycle": False}
    return Trial("traveling_salesman", subject, options, best)


def postman(draw):
    subject, closed = draw.graph(edges=6), draw.likely()
    G, streets = subject.given, streets_of(subject.given)
    if not streets:
        return postman(draw)
    nodes = draw.random.sample(subject.nodes, len(subject.nodes))
    options = draw.ends(nodes, closed=closed) | ({} if closed else {"cycle": False})
    every = list(streets) if G.is_directed() else None  # in both ways where there are two
    options |= present(edges=(draw.some(streets, 3) if draw.likely(0.6) else None) or every)
    unit, H = math.lcm(*(x.denominator for x in streets.values())), G.copy()
    nx.set_edge_attributes(H, {edge: int(x * unit) for edge, x in streets.items()}, "weight")
    best = shortest_street_walk(H, **options)
    best = [] if best is None else [best / unit]
    return Trial("routes.postman_walk", subject, options, best)


def streets_of(G):
    """Return the exact length of each edge that has one."""
    lengths = nx.get_edge_attributes(G, "weight")
    return {edge: exact(x) for edge, x in lengths.items() if x is not None}


def longest(draw):
    subject, closed = draw.graph(signed=True, pick=max), draw.likely()
    options = {} if closed else draw.ends(subject.nodes[::-1], closed=False)
    asked = visiting(options | {"leave_out": len(subject.nodes), "closed": closed})
    minus = {pair: -length for pair, length in subject.ways.items()}
    best = costs(minus, subject.nodes, least=3 - subject.directed if closed else 1, **asked)[:1]
    options |= {"weight": "weight"}
    kind = "cycle" if closed else "path"
    return Trial(f"longest_{kind}", subject, options, [-x for x in best], f"No{kind.title()}")


def dijkstra(draw):
    subject, found = draw.graph(), {}
    sources, ways = draw.some(subject.nodes, 2) or subject.nodes[:1], subject.ways
    for path in chain(*(permutations(subject.nodes, k + 1) for k in range(len(subject.nodes)))):
        steps = list(pairwise(path))
        if path[0] in sources and all(step in ways for step in steps):
            found.setdefault(path[-1], []).append((sum(ways[s] for s in steps), list(path)))
    least = {v: min(some)[0] for v, some in found.items()}
    best = {v: (x, sorted(p for far, p in found[v] if far == x)) for v, x in least.items()}
    return Trial("dijkstra", subject, {"source": sources}, best)


EITHER = {"kinds": ("graph", "places"), "ordered": False}
QUESTIONS = {
    "cycle": partial(hamiltonian, name="shortest_hamiltonian_{}", closed=True),
    "path": partial(hamiltonian, name="shortest_hamiltonian_{}", closed=False),
    "tour": partial(hamiltonian, name="shortest_tour", kinds=("places",)),
    "choosing tour": choosing,
    "walk": walk,
    "choosing walk": partial(walk, leaves_out=True),
    "postman": postman,
    "tours": partial(hamiltonian, name="tours.shortest_hamiltonian_{}s", kinds=("graph", "places")),
    "tours of places": partial(hamiltonian, name="tours.shortest_tours", kinds=("places",)),
    "choosing tours": partial(choosing, name="tours.shortest_tours"),
    "bottleneck": partial(
        hamiltonian, name="tours.bottleneck_hamiltonian_{}", measure=max, **EITHER
    ),
    "longest": longest,
    "dijkstra": dijkstra,
}


def trials(question, seeds, sizes, families=(*FAMILIES, MIXED)):
    """Yield random trials, always the same, each with its family and seed."""
    for family in families:
        for seed in seeds if question != "dijkstra" or family in SUMMABLE else ():
            random = Random(f"{question} {family} {seed}")
            some = random.sample([*FAMILIES], 3) if family == MIXED else [family]
            one = QUESTIONS[question](Draw(random, some, sizes))
            yield one._replace(family=family), f"{family}, seed {seed}"
