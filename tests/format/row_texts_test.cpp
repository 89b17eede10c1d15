// read_row_texts: the decimals of a row exactly as they stand in the text, for exact arithmetic.
#include <gtest/gtest.h>
#include <unistd.h>

#include "codec/packers.hpp"
#include "format/corpus.hpp"

namespace halfspace {
namespace {

using namespace std::string_literals;
using Entries = std::vector<std::pair<std::uint64_t, std::string>>;

class RowTexts : public ::testing::Test {
 protected:
  RowTexts() : folder_(std::filesystem::temp_directory_path() / ("row_texts_" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(folder_);
  }
  ~RowTexts() override { std::filesystem::remove_all(folder_); }

  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }

  /// The rows of a text asked for, all of them when none is.
  static std::vector<RowText> rows(const std::string& path, const ReadOptions& options = {},
                                   std::vector<std::uint64_t> wanted = {}) {
    const auto data = read_dataset(path, options);
    EXPECT_TRUE(data.ok()) << data.error().text();
    for (std::uint64_t i = 0; wanted.size() < data.value().rows && (wanted.empty() || i > 0); ++i) wanted.push_back(i);
    auto texts = read_row_texts(path, data.value(), wanted);
    EXPECT_TRUE(texts.ok()) << texts.error().text();
    for (std::size_t k = 0; k < wanted.size(); ++k) {
      EXPECT_EQ(texts.value()[k].row, wanted[k]);
      EXPECT_EQ(texts.value()[k].line, data.value().lines.line(wanted[k]));
    }
    return texts.value();
  }

  std::filesystem::path folder_;
};

const char* const quoted_csv =
    "\n\"x\",label,\"a \"\"b\"\"\", z\n"
    "\n1.10,\"two\nlines\",\" +2e-3 \",7\n"
    "  \n\"-0\",\"say \"\"hi\"\"\",0.3333333333333333333333333333, .5\r\n";

TEST_F(RowTexts, OfQuotedCsvWithBlankLines) {
  const auto texts = rows(put("q.csv", quoted_csv));
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].label, "two\nlines");
  EXPECT_EQ(texts[0].line, 4U);
  EXPECT_EQ(texts[0].entries, (Entries{{0, "1.10"}, {1, "+2e-3"}, {2, "7"}}));
  EXPECT_EQ(texts[1].label, "say \"hi\"");
  EXPECT_EQ(texts[1].line, 7U);
  EXPECT_EQ(texts[1].entries, (Entries{{0, "-0"}, {1, "0.3333333333333333333333333333"}, {2, ".5"}}));
}

TEST_F(RowTexts, OfChosenRowsAndColumns) {
  ReadOptions options;
  options.columns = {" z", "x"};
  options.columns[0] = "z";
  const auto texts = rows(put("q.csv", quoted_csv), options, {1});
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].entries, (Entries{{0, ".5"}, {1, "-0"}}));
}

TEST_F(RowTexts, WithoutAHeader) {
  ReadOptions options;
  options.header = false;
  options.label = "2";
  const auto texts = rows(put("n.csv", "1.0,a,2\n3,b,4.50\n"), options);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].entries, (Entries{{0, "1.0"}, {1, "2"}}));
  EXPECT_EQ(texts[1].entries, (Entries{{0, "3"}, {1, "4.50"}}));
  EXPECT_EQ(texts[1].label, "b");
}

TEST_F(RowTexts, RowsLeftOutDoNotCount) {
  ReadOptions options;
  options.classes = {"a", "b"};
  options.weight = "w";
  options.missing = "drop";
  const auto texts = rows(put("l.csv", "x,w,label\n1.0,1,c\n2.0,1,a\nNA,1,a\n4.0,0,a\n5.0,2,b\n"), options);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].entries, (Entries{{0, "2.0"}}));
  EXPECT_EQ(texts[1].entries, (Entries{{0, "5.0"}}));
}

