// The rows that a decision still asks about: all but the tied ones, and but those that no witness has (one_sided.hpp)
// where it is worth while to leave these out.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "certify/find/decide.hpp"
#include "certify/find/one_sided.hpp"
#include "certify/find/row_hull.hpp"

namespace halfspace {

class RowsInQuestion {
 public:
  /// But for options.only all rows are in question. `passes` over the rows are added to. All must outlive this.
  RowsInQuestion(const SignedRows& z, const DecideOptions& options, std::uint64_t& passes);

  std::vector<bool>& left_out() { return left_out_; }
  const std::vector<bool>& left_out() const { return left_out_; }
  bool some() const;  ///< is any left?

  /// Of all rows but those left out as one-sided when it was made, which have no say in its scale either.
  RowHull& hull();

  /// Leaves out the rows that no witness has where they are a good part of all.
  void leave_out_many();

  /// Where the rows in question told nothing: to all rows, or from all to those that a witness may have. False where
  /// both were tried, or no row would be left.
  bool switch_rows();

  /// Are all rows left out, as rows that no witness has?
  bool all_one_sided() const { return sided_ && sided_->count == z_.rows(); }

  /// Puts the rows that no witness has back; those that are tied are to be left out again.
  void take_back();

  /// Weights of the rows in question as those of all. Nothing where they are not. Errors: reading the text again.
  Result<std::optional<ExactWeights>> of_all(ExactWeights w) const;

  /// Rows on which the weights of_all() need not be positive.
  std::vector<bool> settled() const { return sided_ ? std::vector<bool>(z_.rows()) : left_out_; }

 private:
  OneSidedRows find(std::uint64_t least);
  void leave_out(OneSidedRows sided);

  const SignedRows& z_;
  const DecideOptions& options_;
  std::vector<bool> left_out_;
  std::optional<RowHull> hull_;
  std::optional<OneSidedRows> sided_;
  bool sided_tried_ = false;
  bool all_tried_ = false;
  std::uint64_t& passes_;
};

}  // namespace halfspace
