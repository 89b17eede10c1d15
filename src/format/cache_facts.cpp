#include "format/cache_facts.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <utility>

namespace halfspace {
namespace {

constexpr std::uint64_t least_text = 8;  // bytes of a text: its length
constexpr std::uint64_t too_long = std::numeric_limits<std::uint64_t>::max();

/// One list of fields for both ways: a field is added to the bytes, or taken from them.
class FactWriter {
 public:
  template <class T>
  void number(const T& value) {
    out.append(reinterpret_cast<const char*>(&value),
               sizeof(T));  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
  }
  void text(const std::string& s) {
    number(std::uint64_t{s.size()});
    out += s;
  }
  template <class List, class F>
  void list(const List& items, std::uint64_t, F item) {
    number(std::uint64_t{items.size()});
    for (auto& one : items) item(one);
  }

  std::string out;
};

class FactReader {
 public:
  explicit FactReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  void number(T& value) {
    if (rest_.size() < sizeof(T)) {
      failed_ = true;
      rest_ = {};
      return;
    }
    if constexpr (std::is_same_v<T, bool>) {
      failed_ = failed_ || static_cast<unsigned char>(rest_.front()) > 1;
      value = rest_.front() == 1;
    } else {
      std::memcpy(&value, rest_.data(), sizeof(T));
    }
    rest_.remove_prefix(sizeof(T));
  }
  void text(std::string& s) {
    s.assign(rest_.substr(0, count(1)));
    rest_.remove_prefix(s.size());
  }
  /// `least`: bytes of an item, so that no list is longer than what is left.
  template <class List, class F>
  void list(List& items, std::uint64_t least, F item) {
    items.resize(count(least));
    for (auto& one : items) item(one);
  }

  bool whole() const { return !failed_ && rest_.empty(); }

 private:
  std::size_t count(std::uint64_t least) {
    std::uint64_t n = 0;
    number(n);
    if (n > rest_.size() / least) {
      failed_ = true;
      rest_ = {};
      return 0;
    }
    return static_cast<std::size_t>(n);
  }

  std::string_view rest_;
  bool failed_ = false;
};

/// The fields in their order (docs/formats/cache.md).
template <class Io, class Key>
void key_fields(Io& io, Key& k) {
  const auto texts = [&](auto& list) { io.list(list, least_text, [&](auto& s) { io.text(s); }); };
  for (auto* s : {&k.format, &k.label, &k.weight, &k.groups, &k.missing, &k.order_by, &k.style}) io.text(*s);
  for (auto* list : {&k.columns, &k.classes, &k.categorical, &k.drop}) texts(*list);
  io.number(k.header);
  io.number(k.delimiter);
  for (auto* flag : {&k.zero_based, &k.serial_numbers, &k.fills, &k.by_line}) io.number(*flag);
  io.text(k.file_hash);
  io.number(k.file_bytes);
}

template <class Io, class Forms>
void form_fields(Io& io, Forms& f) {
  io.number(f.dense);
  io.number(f.wide);
  io.number(f.entries);
  io.number(f.sizes);
  io.number(f.gaps);
  io.number(f.far);
  io.number(f.values);
  io.number(f.table);
  io.number(f.labels);
  io.number(f.groups);
  io.number(f.weights);
}

template <class Io, class Data, class Steps>
void data_fields(Io& io, Data& d, Steps& steps) {
  const auto texts = [&](auto& list) { io.list(list, least_text, [&](auto& s) { io.text(s); }); };
  for (auto* n : {&d.rows, &d.cols, &d.nonzeros}) io.number(*n);
  io.number(d.numeric_labels);
  io.list(d.classes, least_text + 16, [&](auto& c) {
    io.text(c.text);
    io.number(c.number);
    io.number(c.rows);
  });
  texts(d.columns);
  io.list(d.levels, least_text, texts);
  io.list(steps, 16, [&](auto& s) {
    io.number(s.row);
    io.number(s.line);
  });
  io.number(d.decimals);
  io.number(d.short_decimals);
  io.text(d.form.format);
  io.number(d.form.delimiter);
  io.number(d.form.header);
  io.number(d.form.zero_based);
  io.text(d.form.label);
  io.text(d.form.weight);
  io.number(d.form.fields);
  io.text(d.text_sha256);
  for (auto* n : {&d.text_bytes, &d.other_class_rows, &d.missing_rows, &d.absent_rows}) io.number(*n);
}

/// Item sizes are small: only counts overflow.
std::uint64_t plus_product(std::uint64_t sum, std::uint64_t count, std::uint64_t size) {
  if (sum == too_long || (size > 0 && count > (too_long - 1 - sum) / size)) return too_long;
  return sum + count * size;
}

}  // namespace

std::uint64_t CacheFacts::array_bytes() const {
  std::uint64_t sum = 0;
  if (!forms.dense) {
    sum = plus_product(sum, data.rows, forms.sizes);
    sum = plus_product(sum, forms.far, 4);
    sum = plus_product(sum, forms.entries, forms.gaps);
  }
  sum = plus_product(sum, forms.table, 8);
  static constexpr std::array<std::uint64_t, 6> value_bytes = {0, 1, 2, 4, 4, 8};
  sum = plus_product(sum, forms.entries, value_bytes[static_cast<std::size_t>(forms.values)]);
  sum = plus_product(sum, data.rows, forms.labels);
  sum = plus_product(sum, data.rows, forms.weights ? 8 : 0);
  return plus_product(sum, data.rows, forms.groups);
}

std::string CacheFacts::bytes() const {
  FactWriter io;
  key_fields(io, key);
  form_fields(io, forms);
  data_fields(io, data, data.lines.steps());
  return std::move(io.out);
}

bool CacheFacts::parse(std::string_view bytes, std::uint64_t length) {
  FactReader io(bytes);
  std::vector<LineIndex::Step> steps;
  key_fields(io, key);
  form_fields(io, forms);
  data_fields(io, data, steps);
  for (const LineIndex::Step& s : steps) data.lines.add(s.row, s.line);
  return io.whole() && data.lines.steps().size() == steps.size() && fit(*this) && array_bytes() == length;
}

}  // namespace halfspace
