// What `separate` says, for people and as JSON.
#pragma once

#include <string>

#include "base/json.hpp"
#include "certify/verify/verify.hpp"
#include "data/bias.hpp"
#include "separate/separability.hpp"
#include "separate/separation_answer.hpp"

namespace halfspace {

/// What an answer is about.
struct SeparateQuestion {
  const Dataset& data;
  const SeparationRows& rows;
  ClassNames classes;
  Bias bias = Bias::augmented;
  std::string source;  // name of the text
};

std::string separate_text(const SeparateQuestion& q, const SeparationAnswer& a);
Json separate_json(const SeparateQuestion& q, const SeparationAnswer& a);

/// accepted, statement, reason.
Json verification_json(const Verification& v);
std::string verification_text(const Verification& v, const std::string& source);

}  // namespace halfspace
