// What `separate` is asked, from settings: which class is +1, which features, how far to go.
#pragma once

#include <memory>
#include <string>

#include "separate/separation_answer.hpp"
#include "train/settings.hpp"

namespace halfspace {

struct SeparateRequest {
  Bias bias = Bias::augmented;  // free is the same question
  FeatureOptions features;
  std::string missing;
  std::uint64_t max_bytes = 0;
  MistakeQuestions mistakes;
  DecideOptions options;  // without `stop`, which is the caller's

  bool biased() const { return bias != Bias::none; }
};

/// Errors (usage): a value that is none of its flag's.
Result<SeparateRequest> separate_request(const Settings& settings);

/// Two classes of a data set, or its only one, as a question.
struct SeparateRows {
  ClassNames names;
  std::unique_ptr<SeparationRows> rows;
};

/// `data`, of one or two classes, must outlive the rows; `text` is where its digits stand. Errors: --positive names no
/// label; those of SeparationRows::make.
Result<SeparateRows> separate_rows(const Dataset& data, const Settings& settings, const SeparateRequest& request,
                                   const TextAgain& text);

}  // namespace halfspace
