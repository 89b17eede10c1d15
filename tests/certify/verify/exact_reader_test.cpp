// The exact reader beside the fast one, over all files of tests/data: the same rows, lines, labels and values, and it
// refuses what the fast one refuses.
#include "certify/verify/exact_reader.hpp"

#include <set>

#include <gtest/gtest.h>

#include "base/number.hpp"
#include "certify/verify/exact_features.hpp"
#include "data/label.hpp"
#include "feature/feature_map.hpp"
#include "feature/row_encoder.hpp"
#include "format/corpus.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

struct Rows {
  ExactReading reading;
  std::vector<ExactRow> rows;
};

Result<Rows> exact_rows(const Certificate& c, const std::string& bytes, const std::string& name,
                        std::size_t most = std::size_t{1} << 20U) {
  auto source = unpack(std::make_unique<test::Pieces>(bytes, most), name);
  if (!source) return source.error();
  Rows out;
  auto reading = read_exact_rows(c, *source.value(), name, [&](const ExactRow& row) { out.rows.push_back(row); });
  if (!reading) return reading.error();
  out.reading = std::move(reading).value();
  return out;
}

/// How a certificate describes this data set: the first class against the others.
Certificate described(const Dataset& d, const FeatureMap& map, const std::string& missing) {
  Certificate c;
  c.data.format = d.form.format;
  c.data.delimiter = d.form.delimiter;
  c.data.header = d.form.header;
  c.data.label = d.form.label;
  c.data.weight = d.form.weight;
  c.data.zero_based = d.form.zero_based;
  c.data.missing = missing.empty() ? "error" : missing;
  c.numeric_classes = d.numeric_labels;
  for (const ClassLabel& k : d.classes) (c.negative.empty() ? c.negative : c.positive).push_back(k.text);
  c.column_count = d.cols;
  for (const InputColumn& column : map.inputs) c.columns.push_back({column.name, column.levels});
  return c;
}

/// The double nearest to an exact decimal.
double nearest_double(const Decimal& x) {
  Number n;
  EXPECT_TRUE(parse_number(x.digits.get_str() + "e" + std::to_string(x.exponent), n));
  return n.value;
}

void expect_same(const Dataset& d, const FeatureMap& map, const Rows& exact) {
  ASSERT_EQ(exact.rows.size(), d.rows);
  EXPECT_EQ(exact.reading.rows, d.rows);
  RowEncoder encode(map, d);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < d.rows; ++i) {
          const ExactRow& row = exact.rows[i];
          EXPECT_EQ(row.row, i);
          EXPECT_EQ(row.line, d.lines.line(i));
          EXPECT_EQ(row.positive, d.label[i] > 0);
          std::vector<std::pair<std::uint64_t, double>> fast;
          for (const auto& e : encode(x.row(i))) {
            if (e.value != 0) fast.emplace_back(e.column, e.value);
          }
          std::vector<std::pair<std::uint64_t, double>> slow;
          for (const ExactEntry& e : row.entries) {
            if (nearest_double(e.value) != 0) slow.emplace_back(e.column, nearest_double(e.value));
          }
          EXPECT_EQ(slow, fast);
        }
      },
      d.x);
}

/// Numbers up to 1e400, whose doubles are infinite.
const std::set<std::string> refused_by_the_fast_reader_alone = {
    "csv/number_barely_overflow.csv", "csv/number_overflow_digits.csv", "csv/labels_one_double.csv",
    "libsvm/labels_one_double.libsvm"};
/// Nonzero numbers below 1e-400.
const std::set<std::string> refused_by_the_exact_reader_alone = {"digits_400.csv", "underflow.csv"};

