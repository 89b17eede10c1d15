// halfspace inspect FILE: what is in a data file or a model file.
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "base/text.hpp"
#include "codec/source.hpp"
#include "data_flags.hpp"
#include "export/import.hpp"
#include "model/model.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_inspect {
namespace {

std::vector<Operand> operands() { return {{"FILE", "a data file or a model file; - is standard input"}}; }

/// A file opened once: its first bytes say what it is.
struct Opened {
  bool model = false;
  std::unique_ptr<Source> source;
};

Result<Opened> open_once(const std::string& path) {
  const NothingToKeep reading;
  auto source = open_source(path);
  if (!source) return source.error();
  const auto head = look_ahead(source.value(), model_head_bytes);
  if (!head) return head.error();
  return Opened{kind_of_model(head.value()) != ModelKind::none, std::move(source).value()};
}

Json model_json(const Model& m) {
  Json out{{"kind", "model"},
           {"algorithm", m.algorithm},
           {"preset", m.preset},
           {"classes", m.classes},
           {"bias_mode", m.bias_mode}};
  out["positive"] = m.positive.empty() ? Json(nullptr) : Json(m.positive);
  out["multiclass"] = m.multiclass.empty() ? Json(nullptr) : Json(m.multiclass);
  out["boundary"] = boundary_text(m);
  const bool known = m.rows > 0;  // an imported model does not say what it was learned from
  out["rows"] = known ? Json(m.rows) : Json(nullptr);
  out["cols"] = m.map.input_cols;
  out["features"] = m.cols();
  out["nnz"] = known ? Json(m.nonzeros) : Json(nullptr);
  out["labels"] = known ? Json(m.labels) : Json(nullptr);
  out["columns"] = m.columns.empty() ? Json(nullptr) : Json(m.columns);
  out["weights"] = weights_json(m);
  out["bias"] = bias_json(m);
  if (m.support) {
    out["kernel"] = kernel_json(m);
    out["support_vectors"] = m.support->rows.rows;
  }
  if (m.voted()) out["votes"] = m.vote_counts.size();
  const std::string line = separator_line(m);
  out["separator"] = line.empty() ? Json(nullptr) : Json(line);
  out["arithmetic"] = m.exact ? "decimal" : "double";
  out["settings"] = m.settings;
  out["report"] = m.report;
  out["xxh3_128"] = known ? Json(m.text_hash) : Json(nullptr);
  return out;
}

std::string setting_text(const Json& v) {
  return v.is_string() ? v.get<std::string>() : v.is_null() ? "-" : json_text(v);
}

/// A member of a model's report as text; "?" where another version left it out.
std::string report_text(const Model& m, const char* name) {
  return m.report.contains(name) ? setting_text(m.report[name]) : "?";
}

/// What another run would have to change to get other weights, by the model's settings.
std::string sensitivity_text(const Model& m) {
  const auto choice = [&](const char* name) {
    return m.settings.contains(name) ? setting_text(m.settings[name]) : "?";
  };
  const std::string order = choice("order");
  const bool rows_in_order = order == "cyclic" || order == "first-mistake";
  std::string out = rows_in_order ? "the order of the rows" : "the seed (order " + order + ")";
  out += ", the start";
  const std::string stop = choice("stop");
  if (stop != "clean-pass" && stop != "no-mistake") out += ", how long it runs (stop " + stop + ")";
  if (m.map.options.scale == Scaling::none) out += ", scaling the columns";
  out += "; not the number of threads";
  const std::string step = choice("step");
  if ((step == "rate" || step == "delta") && choice("start") == "zero" && choice("margin") == "0.0")
    out += ", and eta changes no prediction (from zero it only scales w)";
  return out;
}

void add_work(Lines& lines, const Model& m) {
  if (m.algorithm != "perceptron") return add_objective(lines, m);
  lines.add("work", report_text(m, "updates") + " updates, " + report_text(m, "visits") + " visits, " +
                        report_text(m, "passes") + " passes");
}

std::string model_text(const Model& m, const std::string& path) {
  Lines lines;
  lines.add("model", shown(path, 200) + ": " + learner_name(m) + ", bias " + m.bias_mode);
  lines.add("classes", classes_text(m));
  const bool imported = m.settings.contains("imported");
  if (imported)
    lines.add("imported", "from a " + std::string(m.settings["imported"] == "libsvm" ? "LIBSVM" : "LIBLINEAR") +
                              " model of " + counted(m.map.input_cols, "column") + "; its training text is not known");
  if (!imported)
    lines.add("learned", "from " + m.form.format + " text, " + counted(m.rows, "row") + ", " +
                             counted(m.map.input_cols, "column") + "; XXH3-128 " + m.text_hash);
  if (!m.map.plain() || !m.map.factor.empty()) lines.add("features", features_text(m.map));
  if (!imported) lines.add("status", report_text(m, "status") + ": " + report_text(m, "stop_reason"));
  add_work(lines, m);
  std::string settings;
  for (const auto& [name, value] : m.settings.items())
    settings += (settings.empty() ? "" : ", ") + name + " " + setting_text(value);
  lines.add("settings", shown(settings, 2000));
  if (m.algorithm == "perceptron") lines.add("depends on", sensitivity_text(m));
  lines.gap();
  add_weights(lines, m);
  if (const std::string line = separator_line(m); !line.empty()) lines.add("separator", line);
  return lines.text();
}

constexpr std::uint64_t columns_shown = 30;

struct ColumnRange {
  double least = 0;
  double most = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t missing = 0;  // cells kept as missing
};

/// Of the first `most` columns.
std::vector<ColumnRange> column_ranges(const Dataset& data, std::uint64_t most) {
  const std::uint64_t cols = std::min(data.cols, most);
  std::vector<ColumnRange> ranges(cols);
  std::vector<std::uint64_t> seen(cols);
  std::visit(
      [&](const auto& x) {
        for (std::size_t i = 0; i < x.rows; ++i) {
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            if (j >= cols) return;
            ColumnRange& r = ranges[j];
            if (std::isnan(v)) {
              ++r.missing;
              return;
            }
            r.least = seen[j] == 0 ? v : std::min(r.least, v);
            r.most = seen[j] == 0 ? v : std::max(r.most, v);
            r.nonzeros += v != 0 ? 1 : 0;
            ++seen[j];
          });
        }
      },
      data.x);
  for (std::size_t j = 0; j < cols; ++j) {
    if (seen[j] + ranges[j].missing == data.rows) continue;  // entries left out of sparse rows are 0
    ranges[j].least = std::min(ranges[j].least, 0.0);
    ranges[j].most = std::max(ranges[j].most, 0.0);
  }
  return ranges;
}

