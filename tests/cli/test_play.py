"""play: serves the files of one folder on 127.0.0.1, and nothing else."""
import http.client
import json
import signal
import socket
import subprocess

import pytest

from program import HALFSPACE, refused


@pytest.fixture
def page(tmp_path):
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "assets/app.js").write_text("let x = 1;\n")
    (folder / "assets/halfspace.wasm").write_bytes(b"\0asm" + bytes(100000))
    (folder / "empty.css").write_text("")
    (folder / "two words.csv").write_text("x,y\n")
    (folder / "inside.js").symlink_to(folder / "assets/app.js")
    (folder / "outside.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "later.txt").write_text("later")
    return folder


@pytest.fixture
def server(page):
    process = subprocess.Popen([HALFSPACE, "play", "--page", page, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    address = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
    assert address["schema"] == "halfspace.play/1" and address["url"].startswith("http://127.0.0.1:")
    yield process, int(address["url"].rstrip("/").rsplit(":", 1)[1])
    process.kill()
    process.communicate()


def ask(port, path, method="GET", body=None):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request(method, path, body)
    answer = connection.getresponse()
    return answer.status, answer.getheader("Content-Type"), answer.read()


def test_files_and_their_types(server, page):
    _, port = server
    assert ask(port, "/") == (200, "text/html; charset=utf-8", (page / "index.html").read_bytes())
    assert ask(port, "/?x=1#y")[0] == 200
    assert ask(port, "/assets/app.js") == (200, "text/javascript; charset=utf-8", b"let x = 1;\n")
    assert ask(port, "/assets/halfspace.wasm") == (200, "application/wasm", (page / "assets/halfspace.wasm").read_bytes())
    assert ask(port, "/empty.css") == (200, "text/css; charset=utf-8", b"")
    assert ask(port, "/index.html", "HEAD")[0] == 200
    assert ask(port, "/two%20words.csv?x")[0] == 200 and ask(port, "/inside.js")[2] == b"let x = 1;\n"


@pytest.mark.parametrize("path", ["/nothing", "/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd", "/assets", "/index.html%00", "/outside.txt", "/up/secret.txt"])
def test_nothing_else(server, path):
    _, port = server
    assert ask(port, path)[0] == 404
    assert ask(port, "/")[0] == 200


def test_a_link_put_there_later_is_not_followed(server, page):
    _, port = server
    assert ask(port, "/later.txt")[2] == b"later"
    (page / "later.txt").unlink()
    (page / "later.txt").symlink_to(page.parent / "secret.txt")
    assert ask(port, "/later.txt")[0] == 404


def test_more_clients_than_files_may_be_open(page):
    process = subprocess.Popen(["sh", "-c", 'ulimit -n 40; exec "$0" play --page "$1" --json', HALFSPACE, page], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    address = json.loads(b"".join(iter(process.stdout.readline, b"}\n")) + b"}")
    port = int(address["url"].rstrip("/").rsplit(":", 1)[1])
    waiting = [socket.create_connection(("127.0.0.1", port)) for _ in range(80)]
    for client in waiting:
        client.close()
    assert ask(port, "/")[0] == 200
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=20)[1] == b"" and process.returncode == 130


def test_what_is_no_question(server):
    _, port = server
    assert ask(port, "/", "POST", b"x" * 100)[0] in (405, 413, 501)
    assert ask(port, "/", "DELETE")[0] in (405, 501)
    for bytes_of in (b"\r\n\r\n", b"GET\r\n\r\n", b"\0" * 5000, b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 20000):
        with socket.create_connection(("127.0.0.1", port), timeout=20) as raw:
            try:
                raw.sendall(bytes_of)
                raw.shutdown(socket.SHUT_WR)
                raw.recv(1000)
            except OSError:
                pass
    assert ask(port, "/")[0] == 200


def test_it_is_for_this_machine_alone_and_ctrl_c_ends_it(server):
    process, port = server
    with socket.socket(socket.AF_INET6) as six:
        assert six.connect_ex(("::1", port)) != 0
    process.send_signal(signal.SIGINT)
    assert process.wait(20) == 130


def test_what_is_refused(page, server):
    _, port = server
    assert "has no index.html" in refused(5, "play", "--page", page / "assets")
    assert "No such file" in refused(5, "play", "--page", page / "nowhere")
    assert "cannot be taken" in refused(5, "play", "--page", page, "--port", port)
    assert "more than 65535" in refused(2, "play", "--page", page, "--port", "70000")
