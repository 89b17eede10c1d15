// A LIBSVM model: its header, then a support vector a line: coefficients, then INDEX:VALUE.
#include <algorithm>

#include "base/text.hpp"
#include "export/libsvm_model.hpp"
#include "export/model_words.hpp"

namespace halfspace {
namespace {

constexpr std::int64_t index_most = 2147483646;

class LibsvmVectors {
 public:
  LibsvmVectors(ModelWords& words, LibsvmModel& m) : words_(words), m_(m) {}

  /// A support vector takes at least "0 " for each coefficient.
  Result<void> read(std::uint64_t total, std::size_t bytes) {
    const std::uint64_t each = m_.classes - 1;
    if (total > bytes / 2 / each + 1)
      return Error{Code::bad_data, words_.name(),
                   "total_sv " + std::to_string(total) + " is more than the file can hold; it is cut off"};
    m_.rows.start.push_back(0);
    while (words_.next_line()) {
      if (m_.rows.rows == total) return words_.error("more support vectors than total_sv " + std::to_string(total));
      for (std::uint64_t k = 0; k < each; ++k) {
        const auto value = words_.number(words_.word(), "coefficient");
        if (!value) return value.error();
        m_.coefficients.push_back(value.value());
      }
      const auto row = m_.kernel.listed() ? read_serial() : read_entries();
      if (!row) return row.error();
      ++m_.rows.rows;
      m_.rows.start.push_back(m_.rows.value.size());
    }
    if (m_.rows.rows < total)
      return words_.error("the file ends after " + counted(m_.rows.rows, "support vector") + "; total_sv is " +
                          std::to_string(total));
    const bool shifted = !m_.from_zero && !m_.kernel.listed();
    for (std::uint32_t& column : m_.rows.column) column -= shifted ? 1 : 0;
    for (const std::uint32_t column : m_.rows.column) m_.rows.cols = std::max<std::size_t>(m_.rows.cols, column + 1U);
    if (m_.rows.cols > most_kernel_features)
      return Error{Code::bad_data, words_.name(),
                   "column " + std::to_string(m_.rows.cols) + " is beyond " + std::to_string(most_kernel_features) +
                       ", the most a kernel model can have here"};
    return {};
  }

 private:
  Result<void> read_serial() {
    const std::string_view entry = words_.word();
    if (!entry.starts_with("0:"))
      return words_.error(in_quotes(entry) + ", expected 0:SERIAL (kernel_type precomputed)");
    const auto serial = words_.whole(entry.substr(2), "serial number", 1, index_most);
    if (!serial) return serial.error();
    if (!words_.line_done()) return words_.error("unexpected " + in_quotes(words_.word()) + " behind 0:SERIAL");
    m_.rows.column.push_back(static_cast<std::uint32_t>(serial.value() - 1));
    m_.rows.value.push_back(1);
    return {};
  }

  Result<void> read_entries() {
    std::int64_t previous = -1;
    while (!words_.line_done()) {
      const std::string_view entry = words_.word();
      const std::size_t colon = entry.find(':');
      if (colon == std::string_view::npos) return words_.error(in_quotes(entry) + " has no ':'; expected INDEX:VALUE");
      const auto index = words_.whole(entry.substr(0, colon), "index", 0, index_most);
      if (!index) return index.error();
      const auto value = words_.number(entry.substr(colon + 1), "value");
      if (!value) return value.error();
      if (index.value() <= previous)
        return words_.error("index " + std::to_string(index.value()) + " after " + std::to_string(previous) +
                            "; the indices of a support vector ascend");
      previous = index.value();
      m_.from_zero = m_.from_zero || previous == 0;
      m_.rows.column.push_back(static_cast<std::uint32_t>(previous));
      m_.rows.value.push_back(value.value());
    }
    return {};
  }

  ModelWords& words_;
  LibsvmModel& m_;
};

}  // namespace

Result<LibsvmModel> parse_libsvm_model(std::string_view text, const std::string& name) {
  ModelWords words(text, name);
  LibsvmModel m;
  const auto total = read_libsvm_header(words, m);
  if (!total) return total.error();
  if (const auto rows = LibsvmVectors(words, m).read(total.value(), text.size()); !rows) return rows.error();
  return m;
}

}  // namespace halfspace
