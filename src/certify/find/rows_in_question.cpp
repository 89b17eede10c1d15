#include "certify/find/rows_in_question.hpp"

#include <algorithm>
#include <utility>

namespace halfspace {

RowsInQuestion::RowsInQuestion(const SignedRows& z, const DecideOptions& options, std::uint64_t& passes)
    : z_(z), options_(options), left_out_(z.rows(), false), passes_(passes) {
  for (std::size_t i = 0; i < options.only.size(); ++i) left_out_[i] = !options.only[i];
}

bool RowsInQuestion::some() const { return std::find(left_out_.begin(), left_out_.end(), false) != left_out_.end(); }

RowHull& RowsInQuestion::hull() {
  if (!hull_) hull_.emplace(z_, RowScale::standardised, options_.threads, sided_ ? sided_->out : std::vector<bool>());
  return *hull_;
}

OneSidedRows RowsInQuestion::find(std::uint64_t least) {
  OneSidedRows found = one_sided_rows(z_, least, options_.stop);
  passes_ += 2 * found.levels.size() + 1;
  return found;
}

void RowsInQuestion::leave_out(OneSidedRows sided) {
  sided_ = std::move(sided);
  sided_tried_ = true;
  left_out_ = sided_->out;
  hull_.reset();
}

void RowsInQuestion::leave_out_many() {
  const std::uint64_t many = std::max<std::uint64_t>(z_.rows() / 16, 1);
  OneSidedRows found = find(many);
  if (found.count >= many && found.count < z_.rows()) leave_out(std::move(found));
}

bool RowsInQuestion::switch_rows() {
  if (sided_) {
    take_back();
    return !all_tried_;
  }
  all_tried_ = true;
  if (std::exchange(sided_tried_, true)) return false;
  OneSidedRows found = find(1);
  if (found.count > 0) leave_out(std::move(found));
  return sided_ && !all_one_sided();
}

void RowsInQuestion::take_back() {
  if (!sided_) return;
  sided_.reset();
  left_out_.assign(z_.rows(), false);
  hull_.reset();
}

Result<std::optional<ExactWeights>> RowsInQuestion::of_all(ExactWeights w) const {
  if (!sided_) return std::optional<ExactWeights>(std::move(w));
  return lifted_over(z_, *sided_, std::move(w), options_.stop);
}

}  // namespace halfspace
