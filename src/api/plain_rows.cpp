#include "api/plain_rows.hpp"

#include <utility>
#include <vector>

#include "api/row_checks.hpp"
#include "api/row_labels.hpp"
#include "api/row_values.hpp"

namespace halfspace::api {
namespace {

template <class RowsInMemory>
Result<void> check_bare(const RowsInMemory& rows) {
  if (auto fine = check_shape(rows); !fine) return fine;
  for (const auto& [name, given] :
       {std::pair{"weights", !rows.weights.empty()}, std::pair{"groups", !rows.groups.empty()}}) {
    if (given) return Error{Code::usage, name, "have no meaning here; leave them out"};
  }
  return {};
}

}  // namespace

Result<Dataset> plain_rows(const DenseRows& rows, std::uint64_t max_bytes) {
  if (const auto fine = check_bare(rows); !fine) return fine.error();
  if (!rows.categories.empty())
    return Error{Code::usage, "categories", "are texts, and a kernel takes numbers; give their features, one a level"};
  Dataset data;
  data.short_decimals = false;  // nobody asks for the digits
  AllRows all{data};
  const std::vector<Missing> cells = {Missing::refused};
  if (const auto filled = fill(rows, data, all, cells, max_bytes); !filled) return filled.error();
  return data;
}

Result<Dataset> plain_rows(const CsrRows& rows, std::uint64_t max_bytes) {
  if (const auto fine = check_bare(rows); !fine) return fine.error();
  Dataset data;
  data.short_decimals = false;
  AllRows all{data};
  if (const auto filled = fill(rows, data, all, max_bytes); !filled) return filled.error();
  return data;
}

}  // namespace halfspace::api