TEST(ExactReader, ReadsTheCorpusAsTheFastReaderDoes) {
  int read = 0;
  for (const test::fs::path& file : test::corpus()) {
    if (file.parent_path().filename() == "model" || file.extension() == ".cert") continue;
    const std::string bytes = test::bytes_of(file);
    auto ways = test::ways_to_read();
    for (const char* missing : {"category", "drop"}) {
      ways.emplace_back().missing = missing;
      ways.back().categorical = {"auto"};
    }
    for (std::size_t w = 0; w < ways.size(); ++w) {
      const auto data = test::dataset_of(bytes, file.string(), ways[w]);
      if (!data) continue;
      SCOPED_TRACE(file.string() + " way " + std::to_string(w));
      const Dataset& d = data.value();
      const auto map = fit_features(d, {}, "", file.string());
      ASSERT_TRUE(map.ok());
      const auto exact = exact_rows(described(d, map.value(), ways[w].missing), bytes, file.string());
      ASSERT_TRUE(exact.ok());
      EXPECT_EQ(exact.value().reading.problem.has_value(),
                refused_by_the_exact_reader_alone.contains(file.filename().string()));
      if (exact.value().reading.problem) continue;
      expect_same(d, map.value(), exact.value());
      ++read;
    }
  }
  EXPECT_GT(read, 100);
}

TEST(ExactReader, RefusesWhatTheFastReaderRefuses) {
  int refused = 0;
  for (const test::fs::path& file : test::corpus()) {
    if (file.parent_path().filename() == "model" || file.extension() == ".cert") continue;
    const std::string bytes = test::bytes_of(file);
    const std::string name = file.parent_path().filename().string() + "/" + file.filename().string();
    ReadOptions plain;
    plain.format = std::string(guess_format(file.string(), "", "csv"));
    const auto data = test::dataset_of(bytes, file.string(), plain);
    if (data) continue;
    SCOPED_TRACE(name + ": " + data.error().text());
    Certificate c;  // the columns as the first line names them
    c.data.format = plain.format;
    c.data.delimiter = plain.format == "tsv" ? '\t' : ',';
    c.column_count = 2147483646;
    c.numeric_classes = true;
    c.negative = {"-1", "0", "2"};
    c.positive = {"1"};
    c.data.label = "label";
    const std::size_t begin = std::min(bytes.find_first_not_of("\r\n \t"), bytes.size());
    const std::string header = bytes.substr(begin, bytes.find_first_of("\r\n", begin) - begin);
    for (const std::string& column : split(header, c.data.delimiter)) {
      if (column != "label") c.columns.push_back({column, {}});
    }
    const auto exact = exact_rows(c, bytes, file.string());
    const bool fine = exact && !exact.value().reading.problem;
    const std::string why = data.error().message;
    if (why.starts_with("the file is empty") || why.starts_with("no rows of data")) {
      EXPECT_TRUE(!exact || exact.value().reading.rows == 0);  // verify() refuses such
      continue;
    }
    EXPECT_EQ(fine, refused_by_the_fast_reader_alone.contains(name));
    refused += fine ? 0 : 1;
  }
  EXPECT_GT(refused, 80);
}

TEST(ExactReader, PiecesMakeNoDifference) {
  const std::string text = "x,label\n\"1\",\"a\nb\"\n2.50,c\n";
  Certificate c;
  c.data.format = "csv";
  c.data.label = "label";
  c.columns = {{"x", {}}};
  c.negative = {"a\nb"};
  c.positive = {"c"};
  for (std::size_t most = 1; most < 9; ++most) {
    const auto rows = exact_rows(c, text, "t", most);
    ASSERT_TRUE(rows.ok() && !rows.value().reading.problem);
    ASSERT_EQ(rows.value().rows.size(), 2U);
    EXPECT_EQ(rows.value().rows[0].line, 2U);
    EXPECT_EQ(rows.value().rows[1].line, 4U);
    EXPECT_EQ(rows.value().rows[1].entries[0].value.value(), Rational(5, 2));
    EXPECT_EQ(rows.value().reading.sha256, "62598c8dd1da43f12e60d39789ce7fc99d2fa04fd638cc0cc11b212ba6fd148e");
  }
}

}  // namespace
}  // namespace halfspace
