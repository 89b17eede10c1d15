// Learning from a text that is read once, or in several passes, and never held: memory is that of the weights and of a
// block of rows. Learners are those of solver/online/learners.hpp, one a class where there are more than two.
#pragma once

#include <string>

#include "data/dataset.hpp"
#include "format/read.hpp"
#include "train/stream/stream_request.hpp"
#include "train/train.hpp"

namespace halfspace {

struct Streamed {
  Dataset data;          // without rows
  TrainRequest request;  // what reports go by
  Trained trained;
};

/// The whole of it from settings: `path` is a file, or "-" for standard input. Errors: of reading, of options that a
/// stream cannot keep, of a label that comes too late; a run that is stopped keeps what it has.
Result<Streamed> train_on_stream(const std::string& path, const Settings& settings, const TrainObserver& observer);

}  // namespace halfspace
