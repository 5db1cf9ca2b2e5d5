"""A checker of pseudo-Boolean refutations, for the part of VeriPB's format that exports use.

It reads two texts and knows nothing of graphs. A constraint is a dictionary from literals (``k`` is
the variable ``xk``, ``-k`` its denial) to positive coefficients, and the least sum of those that
hold.
"""

import re
from collections import defaultdict

TERM = r"[+-]?[0-9]+ ~?x[1-9][0-9]*"
ROW = re.compile(rf"((?:{TERM} )*)>= (-?[0-9]+) ;")


class Refused(Exception):
    """The proof is not one, or it does not hold."""


def literal(word):
    if not re.fullmatch(r"~?x[1-9][0-9]*", word):
        raise Refused(f"not a literal: {word}")
    return -int(word[2:]) if word[0] == "~" else int(word[1:])


def normal(terms, least):
    """Return a constraint with positive coefficients, at most one literal of each variable."""
    net = defaultdict(int)
    for factor, lit in terms:
        net[abs(lit)] += factor if lit > 0 else -factor
        least -= 0 if lit > 0 else factor
    row = {}
    for x, factor in net.items():
        if factor > 0:
            row[x] = factor
        elif factor < 0:
            row[-x] = -factor
            least -= factor
    return row, least


def constraint(text):
    match = ROW.fullmatch(text)
    if match is None:
        raise Refused(f"not a constraint: {text}")
    words = match[1].split()
    terms = [(int(a), literal(b)) for a, b in zip(words[::2], words[1::2], strict=True)]
    return normal(terms, int(match[2]))


def read_formula(text):
    """Return the number of variables and the constraints of an OPB file."""
    first, *lines = text.splitlines()
    size = re.fullmatch(r"\* #variable= ([0-9]+) #constraint= ([0-9]+)", first)
    if size is None:
        raise Refused("no header")
    rows = [constraint(line) for line in lines if not line.startswith("*")]
    if len(rows) != int(size[2]):
        raise Refused("another number of constraints")
    if any(abs(lit) > int(size[1]) for row, _ in rows for lit in row):
        raise Refused("an unknown variable")
    return int(size[1]), rows


class Database:
    """Constraints, and unit propagation on them."""

    def __init__(self):
        self.rows = []
        self.order = []  # the literals of each, those with the largest coefficients first
        self.slack = []
        self.where = defaultdict(list)  # the constraints with a literal
        self.false = set()
        self.trail = []  # the literals that are false; the first ones have reduced their slacks
        self.spread = 0
        self.conflict = False

    def add(self, row, least):
        k = self.append(row, least)
        self.conflict = self.conflict or not self.propagate([k])

    def append(self, row, least):
        self.rows.append((row, least))
        self.order.append(sorted(row, key=row.get, reverse=True))
        self.slack.append(sum(c for lit, c in row.items() if lit not in self.false) - least)
        for lit in row:
            self.where[lit].append(len(self.rows) - 1)
        return len(self.rows) - 1

    def propagate(self, rows):
        """Draw all conclusions; return False at a conflict."""
        while rows or self.spread < len(self.trail):
            for k in rows:
                if self.slack[k] < 0:
                    return False
                row = self.rows[k][0]
                for lit in self.order[k]:
                    if row[lit] <= self.slack[k]:
                        break
                    if lit not in self.false and -lit not in self.false:
                        self.false.add(-lit)
                        self.trail.append(-lit)
            rows = []
            if self.spread < len(self.trail):
                lit = self.trail[self.spread]
                self.spread += 1
                for k in self.where[lit]:
                    self.slack[k] -= self.rows[k][0][lit]
                    rows.append(k)
        return True

    def implies(self, row, least):
        """Return True if the denial of a constraint leads to a conflict."""
        if self.conflict:
            return True
        denial = {-lit: c for lit, c in row.items()}
        size, spread, total = len(self.trail), self.spread, sum(row.values())
        k = self.append(denial, total - least + 1)
        holds = not self.propagate([k])
        for lit in self.trail[spread : self.spread]:
            for n in self.where[lit]:
                self.slack[n] += self.rows[n][0][lit]
        self.spread = spread
        self.false.difference_update(self.trail[size:])
        del self.trail[size:]
        for lit in denial:
            self.where[lit].pop()
        self.rows.pop()
        self.order.pop()
        self.slack.pop()
        return holds


