"""Which tour is shortest: the tour, and a certificate of how much shorter another may be."""
