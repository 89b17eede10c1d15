// The command that learns a model again, from what its file says of the run.
#pragma once

#include <string>

#include "model/model.hpp"

namespace halfspace {

/// What the model's file does not say.
struct TrainFiles {
  std::string data;             // the training text
  std::string output;           // where the model goes
  std::string classes;          // the value of --classes, "" for none
  std::uint64_t text_rows = 0;  // of the training text as it was read now; 0: not known
};

/// `command` in words of a shell: settings that are not the defaults; "" for a model of another program. `note` says
/// what it cannot know.
struct TrainCommand {
  std::string command;
  std::string note;
};

TrainCommand train_command(const Model& model, const TrainFiles& files);

}  // namespace halfspace
