// A run of `separate` over rows in shards: it asks, is told the sum of the answers, and asks again. It never holds all rows and
// does not know who carries its questions.
//
//   while (!run.done()) run.tell(sum over all shards of answer_signs(shard, run.ask()));
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "certify/certificate.hpp"
#include "separate/separate_pairs.hpp"
#include "separate/separation_answer.hpp"
#include "separate/shards/pursuit.hpp"

namespace halfspace {

struct SeparationChoices {
  bool bias = true;
  std::string positive;              // label of +1; "": the one that sorts last
  std::vector<std::string> classes;  // rows of others are none; empty: all
  bool two_classes = false;          // more are an error
  bool text_hash = false;            // find the hash of the rows' text, for a certificate
  std::uint64_t max_bytes = 0;
  DecideOptions decide;
};

class SeparationRun {
 public:
  explicit SeparationRun(SeparationChoices choices);

  bool done() const { return asks_ == Asks::nothing; }
  SignQuestion ask() const;

  /// Errors: bad_data (what a shard could not answer, rows that change), usage (an answer to another question, a label that is
  /// none).
  Result<void> tell(SignAnswer answer);

  /// Ends here: what is not known of all rows is undecided. Error (interrupted): nothing is known at all.
  Result<void> end();

  /// The only shard whose answer counts, where there is one.
  std::optional<std::uint64_t> shard() const;

  std::uint64_t rounds() const { return rounds_; }
  std::uint64_t rows_seen() const { return seen_.size(); }
  std::uint64_t bytes_seen() const { return seen_.bytes(); }
  bool biased() const { return choices_.bias; }
  const ShardedFacts& facts() const { return facts_; }

  // When done, of two classes, or of one.
  const Pursuit& pursuit() const { return *pursuits_.front(); }
  SeparationAnswer answer() const;
  ClassNames names() const;
  /// Of each row of the pursuit, its number among the rows in question.
  std::vector<std::uint64_t> numbers() const;
  /// The pursuit's rows with their lines in a text (nullptr: in memory), for reports.
  Dataset shown_rows(const LineIndex* lines) const;
  bool has_hash() const { return !hash_.empty(); }
  /// About the rows' text (shard_text.hpp), whose hash stays empty without choices.text_hash.
  Certificate certificate() const;

  /// When done, of more.
  PairVerdicts pairs() const;

 private:
  enum class Asks : std::uint8_t { facts, draw, signs, text, nothing };
  Result<void> take_facts(const SignAnswer& answer);
  Result<void> take_rows(SignAnswer& answer);
  std::uint64_t most() const;
  void go_on();

  SeparationChoices choices_;
  PursuitOptions options_;
  Asks asks_ = Asks::facts;
  std::uint64_t rounds_ = 0;
  ShardedFacts facts_;
  SeenRows seen_;
  std::vector<std::unique_ptr<Pursuit>> pursuits_;
  Rational radius_squared_;
  std::uint64_t hashed_ = 0;  // shards
  std::string hash_;
};

}  // namespace halfspace
