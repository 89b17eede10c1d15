// The sections of a page, as HTML from their h2 on.
#pragma once

#include <string>

#include "html/page.hpp"

namespace halfspace::html {

/// Learner, classes, features, and every setting.
std::string learned_section(const PageFacts& facts);

/// Rows, columns, classes, and whether it is the training text.
std::string data_section(const PageFacts& facts);

/// The verdict, the status and what the model's report proves.
std::string proof_section(const PageFacts& facts);

/// Weights in original units, or the kernel.
std::string weights_section(const PageFacts& facts);

/// Metrics, classes, confusion matrix and pictures; of rows without labels what is predicted.
std::string evaluation_section(const PageFacts& facts);

/// ROC, precision and recall, calibration, scores, rows with the boundary.
std::string evaluation_pictures(const PageFacts& facts);

/// The objective round by round; "" where the model's report has none.
std::string curve_section(const PageFacts& facts);

std::string commands_section(const PageFacts& facts);

}  // namespace halfspace::html
