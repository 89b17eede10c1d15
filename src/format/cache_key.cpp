// Which readings of a text the rows of a cache stand for.
#include <utility>

#include "format/cache.hpp"

namespace halfspace {
namespace {

// No less than the readers count (LibsvmRows, CsvRows): texts of labels, levels and groups twice, with 160 bytes each.
constexpr std::uint64_t bytes_an_entry = 20;
constexpr std::uint64_t bytes_a_row = 400;
constexpr std::uint64_t bytes_a_level = 160;
constexpr std::uint64_t copies_of_text = 2;

bool same_format(const CacheFacts& facts, const ReadOptions& o, NameFormat name) {
  const std::string& kept = facts.data.form.format;
  if (!o.format.empty()) return o.format == kept;
  if (!name.format.empty()) return name.format == kept;
  if (name.known && !facts.key.by_line) return false;
  return !o.for_model || !facts.key.by_line || o.model_format.empty() || o.model_format == kept;
}

/// Readers refuse rows beyond the limit of memory, and say where: the text shall do so.
bool within_memory(const Dataset& d, const ArrayForms& forms, std::uint64_t most) {
  if (most == 0) return true;
  const std::uint64_t an_entry = d.levels.empty() ? bytes_an_entry : bytes_a_level;
  const std::uint64_t share = most / 3;
  return forms.entries < share / an_entry && d.rows < share / bytes_a_row && d.text_bytes < share / copies_of_text;
}

/// The model's columns from LIBSVM text: entries in others would have to go.
bool serves_libsvm_model(const CacheFacts& facts, const ReadOptions& o) {
  const CacheKey& k = facts.key;
  if ((!o.weight.empty() && o.weight_needed) || !o.groups.empty()) return false;  // the reader refuses them
  return k.columns == o.columns && k.serial_numbers == o.serial_numbers &&
         (o.columns.empty() ? facts.data.cols <= o.model_cols : !o.unseen_squares);
}

/// ... from CSV: the rows must have been read for the same columns, all of them numbers and none missing.
bool serves_csv_model(const CacheFacts& facts, const ReadOptions& o) {
  const Dataset& d = facts.data;
  const CacheKey& k = facts.key;
  const char usual = d.form.format == "tsv" ? '\t' : ',';
  return d.columns == o.columns && d.levels.empty() && o.levels.empty() && o.categorical.empty() && k.missing.empty() &&
         k.groups.empty() && o.groups.empty() && k.style == o.style.words() && d.form.weight == o.weight &&
         o.need_label && d.form.label == o.label && d.form.header == o.header &&
         d.form.delimiter == (o.delimiter == 0 ? usual : o.delimiter) &&
         (o.header || o.model_fields == 0 || d.form.fields == o.model_fields);
}

}  // namespace

CacheKey key_of(const ReadOptions& o, NameFormat name) {
  CacheKey k;
  k.format = o.format;
  k.label = o.label;
  k.weight = o.weight;
  k.groups = o.groups;
  k.missing = o.missing;
  k.columns = o.columns;
  k.classes = o.classes;
  k.categorical = o.categorical;
  k.drop = o.drop;
  k.order_by = o.order_by;
  k.style = o.style.words();
  k.header = o.header;
  k.delimiter = o.delimiter;
  k.zero_based = o.zero_based;
  k.serial_numbers = o.serial_numbers;
  k.fills = o.fills;
  k.by_line = o.format.empty() && name.format.empty();
  return k;
}

bool serves(const CacheFacts& facts, const ReadOptions& o, NameFormat name) {
  const CacheKey& kept = facts.key;
  if (!o.style.plain_cells() || !o.order_by.empty()) return false;  // caches keep neither dates nor orders
  if (!o.drop.empty() && !o.for_model) return false;                // ... nor what was left out
  if (!same_format(facts, o, name) || !within_memory(facts.data, facts.forms, o.max_bytes)) return false;
  const bool libsvm = facts.data.form.format == "libsvm";
  if (o.for_model) {
    if (kept.classes != o.classes || (!o.classes.empty() && !o.need_label)) return false;
    if (!libsvm) return serves_csv_model(facts, o);
    return kept.zero_based == o.zero_based && kept.style == o.style.words() && serves_libsvm_model(facts, o);
  }
  CacheKey asked = key_of(o, name);
  asked.format = kept.format;
  asked.by_line = kept.by_line;
  asked.file_hash = kept.file_hash;
  asked.file_bytes = kept.file_bytes;
  // Whoever fills missing cells reads them as whoever does not, unless there are some.
  if (kept.missing.empty()) asked.fills = kept.fills;
  return o.need_label && asked == kept;
}

Dataset as_asked(Dataset data, const ReadOptions& o) {
  data.form.style = o.style;
  if (!o.for_model || data.form.format != "libsvm") return data;
  if (o.columns.empty()) {
    data.cols = o.model_cols;
    std::visit([&](auto& x) { x.cols = o.model_cols; }, data.x);
  }
  if (o.unseen_squares) data.unseen_squares.assign(data.rows, 0.0);
  if (o.need_label) return data;
  data.label.clear();
  data.classes.clear();
  data.numeric_labels = true;
  return data;
}

std::string text_format(const CacheFacts& facts, const ReadOptions& o) {
  if (!o.format.empty()) return o.format;
  return o.for_model && facts.key.by_line && !o.model_format.empty() ? o.model_format : facts.data.form.format;
}

}  // namespace halfspace
