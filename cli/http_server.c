#include "http_server.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  const HalfspaceSite* site;
  struct event_base* base;
  struct evhttp* http;
  struct event* timer;
} Server;

/* A warning for each connection beyond the limit of open files. */
static void say_nothing(int severity, const char* text) {
  (void)severity;
  (void)text;
}

static void look(evutil_socket_t none, short what, void* self) {
  const Server* const server = self;
  (void)none;
  (void)what;
  if (server->site->over(server->site->self)) event_base_loopbreak(server->base);
}

/* The file of "/a%20b.csv?x", which is asked for as "/a b.csv". */
static const char* file_of(const HalfspaceSite* site, struct evhttp_request* request, const char** type) {
  const char* const path = evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
  size_t size = 0;
  char* const decoded = evhttp_uridecode(path != NULL && *path != '\0' ? path : "/", 0, &size);
  const char* const file = decoded != NULL && strlen(decoded) == size ? site->file(site->self, decoded, type) : NULL;
  free(decoded);
  return file;
}

/* Opened for reading: a file, and no link. -1: there is none. */
static int opened(const char* file, off_t* size) {
  struct stat facts;
  const int fd = file == NULL ? -1 : open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return -1;
  if (fstat(fd, &facts) == 0 && S_ISREG(facts.st_mode)) {
    *size = facts.st_size;
    return fd;
  }
  close(fd);
  return -1;
}

static void answer(struct evhttp_request* request, void* self) {
  const char* type = NULL;
  off_t size = 0;
  const int fd = opened(file_of(((const Server*)self)->site, request, &type), &size);
  if (fd < 0) {
    evhttp_send_error(request, HTTP_NOTFOUND, "there is no such file");
    return;
  }
  struct evkeyvalq* const headers = evhttp_request_get_output_headers(request);
  evhttp_add_header(headers, "Content-Type", type);
  evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
  evhttp_add_header(headers, "Cache-Control", "no-cache");
  struct evbuffer* const body = evbuffer_new();
  const int filled = body != NULL && size > 0 && evbuffer_add_file(body, fd, 0, size) == 0; /* and closes it */
  if (!filled) close(fd);
  if (filled || (body != NULL && size == 0))
    evhttp_send_reply(request, HTTP_OK, "OK", body);
  else
    evhttp_send_error(request, HTTP_INTERNAL, "the file cannot be read");
  if (body != NULL) evbuffer_free(body);
}

/* The port that was taken, or 0 and errno. */
static unsigned short bound(struct evhttp* http, unsigned short port) {
  struct sockaddr_in at;
  socklen_t size = sizeof(at);
  struct evhttp_bound_socket* const socket = evhttp_bind_socket_with_handle(http, "127.0.0.1", port);
  if (socket == NULL || getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr*)&at, &size) != 0) return 0;
  return ntohs(at.sin_port);
}

static int run(Server* server, unsigned short port) {
  const struct timeval often = {0, 100000};
  evhttp_set_allowed_methods(server->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
  evhttp_set_max_body_size(server->http, 0);
  evhttp_set_max_headers_size(server->http, 1 << 16);
  evhttp_set_timeout(server->http, 10);
  evhttp_set_gencb(server->http, answer, server);
  const unsigned short taken = bound(server->http, port);
  if (taken == 0) return errno;
  if (event_add(server->timer, &often) != 0) return ENOMEM;
  if (server->site->ready(server->site->self, taken)) event_base_dispatch(server->base);
  return 0;
}

int halfspace_serve(const HalfspaceSite* site, unsigned short port) {
  Server server = {site, NULL, NULL, NULL};
  event_set_log_callback(say_nothing);
  server.base = event_base_new();
  if (server.base != NULL) server.http = evhttp_new(server.base);
  if (server.base != NULL) server.timer = event_new(server.base, -1, EV_PERSIST, look, &server);
  const int problem = server.http != NULL && server.timer != NULL ? run(&server, port) : ENOMEM;
  if (server.timer != NULL) event_free(server.timer);
  if (server.http != NULL) evhttp_free(server.http);
  if (server.base != NULL) event_base_free(server.base);
  return problem;
}
