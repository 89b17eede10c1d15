#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "base/huge_pages.hpp"
#include "format/cache_arrays.hpp"
#include "format/value_codes.hpp"

namespace halfspace {
namespace {

constexpr std::size_t block_items = 8192;  // their bytes stay in the cache until they are decoded

/// Takes arrays in blocks of items.
class ArrayReader {
 public:
  ArrayReader(CacheFile& file, const ReadOptions& options) : file_(file), options_(options) {}

  /// Calls f(items, place of the first) block by block; f says whether they are sound.
  template <class Stored, class F>
  bool each(std::uint64_t count, F&& f) {
    std::array<Stored, block_items> items;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
    for (std::uint64_t at = 0; at < count && !problem_; at += items.size()) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(items.size(), count - at));
      auto* const bytes = reinterpret_cast<char*>(items.data());  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
      if (const auto got = file_.read({bytes, n * sizeof(Stored)}); !got) return fail(got.error());
      if (options_.stop.ended()) return fail({Code::interrupted, file_.name(), "reading was interrupted"});
      if (!f(std::span<const Stored>(items.data(), n), static_cast<std::size_t>(at)))
        return fail(file_.damaged("its arrays contradict its facts"));
    }
    return !problem_;
  }

  /// The same for whole numbers of so many bytes.
  template <class F>
  bool each_of_width(std::uint8_t width, std::uint64_t count, F&& f) {
    return width == 1   ? each<std::uint8_t>(count, f)
           : width == 2 ? each<std::uint16_t>(count, f)
                        : each<std::uint32_t>(count, f);
  }

  /// Memory for `count` values that are there if the file is as long as it says; else it grows with what is read.
  template <class T>
  void expect(Buffer<T>& values, std::uint64_t count) const {
    if (file_.size_known()) expect_values(values, static_cast<double>(count));
  }

  bool fail(Error error) {
    if (!problem_) problem_ = std::move(error);
    return false;
  }
  bool contradiction() { return fail(file_.damaged("its arrays contradict its facts")); }
  const std::optional<Error>& problem() const { return problem_; }

 private:
  CacheFile& file_;
  const ReadOptions& options_;
  std::optional<Error> problem_;
};

/// Columns from gaps, a block at a time: `row` is the row that the next entry is in.
class Columns {
 public:
  Columns(const Buffer<std::uint64_t>& start, const Buffer<std::uint32_t>& far, std::uint64_t cols)
      : start_(start), far_(far), cols_(cols) {}

  template <class Gap>
  bool add(std::span<const Gap> gaps, std::uint32_t* to, std::uint64_t at) {
    std::uint64_t largest = 0;
    const std::uint64_t end = at + gaps.size();
    for (std::size_t k = 0; at < end;) {
      while (start_[row_ + 1] <= at) {
        ++row_;
        next_ = 0;
      }
      for (const std::uint64_t stop = std::min(end, start_[row_ + 1]); at < stop; ++at, ++k) {
        const std::uint64_t column = column_of(gaps[k]);
        if (column < next_) return false;
        to[k] = static_cast<std::uint32_t>(column);
        next_ = column + 1;
      }
      largest = std::max(largest, next_);
    }
    return largest <= cols_;
  }

  bool all_far_used() const { return far_used_ == far_.size(); }

 private:
  template <class Gap>
  std::uint64_t column_of(Gap gap) {
    if constexpr (sizeof(Gap) == 4) {
      return gap;  // itself
    } else {
      if (gap != static_cast<Gap>(-1)) return next_ + gap;
      return far_used_ < far_.size() ? far_[far_used_++] : cols_;
    }
  }

  const Buffer<std::uint64_t>& start_;
  const Buffer<std::uint32_t>& far_;
  std::uint64_t cols_;
  std::size_t row_ = 0;
  std::uint64_t next_ = 0;  // the least column that may follow in the row
  std::size_t far_used_ = 0;
};

