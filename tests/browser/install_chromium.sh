#!/bin/sh
# Find a Chromium, or install the system's. Playwright's own downloads are not used.
# The headless shell is the same engine without a desktop around it: the tests need half the time with it.
set -eu
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if ! command -v apt-get >/dev/null 2>&1; then
    echo "No Chromium found. Install one with your system's package manager, then run 'make test' again." >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
for package in chromium-headless-shell chromium; do
    if $as_root apt-get install -qq -y --no-install-recommends "$package" >/dev/null; then exit 0; fi
done
echo "No package of a Chromium could be installed. Install one, then run 'make test' again." >&2
exit 1
