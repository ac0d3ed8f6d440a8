"""The server as browsers and others meet it: a real one, on a free port of this machine."""

from __future__ import annotations

import base64
import hashlib
import http.client
import json
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest

import probative as pv
from probative.errors import BadParameter
from probative.report import render_html
from probative.serving import FindingsServer
from probative.serving.page import script

HOSTILE = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>"
TAGS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "main",
        "h1",
        "h2",
        "p",
        "a",
        "bdi",
        "small",
        "span",
        "div",
        "table",
    ),
    *("thead", "tbody", "tr", "th", "td", "form", "label", "input", "button", "ul", "li", "strong", "code", "i"),
    *("figure", "figcaption", "sup", "svg", "g", "path", "rect", "text", "title", "line", "circle", "tspan", "script"),
}


@contextmanager
def serving(folder: Path) -> Iterator[FindingsServer]:
    server = FindingsServer(folder)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def server(runs: Path) -> Iterator[FindingsServer]:
    with serving(runs) as made:
        yield made


def ask(
    server: FindingsServer, path: str, method: str = "GET", host: str | None = None
) -> tuple[int, http.client.HTTPMessage, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.putrequest(method, path, skip_host=True)
    connection.putheader("Host", f"127.0.0.1:{server.server_port}" if host is None else host)
    connection.endheaders()
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, answer.headers, body


def page(server: FindingsServer, path: str = "/") -> str:
    code, _, body = ask(server, server.base + path)
    assert code == 200, body
    return body


def key(server: FindingsServer, title: str) -> str:
    return next(entry.key for entry in server.library.shelves()[0] if entry.title == title)


def beside(server: FindingsServer, a: str, b: str) -> str:
    return page(server, f"/beside?a={key(server, a)}&b={key(server, b)}")


class Seen(HTMLParser):
    """The tags, attributes and text of a page."""

    def __init__(self, body: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str | None]] = []
        self.text = ""
        self.feed(body)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += attrs

    def handle_data(self, data: str) -> None:
        self.text += data


# --- pages -----------------------------------------------------------------------------------------------------------


def test_the_list_links_every_report(server: FindingsServer, runs: Path) -> None:
    body = page(server)
    links = set(re.findall(r'href="([^"]+/report/[^"]+)"', body))
    assert len(links) == len(list(runs.iterdir()))
    assert all(ask(server, link)[0] == 200 for link in sorted(links)[:3])


def test_a_report_is_the_report(server: FindingsServer, runs: Path) -> None:
    code, headers, body = ask(server, f"{server.base}/report/{key(server, 'tree')}")
    assert code == 200
    assert body == render_html(pv.Findings.load(runs / "tree" / "findings.json"))
    # The page brings its own policy for scripts; a stricter one here would break it.
    assert "default-src" not in headers["Content-Security-Policy"]
    assert "script-src" not in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_the_form_leads_side_by_side(server: FindingsServer) -> None:
    body = page(server)
    action = re.search(r'<form method="get" action="([^"]+)"', body)
    assert action is not None
    assert f'name="a" value="{key(server, "tree")}"' in body
    assert f'name="b" value="{key(server, "bayes")}"' in body
    code, _, shown = ask(server, f"{action[1]}?a={key(server, 'tree')}&b={key(server, 'bayes')}")
    assert code == 200
    assert "Side by side" in shown


def test_side_by_side_shows_both_and_the_paired_difference(server: FindingsServer, runs: Path) -> None:
    shown = Seen(beside(server, "bayes", "tree")).text
    both = [pv.Findings.load(runs / name / "findings.json").models["m"] for name in ("bayes", "tree")]
    for model in both:
        assert f"{model.measures['accuracy'].value:.3f}" in shown
    folds = [model.resampling["auc"].folds for model in both]
    gap = sum(a - b for a, b in zip(*folds, strict=True)) / 5
    found = re.search(r"the difference is (\S+) points of auc|by (\S+) points of auc", shown)
    assert found is not None
    assert float((found[1] or found[2]).replace("−", "-")) == pytest.approx(100 * gap, abs=0.06)
    assert "Paired fold by fold" in shown
    assert shown.index("m (A)", shown.index("Values")) + len("m (A)") == shown.index("m (B)", shown.index("Values"))
    assert "No paired difference" not in shown


