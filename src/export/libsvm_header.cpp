// The header of a LIBSVM model: svm_type, kernel_type, ... in any order, up to SV.
#include <algorithm>
#include <limits>

#include "base/text.hpp"
#include "export/libsvm_model.hpp"
#include "export/model_words.hpp"

namespace halfspace {
namespace {

constexpr std::int64_t int_most = std::numeric_limits<std::int32_t>::max();  // the tool's own counts are ints

class LibsvmHeader {
 public:
  LibsvmHeader(ModelWords& words, LibsvmModel& m) : words_(words), m_(m) {}

  /// Returns total_sv.
  Result<std::uint64_t> read() {
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
    return total_;
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

  ModelWords& words_;
  LibsvmModel& m_;
  SeenSections seen_;
  std::uint64_t total_ = 0;
};

}  // namespace

Result<std::uint64_t> read_libsvm_header(ModelWords& words, LibsvmModel& model) {
  return LibsvmHeader(words, model).read();
}

}  // namespace halfspace
