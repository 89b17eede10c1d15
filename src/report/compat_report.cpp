#include "report/compat_report.hpp"

#include <variant>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

double share_of(std::uint64_t right, std::uint64_t rows) {
  return static_cast<double>(right) / static_cast<double>(rows);
}

double percent_of(std::uint64_t right, std::uint64_t rows) {
  return 100 * static_cast<double>(right) / static_cast<double>(rows);
}

struct CompatLine {
  std::string operator()(const compat::TrainedClassifier& r) const {
    return r.support_vectors ? "Total nSV = " + std::to_string(*r.support_vectors) + "\n" : r.status + "\n";
  }
  std::string operator()(const compat::TrainedValues& r) const {
    return "Total nSV = " + std::to_string(r.support_vectors) + "\n";
  }
  std::string operator()(const compat::CrossValidated& r) const {
    return "Cross Validation Accuracy = " + short_number(100 * share_of(r.right, r.rows)) + "%\n";
  }
  std::string operator()(const compat::PredictedLabels& r) const {
    return "Accuracy = " + short_number(percent_of(r.right, r.rows)) + "% (" + std::to_string(r.right) + "/" +
           std::to_string(r.rows) + ")" + (r.svm ? " (classification)\n" : "\n");
  }
  std::string operator()(const compat::PredictedValues& r) const {
    return "Mean squared error = " + short_number(r.mean_squared_error) +
           " (regression)\nSquared correlation coefficient = " + short_number(r.squared_correlation) +
           " (regression)\n";
  }
};

struct CompatMembers {
  Json operator()(const compat::TrainedClassifier& r) const {
    Json out{{"classes", r.classes}, {"status", r.status}};
    if (r.support_vectors) out["support_vectors"] = *r.support_vectors;
    return out;
  }
  Json operator()(const compat::TrainedValues& r) const {
    return {{"status", r.converged ? "converged" : "not-converged"}, {"support_vectors", r.support_vectors}};
  }
  Json operator()(const compat::CrossValidated& r) const {
    return {{"cross_validation_accuracy", share_of(r.right, r.rows)}, {"folds", r.folds}, {"rows", r.rows}};
  }
  Json operator()(const compat::PredictedLabels& r) const {
    return {{"accuracy", percent_of(r.right, r.rows) / 100}, {"right", r.right}, {"rows", r.rows}};
  }
  Json operator()(const compat::PredictedValues& r) const {
    return {{"mean_squared_error", number_json(r.mean_squared_error)},
            {"squared_correlation", number_json(r.squared_correlation)},
            {"rows", r.rows}};
  }
};

}  // namespace

std::string compat_text(const compat::Answer& answer) { return std::visit(CompatLine{}, answer.result); }

Json compat_json(const compat::Answer& answer) {
  Json out{{"tool", answer.tool}};
  out.update(std::visit(CompatMembers{}, answer.result));
  return out;
}

}  // namespace halfspace
