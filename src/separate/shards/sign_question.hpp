// What a run of `separate` asks of rows in shards (separation_run.hpp), one pass over the rows a question.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

enum class SignAsk : std::uint8_t {
  facts,  // columns, rows of each class, decimals
  draw,   // some rows of each task's classes, and R^2
  signs,  // rows that weights have on the wrong side
  text,   // of one shard: SHA-256 of the text of all rows up to its last one
};

/// One hyperplane, asked of the rows of two classes, z = y (x, 1) or y x.
struct SignTask {
  static constexpr std::uint32_t the_rest = std::numeric_limits<std::uint32_t>::max();

  enum class Wanted : std::uint8_t {
    not_above,  // w.z <= level
    below,      // w.z < level
    off_plane,  // w.z != level
    unseen,     // rows with an entry in a column whose weight is 0
    least,      // no rows: the least w.z
  };

  std::uint32_t positive = 1;         // class of +1
  std::uint32_t negative = the_rest;  // class of -1
  Wanted wanted = Wanted::not_above;
  std::vector<Integer> weights;  // one a column, then the bias; draw: none
  Integer level;                 // of w.z times 10^decimals
};

struct SignQuestion {
  static constexpr std::string_view begins = "halfspace signs 1";

  SignAsk ask = SignAsk::facts;
  std::uint64_t round = 0;
  std::uint64_t cols = 0;
  bool bias = true;
  int decimals = 0;                       // of all rows
  bool short_decimals = true;             // of all rows
  std::vector<std::string> classes;       // rows of others are none
  std::vector<std::uint64_t> first_row;   // of each shard, by its number
  std::vector<std::uint64_t> first_used;  // the same without rows of other classes
  std::uint64_t most = 0;                 // rows a side that a task is answered with
  std::vector<SignTask> tasks;
  std::uint64_t shard = 0;           // text: the one that answers
  std::string hash;                  // text: the state of SHA-256 before its rows; "": it begins
  std::string label_column;          // text: the name of the label's column
  std::vector<std::string> columns;  // text: names of the others

  std::uint64_t dims() const { return cols + (bias ? 1 : 0); }
  std::string bytes() const;
  static Result<SignQuestion> parse(std::string_view bytes);

  /// Are these the bytes of such a question?
  static bool is_one(std::string_view bytes);
};

}  // namespace halfspace