def test_side_by_side_of_one_test_set(server: FindingsServer) -> None:
    shown = Seen(beside(server, "held-bayes", "held-tree")).text
    assert "Paired by the predictions" in shown
    assert "difference of areas" in shown


@pytest.mark.parametrize(("a", "b"), [("tree", "seeded"), ("tree", "line"), ("tree", "negative"), ("tree", "tree")])
def test_without_a_pairing_nothing_is_called_better(server: FindingsServer, a: str, b: str) -> None:
    shown = Seen(beside(server, a, b)).text
    assert "No paired difference can be given." in shown
    assert "is better than" not in shown
    assert "is better" in shown
    assert shown.count("is better") == shown.count("nothing is said about which is better")
    assert "Paired differences" not in shown
    assert "p =" not in shown


def test_an_empty_folder_says_what_to_do(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        body = page(server)
    assert "No findings here yet" in body
    assert "probative run" in body
    assert "<form" not in body


def test_what_is_saved_meanwhile_appears(shelf: Callable[..., Path], runs: Path) -> None:
    folder = shelf("tree")
    with serving(folder) as server:
        assert "bayes" not in page(server)
        shelf("bayes")
        assert "bayes" in page(server)


def test_damaged_files_are_shown_and_harm_nobody(shelf: Callable[..., Path]) -> None:
    folder = shelf("tree")
    (folder / "cut.json").write_text('{"probative": 1, "mod')
    plain = json.loads((folder / "tree" / "findings.json").read_text())
    plain["about"]["title"] = "hollow"
    plain["models"]["m"]["calibration"] = {"predicted": ["much"], "observed": [0.5]}
    (folder / "hollow.json").write_text(json.dumps(plain))
    plain["models"]["m"]["confusion"] = {"labels": 3}
    (folder / "broken.json").write_text(json.dumps(plain))
    with serving(folder) as server:
        body = page(server)
        assert "cut.json" in body
        assert "cut off" in body
        assert "broken.json" in body
        assert "models/m/confusion/labels is not a list" in body
        code, _, told = ask(server, f"{server.base}/report/{key(server, 'hollow')}")
        assert code == 500
        assert "cannot be shown" in told
        assert "Traceback" not in told
        assert ask(server, f"{server.base}/report/{key(server, 'tree')}")[0] == 200


# --- hostile names ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "beside"])
def test_hostile_names_stay_text(shelf: Callable[..., Path], path: str) -> None:
    folder = shelf("tree", "seeded")
    for name in ("tree", "seeded"):
        plain = json.loads((folder / name / "findings.json").read_text())
        plain["about"]["title"] = HOSTILE + name
        plain["about"]["plan"] = HOSTILE + name
        plain["positive"] = HOSTILE
        plain["models"][HOSTILE] = plain["models"].pop("m")
        for part in (*plain["comparisons"], *plain["slices"], *plain["heterogeneity"], plain["leader"] or {}):
            part |= {key: HOSTILE for key in ("a", "b", "model") if part.get(key) == "m"}
        plain["models"][HOSTILE]["measures"][HOSTILE] = plain["models"][HOSTILE]["measures"]["auc"]
        (folder / name / "findings.json").write_text(json.dumps(plain))
    (folder / f"{quote(HOSTILE, safe='<>= ()')[:60]}\"onclick='x'.json").write_text("{")
    (folder / "\udcff\u202egnp.json").write_text("{")
    with serving(folder) as server:
        keys = [entry.key for entry in server.library.shelves()[0]]
        body = page(server, path if path == "/" else f"/beside?a={keys[0]}&b={keys[1]}")
    seen = Seen(body)
    assert seen.tags <= TAGS
    # The only script is ours, which the policy knows by its digest.
    assert re.findall(r"<script>(.*?)</script>", body, re.DOTALL) == ([script()] if path == "/" else [])
    assert not [name for name, _ in seen.attributes if name.startswith("on") or name in ("src", "style")]
    assert HOSTILE in seen.text
    assert "\u202e" not in body


# --- the list --------------------------------------------------------------------------------------------------------


def titles(body: str) -> list[str]:
    return re.findall(r'/report/\w+"><bdi>([^<]+)</bdi>', body)


def test_every_row_says_what_its_findings_say_first(server: FindingsServer, runs: Path) -> None:
    found = pv.Findings.load(runs / "both" / "findings.json")
    seen = Seen(page(server, "/?q=both")).text
    assert found.answers[0].headline in seen.replace("\n", "")
    value = max(found.models[name].led("auc").value for name in found.models)
    assert f"AUC {value:.3f}" in seen


def test_words_filter_and_an_order_sorts(server: FindingsServer) -> None:
    assert titles(page(server, "/?q=two-fold")) == titles(page(server, "/?q=TWO-FOLD"))
    assert set(titles(page(server, "/?q=two-fold"))) == {"two-fold-bayes", "two-fold-tree"}
    assert set(titles(page(server, "/?q=regression"))) == {"line", "steps"}
    assert titles(page(server, "/?q=nobody+has+this")) == []
    everything = titles(page(server, "/?sort=title"))
    assert everything == sorted(everything)
    newest = titles(page(server, "/?sort=date"))
    assert titles(page(server, "/?sort=oldest"))[0] == newest[-1]
    assert titles(page(server, "/?sort=nonsense")) == newest


def test_hostile_words_in_the_address_stay_text(server: FindingsServer) -> None:
    body = page(server, f"/?q={quote(HOSTILE)}&sort={quote(HOSTILE)}")
    assert HOSTILE not in body
    assert HOSTILE in Seen(body).text


def test_the_state_changes_when_something_was_saved(shelf: Callable[..., Path], runs: Path) -> None:
    folder = shelf("tree")
    with serving(folder) as server:
        code, headers, before = ask(server, f"{server.base}/state")
        assert code == 200
        assert headers["Content-Type"].startswith("text/plain")
        assert before in page(server)
        assert ask(server, f"{server.base}/state")[2] == before
        shutil.copytree(runs / "bayes", folder / "bayes")
        assert ask(server, f"{server.base}/state")[2] != before


def test_both_curves_and_the_tested_difference_are_drawn(server: FindingsServer) -> None:
    body = page(server, f"/beside?a={key(server, 'tree')}&b={key(server, 'bayes')}")
    figures = re.findall(r"<figure.*?</figure>", body, re.DOTALL)
    assert len(figures) == 2
    assert "ROC curves of A and B" in figures[0]
    assert figures[0].count('class="key"') == 2
    assert "Paired differences of" in figures[1]
    numbers = page(server, f"/beside?a={key(server, 'line')}&b={key(server, 'steps')}")
    assert "ROC" not in Seen(numbers).text


# --- headers ---------------------------------------------------------------------------------------------------------


def test_every_answer_is_guarded(server: FindingsServer) -> None:
    tree = key(server, "tree")
    paths = (server.base + "/", f"{server.base}/report/{tree}", f"{server.base}/beside?a={tree}&b={tree}")
    for path in (*paths, f"{server.base}/nothing", "/wrong"):
        _, headers, body = ask(server, path)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["Set-Cookie"] is None
        assert int(headers["Content-Length"]) == len(body.encode())
        assert "Python" not in headers["Server"]


def test_the_policy_allows_style_and_script_of_the_page_and_nothing_else(server: FindingsServer) -> None:
    _, headers, body = ask(server, server.base + "/")
    style = re.search(r"<style>(.*?)</style>", body, re.DOTALL)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    said = headers["Content-Security-Policy"].split("; ")
    assert f"style-src 'sha256-{digest}'" in said
    code = re.search(r"<script>(.*?)</script>", body, re.DOTALL)
    assert code is not None
    own = base64.b64encode(hashlib.sha256(code[1].encode()).digest()).decode()
    assert f"script-src 'sha256-{own}'" in said
    assert "connect-src 'self'" in said
    assert "default-src 'none'" in said
    assert "unsafe" not in headers["Content-Security-Policy"]


def test_head_gives_the_headers_alone(server: FindingsServer) -> None:
    code, headers, body = ask(server, server.base + "/", "HEAD")
    assert code == 200
    assert body == ""
    assert headers["Content-Length"] == str(len(page(server).encode()))


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW"])
def test_nothing_but_reading(server: FindingsServer, method: str) -> None:
    code, headers, body = ask(server, server.base + "/", method)
    assert code == 405
    assert headers["Allow"] == "GET, HEAD"
    assert "Saved findings" not in body


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.a:{port}", "0.0.0.0:{port}", ""],
)
def test_a_foreign_host_is_refused(server: FindingsServer, host: str) -> None:
    """A page on the web may point its own name at this machine; its requests carry that name."""
    code, _, body = ask(server, server.base + "/", host=host.format(port=server.server_port))
    assert code == 421
    assert "tree" not in body


