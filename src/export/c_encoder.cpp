// A row as the C source reads it: cells to numbers, numbers to features, features to the scores of vectors.
#include <algorithm>

#include "base/number.hpp"
#include "export/c_cell_parts.hpp"
#include "export/c_row_parts.hpp"
#include "export/c_rows.hpp"
#include "export/c_style.hpp"

namespace halfspace {
namespace {

bool has_numbers(const FeatureMap& map) {
  return map.inputs.empty() ||
         std::any_of(map.inputs.begin(), map.inputs.end(), [](const InputColumn& c) { return c.levels.empty(); });
}

bool has_number_levels(const FeatureMap& map) {
  Number n;
  return std::any_of(map.inputs.begin(), map.inputs.end(), [&](const InputColumn& c) {
    return std::any_of(c.levels.begin(), c.levels.end(),
                       [&](const std::string& text) { return parse_number(text, n); });
  });
}

/// A cell of a column of texts, in NAME_read().
std::string text_cell(const FeatureMap& map) {
  const bool other = map.options.unseen == Unseen::other;
  const bool missing_is_level = map.missing.find("category") != std::string::npos;
  std::string out = R"(    if (@NAME_level_start[j] != @NAME_level_start[j + 1]) {
      const int missing = @NAME_is_missing(text, end);
      const long level = !missing ? @NAME_level(j, text, end) : *@NAME_level_names[@NAME_level_start[j]] == '\0' ? 0 : -1;
)";
  const std::string takes = other ? " && !@NAME_takes_unseen[j]" : "";
  out += "      if (level < 0" + takes + ") return missing ? @UPPER_MISSING : @UPPER_UNSEEN_LEVEL;\n";
  if (other && !missing_is_level) out += "      if (level < 0 && missing) return @UPPER_MISSING;\n";
  return out + "      x[j] = (@REAL)level;\n      continue;\n    }\n";
}

std::string number_cell_part(const FeatureMap& map, const CRows& rows, const std::string& style_lines) {
  std::string out = map.fills() ? R"(    if (@NAME_is_missing(text, end)) {
      if (isnan(@NAME_fill[j])) return @UPPER_MISSING;
      x[j] = NAN;
      continue;
    }
)"
                                : "    if (@NAME_is_missing(text, end)) return @UPPER_MISSING;\n";
  out += style_lines + R"(    if (!@NAME_number(text, end, &value, &places)) return @UPPER_NOT_A_NUMBER;
    x[j] = (@REAL)value;
)";
  if (rows.digits) out += "    *digits = *digits < 0 || places < 0 ? -1 : places > *digits ? places : *digits;\n";
  return out;
}

std::string read_part(const Model& m, const CRows& rows) {
  const FeatureMap& map = m.map;
  const std::string style = c_style_lines(m);
  const bool numbers = has_numbers(map);
  std::string out =
      "\n/* The cells as numbers: of a text the place of its level, -1 for none; NAN where a mean stands for it" +
      std::string(rows.digits ? ".\n   digits: after the point, the most of all cells; -1 where one has more than 15"
                              : "") +
      ". */\nstatic int @NAME_read(const char *const *cells, @REAL *x" + (rows.digits ? ", int *digits" : "") +
      ", size_t *column) {\n  size_t j;\n" + (rows.digits ? "  *digits = 0;\n" : "") +
      R"(  for (j = 0; j < @UPPER_COLUMNS; ++j) {
    const char *text = cells[j] == NULL ? "" : cells[j];
    const char *end = text + strlen(text);
)";
  if (numbers) out += "    double value;\n    int places;\n";
  if (style.find("plain") != std::string::npos) out += "    char plain[512];\n";
  out += R"(    if (column != NULL) *column = j;
    while (*text == ' ' || *text == '\t') ++text;
    while (end != text && (end[-1] == ' ' || end[-1] == '\t')) --end;
)";
  if (map.categorical()) out += text_cell(map);
  if (numbers) out += number_cell_part(map, rows, style);
  return out + "  }\n  return 0;\n}\n";
}

/// A column of texts, in NAME_encode(): x[j] is the place of a level.
std::string level_codes(const FeatureMap& map) {
  const bool other = map.options.unseen == Unseen::other;
  return R"(    const size_t first = @NAME_level_start[j], levels = @NAME_level_start[j + 1] - first;
    if (levels > 0) {
      size_t k, level;
      const int known = value >= 0 && value < (@REAL)(levels - 1) && !(value > floor@F(value));
      if (!known)" +
         std::string(other ? " && !@NAME_takes_unseen[j]" : "") + R"() return 1;
      level = known ? first + (size_t)value : first + levels - 1;
      for (k = @NAME_code_start[level]; k < @NAME_code_start[level + 1]; ++k)
        @NAME_add(row, @NAME_code_feature[k], @NAME_code_value[k]);
      continue;
    }
)";
}

