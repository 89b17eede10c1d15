#include "png.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.hpp"

namespace halfspace::cli {
namespace {

Error failure(const std::string& what) { return {Code::io, "rsvg-convert", what}; }

/// A file in memory: the child may read and write it in its own time, without a pipe to serve.
class Sheet {
 public:
  explicit Sheet(const char* name) : fd_(::memfd_create(name, MFD_CLOEXEC)) {}
  Sheet(const Sheet&) = delete;
  Sheet& operator=(const Sheet&) = delete;
  ~Sheet() {
    if (fd_ >= 0) ::close(fd_);
  }

  int fd() const { return fd_; }

  bool fill(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t done = ::write(fd_, text.data(), text.size());
      if (done < 0 && errno == EINTR) continue;
      if (done < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(done));
    }
    return ::lseek(fd_, 0, SEEK_SET) == 0;
  }

  std::string text() const {
    std::string out;
    std::array<char, 1U << 16U> block{};
    while (true) {
      const ssize_t got = ::pread(fd_, block.data(), block.size(), static_cast<off_t>(out.size()));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return {};
      if (got == 0) return out;
      out.append(block.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  int fd_;
};

/// Starts rsvg-convert with these standard streams; 0 or an error number.
int start(pid_t& child, const Sheet& in, const Sheet& out, const Sheet& err) {
  std::string program = "rsvg-convert";
  std::string flag = "--format=png";
  const std::array<char*, 3> words = {program.data(), flag.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  const bool redirected = ::posix_spawn_file_actions_adddup2(&actions, in.fd(), STDIN_FILENO) == 0 &&
                          ::posix_spawn_file_actions_adddup2(&actions, out.fd(), STDOUT_FILENO) == 0 &&
                          ::posix_spawn_file_actions_adddup2(&actions, err.fd(), STDERR_FILENO) == 0;
  sigset_t defaults;
  ::sigemptyset(&defaults);
  ::sigaddset(&defaults, SIGPIPE);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int problem =
      redirected ? ::posix_spawnp(&child, program.c_str(), &actions, &attributes, words.data(), environ) : ENOMEM;
  ::posix_spawnattr_destroy(&attributes);
  ::posix_spawn_file_actions_destroy(&actions);
  return problem;
}

}  // namespace

Result<std::string> png_of(const std::string& svg) {
  const Sheet in("svg");
  const Sheet out("png");
  const Sheet err("messages");
  if (in.fd() < 0 || out.fd() < 0 || err.fd() < 0 || !in.fill(svg))
    return failure(std::string("no memory file for the picture: ") + std::strerror(errno));
  pid_t child = 0;
  const int problem = start(child, in, out, err);
  if (problem == ENOMEM) throw std::bad_alloc();
  if (problem == ENOENT)
    return failure(
        "this program draws PNG and is not installed; install the Debian package librsvg2-bin, or write .svg");
  if (problem != 0) return failure(std::string("cannot be started: ") + std::strerror(problem));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return failure(std::string("lost: ") + std::strerror(errno));
  }
  std::string png = out.text();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !png.starts_with("\x89PNG"))
    return failure("made no PNG: " + shown(err.text(), 200) + "; write .svg instead");
  return png;
}

}  // namespace halfspace::cli
