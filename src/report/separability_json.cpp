#include "report/separability_json.hpp"

#include <string>

namespace halfspace {

Json multipliers_json(const std::vector<Multiplier>& multipliers, const Dataset& data) {
  Json out = Json::array();
  for (const Multiplier& m : multipliers) {
    out.push_back({{"row", m.row},
                   {"line", data.lines.line(m.row)},
                   {"label", data.classes[data.label[m.row]].text},
                   {"multiplier", m.value.get_str()}});
  }
  return out;
}

Json witness_json(const Separability& known, const Dataset& data) {
  if (!known.not_separable()) return nullptr;
  Json out = multipliers_json(known.decision->witness, data);
  for (std::size_t k = 0; k < known.others.size(); ++k) out[k]["other"] = data.classes[known.others[k]].text;
  return out;
}

Json verdict_json(const Separability& known) {
  return known.decision ? Json(std::string(name_of(known.decision->verdict))) : Json(nullptr);
}

}  // namespace halfspace
