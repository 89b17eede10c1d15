// Made rows in partitions, and runs over them.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/elementary.hpp"
#include "base/rng.hpp"
#include "halfspace/halfspace.hpp"

namespace halfspace {

/// Rows with labels of `classes` classes; `sparse`: as CSR.
struct MadeRows {
  std::vector<double> values;  // n x d
  std::vector<std::int32_t> codes;
  std::vector<double> weights;
  std::int64_t cols = 0;
  std::vector<std::string> texts;

  std::int64_t rows() const { return static_cast<std::int64_t>(codes.size()); }
};

inline double uniform(Rng& rng) { return (static_cast<double>(rng.word()) + 0.5) / 4294967296.0; }

/// Box and Muller 1958
inline double normal(Rng& rng) {
  const double r = std::sqrt(-2 * elementary::log(uniform(rng)));
  return r * elementary::cos(6.283185307179586 * uniform(rng));
}

inline MadeRows made_rows(unsigned seed, std::int64_t n, std::int64_t d, int classes, double share_of_zeros = 0.3) {
  Rng rng(seed, Stream::probe);
  MadeRows out;
  out.cols = d;
  for (int k = 0; k < classes; ++k) out.texts.push_back("class " + std::to_string(k));
  for (std::int64_t i = 0; i < n; ++i) {
    const auto k = static_cast<std::int32_t>(i % classes);
    out.codes.push_back(k);
    out.weights.push_back(1 + static_cast<double>(i % 3));
    for (std::int64_t j = 0; j < d; ++j) {
      const bool zero = uniform(rng) < share_of_zeros;
      out.values.push_back(zero ? 0 : normal(rng) + (j % classes == k ? 0.7 : 0));
    }
  }
  return out;
}

/// CSR of the rows at these places.
struct CsrPart {
  std::vector<std::int64_t> start{0};
  std::vector<std::int32_t> column;
  std::vector<double> value;
  std::vector<std::int32_t> codes;
  std::vector<double> weights;
};

inline CsrPart csr_part(const MadeRows& all, std::int64_t first, std::int64_t last) {
  CsrPart out;
  for (std::int64_t i = first; i < last; ++i) {
    for (std::int64_t j = 0; j < all.cols; ++j) {
      const double v = all.values[static_cast<std::size_t>(i * all.cols + j)];
      if (v == 0) continue;
      out.column.push_back(static_cast<std::int32_t>(j));
      out.value.push_back(v);
    }
    out.start.push_back(static_cast<std::int64_t>(out.value.size()));
    out.codes.push_back(all.codes[static_cast<std::size_t>(i)]);
    out.weights.push_back(all.weights[static_cast<std::size_t>(i)]);
  }
  return out;
}

enum class Kind { dense, sparse };

/// The rows cut into `parts` partitions of unequal length.
inline std::vector<Partition> partitions_of(const MadeRows& all, std::int64_t parts, Kind kind, bool weighted = false) {
  std::vector<Partition> out;
  const auto cut = [&](std::int64_t k) {  // squares: the first parts are short, and may be empty
    return all.rows() * k * k / (parts * parts);
  };
  for (std::int64_t k = 0; k < parts; ++k) {
    const std::int64_t first = cut(k);
    const std::int64_t last = cut(k + 1);
    const CsrPart part = csr_part(all, first, last);
    const CodedLabels labels{part.codes, all.texts};
    Result<Partition> made = [&] {
      if (kind == Kind::sparse) {
        CsrRows rows{part.start, part.column, std::span<const double>(part.value), last - first, all.cols, {}, {}};
        if (weighted) rows.weights = part.weights;
        return Partition::of(rows, labels, k);
      }
      DenseRows rows;
      rows.values =
          std::span(all.values)
              .subspan(static_cast<std::size_t>(first * all.cols), static_cast<std::size_t>((last - first) * all.cols));
      rows.rows = last - first;
      rows.cols = all.cols;
      if (weighted) rows.weights = part.weights;
      return Partition::of(rows, labels, k);
    }();
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().text());
    if (made) out.push_back(std::move(made).value());
  }
  return out;
}

/// The answers of all partitions, added in an order that the seed chooses.
inline std::string summed(const std::vector<Partition>& parts, const std::string& question, unsigned seed,
                          int threads) {
  std::vector<std::string> answers;
  for (const Partition& p : parts) answers.push_back(p.answer(question, threads).value());
  Rng rng(seed, Stream::order);
  while (answers.size() > 1) {
    shuffle(std::span(answers), rng);
    answers[answers.size() - 2] = add_answers(answers[answers.size() - 2], answers.back()).value();
    answers.pop_back();
  }
  return answers[0];
}

inline Result<Training> driven(const std::vector<Partition>& parts, const Options& options, unsigned seed = 0,
                               int threads = 1, bool resumed = false) {
  auto begun = PartitionedRun::begin(options);
  if (!begun) return begun.error();
  PartitionedRun run = std::move(begun).value();
  while (!run.done()) {
    if (auto told = run.tell(summed(parts, run.ask(), seed, threads)); !told) return told.error();
    if (resumed) run = PartitionedRun::resume(run.state()).value();
  }
  return run.finish();
}

}  // namespace halfspace
