// A linear model as LIBLINEAR's: the bias is the weight of a feature that is always 1. Of two classes the one that
// score 0 falls to stands second, as LIBLINEAR has it.
#include "base/text.hpp"
#include "export/exports.hpp"
#include "export/liblinear_model.hpp"
#include "export/plain.hpp"

namespace halfspace {
namespace {

Error unfit(const std::string& why) {
  return {Code::bad_data, "", "the model cannot be written as a LIBLINEAR model: " + why};
}

/// solver_type: that of an imported model, else one that says which predictions are meant.
std::string solver_of(const Model& m) {
  if (m.settings.is_object() && m.settings.contains("solver_type") && m.settings["solver_type"].is_string())
    return m.settings["solver_type"].get<std::string>();
  if (joint(m.multiclass) || m.multiclass == Multiclass::argmax) return "MCSVM_CS";
  const ProbabilityKind kind = kind_of(m.probability);
  if (kind == ProbabilityKind::platt || (m.algorithm == Algorithm::logistic && kind == ProbabilityKind::none))
    return "L2R_LR";
  return m.settings.is_object() && is_text(m.settings.value("loss", Json()), "squared-hinge") ? "L2R_L2LOSS_SVC"
                                                                                              : "L2R_L1LOSS_SVC_DUAL";
}

Result<void> check(const Model& m) {
  if (m.support && !m.support->kernel.linear())
    return unfit("its kernel is " + std::string(name_of(m.support->kernel.kind)) +
                 " and LIBLINEAR is linear; write --to libsvm");
  if (m.pairwise())
    return unfit(
        "it has a weight vector for each pair of classes and LIBLINEAR one for each class; write --to "
        "libsvm, or train --multiclass one-vs-rest");
  if (m.form.zero_based)
    return unfit("its columns count from 0 (--zero-based) and LIBLINEAR's from 1; renumber the data and train on that");
  return {};
}

}  // namespace

Result<Exported> export_liblinear(const Model& m, const ExportOptions& options) {
  const std::string format = "a LIBLINEAR model";
  if (const auto fits = check_unscaled(m, format); !fits) return fits.error();
  if (const auto fits = check(m); !fits) return fits.error();
  const auto labels = whole_labels(m, options, format);
  if (!labels) return labels.error();
  Exported out;
  LiblinearModel to;
  to.solver = solver_of(m);
  const bool two = m.outputs() == 1;
  const bool swapped = two && m.zero_is_negative;  // class +1 stands first
  for (std::size_t k = 0; k < m.classes.size(); ++k) to.labels.push_back(labels.value()[swapped ? 1 - k : k]);
  to.features = m.cols();
  to.bias = m.bias == Bias::none ? -1 : 1;
  double unit = swapped || !two ? 1 : -1;
  if (const auto* const platt = std::get_if<PlattMap>(&m.probability)) unit *= platt->a;  // P = 1 / (1 + e^{-a s})
  const std::vector<double> w = collapsed_weights(m);
  const std::size_t d = to.features;
  for (std::size_t j = 0; j < d + (to.has_bias() ? 1 : 0); ++j) {
    for (std::size_t k = 0; k < to.vectors(); ++k) {
      const std::size_t v = two ? 0 : k;
      to.w.push_back((k == 1 && two ? -unit : unit) * (j < d ? w[v * d + j] : m.b[v]));
    }
  }
  const bool probable = kind_of(m.probability) != ProbabilityKind::none || m.algorithm == Algorithm::logistic;
  if (probable && !to.logistic())
    out.notes.emplace_back("the probabilities are left out: LIBLINEAR has those of logistic regression, one-vs-rest");
  out.bytes = liblinear_model_text(to);
  return out;
}

}  // namespace halfspace
