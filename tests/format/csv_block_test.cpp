// Blocks of plain records are read as their records are: the same rows, or the same errors at the same places.
#include "format/csv_block.hpp"

#include <gtest/gtest.h>

#include "base/rng.hpp"
#include "format/corpus.hpp"
#include "format/same_dataset.hpp"

namespace halfspace {
namespace {

/// Texts as people write them; one in `odd` is none of them.
class CsvTexts {
 public:
  CsvTexts(Rng& rng, std::uint64_t odd) : rng_(rng), odd_(odd), width_(1 + rng.bounded(6)) {
    for (std::size_t k = 0; k < width_; ++k) kind_.push_back(rng.bounded(10));
    quotes_ = rng.bounded(4) == 0;
    ending_ = rng.bounded(4) == 0 ? "\r\n" : "\n";
    missing_ = rng.bounded(3) == 0;
  }

  ReadOptions options() {
    ReadOptions o;
    o.format = "csv";
    o.header = rng_.bounded(5) > 0;
    o.label = std::to_string(label_ + 1);
    if (rng_.bounded(4) == 0) o.classes = pick<Names>({{"a", "b"}, {"1", "2"}, {"1.0", "a"}});
    if (rng_.bounded(6) == 0) o.weight = std::to_string(1 + rng_.bounded(width_ + 1));
    if (rng_.bounded(6) == 0) o.groups = std::to_string(1 + rng_.bounded(width_ + 1));
    if (rng_.bounded(3) == 0) o.missing = pick<std::string>({"drop", "mean", "category", "mean,category"});
    if (rng_.bounded(2) == 0) o.categorical = {"auto"};
    if (rng_.bounded(6) == 0) o.categorical = {std::to_string(1 + rng_.bounded(width_ + 1))};
    if (rng_.bounded(6) == 0) o.columns = pick<Names>({{"1", "2"}, {"2", "1"}, {"3"}});
    if (rng_.bounded(10) == 0) o.delimiter = delimiter_ = pick<char>({';', '\t', ' ', '1', '-'});
    return o;
  }

  std::string text(std::size_t lines) {
    std::string out;
    for (std::size_t k = 0; k < width_; ++k) out += "x" + std::to_string(k) + delimiter_;
    out += "y" + ending_;
    for (std::size_t k = 0; k < lines; ++k) out += line();
    return out;
  }

  std::string line() {
    const bool odd = odd_ > 0 && rng_.bounded(odd_) == 0;
    std::string out;
    const std::size_t width = odd && rng_.bounded(4) == 0 ? rng_.bounded(8) : width_;
    for (std::size_t k = 0; k < width; ++k)
      out += quoted(odd && rng_.bounded(3) == 0 ? odd_cell() : cell(k)) + delimiter_;
    out += quoted(odd && rng_.bounded(6) == 0 ? odd_cell() : pick<std::string>({"a", "b", "1", "2", "a long label"}));
    return out + (odd && rng_.bounded(6) == 0 ? pick<std::string>({"\n\n", "\r\r\n", " \n", "\"\n"}) : ending_);
  }

 private:
  using Names = std::vector<std::string>;

  template <class T>
  T pick(const std::vector<T>& list) {
    return list[rng_.bounded(list.size())];
  }

  std::string quoted(std::string cell) {
    if (!quotes_ || rng_.bounded(3) == 0) return cell;
    return (rng_.bounded(200) == 0 && odd_ > 0 ? pick<std::string>({" \"", "\"\n", "\"\"\"", "\"", "", "\"x,\ny"})
                                               : "\"") +
           cell + '"';
  }

