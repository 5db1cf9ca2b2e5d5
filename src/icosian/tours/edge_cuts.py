"""Small edge cuts by random labels in the cycle space."""

from __future__ import annotations

from typing import TYPE_CHECKING

from icosian._kernels import cuts as kernels
from icosian._kernels._jit import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from icosian._run.clock import Clock
    from icosian.tours.normal_form import NormalForm

__all__ = ["cut_labels"]


def cut_labels(form: NormalForm, clock: Clock) -> NDArray[np.int64] | None:
    """Return labels of 62 bits, in the order of ``form.edges()``; None if it is not connected."""
    # The labels of a cut sum to zero (exclusive or), those of other sets almost never do [D.
    # Pritchard, R. Thurimella, Fast computation of small cuts via cycle space sampling, ACM
    # Transactions on Algorithms 7 (2011), 46].
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
    clock.run("cuts", run)
    run.arrays()
    return labels if s[1] == n else None
