// svm_type, kernel_type, ... in any order, then SV and a line for each support vector.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "export/libsvm_model.hpp"
#include "export/model_words.hpp"

namespace halfspace {
namespace {

constexpr std::int64_t int_most = std::numeric_limits<std::int32_t>::max();  // the tool's own counts are ints
constexpr std::int64_t index_most = 2147483646;

class LibsvmReader {
 public:
  LibsvmReader(std::string_view text, const std::string& name) : words_(text, name), bytes_(text.size()) {}

  Result<LibsvmModel> read() {
    for (bool header = true; header;) {
      if (!words_.next_line()) return words_.missing("SV");
      const std::string_view section = words_.word();
      if (const auto once = seen_.see(words_, section); !once) return once.error();
      header = section != "SV";
      const auto read = header ? read_section(section) : check_header();
      if (!read) return read.error();
      if (!words_.line_done())
        return words_.error("unexpected " + in_quotes(words_.word()) + " behind section " + in_quotes(section));
    }
    if (const auto rows = read_rows(); !rows) return rows.error();
    return std::move(m_);
  }

 private:
  template <class E>
  Result<void> choose(E& to, std::string_view what) {
    const std::string_view word = words_.word();
    const auto found = std::find(Names<E>::list.begin(), Names<E>::list.end(), word);
    if (found == Names<E>::list.end())
      return words_.error(std::string(what) + " " + in_quotes(word) + " is not known; LIBSVM has " + choices<E>());
    to = static_cast<E>(found - Names<E>::list.begin());
    return {};
  }

  Result<void> set(double& to, std::string_view what) {
    const auto value = words_.number(words_.word(), what);
    if (!value) return value.error();
    to = value.value();
    return {};
  }

  Result<void> set(std::uint64_t& to, std::string_view what, std::int64_t least) {
    const auto value = words_.whole(words_.word(), what, least, int_most);
    if (!value) return value.error();
    to = static_cast<std::uint64_t>(value.value());
    return {};
  }

  Result<void> set(std::vector<double>& to, std::string_view what) {
    auto values = words_.numbers(what);
    if (!values) return values.error();
    to = std::move(values).value();
    return {};
  }

  Result<void> read_kernel() {
    const std::string_view word = words_.word();
    for (const KernelFacts& k : kernel_table)
      if (k.in_libsvm && word == k.name) m_.kernel.kind = k.kind;
    if (m_.kernel.kind != KernelKind::none) return {};
    return words_.error("kernel_type " + in_quotes(word) +
                        " is not known; LIBSVM has linear, polynomial, rbf, sigmoid, precomputed");
  }

  Result<void> read_section(std::string_view section) {
    if (section == "svm_type") return choose(m_.type, "svm_type");
    if (section == "kernel_type") return read_kernel();
    if (section == "degree") return set(m_.kernel.degree, "degree", 0);
    if (section == "gamma") return set(m_.kernel.gamma, "gamma");
    if (section == "coef0") return set(m_.kernel.coef0, "coef0");
    if (section == "nr_class") return set(m_.classes, "nr_class", 1);
    if (section == "total_sv") return set(total_, "total_sv", 0);
    if (section == "rho") return set(m_.rho, "rho");
    if (section == "probA") return set(m_.prob_a, "probA");
    if (section == "probB") return set(m_.prob_b, "probB");
    if (section == "label") {
      auto labels = class_labels(words_);
      if (!labels) return labels.error();
      m_.labels = std::move(labels).value();
      return {};
    }
    if (section == "nr_sv") {
      while (!words_.line_done()) {
        const auto count = words_.whole(words_.word(), "nr_sv", 0, int_most);
        if (!count) return count.error();
        m_.of_class.push_back(static_cast<std::uint64_t>(count.value()));
      }
      return {};
    }
    return words_.error("unknown section " + in_quotes(section) + "; expected one of a LIBSVM model");
  }

  Result<void> need(std::string_view section) {
    if (seen_.has(section)) return {};
    return words_.missing(std::string(section));
  }

