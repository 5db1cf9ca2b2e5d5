"""Small cuts by labels in the space of cycles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._kernels import cuts as kernels
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from icosian.tours.normal_form import NormalForm

__all__ = ["cut_labels"]


def cut_labels(form: NormalForm) -> NDArray[np.int64] | None:
    """Label the edges: the labels of a cut sum to zero, those of other sets almost never do.

    Parameters
    ----------
    form : NormalForm
        A normal form.

    Returns
    -------
    int64 array, shape (m,), or None
        A number of 62 bits for each edge, in the order of ``form.edges()``; sums are exclusive
        ors. None if the form is not connected. Linear in the number of edges.
    """
    import numpy as np

    n, edges = form.size, form.edges().astype(np.int64)
    tails = np.repeat(np.arange(n), np.diff(form.indptr))
    keys = np.minimum(tails, form.indices) * n + np.maximum(tails, form.indices)
    own = edges[:, 0] * n + edges[:, 1]
    order = np.argsort(own)
    labels = np.random.default_rng(0).integers(1, 1 << 62, len(edges), dtype=np.int64)
    s = np.zeros(2, np.int64)
    run = Run(
        kernels.label,
        form.indptr,
        form.indices,
        order[np.searchsorted(own[order], keys)],
        *(np.full(n, -1, np.int64) for _ in range(3)),  # order, parent, edge to the parent
        labels,
        np.zeros(n, np.int64),
        s,
    )
    run.finish()
    return labels if s[1] == n else None
