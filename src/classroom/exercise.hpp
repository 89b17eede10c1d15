// Exercises for a first course: small data drawn by a seed, a question, a solution whose every number comes from the
// library, and a mark scheme. docs/classroom.md lists the kinds.
//
// Texts hold formulas between dollars in linear notation ($y s <= 0$, $w_1$, $gamma^2$) and words to type between
// backquotes; exercise_text.hpp writes them as Markdown, LaTeX or plain text.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "base/rng.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Rows of two whole numbers with labels -1 and +1, so few that they fit on a sheet.
struct SmallRows {
  std::vector<std::array<int, 2>> x;
  std::vector<int> y;

  std::size_t size() const { return y.size(); }
};

struct SheetTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  bool words = false;  // the last column holds sentences
};

/// A paragraph, a table, or one above the other.
struct SheetBlock {
  std::string text;
  std::optional<SheetTable> table = std::nullopt;
};

struct MarkPoint {
  unsigned points = 1;
  std::string reason;
};

/// (a), (b), ...
struct SheetPart {
  std::string question;
  std::vector<SheetBlock> solution;
  std::vector<MarkPoint> marks;

  unsigned points() const;
};

struct Worksheet {
  std::string kind;
  std::uint64_t seed = 0;
  std::string title;
  std::string task;  // what holds for all parts
  SmallRows rows;
  std::vector<SheetPart> parts;
  std::uint64_t steps = 0;            // by hand, at most so many ...
  std::string step;                   // ... of these: visits of rows
  Json given = Json::object();        // what the question states in numbers, and the settings of the runs
  Json solution = Json::object();     // every number of the solution
  std::vector<std::string> commands;  // words behind `halfspace` that reproduce the solution

  unsigned points() const;

  /// NAME-SEED.csv: what the commands call the data.
  std::string data_name() const;

  /// The rows as CSV, with the label column y.
  std::string data_text() const;
};

/// A kind of exercise; `make` fills a sheet from one draw and says false where its numbers do not suit hand work.
struct ExerciseKind {
  std::string_view name;
  std::string_view summary;
  bool (*make)(Rng& rng, Worksheet& sheet);
};

std::span<const ExerciseKind> exercise_kinds();

/// `kind` is none of them, nor of the words that a front knows beside them.
Error no_such_kind(const std::string& kind, std::vector<std::string> more = {});

/// The exercise of this kind and seed, the same on every machine. Errors (usage): no such kind, with the nearest.
Result<Worksheet> worksheet(const std::string& kind, std::uint64_t seed);

}  // namespace halfspace
