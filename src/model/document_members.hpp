// Members of a model document by name and type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fields.hpp"
#include "base/json.hpp"

namespace halfspace {

/// Reads members by name and type; remembers the first that is missing or of the wrong type.
class DocumentMembers {
 public:
  explicit DocumentMembers(const Json& object, std::string path = "") : object_(object), path_(std::move(path)) {
    if (!object_.is_object()) problem_ = path_.empty() ? "the document" : path_;
  }

  std::string text(const char* name) {
    const Json* v = find(name);
    if (v != nullptr && v->is_string()) return v->get<std::string>();
    return fail<std::string>(name);
  }
  template <class E>
  E choice(const char* name) {
    const auto value = choice_of<E>(text(name), name);
    return value ? value.value() : fail<E>(name);
  }
  std::uint64_t count(const char* name) {
    const Json* v = find(name);
    if (v != nullptr && v->is_number_unsigned()) return v->get<std::uint64_t>();
    return fail<std::uint64_t>(name);
  }
  bool flag(const char* name) {
    const Json* v = find(name);
    if (v != nullptr && v->is_boolean()) return v->get<bool>();
    return fail<bool>(name);
  }
  std::vector<std::string> texts(const char* name) {
    const Json* v = find(name);
    const auto is_text = [](const Json& item) { return item.is_string(); };
    if (v != nullptr && v->is_array() && std::all_of(v->begin(), v->end(), is_text))
      return v->get<std::vector<std::string>>();
    return fail<std::vector<std::string>>(name);
  }
  std::vector<double> numbers(const char* name) {
    const Json* v = find(name);
    const auto is_number = [](const Json& item) { return item.is_number(); };
    if (v != nullptr && v->is_array() && std::all_of(v->begin(), v->end(), is_number))
      return v->get<std::vector<double>>();
    return fail<std::vector<double>>(name);
  }
  Json object(const char* name) {
    const Json* v = find(name);
    if (v != nullptr && v->is_object()) return *v;
    return fail<Json>(name);
  }
  void size(std::size_t expected) {
    if (!problem_ && object_.size() != expected)
      problem_ = "unknown members of " + (path_.empty() ? "the document" : path_);
  }
  const std::optional<std::string>& problem() const { return problem_; }

 private:
  const Json* find(const char* name) const {
    if (problem_) return nullptr;
    const auto it = object_.find(name);
    return it == object_.end() ? nullptr : &*it;
  }
  template <class T>
  T fail(const char* name) {
    if (!problem_) problem_ = path_ + name;
    return T{};
  }

  const Json& object_;
  std::string path_;
  std::optional<std::string> problem_;
};

}  // namespace halfspace
