#pragma once

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace halfspace::test {

/// A file that is gone at the end of the test.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : path_(testing::TempDir() + "halfspace_" + std::to_string(::getpid()) + "_" +
              std::to_string(reinterpret_cast<std::uintptr_t>(this)) + ".csv") {
    std::ofstream(path_) << text;
  }
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;
  ~TextFile() { std::remove(path_.c_str()); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace halfspace::test
