// Files of one folder over HTTP, on this machine alone.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "halfspace/result.hpp"
#include "http_server.h"

namespace halfspace::cli {

/// Serves the files that `folder` holds now at 127.0.0.1 until `over` says so, which is asked ten times a second.
/// `port` 0 takes a free one. `ready` is told the port. Errors: io for a folder without index.html, a port that is taken.
Result<void> serve_folder(const std::string& folder, std::uint16_t port,
                          const std::function<Result<void>(std::uint16_t port)>& ready,
                          const std::function<bool()>& over);

/// What serves them.
void serve_by(HalfspaceServe* function);

}  // namespace halfspace::cli
