// Facts about opening: what a path may be, and what is said when it cannot be read.
#include <array>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "codec/packers.hpp"
#include "codec/source.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;

/// A new empty folder, the current one while the test runs.
class OpenSource : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) / ("open_source_" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder_);
    std::filesystem::current_path(folder_);
  }
  void TearDown() override {
    std::filesystem::current_path(before_);
    std::filesystem::remove_all(folder_);
  }

  static void write(const std::string& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }

  /// The text of the file, or the text of the Error.
  static std::string read(const std::string& path) {
    auto source = open_source(path);
    if (!source) return source.error().text();
    std::string text;
    std::array<char, 100> buffer{};
    for (;;) {
      const auto n = source.value()->read(buffer);
      if (!n) return n.error().text();
      if (n.value() == 0) return text;
      text.append(buffer.data(), n.value());
    }
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  std::filesystem::path folder_;
};

TEST_F(OpenSource, ReadsPlainAndPackedFilesWhateverTheirNames) {
  const std::string text(1000, 'x');
  write("plain.gz", text);
  EXPECT_EQ(read("plain.gz"), text);
  for (const test::Packer& packer : test::packers) {
    write("packed.csv", packer.pack(text));
    EXPECT_EQ(read("packed.csv"), text) << packer.name;
  }
  write("empty", "");
  EXPECT_EQ(read("empty"), "");
  write("-", "dash");
  EXPECT_EQ(read("./-"), "dash");
}

TEST_F(OpenSource, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(read("none.csv"), "none.csv: cannot open: No such file or directory");
  EXPECT_EQ(read(""), "'': cannot open: No such file or directory");
  EXPECT_EQ(read("."), ".: is a directory: give a file");
  EXPECT_EQ(read("a\nb\x1b[0m"), "a\\nb\\x1b[0m: cannot open: No such file or directory");
  EXPECT_EQ(read("a\0b"s), "a\\x00b: a file name has no NUL byte");
  EXPECT_EQ(open_source("none.csv").error().code, Code::io);
  EXPECT_EQ(open_source(".").error().code, Code::io);
  write("cut.gz", test::gzip("text").substr(0, 15));
  EXPECT_EQ(read("cut.gz"), "cut.gz: gzip: truncated, the file ends too early; try gzip -t, or fetch the file again");
}

TEST_F(OpenSource, SaysWhenItMayNotRead) {
  write("secret", "x");
  ::chmod("secret", 0);
  const uid_t kept = ::geteuid();
  if (kept == 0) {  // root may read everything: be nobody
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const std::string text = read("secret");
  ASSERT_EQ(::seteuid(kept), 0);
  EXPECT_EQ(text, "secret: cannot open: Permission denied");
}

TEST_F(OpenSource, ReadsStandardInputForADash) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const std::string packed = test::xz("from a pipe");
  ASSERT_EQ(::write(pipe[1], packed.data(), packed.size()), static_cast<ssize_t>(packed.size()));
  ::close(pipe[1]);
  const int kept = ::dup(STDIN_FILENO);
  ::dup2(pipe[0], STDIN_FILENO);
  ::close(pipe[0]);
  EXPECT_EQ(read("-"), "from a pipe");
  EXPECT_NE(::fcntl(STDIN_FILENO, F_GETFD), -1) << "standard input is not ours to close";
  ::close(STDIN_FILENO);
  EXPECT_EQ(read("-"), "stdin: cannot read: Bad file descriptor");
  if (kept >= 0) {
    ::dup2(kept, STDIN_FILENO);
    ::close(kept);
  }
}

/// Opens a file, reads a part of it, lets `change` write to it and reads on: the text, or that of the Error.
template <class Change>
std::string read_while(const std::string& path, Change change) {
  auto source = open_source(path);
  if (!source) return source.error().text();
  std::string text(10, ' ');
  const auto first = source.value()->read(text);
  if (!first) return first.error().text();
  text.resize(first.value());
  change();
  for (std::array<char, 100> buffer{};;) {
    const auto n = source.value()->read(buffer);
    if (!n) return n.error().text();
    if (n.value() == 0) return text;
    text.append(buffer.data(), n.value());
  }
}

TEST_F(OpenSource, AFileThatChangesWhileItIsReadIsAnError) {
  const std::string text(std::size_t{1} << 20U, 'x');
  std::vector<std::string> packed = {text};
  for (const test::Packer& packer : test::packers) packed.push_back(packer.pack(text));
  for (const std::string& bytes : packed) {
    write("rows", bytes);
    EXPECT_EQ(read_while("rows", [] {}), text);
    const std::string cut = read_while("rows", [&] { std::filesystem::resize_file("rows", bytes.size() / 2); });
    write("rows", bytes);
    const std::string grown = read_while("rows", [] { std::ofstream("rows", std::ios::app) << '\n'; });
    write("rows", bytes);
    const std::string rewritten = read_while("rows", [&] { write("rows", bytes); });
    if (bytes == text) {  // longer than what is read at once
      EXPECT_NE(
          cut.find("rows: changed while it was read (1,048,576 bytes when it was opened, 524,288 bytes at the end)"),
          std::string::npos)
          << cut.substr(0, 200);
    }
    EXPECT_NE(grown.find("rows: changed while it was read"), std::string::npos) << grown.substr(0, 200);
    EXPECT_NE(rewritten.find("rows: changed while it was read"), std::string::npos) << rewritten.substr(0, 200);
  }
}

TEST_F(OpenSource, AFileThatIsReplacedIsReadAsItWas) {
  write("rows", "old");
  write("new", "new text");
  EXPECT_EQ(read_while("rows", [] { std::filesystem::rename("new", "rows"); }), "old");
}

}  // namespace
}  // namespace halfspace
