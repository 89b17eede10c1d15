#include "report/model_text.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "report/coding_report.hpp"
#include "solver/perceptron/perceptron.hpp"

namespace halfspace {
namespace {

constexpr std::size_t weights_shown = 12;

Json weights_json(const Model& m) {
  if (m.support || m.vectors() == 0) return nullptr;
  Json all = Json::array();
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    Json one = Json::array();
    for (std::size_t j = 0; j < m.cols(); ++j) one.push_back(number_json(m.w[k * m.cols() + j]));
    if (m.vectors() == 1) return one;
    all.push_back(std::move(one));
  }
  return all;
}

Json bias_json(const Model& m) {
  if (m.vectors() == 0) return nullptr;
  if (m.vectors() == 1) return number_json(m.b[0]);
  Json out = Json::array();
  for (const double v : m.b) out.push_back(number_json(v));
  return out;
}

/// A name that can stand in a formula: as it is, or in brackets when it holds blanks.
std::string term(const std::string& name) {
  return name.find(' ') == std::string::npos ? shown(name) : "[" + shown(name) + "]";
}

/// Six digits; short decimals as they are. JSON has all digits.
std::string weight_text(const Model& m, double v) { return m.exact ? number_text(v) : short_number(v); }

/// " + 2 x" or " - 2 x"
std::string signed_term(double c, const std::string& name) {
  return std::string(c < 0 ? " - " : " + ") + short_number(std::fabs(c)) + (name.empty() ? "" : " " + name);
}

std::string kernel_text(const Model& m) {
  if (!m.support->phase.empty())
    return kernel_text(m.support->kernel) + "; " + counted(m.support->rows.rows, "random Fourier feature");
  return kernel_text(m.support->kernel) + "; " + counted(m.support->rows.rows, "support row") +
         (m.rows > 0 ? " of " + grouped(m.rows) : "");
}

/// The weights of output k by name, the largest first when there are many.
void add_output(Lines& lines, const Model& m, std::size_t k, const std::string& title) {
  const std::size_t d = m.cols();
  const double* w = m.w.data() + k * d;
  const std::size_t shown_most = m.vectors() == 1 ? weights_shown : weights_shown / 2;
  std::vector<std::size_t> order(d);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const bool many = order.size() > shown_most;
  if (many) {
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(shown_most), order.end(),
                      [&](std::size_t a, std::size_t b) {
                        return std::fabs(w[a]) > std::fabs(w[b]) || (std::fabs(w[a]) == std::fabs(w[b]) && a < b);
                      });
    order.resize(shown_most);
  }
  std::string name = title;
  const auto add = [&](const std::string& text) { lines.add(std::exchange(name, ""), text); };
  if (m.vectors() > 1) add((m.pairwise() ? "" : "class ") + shown(m.vector_name(k), 60));
  for (const std::size_t j : order) add(padded_right(weight_text(m, w[j]), 10) + "  " + shown(m.column_name(j)));
  if (many) add("(the " + std::to_string(shown_most) + " largest of " + counted(d, "weight") + ")");
  if (m.bias != Bias::none)
    add(padded_right(weight_text(m, m.b[k]), 10) + "  bias (" + std::string(name_of(m.bias)) + ")");
}

}  // namespace

std::string kernel_text(const Kernel& k) {
  std::string out(name_of(k.kind));
  if (k.uses_gamma()) out += ", gamma " + number_text(k.gamma);
  if (k.uses_degree()) out += ", degree " + std::to_string(k.degree);
  if (k.uses_coef0()) out += ", coef0 " + number_text(k.coef0);
  return out;
}

std::string learner_name(const Model& m) {
  return std::string(name_of(m.algorithm)) + (m.preset.empty() ? "" : ", preset " + m.preset);
}

std::string boundary_text(const Model& m) {
  if (m.classes.size() == 2) return "score 0 is predicted " + m.classes[m.zero_is_negative ? 0 : 1];
  return std::string("equal scores are predicted as the class that ") +
         (m.zero_is_negative ? "is first" : "sorts first");
}

std::string rule_text(const Model& m, std::optional<double> threshold) {
  if (!threshold) return boundary_text(m);
  return "P(" + m.positive() + ") >= " + number_text(*threshold) + " is predicted " + m.positive();
}

std::string unfinished_text(const Model& m) {
  const auto status = m.report.find("status");
  if (status == m.report.end() || !status->is_string()) return "";
  if (*status == name_of(Status::timeout)) return "the run that made this model was ended by its time limit";
  if (*status == name_of(Status::interrupted)) return "the run that made this model was interrupted";
  return "";
}