def test_localhost_is_this_machine(server: FindingsServer) -> None:
    assert ask(server, server.base + "/", host=f"localhost:{server.server_port}")[0] == 200


def raw(server: FindingsServer, request: str) -> str:
    with socket.create_connection(("127.0.0.1", server.server_port), timeout=20) as connection:
        connection.sendall(request.encode())
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts).decode()


def test_no_host_at_all_is_refused(server: FindingsServer) -> None:
    assert raw(server, f"GET {server.base}/ HTTP/1.0\r\n\r\n").split()[1] == "421"


def test_only_this_machine_is_listened_to(server: FindingsServer) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize(
    "path",
    ["/", "/{wrong}/", "/{token}x/", "/{short}/", "/?token={token}", "/x/{token}/", "/ä/", "http://h/{token}/"],
)
def test_without_the_token_there_is_nothing(server: FindingsServer, path: str) -> None:
    token = server.token
    wrong = ("A" if token[0] != "A" else "B") + token[1:]
    target = path.format(token=token, wrong=wrong, short=token[:-1]).encode().decode("latin-1")
    answer = raw(server, f"GET {target} HTTP/1.0\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n")
    assert answer.split()[1] == "404"
    assert "tree" not in answer


def test_tokens_are_long_and_never_the_same(tmp_path: Path) -> None:
    with FindingsServer(tmp_path) as one, FindingsServer(tmp_path) as two:
        assert one.token != two.token
        assert len(one.token) >= 32
        assert one.server_port != two.server_port


