// The classes of a stream: named beforehand, or the labels of its first rows. A label that comes later and is none of
// them is an error.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "format/read.hpp"

namespace halfspace {

class StreamClasses {
 public:
  /// `named`: those of --classes, one at least where it is not empty; `positive`: the label of +1, or "".
  StreamClasses(const std::vector<std::string>& named, std::string positive);

  /// Takes in the labels of a block. Are the classes known then? `alike`: rows of it before they were.
  Result<bool> see(const RowBlock& block, const std::string& source, std::size_t& alike);

  /// The class of each row, an index into classes(), which are shown as their first rows write them. Error (bad_data): a row of
  /// another class.
  Result<void> find(const RowBlock& block, const std::string& source, std::vector<std::uint32_t>& out);

  /// Rows of the first pass, as find() gave them, in the order of their visits (none: as they stand).
  void count(const std::vector<std::uint32_t>& found, std::span<const std::uint32_t> order);

  /// The longest run of visits with one class, of the class whose run chance explains least; and whether a random order of
  /// the rows counted would have one as long with a probability below 10^-6 (at most n p^k for k rows of a share p).
  std::pair<std::uint64_t, bool> longest_run() const;

  /// In the order of outputs: of -1 and +1, or all.
  const std::vector<std::string>& classes() const { return classes_; }
  std::size_t outputs() const { return classes_.size() == 2 ? 1 : classes_.size(); }

  /// Error (bad_data): a class that no row of the first pass has, but those of weight 0.
  Result<void> check_all_met(const std::string& source) const;

  /// What is to be said where the text ends, or becomes too long, before they are known.
  Error unknown(const std::string& source, std::uint64_t rows, bool ended) const;

  /// The classes as a reader of the whole text gives them.
  void describe(Dataset& data) const;

 private:
  void settle(std::vector<std::string> labels);
  Result<void> choose_positive(const std::string& source);
  Error third_class(const RowBlock& block, std::size_t i, const std::string& source) const;

  std::string positive_;
  bool named_ = false;
  std::vector<std::string> classes_;
  std::vector<std::string> seen_;       // before they are known
  std::vector<bool> met_;               // of each class: is its label written as in a row?
  std::vector<std::uint64_t> rows_;     // of each class
  std::vector<std::uint64_t> longest_;  // run of each
  std::uint64_t run_ = 0;               // up to the last visit
  std::uint32_t last_ = 0;              // its class
  bool settled_ = false;
  bool positive_found_ = false;
};

}  // namespace halfspace
