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

/// The lines of a block one by one.
TextChain::Added add_lines(LibsvmRows& rows, const std::string& name, std::string_view block, std::uint64_t before) {
  LineReader lines(block, before, name);
  for (std::string_view line; lines.next(line);) rows.add(line, lines);
  return {block.size(), lines.line() - before};
}

/// All lines: by blocks where that can be, else one by one.
Result<void> read_lines(Building& b, LibsvmRows& rows) {
  TextChain chain(b, [&] { return std::make_unique<LibsvmBlock>(b, rows.limit()); });
  Result<void> more;
  const std::uint64_t text_bytes = b.lines.expected_bytes();
  const auto add = [&](TextBlock& text, std::uint64_t before) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): this chain makes no other blocks
    auto& block = static_cast<LibsvmBlock&>(text);
    const bool first = rows.rows().entries() == 0;
    TextChain::Added added = {text.text.size(), block.rows()};
    if (!block.add_to(rows, b, before)) added = add_lines(rows, b.lines.name(), text.text, before);
    if (first && block.plain() && !b.options.take) {
      const double blocks = block.blocks_of(text_bytes);
      rows.rows().expect(blocks * static_cast<double>(block.entries()), blocks * static_cast<double>(block.rows()),
                         b.options.max_bytes);
    }
    b.read_to = {text.first_byte + added.bytes, before + added.lines};
    more = b.check(rows.bytes(), text.read_bytes, b.read_to.lines);
    if (more && b.full(rows.rows().bytes())) more = rows.hand_over(b.read_to);
    added.go_on = more.ok();
    return added;
  };
  std::string_view line;
  do {
    if (LibsvmBlock::possible(b.options)) chain.run(add);
    if (!more || !b.lines.next(line)) return more;
    rows.add(line, b.lines);
    b.read_to = b.here();
    more = b.check(rows.bytes());
    if (more && b.full(rows.rows().bytes())) more = rows.hand_over(b.read_to);
  } while (more);
  return more;
}

}  // namespace

Result<Dataset> read_libsvm(Building& b) {
  if (const auto fits = check_options(b.options); !fits) return fits.error();
  auto chosen = chosen_columns(b.options);
  if (!chosen) return chosen.error();
  b.data.form.format = "libsvm";
  b.data.form.zero_based = b.options.zero_based;
  b.data.form.style = b.options.style;
  LibsvmRows rows(b, std::move(chosen).value());
  b.before_waits([&] { return rows.hand_over(b.read_to); });
  if (const auto done = read_lines(b, rows); !done) return b.cut_off(done.error(), rows.matrix());
  return b.finish(rows.matrix());
}

}  // namespace halfspace
