"""Sphinx configuration; the build needs no network access."""

from __future__ import annotations

import importlib
import re
import shutil
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

import icosian.cli

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HERE = Path(__file__).parent
PROJECT = tomllib.loads(HERE.parent.joinpath("pyproject.toml").read_text("utf-8"))["project"]
URLS: dict[str, str] = PROJECT.get("urls", {})

project = "icosian"
author = "the icosian developers"
copyright = f"2026, {author}"
version = release = icosian.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "sphinx_gallery.gen_gallery",
]
exclude_patterns = ["_build", "reference/examples", "_templates", "**.ipynb_checkpoints", "gallery"]
exclude_patterns += ["pictures/**.ipynb"]  # downloads of the gallery
templates_path = ["_templates"]
nitpicky = True

# Reference: one page for each public name, generated from its docstring.
autosummary_generate = True
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
autodoc_member_order = "bysource"
numpydoc_show_class_members = False  # the class template lists them

# Pages and notebooks. Notebooks are stored with outputs; tests/test_notebooks.py executes them.
nb_execution_mode = "off"
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 2

# Gallery: each script in docs/gallery is executed, and its figure is also the thumbnail.
sphinx_gallery_conf = {
    "examples_dirs": "gallery",
    "gallery_dirs": "pictures",
    "abort_on_example_error": True,
    "download_all_examples": False,
    "image_srcset": ["2x"],
    "min_reported_time": 60,
    "show_memory": False,
    "show_signature": False,
    "thumbnail_size": (480, 480),
    "subsection_order": [
        *("gallery/boards", "gallery/grids", "gallery/graphs", "gallery/proofs"),
        *("gallery/shortest", "gallery/placements", "gallery/samples"),
    ],
    "within_subsection_order": "FileNameSortKey",
    "backreferences_dir": "reference/examples",  # "Examples using ..." on the pages of functions
    "doc_module": ("icosian",),
    "write_computation_times": False,
}

html_static_path = ["_static"]
html_css_files = ["icosian.css"]
html_js_files = ["copy.js"]
html_search_scorer = str(HERE / "_static/scorer.js")
html_theme = "pydata_sphinx_theme"
html_title = f"icosian {release}"
html_logo = html_favicon = "_static/logo.svg"
html_sourcelink_suffix = ""  # the source of a notebook is the notebook
html_theme_options = {
    "header_links_before_dropdown": 6,
    "logo": {"text": f"icosian {release}"},
    "icon_links": [
        {"name": name, "url": url, "icon": "fa-solid fa-code-branch"}
        for name, url in URLS.items()
        if name in ("Repository", "Source")
    ],
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc", "download"],
    "show_toc_level": 2,
}
INTERNALS = re.findall(r"(?m)^[a-z-]+$", HERE.joinpath("internals.md").read_text("utf-8"))
html_sidebars = {  # no empty sidebar on pages without others around them
    page.stem: [] for page in HERE.glob("*.md") if page.stem not in ("internals", *INTERNALS)
}

