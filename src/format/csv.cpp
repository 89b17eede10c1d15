// CSV and TSV (RFC 4180): a header, then records of as many fields. docs/formats/csv.md
#include <algorithm>
#include <utility>

#include "format/csv_record.hpp"
#include "format/csv_rows.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t bytes_a_field = 160;  // of the header: its place, view, name and role

/// The records behind the header: by blocks where that can be, else one by one.
class CsvText {
 public:
  CsvText(Building& b, CsvRows& rows, CsvRecord& record)
      : b_(b), rows_(rows), record_(record), text_bytes_(b.lines.expected_bytes()), chain_(b, [&rows] {
          return std::make_unique<CsvBlock>(rows.layout());
        }) {}

  Result<void> read() {
    using State = CsvRecord::State;
    for (std::uint64_t one_by_one = 0;;) {  // up to here in the text
      if (b_.options.blocks && b_.lines.used() >= one_by_one && CsvBlock::possible(rows_.layout())) {
        chain_.run([this](TextBlock& block, std::uint64_t before) { return add(block, before); });
        if (!more_) return more_;
        if (rows_.renew_layout()) continue;
        if (std::exchange(open_, false)) one_by_one = b_.lines.used() + (patience_ *= 2);
      }
      const State state = record_.next();
      if (state == State::end) return {};
      if (state == State::bad) {
        b_.bad.add(record_.error_line(), record_.error_field(), record_.error());
        if (record_.fatal()) return {};
      } else {
        rows_.add(record_, b_.lines.saw_nul());
      }
      b_.read_to = b_.here();
      if (auto more = b_.check(rows_.bytes()); !more) return more;
      if (!b_.full(rows_.row_bytes())) continue;
      if (auto taken = rows_.hand_over(b_.read_to); !taken) return taken;
    }
  }

 private:
  TextChain::Added add(TextBlock& text, std::uint64_t before) {
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): this chain makes no other blocks
    const auto& block = static_cast<const CsvBlock&>(text);
    TextChain::Added added = {text.text.size(), block.rows()};
    if (block.plain()) {
      if (rows_.rows() == 0 && !b_.options.take)
        rows_.expect(block.blocks_of(text_bytes_) * static_cast<double>(block.rows()));
      rows_.add(block, before);
    } else {
      added = add_records(text.text, before);
    }
    b_.read_to = {text.first_byte + added.bytes, before + added.lines};
    more_ = b_.check(rows_.bytes(), text.read_bytes, b_.read_to.lines);
    if (more_ && b_.full(rows_.row_bytes())) more_ = rows_.hand_over(b_.read_to);
    added.go_on = more_.ok() && !rows_.outgrew_layout();
    return added;
  }

  /// The records of a block one by one, up to one that does not end in it.
  TextChain::Added add_records(std::string_view block, std::uint64_t before) {
    LineReader lines(block, before, b_.lines.name());
    CsvRecord record(lines, rows_.layout().delimiter, record_.max_fields());
    for (;;) {
      const TextChain::Added so_far = {static_cast<std::size_t>(lines.used()), lines.line() - before};
      const auto state = record.next();
      if (state == CsvRecord::State::end) return {block.size(), lines.line() - before};
      if (record.fatal()) {
        open_ = true;
        return so_far;
      }
      if (state == CsvRecord::State::bad) {
        b_.bad.add(record.error_line(), record.error_field(), record.error());
      } else {
        rows_.add(record, lines.saw_nul());
      }
    }
  }

  Building& b_;
  CsvRows& rows_;
  CsvRecord& record_;
  std::uint64_t text_bytes_;
  TextChain chain_;
  Result<void> more_;
  bool open_ = false;                                 // a record went on behind a block
  std::uint64_t patience_ = std::uint64_t{1} << 17U;  // bytes that are then read one by one
};

Result<Dataset> read_delimited(Building& b, char delimiter) {
  CsvRecord record(b.lines, delimiter,
                   b.options.max_bytes == 0 ? static_cast<std::size_t>(-1) : b.options.max_bytes / bytes_a_field);
  auto columns = read_csv_header(record, b, delimiter);
  if (!columns) return columns.error();
  auto cells = CsvCells::create(columns.value(), b.options);
  if (!cells) return cells.error();
  CsvRows rows(b, std::move(columns).value(), std::move(cells).value(), delimiter);
  if (b.options.header) b.begin_rows();
  b.read_to = b.here();
  b.before_waits([&] { return rows.hand_over(b.read_to); });
  if (!b.options.header) rows.add(record, b.lines.saw_nul());
  if (const auto done = CsvText(b, rows, record).read(); !done) return rows.cut_off(done.error());
  return rows.finish();
}

}  // namespace

Result<Dataset> read_csv(Building& b) {
  return read_delimited(b, b.options.delimiter == 0 ? ',' : b.options.delimiter);
}

Result<Dataset> read_tsv(Building& b) {
  return read_delimited(b, b.options.delimiter == 0 ? '\t' : b.options.delimiter);
}

}  // namespace halfspace
