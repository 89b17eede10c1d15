#include "report/separate_mistakes.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "data/row_place.hpp"

namespace halfspace {
namespace {

constexpr std::size_t mistaken_rows_shown = 12;

std::string lines_text(const SeparateQuestion& q, const std::vector<std::uint64_t>& rows) {
  std::vector<std::string> lines;
  lines.reserve(rows.size());
  for (const std::uint64_t i : rows) lines.push_back(place_number(q.data, i));
  return joined(lines, ", ", mistaken_rows_shown);
}

constexpr const char* not_found = "not known: the search ended before it found a witness";

/// Is the ranking of suspects known, if only that nobody is one?
bool ranks(const SeparationAnswer& a) {
  return !a.suspects->ranked.empty() || a.suspects->complete || a.decision.verdict == Verdict::separable;
}

Json fewest_json(const SeparateQuestion& q, const SeparationAnswer& a) {
  if (!a.fewest) return nullptr;
  Json rows = Json::array();
  for (const std::uint64_t i : a.fewest->rows) rows.push_back({{"row", i}, {"line", q.data.lines.line(i)}});
  return {{"at_least", a.fewest->lower},
          {"at_most", a.fewest->upper ? Json(*a.fewest->upper) : Json(nullptr)},
          {"exact", a.fewest->exact()},
          {"method", a.fewest->method},
          {"rows", rows}};
}

Json suspects_json(const SeparateQuestion& q, const SeparationAnswer& a) {
  if (!a.suspects) return nullptr;
  Json out = Json::array();
  for (const Suspect& s : a.suspects->ranked)
    out.push_back(
        {{"row", s.row}, {"line", q.data.lines.line(s.row)}, {"label", label_of(q, s.row)}, {"count", s.count}});
  return {{"witnesses", a.suspects->witnesses},
          {"rounds", a.suspects->rounds},
          {"complete", a.suspects->complete},
          {"ranked", ranks(a) ? out : Json(nullptr)}};
}

}  // namespace

std::string label_of(const SeparateQuestion& q, std::uint64_t row) {
  return q.rows.signed_rows().sign(row) > 0 ? q.classes.positive : q.classes.negative;
}

void add_mistakes(Lines& lines, const SeparateQuestion& q, const SeparationAnswer& a) {
  if (a.fewest && a.fewest->exact())
    lines.add("fewest", counted(*a.fewest->upper, "mistake") +
                            " at least, and some weights make no more (exact: " + a.fewest->method + ")" +
                            (a.fewest->rows.empty()
                                 ? ""
                                 : ": " + std::string(place_word(q.data)) + (a.fewest->rows.size() == 1 ? " " : "s ") +
                                       lines_text(q, a.fewest->rows)));
  else if (a.unavoidable && !a.fewest)
    lines.add("fewest", "not known: the run was stopped before the search");
  else if (a.fewest)
    lines.add("fewest", "between " + grouped(a.fewest->lower) + " and " + counted(*a.fewest->upper, "mistake") + " (" +
                            a.fewest->method + ", ended early)");
  if (a.unavoidable && a.unavoidable->witnesses.empty())
    lines.add("at least", a.unavoidable->complete ? "0 mistakes: the data is separable" : not_found);
  else if (a.unavoidable)
    lines.add("at least", counted(a.unavoidable->witnesses.size(), "mistake") +
                              " (proof: " + counted(a.unavoidable->witnesses.size(), "disjoint witness") + ")");
  if (!a.suspects) return;
  std::string name = "suspects";
  for (std::size_t k = 0; k < std::min(a.suspects->ranked.size(), mistaken_rows_shown); ++k) {
    const Suspect& s = a.suspects->ranked[k];
    lines.add(std::exchange(name, ""), place_of(q.data, s.row) + " (" + shown(label_of(q, s.row)) + ") stands in " +
                                           grouped(s.count) + " of " + counted(a.suspects->witnesses, "witness"));
  }
  if (a.suspects->ranked.size() > mistaken_rows_shown)
    lines.add("", "and " + grouped(a.suspects->ranked.size() - mistaken_rows_shown) + " more (--json lists all)");
  if (!ranks(a)) {
    const bool found = !a.decision.witness.empty() || (a.unavoidable && !a.unavoidable->witnesses.empty());
    lines.add(name, found ? "not known: the run was stopped before they were counted" : not_found);
  } else if (a.suspects->ranked.empty()) {
    lines.add(name, "none: the data is separable");
  } else if (!a.suspects->complete) {
    lines.add("", "(ended early, in round " + grouped(a.suspects->rounds) + ")");
  }
}

void add_mistakes(Json& out, const SeparateQuestion& q, const SeparationAnswer& a) {
  out["fewest_mistakes"] = fewest_json(q, a);
  out["disjoint_witnesses"] =
      a.unavoidable && a.unavoidable->known() ? Json(a.unavoidable->witnesses.size()) : Json(nullptr);
  out["suspects"] = suspects_json(q, a);
}

}  // namespace halfspace
