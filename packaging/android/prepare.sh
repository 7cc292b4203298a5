#!/usr/bin/env bash
# Lays out what buildozer packs: our rooms, and the file with which Android begins.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf app && mkdir app
cp -r ../../games ../../calibration ../../vision ../../devices ../../companion app/
cp ../pyinstaller/start.py app/main.py
