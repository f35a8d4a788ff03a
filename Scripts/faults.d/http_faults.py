"""Servers that answer badly."""

import gzip
import os
import shutil
import signal

from box import LIMIT
from others import PATIENCE, ending
from servers import Server, context
from suite import row

MEBIBYTE = 1 << 20
TEXT = "returns: {text: '{{ response.text }}'}\n"
# The header is a literal one: whoever writes it need not know that it is a secret.
HEADERS = "  auth: {bearer: '{{ secret.TOKEN }}'}\n  headers: {X-Api-Key: literal-key}\n"
SECRET = {"SHAREROUTER_SECRET_TOKEN": "the-token"}


def serve(t, answer, **options):
    server = Server(answer, **options)
    t.closing.append(server.close)
    return server


def post(t, url, returns=TEXT, more=""):
    """Posts the text `the text`; what comes back is returned."""
    t.define("post", f"category: share\naccepts: text\nhttp:\n  method: POST\n  url: '{url}'\n"
             f"  text: '{{{{ item.text }}}}'\n{more}{returns}")
    return t.send("the text", "-a", "com.example.post", environment=SECRET)


def get(t, url, returns=TEXT, more="", **options):
    t.define("get", f"category: share\naccepts: text\nhttp:\n  method: GET\n  url: '{url}'\n"
             f"  query: {{q: '{{{{ item.text }}}}'}}\n{more}{returns}")
    return t.send("the-text", "-a", "com.example.get", environment=SECRET, **options)


def curl(t, program, url, *arguments, **options):
    options.setdefault("limit", PATIENCE)
    # It would ask before it sends a body, and wait a second for servers that do not answer that.
    words = [program, "--silent", "--show-error", "--fail-with-body", "--header", "Expect:", *arguments, url]
    return t.run(*words, **options)


def apprise(t, program, url, parameters="", attach=None, environment=None):
    attached = ["--attach", attach] if attach else []
    words = [program, "--body", "the text", url.replace("https://", "jsons://").replace("http://", "json://") + parameters]
    return t.run(*words, *attached, limit=PATIENCE, environment=environment)


def both(t, url, *arguments, parameters="", environment=None):
    """Has curl post the same, and apprise its notification."""
    t.other("curl", lambda program: f"{ending(run := curl(t, program, url, '--data-binary', 'the text', *arguments))}"
            + (f": {run.first_line}" if run.status else ""))
    t.other("apprise", lambda program: ending(apprise(t, program, url, parameters, environment=environment)))


def seen(request):
    """What arrived, as the table tells it."""
    names = [name for name in ("Authorization", "X-Api-Key") if name.lower() in request.headers]
    return f"{request.method}{' with the body' if b'the text' in request.body else ''}, " + (
        "with " + " and ".join(names) if names else "without credentials")


def redirect(status, method, same):
    """A row for one way to be sent elsewhere."""
    @row("HTTP", f"{status} after {method} to {'the same' if same else 'another'} origin")
    def redirected(t):
        end = serve(t, lambda connection, request, number: connection.answer(200, "there"))

        def begin(connection, request, number):
            if request.target.startswith("/start"):
                connection.answer(status, "moved", Location="/end" if same else end.url + "/end")
            else:
                connection.answer(200, "there")
        server = serve(t, begin)

        def arrived():
            there = [request for request in (server if same else end).requests if request.target == "/end"]
            server.requests.clear()
            end.requests.clear()
            return there

        run = (post if method == "POST" else get)(t, server.url + "/start", more=HEADERS)
        t.expect(server.requests[0].headers.get("authorization") == "Bearer the-token", "the first request has no token")
        there = arrived()
        if method == "POST" and (status <= 302 or (status >= 307 and not same)):
            t.ends(run, 1, "points to")
            t.expect(not there, "it was followed all the same")
        else:
            t.expect(len(there) == 1, f"{len(there)} requests arrived")
            keeps = method == "POST" and status >= 307
            t.ends(run, 0, shown="followed: " + seen(there[0]))
            t.expect(there[0].method == ("POST" if keeps else "GET"), "the method is wrong")
            t.expect((there[0].body == b"the text") == keeps, "the body is wrong")
            for name in ("authorization", "x-api-key"):
                t.expect((name in there[0].headers) == same, f"{name} is {'missing' if same else 'sent to others'}")

        def tell(run):
            there = arrived()
            return f"{ending(run)}, " + ("followed: " + seen(there[0]) if there else "not followed")
        words = ["--location", "--header", "Authorization: Bearer the-token", "--header", "X-Api-Key: literal-key"]
        words += ["--data-binary", "the text"] if method == "POST" else []
        t.other("curl", lambda program: tell(curl(t, program, server.url + "/start", *words)))
        t.other("apprise", lambda program: tell(apprise(
            t, program, server.url + "/start",
            f"?method={method}&redirect=yes&+Authorization=Bearer%20the-token&+X-Api-Key=literal-key")))


