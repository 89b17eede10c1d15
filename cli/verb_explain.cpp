// halfspace explain MODEL DATA --row K: what each feature or support vector adds to the score of a row.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "model/contributions.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "report/lines.hpp"
#include "report/model_text.hpp"
#include "session.hpp"
#include "verbs.hpp"

namespace halfspace::cli::verb_explain {
namespace {

constexpr std::uint64_t shown_by_default = 10;

std::vector<Operand> operands() {
  return {{"MODEL", "a model file"}, {"DATA", "rows with the model's columns; - is standard input"}};
}

std::vector<Flag> flags() {
  std::vector<Flag> all = {
      {"row", "K", "the row to explain, from 0", "question"},
      {"top", "N", "at most so many contributions of a score (default 10; --json: all)", "output"},
  };
  for (Flag& f : reading_flags()) {
    if (f.name != "classes") all.push_back(std::move(f));
  }
  return all;
}

/// What is known of the row.
struct Told {
  const Model& model;
  const Dataset& data;
  std::uint64_t row;
  std::vector<double> score;
  std::vector<ScoreParts> vectors;
  std::uint64_t top;
  bool all;

  std::string predicted() const { return model.classes[predicted_class(score, model.zero_is_negative)]; }
  std::string part_name(const Contribution& c) const {
    return parts_are_features(model) ? model.column_name(c.place) : std::to_string(c.place + 1);
  }
  std::size_t kept(const ScoreParts& v) const {
    return all ? v.parts.size() : std::min<std::size_t>(v.parts.size(), top);
  }
  double rest(const ScoreParts& v) const {
    double sum = 0;
    for (std::size_t k = kept(v); k < v.parts.size(); ++k) sum += v.parts[k].amount;
    return sum;
  }
};

std::string signed_number(double v) { return (v < 0 ? "" : "+") + short_number(v); }

void add_vector(Lines& lines, const Told& t, std::size_t k) {
  const ScoreParts& v = t.vectors[k];
  const bool features = parts_are_features(t.model);
  const bool one = t.vectors.size() == 1;
  lines.gap();
  lines.add(one ? "score" : "",
            (one ? "" : (t.model.pairwise() ? "" : "class ") + shown(t.model.vector_name(k), 60) + ": score ") +
                signed_number(v.score));
  lines.add("", padded_right("adds", 14) +
                    padded_right(features            ? "value"
                                 : t.model.cosines() ? "cosine"
                                                     : "kernel",
                                 12) +
                    padded_right("weight", 14) +
                    (features            ? "feature"
                     : t.model.cosines() ? "random cosine"
                                         : "support vector"));
  for (std::size_t p = 0; p < t.kept(v); ++p) {
    const Contribution& c = v.parts[p];
    lines.add("", padded_right(signed_number(c.amount), 14) + padded_right(short_number(c.value), 12) +
                      padded_right(short_number(c.weight), 14) + shown(t.part_name(c)));
  }
  if (t.kept(v) < v.parts.size())
    lines.add("", padded_right(signed_number(t.rest(v)), 14) + padded_right("", 26) + "the other " +
                      grouped(v.parts.size() - t.kept(v)));
  lines.add("", padded_right(signed_number(v.bias), 14) + padded_right("", 26) + "bias");
}

std::string text_report(const Told& t, const std::string& source) {
  constexpr std::size_t most_vectors = 10;
  Lines lines;
  lines.add("row", std::to_string(t.row) + " (line " + std::to_string(t.data.lines.line(t.row)) + ") of " +
                       shown(source, 200));
  lines.add("model", learner_name(t.model));
  std::string text = shown(t.predicted());
  if (t.model.pairwise()) {
    text += " by votes:";
    for (std::size_t k = 0; k < t.score.size() && k < 12; ++k)
      text += (k == 0 ? " " : ", ") + shown(t.model.classes[k]) + " " + short_number(t.score[k]);
  }
  lines.add("predicted", text + (t.model.outputs() == 1 ? "; " + classes_text(t.model) : ""));
  for (std::size_t k = 0; k < std::min(t.vectors.size(), most_vectors); ++k) add_vector(lines, t, k);
  if (t.vectors.size() > most_vectors)
    lines.add("", "(" + grouped(t.vectors.size() - most_vectors) + " more scores are in --json)");
  return lines.text();
}

Json json_report(const Told& t) {
  Json out = json_head("explain");
  out["row"] = t.row;
  out["line"] = t.data.lines.line(t.row);
  out["label"] = t.predicted();
  out["classes"] = t.model.classes;
  out["positive"] = t.model.positive.empty() ? Json(nullptr) : Json(t.model.positive);
  out["parts"] = parts_are_features(t.model) ? "features" : t.model.cosines() ? "random cosines" : "support vectors";
  out["votes"] = t.model.pairwise() ? Json(t.score) : Json(nullptr);
  out["scores"] = Json::array();
  for (std::size_t k = 0; k < t.vectors.size(); ++k) {
    const ScoreParts& v = t.vectors[k];
    Json one{{"of", t.vectors.size() == 1 ? t.model.positive : t.model.vector_name(k)},
             {"score", number_json(v.score)},
             {"bias", number_json(v.bias)},
             {"contributions", Json::array()}};
    for (std::size_t p = 0; p < t.kept(v); ++p) {
      const Contribution& c = v.parts[p];
      Json part;
      if (parts_are_features(t.model)) {
        part["feature"] = t.part_name(c);
      } else {
        part[t.model.cosines() ? "cosine" : "support_vector"] = c.place + 1;
      }
      part["value"] = number_json(c.value);
      part["weight"] = number_json(c.weight);
      part["contribution"] = number_json(c.amount);
      one["contributions"].push_back(std::move(part));
    }
    one["rest"] = number_json(t.rest(v));
    out["scores"].push_back(std::move(one));
  }
  return out;
}

bool all_finite(const std::vector<ScoreParts>& scores) {
  return std::all_of(scores.begin(), scores.end(), [](const ScoreParts& s) {
    return std::all_of(s.parts.begin(), s.parts.end(), [](const Contribution& c) { return std::isfinite(c.amount); });
  });
}

Outcome run(const Args& args) {
  const double begun = seconds_now();
  const std::string& path = args.operands[1];
  if (const auto fine = check_paths(args, {args.operands[0], path}, {}); !fine) return fine.error();
  if (!args.has("row")) return Error{Code::usage, "--row", "is missing; it is the number of the row, from 0"};
  const auto row = args.count("row", 0);
  const auto top = args.count("top", shown_by_default);
  if (!row) return row.error();
  if (!top) return top.error();
  const auto model = read_model(args.operands[0]);
  if (!model) return model.error();
  note_unfinished(args, model.value());
  if (model.value().voted())
    return Error{Code::usage, args.operands[0],
                 "a voted model has no single score to take apart; train with --keep average or last"};
  const auto options = read_options_for(model.value(), args, false);
  if (!options) return options.error();
  const auto data = load(args, path, options.value());
  if (!data) return data.error();
  if (row.value() >= data.value().rows)
    return Error{Code::usage, "--row",
                 std::to_string(row.value()) + " is beyond the " + counted(data.value().rows, "row") + " of " +
                     (path == "-" ? "stdin" : shown(path, 200)) + ", which count from 0"};
  if (const auto known = check_levels(model.value().map, data.value(), path); !known) return known.error();
  const NothingToKeep explaining("explanation");
  const double read = seconds_now();
  const std::uint64_t at = row.value();
  const std::string source = path == "-" ? "stdin" : shown(path, 4096);
  auto score = finite_scores(model.value(), take_rows(data.value(), {at}), source, 1, at);
  if (!score) return score.error();
  std::vector<ScoreParts> parts = score_parts(model.value(), data.value(), at);
  if (!all_finite(parts))
    return Error{
        Code::bad_data, source,
        "row " + std::to_string(at) + ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
  const Told told_of{model.value(),
                     data.value(),
                     at,
                     std::move(score).value(),
                     std::move(parts),
                     top.value(),
                     args.has("json") && !args.has("top")};
  const auto told = args.has("json")
                        ? print_json(json_report(told_of), {{"load", read - begun}, {"explain", seconds_now() - read}})
                        : print(text_report(told_of, path == "-" ? "stdin" : path));
  if (!told) return told.error();
  return 0;
}

}  // namespace

const Verb verb = {"explain",
                   "what each feature or support vector adds to a row's score",
                   "  halfspace explain model.hs test.csv --row 3             the ten largest contributions\n"
                   "  halfspace explain model.hs test.csv --row 3 --top 30    more of them\n"
                   "  halfspace explain model.hs test.csv --row 3 --json      all; they add up to the score\n",
                   operands,
                   flags,
                   run};

}  // namespace halfspace::cli::verb_explain
