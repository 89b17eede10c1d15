#include "report/pairs_report.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "report/lines.hpp"
#include "report/text_columns.hpp"
#include "separate/separability.hpp"

namespace halfspace {
namespace {

Json verdicts_json(const std::vector<PairVerdict>& pairs) {
  Json out = Json::array();
  for (const PairVerdict& p : pairs)
    out.push_back({{"positive", p.positive},
                   {"negative", p.negative.empty() ? Json(nullptr) : Json(p.negative)},
                   {"rows", p.rows},
                   {"verdict", std::string(name_of(p.verdict))},
                   {"witness_rows",
                    p.verdict == Verdict::undecided && p.witness_rows == 0 ? Json(nullptr) : Json(p.witness_rows)}});
  return out;
}

}  // namespace

Json pairs_json(const Dataset& data, Bias bias, const PairVerdicts& found) {
  return {{"bias_mode", name_json(bias)},
          {"rows", data.rows},
          {"questions", found.questions},
          {"pairs", verdicts_json(found.pairs)}};
}

std::string pairs_text(const PairVerdicts& found) {
  const std::vector<PairVerdict>& pairs = found.pairs;
  std::size_t width = 7;
  for (const PairVerdict& p : pairs)
    width = std::max({width, columns_taken(shown(p.positive)), columns_taken(shown(p.negative))});
  std::string out = padded_right("class", width + 2) + padded_right("against", width + 2) + padded_right("rows", 10) +
                    padded_right("verdict", 17) + "witness\n";
  for (const PairVerdict& p : pairs) {
    out += padded_right(shown(p.positive), width + 2) +
           padded_right(p.negative.empty() ? "rest" : shown(p.negative), width + 2) +
           padded_right(grouped(p.rows), 10) + padded_right(std::string(name_of(p.verdict)), 17) +
           (p.witness_rows > 0                ? counted(p.witness_rows, "row")
            : p.verdict == Verdict::undecided ? "not found"
                                              : "-") +
           "\n";
  }
  const std::size_t open = found.questions - pairs.size();
  if (open > 0) out += "\nstopped: " + counted(open, "question") + " of " + grouped(found.questions) + " not asked\n";
  return out + "\n--classes A,B shows a pair with its proof\n";
}

}  // namespace halfspace
