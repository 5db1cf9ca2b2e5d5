"""A checker of clauses with hints, which shares nothing with the code that writes them."""


class Refused(Exception):
    """The refutation does not hold."""


def check(formula, proof):
    """Raise Refused unless a proof in LRAT refutes a formula in DIMACS."""
    lines = [line.split() for line in formula.splitlines() if not line.startswith("c ")]
    (_, _, variables, count), *rows = lines
    clauses = {k: clause(row, int(variables)) for k, row in enumerate(rows, start=1)}
    if len(clauses) != int(count):
        raise Refused("another number of clauses")
    for number, *words in map(str.split, proof.splitlines()):
        end = words.index("0")
        derived = clause(words[: end + 1], int(variables))
        hints = clause(words[end + 1 :], int(number) - 1)
        if int(number) <= max(clauses):
            raise Refused("the numbers do not rise")
        false = set(derived)
        for hint in hints:
            if hint not in clauses:
                raise Refused(f"there is no clause {hint}")
            open_ = [literal for literal in clauses[hint] if literal not in false]
            if not open_:  # what comes after a contradiction is not needed
                break
            if len(open_) != 1 or -open_[0] in false:
                raise Refused(f"clause {hint} leaves a choice, or nothing to conclude")
            false.add(-open_[0])
        else:
            raise Refused(f"clause {number} does not follow")
        clauses[int(number)] = derived
    if clauses[max(clauses)]:
        raise Refused("the last clause is not empty")


def clause(words, most):
    *literals, end = map(int, words)
    if end or not all(1 <= abs(literal) <= most for literal in literals):
        raise Refused("not a clause")
    return literals
