"""The server under attack: odd requests, several Host headers, slow and silent clients, many at once."""

import json
import socket
import threading
import time

import numpy as np
import pytest

import probative as pv
from probative.serving import FindingsServer
from probative.serving import server as module

PARTS = b"/ // .. %2e%2e [ ] ? & = # %00 \x00 \xff report beside state a= order= words= '\"><script> % ; : @ http://x/".split(
    b" "
)
PARTS += [b"a" * 300, b"9" * 30]
METHODS = [b"GET", b"HEAD", b"POST", b"PUT", b"TRACE", b"OPTIONS", b"GE T", b"get", b"\x16\x03\x01", b"", b"G" * 5000]
HEADERS = [b"Content-Length: -1", b"Content-Length: 99999999999", b"Transfer-Encoding: chunked", b"Host: evil.example"]
HEADERS += [b"Connection: keep-alive", b"Expect: 100-continue", b"X: " + b"y" * 70000, b"no colon", b"\x00: \x00"]
ADDRESSES = [b"//[", b"//[::1", b"//x:y/", b"//\xe2\x84\x80@x/", b"/%ff", b"*", b"http://[", b"/" * 60000]


@pytest.fixture
def served(tmp_path, capfd):
    """A server over one sound and two damaged files; at its end it still answers, and has said nothing."""
    y = [0, 1] * 20
    pv.evaluate(truth=y, scores=np.linspace(0, 1, 40)).save(tmp_path / "a.json")
    (tmp_path / "b.json").write_text('{"probative":1,"level":0.95,"n":1,"seed":1e999,"models":{}}')
    (tmp_path / "c.json").write_text("[" * 10_000)
    made = FindingsServer(tmp_path)
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield made
        assert answer(made, sound(made)).startswith(b"HTTP/1.0 200")
        assert capfd.readouterr().err == ""
    finally:
        made.shutdown()
        thread.join()
        made.server_close()


def sound(served, path=b"/", more=b""):
    host = b"Host: 127.0.0.1:%d" % served.server_port
    return b"GET %s HTTP/1.1\r\n%s\r\n%s\r\n" % (served.base.encode() + path, host, more)


def answer(served, request, wait=10.0):
    with socket.create_connection(("127.0.0.1", served.server_port), timeout=wait) as link:
        parts = []
        try:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
            while part := link.recv(65536):
                parts.append(part)
        except OSError:
            pass
    return b"".join(parts)


def test_odd_requests_get_an_answer_or_none(served):
    rng = np.random.default_rng(17)

    def some(things, most):
        return [things[i] for i in rng.integers(0, len(things), int(rng.integers(0, most + 1)))]

    for _ in range(400):
        path = b"".join(some(PARTS, 6))
        base = served.base.encode() + b"/" if rng.random() < 0.6 else b""
        host = [b"Host: 127.0.0.1:%d" % served.server_port] * int(rng.choice([0, 1, 1, 1, 1, 1, 2]))
        method = METHODS[rng.integers(len(METHODS))] if rng.random() < 0.3 else b"GET"
        head = b"\r\n".join([*host, *some(HEADERS, 2)])
        version = (b"1.1", b"1.0", b"9", b"x")[rng.integers(4)]
        said = answer(served, b"%s %s%s HTTP/%s\r\n%s\r\n\r\n" % (method, base, path, version, head))
        if len(host) != 1:
            assert b" 200 " not in said.split(b"\r\n")[0]
        assert b" 500 " not in said.split(b"\r\n")[0], path
        assert b"'\"><script>" not in said
        assert b"Traceback" not in said


@pytest.mark.parametrize("more", ["Host: evil.example", "Host: 127.0.0.1:{port}", "Host:", "host: localhost:{port}"])
def test_two_hosts_are_refused(served, more):
    said = answer(served, sound(served, more=more.format(port=served.server_port).encode() + b"\r\n"))
    assert b" 421 " in said.split(b"\r\n")[0]


def test_slow_and_silent_clients_do_not_stop_the_others(served, monkeypatch):
    """A request that comes byte by byte is cut off at its deadline; silent ones wait without stopping anybody."""
    monkeypatch.setattr(module, "DEADLINE", 1)
    silent = [socket.create_connection(("127.0.0.1", served.server_port)) for _ in range(20)]
    slow = socket.create_connection(("127.0.0.1", served.server_port), timeout=20)
    cut = False
    for byte in sound(served)[:60]:
        assert answer(served, sound(served)).startswith(b"HTTP/1.0 200")
        try:
            slow.sendall(bytes([byte]))
        except ConnectionError:
            cut = True
            break
        time.sleep(0.1)
    slow.settimeout(5)
    assert cut or slow.recv(100) == b""
    for link in [*silent, slow]:
        link.close()


def test_more_connections_than_places_are_closed_and_places_come_back(served):
    links = [socket.create_connection(("127.0.0.1", served.server_port), timeout=10) for _ in range(100)]
    for link in links:
        link.close()
    end = time.monotonic() + 20
    while not answer(served, sound(served)).startswith(b"HTTP/1.0 200"):
        assert time.monotonic() < end
        time.sleep(0.1)


def test_what_is_listed_is_what_is_sound(served):
    page = answer(served, sound(served))
    assert b"a.json" in page
    assert json.loads((served.library.folder / "a.json").read_text())["n"] == 40


@pytest.mark.parametrize("path", ADDRESSES)
def test_addresses_that_are_none_are_refused(served, path):
    request = b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % (path, served.server_port)
    assert answer(served, request).split(b" ")[1][:1] == b"4"
