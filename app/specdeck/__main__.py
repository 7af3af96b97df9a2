"""`python -m specdeck`: the command line."""

import sys

from specdeck.app.cli import main

sys.exit(main())