bool holds_texts(const Dataset& d, std::size_t j) { return j < d.levels.size() && !d.levels[j].empty(); }

std::string range_text(const Dataset& d, std::size_t j, const ColumnRange& r) {
  if (r.missing == d.rows) return "all cells missing";
  if (!holds_texts(d, j))
    return number_text(r.least) + " to " + number_text(r.most) + ", " + grouped(r.nonzeros) + " nonzero" +
           (r.missing > 0 ? ", " + grouped(r.missing) + " missing" : "");
  std::vector<std::string> levels;
  for (const std::string& level : d.levels[j]) levels.push_back(level.empty() ? "(missing)" : shown(level, 20));
  return counted(levels.size(), "level") + ": " + joined(levels, ", ", 12);
}

Json column_json(const Dataset& d, std::size_t j, const ColumnRange& r) {
  if (holds_texts(d, j)) return {{"name", d.columns[j]}, {"levels", d.levels[j]}};
  const bool empty = r.missing == d.rows;
  return {{"name", d.columns[j]},
          {"min", empty ? Json(nullptr) : number_json(r.least)},
          {"max", empty ? Json(nullptr) : number_json(r.most)},
          {"nonzeros", r.nonzeros},
          {"missing", r.missing}};
}

/// Adds the facts of the data to `out`, its columns apart.
void add_data_json(Json& out, const Dataset& d) {
  out.update({{"kind", "data"}, {"format", d.form.format}, {"rows", d.rows}, {"cols", d.cols}, {"nnz", d.nonzeros}});
  out["labels"] = Json::array();
  out["label_rows"] = Json::array();
  for (const ClassLabel& c : d.classes) {
    out["labels"].push_back(c.text);
    out["label_rows"].push_back(c.rows);
  }
  out["label"] = d.form.label.empty() ? Json(nullptr) : Json(d.form.label);
  out["delimiter"] = d.form.format == "libsvm" ? Json(nullptr) : Json(std::string(1, d.form.delimiter));
  out["header"] = d.form.header && d.form.format != "libsvm";
  out["storage"] = d.x.index() == 0   ? "dense double"
                   : d.x.index() == 1 ? "dense float"
                   : d.x.index() == 2 ? "sparse double"
                                      : "sparse float";
  out["decimals"] = d.short_decimals ? Json(d.decimals) : Json(nullptr);
  out["other_class_rows"] = d.other_class_rows;
  out["missing_rows"] = d.missing_rows;
  out["absent_rows"] = d.absent_rows;
  out["text_bytes"] = d.text_bytes;
  out["xxh3_128"] = d.text_hash;
}

