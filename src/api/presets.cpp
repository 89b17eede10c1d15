#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "api/members.hpp"
#include "api/option_words.hpp"
#include "base/fields.hpp"
#include "halfspace/options.hpp"
#include "solver/perceptron/options.hpp"

namespace halfspace {
namespace {

/// Sets a member to what its field shows; of a field that is not set it is left as it is.
struct FillMember {
  const PerceptronChoices& from;

  SettingValue value_of(std::string_view name) const {
    for (const Field<PerceptronChoices>& field : perceptron_fields()) {
      if (field.name == name) return field.get(from);
    }
    return {};
  }
  void operator()(const char* name, std::uint64_t& member) const { member = std::get<std::uint64_t>(value_of(name)); }
  template <class T>
  void operator()(const char* name, std::optional<T>& member) const {
    const SettingValue value = value_of(name);
    if constexpr (Named<T>) {
      member = choice_of<T>(std::get<std::string>(value), name).value();
    } else if (const auto* number = std::get_if<T>(&value)) {
      member = *number;
    }
  }
};

}  // namespace

std::vector<std::string> perceptron_preset_names() {
  std::vector<std::string> out;
  out.reserve(perceptron_presets().size());
  for (const Preset& p : perceptron_presets()) out.emplace_back(p.name);
  return out;
}

Result<PerceptronOptions> perceptron_preset(std::string_view name) {
  const auto preset = find_preset(name);
  if (!preset) return api::in_option_words(preset.error());
  PerceptronOptions out;
  out.preset = name;
  api::each_perceptron_member(out, FillMember{preset.value()});
  out.batch_order.reset();  // the order decides
  out.start = preset.value().start;
  if (out.gamma == 0.0) out.gamma.reset();  // 1/d
  return out;
}

}  // namespace halfspace
