#!/usr/bin/env bash
# Installs the package into a clean Debian and plays there:  sudo packaging/debian/try.sh FILE.deb [SUITE]
# The suite must have the Python that the package was built for (bookworm 3.11, trixie 3.13). Needs: debootstrap.
set -euo pipefail
package=$(realpath "$1")
suite=${2:-bookworm}
root=$(mktemp -d)
trap 'umount "$root/dev/pts" "$root/proc" 2>/dev/null || true; rm -rf --one-file-system "$root"' EXIT
debootstrap --variant=minbase "$suite" "$root" >/dev/null
cp "$package" "$root/tmp/tableside.deb"
mount -t proc proc "$root/proc"
mkdir -p "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"  # the demo's simulated button box is a terminal of its own
ln -sf pts/ptmx "$root/dev/ptmx"
chroot "$root" sh -euc '
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends /tmp/tableside.deb >/dev/null
  cd /tmp
  tableside --version
  tableside demo --headless --turns 4 --screens /tmp/screens || { tail -40 ~/.local/state/tableside/tableside.log; exit 1; }
  apt-get purge -y -qq tableside >/dev/null
  test ! -e /usr/lib/tableside
'
echo "installed, played and removed in a clean $suite"