  std::string cell(std::size_t k) {
    if (missing_ && rng_.bounded(8) == 0) return pick<std::string>({"", "NA", "?", "nan", " "});
    switch (kind_[k % width_]) {
      case 0:
        return pick<std::string>({"red", "green", "blue", "7", "07", "7.0"});
      case 1:
        return std::to_string(rng_.bounded(2));
      case 2:
        return rng_.bounded(300) == 0 ? "word" : std::to_string(rng_.bounded(1000));
      case 3:
        return " " + std::to_string(rng_.bounded(1000)) + "\t";
      default:
        break;
    }
    std::string out = pick<std::string>({"", "", "-", "+"}) + std::to_string(rng_.bounded(100000));
    if (rng_.bounded(2) == 0)
      out += "." + std::to_string(rng_.bounded(kind_[k % width_] == 4 ? 1000000000000000 : 100));
    if (rng_.bounded(50) == 0) out += pick<std::string>({"e3", "E-2", "0000000000000000000"});
    return out;
  }

  std::string odd_cell() {
    return pick<std::string>(
        {"x",    "1e999", "0x1",        "1,5", "a\"b", "\"a\"\"b\"", "\"a\nb\"", "\"",    std::string(1, '\0'),
         "\xff", "$5.00", "2024-01-31", "inf", "",     "NA",         "--1",      "1.2.3", "12:30",
         "-",    "."});
  }

  Rng& rng_;
  std::uint64_t odd_;
  std::size_t width_;
  std::size_t label_ = width_;
  std::vector<std::uint64_t> kind_;
  bool quotes_ = false;
  bool missing_ = false;
  std::string ending_;
  char delimiter_ = ',';
};

/// Texts of the seeds [first, last); returns how many of them are data sets.
int compare_csv_texts(std::uint64_t first, std::uint64_t last, std::size_t most_lines) {
  int readable = 0;
  for (std::uint64_t seed = first; seed < last && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, Stream::holdout);
    CsvTexts texts(rng, rng.bounded(2) == 0 ? 0 : 1 + rng.bounded(most_lines));
    const ReadOptions options = texts.options();
    std::string text = texts.text(1 + rng.bounded(most_lines));
    if (rng.bounded(4) == 0) text.pop_back();
    test::expect_blocks_alike(text, options);
    readable += test::read_text(text, options) ? 1 : 0;
  }
  return readable;
}

TEST(CsvBlock, AreReadAsTheirRecords) { EXPECT_GT(compare_csv_texts(0, 3000, 40), 500); }

TEST(LongCsvBlock, AreReadAsTheirRecords) { EXPECT_GT(compare_csv_texts(1000000, 1500000, 8), 80000); }

/// Several threads and blocks: records that go on behind their block, columns that turn out to hold texts.
TEST(CsvBlock, AnyNumberOfThreads) {
  int readable = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    SCOPED_TRACE(seed);
    Rng rng(seed, Stream::folds);
    CsvTexts texts(rng, rng.bounded(2) == 0 ? 0 : 1000 * (1 + rng.bounded(20)));
    const ReadOptions options = texts.options();
    std::string text = texts.text(10);
    while (text.size() < 1600000) text += texts.line();
    test::expect_threads_alike(text, options);
    if (HasFailure()) return;
    readable += test::read_text(text, options) ? 1 : 0;
  }
  EXPECT_GT(readable, 2);
}

TEST(CsvBlock, QuotedNewlinesEverywhere) {
  std::string text = "x,note,y\n";
  Rng rng(3, Stream::holdout);
  while (text.size() < 2500000) {
    text += std::to_string(rng.bounded(1000)) + ",\"" + std::string(rng.bounded(30), 'n') +
            "\nand \"\"more\"\", or\n\"," + (rng.bounded(2) == 0 ? "a\n" : "b\r\n");
  }
  ReadOptions options;
  options.columns = {"x"};
  test::expect_threads_alike(text, options);
  text.insert(text.size() / 2, "\n1,\"never closed,a\n");
  test::expect_threads_alike(text, options);
}

TEST(CsvBlock, CorpusAsItsRecords) {
  for (const auto& path : test::corpus()) {
    const std::string folder = path.parent_path().filename();
    if (folder != "csv" && folder != "tsv") continue;
    SCOPED_TRACE(path.filename());
    for (ReadOptions options : test::ways_to_read()) {
      options.format = folder;
      test::expect_blocks_alike(test::bytes_of(path), options);
    }
  }
}

}  // namespace
}  // namespace halfspace
