// The functions that C code calls: from numbers or cells to scores of vectors, then scores, classes, probabilities.
#include <string>

#include "export/c_rows.hpp"
#include "model/probability.hpp"

namespace halfspace {
namespace {

/// From features to scores: of a kernel by the row as an array.
constexpr std::string_view c_spread_part = R"(
static void @NAME_row_vectors(const struct @NAME_row *row, @REAL *s) {
  @REAL x[@SIZE] = {0};
  size_t k;
  for (k = 0; k < row->size; ++k) x[row->feature[k]] = row->value[k];
  @NAME_vectors(x, s);
}
)";

/// Of plain rows: NAN has no score, whatever the sums would make of it.
constexpr std::string_view c_plain_numbers_part = R"(
static int @NAME_of_numbers(const @REAL *x, @REAL *s) {
  size_t j;
  for (j = 0; j < @UPPER_COLUMNS; ++j) {
    if (isnan(x[j])) return 1;
  }
  @NAME_vectors(@GIVEN, s);
  return 0;
}
)";

constexpr std::string_view c_numbers_calls_part = R"(
void @NAME_score(const @REAL *x, @REAL *score) {
  @REAL s[@UPPER_VECTORS];
  size_t k;
  if (@NAME_of_numbers(x, s) == 0) {
    @NAME_to_score(s, score);
    return;
  }
  for (k = 0; k < @UPPER_SCORES; ++k) score[k] = NAN;
}

int @NAME_predict(const @REAL *x) {
  @REAL s[@UPPER_VECTORS], score[@UPPER_SCORES];
  if (@NAME_of_numbers(x, s) != 0) return -1;
  @NAME_to_score(s, score);
  return @NAME_to_class(score);
}
)";

constexpr std::string_view c_numbers_chances_part = R"(
void @NAME_probabilities(const @REAL *x, @REAL *p) {
  @REAL s[@UPPER_VECTORS];
  size_t k;
  if (@NAME_of_numbers(x, s) == 0) {
    @NAME_to_probabilities(s, p);
    return;
  }
  for (k = 0; k < @UPPER_CLASSES; ++k) p[k] = NAN;
}
)";

constexpr std::string_view c_cells_calls_part = R"(
int @NAME_score_row(const char *const *cells, @REAL *score, size_t *column) {
  @REAL s[@UPPER_VECTORS];
  const int wrong = @NAME_of_cells(cells, s, column);
  if (wrong == 0) @NAME_to_score(s, score);
  return wrong;
}

int @NAME_predict_row(const char *const *cells, int *k, size_t *column) {
  @REAL score[@UPPER_SCORES];
  const int wrong = @NAME_score_row(cells, score, column);
  if (wrong == 0) *k = @NAME_to_class(score);
  return wrong;
}
)";

constexpr std::string_view c_cells_chances_part = R"(
int @NAME_probabilities_row(const char *const *cells, @REAL *p, size_t *column) {
  @REAL s[@UPPER_VECTORS];
  const int wrong = @NAME_of_cells(cells, s, column);
  if (wrong == 0) @NAME_to_probabilities(s, p);
  return wrong;
}
)";

constexpr std::string_view c_levels_of_part = R"(
const char *const *@NAME_levels_of(size_t column) {
  if (column >= @UPPER_COLUMNS || @NAME_level_start[column] == @NAME_level_start[column + 1]) return NULL;
  return @NAME_level_names + @NAME_level_start[column];
}
)";

}  // namespace

void c_write_calls(CWriter& to, const Model& m, const CRows& rows) {
  const std::string vectors = rows.encoded && m.support ? "@NAME_row_vectors" : "@NAME_vectors";
  const std::string take = rows.encodes_digits ? ", &digits" : "";
  const std::string give = rows.exact ? ", digits" : "";
  if (rows.encoded) {
    if (m.support) to.part(c_spread_part);
    to.part("\nstatic int @NAME_of_numbers(const @REAL *x, @REAL *s) {\n  struct @NAME_row row;\n" +
            std::string(rows.digits ? "  int digits = -1;\n" : "") + "  if (@NAME_encode(x" + take +
            ", &row) != 0) return 1;\n  " + vectors + "(&row" + give + ", s);\n  return 0;\n}\n");
  }
  to.set("@GIVEN", rows.exact ? "x, -1" : "x");
  if (!rows.encoded) to.part(c_plain_numbers_part);
  to.part(c_numbers_calls_part);
  if (has_probabilities(m)) to.part(c_numbers_chances_part);
  if (!rows.named) return;
  to.part(
      "\nstatic int @NAME_of_cells(const char *const *cells, @REAL *s, size_t *column) {\n  @REAL "
      "x[@UPPER_COLUMNS];\n" +
      std::string(rows.encoded ? "  struct @NAME_row row;\n" : "") + (rows.digits ? "  int digits;\n" : "") +
      "  const int wrong = @NAME_read(cells, x" + (rows.digits ? ", &digits" : "") +
      ", column);\n  if (wrong != 0) return wrong;\n" +
      (rows.encoded ? "  @NAME_encode(x" + take + ", &row);\n  " + vectors + "(&row" + give + ", s);\n"
                    : "  @NAME_vectors(x" + give + ", s);\n") +
      "  return 0;\n}\n");
  to.part(c_cells_calls_part);
  if (has_probabilities(m)) to.part(c_cells_chances_part);
  if (m.map.categorical()) to.part(c_levels_of_part);
}

}  // namespace halfspace
