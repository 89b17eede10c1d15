#include "format/hashed_columns.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/murmur_hash.hpp"
#include "base/parallel.hpp"
#include "base/text.hpp"
#include "data/decimals.hpp"
#include "format/building.hpp"
#include "format/hashed_rows.hpp"
#include "format/rounded_values.hpp"
#include "format/sparse_rows.hpp"

namespace halfspace {
namespace {

/// Where the columns of one text go.
class HashedNames {
 public:
  HashedNames(const Dataset& data, std::uint64_t stored, std::uint64_t bits, unsigned threads) : bits_(bits) {
    for (const std::string& name : data.columns) column_.push_back(hashed_place(name, bits));
    levels_.resize(data.levels.empty() ? 0 : data.columns.size());
    for (std::size_t j = 0; j < levels_.size(); ++j) {
      for (const std::string& level : data.levels[j])
        levels_[j].push_back(hashed_place(data.columns[j] + "=" + level, bits));
    }
    if (!column_.empty() || data.cols > stored) return;  // numbers are hashed where they stand, or once each
    column_.resize(data.cols);
    parallel_blocks(data.cols, threads, [&](std::size_t, std::size_t first, std::size_t last) {
      for (std::size_t j = first; j < last; ++j) column_[j] = of_number(j);
    });
  }

  HashedPlace of(std::size_t j) const { return column_.empty() ? of_number(j) : column_[j]; }

  bool holds_texts(std::size_t j) const { return !levels_.empty() && !levels_[j].empty(); }
  HashedPlace of_level(std::size_t j, double code) const { return levels_[j][static_cast<std::size_t>(code)]; }

 private:
  HashedPlace of_number(std::size_t j) const {
    std::array<char, 24> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): written before it is read
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), j + 1).ptr;
    return hashed_place({digits.data(), static_cast<std::size_t>(end - digits.data())}, bits_);
  }

  std::uint64_t bits_;
  std::vector<HashedPlace> column_;
  std::vector<std::vector<HashedPlace>> levels_;
};

/// What is known of all rows once they are hashed.
struct HashedFacts {
  std::atomic<bool> met = false;   // values were added, ...
  std::atomic<bool> whole = true;  // ... whose sums are below the bound of short decimals
  std::atomic<bool> wide = false;  // rows of floats were left as they were, since a sum is none
  std::atomic<std::uint64_t> overflow = std::numeric_limits<std::uint64_t>::max();  // the first row of an infinite sum

  void saw(const HashedRow& row, std::size_t i) {
    if (row.met()) met = true;
    if (row.most_sum() >= 1e15) whole = false;
    if (std::isfinite(row.most_sum())) return;
    std::uint64_t first = overflow;
    while (i < first && !overflow.compare_exchange_weak(first, i)) {
    }
  }
};

constexpr std::uint32_t not_yet = std::numeric_limits<std::uint32_t>::max();

/// Hashes the rows that are not yet, each in its own place, of which it then fills the first size[i] entries.
template <class T>
void hash_in_place(CsrMatrix<T>& x, const HashedNames& names, unsigned threads, std::vector<std::uint32_t>& size,
                   HashedFacts& facts) {
  parallel_blocks(x.rows, threads, [&](std::size_t, std::size_t first, std::size_t last) {
    HashedRow row;
    for (std::size_t i = first; i < last; ++i) {
      if (size[i] != not_yet) continue;
      row.clear();
      for_each_entry(x.row(i), [&](std::size_t j, double v) { row.add(names.of(j), v); });
      row.merge();
      facts.saw(row, i);
      if (std::is_same_v<T, float> && !row.floats()) {
        facts.wide = true;
        continue;
      }
      const std::size_t start = x.start[i];
      size[i] = static_cast<std::uint32_t>(row.columns().size());
      for (std::size_t k = 0; k < size[i]; ++k) {
        x.column[start + k] = row.columns()[k];
        x.value[start + k] = static_cast<T>(row.values()[k]);
      }
    }
  });
}

/// Rows stand behind each other again.
template <class T>
void close_gaps(CsrMatrix<T>& x, const std::vector<std::uint32_t>& size) {
  std::size_t to = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const std::size_t from = x.start[i];
    x.start[i] = to;
    if (to != from) {
      std::copy_n(x.column.data() + from, size[i], x.column.data() + to);
      std::copy_n(x.value.data() + from, size[i], x.value.data() + to);
    }
    to += size[i];
  }
  x.start[x.rows] = to;
  x.column.resize(to);
  x.value.resize(to);
  x.column.shrink();
  x.value.shrink();
}

template <class To, class From>
CsrMatrix<To> with_values(CsrMatrix<From> x, Buffer<To> values) {
  CsrMatrix<To> out;
  out.start = std::move(x.start);
  out.column = std::move(x.column);
  out.value = std::move(values);
  out.rows = x.rows;
  out.cols = x.cols;
  return out;
}

Matrix hashed(CsrMatrix<double> x, const HashedNames& names, unsigned threads, std::vector<std::uint32_t> size,
              HashedFacts& facts) {
  hash_in_place(x, names, threads, size, facts);
  close_gaps(x, size);
  if (!rows_of_floats || !narrows(x.value)) return x;
  Buffer<float> floats = std::move(x.value).narrowed<float>();
  return held(with_values<float>(std::move(x), std::move(floats)));
}

