#include "plot/model_captions.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "plot/model_support.hpp"
#include "plot/rows_panel.hpp"

namespace halfspace::plot {
namespace {

std::string class_text(const Model& m, std::size_t k) {
  return shown(m.classes[k]) + (m.outputs() > 1 ? "" : k == 1 ? " (+1)" : " (-1)");
}

/// "a, b or c"
std::string choice_text(const Model& m) {
  constexpr std::size_t most = 4;
  if (m.classes.size() > most) return counted(m.classes.size(), "class");
  if (m.outputs() == 1) return shown(m.classes[1]) + " or " + shown(m.classes[0]);
  std::string out = shown(m.classes[0]);
  for (std::size_t k = 1; k < m.classes.size(); ++k)
    out += (k + 1 < m.classes.size() ? ", " : " or ") + shown(m.classes[k]);
  return out;
}

/// "pocket: 4 mistakes"
std::string score_text(const Separator& s) { return shown(s.name) + ": " + counted(s.counts.wrong(), "mistake"); }

void add_legend(const Model& m, DataPlot& p) {
  auto& legend = p.figure.legend;
  const Separator& own = p.separators[0];
  const bool alone = p.separators.size() == 1;
  const bool two = m.outputs() == 1;
  for (std::size_t k = 0; k < m.classes.size(); ++k) {
    const std::size_t c = two ? 1 - k : k;
    legend.push_back({Sign::mark, style_of(m, c), {}, class_text(m, c)});
  }
  const std::string whose = alone ? "" : " of " + shown(own.name);
  if (own.counts.mistakes > 0)
    legend.push_back({Sign::ring, 0, {}, "mistake" + whose + (two ? "" : ", coloured as predicted")});
  if (own.counts.on_boundary > 0) legend.push_back({Sign::box, 0, {}, (two ? "score 0" : "equal scores") + whose});
  const auto& marks = p.figure.panels[0].marks;
  if (std::any_of(marks.begin(), marks.end(), [](const Mark& mark) { return mark.support; }))
    legend.push_back(
        {Sign::halo, 0, {}, (p.carrying == Carries::support ? "support vector" : "on or within the margin") + whose});
  for (unsigned k = 0; k < p.separators.size(); ++k) {
    const Separator& s = p.separators[k];
    if (!s.boundary.empty()) legend.push_back({Sign::stroke, 0, line_pen(m, k), alone ? "boundary" : score_text(s)});
  }
  const bool drawn =
      std::any_of(p.margin_lines.begin(), p.margin_lines.end(), [](const MarginLine& l) { return !l.lines.empty(); });
  if (drawn)
    legend.push_back({Sign::stroke,
                      0,
                      {Stroke::margin},
                      has_unit_margin(m) ? "margin (score 1 and -1)" : "through the closest rows"});
}

std::string by_text(ChosenBy by) {
  if (by == ChosenBy::order) return "";
  return by == ChosenBy::weight ? " Columns chosen by |weight| times range."
                                : " Columns chosen by how much the scores change along them.";
}

/// Rows and mistakes of one model, or the margins of several that separate the rows.
std::string counts_note(const DataPlot& p) {
  const Separator& own = p.separators[0];
  const std::string rows = counted(own.counts.rows, "row");
  if (p.separators.size() == 1) {
    const std::string margin =
        own.margin ? "; margin " + short_number(*own.margin) + " (distance of the closest row)" : "";
    return rows + ", " + counted(own.counts.wrong(), "mistake") + ", " + grouped(own.counts.on_boundary) +
           " on the boundary" + margin;
  }
  std::vector<std::string> margins;
  for (const Separator& s : p.separators) {
    if (s.margin) margins.push_back(shown(s.name) + " " + short_number(*s.margin, 4));
  }
  return rows + (margins.empty() ? "" : "; distance of the closest row: " + joined(margins));
}

/// Why a model has no line in the picture.
std::string absent_note(const Model& m, const DataPlot& p, std::size_t number) {
  const Separator& s = p.separators[number];
  const bool alone = p.separators.size() == 1;
  const std::string whose = alone ? "" : shown(s.name) + ": ";
  if (s.flat) return whose + (alone ? "No" : "no") + " boundary: the score does not depend on these columns.";
  const std::string out = whose + (alone ? "The" : "the") + " boundary lies outside the picture";
  const auto& tints = p.figure.panels[0].tints;
  for (std::size_t k = 0; k < m.classes.size() && number == 0; ++k) {
    for (const Tint& t : tints) {
      if (t.style == style_of(m, k) && !t.polygons.empty())
        return out + ": here all is predicted " + shown(m.classes[k]) + ".";
    }
  }
  return out + ".";
}

void add_notes(const Model& m, DataPlot& p) {
  p.figure.notes.push_back(counts_note(p));
  if (!p.held_text.empty())
    p.figure.notes.push_back("A slice: " + p.held_text +
                             ", so rows may lie on either side of the line drawn; mistakes count all columns." +
                             by_text(p.columns.by));
  for (std::size_t k = 0; k < p.separators.size(); ++k) {
    if (p.separators[k].boundary.empty()) p.figure.notes.push_back(absent_note(m, p, k));
  }
  for (std::string& note : crowd_notes(p.most_on_one_place, p.outside)) p.figure.notes.push_back(std::move(note));
}

void add_title(const Model& m, DataPlot& p) {
  const Panel& panel = p.figure.panels[0];
  const bool one = p.columns.y == no_column;
  const bool alone = p.separators.size() == 1;
  p.figure.title = choice_text(m) + " by " + (alone ? learner_text(m) : counted(p.separators.size(), "model"));
  const std::string who = m.outputs() == 1
                              ? class_text(m, 1) + " as circles, " + class_text(m, 0) + " as crosses"
                              : "each of the " + counted(m.classes.size(), "class") + " with its own colour and shape";
  p.figure.description = "Rows over " + shown(panel.x.label) + (one ? "" : " and " + shown(panel.y.label)) + ": " +
                         who + (alone ? ", and the boundary of the model. " : ", and the boundaries of the models. ");
  for (const std::string& note : p.figure.notes) p.figure.description += note + (note.ends_with('.') ? " " : ". ");
  p.figure.description.pop_back();
}

}  // namespace

void add_held(const Model& m, const Dataset& data, const std::vector<ColumnRange>& ranges, DataPlot& p) {
  constexpr std::size_t most = 4;
  for (std::size_t j = 0; j < ranges.size(); ++j) {
    if (j == p.columns.x || j == p.columns.y) continue;
    if (!ranges[j].text) {
      ++p.held;
      continue;
    }
    const std::string level =
        ranges[j].typical < 0 ? "(unknown)" : data.levels[j][static_cast<std::size_t>(ranges[j].typical)];
    p.held_levels.emplace_back(input_name(m, j), level.empty() ? "(missing)" : level);
  }
  if (p.held > 0) p.held_text = counted(p.held, "other column") + " held at the mean";
  if (p.held_levels.empty()) return;
  std::vector<std::string> levels;
  levels.reserve(p.held_levels.size());
  for (const auto& [column, level] : p.held_levels) levels.push_back(shown(column) + " = " + shown(level));
  p.held_text += (p.held > 0 ? ", texts at their most frequent level (" : "texts held at their most frequent level (") +
                 joined(levels, ", ", most) + ")";
}

void add_captions(const Model& m, DataPlot& p) {
  add_legend(m, p);
  add_notes(m, p);
  add_title(m, p);
}

std::string learner_text(const Model& m) {
  std::string out(name_of(m.algorithm));
  if (m.support) out += " with " + std::string(name_of(m.support->kernel.kind)) + " kernel";
  if (m.map.options.features != Expansion::none)
    out += " on " + std::string(name_of(m.map.options.features)) + " features";
  return out;
}

}  // namespace halfspace::plot
