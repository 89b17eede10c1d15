// Rows of a text scored block by block: memory does not grow with the text.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "format/read.hpp"
#include "loss/losses.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"

namespace halfspace {

struct StreamScores {
  Counts counts;
  double loss = 0;    // Σ c_i loss(m_i), where one was asked for; of every class
  double weight = 0;  // Σ c_i
  std::uint64_t unseen_entries = 0;
  std::string text_hash;
};

/// `options` are those of rows that the model shall score. Errors: of reading, of labels and levels that the model does
/// not know, of scores that overflow; interrupted where `stop` ends it.
Result<StreamScores> score_stream(const Model& model, const std::string& path, ReadOptions options,
                                  std::optional<LossKind> loss, unsigned threads, const StopToken& stop);

}  // namespace halfspace