  /// `count` numbers stand in the section.
  Result<void> sized(std::string_view section, std::uint64_t found, std::uint64_t count) const {
    if (found == count) return {};
    return Error{Code::bad_data, words_.name(),
                 "section " + in_quotes(section) + " has " + counted(found, "number") + "; nr_class " +
                     std::to_string(m_.classes) + " needs " + std::to_string(count)};
  }

  Result<void> check_header() {
    for (const char* section : {"svm_type", "kernel_type", "nr_class", "total_sv", "rho"}) {
      if (const auto there = need(section); !there) return there;
    }
    if (m_.kernel.uses_gamma()) {
      if (const auto there = need("gamma"); !there) return there;
      if (m_.kernel.gamma < 0)
        return Error{Code::bad_data, words_.name(), "gamma " + number_text(m_.kernel.gamma) + " is negative"};
    }
    if (m_.kernel.uses_coef0()) {
      if (const auto there = need("coef0"); !there) return there;
    }
    if (m_.kernel.uses_degree()) {
      if (const auto there = need("degree"); !there) return there;
    }
    return check_classes();
  }

  Result<void> check_classes() {
    const std::uint64_t pairs = m_.classes * (m_.classes - 1) / 2;
    if (!m_.classifies()) {
      if (m_.classes != 2) return sized("nr_class", m_.classes, 2);
      return sized("rho", m_.rho.size(), 1);
    }
    if (m_.classes < 2)
      return Error{Code::bad_data, words_.name(),
                   "nr_class 1: the model was trained on one class and predicts it always; train on two or more"};
    for (const char* section : {"label", "nr_sv"}) {
      if (const auto there = need(section); !there) return there;
    }
    if (const auto fits = sized("rho", m_.rho.size(), pairs); !fits) return fits;
    if (const auto fits = sized("label", m_.labels.size(), m_.classes); !fits) return fits;
    if (const auto fits = sized("nr_sv", m_.of_class.size(), m_.classes); !fits) return fits;
    if (seen_.has("probA") != seen_.has("probB")) return words_.missing(seen_.has("probA") ? "probB" : "probA");
    for (const auto* values : {&m_.prob_a, &m_.prob_b}) {
      if (const auto fits = sized("probA and probB", values->size(), seen_.has("probA") ? pairs : 0); !fits)
        return fits;
    }
    std::uint64_t sum = 0;
    for (const std::uint64_t count : m_.of_class) sum += count;
    if (sum == total_) return {};
    return Error{Code::bad_data, words_.name(),
                 "total_sv is " + std::to_string(total_) + ", but nr_sv sums to " + std::to_string(sum)};
  }

  /// A support vector takes at least "0 " for each coefficient.
  Result<void> read_rows() {
    const std::uint64_t each = m_.classes - 1;
    if (total_ > bytes_ / 2 / each + 1)
      return Error{Code::bad_data, words_.name(),
                   "total_sv " + std::to_string(total_) + " is more than the file can hold; it is cut off"};
    m_.rows.start.push_back(0);
    while (words_.next_line()) {
      if (m_.rows.rows == total_) return words_.error("more support vectors than total_sv " + std::to_string(total_));
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
    if (m_.rows.rows < total_)
      return words_.error("the file ends after " + counted(m_.rows.rows, "support vector") + "; total_sv is " +
                          std::to_string(total_));
    const bool shifted = !m_.from_zero && !m_.kernel.listed();
    for (std::uint32_t& column : m_.rows.column) column -= shifted ? 1 : 0;
    for (const std::uint32_t column : m_.rows.column) m_.rows.cols = std::max<std::size_t>(m_.rows.cols, column + 1U);
    if (m_.rows.cols > most_kernel_features)
      return Error{Code::bad_data, words_.name(),
                   "column " + std::to_string(m_.rows.cols) + " is beyond " + std::to_string(most_kernel_features) +
                       ", the most a kernel model can have here"};
    return {};
  }

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

  ModelWords words_;
  std::size_t bytes_;
  SeenSections seen_;
  std::uint64_t total_ = 0;
  LibsvmModel m_;
};

}  // namespace

Result<LibsvmModel> parse_libsvm_model(std::string_view text, const std::string& name) {
  return LibsvmReader(text, name).read();
}

}  // namespace halfspace
