// Kernel features as bytes, in the layout of model/tensor_file.hpp. docs/formats/features.md
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "kernel/kernel.hpp"
#include "model/document_members.hpp"
#include "model/model_document.hpp"
#include "model/model_problem.hpp"
#include "model/tensor_file.hpp"
#include "train/objective/kernel_approximation.hpp"

namespace halfspace {
namespace {

constexpr const char* features_key = "halfspace-features";
constexpr std::uint64_t features_version = 1;
constexpr std::size_t most_components = 100000;

/// What is wrong with L, by rows: a number that is not finite, or a pivot that is not above 0.
std::string factor_problem(const std::vector<double>& L, std::size_t m) {
  if (L.size() != m * m) return "the factor does not fit the support rows";
  if (!std::all_of(L.begin(), L.end(), [](double v) { return std::isfinite(v); })) return "the factor is not finite";
  for (std::size_t j = 0; j < m; ++j)
    if (!(L[j * m + j] > 0)) return "the factor has a pivot that is not above 0";
  return "";
}

/// The kernel and the number of columns.
std::optional<std::pair<Kernel, std::uint64_t>> read_features_document(const Json& document) {
  DocumentMembers members(document);
  const std::uint64_t version = members.count("format_version");
  members.text("version");
  const std::uint64_t cols = members.count("columns");
  const Json kernel = members.object("kernel");
  members.size(4);
  if (members.problem() || version != features_version || cols > most_kernel_features) return std::nullopt;
  const auto read = read_kernel(kernel);
  if (!read) return std::nullopt;
  return std::pair(*read, cols);
}

}  // namespace

std::string KernelApproximation::bytes() const {
  Json document;
  document["format_version"] = features_version;
  document["version"] = HALFSPACE_VERSION;
  document["columns"] = std::uint64_t{cols()};
  document["kernel"] = kernel_document(support_.kernel);
  TensorWriter to(features_key, document);
  const CsrMatrix<double>& x = support_.rows;
  to.add("support_start", "U64", {x.start.size()}, x.start);
  to.add("support_column", "U32", {x.column.size()}, x.column);
  to.add("support_value", "F64", {x.value.size()}, x.value);
  to.add_list("support_phase", "F64", support_.phase);
  if (!factor_.empty()) to.add("factor", "F64", {size(), size()}, factor_);
  to.add_list("landmarks", "U64", landmarks_);
  return to.bytes();
}

std::string KernelApproximation::problem() const {
  const std::size_t m = size();
  if (m == 0 || m > most_components) return "the number of components is not in 1..100000";
  if (std::string rows = support_problem(support_, m); !rows.empty()) return rows;
  const Kernel& k = support_.kernel;
  if (k.degree == 0 || (k.uses_gamma() && !(k.gamma > 0))) return "gamma or the degree is not above 0";
  if (!support_.phase.empty())
    return has_fourier_features(k) && factor_.empty() && landmarks_.empty() ? "" : "the kernel has no such features";
  if (!is_inner_product(k)) return "the kernel has no such features";
  if (landmarks_.size() != m ||
      std::any_of(landmarks_.begin(), landmarks_.end(), [](std::uint64_t i) { return i >> 32U; }))
    return "the landmarks do not fit the support rows";
  return factor_problem(factor_, m);
}

Result<KernelApproximation> KernelApproximation::parse(std::string_view bytes, const std::string& name) {
  const auto refused = [&](const std::string& what) {
    return Error{Code::bad_data, name, what + "; the bytes are damaged or no kernel features: fit or fetch them again"};
  };
  auto opened = TensorReader::open(bytes, features_key);
  if (!opened) return refused(opened.error().message);
  TensorReader& tensors = opened.value();
  const auto document = read_features_document(tensors.document());
  if (!document) return refused("the document has a bad or missing member, or is of a newer halfspace");
  KernelApproximation out;
  out.support_.kernel = document->first;
  CsrMatrix<double>& x = out.support_.rows;
  x.cols = document->second;
  bool good = tensors.take("support_start", "U64", x.start) && tensors.take("support_column", "U32", x.column) &&
              tensors.take("support_value", "F64", x.value);
  if (good && tensors.has("support_phase")) good = tensors.take("support_phase", "F64", out.support_.phase);
  if (good && tensors.has("factor")) good = tensors.take("factor", "F64", out.factor_);
  if (good && tensors.has("landmarks")) good = tensors.take("landmarks", "U64", out.landmarks_);
  if (!good || !tensors.ends()) return refused("the numbers do not fit the header");
  x.rows = x.start.empty() ? 0 : x.start.size() - 1;
  if (const std::string what = out.problem(); !what.empty()) return refused(what);
  return out;
}

}  // namespace halfspace
