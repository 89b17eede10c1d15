// What rows answer a SignQuestion, and how answers add up: in any order and grouping to the same bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "separate/shards/sign_question.hpp"

namespace halfspace {

/// A row as it travels. Of rows that are equal the first one stands for all.
struct FoundRow {
  double score = 0;          // the lower the sooner it is taken
  std::uint64_t alike = 0;   // a hash of its entries: equal rows have one score and one hash
  std::uint64_t place = 0;   // among all rows
  std::uint64_t number = 0;  // among the rows of the question's classes
  std::uint32_t label = 0;   // place of its class
  std::vector<std::uint32_t> column;
  std::vector<double> value;  // none is 0

  auto key() const { return std::pair(score, place); }
};

/// Rows found for one task, of each side, those of -1 first: of the lowest scores.
struct FoundRows {
  using Sides = std::array<std::vector<FoundRow>, 2>;
  static constexpr std::uint64_t share_of_near = 4;

  Sides wanted;                  // `most` a side
  Sides near;                    // where w has a side: not wanted, but almost; a quarter of `most`
  std::uint64_t count = 0;       // of all that are wanted, equal ones too
  std::optional<Integer> least;  // Wanted::least: w.z times 10^decimals

  std::array<const std::vector<FoundRow>*, 4> sides() const {
    return {&wanted.front(), &wanted.back(), &near.front(), &near.back()};
  }
  std::array<std::vector<FoundRow>*, 4> sides() {
    return {&wanted.front(), &wanted.back(), &near.front(), &near.back()};
  }
};

/// Puts rows in order, equal ones together, and keeps `most`.
void keep_lowest(std::vector<FoundRow>& rows, std::uint64_t most);

struct SignAnswer {
  static constexpr std::string_view begins = "halfspace signs answer 1";

  SignAsk ask = SignAsk::facts;
  std::uint64_t round = 0;
  std::uint64_t most = 0;
  std::uint64_t rows = 0;        // of the question's classes
  std::vector<FoundRows> found;  // of each task
  Rational radius_squared;       // draw: the largest |z|^2
  std::string hash;              // text: the state after these rows; "": another shard's

  // facts
  std::uint64_t cols = 0;
  std::uint64_t entries = 0;
  int decimals = 0;
  bool short_decimals = true;
  bool dense = false;
  std::vector<std::string> columns;
  std::vector<std::uint8_t> used;                                          // of each column: is it 0 in every row?
  std::map<std::uint64_t, std::map<std::string, std::uint64_t>> of_shard;  // rows of each class
  std::optional<std::pair<std::uint64_t, std::string>> failure;            // of the first shard that cannot answer

  std::string bytes() const;
  static Result<SignAnswer> parse(std::string_view bytes);
  static bool is_one(std::string_view bytes);
};

/// first += second.
void add(SignAnswer& first, SignAnswer second);

}  // namespace halfspace
