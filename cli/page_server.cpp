#include "page_server.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"

namespace halfspace::cli {
namespace {

struct Free {
  void operator()(event_base* base) const { event_base_free(base); }
  void operator()(evhttp* server) const { evhttp_free(server); }
  void operator()(evbuffer* buffer) const { evbuffer_free(buffer); }
  void operator()(event* timer) const { event_free(timer); }
};

const char* type_of(const std::string& path) {
  static constexpr std::array<std::pair<std::string_view, const char*>, 10> types = {
      {{".html", "text/html; charset=utf-8"},
       {".js", "text/javascript; charset=utf-8"},
       {".css", "text/css; charset=utf-8"},
       {".wasm", "application/wasm"},
       {".svg", "image/svg+xml"},
       {".png", "image/png"},
       {".ico", "image/x-icon"},
       {".json", "application/json"},
       {".csv", "text/csv; charset=utf-8"},
       {".webmanifest", "application/manifest+json"}}};
  for (const auto& [end, type] : types) {
    if (path.ends_with(end)) return type;
  }
  return "application/octet-stream";
}

/// The files by the path of their URL. Nothing else is served, no link out of the folder either, so no URL leads out of it.
Result<std::map<std::string, std::string>> files_of(const std::string& folder) {
  namespace fs = std::filesystem;
  std::map<std::string, std::string> out;
  std::error_code problem;
  const fs::path root = fs::canonical(folder, problem);
  for (fs::recursive_directory_iterator it(problem ? fs::path(folder) : root, problem), end; !problem && it != end;
       it.increment(problem)) {
    std::error_code unread;
    if (!it->is_regular_file(unread)) continue;
    const fs::path file = fs::canonical(it->path(), unread);
    if (unread || *file.lexically_relative(root).begin() == "..") continue;
    out["/" + it->path().lexically_relative(root).generic_string()] = file.string();
  }
  if (problem) return Error{Code::io, shown(folder, 4096), "cannot be read: " + problem.message()};
  const auto index = out.find("/index.html");
  if (index == out.end())
    return Error{Code::io, shown(folder, 4096), "has no index.html; expected a folder of the built page"};
  const std::string first = index->second;
  out["/"] = first;
  return out;
}

class Server {
 public:
  Server(std::map<std::string, std::string> files, const std::function<bool()>& over)
      : files_(std::move(files)),
        over_(over),
        base_(event_base_new()),
        http_(base_ ? evhttp_new(base_.get()) : nullptr) {}

  Result<std::uint16_t> bind(std::uint16_t port) {
    if (!http_) return Error{Code::io, "", "no memory for a server"};
    evhttp_set_allowed_methods(http_.get(), EVHTTP_REQ_GET | EVHTTP_REQ_HEAD);
    evhttp_set_max_body_size(http_.get(), 0);
    evhttp_set_max_headers_size(http_.get(), 1 << 16);
    evhttp_set_timeout(http_.get(), 10);
    event_set_log_callback([](int, const char*) {});  // a warning for each connection beyond the limit of open files
    evhttp_set_gencb(http_.get(), [](evhttp_request* r, void* self) { static_cast<Server*>(self)->answer(r); }, this);
    evhttp_bound_socket* const bound = evhttp_bind_socket_with_handle(http_.get(), "127.0.0.1", port);
    if (bound == nullptr)
      return Error{
          Code::io, "--port",
          std::to_string(port) + " cannot be taken: " + std::strerror(errno) + "; leave it out for a free one"};
    sockaddr_in at{};
    socklen_t size = sizeof(at);
    if (::getsockname(evhttp_bound_socket_get_fd(bound), reinterpret_cast<sockaddr*>(&at), &size) != 0)
      return Error{Code::io, "", std::string("no port: ") + std::strerror(errno)};
    return ntohs(at.sin_port);
  }

  void run() {
    const timeval often{0, 100000};
    const std::unique_ptr<event, Free> timer(event_new(
        base_.get(), -1, EV_PERSIST, [](evutil_socket_t, short, void* self) { static_cast<Server*>(self)->look(); },
        this));
    if (!timer || event_add(timer.get(), &often) != 0) return;
    event_base_dispatch(base_.get());
  }

 private:
  void look() {
    if (over_()) event_base_loopbreak(base_.get());
  }

  /// Decoded: "/a b.csv" of "/a%20b.csv?x".
  static std::string path_of(evhttp_request* request) {
    const char* const path = evhttp_uri_get_path(evhttp_request_get_evhttp_uri(request));
    if (path == nullptr || *path == '\0') return "/";
    std::size_t size = 0;
    const std::unique_ptr<char, decltype(&std::free)> decoded(evhttp_uridecode(path, 0, &size), &std::free);
    return decoded ? std::string(decoded.get(), size) : "";
  }

  void answer(evhttp_request* request) const {
    const auto file = files_.find(path_of(request));
    const int fd =
        file == files_.end() ? -1 : ::open(file->second.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat facts{};
    if (fd < 0 || ::fstat(fd, &facts) != 0 || !S_ISREG(facts.st_mode)) {
      if (fd >= 0) ::close(fd);
      return evhttp_send_error(request, HTTP_NOTFOUND, "there is no such file");
    }
    evkeyvalq* const headers = evhttp_request_get_output_headers(request);
    evhttp_add_header(headers, "Content-Type", type_of(file->second));
    evhttp_add_header(headers, "X-Content-Type-Options", "nosniff");
    evhttp_add_header(headers, "Cache-Control", "no-cache");
    const std::unique_ptr<evbuffer, Free> body(evbuffer_new());
    if (!body || (facts.st_size > 0 && evbuffer_add_file(body.get(), fd, 0, facts.st_size) != 0)) {
      ::close(fd);
      return evhttp_send_error(request, HTTP_INTERNAL, "the file cannot be read");
    }
    if (facts.st_size == 0) ::close(fd);
    evhttp_send_reply(request, HTTP_OK, "OK", body.get());
  }

  std::map<std::string, std::string> files_;
  const std::function<bool()>& over_;
  std::unique_ptr<event_base, Free> base_;
  std::unique_ptr<evhttp, Free> http_;
};

}  // namespace

Result<void> serve_folder(const std::string& folder, std::uint16_t port,
                          const std::function<Result<void>(std::uint16_t port)>& ready,
                          const std::function<bool()>& over) {
  auto files = files_of(folder);
  if (!files) return files.error();
  Server server(std::move(files).value(), over);
  const auto bound = server.bind(port);
  if (!bound) return bound.error();
  if (const auto told = ready(bound.value()); !told) return told;
  server.run();
  return {};
}

}  // namespace halfspace::cli
