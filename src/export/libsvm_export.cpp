#include "export/exports.hpp"
#include "export/pair_form.hpp"
#include "export/plain.hpp"

namespace halfspace {

Result<Exported> export_libsvm(const Model& m, const ExportOptions& options) {
  const std::string format = "a LIBSVM model";
  if (const auto fits = check_unscaled(m, format); !fits) return fits.error();
  if (m.support && !m.support->kernel.facts().in_libsvm)
    return Error{Code::bad_data, "",
                 "the model cannot be written as " + format + ": LIBSVM has no " +
                     std::string(name_of(m.support->kernel.kind)) +
                     " kernel; train with --kernel rbf, or write --to c"};
  const auto labels = whole_labels(m, options, format);
  if (!labels) return labels.error();
  PairForm form = pair_form(m);
  for (const std::uint32_t k : form.order) form.model.labels.push_back(labels.value()[k]);
  return Exported{libsvm_model_text(form.model), form.notes};
}

}  // namespace halfspace
