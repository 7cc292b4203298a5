"""Where the packed program begins."""

import sys

from companion.cli import main

sys.exit(main())