std::string data_text(const Dataset& d, const std::string& path) {
  Lines lines;
  lines.add("data", shown(path, 200) + ": " + shape_text(d));
  std::string labels;
  for (std::size_t k = 0; k < std::min<std::size_t>(d.classes.size(), 20); ++k)
    labels += (k == 0 ? "" : ", ") + shown(d.classes[k].text) + " (" + grouped(d.classes[k].rows) + ")";
  if (d.classes.size() > 20) labels += " and " + grouped(d.classes.size() - 20) + " more";
  lines.add("labels", labels + (d.form.label.empty() ? "" : "; column " + in_quotes(d.form.label)));
  lines.add("text", grouped(d.text_bytes) + " bytes, XXH3-128 " + d.text_hash);
  lines.add("numbers", d.short_decimals
                           ? "decimals with at most " +
                                 counted(d.decimals > 0 ? static_cast<std::uint64_t>(d.decimals) : 0, "digit") +
                                 " after the point"
                           : "some have more than 15 digits");
  lines.gap();
  const auto ranges = column_ranges(d, columns_shown);
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    lines.add(j == 0 ? "columns" : "", padded_right(shown(d.column_name(j)), 24) + " " + range_text(d, j, ranges[j]));
  }
  if (d.cols > columns_shown) lines.add("", "and " + grouped(d.cols - columns_shown) + " more");
  return lines.text();
}

Result<void> tell_data(const Args& args, Json answer, const Dataset& d, double begun) {
  if (!args.has("json")) return print(data_text(d, args.operands[0] == "-" ? "stdin" : args.operands[0]));
  add_data_json(answer, d);
  const auto ranges = column_ranges(d, d.columns.empty() ? 0 : d.cols);
  const auto item = [&](std::size_t j) { return column_json(d, j, ranges[j]); };
  return print_json(std::move(answer), {{"load", seconds_now() - begun}},
                    {d.columns.empty() ? "" : "columns", ranges.size(), item});
}

/// A model knows its own columns.
Result<void> check_no_data_flags(const Args& args) {
  for (const Flag& f : data_flags()) {
    if (args.has(f.name)) return Error{Code::usage, "--" + f.name, "is for data; this file is a model"};
  }
  return {};
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[0];
  auto opened = open_once(path);
  if (!opened) return opened.error();
  Json answer = json_head("inspect");
  if (!opened.value().model) {
    const auto options = read_options(args);
    if (!options) return options.error();
    const auto data = load(args, std::move(opened).value().source, path, options.value());
    if (!data) return data.error();
    if (const auto told = tell_data(args, std::move(answer), data.value(), begun); !told) return told.error();
    return 0;
  }
  if (const auto fine = check_no_data_flags(args); !fine) return fine.error();
  const auto model = [&] {
    const NothingToKeep reading;
    return import_model(std::move(opened.value().source), path == "-" ? "stdin" : shown(path, 4096));
  }();
  if (!model) return model.error();
  if (args.has("json")) answer.update(model_json(model.value()));
  const auto told = args.has("json") ? print_json(answer, {{"load", seconds_now() - begun}})
                                     : print(model_text(model.value(), path == "-" ? "stdin" : path));
  if (!told) return told.error();
  return 0;
}

}  // namespace

const Verb verb = {"inspect",
                   "what is in a data file or a model file",
                   "  halfspace inspect data.csv        rows, columns, labels, ranges\n"
                   "  halfspace inspect model.hs        choices, weights by name, the line\n",
                   operands,
                   data_flags,
                   run};

}  // namespace halfspace::cli::verb_inspect
