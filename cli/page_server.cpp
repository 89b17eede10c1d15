#include "page_server.hpp"

#include <array>
#include <cstring>
#include <filesystem>
#include <map>
#include <string_view>
#include <utility>

#include "base/text.hpp"

namespace halfspace::cli {
namespace {

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

HalfspaceServe* serve_site = nullptr;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables): of the process

struct Folder {
  std::map<std::string, std::string> files;
  const std::function<Result<void>(std::uint16_t port)>& ready;
  const std::function<bool()>& over;
  Result<void> reported;
};

HalfspaceSite site_of(Folder& folder) {
  HalfspaceSite site{};
  site.self = &folder;
  site.file = [](void* self, const char* path, const char** type) -> const char* {
    const auto& files = static_cast<Folder*>(self)->files;
    const auto file = files.find(path);
    if (file == files.end()) return nullptr;
    *type = type_of(file->second);
    return file->second.c_str();
  };
  site.ready = [](void* self, std::uint16_t port) {
    Folder& of = *static_cast<Folder*>(self);
    of.reported = of.ready(port);
    return of.reported ? 1 : 0;
  };
  site.over = [](void* self) { return static_cast<Folder*>(self)->over() ? 1 : 0; };
  return site;
}

}  // namespace

Result<void> serve_folder(const std::string& folder, std::uint16_t port,
                          const std::function<Result<void>(std::uint16_t port)>& ready,
                          const std::function<bool()>& over) {
  auto files = files_of(folder);
  if (!files) return files.error();
  Folder served{std::move(files).value(), ready, over, {}};
  const HalfspaceSite site = site_of(served);
  if (const int problem = serve_site(&site, port); problem != 0)
    return Error{
        Code::io, "--port",
        std::to_string(port) + " cannot be taken: " + std::strerror(problem) + "; leave it out for a free one"};
  return served.reported;
}

void serve_by(HalfspaceServe* function) { serve_site = function; }

}  // namespace halfspace::cli
