// Checkpoints of a driver: its settings, what it was told of the rows, where its method is.
#include <utility>

#include "base/text.hpp"
#include "driver/driver.hpp"
#include "driver/sealed_state.hpp"
#include "halfspace/version.h"

namespace halfspace {
namespace {

Error damaged() { return {Code::bad_data, "checkpoint", "is damaged; begin anew without it"}; }

}  // namespace

std::string Driver::state() const {
  Packer to;
  to.text(HALFSPACE_VERSION);
  to.number<std::uint64_t>(settings_.values.size());
  for (const auto& [name, value] : settings_.values) {
    to.text(name);
    to.text(value);
  }
  to.text(schema_);
  if (scaling_ != nullptr) {
    scaling_->pack(to);
    to.text(scaled_schema_);
  }
  if (method_ != nullptr) method_->pack(to);
  return sealed_state(to.take());
}

/// What state() has behind the settings: the schema, what was found of the scale, the method.
Result<void> Driver::take_state(const std::string& schema, Unpacker& from) {
  if (auto told = tell_schema(schema); !told) return told;
  if (scaling_ != nullptr) {
    if (!scaling_->unpack(from)) return damaged();
    const std::string scaled = from.text();
    if (scaled.empty()) return from.at_end() ? Result<void>() : damaged();
    if (!scaling_->done()) return damaged();
    if (auto told = tell_schema(scaled); !told) return told;
  }
  return method_->unpack(from) && from.at_end() ? Result<void>() : damaged();
}

Result<void> Driver::tell_schema(const std::string& bytes) {
  auto answer = Answer::parse(bytes);
  if (!answer) return std::move(answer).error();
  return tell(answer.value());
}

Result<Driver> Driver::resume(std::string_view state) {
  auto content = content_of_state(state);
  if (!content) return std::move(content).error();
  Unpacker from(content.value());
  if (const std::string version = from.text(); version != HALFSPACE_VERSION)
    return Error{
        Code::bad_data, "checkpoint",
        "was written by halfspace " + in_quotes(version) + ", this is " HALFSPACE_VERSION "; begin anew without it"};
  Settings settings;
  const std::uint64_t count = from.length(1);
  for (std::uint64_t k = 0; k < count && from.ok(); ++k) {
    const std::string name = from.text();
    settings.values[name] = from.text();
  }
  const std::string schema = from.text();
  if (!from.ok()) return damaged();
  const std::string kept = settings.get(goal_setting);
  const Goal goal = kept.empty() ? Goal::fit : kept == name_of_goal(Goal::path) ? Goal::path : Goal::folds;
  settings.values.erase(goal_setting);
  auto out = begin(settings, goal);
  if (!out || schema.empty()) return out;
  if (auto fine = out.value().take_state(schema, from); !fine) return std::move(fine).error();
  return out;
}

}  // namespace halfspace
