// One HTML page about a model and rows it was tried on: what was learned, what is proved, how it does. It needs no
// script and no network: styles and pictures stand in it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "data/dataset.hpp"
#include "model/model.hpp"
#include "report/evaluate_report.hpp"

namespace halfspace::html {

/// What a page is about.
struct PageFacts {
  const Model& model;
  std::string model_name;
  const Dataset& data;
  std::string data_name;
  const EvaluationReport* evaluation = nullptr;  // none where the rows have no labels
  std::span<const double> score;
  std::span<const std::uint32_t> truth;  // empty where the rows have no labels
  std::span<const std::uint32_t> predicted;
  std::string train_command;  // "" where the model does not say how it was learned
  std::string train_note;     // what the command cannot know
  std::string report_command;
  unsigned threads = 1;

  /// Are the rows read from the bytes that the model was trained on?
  bool of_training() const { return !model.text_hash.empty() && model.text_hash == data.text_hash; }
};

std::string page(const PageFacts& facts);

}  // namespace halfspace::html
