"""Commands under an audit hook: no socket to anywhere, no unpickling, no other program, no file outside."""

import os
import subprocess
import sys

import numpy as np

HOOK = """
import os, sys
FORBIDDEN = {"http.client.connect", "urllib.Request", "ftplib.connect", "smtplib.connect", "webbrowser.open"}
FORBIDDEN |= {"socket." + word for word in ("connect", "bind", "sendto", "getaddrinfo", "gethostbyname")}
FORBIDDEN |= {"os.system", "os.exec", "os.posix_spawn", "pty.spawn", "subprocess.Popen", "pickle.find_class"}
HOME = os.getcwd(), "/dev/null"

def hook(event, told):
    if event in FORBIDDEN and told[0] != "fc-list":  # matplotlib looks for fonts, once
        say(f"{event} {told!r:.200}")
    if event == "open" and isinstance(told[0], str) and set(str(told[1])) & set("wax+"):
        if not os.path.abspath(told[0]).startswith(HOME):
            say(f"wrote {told[0]}")

def say(words):
    sys.__stderr__.write(f"FORBIDDEN {words}\\n")
    os._exit(99)

# What asks the system something while it is loaded.
import joblib.externals.loky, matplotlib.pyplot, numpy.testing, pandas, scipy.stats, sklearn, probative.cli.app
from probative.cli import main

sys.addaudithook(hook)
for line in open("lines.txt"):
    try:
        main(line.split())
    except SystemExit as end:
        assert end.code in (0, 1, 3), (line, end.code)
print("all done")
"""
ROWS = "r.csv --truth y --score a --score b"
LINES = f"""evaluate {ROWS} --html r.html --json f.json --by g
compare {ROWS} --json c.json
gate {ROWS}
audit r.csv --target y
slices r.csv --features g --truth y --score a
run r.csv --target y --model logistic --model tree --plan 5-fold --out o
tally r.csv --truth y --score a -o t.json
explain auc
measures
methods f.json
table f.json
plot f.json roc -o roc.svg
render o -o o.html
"""


def test_commands_keep_to_themselves(tmp_path):
    rng = np.random.default_rng(1)
    rows = [f"{i % 2},{rng.random() / 2 + i % 2 / 2:.3f},{rng.random():.3f},g{i % 3}" for i in range(80)]
    (tmp_path / "r.csv").write_text("y,a,b,g\n" + "\n".join(rows) + "\n")
    (tmp_path / "lines.txt").write_text(LINES)
    environment = os.environ | {"TMPDIR": str(tmp_path), "MPLCONFIGDIR": str(tmp_path)}
    command = [sys.executable, "-c", HOOK]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.endswith("all done\n"), done.stderr[-800:]
    assert "FORBIDDEN" not in done.stderr