def computed(words, rows):
    """Return the constraint that reverse Polish notation describes."""
    stack = []
    for word in words:
        if re.fullmatch(r"[1-9][0-9]*", word):
            stack.append(int(word))
        elif word in {"+", "*", "d", "s"}:
            if len(stack) < 1 + (word != "s"):
                raise Refused("too few operands")
            other = None if word == "s" else stack.pop()
            own = stack.pop()
            row, least = operand(own, rows)
            if word == "+":
                row = dict(row) if isinstance(own, int) else row
                stack.append(added(row, least, *operand(other, rows)))
                continue
            if word == "s":
                stack.append(({lit: min(c, least) for lit, c in row.items()}, least))
                continue
            if not isinstance(other, int):
                raise Refused("a factor is a number")
            if word == "*":
                stack.append(({lit: c * other for lit, c in row.items()}, least * other))
            else:
                stack.append(({lit: -(-c // other) for lit, c in row.items()}, -(-least // other)))
        else:
            stack.append(({literal(word): 1}, 0))
    if len(stack) != 1:
        raise Refused("not one result")
    return operand(stack[0], rows)


def added(row, least, more, rest):
    """Add a constraint to a constraint, in place."""
    least += rest
    for lit, c in more.items():
        denied = row.pop(-lit, 0)
        least -= min(c, denied)
        if c > denied:
            row[lit] = row.get(lit, 0) + c - denied
        elif denied > c:
            row[-lit] = denied - c
    return row, least


def operand(value, rows):
    if isinstance(value, int):
        if value > len(rows):
            raise Refused(f"there is no constraint {value} yet")
        return rows[value - 1]
    return value


def is_implied(row, least, by):
    """Return True if a constraint follows from another one by adding literals."""
    given, given_least = by
    lost = sum(max(0, c - row.get(lit, 0)) for lit, c in given.items())
    return given_least - lost >= least


def defined(text, data, definitions):
    """Return a constraint on a variable that only such constraints have, if a choice meets them."""
    text, _, witness = text.partition(" ; ")
    match = re.fullmatch(r"(x[1-9][0-9]*) -> ([01])", witness)
    if match is None:
        raise Refused(f"not a witness: {witness}")
    row, least = constraint(f"{text} ;")
    chosen = literal(match[1]) if match[2] == "1" else -literal(match[1])
    concerned = {*data.where[chosen], *data.where[-chosen]}
    if not concerned <= definitions:
        raise Refused(f"the variable is not new: {match[1]}")
    denial = {-lit: c for lit, c in row.items()}, sum(row.values()) - least + 1
    for goal, need in [(row, least), *(data.rows[k] for k in concerned)]:
        rest = {lit: c for lit, c in goal.items() if abs(lit) != abs(chosen)}
        least_rest = need - goal.get(chosen, 0)
        if not any(is_implied(rest, least_rest, by) for by in [({}, 0), denial, *data.rows]):
            raise Refused(f"the choice does not meet all constraints: {text}")
    return row, least


def check(formula, proof):
    """Refuse a proof that does not show that a formula has no solution; return its length."""
    variables, rows = read_formula(formula)
    head, size, *steps, output, conclusion, end = proof.splitlines()
    if head != "pseudo-Boolean proof version 2.0" or size != f"f {len(rows)}":
        raise Refused("no header")
    if output != "output NONE" or end != "end pseudo-Boolean proof":
        raise Refused("no end")
    data = Database()
    definitions = set()
    for row in rows:
        data.add(*row)
    for step in steps:
        kind, _, rest = step.partition(" ")
        if kind == "pol":
            row = computed(rest.split(), data.rows)
        elif kind == "rup":
            row = constraint(rest)
            if not data.implies(*row):
                raise Refused(f"this does not follow: {step}")
        elif kind == "red":
            row = defined(rest, data, definitions)
            definitions.add(len(data.rows))
        else:
            raise Refused(f"not a rule: {step}")
        if any(abs(lit) > variables for lit in row[0]):
            raise Refused("an unknown variable")
        data.add(*row)
    last = re.fullmatch(r"conclusion UNSAT : ([1-9][0-9]*)", conclusion)
    if last is None or int(last[1]) > len(data.rows):
        raise Refused("no conclusion")
    row, least = data.rows[int(last[1]) - 1]
    if sum(row.values()) >= least:
        raise Refused("the conclusion is not a contradiction")
    return len(steps)
