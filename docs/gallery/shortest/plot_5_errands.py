"""
Errands, and deliveries in an order
===================================

Left: one place of each color is visited, the hollow ones are left out. A visit to the park is not
worth the way. Right: the dashed arrows lead from where a parcel is collected to where it is
delivered; the tour keeps to them.
"""

import matplotlib.pyplot as plt

import icosian

kinds = {
    "bakery": [(1, 7), (6, 2), (9, 8)],
    "bank": [(2, 2), (8, 5)],
    "post": [(4, 9), (7, 7), (0, 4)],
    "pharmacy": [(3, 5), (9, 1)],
}
places = {"home": (5, 5), "friend": (7, 4), "park": (1, 1)}
places |= {f"{kind} {k}": at for kind, some in kinds.items() for k, at in enumerate(some, 1)}
groups = [[f"{kind} {k}" for k in range(1, len(some) + 1)] for kind, some in kinds.items()]
errands = icosian.shortest_tour(places, start="home", groups=groups, prizes={"park": 3})

stops = [(0, 0), (6, 1), (1, 2), (2, 6), (7, 5), (4, 3), (5, 7)]
sites = dict(zip(["depot", *"AaBbCc"], stops, strict=True))
deliveries = icosian.shortest_tour(sites, start="depot", order=[("A", "a"), ("B", "b"), ("C", "c")])

figure, (left, right) = plt.subplots(ncols=2, figsize=(10, 5), layout="constrained")
artists = errands.draw(ax=left), deliveries.draw(ax=right)
