#include "train/reading.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "feature/coding_flags.hpp"
#include "format/formats.hpp"
#include "format/hashed_columns.hpp"
#include "format/libsvm_rows.hpp"
#include "train/limits.hpp"

namespace halfspace {

namespace {

/// --hash-bits, and what does not go with it.
Result<void> read_hash_bits(const Settings& settings, ReadOptions& o) {
  if (!settings.has("hash-bits")) return {};
  const auto bits = settings.count("hash-bits", 0);
  if (!bits || bits.value() < 1 || bits.value() > most_hash_bits)
    return Error{Code::usage, "--hash-bits",
                 in_quotes(settings.get("hash-bits")) + " is not a whole number from 1 to " +
                     std::to_string(most_hash_bits) + "; 18 makes 262,144 columns, 22 makes 4,194,304"};
  if (settings.has("missing") && o.missing != "drop")
    return Error{
        Code::usage, "--missing",
        in_quotes(o.missing) + " is for columns that keep their names, and --hash-bits hashes them; choose drop"};
  if (o.serial_numbers)
    return Error{Code::usage, "--hash-bits", "is for features, and --kernel precomputed has none; leave it out"};
  if (o.style.dates == Dates::days || o.style.dates == Dates::parts)
    return Error{Code::usage, "--dates",
                 in_quotes(std::string(name_of(o.style.dates))) +
                     " is for columns that keep their names, and --hash-bits hashes them; leave the columns out "
                     "(--drop COL,...)"};
  o.hash_bits = bits.value();
  return {};
}

Result<void> read_delimiter(const Settings& settings, ReadOptions& o) {
  if (!settings.has("delimiter")) return {};
  const std::string delimiter = settings.get("delimiter");
  const bool tab = delimiter == "tab" || delimiter == "\\t" || delimiter == "\t";
  if (!tab && (delimiter.size() != 1 || !can_delimit(delimiter[0])))
    return Error{Code::usage, "--delimiter",
                 in_quotes(delimiter) + " is not one ASCII character (not a quote or newline) or 'tab'"};
  o.delimiter = tab ? '\t' : delimiter[0];
  return {};
}

/// --missing: drop alone, or some of the others in their usual order.
Result<std::string> missing_rules(const std::string& value, bool given) {
  if (value == "drop" || !given) return value;
  const std::vector<std::string> asked = split(value, ',');
  std::string out;
  std::size_t known = 0;
  for (const char* rule : {"mean", "category", "drop-label"}) {
    const auto times = std::count(asked.begin(), asked.end(), rule);
    known += times == 1 ? 1 : 0;
    if (times == 1) out += (out.empty() ? "" : ",") + std::string(rule);
  }
  if (known == asked.size() && known > 0) return out;
  return Error{Code::usage, "--missing",
               in_quotes(value) + " is not one of drop, mean, category, drop-label, or a list of the last three"};
}

/// What becomes of missing cells: as asked, else as the model was trained; rows without a label left out besides.
Result<void> fill_as(const std::string& trained, std::string& asked) {
  const auto knows = [&](const char* word) { return trained.find(word) != std::string::npos; };
  for (const char* word : {"mean", "category"}) {
    if (asked.find(word) != std::string::npos && !knows(word))
      return Error{Code::usage, "--missing",
                   in_quotes(word) + " needs a model that was trained with it; this one was trained with " +
                       (trained.empty() ? "no rule for missing cells" : "--missing " + trained) +
                       ": say --missing drop to leave such rows out, or train with --missing " + word};
  }
  const bool fills = knows("mean") || knows("category");
  if (asked.empty() && trained != "drop") asked = trained;
  if (asked == "drop-label" && fills) asked = trained + (knows("drop-label") ? "" : ",drop-label");
  return {};
}

}  // namespace

Result<ReadOptions> read_options(const Settings& settings) {
  ReadOptions o;
  o.format = settings.get("format");
  o.label = settings.get("label");
  for (const auto& [name, list] : {std::pair{"columns", &o.columns}, std::pair{"classes", &o.classes},
                                   std::pair{"categorical", &o.categorical}, std::pair{"drop", &o.drop}}) {
    auto parts = quoted_list(settings.get(name), "--" + std::string(name));
    if (!parts) return parts.error();
    *list = std::move(parts).value();
  }
  if (const auto fine = add_ordered_columns(settings.get("ordered"), o.categorical); !fine) return fine.error();
  o.weight = settings.get("weight");
  o.groups = settings.get("groups");
  o.order_by = settings.get("order-by");
  auto style = styled({}, settings.values);
  if (!style) return style.error();
  o.style = std::move(style).value();
  o.header = !settings.has("no-header");
  o.zero_based = settings.has("zero-based");
  o.serial_numbers = settings.get("kernel") == "precomputed";
  o.missing = settings.get("missing");
  o.data_cache = settings.has("data-cache");
  if (!o.format.empty() && o.format != "csv" && o.format != "tsv" && o.format != "libsvm") {
    return Error{Code::usage, "--format", in_quotes(o.format) + " is not one of csv, tsv, libsvm"};
  }
  auto missing = missing_rules(o.missing, settings.has("missing"));
  if (!missing) return missing.error();
  o.missing = std::move(missing).value();
  if (settings.has("missing") && o.serial_numbers)
    return Error{
        Code::usage, "--missing",
        "cannot be combined with --kernel precomputed, which needs a value for every pair of rows; compute missing "
        "values, or leave out both the row and its column"};
  for (const char* list :
       {"columns", "categorical", "classes", "label", "weight", "groups", "drop", "order-by", "na"}) {
    if (settings.has(list) && settings.get(list).empty())
      return Error{Code::usage, "--" + std::string(list), "is empty; expected " + std::string(list) + " to choose"};
  }
  std::unordered_set<std::string_view> named;
  for (const std::string& label : o.classes) {
    if (!named.insert(label).second)
      return Error{Code::usage, "--classes", in_quotes(label) + " is a duplicate label; name each label once"};
  }
  if (const auto fits = read_delimiter(settings, o); !fits) return fits.error();
  if (const auto fits = read_hash_bits(settings, o); !fits) return fits.error();
  const std::string precision = settings.get("precision", "exact");
  if (precision != "exact" && precision != "float")
    return Error{Code::usage, "--precision", in_quotes(precision) + " is not one of exact, float"};
  o.rounded = precision == "float";
  const auto limit = memory_limit(settings);
  if (!limit) return limit.error();
  o.max_bytes = limit.value();
  const auto threads = thread_count(settings);
  if (!threads) return threads.error();
  o.threads = threads.value();
  return o;
}

Result<ReadOptions> read_options_for(const Model& model, const Settings& settings, bool need_label) {
  auto options = read_options(settings);
  if (!options) return options;
  ReadOptions& o = options.value();
  o.for_model = true;
  o.model_format = model.form.format;
  o.need_label = need_label;
  o.rounded = false;  // rows to score are what their text says
  o.hash_bits = model.form.hash_bits;
  o.columns = o.hash_bits > 0 ? model.form.hashed_columns : model.map.input_names();
  if (o.hash_bits > 0) o.categorical = model.form.hashed_texts;
  if (auto fine = fill_as(model.map.missing, o.missing); !fine) return fine.error();
  if (model.map.categorical()) {
    for (const InputColumn& c : model.map.inputs) o.levels.push_back(c.levels);
  }
  auto style = styled(model.form.style, settings.values);
  if (!style) return style.error();
  o.style = std::move(style).value();
  if (settings.has("dates") && o.style.dates != model.form.style.dates)
    return Error{Code::usage, "--dates",
                 "is as the model was trained: " + std::string(name_of(model.form.style.dates)) + "; leave it out"};
  o.date_columns = model.form.dates;
  const std::string unseen =
      settings.get("unseen", std::string(name_of(model.map.options.unseen.value_or(Unseen::error))));
  o.other_levels = unseen == "other";
  o.unseen_rows = unseen == "row";
  if (!o.other_levels && !o.unseen_rows && unseen != "error")
    return Error{Code::usage, "--unseen", in_quotes(unseen) + " is not one of error, other, row"};
  if (o.label.empty()) o.label = model.form.label;
  if (need_label && o.weight.empty()) {
    o.weight = model.form.weight;
    o.weight_needed = false;
  }
  o.header = o.header && (model.form.header || model.form.format == "libsvm");
  o.zero_based = o.zero_based || model.form.zero_based;
  if (o.delimiter == 0 && model.form.format != "libsvm" && model.form.delimiter != '\t')
    o.delimiter = model.form.delimiter == ',' ? '\0' : model.form.delimiter;
  o.model_cols = o.hash_bits > 0 ? max_libsvm_cols : model.map.input_cols;
  const Kernel kernel = model.support ? model.support->kernel : Kernel{};
  o.serial_numbers = kernel.listed();
  o.unseen_squares =
      kernel.base() == KernelBase::squared_distance && model.zero_is_negative;  // LIBSVM's distance sees them
  o.model_fields = model.form.fields;
  return options;
}

}  // namespace halfspace
