// An HTTP server on loopback that takes whatever is sent, forgets it and answers 200 with an empty JSON object.
//
//   sink
//
// Prints its port, then serves one connection after another until it is killed. Bodies come with a Content-Length or in
// chunks; "Expect: 100-continue" is answered at once, so that no client waits for it.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CAPACITY = 1 << 18 };

typedef struct {
  int socket;
  size_t start, end;
  char bytes[CAPACITY + 1];
} Connection;

static int fill(Connection *connection) {
  if (connection->start == connection->end) connection->start = connection->end = 0;
  if (connection->end == CAPACITY) return 0;
  ssize_t count = recv(connection->socket, connection->bytes + connection->end, CAPACITY - connection->end, 0);
  if (count <= 0) return 0;
  connection->end += (size_t)count;
  return 1;
}

// The next line without its end, or NULL when the connection ends before it.
static char *line(Connection *connection) {
  size_t looked_at = connection->start;
  for (;;) {
    char *end = memchr(connection->bytes + looked_at, '\n', connection->end - looked_at);
    if (end != NULL) {
      char *text = connection->bytes + connection->start;
      connection->start = (size_t)(end - connection->bytes) + 1;
      if (end > text && end[-1] == '\r') end--;
      *end = '\0';
      return text;
    }
    if (connection->start > 0) {
      memmove(connection->bytes, connection->bytes + connection->start, connection->end - connection->start);
      connection->end -= connection->start;
      connection->start = 0;
    }
    looked_at = connection->end;
    if (!fill(connection)) return NULL;
  }
}

static int skip(Connection *connection, unsigned long long count) {
  while (count > 0) {
    if (connection->start == connection->end && !fill(connection)) return 0;
    unsigned long long there = connection->end - connection->start;
    unsigned long long taken = there < count ? there : count;
    connection->start += (size_t)taken;
    count -= taken;
  }
  return 1;
}

static void answer(int socket, const char *text) {
  if (write(socket, text, strlen(text)) < 0) perror("sink");
}

static int serve_request(Connection *connection) {
  unsigned long long length = 0;
  int is_chunked = 0, waits = 0;
  char *text = line(connection);
  if (text == NULL) return 0;
  while ((text = line(connection)) != NULL && *text != '\0') {
    if (strncasecmp(text, "content-length:", 15) == 0) length = strtoull(text + 15, NULL, 10);
    if (strncasecmp(text, "transfer-encoding:", 18) == 0) is_chunked = strcasestr(text, "chunked") != NULL;
    if (strncasecmp(text, "expect:", 7) == 0) waits = 1;
  }
  if (text == NULL) return 0;
  if (waits) answer(connection->socket, "HTTP/1.1 100 Continue\r\n\r\n");
  if (is_chunked) {
    for (;;) {
      if ((text = line(connection)) == NULL) return 0;
      length = strtoull(text, NULL, 16);
      if (!skip(connection, length) || line(connection) == NULL) return 0;
      if (length == 0) break;
    }
  } else if (!skip(connection, length)) {
    return 0;
  }
  answer(connection->socket, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}");
  return 1;
}

int main(void) {
  static Connection connection;
  // Nothing is left behind when the benchmark is interrupted.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGPIPE, SIG_IGN);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof address;
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) < 0 || listen(listener, 64) < 0 ||
      getsockname(listener, (struct sockaddr *)&address, &size) < 0) {
    perror("sink");
    return 1;
  }
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  for (;;) {
    connection.socket = accept(listener, NULL, NULL);
    if (connection.socket < 0) continue;
    connection.start = connection.end = 0;
    while (serve_request(&connection)) {
    }
    close(connection.socket);
  }
}