for _status in (301, 302, 303, 307, 308):
    for _method in ("GET", "POST"):
        for _same in (True, False):
            redirect(_status, _method, _same)


@row("HTTP", "redirects in a circle")
def circle(t):
    server = serve(t, lambda connection, request, number: connection.answer(302, Location="/again"))
    t.ends(get(t, server.url), 1, "10 times")
    t.expect(len(server.requests) == 11, f"{len(server.requests)} requests were sent")
    t.other("curl", lambda program: ending(curl(t, program, server.url, "--location")))


@row("HTTP", "a redirect to file:///etc/passwd")
def other_scheme(t):
    server = serve(t, lambda connection, request, number: connection.answer(302, Location="file:///etc/passwd"))
    t.ends(get(t, server.url), 1, "points to")
    t.other("curl", lambda program: ending(curl(t, program, server.url, "--location")))


@row("HTTP", "a redirect from https to http")
def downgrade(t):
    needs_openssl(t)
    plain = serve(t, lambda connection, request, number: connection.answer(200, "there"))
    tls, certificate = context(t.path, "IP:127.0.0.1")
    server = serve(t, lambda connection, request, number: connection.answer(302, Location=plain.url), tls=tls)
    trust(t, certificate)
    t.ends(get(t, server.url), 1, "points to")
    t.expect(not plain.requests, "it was sent without encryption")
    t.other("curl", lambda program: f"{ending(curl(t, program, server.url, '--location', '--cacert', certificate))}, "
            + ("followed" if plain.requests else "not followed"))


def needs_openssl(t):
    t.expect(shutil.which("openssl"), "openssl is not installed (Debian: openssl)")


def trust(t, certificate):
    with open(os.path.join(t.path, "config", "sharerouter", "config.yaml"), "w", encoding="utf-8") as file:
        file.write(f"http: {{ca-file: {certificate}}}\n")


def certificate_row(name, subject, trusted, expired=False):
    @row("HTTP", name)
    def untrusted(t):
        needs_openssl(t)
        tls, certificate = context(t.path, subject, expired)
        server = serve(t, lambda connection, request, number: connection.answer(200, "there"), tls=tls)
        if trusted:
            trust(t, certificate)
        t.ends(post(t, server.url), 1, "nothing was sent")
        t.expect(not server.requests, "the request was sent")
        both(t, server.url, *(["--cacert", certificate] if trusted else []),
             environment={"REQUESTS_CA_BUNDLE": certificate} if trusted else None)


certificate_row("TLS: a certificate that signs itself", "IP:127.0.0.1", False)
certificate_row("TLS: a trusted certificate whose time is over", "IP:127.0.0.1", True, expired=True)
certificate_row("TLS: a trusted certificate for another host", "DNS:other.example", True)


@row("HTTP", "TLS: a trusted certificate, to compare")
def trusted_certificate(t):
    needs_openssl(t)
    tls, certificate = context(t.path, "IP:127.0.0.1")
    server = serve(t, lambda connection, request, number: connection.answer(200, "there"), tls=tls)
    trust(t, certificate)
    run = t.ends(post(t, server.url), 0, shown="it is sent")
    t.expect(run.output == b"there\n", "the answer is missing")
    both(t, server.url, "--cacert", certificate, environment={"REQUESTS_CA_BUNDLE": certificate})


