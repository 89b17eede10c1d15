// Any bytes read as a LIBSVM or LIBLINEAR text model: what is accepted is sound, and is itself when written and read
// again. Each input is also tried behind the front of a sound model, so that deep parts are reached at once.
#include <cstdlib>
#include <string>

#include "export/exports.hpp"
#include "export/liblinear_model.hpp"
#include "export/libsvm_model.hpp"
#include "model/model_problem.hpp"

namespace {

using namespace halfspace;

const std::string svm_text =
    "svm_type c_svc\nkernel_type rbf\ngamma 0.5\nnr_class 3\ntotal_sv 3\nrho 0.25 -0.5 0.125\nlabel 7 -2 5\n"
    "probA -1.5 -2 -1.25\nprobB 0.5 0 -0.25\nnr_sv 1 1 1\nSV\n1 0.5 1:0.5 3:-2 \n-0.75 0.25 2:1 \n-0.5 -1.25 3:1 \n";
const std::string linear_text =
    "solver_type L2R_LR\nnr_class 3\nlabel 3 1 2\nnr_feature 2\nbias 1\nw\n0.5 -1 0.25 \n2 0 -0.125 \n1 -1 0 \n";

template <class T>
bool failed(const Result<T>& result) {
  if (!result && result.error().message.empty()) std::abort();
  return !result;
}

void check_text(const std::string& text) {
  auto svm = parse_libsvm_model(text, "fuzz");
  if (!failed(svm)) {
    const std::string written = libsvm_model_text(svm.value());
    const auto again = parse_libsvm_model(written, "again");
    if (!again || libsvm_model_text(again.value()) != written) std::abort();
    const auto model = model_of(std::move(svm).value(), "fuzz");
    if (!failed(model) && !model_problem(model.value()).empty()) std::abort();
  }
  const auto linear = parse_liblinear_model(text, "fuzz");
  if (failed(linear)) return;
  const std::string written = liblinear_model_text(linear.value());
  const auto again = parse_liblinear_model(written, "again");
  if (!again || liblinear_model_text(again.value()) != written) std::abort();
  const auto model = model_of(linear.value(), "fuzz");
  if (failed(model)) return;
  if (!model_problem(model.value()).empty() || !export_liblinear(model.value(), {})) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  check_text(bytes);
  if (size < 2) return 0;
  for (const std::string& good : {svm_text, linear_text}) {
    const std::size_t kept = data[0] * good.size() / 255;
    const std::size_t skipped = std::min(good.size(), kept + data[1]);
    check_text(good.substr(0, kept) + bytes.substr(2) + good.substr(skipped));
  }
  return 0;
}
