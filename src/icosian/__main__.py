"""``python -m icosian`` is the command ``icosian``."""

import sys

from icosian.cli import main

sys.exit(main())
