// What halfspace plot can draw: each kind as a figure with its facts as JSON members.
#pragma once

#include "data_flags.hpp"
#include "flags.hpp"
#include "model/model.hpp"
#include "plot/scene.hpp"

namespace halfspace::cli {

struct Picture {
  plot::Figure figure;
  Json facts;
};

/// The paths of --also, none where it is not given.
std::vector<std::string> also_paths(const Args& args);

/// Rows, boundary and mistakes over two columns, and the boundaries of the models of --also.
Result<Picture> data_picture(const Args& args, const Model& model);

/// Updates of a trace in each pass, against the mistake bound where DATA is what the model was trained on.
Result<Picture> mistakes_picture(const Args& args, const Model& model);

/// The largest weights.
Result<Picture> weights_picture(const Args& args, const Model& model);

/// The objective of solver gd, round by round, as the model's report has it.
Result<Picture> loss_picture(const Args& args, const Model& model);

/// How the scores rank the rows of DATA; two classes.
Result<Picture> roc_picture(const Args& args, const Model& model);
Result<Picture> precision_recall_picture(const Args& args, const Model& model);

/// Probabilities against shares in DATA; models of two classes with probabilities.
Result<Picture> calibration_picture(const Args& args, const Model& model);

/// True classes of DATA against predicted ones.
Result<Picture> confusion_picture(const Args& args, const Model& model);

/// Inputs, weights, sum and threshold; two classes without a kernel.
Result<Picture> neuron_picture(const Args& args, const Model& model);

/// Sign, step and sigmoid with the scores of DATA; losses with its margins. Two classes.
Result<Picture> activation_picture(const Args& args, const Model& model);
Result<Picture> losses_picture(const Args& args, const Model& model);

/// Of a perceptron's run on DATA, whose updates --trace has: the boundary after each update, one update as vectors (two
/// columns), mistakes after each update with the fewest so far.
Result<Picture> boundaries_picture(const Args& args, const Model& model);
Result<Picture> update_picture(const Args& args, const Model& model);
Result<Picture> pocket_picture(const Args& args, const Model& model);

}  // namespace halfspace::cli
