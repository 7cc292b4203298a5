"""What memory is held for is told file by file, as Linux keeps account of it."""

import sys

import pytest

from tools.benchmarks.budget.peak_memory import files_in_memory_mb

MAPS = """\
7f10-7f20 r--p 00000000 fe:00 12 /usr/lib/libLLVM-15.so.1
Size:             4096 kB
Rss:              3072 kB
VmFlags: rd mr mw me
7f20-7f30 rw-p 00000000 00:00 0
Rss:              9999 kB
7f30-7f40 r-xp 00001000 fe:00 12 /usr/lib/libLLVM-15.so.1
Rss:              1024 kB
7f40-7f50 r-xp 00001000 fe:00 13 /usr/lib/libm.so.6
Rss:              2048 kB
"""


def test_only_files_of_these_names_count_with_all_their_parts(tmp_path):
    maps = tmp_path / "smaps"
    maps.write_text(MAPS)
    assert files_in_memory_mb(("libLLVM",), maps) == 4.0
    assert files_in_memory_mb(("libLLVM", "libm."), maps) == 6.0
    assert files_in_memory_mb(("libz",), maps) == 0.0
    assert files_in_memory_mb(("libLLVM",), tmp_path / "nothing") == 0.0


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells")
def test_this_very_process_holds_its_own_libraries():
    import cv2  # noqa: F401

    assert files_in_memory_mb(("cv2.",)) > 1