# URLs of external documentation. A table works offline; intersphinx inventories do not.
NETWORKX = "https://networkx.org/documentation/stable/reference/"
PYTHON = "https://docs.python.org/3/library/"
MATPLOTLIB = "https://matplotlib.org/stable/api/"
ELSEWHERE = {
    "networkx.Graph": f"{NETWORKX}classes/graph.html#networkx.Graph",
    "nx.Graph": f"{NETWORKX}classes/graph.html#networkx.Graph",
    "nx.DiGraph": f"{NETWORKX}classes/digraph.html#networkx.DiGraph",
    "networkx.classes.graph.Graph": f"{NETWORKX}classes/graph.html#networkx.Graph",
    "networkx.approximation.traveling_salesman_problem": f"{NETWORKX}algorithms/generated/"
    "networkx.algorithms.approximation.traveling_salesman.traveling_salesman_problem.html",
    "networkx.dag_longest_path": f"{NETWORKX}algorithms/generated/"
    "networkx.algorithms.dag.dag_longest_path.html",
    "networkx.dijkstra_predecessor_and_distance": f"{NETWORKX}algorithms/generated/"
    "networkx.algorithms.shortest_paths.weighted.dijkstra_predecessor_and_distance.html",
    "networkx.eulerize": f"{NETWORKX}algorithms/generated/networkx.algorithms.euler.eulerize.html",
    "networkx.from_pandas_edgelist": f"{NETWORKX}generated/"
    "networkx.convert_matrix.from_pandas_edgelist.html",
    "networkx.greedy_color": f"{NETWORKX}algorithms/generated/"
    "networkx.algorithms.coloring.greedy_color.html",
    "abc.ABC": f"{PYTHON}abc.html#abc.ABC",
    "collections.abc.Iterator": f"{PYTHON}collections.abc.html#collections.abc.Iterator",
    "collections.abc.Sequence": f"{PYTHON}collections.abc.html#collections.abc.Sequence",
    "collections.abc.Mapping": f"{PYTHON}collections.abc.html#collections.abc.Mapping",
    "collections.abc.Iterable": f"{PYTHON}collections.abc.html#collections.abc.Iterable",
    "collections.abc.Callable": f"{PYTHON}collections.abc.html#collections.abc.Callable",
    "collections.abc.Collection": f"{PYTHON}collections.abc.html#collections.abc.Collection",
    "concurrent.futures.Executor": f"{PYTHON}concurrent.futures.html#concurrent.futures.Executor",
    "concurrent.futures._base.Executor": f"{PYTHON}concurrent.futures.html"
    "#concurrent.futures.Executor",
    "Executor": f"{PYTHON}concurrent.futures.html#concurrent.futures.Executor",
    "networkx.chordless_cycles": f"{NETWORKX}algorithms/generated/"
    "networkx.algorithms.cycles.chordless_cycles.html",
    "decimal.Decimal": f"{PYTHON}decimal.html#decimal.Decimal",
    "fractions.Fraction": f"{PYTHON}fractions.html#fractions.Fraction",
    "Fraction": f"{PYTHON}fractions.html#fractions.Fraction",
    "os.PathLike": f"{PYTHON}os.html#os.PathLike",
    "Path": f"{PYTHON}pathlib.html#pathlib.Path",
    "pathlib.Path": f"{PYTHON}pathlib.html#pathlib.Path",
    "ValueError": f"{PYTHON}exceptions.html#ValueError",
    "Artist": f"{MATPLOTLIB}artist_api.html#matplotlib.artist.Artist",
    "Axes": f"{MATPLOTLIB}axes/axes.html",
    "FuncAnimation": f"{MATPLOTLIB}_as_gen/matplotlib.animation.FuncAnimation.html",
    "NDArray": "https://numpy.org/doc/stable/reference/typing.html#numpy.typing.NDArray",
    "np.int64": "https://numpy.org/doc/stable/reference/arrays.scalars.html#numpy.int64",
    "numpy.float64": "https://numpy.org/doc/stable/reference/arrays.scalars.html#numpy.float64",
    "numpy.dtype": "https://numpy.org/doc/stable/reference/generated/numpy.dtype.html",
    "numpy.ndarray": "https://numpy.org/doc/stable/reference/generated/numpy.ndarray.html",
} | {
    f"networkx.{module}{name}": f"{NETWORKX}exceptions.html#networkx.{name}"
    for module in ("", "exception.")
    for name in (
        "ExceededMaxIterations",
        "NetworkXException",
        "NetworkXNoCycle",
        "NetworkXNoPath",
        "NetworkXNotImplemented",
        "NetworkXPointlessConcept",
        "NetworkXUnfeasible",
        "NodeNotFound",
    )
}

# Names of types in signatures that have no page; the parameters' descriptions say what they take.
TYPES = {
    "Answer",
    "Best",
    "Cell",
    "Clue",
    "CycleInstance",
    "Edge",
    "Family",
    "Groups",
    "LoopKind",
    "N",
    "Named",
    "Node_co",
    "Number",
    "NumberKind",
    "Page",
    "Pairs",
    "Positions",
    "Prizes",
    "Reason",
    "Regions",
    "Square",
    "Streets",
    "Weight",
}
# What ``executor=`` takes, by its name and where the signature of a method states it.
TYPES |= {"Workers", "Client", "Callable[[]", "Watch"}
# Arguments of classes whose objects icosian makes.
TYPES |= {"Arcs", "Found", "Reader", "Rules", "Tick", "WeightedCsr"}


# What values are called in the pages; ``tour.draw(ax=ax)`` is a link to the method of Tour.
VALUES = {
    "board": "BoardGraph",
    "cover": "PathCover",
    "level": "ShortestTour",
    "paths": "ShortestPaths",
    "proof": "Proof",
    "tour": "Tour",
    "trip": "ShortestTour",
    "walk": "Walk",
}
ROOMS = ("drawing", "exceptions", "placements", "proofs", "puzzles", "routes", "tours")


def targets() -> dict[str, str]:
    """Return the full name of every public object, the shortest one."""
    rooms = [f"icosian.{room}" for room in ROOMS] + ["icosian"]
    return {
        name: f"{room}.{name}"
        for room in rooms
        for name in importlib.import_module(room).__all__
        if not name.startswith("__")
    }


