#include "model/style_document.hpp"

#include <map>
#include <utility>

namespace halfspace {

void add_style(const TextForm& form, Json& data) {
  if (const auto style = form.style.values(); !style.empty()) data["style"] = style;
  if (!form.dates.empty()) data["dates"] = names_of(std::span<const DateColumn>(form.dates));
  for (const DroppedColumn& c : form.dropped) data["dropped"].push_back({{"name", c.name}, {"reason", c.reason}});
}

std::optional<std::string> read_style(const Json& data, TextForm& form, std::size_t& members) {
  for (const char* name : {"style", "dates", "dropped"}) members += data.contains(name) ? 1 : 0;
  if (data.contains("style")) {
    std::map<std::string, std::string> values;
    if (!data["style"].is_object()) return "data.style";
    for (const auto& [name, value] : data["style"].items()) {
      if (!value.is_string()) return "data.style";
      values[name] = value.get<std::string>();
    }
    auto style = styled({}, values);
    if (!style || style.value().values() != values) return "data.style";
    form.style = std::move(style).value();
  }
  for (const char* name : {"dates", "dropped"}) {
    if (data.contains(name) && !data[name].is_array()) return "data." + std::string(name);
  }
  for (const Json& one : data.value("dates", Json::array())) {
    const auto kind = one.is_string() ? choice_of<DateColumn>(one.get<std::string>(), "dates") : Error{};
    if (!kind) return "data.dates";
    form.dates.push_back(kind.value());
  }
  for (const Json& one : data.value("dropped", Json::array())) {
    const bool fine = one.is_object() && one.size() == 2 && one.contains("name") && one["name"].is_string() &&
                      one.contains("reason") && one["reason"].is_string();
    if (!fine) return "data.dropped";
    form.dropped.push_back({one["name"].get<std::string>(), one["reason"].get<std::string>()});
  }
  return std::nullopt;
}

}  // namespace halfspace
