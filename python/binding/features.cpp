#include <nanobind/stl/string.h>

#include "bindings.hpp"

namespace halfspace::python {
namespace {

KernelKind kernel_of(const std::string& name) {
  if (name == "linear") return KernelKind::linear;
  if (name == "polynomial") return KernelKind::polynomial;
  if (name == "laplacian") return KernelKind::laplacian;
  if (name == "rbf") return KernelKind::rbf;
  throw nb::value_error(("no kernel of explicit features is called " + name).c_str());
}

KernelFeatureOptions options_of(const nb::dict& given) {
  KernelFeatureOptions out;
  for (const auto& [key, value] : given) {
    const auto name = nb::cast<std::string>(key);
    if (name == "approximation") {
      out.approximation = nb::cast<std::string>(value) == "fourier" ? Approximation::fourier : Approximation::nystrom;
    } else if (name == "kernel") {
      out.kernel = kernel_of(nb::cast<std::string>(value));
    } else if (name == "gamma") {
      out.gamma = nb::cast<double>(value);
    } else if (name == "degree") {
      out.degree = nb::cast<std::uint64_t>(value);
    } else if (name == "coef0") {
      out.coef0 = nb::cast<double>(value);
    } else if (name == "components") {
      out.components = nb::cast<std::uint64_t>(value);
    } else if (name == "seed") {
      out.seed = nb::cast<std::uint64_t>(value);
    } else if (name == "threads") {
      out.threads = nb::cast<int>(value);
    } else {
      throw nb::value_error(("no option of features is called " + name).c_str());
    }
  }
  return out;
}

KernelFeatures fitted(const Rows& rows, const nb::dict& given) {
  const KernelFeatureOptions options = options_of(given);
  return unlocked([&] { return rows.with([&](const auto& r) { return KernelFeatures::fit(r, options); }); });
}

nb::object transformed(const KernelFeatures& features, const Rows& rows, int threads) {
  auto out = unlocked([&] { return rows.with([&](const auto& r) { return features.transform(r, threads); }); });
  return array_of(std::move(out), static_cast<std::size_t>(features.components()));
}

}  // namespace

void bind_features(nb::module_& m) {
  nb::class_<KernelFeatures>(m, "KernelFeatures", "Explicit features whose inner products are near a kernel's.")
      .def_static("fit", &fitted, nb::arg("rows"), nb::arg("options"))
      .def_prop_ro("columns", &KernelFeatures::columns)
      .def_prop_ro("components", &KernelFeatures::components)
      .def_prop_ro("gamma", &KernelFeatures::gamma)
      .def_prop_ro("landmarks", [](const KernelFeatures& f) { return array_of(f.landmarks()); })
      .def("transform", &transformed, nb::arg("rows"), nb::arg("threads"))
      .def("bytes",
           [](const KernelFeatures& f) {
             const std::string bytes = f.bytes();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static("from_bytes", [](const nb::bytes& bytes) {
        const std::string_view view(static_cast<const char*>(bytes.data()), bytes.size());
        return unlocked([&] { return KernelFeatures::from_bytes(view); });
      });
}

}  // namespace halfspace::python
