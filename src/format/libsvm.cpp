// LIBSVM / SVMlight text: LABEL INDEX:VALUE ... a line, indices from 1 (or 0 with zero_based), strictly ascending;
// '#' starts a comment. docs/formats/libsvm.md
#include <algorithm>

#include "format/formats.hpp"
#include "format/libsvm_block.hpp"
#include "format/libsvm_rows.hpp"

namespace halfspace {
namespace {

Result<void> check_options(const ReadOptions& options) {
  if (!options.label.empty() && !options.for_model) {
    return Error{
        Code::usage, "--label",
        in_quotes(options.label) + " names a column, but in LIBSVM text the label is always first; leave it out"};
  }
  if (!options.weight.empty() && options.weight_needed) {
    return Error{Code::usage, "--weight", "LIBSVM text has no weight column; use CSV, or repeat rows"};
  }
  if (!options.groups.empty()) {
    return Error{Code::usage, "--groups", "LIBSVM text has no column of groups; use CSV"};
  }
  return {};
}

/// The columns asked for, from 0 and ascending.
Result<std::vector<std::uint64_t>> chosen_columns(const ReadOptions& options) {
  std::vector<std::uint64_t> chosen;
  for (const std::string& name : options.columns) {
    const auto index = option_count(name, "--columns");
    if (!index || index.value() == 0 || index.value() > max_libsvm_index) {
      const std::string who = options.for_model ? "the model's column " : "column ";
      return Error{options.for_model ? Code::bad_data : Code::usage, options.for_model ? "" : "--columns",
                   who + in_quotes(name) + " is not in LIBSVM text, whose columns are numbers from 1"};
    }
    chosen.push_back(index.value() - 1);
  }
  std::sort(chosen.begin(), chosen.end());
  const auto twice = std::adjacent_find(chosen.begin(), chosen.end());
  if (twice == chosen.end()) return chosen;
  return Error{Code::usage, "--columns", "column " + std::to_string(*twice + 1) + " is named twice"};
}

}  // namespace

Result<Dataset> read_libsvm(Building& b) {
  if (const auto fits = check_options(b.options); !fits) return fits.error();
  auto chosen = chosen_columns(b.options);
  if (!chosen) return chosen.error();
  b.data.form.format = "libsvm";
  b.data.form.zero_based = b.options.zero_based;
  LibsvmRows rows(b, std::move(chosen).value());
  LibsvmBlock blocks(b, rows);
  for (std::string_view line;;) {
    const std::string_view block = blocks.possible() ? b.lines.lines_ahead() : std::string_view();
    if (block.empty()) {
      if (!b.lines.next(line)) break;
      rows.add(line);
    } else if (!blocks.add(block)) {
      for (auto left = std::count(block.begin(), block.end(), '\n'); left > 0 && b.lines.next(line); --left)
        rows.add(line);
    }
    if (const auto more = b.check(rows.bytes()); !more) return more.error();
  }
  Matrix x = std::move(rows).finish();
  return b.finish(std::move(x));
}

}  // namespace halfspace
