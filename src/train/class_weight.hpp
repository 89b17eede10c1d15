// --class-weight: the weight of every row of a class, beside row weights.
#pragma once

#include <string>
#include <vector>

#include "train/targets.hpp"

namespace halfspace {

/// A weight for each of targets.classes: 1 where `text` is "", W by LABEL=W,... (1 for labels not named), or with
/// "balanced" n/(K n_k), n_k the row weights of the class summed and n those of all. Errors (usage): an unknown label,
/// a label named twice, a weight that is not a number above 0.
Result<std::vector<double>> class_weights(const std::string& text, const Targets& targets,
                                          const std::vector<double>& row_weight);

/// c_i: row weight times class weight; empty when all are 1.
std::vector<double> joint_weights(const std::vector<double>& of_class, const Targets& targets,
                                  const std::vector<double>& row_weight);

}  // namespace halfspace