@pytest.mark.parametrize(
    "way",
    [
        "report/../../secret.json",
        "report/%2e%2e%2f%2e%2e%2fsecret.json",
        "report/..%5c..%5csecret.json",
        "report//etc/passwd",
        "report/tree/findings.json",
        "report/",
        "../secret.json",
        "beside?a=../secret.json&b=../secret.json",
        "beside",
        "beside?a=x",
        "report/\x00",
        "secret.json",
    ],
)
def test_no_way_leads_out_of_the_folder(shelf: Callable[..., Path], runs: Path, way: str) -> None:
    folder = shelf("tree")
    plain = json.loads((runs / "bayes" / "findings.json").read_text())
    plain["about"]["title"] = "secret"
    (folder.parent / "secret.json").write_text(json.dumps(plain))
    (folder / "link.json").symlink_to(folder.parent / "secret.json")
    with serving(folder) as server:
        answer = raw(server, f"GET {server.base}/{way} HTTP/1.0\r\nHost: 127.0.0.1:{server.server_port}\r\n\r\n")
        assert "secret" not in page(server)
    assert answer.split()[1] in ("404", "400")
    assert "secret" not in answer
    assert "root:x:" not in answer


def test_a_port_in_use_or_out_of_range_is_told(server: FindingsServer, tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="cannot be used"):
        FindingsServer(tmp_path, server.server_port)
    with pytest.raises(BadParameter, match="between 0 and 65535"):
        FindingsServer(tmp_path, 70_000)