std::string number_feature(const FeatureMap& map, const CRows& rows) {
  std::string out;
  if (map.fills() && rows.exact) {
    out += R"(    if (isnan(value)) {
      value = @NAME_fill[j];
      if (@NAME_fill_places[j] < 0 || *digits < 0) {
        *digits = -1;
      } else if (@NAME_fill_places[j] > *digits) {
        *digits = @NAME_fill_places[j];
      }
    }
)";
  } else if (map.fills()) {
    out += "    if (isnan(value)) value = @NAME_fill[j];\n";
  }
  out += "    if (isnan(value)) return 1;\n    if (value < 0 || value > 0) @NAME_add(row, ";
  return out + (map.categorical() ? "@NAME_column_feature[j]" : "(unsigned long)j") + ", value);\n";
}

std::string encode_part(const FeatureMap& map, const CRows& rows) {
  const Expansion e = map.options.features;
  const bool digits = rows.encodes_digits;
  std::string out = "\n/* The features of a row; 1 where a cell has none" +
                    std::string(digits ? ". digits: of the features after the point, -1 where they are unknown" : "") +
                    ". */\nstatic int @NAME_encode(const @REAL *x" + (digits ? ", int *digits" : "") +
                    ", struct @NAME_row *row) {\n";
  if (e != Expansion::none) {
    out += digits ? "  const double unit = *digits >= 0 && *digits <= 7 ? @NAME_ten[*digits] : 0;\n"
                  : "  const double unit = 0;\n";
  }
  out += "  size_t j" + std::string(e == Expansion::poly3 ? ", count" : "") +
         ";\n  row->size = 0;\n  for (j = 0; j < @UPPER_COLUMNS; ++j) {\n    " + (map.fills() ? "" : "const ") +
         "@REAL value = x[j];\n";
  if (map.categorical()) out += level_codes(map);
  if (has_numbers(map)) out += number_feature(map, rows);
  out += "  }\n";
  if (e == Expansion::poly3) out += "  count = row->size;\n";
  if (e != Expansion::none) out += "  @NAME_add_pairs(row, unit);\n";
  if (e == Expansion::poly3) out += "  @NAME_add_triples(row, count, unit);\n";
  if (rows.exact && e != Expansion::none)
    out += std::string("  *digits *= ") + (e == Expansion::poly3 ? "3" : "2") + ";\n";
  return out + "  return 0;\n}\n";
}

void write_products(CWriter& to, const FeatureMap& map) {
  if (map.options.features == Expansion::none) return;
  to.set("@APART", map.options.features == Expansion::interactions ? "1" : "0");
  to.define("BASE", static_cast<std::size_t>(map.base_size()));
  to.part(to.single() ? c_float_product_part : c_double_product_part);
  to.part(c_pairs_part);
  if (map.options.features == Expansion::poly3) to.part(c_triples_part);
}

}  // namespace

void c_write_encoder(CWriter& to, const Model& m, const CRows& rows) {
  if (rows.named) {
    if (has_numbers(m.map) || has_number_levels(m.map)) to.part(c_number_part);
    const std::string words = to.name() + "_missing_words";
    to.set("@ALSO", m.form.style.missing.empty()
                        ? ""
                        : "  for (k = 0; k < sizeof(" + words + ") / sizeof(" + words +
                              "[0]); ++k) {\n    if (strlen(" + words + "[k]) == size && memcmp(" + words +
                              "[k], text, size) == 0) return 1;\n  }\n");
    to.set("@DATEDIGITS", rows.digits ? "if (timed) *digits = -1;\n      " : "");
    c_write_style(to, m);
    to.part(c_missing_part);
    if (m.map.categorical()) {
      if (has_number_levels(m.map)) to.part(c_number_level_part);
      to.part(c_level_part_begin);
      if (has_number_levels(m.map)) to.part(c_level_part_number);
      to.part(c_level_part_end);
    }
    to.part(read_part(m, rows));
  }
  if (rows.digits && (rows.exact || m.map.options.features != Expansion::none)) to.part(c_powers_part);
  if (rows.encoded) {
    to.part(c_row_type_part);
    write_products(to, m.map);
    to.part(encode_part(m.map, rows));
  }
  if (rows.exact) to.part(c_whole_part);
}

}  // namespace halfspace
