// Rows of a text that makes its reader wait are taken before each wait.
#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "format/corpus.hpp"

namespace halfspace {
namespace {

/// Bytes in pieces, with a wait before each.
class Waiting final : public Source {
 public:
  Waiting(std::string bytes, std::vector<std::size_t> ends, std::function<void(std::string_view)> at_wait = {})
      : bytes_(std::move(bytes)), ends_(std::move(ends)), at_wait_(std::move(at_wait)) {}

  bool waits(int milliseconds) const override {
    return milliseconds < 100 && at_ < bytes_.size() && std::binary_search(ends_.begin(), ends_.end(), at_);
  }

  Result<std::size_t> read(std::span<char> to) override {
    if (at_wait_ && waits(0)) at_wait_(std::string_view(bytes_).substr(0, at_));
    const auto end = std::upper_bound(ends_.begin(), ends_.end(), at_);
    const std::size_t left = (end == ends_.end() ? bytes_.size() : *end) - at_;
    const std::size_t n = bytes_.copy(to.data(), std::min(left, to.size()), at_);
    at_ += n;
    return n;
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;  // ascending
  std::function<void(std::string_view)> at_wait_;
  std::size_t at_ = 0;
};

std::vector<std::size_t> every(std::size_t step, std::size_t size) {
  std::vector<std::size_t> out;
  for (std::size_t k = step; k < size; k += step) out.push_back(k);
  return out;
}

void add_rows(const Dataset& data, std::vector<std::uint64_t>& lines, std::vector<std::pair<std::size_t, double>>& to) {
  for (std::size_t i = 0; i < data.rows; ++i) {
    lines.push_back(data.lines.line(i));
    std::visit(
        [&](const auto& x) { for_each_entry(x.row(i), [&](std::size_t j, double v) { to.emplace_back(j, v); }); },
        data.x);
  }
}

ReadOptions coming() {
  ReadOptions options;
  options.as_they_come = true;
  options.threads = 4;
  return options;
}

TEST(RowsAsTheyCome, AreThoseOfTheWholeText) {
  std::size_t texts = 0;
  std::size_t errors = 0;
  for (const test::fs::path& path : test::corpus()) {
    const auto whole = read_dataset(path.string(), {});
    const std::string bytes = test::bytes_of(path);
    if (bytes.size() > (std::size_t{1} << 14U)) continue;
    for (const std::size_t step : {std::size_t{3}, std::size_t{70}}) {
      std::vector<std::uint64_t> lines;
      std::vector<std::pair<std::size_t, double>> entries;
      std::uint64_t next_byte = 0;
      ReadOptions options = coming();
      options.take = [&](RowBlock& block) -> Result<void> {
        EXPECT_TRUE(lines.empty() || block.first_byte >= next_byte) << path;
        next_byte = block.end_byte;
        add_rows(block.rows, lines, entries);
        return {};
      };
      auto source = unpack(std::make_unique<Waiting>(bytes, every(step, bytes.size())), path.string());
      const auto got =
          source ? read_dataset(std::move(source).value(), path.string(), options) : Result<Dataset>(source.error());
      ASSERT_EQ(bool(whole), bool(got)) << path;
      if (!whole) {
        EXPECT_EQ(whole.error().text(), got.error().text()) << path;
        ++errors;
        continue;
      }
      std::vector<std::uint64_t> all_lines;
      std::vector<std::pair<std::size_t, double>> all;
      add_rows(whole.value(), all_lines, all);
      EXPECT_EQ(lines, all_lines) << path;
      EXPECT_EQ(entries, all) << path;
      EXPECT_EQ(whole.value().text_hash, got.value().text_hash) << path;
      ++texts;
    }
  }
  EXPECT_GT(texts, 10U);
  EXPECT_GT(errors, 10U);
}

/// At every wait the rows of all whole lines were taken.
TEST(RowsAsTheyCome, AreTakenBeforeAWait) {
  std::string csv = "x,label\n";
  std::string libsvm;
  for (int k = 0; k < 40; ++k) {
    csv += std::to_string(k * k * k) + (k % 3 == 0 ? ",\"a\"\r\n" : ",b\n");
    libsvm += (k % 2 == 0 ? "1 1:" : "-1 3:") + std::to_string(k) + (k % 5 == 0 ? " # said\n" : "\n");
  }
  for (const auto& [format, text, header] : {std::tuple{"csv", csv, 1}, std::tuple{"libsvm", libsvm, 0}}) {
    for (std::size_t step = 1; step < 60; ++step) {
      std::int64_t taken = 0;
      std::size_t waits = 0;
      const auto at_wait = [&](std::string_view so_far) {
        ++waits;
        const std::int64_t rows = std::count(so_far.begin(), so_far.end(), '\n') - header;
        EXPECT_EQ(taken, std::max<std::int64_t>(rows, 0)) << format << " in pieces of " << step;
      };
      ReadOptions options = coming();
      options.format = format;
      options.take = [&](RowBlock& block) -> Result<void> {
        taken += static_cast<std::int64_t>(block.rows.rows);
        return {};
      };
      ASSERT_TRUE(read_dataset(std::make_unique<Waiting>(text, every(step, text.size()), at_wait), "in", options));
      EXPECT_EQ(taken, 40);
      EXPECT_EQ(waits, (text.size() - 1) / step);
    }
  }
}

TEST(RowsAsTheyCome, EndByTheErrorOfWhatTakesThem) {
  const std::string text = "x,label\n1,a\n2,b\n3,a\n";
  ReadOptions options = coming();
  std::size_t taken = 0;
  options.take = [&](RowBlock&) -> Result<void> {
    return ++taken == 2 ? Result<void>(Error{Code::io, "out", "is full"}) : Result<void>();
  };
  const auto read = read_dataset(std::make_unique<Waiting>(text, every(4, text.size())), "in.csv", options);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().text(), "out: is full");
  EXPECT_EQ(taken, 2U);
}

TEST(RowsAsTheyCome, MayBeNoneBelowAHeader) {
  ReadOptions options;
  options.rows_needed = false;
  const auto none = read_dataset(memory_source(std::string_view("x,label\n\n")), "in.csv", options);
  ASSERT_TRUE(none);
  EXPECT_EQ(none.value().rows, 0U);
  EXPECT_EQ(none.value().columns, std::vector<std::string>{"x"});
  EXPECT_FALSE(read_dataset(memory_source(std::string_view("# none\n")), "in.svm", options));
  EXPECT_FALSE(read_dataset(memory_source(std::string_view("")), "in.csv", options));
  options.missing = "drop";
  EXPECT_FALSE(read_dataset(memory_source(std::string_view("x,label\n,a\n")), "in.csv", options));
}

}  // namespace
}  // namespace halfspace
