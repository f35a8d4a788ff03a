"""Servers on the loopback interface that answer as they are told, well or badly. Each connection takes one request."""

import os
import socket
import ssl
import struct
import subprocess
import threading


class Request:
    def __init__(self, method, target, headers):
        self.method, self.target, self.headers, self.body = method, target, headers, b""
        self.whole = False
        # Of a body without a length only the beginning is kept.
        self.received = 0


class Connection:
    """What an answer is made with."""

    def __init__(self, client, server):
        self.client, self.server = client, server

    def send(self, data):
        self.client.sendall(data if isinstance(data, bytes) else data.encode())

    def answer(self, status=200, body=b"", kind="text/plain", **headers):
        body = body if isinstance(body, bytes) else body.encode()
        lines = [f"HTTP/1.1 {status} Answer", "Connection: close", f"Content-Type: {kind}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        if status != 204:
            lines.append(f"Content-Length: {len(body)}")
        self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def wait(self):
        """Says no more until the other side has had enough, or the server ends."""
        self.client.settimeout(0.05)
        while not self.server.over.is_set():
            try:
                if self.client.recv(65536) == b"":
                    return
            except (TimeoutError, ssl.SSLWantReadError):
                continue

    def reset(self):
        self.client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Server:
    """Calls `answer` with a connection, the request and its number from 0; with `head_only` before its body is read."""

    def __init__(self, answer, head_only=False, tls=None):
        self.respond, self.head_only, self.tls = answer, head_only, tls
        self.requests, self.lock, self.over = [], threading.Lock(), threading.Event()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.port = self.listener.getsockname()[1]
        self.url = f"{'https' if tls else 'http'}://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            try:
                if self.tls:
                    client = self.tls.wrap_socket(client, server_side=True)
                request = self.read(client)
                if request is not None:
                    with self.lock:
                        number = len(self.requests)
                        self.requests.append(request)
                    connection = Connection(client, self)
                    if self.head_only:
                        self.respond(connection, request, number)
                    else:
                        self.read_body(client, request)
                        self.respond(connection, request, number)
                if self.tls:
                    client.unwrap()
            except (OSError, ValueError):
                pass  # the other side is gone, which is its right
            finally:
                client.close()

    def read(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = client.recv(65536)
            if not piece:
                return None
            head += piece
            if head[0] == 0x16:  # a client that begins TLS
                return None
        head, body = head.split(b"\r\n\r\n", 1)
        lines = head.decode("latin-1").split("\r\n")
        method, target, _ = lines[0].split(" ", 2)
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        request = Request(method, target, headers)
        request.body = body
        return request

    @staticmethod
    def read_body(client, request):
        if "chunked" in request.headers.get("transfer-encoding", ""):
            Server.read_chunks(client, request)
            return
        pieces, count = [request.body], len(request.body)
        length = int(request.headers.get("content-length", 0))
        while count < length:
            piece = client.recv(1 << 20)
            if not piece:
                break
            pieces.append(piece)
            count += len(piece)
        request.body = b"".join(pieces)
        request.received, request.whole = count, count == length

    @staticmethod
    def read_chunks(client, request):
        """A body in chunks, of which there may be no end."""
        rest, request.body = request.body, b""
        while True:
            while b"\r\n" not in rest:
                piece = client.recv(65536)
                if not piece:
                    return
                rest += piece
            size, _, rest = rest.partition(b"\r\n")
            size = int(size, 16)
            while len(rest) < size + 2:
                piece = client.recv(1 << 20)
                if not piece:
                    return
                rest += piece
            if len(request.body) < 4 << 20:
                request.body += rest[:size]
            request.received += size
            rest = rest[size + 2:]
            if size == 0:
                request.whole = True
                return

    def close(self):
        self.over.set()
        # A thread that waits in accept is woken by this alone.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


def context(folder, name, expired=False):
    """A server's TLS with a certificate for a name, and the certificate's path; the certificate signs itself."""
    base = os.path.join(folder, "expired" if expired else name.replace(":", "-"))
    key, certificate = base + ".key", base + ".pem"
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key]

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)
    if not expired:
        openssl("req", "-x509", *curve, "-out", certificate, "-subj", "/CN=fault", "-addext", f"subjectAltName={name}",
                "-days", "2")
    else:
        # `req` makes nothing that is over already: the same key signs its own request for a time in the past.
        openssl("req", *curve, "-out", base + ".csr", "-subj", "/CN=fault")
        for file, text in [("index", ""), ("serial", "01\n"), ("names", f"subjectAltName={name}\n"), (
                "ca.cnf", "[ca]\ndefault_ca=d\n[d]\ndatabase=index\nserial=serial\nnew_certs_dir=.\n"
                "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")]:
            with open(os.path.join(folder, file), "w", encoding="utf-8") as out:
                out.write(text)
        openssl("ca", "-config", "ca.cnf", "-batch", "-selfsign", "-notext", "-keyfile", key, "-in", base + ".csr", "-out",
                certificate, "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-extfile", "names")
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    return tls, certificate
