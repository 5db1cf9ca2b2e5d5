# The public names of this room, and their homes.

from .places import (
    read_places as read_places,
)
from .tsplib import (
    read_tsplib as read_tsplib,
)
from .tsplib_writer import (
    write_tsplib as write_tsplib,
)
