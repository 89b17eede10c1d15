// What every data set keeps, whatever text it came from: over all files of tests/data, read in several ways.
#include <cmath>
#include <cstring>
#include <ostream>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/text.hpp"
#include "format/corpus.hpp"

namespace halfspace {
namespace {

using test::bytes_of;
using test::corpus;
using test::dataset_of;
using test::ways_to_read;

template <class T>
void check_matrix(const DenseMatrix<T>& m, const Dataset& d) {
  EXPECT_EQ(m.value.size(), d.rows * d.cols);
}

template <class T>
void check_matrix(const CsrMatrix<T>& m, const Dataset& d) {
  ASSERT_EQ(m.start.size(), d.rows + 1);
  EXPECT_EQ(m.start[0], 0U);
  EXPECT_EQ(m.start[d.rows], m.value.size());
  EXPECT_EQ(m.column.size(), m.value.size());
  for (std::size_t i = 0; i < d.rows; ++i) {
    ASSERT_LE(m.start[i], m.start[i + 1]);
    const auto row = m.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      EXPECT_LT(row.column[k], d.cols);
      EXPECT_TRUE(k == 0 || row.column[k - 1] < row.column[k]) << "columns ascend";
    }
  }
}

std::uint64_t nonzeros(const Dataset& d) {
  return std::visit(
      [](const auto& m) {
        return static_cast<std::uint64_t>(std::count_if(m.value.begin(), m.value.end(), [](auto v) { return v != 0; }));
      },
      d.x);
}

bool all_equal_their_floats(const Dataset& d) {
  return std::visit(
      [](const auto& m) {
        return std::all_of(m.value.begin(), m.value.end(), [](auto v) {
          const auto wide = static_cast<double>(v);
          return static_cast<double>(static_cast<float>(wide)) == wide;
        });
      },
      d.x);
}

bool is_float(const Dataset& d) { return d.x.index() % 2 == 1; }

void check(const Dataset& d) {
  std::visit(
      [&](const auto& m) {
        EXPECT_EQ(m.rows, d.rows);
        EXPECT_EQ(m.cols, d.cols);
        check_matrix(m, d);
        for (const auto v : m.value) EXPECT_TRUE(std::isfinite(v));
      },
      d.x);
  EXPECT_GT(d.rows, 0U);
  EXPECT_EQ(d.nonzeros, nonzeros(d));
  EXPECT_EQ(is_float(d), all_equal_their_floats(d)) << "float exactly when nothing is lost";
  EXPECT_TRUE(d.columns.empty() || d.columns.size() == d.cols);
  ASSERT_EQ(d.label.size(), d.rows);
  std::vector<std::uint64_t> rows(d.classes.size());
  for (const std::uint32_t l : d.label) {
    ASSERT_LT(l, d.classes.size());
    ++rows[l];
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_EQ(rows[k], d.classes[k].rows);
    if (k == 0) continue;
    EXPECT_TRUE(d.numeric_labels ? d.classes[k - 1].number < d.classes[k].number
                                 : d.classes[k - 1].text < d.classes[k].text);
  }
  EXPECT_TRUE(d.weight.empty() || d.weight.size() == d.rows);
  for (const double w : d.weight) EXPECT_GT(w, 0);
  for (std::uint64_t i = 1; i < d.rows; ++i) EXPECT_LT(d.lines.line(i - 1), d.lines.line(i));
  EXPECT_GE(d.lines.line(0), 1U);
  EXPECT_GE(d.decimals, 0);
  EXPECT_EQ(d.text_hash.size(), 32U);
}

/// All of a data set as text, values bit by bit.
std::string written(const Result<Dataset>& read) {
  if (!read) return read.error().text();
  const Dataset& d = read.value();
  std::ostringstream out;
  out << d.x.index() << ' ' << d.rows << ' ' << d.cols << ' ' << d.nonzeros << ' ' << d.decimals << d.short_decimals
      << d.text_hash << ' ' << d.text_bytes << ' ' << d.other_class_rows << ' ' << d.missing_rows << ' '
      << d.absent_rows << ' ' << d.form.format << ' ' << d.form.label << '\n';
  for (const ClassLabel& c : d.classes) out << c.text << ' ' << c.number << ' ' << c.rows << '\n';
  for (const std::string& c : d.columns) out << c << '\n';
  for (std::uint64_t i = 0; i < d.rows; ++i) {
    out << d.label[i] << '@' << d.lines.line(i) << (d.weight.empty() ? 1 : d.weight[i]);
    std::visit(
        [&](const auto& m) {
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, &v, sizeof bits);
            out << ' ' << j << ':' << bits;
          });
        },
        d.x);
    out << '\n';
  }
  return out.str();
}

