"""Reading pictures back: their elements, lines and points."""

import itertools
import re

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def of_class(root, name):
    """Return the elements of a class; those of a group share its classes."""
    found = []
    for e in root.iter():
        if name in e.get("class", "").split():
            found += list(e) if tag(e) == "g" else [e]
    return found


def only(root, name):
    (element,) = of_class(root, name)
    return element


def tag(element):
    return element.tag.rpartition("}")[2]


def lines(path):
    """The lines of a path of absolute coordinates."""
    found = []
    for part in path.get("d").split("M")[1:]:
        numbers = list(map(float, NUMBER.findall(part)))
        found.append(list(zip(numbers[::2], numbers[1::2], strict=True)))
    return found


def coordinates(root):
    """Every point of the picture, with the extent of circles and rectangles."""
    for e in root.iter():
        if tag(e) == "circle":
            x, y, r = (float(e.get(key)) for key in ("cx", "cy", "r"))
            yield from [(x - r, y - r), (x + r, y + r)]
        elif tag(e) == "rect" and e.get("x"):
            x, y, w, h = (float(e.get(key)) for key in ("x", "y", "width", "height"))
            yield from [(x, y), (x + w, y + h)]
        elif tag(e) == "text":
            yield float(e.get("x")), float(e.get("y"))
        elif tag(e) == "polygon":
            yield from (tuple(map(float, p.split(","))) for p in e.get("points").split())
        elif tag(e) == "path" and "h" not in e.get("d") and not e.get("transform"):
            yield from itertools.chain.from_iterable(lines(e))
