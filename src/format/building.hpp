// What every reader shares while it builds a Dataset: labels, bad lines, the decimals seen, memory and progress.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "format/bad_lines.hpp"
#include "format/labels.hpp"
#include "format/line_reader.hpp"
#include "format/read.hpp"

namespace halfspace {

/// A place in the unpacked text.
struct TextPlace {
  std::uint64_t byte = 0;
  std::uint64_t lines = 0;  // before it
};

struct Building {
  Building(std::unique_ptr<Source> source, const std::string& name, const ReadOptions& read_options)
      : lines(std::move(source), name), bad(name), labels(read_options.classes), options(read_options) {
    lines.at_line(options.lines_before.value_or(0));
    if (options.hash_parts) lines.hash_parts();
  }

  LineReader lines;
  BadLines bad;
  Labels labels;
  std::uint64_t label_field = 1;  // of a line, from 1
  const ReadOptions& options;
  Dataset data;
  std::uint64_t next_check = 0;
  std::uint64_t rows_taken = 0;
  std::uint64_t nonzeros_taken = 0;
  TextPlace not_taken;   // from here on
  TextPlace read_to;     // up to here lines were read into the rows
  bool was_bad = false;  // a MiB of the text ago
  double bad_until = 0;  // seconds_now() at which the wait for other bad lines ends

  /// Notes the decimals of one used value.
  void saw(const Number& n) {
    if (n.decimals > data.decimals) data.decimals = n.decimals;
    data.short_decimals = data.short_decimals && n.exact;
  }

  /// Rows begin here: what stands before is no part of any block.
  void begin_rows() {
    not_taken = here();
    if (options.hash_parts) lines.end_part();
  }

  /// Rows are handed over by `hand_over` before a wait for more of the text, where they are to be taken as they come.
  /// After a bad line none is: what then comes is only looked at for others, for a second.
  void before_waits(std::function<Result<void>()> hand_over) {
    if (!options.as_they_come) return;
    lines.before_waits([this, hand_over = std::move(hand_over)]() -> Result<void> {
      constexpr double patience = 1;  // seconds
      if (!bad.any()) return hand_over();
      const double now = seconds_now();
      if (bad_until == 0) bad_until = now + patience;
      const auto left = static_cast<int>(std::lround(1000 * (bad_until - now)));  // milliseconds
      if (left > 0 && !lines.waits(left)) return {};
      return bad.error(true);
    });
  }

  /// May the text make its reader wait?
  bool may_wait() const { return options.as_they_come && lines.expected_bytes() == 0; }

  /// Once a MiB: is there memory left for `bytes`, and does the caller want to go on?
  Result<void> check(std::uint64_t bytes) { return check(bytes, lines.bytes(), lines.line()); }

  /// As check(), where so much of the text and so many lines were read.
  Result<void> check(std::uint64_t bytes, std::uint64_t text_bytes, std::uint64_t line) {
    if (options.ends_on_bad && bad.any()) return bad.error(true);
    if (text_bytes < next_check) return {};
    next_check = text_bytes + (std::uint64_t{1} << 20U);
    if (may_wait() && bad.any() && std::exchange(was_bad, true)) return bad.error(true);  // the text may never end
    if (options.max_bytes > 0 && bytes > options.max_bytes) {
      return Error{Code::bad_data, lines.name() + ":" + std::to_string(line),
                   "the rows read so far need " + grouped(bytes >> 20U) + " MiB, more than the limit of " +
                       grouped(options.max_bytes >> 20U) + " MiB; give more with --max-memory, or fewer columns"};
    }
    if (options.progress) options.progress(text_bytes);
    if (options.stop.ended()) return Error{Code::interrupted, lines.name(), "reading was interrupted"};
    return {};
  }

  /// Where the next line of `lines` begins.
  TextPlace here() const { return {lines.used(), lines.line()}; }

  /// Are so many bytes of rows a block to be taken?
  bool full(std::uint64_t bytes) const { return options.take && bytes >= options.block_bytes; }

  /// The rows of `data` with the values x are taken, and let go; those behind begin at `next`.
  Result<void> hand_over(Matrix x, TextPlace next) {
    rows_taken += data.rows;
    labels.look(data);
    Result<void> taken;
    data.x = std::move(x);
    if (options.as_they_come && bad.any()) keep_rows_before(bad.first_line());
    if (data.rows > 0 && (options.as_they_come || !bad.any())) {
      RowBlock block{data, labels, not_taken.byte, not_taken.lines, next.byte, "", label_field};
      if (options.hash_parts) block.hash = lines.end_part();
      taken = options.take(block);
    }
    nonzeros_taken += data.nonzeros;  // as they were taken
    not_taken = next;
    data.x = Matrix();
    data.rows = 0;
    data.lines = {};
    data.label.clear();
    data.weight.clear();
    data.unseen_squares.clear();
    return taken;
  }