template <class T>
bool take_columns_of(CsrMatrix<T>& x, const CacheFacts& facts, ArrayReader& in) {
  const ArrayForms& forms = facts.forms;
  in.expect(x.start, x.rows + 1);
  x.start.push_back(0);
  bool fine = in.each_of_width(forms.sizes, x.rows, [&](auto sizes, std::size_t) {
    x.start.make_room(sizes.size());
    for (const std::uint64_t size : sizes) x.start.push_back(x.start.back() + size);
    return x.start.back() <= forms.entries;
  });
  if (!fine || x.start.back() != forms.entries) return in.contradiction();
  Buffer<std::uint32_t> far;
  fine = in.each<std::uint32_t>(forms.far, [&](auto columns, std::size_t) {
    far.make_room(columns.size());
    for (const std::uint32_t j : columns) far.push_back(j);
    return true;
  });
  if (!fine) return false;
  Columns columns(x.start, far, x.cols);
  in.expect(x.column, forms.entries);
  fine = in.each_of_width(forms.gaps, forms.entries, [&](auto gaps, std::size_t at) {
    x.column.make_room(gaps.size());
    x.column.resize(at + gaps.size());
    return columns.add(gaps, x.column.data() + at, at);
  });
  return fine && (columns.all_far_used() || in.contradiction());
}

template <class T>
bool take_columns_of(DenseMatrix<T>&, const CacheFacts&, ArrayReader&) {
  return true;
}

/// Values of a text are finite, and floats only where all are; a missing cell that takes a mean is NaN until then.
template <class T>
class Values {
 public:
  Values(Buffer<T>& to, const CacheFacts& facts, ArrayReader& in) : to_(to), facts_(facts), in_(in) {}

  bool take() {
    in_.expect(to_, forms_.entries);
    const bool fine = in_.each<double>(forms_.table, [&](auto values, std::size_t) {
      table_.insert(table_.end(), values.begin(), values.end());
      return sound(values);
    });
    if (!fine) return false;
    switch (forms_.values) {
      case ValueForm::ones:
        to_.resize(forms_.entries);
        std::fill(to_.begin(), to_.end(), T{1});
        nonzeros_ = forms_.entries;
        return true;
      case ValueForm::codes8:
        table_.resize(0x100, table_.front());  // a code beyond the table cannot lead beyond memory
        return coded<std::uint8_t>();
      case ValueForm::codes16:
        table_.resize(0x10000, table_.front());
        return coded<std::uint16_t>();
      case ValueForm::decimals:
        return converted<std::uint32_t>([](std::uint32_t d) { return ShortDecimal::value(d); });
      case ValueForm::floats:
        return converted<float>([](float v) { return v; });
      case ValueForm::doubles:
        return converted<double>([](double v) { return v; });
    }
    return false;
  }

  std::uint64_t nonzeros() const { return nonzeros_; }

 private:
  /// Finite, and a T.
  static bool held(double v) {
    return std::fabs(v) <= double{std::numeric_limits<T>::max()} && double{static_cast<T>(v)} == v;
  }
  template <class V>
  bool sound(std::span<const V> values) const {
    std::size_t odd = 0;
    for (const V v : values) odd += held(v) || (missing_ && std::isnan(v)) ? 0U : 1U;
    return odd == 0;
  }

  template <class Code>
  bool coded() {
    std::vector<T> table(table_.size());
    std::transform(table_.begin(), table_.end(), table.begin(), [](double v) { return static_cast<T>(v); });
    return converted<Code>([t = table.data()](Code c) { return t[c]; });
  }

  template <class Stored, class F>
  bool converted(F value) {
    return in_.each<Stored>(forms_.entries, [&](std::span<const Stored> stored, std::size_t at) {
      to_.make_room(stored.size());
      to_.resize(at + stored.size());
      T* const to = to_.data() + at;
      for (std::size_t k = 0; k < stored.size(); ++k) to[k] = static_cast<T>(value(stored[k]));
      for (std::size_t k = 0; k < stored.size(); ++k) nonzeros_ += to[k] != 0 ? 1U : 0U;
      return !std::is_floating_point_v<Stored> || sound(stored);
    });
  }

