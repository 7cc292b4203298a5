#!/usr/bin/env bash
# Builds tableside_VERSION_ARCH.deb from this checkout:  packaging/debian/build.sh [OUTPUT-DIR]
# Debian's own OpenCV and Kivy are older than Tableside needs, so the package carries the wheels that pip takes for the
# Python of the machine that builds it, and asks for that very Python. Needs: python3, pip, dpkg-deb.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
out=$(mkdir -p "${1:-$here/build}" && cd "${1:-$here/build}" && pwd)
python=${PYTHON:-python3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
lib=$root/usr/lib/tableside

rm -rf "$here/build/lib" # of an earlier build: modules that are gone since would be packed again
mkdir -p "$lib" "$root/usr/bin" "$root/DEBIAN" "$root/usr/share/doc/tableside"
"$python" -m pip install --quiet --disable-pip-version-check --no-compile --target "$lib" "$here"
rm -rf "$lib/bin" "$lib/share"
version=$("$python" -c 'import importlib.metadata as m, sys; print(next(d.version for d in m.distributions(path=[sys.argv[1]]) if d.name == "tableside"))' "$lib")
minor=$("$python" -c 'import sys; print(sys.version_info.minor)')
arch=$(dpkg --print-architecture)

cat > "$root/usr/bin/tableside" <<EOF
#!/bin/sh
PYTHONPATH=/usr/lib/tableside\${PYTHONPATH:+:\$PYTHONPATH} exec python3.$minor -m companion.cli "\$@"
EOF
chmod 755 "$root/usr/bin/tableside"
PYTHONPATH=$lib HOME=$work "$python" -m companion.cli install-desktop --prefix "$root/usr" --program tableside >/dev/null
cp "$here/LICENSE" "$root/usr/share/doc/tableside/copyright"
find "$root" -name __pycache__ -type d -exec rm -rf {} +

cat > "$root/DEBIAN/control" <<EOF
Package: tableside
Version: $version
Architecture: $arch
Maintainer: The authors of Tableside <tableside@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Depends: python3.$minor, libgl1, libegl1, libglib2.0-0 | libglib2.0-0t64, libxrender1
Recommends: espeak-ng
Section: games
Priority: optional
Description: companion for real board games
 A camera above the table sees what is laid, buttons tell that a turn is done, and the screen shows the board,
 keeps the score and says what scored and why. Everything works by touch alone, too.
EOF
# Nobody who plays may write below /usr: what is not compiled here is compiled at every start.
cat > "$root/DEBIAN/postinst" <<EOF
#!/bin/sh
set -e
python3.$minor -m compileall -q /usr/lib/tableside || true
EOF
cat > "$root/DEBIAN/prerm" <<'EOF'
#!/bin/sh
set -e
find /usr/lib/tableside -name __pycache__ -type d -prune -exec rm -rf {} +
EOF
chmod 755 "$root/DEBIAN/postinst" "$root/DEBIAN/prerm"
# The usual xz takes a quarter of an hour for the wheels' 360 MB on a busy machine.
dpkg-deb --root-owner-group -Zgzip -z1 --build "$root" "$out/tableside_${version}_${arch}.deb"
