#include "export/c_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/number.hpp"
#include "export/literals.hpp"
#include "export/plain.hpp"
#include "feature/coding.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

/// 10^places of weights that are decimals of so many digits after the point, as ScoreVector; else 0.
double weight_unit_of(const double* w, std::size_t d, double b) {
  int places = decimals_of(b);
  for (std::size_t j = 0; j < d && places >= 0; ++j) {
    const int own = decimals_of(w[j]);
    places = own < 0 ? -1 : std::max(places, own);
  }
  return places >= 0 && places <= 15 ? powers_of_ten[static_cast<std::size_t>(places)] : 0;
}

/// Entries of a row: one of each number, of a text as many as its level with the most has; then products.
std::size_t most_entries(const FeatureMap& map) {
  std::size_t n = map.inputs.empty() ? map.input_cols : 0;
  for (const InputColumn& c : map.inputs) {
    std::size_t most = c.levels.empty() ? 1 : 0;
    for (std::size_t k = 0; k < c.levels.size(); ++k) most = std::max(most, codes_of(c, k).size());
    n += most;
  }
  const auto real = static_cast<double>(n);
  if (map.options.features == Expansion::none || real * real * real > 1e15) return n;
  const bool squares = map.options.features != Expansion::interactions;
  const std::size_t pairs = n == 0 ? 0 : squares ? n * (n + 1) / 2 : n * (n - 1) / 2;
  return n + pairs + (map.options.features == Expansion::poly3 ? n * (n + 1) * (n + 2) / 6 : 0);
}

/// Levels as one list: those of a column, then NULL; columns of numbers have none. What each level is of features.
struct LevelTables {
  std::vector<std::string> names;  // "NULL", or a literal
  std::vector<std::uint64_t> start;
  std::vector<std::uint64_t> code_start;
  std::vector<std::uint64_t> code_feature;
  std::vector<double> code_value;
  std::vector<std::uint64_t> number_start;
  std::vector<std::pair<double, std::uint64_t>> numbers;  // of each column sorted: number, place
  std::vector<std::uint64_t> column_feature;
};

void add_levels(LevelTables& to, const InputColumn& c, std::uint64_t first) {
  const auto begin = static_cast<std::ptrdiff_t>(to.numbers.size());
  for (std::size_t k = 0; k < c.levels.size(); ++k) {
    to.names.push_back(c_string(c.levels[k]));
    to.code_start.push_back(to.code_value.size());
    for (const CodedFeature& f : codes_of(c, k)) {
      to.code_feature.push_back(first + f.feature);
      to.code_value.push_back(f.value);
    }
    Number n;
    if (parse_number(c.levels[k], n)) to.numbers.emplace_back(n.value, k);
  }
  std::sort(to.numbers.begin() + begin, to.numbers.end());
  if (c.levels.empty()) return;
  to.names.emplace_back("NULL");  // behind the levels: what an unseen one is
  to.code_start.push_back(to.code_value.size());
  for (const CodedFeature& f : unseen_codes(c)) {
    to.code_feature.push_back(first + f.feature);
    to.code_value.push_back(f.value);
  }
}

LevelTables level_tables(const FeatureMap& map) {
  LevelTables out;
  std::uint64_t first = 0;
  for (const InputColumn& c : map.inputs) {
    out.start.push_back(out.names.size());
    out.number_start.push_back(out.numbers.size());
    out.column_feature.push_back(first);
    add_levels(out, c, first);
    first += width_of(c);
  }
  out.start.push_back(out.names.size());
  out.number_start.push_back(out.numbers.size());
  out.code_start.push_back(out.code_value.size());
  return out;
}

void write_levels(CWriter& to, const FeatureMap& map) {
  const LevelTables t = level_tables(map);
  to.table("static const char *const", "level_names", t.names, [](const std::string& literal) { return literal; });
  to.counts("level_start", t.start);
  to.counts("code_start", t.code_start);
  to.counts("code_feature", t.code_feature);
  to.reals("code_value", t.code_value);
  if (map.options.unseen == Unseen::other) {
    std::vector<int> takes;
    takes.reserve(map.inputs.size());
    for (const InputColumn& c : map.inputs) takes.push_back(takes_unseen(map, c) ? 1 : 0);
    to.integers("takes_unseen", takes);
  }
  const bool numbers = std::any_of(map.inputs.begin(), map.inputs.end(), [](auto& c) { return c.levels.empty(); });
  if (numbers) to.counts("column_feature", t.column_feature);
  if (t.numbers.empty()) return;
  to.counts("number_start", t.number_start);
  to.table("static const double", "level_number", t.numbers, [](const auto& n) { return python_real(n.first); });
  to.table("static const long", "number_place", t.numbers, [](const auto& n) { return std::to_string(n.second); });
}

}  // namespace

CRows c_rows_of(const Model& m, const std::vector<double>& weights, const std::vector<double>& biases, bool single) {
  CRows out;
  out.named = !m.map.inputs.empty();
  out.encoded = !m.map.plain();
  out.features = static_cast<std::size_t>(m.map.size().value_or(0));
  out.entries = most_entries(m.map);
  const std::size_t d = biases.empty() ? 0 : weights.size() / biases.size();
  for (std::size_t k = 0; k < biases.size() && !single && out.named && !m.support && m.exact; ++k) {
    out.weight_unit.push_back(weight_unit_of(weights.data() + k * d, d, biases[k]));
    out.exact = out.exact || out.weight_unit.back() > 0;
  }
  out.digits = out.exact || (!single && out.named && m.map.options.features != Expansion::none);
  out.encodes_digits = out.digits && (m.map.fills() || m.map.options.features != Expansion::none);
  return out;
}

void c_write_row_declarations(CWriter& to, const Model& m) {
  to.part(R"(
/* The same of the cells of a row as text, in the order of @NAME_column_names: 0, or what is wrong with cell *column
   (column may be NULL). Blanks around a cell are no part of it. Missing are NULL, the empty text, NA, N/A, NaN, null, ?)");
  to.raw(c_comment(missing_words(m)));
  to.part(R"(. */
#define @UPPER_MISSING 1        /* and nothing stands for it */
#define @UPPER_NOT_A_NUMBER 2   /* not a finite decimal */
#define @UPPER_UNSEEN_LEVEL 3   /* a text that training did not see */
extern const char *const @NAME_column_names[@UPPER_COLUMNS];
int @NAME_score_row(const char *const *cells, @REAL *score, size_t *column);
int @NAME_predict_row(const char *const *cells, int *k, size_t *column);
)");
  if (has_probabilities(m))
    to.part("int @NAME_probabilities_row(const char *const *cells, @REAL *p, size_t *column);\n");
  if (m.map.categorical())
    to.part(
        "const char *const *@NAME_levels_of(size_t column); /* NULL ends them; NULL of a column of numbers or none "
        "*/\n");
}

void c_write_columns(CWriter& to, const Model& m, const CRows& rows) {
  if (!rows.named) return;
  to.texts("const char *const", "column_names", m.map.input_names());
  if (m.map.categorical()) write_levels(to, m.map);
  if (m.map.fills()) {
    std::vector<double> fills;
    std::vector<int> places;
    for (const InputColumn& c : m.map.inputs) {
      fills.push_back(c.fill.value_or(std::numeric_limits<double>::quiet_NaN()));
      places.push_back(c.fill ? decimals_of(*c.fill) : 0);
    }
    to.reals("fill", fills);
    if (rows.exact) to.integers("fill_places", places);
  }
  if (rows.exact) to.reals("unit", rows.weight_unit);
}

}  // namespace halfspace
