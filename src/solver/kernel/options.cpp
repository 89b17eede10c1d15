#include "solver/kernel/options.hpp"

#include <limits>
#include <utility>
#include <vector>

namespace halfspace {
namespace {

using K = KernelChoices;

Field<K> nu_field() {
  auto set = [](K& o, std::string_view text) -> Result<void> {
    const auto value = option_number(text, "--nu");
    if (!value) return value.error();
    if (!(value.value() > 0 && value.value() <= 1))
      return Error{Code::usage, "--nu", in_quotes(text) + " is outside (0, 1]"};
    o.nu = value.value();
    return {};
  };
  auto get = [](const K& o) -> SettingValue {
    if (o.nu == 0) return std::monostate{};
    return o.nu;
  };
  return {"nu", "NU",
          "nu-SVC: at most this share of the rows inside the margin, at least this share support vectors, in (0, 1]; "
          "in place of --C",
          set, get};
}

std::vector<Field<K>> make_kernel_fields() {
  std::vector<Field<K>> f;
  f.push_back(choice_field("kernel", &K::kernel, "learn in the feature space of this kernel function"));
  f.push_back(number_field("gamma", "GAMMA", &K::gamma, 0, false, "gamma of the kernel (default 1/d)"));
  f.push_back(count_field("degree", "P", &K::degree, 1, "degree of the polynomial kernel"));
  f.push_back(number_field("coef0", "C", &K::coef0, -std::numeric_limits<double>::infinity(), false,
                           "c of the polynomial and the sigmoid kernel"));
  f.push_back(nu_field());
  f.push_back(count_field("cache", "MIB", &K::cache_mib, 1, "most memory for rows of the kernel matrix (256)"));
  f.push_back(choice_field("approximation", &K::approximation,
                           "nystrom, fourier: a linear model of features whose inner products are near the kernel's, "
                           "for many rows"));
  Field<K> components =
      count_field("components", "M", &K::components, 1, "features of an approximation, at most 100000 (default 512)");
  components.set = [set = components.set](K& o, std::string_view text) -> Result<void> {
    constexpr std::uint64_t most = 100000;
    if (auto known = set(o, text); !known) return known;
    if (o.components <= most) return {};
    return Error{Code::usage, "--components", in_quotes(text) + " is more than " + std::to_string(most)};
  };
  f.push_back(std::move(components));
  return f;
}

}  // namespace

std::span<const Field<K>> kernel_fields() {
  static const std::vector<Field<K>> fields = make_kernel_fields();
  return fields;
}

}  // namespace halfspace
