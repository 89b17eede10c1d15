#include "export/liblinear_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "export/model_words.hpp"

namespace halfspace {
namespace {

constexpr std::int64_t most_features = 2147483646;  // 2^31 - 2
constexpr std::array<std::string_view, 8> classifiers = {
    "L2R_LR",   "L2R_L2LOSS_SVC_DUAL", "L2R_L2LOSS_SVC", "L2R_L1LOSS_SVC_DUAL",
    "MCSVM_CS", "L1R_L2LOSS_SVC",      "L1R_LR",         "L2R_LR_DUAL"};
constexpr std::array<std::string_view, 4> others = {"L2R_L2LOSS_SVR", "L2R_L2LOSS_SVR_DUAL", "L2R_L1LOSS_SVR_DUAL",
                                                    "ONECLASS_SVM"};

template <class List>
bool contains(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class LiblinearReader {
 public:
  LiblinearReader(std::string_view text, const std::string& name) : words_(text, name), bytes_(text.size()) {}

  Result<LiblinearModel> read() {
    for (bool header = true; header;) {
      if (!words_.next_line()) return words_.missing("w");
      const std::string_view section = words_.word();
      if (const auto once = seen_.see(words_, section); !once) return once.error();
      header = section != "w";
      const auto read = header ? read_header(section) : check_header();
      if (!read) return read.error();
      if (header && !words_.line_done())
        return words_.error("unexpected " + in_quotes(words_.word()) + " behind section " + in_quotes(section));
    }
    if (const auto weights = read_weights(); !weights) return weights.error();
    return std::move(m_);
  }

 private:
  Result<void> read_header(std::string_view section) {
    if (section == "solver_type") return read_solver();
    if (section == "nr_class") return set(classes_, section, 1);
    if (section == "nr_feature") return set(m_.features, section, 0);
    if (section == "bias") {
      const auto bias = words_.number(words_.word(), section);
      if (!bias) return bias.error();
      m_.bias = bias.value();
      return {};
    }
    if (section == "label") {
      auto labels = class_labels(words_);
      if (!labels) return labels.error();
      m_.labels = std::move(labels).value();
      return {};
    }
    return words_.error("unknown section " + in_quotes(section) +
                        "; expected solver_type, nr_class, label, nr_feature, bias or w");
  }

  Result<void> set(std::uint64_t& to, std::string_view what, std::int64_t least) {
    const auto value = words_.whole(words_.word(), what, least, most_features);
    if (!value) return value.error();
    to = static_cast<std::uint64_t>(value.value());
    return {};
  }

  Result<void> read_solver() {
    const std::string_view solver = words_.word();
    m_.solver = std::string(solver);
    if (contains(classifiers, solver)) return {};
    if (contains(others, solver))
      return words_.error("solver_type " + m_.solver + " is not a classifier; halfspace reads LIBLINEAR's classifiers");
    return words_.error("solver_type " + in_quotes(solver) + " is not known to LIBLINEAR");
  }

  Result<void> check_header() {
    for (const char* section : {"solver_type", "nr_class", "label", "nr_feature"}) {
      if (!seen_.has(section)) return words_.missing(section);
    }
    if (m_.labels.size() != classes_)
      return Error{Code::bad_data, words_.name(),
                   "nr_class is " + std::to_string(classes_) + ", but there are " + counted(m_.labels.size(), "label")};
    if (classes_ > 1) return {};
    return Error{Code::bad_data, words_.name(),
                 "nr_class 1: the model was trained on one class and predicts it always; train on two or more"};
  }

  /// A number takes two bytes of the file or more.
  Result<void> read_weights() {
    const std::uint64_t rows = m_.features + (m_.has_bias() ? 1 : 0);
    if (rows > bytes_ / 2 / m_.vectors() + 1)
      return Error{Code::bad_data, words_.name(),
                   "nr_feature " + std::to_string(m_.features) + " with " + counted(m_.vectors(), "weight vector") +
                       " is more than the file can hold; it is cut off"};
    const std::uint64_t count = rows * m_.vectors();
    for (std::string_view word = words_.next_word(); !word.empty(); word = words_.next_word()) {
      if (m_.w.size() == count)
        return words_.error("unexpected " + in_quotes(word) + " behind the " + counted(count, "weight"));
      const auto value = words_.number(word, "weight");
      if (!value) return value.error();
      m_.w.push_back(value.value());
    }
    if (m_.w.size() == count) return {};
    return words_.error("the file ends after " + counted(m_.w.size(), "weight") + " of " + std::to_string(count) +
                        "; it is cut off");
  }

  ModelWords words_;
  std::size_t bytes_;
  SeenSections seen_;
  std::uint64_t classes_ = 0;
  LiblinearModel m_;
};

}  // namespace

Result<LiblinearModel> parse_liblinear_model(std::string_view text, const std::string& name) {
  return LiblinearReader(text, name).read();
}

std::string liblinear_model_text(const LiblinearModel& m) {
  std::string out = "solver_type " + m.solver + "\nnr_class " + std::to_string(m.labels.size()) + "\nlabel";
  for (const std::int64_t label : m.labels) out += " " + std::to_string(label);
  out += "\nnr_feature " + std::to_string(m.features) + "\nbias " + number_text(m.bias) + "\nw\n";
  for (std::size_t at = 0; at < m.w.size(); at += m.vectors()) {
    for (std::size_t k = 0; k < m.vectors(); ++k) out += number_text(m.w[at + k]) + " ";
    out += "\n";
  }
  return out;
}

Result<Model> model_of(const LiblinearModel& from, const std::string& name) {
  Model m;
  m.algorithm = from.logistic() ? Algorithm::logistic : Algorithm::svm;
  m.bias = from.has_bias() ? Bias::augmented : Bias::none;
  for (const std::int64_t label : from.labels) m.classes.push_back(std::to_string(label));
  const std::size_t vectors = from.vectors();
  const std::size_t d = from.features;
  m.w.resize(vectors * d);
  m.b.resize(vectors);
  for (std::size_t k = 0; k < vectors; ++k) {
    for (std::size_t j = 0; j < d; ++j) m.w[k * d + j] = from.w[j * vectors + k];
    if (from.has_bias()) m.b[k] = from.w[d * vectors + k] * from.bias;
  }
  if (m.classes.size() > 2) {
    m.multiclass = from.joint() ? Multiclass::crammer_singer : Multiclass::one_vs_rest;
  } else {
    std::swap(m.classes[0], m.classes[1]);  // label[0] is +1
    m.zero_is_negative = true;
    m.w.resize(d);  // of MCSVM_CS too the first vector decides
    m.b.resize(1);
  }
  m.labels = m.classes;
  const auto finite = [](double v) { return std::isfinite(v); };
  if (!std::all_of(m.w.begin(), m.w.end(), finite) || !std::all_of(m.b.begin(), m.b.end(), finite))
    return Error{Code::bad_data, name, "a weight or its product with bias " + number_text(from.bias) + " overflows"};
  m.map.input_cols = d;
  m.form.format = "libsvm";
  m.form.header = false;
  m.settings = {{"imported", "liblinear"}, {"solver_type", from.solver}};
  m.report = {{"status", "imported"}, {"stop_reason", "read from a LIBLINEAR model"}};
  return m;
}

}  // namespace halfspace
