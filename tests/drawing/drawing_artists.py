"""What matplotlib has drawn."""

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text


def axes(**options):
    return Figure(**options).add_subplot()


def of_kind(artists, kind):
    return [artist for artist in artists if isinstance(artist, kind)]


def of_style(artists, style):
    return [artist for artist in artists if artist.get_gid() == style]


def only(artists, kind):
    (artist,) = of_kind(artists, kind)
    return artist


def texts(artists):
    return [artist.get_text() for artist in of_kind(artists, Text)]


def pieces(artists):
    """The tour's line, split where it is interrupted."""
    points = only(artists, Line2D).get_xydata()
    gaps = np.flatnonzero(np.isnan(points[:, 0]))
    return [part[~np.isnan(part[:, 0])] for part in np.split(points, gaps)]