  Buffer<T>& to_;
  const CacheFacts& facts_;
  const ArrayForms& forms_ = facts_.forms;
  const bool missing_ = forms_.dense && facts_.key.missing.find("mean") != std::string::npos;  // may values be?
  ArrayReader& in_;
  std::vector<double> table_;
  std::uint64_t nonzeros_ = 0;
};

template <class M>
bool take_matrix(M x, CacheFacts& facts, ArrayReader& in) {
  Dataset& d = facts.data;
  x.rows = d.rows;
  x.cols = d.cols;
  if (!take_columns_of(x, facts, in)) return false;
  Values values(x.value, facts, in);
  if (!values.take()) return false;
  d.x = held(std::move(x));
  return values.nonzeros() == d.nonzeros || in.contradiction();
}

bool take_any_matrix(CacheFacts& facts, ArrayReader& in) {
  const ArrayForms& forms = facts.forms;
  if (forms.dense && forms.wide) return take_matrix(DenseMatrix<double>{}, facts, in);
  if (forms.dense) return take_matrix(DenseMatrix<float>{}, facts, in);
  if (forms.wide) return take_matrix(CsrMatrix<double>{}, facts, in);
  return take_matrix(CsrMatrix<float>{}, facts, in);
}

/// Labels, weights and groups.
bool take_beside(CacheFacts& facts, ArrayReader& in) {
  Dataset& d = facts.data;
  std::vector<std::uint64_t> rows(d.classes.size());
  bool fine = in.each_of_width(facts.forms.labels, d.rows, [&](auto labels, std::size_t) {
    for (const std::uint32_t label : labels) {
      if (label >= rows.size()) return false;
      ++rows[label];
    }
    d.label.insert(d.label.end(), labels.begin(), labels.end());
    return true;
  });
  if (!fine) return false;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (rows[k] == 0 || rows[k] != d.classes[k].rows) return in.contradiction();
  }
  if (facts.forms.weights) {
    fine = in.each<double>(d.rows, [&](auto weights, std::size_t) {
      d.weight.insert(d.weight.end(), weights.begin(), weights.end());
      return std::all_of(weights.begin(), weights.end(), [](double w) { return w > 0 && std::isfinite(w); });
    });
  }
  if (!fine || facts.forms.groups == 0) return fine;
  return in.each_of_width(facts.forms.groups, d.rows, [&](auto groups, std::size_t) {
    d.group.insert(d.group.end(), groups.begin(), groups.end());
    return std::all_of(groups.begin(), groups.end(), [&](std::uint64_t g) { return g < d.rows; });
  });
}

/// A column of texts holds codes of its levels, or -1 for none of them.
bool levels_fit(const Dataset& d) {
  return std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < d.rows && !d.levels.empty(); ++i) {
          std::size_t j = 0;
          bool fits = true;
          for_each_entry(x.row(i), [&](std::size_t, double v) {
            const auto levels = static_cast<double>(d.levels[j++].size());
            fits = fits && (levels == 0 || (v >= -1 && v < levels && v == std::floor(v)));
          });
          if (!fits) return false;
        }
        return true;
      },
      d.x);
}

}  // namespace

Result<Dataset> take_arrays(CacheFile& file, CacheFacts facts, const ReadOptions& options) {
  ArrayReader in(file, options);
  if (!take_any_matrix(facts, in) || !take_beside(facts, in)) return *in.problem();
  if (const auto whole = file.end_arrays(); !whole) return whole.error();
  if (!levels_fit(facts.data)) return file.damaged("its arrays contradict its facts");
  facts.data.text_hash = TextHash::hex(file.head().text_hash);
  return std::move(facts.data);
}

}  // namespace halfspace