class CodeLinks(SphinxTransform):
    """Make code in pages, such as ``hamiltonian_cycle(G, start)``, a link to what it names."""

    default_priority = 400
    full_names = targets()

    def apply(self, **_: Any) -> None:
        """Wrap literals in references."""
        if not self.document["source"].endswith(".md") or self.env.docname == "command":
            return
        for node in list(self.document.findall(nodes.literal)):
            plain = isinstance(node.parent, nodes.title | nodes.reference | pending_xref)
            if not plain and (target := self.target(node.astext())):
                link = pending_xref("", reftype="obj", refdomain="py", reftarget=target)
                node.replace_self(link)
                link += node

    def target(self, code: str) -> str | None:
        """Return the full name of what code begins with, if it is public."""
        name = re.split(r"[(\[]", code)[0].removeprefix("icosian.")
        for room in ROOMS:
            name = name.removeprefix(f"{room}.")
        first, _, rest = name.partition(".")
        owner = self.full_names.get(VALUES.get(first, first) if rest else first)
        if owner is None or not re.fullmatch(r"[\w.]+", name):
            return code if code in ELSEWHERE else None
        if not rest:
            return owner
        room, _, kind = owner.rpartition(".")
        attribute = rest.partition(".")[0]
        found = getattr(importlib.import_module(room), kind)
        return f"{owner}.{attribute}" if hasattr(found, attribute) else None


def resolve(app: Sphinx, env: BuildEnvironment, node: Element, content: Element) -> Element | None:
    """Resolve a name of another library or of another subpackage."""
    target = node.get("reftarget", "")
    if target in ELSEWHERE:
        return nodes.reference("", "", content, internal=False, refuri=ELSEWHERE[target])
    if target.rpartition(".")[2] in TYPES:
        return content
    if node.get("refdomain") == "py":
        domain = env.get_domain("py")
        owner, _, name = target.rpartition(".")
        if owner in domain.objects:  # an attribute without a place of its own
            place = (env, node["refdoc"], app.builder, "obj")
            return domain.resolve_xref(*place, owner, node, content)
        for room in ("icosian", *(f"icosian.{room}" for room in ROOMS)):
            if f"{room}.{name}" in domain.objects:
                place = (env, node["refdoc"], app.builder, "obj")
                return domain.resolve_xref(*place, f"{room}.{name}", node, content)
    return None


def public(base: type) -> list[type]:
    """Return a base that has a public name, otherwise its own bases that have one."""
    rooms = [icosian, *(importlib.import_module(f"icosian.{room}") for room in ROOMS)]
    is_ours = base.__module__.partition(".")[0] == "icosian"
    if not is_ours or any(base.__name__ in room.__all__ for room in rooms):
        return [base] * (base is not object)
    return [shown for parent in base.__bases__ for shown in public(parent)]


def public_bases(app: Any, name: str, obj: type, options: Any, bases: list[type]) -> None:  # noqa: ARG001
    """Replace bases without a public name by their own."""
    plain = (get_origin(base) or base for base in bases)  # of Puzzle[Hint]: Puzzle
    bases[:] = [shown for base in plain for shown in public(base)] or [object]


def signature(app: Any, what: str, name: str, *_: Any) -> tuple[str, str] | None:  # noqa: ARG001
    """Show the signature of BoardGraph without the dispatch keyword that networkx adds."""
    return ("(incoming_graph_data=None, **attr)", "") if name.endswith(".BoardGraph") else None


def skipped(app: Any, what: str, name: str, obj: object, *_: Any) -> bool | None:  # noqa: ARG001
    """Skip the fields of named tuples, which the section Attributes describes."""
    return True if type(obj).__name__ == "_tuplegetter" else None


def setup(app: Sphinx) -> None:
    """Connect the hooks, copy the notebooks into the source folder, and make the pages to play."""
    app.add_transform(CodeLinks)
    app.connect("missing-reference", resolve)
    app.connect("autodoc-process-bases", public_bases)
    app.connect("autodoc-process-signature", signature)
    app.connect("autodoc-skip-member", skipped)
    for copied in HERE.joinpath("notebooks").glob("*.ipynb"):
        copied.unlink()  # it may have been renamed
    for notebook in sorted(HERE.parent.joinpath("notebooks").glob("*.ipynb")):
        shutil.copyfile(notebook, HERE / "notebooks" / notebook.name)
    icosian.cli.main(["play", "5x5", "--start", "a1", "--save", str(HERE / "_static/play.html")])
    icosian.save(icosian.make_puzzle(7, kind="queens", seed=3), HERE / "_static/puzzle.html")