TEST_F(RowTexts, OfLibsvmWithComments) {
  const auto texts = rows(put("c.libsvm", "# head\n+1 1:0.10 003:-2e5 # 7:7\n\n-1.0\t2:+.5#x\r\n1\n"));
  ASSERT_EQ(texts.size(), 3U);
  EXPECT_EQ(texts[0].label, "+1");
  EXPECT_EQ(texts[0].entries, (Entries{{0, "0.10"}, {2, "-2e5"}}));
  EXPECT_EQ(texts[1].label, "-1.0");
  EXPECT_EQ(texts[1].entries, (Entries{{1, "+.5"}}));
  EXPECT_TRUE(texts[2].entries.empty());
}

TEST_F(RowTexts, OfZeroBasedLibsvm) {
  ReadOptions options;
  options.zero_based = true;
  const auto texts = rows(put("z.libsvm", "1 0:1.0 2:3\n-1 1:2.50\n"), options, {1});
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_EQ(texts[0].entries, (Entries{{1, "2.50"}}));
}

// The entries are numbered as the chosen columns are; the others are left out.
TEST_F(RowTexts, OfChosenLibsvmColumns) {
  ReadOptions options;
  options.columns = {"3", "9"};
  const auto texts = rows(put("c.libsvm", "1 1:1 3:2.0 9:3\n-1 2:5 9:1\n"), options);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[0].entries, (Entries{{0, "2.0"}, {1, "3"}}));
  EXPECT_EQ(texts[1].entries, (Entries{{1, "1"}}));
}

TEST_F(RowTexts, OfPackedTexts) {
  const auto plain = rows(put("q.csv", quoted_csv));
  for (const auto& packed : {test::gzip(quoted_csv), test::zstd(quoted_csv), test::xz(quoted_csv),
                             test::bzip2(quoted_csv), test::lz4(quoted_csv)}) {
    const auto texts = rows(put("packed.csv", packed));
    ASSERT_EQ(texts.size(), plain.size());
    for (std::size_t k = 0; k < texts.size(); ++k) EXPECT_EQ(texts[k].entries, plain[k].entries);
  }
}

/// Reads `before`, puts `after` in its place and asks for the last row.
Result<std::vector<RowText>> changed(const std::string& path, const std::string& after) {
  const auto data = read_dataset(path, {});
  EXPECT_TRUE(data.ok());
  std::ofstream(path, std::ios::binary) << after;
  return read_row_texts(path, data.value(), {data.value().rows - 1});
}

TEST_F(RowTexts, OfAChangedTextAreRefused) {
  const auto refused = [](const Result<std::vector<RowText>>& texts) {
    return !texts && texts.error().code == Code::bad_data && texts.error().message.find("changed") != std::string::npos;
  };
  const std::string csv = "x,label\n1,a\n2,b\n";
  for (const char* after : {"x,label\n1,a\n2,c\n", "x,label\n1,a\n", "x,label\n1,a\n2,b\n\n",
                            "x,label\n1,a\n2,b\n3,b\n", "", "x,label\r\n1,a\n2,b\n", "x,label\n1,\"a\n2,b\n"})
    EXPECT_TRUE(refused(changed(put("c.csv", csv), after))) << after;
  EXPECT_TRUE(refused(changed(put("c.libsvm", "1 1:1\n-1 1:2\n"), "1 1:1\n-1 1:3\n")));
  const auto same = changed(put("c.csv", csv), csv);
  EXPECT_TRUE(same.ok());
}

// Fields beyond the header's, an entry without ':': the text changed after it was read.
TEST_F(RowTexts, OfATextThatBecameRaggedAreRefused) {
  const auto longer = changed(put("c.csv", "x,label\n1,a\n2,b\n"), "x,label\n1,a\n2,b,3,4,5,6,7,8,9\n");
  EXPECT_FALSE(longer.ok());
  const auto junk = changed(put("c.libsvm", "1 1:1\n-1 1:2\n"), "1 1:1\n-1 junk\n");
  EXPECT_FALSE(junk.ok());
}

TEST_F(RowTexts, OfStandardInputAreRefused) {
  const auto data = read_dataset(put("c.csv", "x,label\n1,a\n2,b\n"), {});
  ASSERT_TRUE(data.ok());
  const auto texts = read_row_texts(TextAgain("-"), data.value(), {0});
  ASSERT_FALSE(texts.ok());
  EXPECT_EQ(texts.error().code, Code::usage);
}

}  // namespace
}  // namespace halfspace
