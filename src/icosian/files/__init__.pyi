# The public names of this room, and their homes.

from .places import (
    read_places as read_places,
)
from .tours import (
    write_tsplib as write_tsplib,
)
from .tsplib import (
    read_tsplib as read_tsplib,
)
