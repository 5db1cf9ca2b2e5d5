# The public names of this room, and their homes.

from .tiling import (
    knights_tour as knights_tour,
)
