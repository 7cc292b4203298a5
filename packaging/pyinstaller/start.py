"""Where the packed program begins. It starts parts of itself as ``sys.executable -m MODULE``, as with any Python."""

import runpy
import sys

MODULE = "companion.cli"

if sys.argv[1:2] == ["-m"]:
    MODULE = sys.argv[2]
    del sys.argv[1:3]
runpy.run_module(MODULE, run_name="__main__", alter_sys=True)