Matrix hashed(CsrMatrix<double> x, const HashedNames& names, unsigned threads, HashedFacts& facts) {
  std::vector<std::uint32_t> size(x.rows, not_yet);
  return hashed(std::move(x), names, threads, std::move(size), facts);
}

Matrix hashed(CsrMatrix<float> x, const HashedNames& names, unsigned threads, HashedFacts& facts) {
  std::vector<std::uint32_t> size(x.rows, not_yet);
  hash_in_place(x, names, threads, size, facts);
  if (!facts.wide) {
    close_gaps(x, size);
    return held(std::move(x));
  }
  Buffer<double> wide;
  wide.resize(x.value.size());
  std::copy(x.value.begin(), x.value.end(), wide.begin());
  x.value = {};
  return hashed(with_values<double>(std::move(x), std::move(wide)), names, threads, std::move(size), facts);
}

template <class T>
Matrix hashed(DenseMatrix<T> x, const HashedNames& names, unsigned, HashedFacts& facts) {
  SparseRows out;
  HashedRow row;
  for (std::size_t i = 0; i < x.rows; ++i) {
    row.clear();
    for_each_entry(x.row(i), [&](std::size_t j, double v) {
      if (!names.holds_texts(j))
        row.add(names.of(j), v);
      else if (v >= 0)
        row.add(names.of_level(j, v), 1);
    });
    row.merge();
    facts.saw(row, i);
    out.append(row.columns(), row.values(), row.columns().size(), row.floats());
    out.end_row();
  }
  return std::move(out).finish(x.cols);
}

/// Rows that were dense are written anew.
Result<void> check_copy(const Dataset& data, const ReadOptions& options, const std::string& name) {
  constexpr std::uint64_t bytes_kept = sizeof(float) + sizeof(std::uint32_t);
  const bool dense = std::visit([](const auto& x) { return !requires { x.column; }; }, data.x);
  const std::uint64_t bytes = data.nonzeros * bytes_kept;
  if (!dense || options.max_bytes == 0 || bytes <= options.max_bytes) return {};
  return Error{Code::bad_data, name,
               "the hashed rows need " + beyond_limit(bytes, options.max_bytes) +
                   "; give more with --max-memory, or fewer columns"};
}

}  // namespace

HashedPlace hashed_place(std::string_view name, std::uint64_t bits) {
  const auto h = static_cast<std::int32_t>(murmur_hash3(name, 0));
  const std::int64_t slots = std::int64_t{1} << bits;
  const bool least = h == std::numeric_limits<std::int32_t>::min();  // FeatureHasher has no |h| of it
  const std::int64_t size = least ? std::int64_t{2147483647} - (slots - 1) : std::abs(std::int64_t{h});
  return {static_cast<std::uint32_t>(size % slots), h < 0};
}

Result<void> hash_columns(Dataset& data, std::uint64_t bits, unsigned threads, const std::string& name) {
  const std::uint64_t stored = std::visit([](const auto& x) { return std::uint64_t{x.stored()}; }, data.x);
  const HashedNames names(data, stored, bits, threads);
  HashedFacts facts;
  data.x = std::visit([&](auto& x) { return hashed(std::move(x), names, threads, facts); }, data.x);
  if (facts.overflow < data.rows)
    return Error{Code::bad_data, name + ":" + std::to_string(data.lines.line(facts.overflow)),
                 "values that --hash-bits " + std::to_string(bits) +
                     " puts into one column add up beyond the largest double; rescale the columns, or give more bits"};
  data.form.hash_bits = bits;
  data.form.hashed_columns = std::exchange(data.columns, {});
  data.form.hashed_texts.clear();
  for (std::size_t j = 0; j < data.levels.size(); ++j) {
    if (!data.levels[j].empty()) data.form.hashed_texts.push_back(data.form.hashed_columns[j]);
  }
  data.levels.clear();
  data.cols = std::uint64_t{1} << bits;
  std::visit(
      [&](auto& x) {
        x.cols = data.cols;
        data.nonzeros =
            static_cast<std::uint64_t>(std::count_if(x.value.begin(), x.value.end(), [](auto v) { return v != 0; }));
      },
      data.x);
  const bool whole_sums = data.decimals <= 0 && facts.whole;  // of doubles, which are those of their decimals
  data.computed = true;
  if (!data.short_decimals || (facts.met && !whole_sums)) find_decimals(data, threads);
  return {};
}

Result<void> change_columns(Dataset& data, const ReadOptions& options, const std::string& name) {
  if (options.hash_bits > 0) {
    if (auto fits = check_copy(data, options, name); !fits) return fits;
    if (auto hashed = hash_columns(data, options.hash_bits, options.threads, name); !hashed) return hashed;
  }
  return options.rounded ? round_values(data, options.threads, name) : Result<void>();
}

ReadOptions as_written(const ReadOptions& options, const std::string& name) {
  ReadOptions out = options;
  out.hashed_later = options.hash_bits > 0;
  out.hash_bits = 0;
  out.rounded = false;
  if (!options.take) return out;
  out.take = [options, name](RowBlock& block) -> Result<void> {
    Dataset& rows = block.rows;
    const std::vector<std::string> columns = rows.columns;
    const std::uint64_t cols = rows.cols;
    if (const auto changed = change_columns(rows, options, name); !changed) return changed;
    auto taken = options.take(block);
    rows.columns = columns;
    rows.cols = cols;
    return taken;
  };
  return out;
}

}  // namespace halfspace
