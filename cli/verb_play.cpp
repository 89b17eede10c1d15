// halfspace play: serves the playground page on this machine.
#include <filesystem>
#include <optional>

#include "base/number.hpp"
#include "base/text.hpp"
#include "page_server.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_play {
namespace {

std::vector<Operand> operands() { return {}; }

std::vector<Flag> flags() {
  return {
      {"page", "DIR",
       "folder of the built page (default: beside the program, where `./dev web` or an installation puts it)", "page"},
      {"port", "N", "port on 127.0.0.1 (default: a free one)", "page"}};
}

/// Beside build/PRESET/halfspace, or beside bin/halfspace.
std::optional<std::string> page_beside_program() {
  namespace fs = std::filesystem;
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (problem) return std::nullopt;
  for (const char* place : {"web/page", "share/halfspace/page"}) {
    const fs::path folder = program.parent_path().parent_path() / place;
    if (fs::exists(folder / "index.html", problem)) return folder.string();
  }
  return std::nullopt;
}

Result<void> tell(const Args& args, const std::string& folder, std::uint16_t port) {
  const std::string url = "http://127.0.0.1:" + std::to_string(port) + "/";
  if (args.has("json")) return print_json(json_answer("play", {{"url", url}, {"page", folder}}), Json::object());
  return print("playground " + url + "\n           from " + shown(folder, 200) + "; Ctrl-C ends it\n");
}

Outcome run(const Args& args) {
  const auto port = args.count("port", 0);
  if (!port) return port.error();
  if (port.value() > 65535) return Error{Code::usage, "--port", args.get("port") + " is more than 65535"};
  const std::optional<std::string> folder = args.has("page") ? std::optional(args.get("page")) : page_beside_program();
  if (!folder)
    return Error{Code::io, "--page",
                 "no built page is beside this program; `./dev web` builds it, --page DIR names one"};
  const auto served = serve_folder(
      *folder, static_cast<std::uint16_t>(port.value()),
      [&](std::uint16_t taken) { return tell(args, *folder, taken); }, [] { return interrupted() || time_is_up(); });
  if (!served) return served.error();
  return interrupted() ? static_cast<int>(Code::interrupted) : 0;
}

}  // namespace

const Verb verb = {"play",
                   "serves the playground page on this machine",
                   "  halfspace play                    prints the address; nothing leaves the machine\n"
                   "  halfspace play --port 8000        at http://127.0.0.1:8000/\n"
                   "  halfspace play --page ./page      a page built elsewhere\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_play
