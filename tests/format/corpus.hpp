// The files of tests/data, and Sources that hand their bytes out in pieces.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "codec/source.hpp"
#include "format/read.hpp"
#include "test_folder.hpp"

namespace halfspace::test {

namespace fs = std::filesystem;

inline std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// All files for readers, in the order of their names.
inline std::vector<fs::path> corpus() {
  const fs::path data = fs::path(test_folder()) / "data";
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    if (entry.is_regular_file() && entry.path().parent_path() != data) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// At most `most` bytes a read.
class Pieces : public Source {
 public:
  Pieces(std::string bytes, std::size_t most) : bytes_(std::move(bytes)), most_(most) {}
  Result<std::size_t> read(std::span<char> to) override {
    const std::size_t n = bytes_.copy(to.data(), std::min(most_, to.size()), at_);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::size_t most_;
  std::size_t at_ = 0;
};

/// The data set in these bytes, packed or not, read in pieces.
inline Result<Dataset> dataset_of(std::string bytes, const std::string& name, const ReadOptions& options = {},
                                  std::size_t most = std::size_t{1} << 20U) {
  auto source = unpack(std::make_unique<Pieces>(std::move(bytes), most), name);
  if (!source) return source.error();
  return read_dataset(std::move(source).value(), name, options);
}

/// Some ways to ask for a data set.
inline std::vector<ReadOptions> ways_to_read() {
  std::vector<ReadOptions> ways(5);
  ways[1].header = false;
  ways[1].label = "1";
  ways[2].missing = "drop";
  ways[2].zero_based = true;
  ways[3].format = "csv";
  ways[3].label = "label";
  ways[3].columns = {"x"};
  ways[4].classes = {"a", "b"};
  ways[4].delimiter = ';';
  return ways;
}

}  // namespace halfspace::test
