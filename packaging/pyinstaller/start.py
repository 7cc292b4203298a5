"""Where the packed program begins. It starts parts of itself as ``sys.executable -m MODULE``, as with any Python."""

import runpy
import sys

from companion.cli import main

if sys.argv[1:2] == ["-m"]:
    del sys.argv[:2]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    sys.exit(main())
