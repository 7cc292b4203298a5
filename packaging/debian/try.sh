#!/usr/bin/env bash
# Installs the package into a clean Debian and plays there:  sudo packaging/debian/try.sh FILE.deb [SUITE]
# The suite must have the Python that the package was built for (bookworm 3.11, trixie 3.13). Needs: debootstrap.
set -euo pipefail
package=$(realpath "$1")
suite=${2:-bookworm}
root=$(mktemp -d)
trap 'umount "$root/proc" 2>/dev/null || true; rm -rf "$root"' EXIT
debootstrap --variant=minbase "$suite" "$root" >/dev/null
cp "$package" "$root/tmp/tableside.deb"
mount -t proc proc "$root/proc"
chroot "$root" sh -euc '
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends /tmp/tableside.deb >/dev/null
  cd /tmp
  tableside --version
  tableside demo --headless --turns 4 --screens /tmp/screens
  apt-get purge -y -qq tableside >/dev/null
  test ! -e /usr/lib/tableside
'
echo "installed, played and removed in a clean $suite"