@row("HTTP", "TLS where there is none")
def no_tls(t):
    server = serve(t, lambda connection, request, number: connection.answer(400, "no"))
    url = server.url.replace("http:", "https:")
    # It may as well wait for the end of what it takes for a request.
    t.ends(post(t, url), 1, "nothing was sent")
    both(t, url)


@row("HTTP", "a refused connection")
def refused(t):
    server = Server(lambda connection, request, number: None)
    server.close()
    t.ends(post(t, server.url), 1, "nothing was sent")
    both(t, server.url)


def broken(name, answer, words, status=1, **options):
    """A row for a bad answer to a POST, which is sent once whatever happens."""
    @row("HTTP", name)
    def bad_answer(t):
        server = serve(t, answer, **options)
        run = post(t, server.url, more="  retry: 3\n")
        t.ends(run, status, words)
        t.expect(run.output == b"", "something is returned")
        t.expect(len(server.requests) == 1, f"it was sent {len(server.requests)} times")
        server.requests.clear()

        def times():
            count = len(server.requests)
            server.requests.clear()
            return "" if count == 1 else f", sent {count} times"
        t.other("curl", lambda program: ending(curl(
            t, program, server.url, "--data-binary", "the text", "--retry", "3", "--retry-max-time", "5")) + times())
        t.other("apprise", lambda program: ending(apprise(t, program, server.url, "?retry=3")) + times())


HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
broken("a POST that is read whole, then the connection is closed", lambda c, r, n: None, "without an answer")
broken("a POST that is read whole, then the connection is reset", lambda c, r, n: c.reset(), "")
broken("closed in the middle of the header", lambda c, r, n: c.send(HEAD), "")
broken("less than the length that was told", lambda c, r, n: c.send(HEAD + b"Content-Length: 100\r\n\r\nshort"), "")
broken("a chunk that is cut off", lambda c, r, n: c.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\nff\r\nabc"), "")
broken("a chunk without a length", lambda c, r, n: c.send(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"), "")
broken("gzip that is none", lambda c, r, n: c.answer(200, "no gzip", Content_Encoding="gzip"), "")
broken("an answer that is no HTTP", lambda c, r, n: c.send("SSH-2.0-OpenSSH_9.2\r\n"), "")
broken("a header of 64 MiB", lambda c, r, n: [c.send(HEAD)] + [c.send(b"X-A: " + b"a" * 65000 + b"\r\n") for _ in range(1024)], "")
broken("500 with a reason", lambda c, r, n: c.answer(500, "the disk is full"), "the disk is full")
broken("404 with a page in HTML", lambda c, r, n: c.answer(
    404, "<html><head><title>Not found</title></head><body><p>No such page</body></html>", "text/html"), "Not found")


def slow(name, answer):
    @row("HTTP", name)
    def too_slow(t):
        server = serve(t, answer)
        run = post(t, server.url, more="  timeout: 500ms\n  retry: 3\n")
        t.ends(run, 5, "0.5 s")
        t.expect(run.output == b"", "something is returned")
        t.expect(len(server.requests) == 1, f"it was sent {len(server.requests)} times")
        t.other("curl", lambda program: ending(curl(
            t, program, server.url, "--data-binary", "the text", "--max-time", "0.5")))
        t.other("apprise", lambda program: ending(apprise(t, program, server.url, "?cto=0.5&rto=0.5")))


slow("no header in time", lambda connection, request, number: connection.wait())
slow("no end of the body in time", lambda connection, request, number: [
    connection.send(HEAD + b"Content-Length: 5\r\n\r\nab"), connection.wait()])


def endless(connection, piece, count):
    for _ in range(count):
        connection.send(piece)


@row("HTTP", "an answer of 10 GiB where a text is due")
def large_answer(t):
    server = serve(t, lambda connection, request, number: [
        connection.send(HEAD + b"Content-Length: 10737418240\r\n\r\n"), endless(connection, b"a" * MEBIBYTE, 10240)])
    run = get(t, server.url, memory=True)
    t.ends(run, 1, "more than 10 MiB")
    t.expect(run.output == b"", "a part is returned as if it were the whole")
    t.expect(run.memory < 64, f"it took {run.memory:.0f} MiB")
    t.other("curl", lambda program: "takes all of it, or up to --max-filesize: " + ending(curl(
        t, program, server.url, "--max-filesize", "10M", "--output", "/dev/null")))


@row("HTTP", "1 GiB of zeros packed into 1 MiB (a gzip bomb)")
def bomb(t):
    packed = gzip.compress(b"\0" * (64 * MEBIBYTE), 9) * 16
    server = serve(t, lambda connection, request, number: connection.answer(200, packed, Content_Encoding="gzip"))
    run = get(t, server.url, memory=True)
    t.ends(run, 1, "more than 10 MiB")
    t.expect(run.memory < 64, f"it took {run.memory:.0f} MiB")
    t.expect(run.output == b"", "a part is returned as if it were the whole")

    def curl_unpacks(program):
        run = curl(t, program, server.url, "--compressed", "--max-filesize", "10M", "--output", "/dev/stdout")
        return f"{ending(run)} with --max-filesize 10M, {len(run.output) // MEBIBYTE:,} MiB written"
    t.other("curl", curl_unpacks)


@row("HTTP", "an answer that never ends, on failure")
def endless_failure(t):
    def answer(connection, request, number):
        connection.send(b"HTTP/1.1 500 No\r\nContent-Type: text/plain\r\n\r\nthe reason ")
        while not connection.server.over.is_set():
            connection.send(b"a" * 65536)
    server = serve(t, answer)
    t.ends(post(t, server.url), 1, "500", shown="500 is told with the first bytes")
    t.other("curl", lambda program: ending(curl(t, program, server.url, "--output", "/dev/null")))
    t.other("apprise", lambda program: ending(apprise(t, program, server.url)))


@row("HTTP", "204 where an answer is due")
def no_content(t):
    server = serve(t, lambda connection, request, number: connection.answer(204))
    t.ends(post(t, server.url, returns="returns: {url: '{{ response.json.link }}'}\n"), 1, "204")
    run = post(t, server.url, returns="")
    t.ends(run, 0, shown="where none is due it is a success")
    both(t, server.url)


@row("HTTP", "a page in HTML where JSON is due, with 200")
def html(t):
    server = serve(t, lambda connection, request, number: connection.answer(
        200, "<html><title>Please log in</title><p>Log in first</html>", "text/html"))
    run = post(t, server.url, returns="returns: {url: '{{ response.json.link }}'}\n")
    t.ends(run, 1, "Please log in")
    t.expect(run.output == b"", "something is returned")
    both(t, server.url)


@row("HTTP", "JSON without the link that is due")
def wrong_json(t):
    server = serve(t, lambda connection, request, number: connection.answer(200, '{"ok": false}', "application/json"))
    t.ends(post(t, server.url, returns="returns: {url: '{{ response.json.link }}'}\n"), 1, "link")
    both(t, server.url)


@row("HTTP", "429 with Retry-After: 1, then 200")
def soon(t):
    server = serve(t, lambda connection, request, number: connection.answer(
        *((429, "slow down") if number == 0 else (200, "thanks")), Retry_After=1))
    run = t.ends(post(t, server.url, more="  retry: 3\n"), 0, shown="sent again after the time, with the same key")
    t.expect(run.output == b"thanks\n" and len(server.requests) == 2, f"{len(server.requests)} requests")
    keys = {request.headers.get("idempotency-key") for request in server.requests}
    t.expect(len(keys) == 1 and None not in keys, "the tries have different keys")
    server.requests.clear()

    def count(run):
        number = len(server.requests)
        server.requests.clear()
        return f"{ending(run)}, {number} request{'s' * (number != 1)}"
    t.other("curl", lambda program: count(curl(t, program, server.url, "--data-binary", "the text", "--retry", "3")))
    t.other("apprise", lambda program: count(apprise(t, program, server.url, "?retry=3")))


@row("HTTP", "429 with Retry-After: 3600")
def late(t):
    server = serve(t, lambda connection, request, number: connection.answer(429, "slow down", Retry_After=3600))
    t.ends(post(t, server.url, more="  retry: 3\n"), 1, "3600 s")
    t.expect(len(server.requests) == 1, f"it was sent {len(server.requests)} times")
    t.other("curl", lambda program: ending(curl(t, program, server.url, "--data-binary", "the text", "--retry", "3")))
    t.other("apprise", lambda program: ending(apprise(t, program, server.url, "?retry=3")))


FILE = "returns: {file: '{{ response.file }}', filename: picture.png}\n"


@row("HTTP", "a file that is returned and breaks off in the middle")
def half_file(t):
    server = serve(t, lambda connection, request, number: connection.send(
        HEAD + b"Content-Length: 2000000\r\n\r\n" + b"a" * MEBIBYTE))
    t.ends(get(t, server.url, returns=FILE), 1)

    def tell(program):
        run = curl(t, program, server.url, "--output", "half.bin")
        path = os.path.join(t.work, "half.bin")
        left = f", {os.path.getsize(path):,} of 2,000,000 bytes lie there as half.bin" if os.path.exists(path) else ""
        return ending(run) + left
    t.other("curl", tell)


@row("HTTP", "a file that is returned and does not fit on the disk")
def full_disk(t):
    server = serve(t, lambda connection, request, number: connection.answer(200, b"a" * (4 * MEBIBYTE), "image/png"))
    t.define("get", f"category: share\naccepts: text\nhttp: {{method: GET, url: '{server.url}/{{{{ item.text }}}}'}}\n{FILE}")
    # Files of at most 1 MiB, in units of 512 bytes; the signal that this sends is ignored, as errors are told apart.
    limited = 'trap "" XFSZ; ulimit -f 2048; exec "$@"'
    t.ends(t.run("/bin/sh", "-c", limited, "sh", t.program, "send", "x", "-a", "com.example.get"), 1, "File too large")

    def tell(program):
        run = t.run("/bin/sh", "-c", limited, "sh", program, "--silent", "--show-error", "--output", "half.bin", server.url)
        return f"{ending(run)}, {os.path.getsize(os.path.join(t.work, 'half.bin')):,} bytes lie there as half.bin"
    t.other("curl", tell)


@row("HTTP", "a file whose name the server gives: a path, 300 letters, control characters")
def hostile_names(t):
    names = {"path": "../../../etc/cron.d/evil", "long": "日" * 300 + ".png", "control": "a\u0001\u001b[1Ab.png"}

    def answer(connection, request, number):
        name = names[request.target.strip("/").partition("?")[0]].encode().decode("latin-1")
        connection.send(f"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 4\r\nConnection: close\r\n"
                        f"Content-Disposition: attachment; filename=\"{name}\"\r\n\r\n".encode("latin-1") + b"data")
    server = serve(t, answer)
    for kind in names:
        run = get(t, f"{server.url}/{kind}", returns="returns: {file: '{{ response.file }}'}\n")
        t.ends(run, 0, shown="saved below the folder, with names cut and made harmless")
    saved = t.saved()
    t.expect(len(saved) == 3, f"saved are {sorted(saved)}")
    for name, path in saved.items():
        t.expect("/" not in name and len(os.fsencode(name)) <= 255 and name.isprintable(), f"{name!r} is not harmless")
        t.saves(name, b"data")

    def tell(program):
        said = []
        for kind in names:
            folder = os.path.join(t.work, "curl-" + kind)
            os.mkdir(folder)
            run = curl(t, program, f"{server.url}/{kind}", "--remote-name", "--remote-header-name", cwd=folder)
            said.append(f"{kind}: {ending(run)} {[name[:30] for name in os.listdir(folder)]}")
        return "; ".join(said)
    t.other("curl", tell)


@row("HTTP", "INT while an answer is waited for")
def interrupted(t):
    server = serve(t, lambda connection, request, number: connection.wait())
    t.define("post", f"category: share\naccepts: text\nhttp: {{method: POST, url: '{server.url}', text: '{{{{ item.text }}}}'}}\n")
    process = t.start(t.program, "send", "x", "-a", "com.example.post")
    t.expect(t.wait_until(lambda: server.requests), "nothing is sent")
    os.kill(process.pid, signal.SIGINT)
    t.ends(t.finish(process, LIMIT), 130, "cancelled")
