// What `separate` says, for people and as JSON.
#pragma once

#include <cstdint>
#include <span>
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

  // Where `data` has but some of the rows in question:
  std::uint64_t all_rows = 0;                  // so many there are
  std::span<const std::uint64_t> number = {};  // of each row of `data`, its number among them

  std::uint64_t rows_asked() const { return all_rows > 0 ? all_rows : data.rows; }
  std::uint64_t number_of(std::uint64_t row) const { return number.empty() ? row : number[row]; }
};

std::string separate_text(const SeparateQuestion& q, const SeparationAnswer& a);
Json separate_json(const SeparateQuestion& q, const SeparationAnswer& a);

/// accepted, statement, reason.
Json verification_json(const Verification& v);
std::string verification_text(const Verification& v, const std::string& source);

}  // namespace halfspace
