#include "trace_file.hpp"

#include <map>

#include "base/json.hpp"
#include "base/text.hpp"
#include "codec/source.hpp"
#include "format/line_reader.hpp"
#include "session.hpp"

namespace halfspace::cli {

Result<std::unique_ptr<TraceFile>> TraceFile::create(const std::string& path, const Dataset& data, bool batches) {
  auto file = AtomicFile::create(path);
  if (!file) return file.error();
  return std::unique_ptr<TraceFile>(
      new TraceFile(std::move(file).value(), data, batches));  // NOLINT(cppcoreguidelines-owning-memory)
}

void TraceFile::add(const UpdateEvent& e) {
  if (!state_) return;
  Json line;
  if (output_) line["class"] = data_.classes[*output_].text;
  line["visit"] = e.visit;
  line["pass"] = e.pass;
  Json rows = Json::array();
  Json lines = Json::array();
  Json scores = Json::array();
  Json multipliers = Json::array();
  for (std::size_t k = 0; k < e.rows.size(); ++k) {
    rows.push_back(e.rows[k]);
    lines.push_back(data_.lines.line(e.rows[k]));
    scores.push_back(number_json(e.scores[k]));
    multipliers.push_back(number_json(e.multipliers[k]));
  }
  line[batches_ ? "rows" : "row"] = batches_ ? rows : rows[0];
  line[batches_ ? "lines" : "line"] = batches_ ? lines : lines[0];
  line[batches_ ? "scores" : "score"] = batches_ ? scores : scores[0];
  line[batches_ ? "multipliers" : "multiplier"] = batches_ ? multipliers : multipliers[0];
  line["norm_squared"] = number_json(e.squared_norm);
  if (e.along) {
    line["separator_product"] = number_json(*e.along);
    const auto cosine = e.cosine();
    line["cosine"] = cosine ? number_json(*cosine) : Json(nullptr);
  }
  if (e.rival >= 0) {
    line["class"] = data_.classes[data_.label[e.rows[0]]].text;
    line["rival"] = data_.classes[static_cast<std::size_t>(e.rival)].text;
  }
  add_weights(line, e);
  state_ = file_.write(json_text(line) + "\n");
}

/// With argmax a list a class.
void TraceFile::add_weights(Json& line, const UpdateEvent& e) const {
  if (e.weights.empty()) return;
  const std::size_t vectors = e.rival < 0 ? 1 : data_.classes.size();
  const std::size_t side = e.weights.size() / vectors;
  Json weights = Json::array();
  Json bias = Json::array();
  for (std::size_t k = 0; k < vectors; ++k) {
    Json one = Json::array();
    for (std::size_t j = 0; j + 1 < side; ++j) one.push_back(number_json(e.weights[k * side + j]));
    weights.push_back(std::move(one));
    bias.push_back(number_json(e.weights[(k + 1) * side - 1]));
  }
  line["weights"] = vectors == 1 ? weights[0] : weights;
  line["bias"] = vectors == 1 ? bias[0] : bias;
}

Result<void> TraceFile::commit() { return state_ ? file_.commit() : state_; }

Result<std::vector<plot::PassUpdates>> read_trace(const std::string& path) {
  const std::string name = path == "-" ? "stdin" : shown(path, 4096);
  const NothingToKeep reading;
  auto source = open_source(path);
  if (!source) return source.error();
  LineReader lines(std::move(source).value(), name);
  std::map<std::uint64_t, std::uint64_t> updates;
  std::uint64_t last = 0;
  Json run;
  for (std::string_view line; lines.next(line);) {
    const auto refuse = [&](const std::string& what) {
      return Error{Code::bad_data, name + ":" + std::to_string(lines.line()),
                   what + "; expected what train --trace writes"};
    };
    const Json update = parse_json(line);
    if (!update.is_object()) return refuse(in_quotes(line) + " is not a JSON object");
    const auto pass = update.find("pass");
    const bool whole = pass != update.end() && pass->is_number_unsigned();
    if (!whole || pass->get<std::uint64_t>() == 0 || pass->get<std::uint64_t>() >> 53U != 0)
      return refuse("the update has no pass, a whole number from 1");
    const auto number = pass->get<std::uint64_t>();
    const auto of_class = update.find("class");
    const bool own = of_class != update.end() && !update.contains("rival");  // one-vs-rest: a run for each class
    const Json now = own ? *of_class : Json(nullptr);
    if (number < last && now == run)
      return refuse("pass " + std::to_string(number) + " follows pass " + std::to_string(last));
    last = number;
    run = now;
    ++updates[number];
  }
  if (lines.problem()) return *lines.problem();
  std::vector<plot::PassUpdates> out;
  out.reserve(updates.size());
  for (const auto& [pass, count] : updates) out.push_back({pass, count});
  return out;
}

}  // namespace halfspace::cli
