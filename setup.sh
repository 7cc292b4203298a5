#!/usr/bin/env bash
# setup.sh VENV [EXTRAS]: makes the virtual environment that `make demo` and `make test` use, and the system libraries that
# Kivy and OpenCV need. Installs those where it may (as root on Debian or Ubuntu), else prints the exact line to type.
# EXTRAS are named as in pyproject.toml, with brackets: [dev]. Asked twice, pip looks everything up twice.
set -euo pipefail

# Servers that tests talk to for real: installed where we may, else the tests that need them say so and are skipped.
if [ "${1:-}" = --test-servers ]; then
  servers=()
  PATH=$PATH:/usr/sbin command -v mosquitto >/dev/null || servers+=(mosquitto)
  command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || servers+=(postgresql)
  [ ${#servers[@]} = 0 ] && exit 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing for the tests: ${servers[*]}"
    apt-get update -qq &&
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${servers[@]}" >/dev/null && exit 0
  fi
  echo "Not here: ${servers[*]}. Tests that need them are skipped. To run them:  sudo apt-get install ${servers[*]}"
  exit 0
fi

venv=${1:-.venv}
extras=${2:-}

need() {  # packages...: install them, or say how
  echo "Tableside needs these system packages: $*"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
  else
    echo "Please type:  sudo apt-get install $*"
    echo "and then the same make command again."
    exit 1
  fi
}

case "$(uname -m)/$(getconf LONG_BIT)" in
  armv*|*/32)
    echo "Tableside needs a 64-bit system: OpenCV and Kivy have no packages for this one. A Raspberry Pi 3 or newer runs the"
    echo "64-bit Raspberry Pi OS: write that onto the card and try again."
    exit 1 ;;
esac

python=
for candidate in python3.13 python3.12 python3.11 python3; do
  if command -v "$candidate" >/dev/null && "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' 2>/dev/null; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  echo "Tableside needs Python 3.11, 3.12 or 3.13 (Kivy and OpenCV are not there for others yet). Please type:  sudo apt-get install python3 python3-venv"
  exit 1
fi

missing=()
libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
for pair in libGL.so.1:libgl1 libEGL.so.1:libegl1 libglib-2.0.so.0:libglib2.0-0 libXrender.so.1:libxrender1; do
  grep -q "${pair%%:*}" <<<"$libraries" || missing+=("${pair##*:}")
done
"$python" -c 'import ensurepip' 2>/dev/null || missing+=("$("$python" -c 'import sys; print(f"python3.{sys.version_info.minor}-venv")')")
[ ${#missing[@]} = 0 ] || need "${missing[@]}"

[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing Tableside into $venv (once, a minute or two) ..."
# pip would compile what it installs with one processor; afterwards all of them do.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile -e ".$extras"
"$venv/bin/python" -m compileall -q -j 0 "$venv"/lib >/dev/null || true  # what can't be compiled is for other Pythons