TEST(Datasets, KeepTheirInvariants) {
  std::size_t read = 0;
  for (const auto& path : corpus()) {
    for (const ReadOptions& options : ways_to_read()) {
      SCOPED_TRACE(path.filename());
      const auto data = dataset_of(bytes_of(path), path.filename(), options);
      if (data) check(data.value());
      read += data ? 1 : 0;
    }
  }
  EXPECT_GT(read, 150U);
}

TEST(Datasets, DoNotDependOnHowManyBytesARead) {
  for (const auto& path : corpus()) {
    for (const ReadOptions& options : ways_to_read()) {
      SCOPED_TRACE(path.filename());
      const auto whole = dataset_of(bytes_of(path), path.filename(), options);
      for (const std::size_t most : {1U, 2U, 7U}) {
        const auto pieces = dataset_of(bytes_of(path), path.filename(), options, most);
        ASSERT_EQ(pieces.ok(), whole.ok());
        // Of a damaged packed file whose text is bad too, either may be met first.
        if (whole || path.parent_path().filename() != "codec") {
          EXPECT_EQ(written(pieces), written(whole));
        }
      }
    }
  }
}

TEST(Datasets, ErrorsSayWhatAndWhere) {
  for (const auto& path : corpus()) {
    const auto data = dataset_of(bytes_of(path), "name.csv");
    if (data) continue;
    SCOPED_TRACE(path.filename());
    EXPECT_EQ(data.error().code, Code::bad_data);
    EXPECT_TRUE(data.error().where.starts_with("name.csv")) << data.error().text();
    EXPECT_GT(data.error().message.size(), 10U);
    EXPECT_LT(data.error().text().size(), 4000U);
  }
}

/// Labels drawn as numbers, and values of every size, as CSV and as LIBSVM text.
RC_GTEST_PROP(Datasets, CsvAndLibsvmOfTheSameNumbersAreEqual,
              (const std::vector<std::pair<bool, std::pair<double, float>>>& rows)) {
  RC_PRE(!rows.empty());
  std::string csv = "1,2,label\n";
  std::string libsvm;
  bool narrow = true;
  std::uint64_t count = 0;
  for (const auto& [positive, values] : rows) {
    const auto [wide, single] = values;
    RC_PRE(std::isfinite(wide) && std::isfinite(single));
    const std::string a = number_text(wide);
    const std::string b = number_text(static_cast<double>(single));
    csv += a + "," + b + (positive ? ",1\n" : ",-1\n");
    libsvm += std::string(positive ? "1" : "-1") + " 1:" + a + " 2:" + b + "\n";
    narrow = narrow && static_cast<double>(static_cast<float>(wide)) == wide;
    count += (wide != 0 ? 1U : 0U) + (single != 0 ? 1U : 0U);
  }
  const auto dense = dataset_of(csv, "d.csv");
  const auto sparse = dataset_of(libsvm, "d.libsvm");
  RC_ASSERT(dense.ok() && sparse.ok());
  RC_ASSERT(is_float(dense.value()) == narrow && is_float(sparse.value()) == narrow);
  RC_ASSERT(dense.value().nonzeros == count && sparse.value().nonzeros == count);
  RC_ASSERT(dense.value().decimals == sparse.value().decimals);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::vector<double> expected = {rows[i].second.first, static_cast<double>(rows[i].second.second)};
    for (const Dataset* data : {&dense.value(), &sparse.value()}) {
      std::visit(
          [&](const auto& m) {
            for_each_entry(m.row(i), [&](std::size_t j, double v) { RC_ASSERT(v == expected[j]); });
          },
          data->x);
    }
  }
}

TEST(Storage, IsFloatExactlyWhenNothingIsLost) {
  const auto stored = [](const std::string& value) {
    const auto csv = dataset_of("x,label\n" + value + ",a\n1,b\n", "s.csv");
    const auto libsvm = dataset_of("1 1:" + value + "\n-1 1:1\n", "s.libsvm");
    EXPECT_TRUE(csv.ok() && libsvm.ok());
    EXPECT_EQ(is_float(csv.value()), is_float(libsvm.value()));
    return is_float(csv.value());
  };
  for (const char* lossless :
       {"0", "-0", "0.5", "16777216", "-3.4028234663852886e38", "1.401298464324817e-45", "1e-400"})
    EXPECT_TRUE(stored(lossless)) << lossless;
  for (const char* lossy : {"0.1", "16777217", "3.4028235e38", "1.5e-45", "1e39", "5e-324", "1.7976931348623157e308"})
    EXPECT_FALSE(stored(lossy)) << lossy;
}

}  // namespace
}  // namespace halfspace
