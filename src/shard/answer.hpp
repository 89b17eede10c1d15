// What rows answer a Question (question.hpp), and how answers add up.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shard/exact_sum.hpp"
#include "shard/question.hpp"

namespace halfspace {

/// Why a shard cannot answer. Of several that of the shard with the smallest number is told.
struct ShardFailure {
  std::uint64_t shard = 0;
  std::string message;
};

/// Rows of a class, and their weights summed.
struct ClassRows {
  std::uint64_t rows = 0;
  ExactSum weight;
};

struct Answer {
  Ask ask = Ask::schema;
  std::uint64_t round = 0;
  std::vector<double> sum;                      // on the grids of the question: adding is exact
  std::vector<double> most;                     // the larger one stays
  std::vector<ExactSum> exact;                  // `slots` a task
  std::vector<std::uint64_t> count;             // whole numbers
  std::map<std::string, ClassRows> classes;     // schema: by label
  std::map<std::uint64_t, std::uint64_t> rows;  // schema: of each shard, by its number
  std::vector<std::string> columns;             // schema: names, where there are some
  std::vector<std::string> states;              // visits: of each leg the perceptrons after it; "": another shard's
  bool dense = false;                           // schema: rows are dense, all of as many columns
  std::optional<ShardFailure> failure;

  std::string bytes() const;
  static Result<Answer> parse(std::string_view bytes);
};

/// first += second. Commutative and associative to the bit. What does not fit together becomes a failure.
void add(Answer& first, const Answer& second);

}  // namespace halfspace