std::string classes_text(const Model& m) {
  if (m.classes.size() == 2)
    return shown(m.classes[1]) + " is +1, " + shown(m.classes[0]) + " is -1; " + shown(boundary_text(m), 200);
  std::vector<std::string> names;
  names.reserve(m.classes.size());
  for (const std::string& c : m.classes) names.push_back(shown(c));
  return std::to_string(names.size()) + " classes (" + joined(names, ", ", 10) + "); " + boundary_text(m);
}

std::string features_text(const FeatureMap& map) {
  std::string out = counted(map.size().value_or(0), "feature") + " from " + counted(map.input_cols, "column");
  if (const std::string codings = codings_text(map); !codings.empty()) out += "; " + codings;
  if (map.fills()) out += "; missing numbers are the column's mean";
  if (map.options.features != Expansion::none) out += "; products " + std::string(name_of(map.options.features));
  if (map.options.scale != Scaling::none)
    out += "; scaled " + std::string(name_of(map.options.scale)) + " (weights in original units)";
  return out;
}

void add_weights(Lines& lines, const Model& m) {
  constexpr std::uint64_t most_classes = 20;
  if (m.support) {
    lines.add("kernel", kernel_text(m));
    for (std::size_t k = 0; k < std::min<std::uint64_t>(m.vectors(), most_classes) && m.bias != Bias::none; ++k)
      lines.add("", padded_right(weight_text(m, m.b[k]), 10) + "  bias" +
                        (m.vectors() == 1 ? "" : " of " + shown(m.vector_name(k), 60)));
  } else {
    for (std::size_t k = 0; k < std::min<std::uint64_t>(m.vectors(), most_classes); ++k)
      add_output(lines, m, k, k == 0 ? "weights" : "");
    if (m.vectors() > most_classes)
      lines.add("", "and " + grouped(m.vectors() - most_classes) + " more " + (m.pairwise() ? "pairs" : "classes"));
  }
  if (m.votes)
    lines.add("votes", counted(m.votes->counts.size(), "weight vector") + "; the weights above are the last");
}

void add_objective(Lines& lines, const Model& m) {
  const auto number = [&](const char* name) -> std::optional<double> {
    const auto found = m.report.find(name);
    return found != m.report.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  };
  const auto form = m.report.find("objective");
  if (form != m.report.end() && form->is_string())
    lines.add("objective", "min " + shown(form->get_ref<const std::string&>(), 200));
  if (const auto primal = number("primal")) {
    std::string text = "primal " + short_number(*primal, 10);
    if (const auto dual = number("dual")) text += ", dual " + short_number(*dual, 10);
    if (const auto gap = number("gap")) text += ", gap " + short_bound(*gap, 3);
    lines.add("optimum", text);
  }
  if (const auto margin = number("margin")) {
    std::string text = short_number(*margin) + (m.bias == Bias::augmented ? " = 1/|(w, b)|" : " = 1/|w|");
    if (!m.map.factor.empty()) text += " (of scaled columns)";
    if (const auto count = number("support_vectors")) text += "; " + short_number(*count) + " support vectors";
    if (const auto count = number("bounded_support_vectors")) text += ", " + short_number(*count) + " of them bounded";
    lines.add("margin", text);
  }
}

void add_weights(Json& out, const Model& m) {
  out["columns"] = m.columns.empty() ? Json(nullptr) : Json(m.columns);
  out["weights"] = weights_json(m);
  out["bias"] = bias_json(m);
}

void add_kernel(Json& out, const Support& support) {
  const Kernel& k = support.kernel;
  out["kernel"] = {
      {"kernel", std::string(name_of(k.kind))}, {"gamma", k.gamma}, {"degree", k.degree}, {"coef0", k.coef0}};
  out["support_vectors"] = support.rows.rows;
}

std::string separator_line(const Model& m) {
  if (m.outputs() != 1 || m.w.size() != 2 || m.voted() || !m.linear()) return "";
  const std::string x1 = term(m.column_name(0));
  const std::string x2 = term(m.column_name(1));
  const double w1 = m.w[0];
  const double w2 = m.w[1];
  const auto finite = [&](double w) {
    return w != 0 && std::isfinite(w1 / w) && std::isfinite(w2 / w) && std::isfinite(m.b[0] / w);
  };
  if (finite(w2)) return x2 + " = " + short_number(-w1 / w2) + " " + x1 + signed_term(-m.b[0] / w2, "");
  if (finite(w1) && w2 != 0) return x1 + " = " + short_number(-w2 / w1) + " " + x2 + signed_term(-m.b[0] / w1, "");
  if (w2 != 0 || (w1 != 0 && !finite(w1)))
    return short_number(w1) + " " + x1 + signed_term(w2, x2) + signed_term(m.b[0], "") + " = 0";
  if (w1 != 0) return x1 + " = " + short_number(-m.b[0] / w1) + "  (w2 = 0: a line parallel to " + x2 + ")";
  return "no line (w1 = w2 = 0)";
}

}  // namespace halfspace
