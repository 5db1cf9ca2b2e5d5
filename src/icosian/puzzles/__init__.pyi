# The public names of this room, and their homes.

from .loops import (
    LoopHint as LoopHint,
    LoopPuzzle as LoopPuzzle,
    LoopSolution as LoopSolution,
)
from .making import (
    make_puzzle as make_puzzle,
    read_puzzle as read_puzzle,
)
from .numbers import (
    Puzzle as Puzzle,
    Solution as Solution,
    Zip as Zip,
)
from .pencil import (
    Hint as Hint,
)
from .queens import (
    QueensHint as QueensHint,
    QueensPuzzle as QueensPuzzle,
    QueensSolution as QueensSolution,
)
