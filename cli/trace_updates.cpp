#include "trace_updates.hpp"

#include <algorithm>

#include "base/json.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "format/line_reader.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

bool whole_at(const Json& line, const char* name, std::uint64_t& out) {
  const auto found = line.find(name);
  if (found == line.end() || !found->is_number_unsigned()) return false;
  out = found->get<std::uint64_t>();
  return true;
}

bool number_at(const Json& line, const char* name, double& out) {
  const auto found = line.find(name);
  if (found == line.end() || !found->is_number()) return false;
  out = found->get<double>();
  return true;
}

/// What is wrong with the line; "" for an update.
std::string update_of(const Json& line, std::uint64_t cols, TracedUpdate& out) {
  if (line.contains("class")) return "the update is one of several classes; pictures of updates are for two";
  if (line.contains("rows")) return "the update is of a mini-batch; pictures of updates are for one row at a time";
  const auto weights = line.find("weights");
  if (weights == line.end() && line.contains("multiplier"))
    return "the update has no weights, which a trace has up to 64 columns (--columns chooses)";
  double bias = 0;
  if (!whole_at(line, "visit", out.visit) || !whole_at(line, "pass", out.pass) || !whole_at(line, "row", out.row) ||
      !number_at(line, "score", out.score) || !number_at(line, "multiplier", out.multiplier) || weights == line.end() ||
      !number_at(line, "bias", bias))
    return "the update lacks visit, pass, row, score, multiplier, weights or bias";
  const auto number = [](const Json& v) { return v.is_number(); };
  if (!weights->is_array() || weights->size() != cols || !std::all_of(weights->begin(), weights->end(), number))
    return "the update has not " + counted(cols, "weight") + ", as the model has";
  for (const Json& w : *weights) out.after.push_back(w.get<double>());
  out.after.push_back(bias);
  return "";
}

}  // namespace

Result<std::vector<TracedUpdate>> read_updates(const std::string& path, std::uint64_t cols) {
  const std::string name = path == "-" ? "stdin" : shown(path, 4096);
  const NothingToKeep reading;
  auto source = open_source(path);
  if (!source) return source.error();
  LineReader lines(std::move(source).value(), name);
  std::vector<TracedUpdate> out;
  for (std::string_view text; lines.next(text);) {
    const Json line = parse_json(text);
    TracedUpdate update;
    const std::string wrong =
        line.is_object() ? update_of(line, cols, update) : in_quotes(text) + " is not a JSON object";
    if (!wrong.empty())
      return Error{Code::bad_data, name + ":" + std::to_string(lines.line()),
                   wrong + "; expected what train --trace writes"};
    out.push_back(std::move(update));
  }
  if (lines.problem()) return *lines.problem();
  if (out.empty()) return Error{Code::bad_data, name, "has no updates to draw"};
  return out;
}

}  // namespace halfspace::cli
