#include "export/sql_terms.hpp"

#include <algorithm>
#include <span>

#include "base/number.hpp"
#include "export/level_texts.hpp"
#include "export/literals.hpp"
#include "feature/coding.hpp"
#include "feature/products.hpp"

namespace halfspace {
namespace {

/// A sum whose depth grows with the logarithm of its terms: databases bound the depth of expressions.
std::string balanced_sum(std::span<const std::string> terms) {
  if (terms.size() == 1) return terms[0];
  const std::size_t half = (terms.size() + 1) / 2;
  return "(" + balanced_sum(terms.first(half)) + "\n    + " + balanced_sum(terms.subspan(half)) + ")";
}

/// Without spaces and tabs around it. Named, since SQLite's own blanks are spaces alone and DuckDB's are all of Unicode's.
std::string trimmed_cell(const std::string& name) { return "TRIM(CAST(" + name + " AS VARCHAR), ' \t')"; }

/// The words of is_missing() in base/text_style.hpp, and those of --na; numbers among them as a database writes them.
std::string missing_cell(const std::string& name, const TextStyle& style) {
  std::string also;
  for (const std::string& word : style.missing)
    for (const std::string& text : level_texts(word)) also += (also.empty() ? "" : ", ") + sql_string(text);
  return "(" + name + " IS NULL OR LOWER(" + trimmed_cell(name) + ") IN ('', 'na', 'n/a', 'nan', 'null', '?')" +
         (also.empty() ? "" : " OR " + trimmed_cell(name) + " IN (" + also + ")") + ")";
}

/// The numbers among the words of --na, which a database may write otherwise (-9.99E2).
std::string missing_values(const TextStyle& style) {
  std::string out;
  for (const std::string& word : style.missing) {
    std::string room;
    Number n;
    const std::string_view plain = written_number(word, style, room).plain;
    if (!plain.empty() && parse_number(plain, n)) out += (out.empty() ? "" : ", ") + sql_real(n.value);
  }
  return out;
}

/// A number; NULL where it is missing and nothing stands for it.
std::string number_cell(const InputColumn& c, const TextStyle& style) {
  const std::string name = sql_name(c.name);
  const std::string value = "CAST(" + name + " AS DOUBLE PRECISION)";
  const std::string also = missing_values(style);
  const std::string number = "CASE WHEN " + missing_cell(name, style) + " THEN NULL" +
                             (also.empty() ? "" : " WHEN " + value + " IN (" + also + ") THEN NULL") + " ELSE " +
                             value + " END";
  return c.fill ? "COALESCE(" + number + ", " + sql_real(*c.fill) + ")" : number;
}

/// Is the cell this level? One that is a number may be so in the table: 1 is the level '1', 100000 the level '1e+05'.
std::string is_level(const InputColumn& c, std::size_t level, const TextStyle& style) {
  const std::string name = sql_name(c.name);
  const std::string& text = c.levels[level];
  if (text.empty()) return missing_cell(name, style);
  std::string same = trimmed_cell(name) + " = " + sql_string(text);
  Number n;
  if (!parse_number(text, n)) return same;
  for (const std::string& other : level_texts(text)) {
    if (other != text) same += " OR " + trimmed_cell(name) + " = " + sql_string(other);
  }
  const bool whole = text.find_first_not_of("0123456789") == std::string::npos && text[0] != '0';
  if (whole) same += " OR LTRIM(" + trimmed_cell(name) + ", '+0') = " + sql_string(text);  // 007 is the level 7
  return "(" + name + " = " + sql_string(text) + " OR " + same + ")";
}

}  // namespace

SqlTerms::SqlTerms(const Model& model) : m_(model), columns_(model.map.inputs) {
  const FeatureMap& map = m_.map;
  for (std::uint64_t j = columns_.size(); j < map.input_cols; ++j)
    columns_.push_back({"x" + std::to_string(m_.form.zero_based ? j : j + 1), {}, 0.0});
  std::uint64_t next = 0;
  for (const InputColumn& c : columns_) {
    first_.push_back(next);
    next += width_of(c);
  }
  if (map.options.features == Expansion::none) return;
  for (const InputColumn& c : columns_) {
    if (c.levels.empty()) {
      feature_.push_back(number_cell(c, m_.form.style));
      continue;
    }
    std::vector<std::string> cases(width_of(c));
    for (std::size_t k = 0; k < c.levels.size(); ++k) {
      for (const CodedFeature& f : codes_of(c, k))
        cases[f.feature] += " WHEN " + is_level(c, k, m_.form.style) + " THEN " + sql_real(f.value);
    }
    std::vector<double> other(cases.size());
    for (const CodedFeature& f : unseen_codes(c)) other[f.feature] = f.value;
    for (std::size_t f = 0; f < cases.size(); ++f)
      feature_.push_back(cases[f].empty() ? sql_real(other[f])
                                          : "CASE" + cases[f] + " ELSE " + sql_real(other[f]) + " END");
  }
  for_each_product(
      map.options.features, next, next, [](std::size_t a) { return a; },
      [&](std::uint64_t place, std::size_t a, std::size_t b) { products_.push_back({place, {a, b}}); },
      [&](std::uint64_t place, std::size_t a, std::size_t b, std::size_t c) {
        products_.push_back({place, {a, b, c}});
      });
}

/// What column j adds to a score; NULL where its cell has no features.
std::string SqlTerms::column_term(std::size_t j, const double* w) const {
  const InputColumn& c = columns_[j];
  if (c.levels.empty()) return sql_real(w[0]) + " * " + number_cell(c, m_.form.style);
  std::string out = "CASE";
  for (std::size_t k = 0; k < c.levels.size(); ++k) {
    double sum = 0;
    for (const CodedFeature& f : codes_of(c, k)) sum += w[f.feature] * f.value;
    out += " WHEN " + is_level(c, k, m_.form.style) + " THEN " + sql_real(sum);
  }
  if (takes_unseen(m_.map, c)) {
    const bool missing_is_level = m_.map.missing.find("category") != std::string::npos;
    if (!missing_is_level) out += " WHEN " + missing_cell(sql_name(c.name), m_.form.style) + " THEN NULL";
    double other = 0;
    for (const CodedFeature& f : unseen_codes(c)) other += w[f.feature] * f.value;
    out += " ELSE " + sql_real(other);
  }
  return out + " END";
}

std::string SqlTerms::score(std::size_t k) const {
  const double* const w = m_.w.data() + k * m_.vector_size();
  std::vector<std::string> terms;
  terms.reserve(columns_.size() + products_.size() + 1);
  for (std::size_t j = 0; j < columns_.size(); ++j) terms.push_back(column_term(j, w + first_[j]));
  for (const Product& p : products_) {
    if (w[p.place] == 0) continue;
    terms.push_back(sql_real(w[p.place]));
    for (const std::uint64_t f : p.factors) terms.back() += " * " + feature_[f];
  }
  terms.push_back(sql_real(m_.b[k]));
  return balanced_sum(terms);
}

}  // namespace halfspace
