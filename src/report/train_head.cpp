#include "report/train_head.hpp"

#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "data/row_place.hpp"
#include "report/coding_report.hpp"
#include "report/counts_report.hpp"
#include "report/data_report.hpp"
#include "report/model_text.hpp"

namespace halfspace {

std::string left_out_text(const Dataset& data) {
  std::string out;
  const auto part = [&](std::uint64_t count, const char* why) {
    if (count > 0) out += "; left out " + counted(count, "row") + " " + why;
  };
  part(data.other_class_rows, "of other classes");
  part(data.missing_rows, "with missing cells");
  part(data.absent_rows, "of weight 0");
  part(data.unseen_rows, "with a level that the model does not know");
  return out;
}

namespace {

/// "'id' (named by --drop), 'note' (free text ...)"
std::string dropped_text(const TextForm& form) {
  constexpr std::size_t most = 20;
  std::string out;
  for (std::size_t k = 0; k < std::min(most, form.dropped.size()); ++k)
    out += (k == 0 ? "" : ", ") + in_quotes(form.dropped[k].name) + " (" + form.dropped[k].reason + ")";
  return out + (form.dropped.size() > most ? " and " + grouped(form.dropped.size() - most) + " more" : "");
}

Json filled_json(const Trained& t) {
  Json out = Json::array();
  for (const FilledColumn& f : t.filled) {
    const InputColumn& column = t.model.map.inputs[f.column];
    out.push_back({{"column", column.name},
                   {"cells", f.cells},
                   {"value", column.fill ? number_json(*column.fill) : Json(nullptr)}});
  }
  return out;
}

/// What stands for the missing cells of a column.
std::string filling(const InputColumn& column) {
  if (column.fill) return "by its mean " + short_number(*column.fill);
  if (!column.coding.order.empty()) return "by a feature of its own";
  return !column.coding.pooled.empty() && column.coding.pooled.front().empty()
             ? "by the level " + std::string(rare_level)
             : "by a level of its own";
}

/// "3 missing cells: 2 of 'age' by its mean 31.5, 1 of 'colour' by a level of its own"
std::string filled_text(const Trained& t) {
  constexpr std::size_t columns_shown = 6;
  std::uint64_t cells = 0;
  bool numbers = false;
  std::vector<std::string> parts;
  for (const FilledColumn& f : t.filled) {
    const InputColumn& column = t.model.map.inputs[f.column];
    cells += f.cells;
    numbers = numbers || column.fill;
    parts.push_back(grouped(f.cells) + " of " + in_quotes(column.name) + " " + filling(column));
  }
  if (parts.empty()) return "";
  return counted(cells, "missing cell") + ": " + joined(parts, ", ", columns_shown) +
         (numbers ? "; what is proved is proved of the rows with these values" : "");
}

}  // namespace

void add_data(Json& out, const Dataset& data, const TrainRequest& request, const Trained& t) {
  const Model& m = t.model;
  out["data"] = {{"source", request.source},
                 {"format", data.form.format},
                 {"label", data.form.label},
                 {"rows", data.rows},
                 {"cols", data.cols},
                 {"nnz", data.nonzeros},
                 {"other_class_rows", data.other_class_rows},
                 {"missing_rows", data.missing_rows},
                 {"absent_rows", data.absent_rows},
                 {"filled", filled_json(t)},
                 {"xxh3_128", data.text_hash}};
  if (data.form.hash_bits > 0) out["data"]["hash_bits"] = data.form.hash_bits;
  if (const auto style = data.form.style.values(); !style.empty()) out["data"]["style"] = style;
  for (const DroppedColumn& c : data.form.dropped)
    out["data"]["dropped"].push_back({{"name", c.name}, {"reason", c.reason}});
  if (m.map.categorical()) out["categorical"] = codings_json(m.map);
  out["classes"] = m.classes;
  out["positive"] = m.positive().empty() ? Json(nullptr) : Json(m.positive());
  out["bias_mode"] = name_json(m.bias);
  out["boundary"] = boundary_text(m);
  out["multiclass"] = name_json(m.multiclass);
}

void add_data(Lines& lines, const Dataset& data, const TrainRequest& request, const Trained& t) {
  const Model& m = t.model;
  lines.add("data", shown_source(data, request.source) + ", " + rows_and_columns(data) + left_out_text(data));
  if (const std::string words = data.form.style.words(); !words.empty()) lines.add("reading", words);
  if (!data.form.dropped.empty()) lines.add("left out", dropped_text(data.form));
  const std::string column = data.form.label.empty() ? "first field; " : "column " + in_quotes(data.form.label) + "; ";
  lines.add("label", (in_memory(data) ? "" : column) + classes_text(m));
  if (!m.map.plain() || !m.map.factor.empty()) lines.add("features", features_text(m.map));
  if (const std::string filled = filled_text(t); !filled.empty()) lines.add("filled", filled);
}

Json settings_json(const TrainRequest& request, const Model& m) {
  Json out = m.settings;
  out["algorithm"] = name_json(request.algorithm);
  return out;
}

Json choice_json(const Trained& t) { return t.choice.empty() ? Json(nullptr) : Json(t.choice); }

void add_choice(Lines& lines, const Trained& t) {
  if (!t.choice.empty()) lines.add("", "auto: " + t.choice);
}

void add_test(Lines& lines, const std::optional<Counts>& test, const std::string& test_name) {
  if (!test) return;
  lines.add("test", counts_text(*test));
  lines.add("", "(" + test_name + "; predicted labels)");
}

}  // namespace halfspace
