#!/bin/sh
# Find a LaTeX with booktabs, or install the system's: tables and paragraphs for papers are compiled by real engines.
set -eu
if command -v pdflatex >/dev/null 2>&1 && command -v lualatex >/dev/null 2>&1 && kpsewhich booktabs.sty >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "No LaTeX found. Install pdflatex, lualatex and booktabs, then run 'make test-slow' again." >&2
    exit 1
fi
as_root=""
if [ "$(id -u)" -ne 0 ]; then as_root="sudo"; fi
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get update -qq
$as_root apt-get install -qq -y --no-install-recommends texlive-latex-recommended texlive-luatex lmodern >/dev/null