  void keep_rows_before(std::uint64_t line) {
    std::vector<std::uint64_t> before;
    for (std::uint64_t i = 0; i < data.rows && data.lines.line(i) < line; ++i) before.push_back(i);
    std::vector<std::uint32_t> label = std::exchange(data.label, {});  // classes have no numbers yet
    label.resize(std::min(label.size(), before.size()));
    data = take_rows(data, before);
    data.label = std::move(label);
  }

  /// Why the reading ends before its text; the rows x that came before an interruption are taken, where they are taken
  /// as they come those before any error.
  Error cut_off(Error why, Matrix x) {
    if (!options.take || (why.code != Code::interrupted && !options.as_they_come)) return why;
    if (bad.any() && !options.as_they_come) return bad.error(true);
    const auto taken = hand_over(std::move(x), here());
    return taken ? why : taken.error();
  }

  /// Problems of the text, first those that ended the reading. Then labels are numbered and the hash is taken.
  Result<Dataset> finish(Matrix x) {
    if (lines.problem()) return cut_off(*lines.problem(), std::move(x));
    if (options.take && (options.as_they_come || !bad.any())) {
      if (const auto taken = hand_over(std::exchange(x, Matrix()), here()); !taken) return taken.error();
      data.rows = rows_taken;
      data.nonzeros = nonzeros_taken;
    }
    if (bad.any()) return bad.error(false);
    if (lines.bytes() == 0) return Error{Code::bad_data, lines.name(), "the file is empty; expected rows of data"};
    const auto absent = labels.absent();
    if (!absent.empty() && !options.lines_before) {
      const auto present = labels.texts();
      auto others = present;  // that were not asked for
      std::erase_if(others, [&](const std::string& label) {
        return std::any_of(options.classes.begin(), options.classes.end(),
                           [&](const std::string& asked) { return same_label(asked, label); });
      });
      return Error{Code::usage, "--classes",
                   in_quotes(absent.front()) + " is not a label of " + lines.name() + "; its labels are " +
                       joined(present) + hint(nearest(absent.front(), others))};
    }
    if (data.rows == 0 && !is_header_alone()) return Error{Code::bad_data, lines.name(), no_rows()};
    labels.look(data);
    if (const auto joined = labels.joined())
      return Error{Code::bad_data,
                   lines.name() + ":" + std::to_string(joined->line) + ":" + std::to_string(label_field),
                   joined->message};
    data.x = std::move(x);
    labels.finish(data);
    if (options.warn) {
      if (const std::string alike = alike_labels(data.classes); !alike.empty()) options.warn(alike);
    }
    data.text_hash = lines.hash();
    data.text_bytes = lines.bytes();
    return std::move(data);
  }

  bool is_header_alone() const {
    const std::uint64_t left_out = data.absent_rows + data.missing_rows + data.unseen_rows + data.other_class_rows;
    return !options.rows_needed && data.form.format != "libsvm" && data.form.header && left_out == 0;
  }

  /// Why none is left.
  std::string no_rows() const {
    std::vector<std::string> out;
    if (data.absent_rows > 0) out.push_back(counted(data.absent_rows, "row") + " of weight 0");
    if (data.missing_rows > 0) out.push_back(counted(data.missing_rows, "row") + " with a missing cell");
    if (data.unseen_rows > 0)
      out.push_back(counted(data.unseen_rows, "row") + " with a level that the model does not know");
    if (data.other_class_rows > 0) out.push_back(counted(data.other_class_rows, "row") + " of other classes");
    return out.empty()
               ? std::string("no rows of data; expected at least one") +
                     (data.form.format != "libsvm" && data.form.header ? " after the header" : "") +
                     ": give the file with its rows"
               : "no row is left to use; left out are " + joined(out) +
                     (data.missing_rows > 0 ? "; leave out columns with many missing cells (inspect counts them)" : "");
  }

  static std::string hint(const std::string& near) {
    return near.empty() ? "" : "; did you mean " + in_quotes(near) + "?";
  }
};

inline bool equals_its_float(double v) { return static_cast<double>(static_cast<float>(v)) == v; }

/// Values as float when every one of them equals its float: half the memory, the same numbers. In place.
inline bool narrows(const Buffer<double>& values) {
  for (const double v : values) {
    if (!equals_its_float(v)) return false;
  }
  return true;
}

/// A dense matrix of these values, as float where they narrow.
inline Matrix dense_matrix(Buffer<double> values, std::size_t rows, std::size_t cols) {
  const auto shaped = [&](auto m, auto taken) -> Matrix {
    m.value = std::move(taken);
    m.rows = rows;
    m.cols = cols;
    return held(std::move(m));
  };
  if (rows_of_floats && narrows(values)) return shaped(DenseMatrix<float>{}, std::move(values).narrowed<float>());
  values.shrink();
  return shaped(DenseMatrix<double>{}, std::move(values));
}

}  // namespace halfspace
