// What the classifiers of an ONNX graph share: labels, scaled input, probabilities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "export/onnx_graph.hpp"
#include "model/model.hpp"

namespace halfspace::onnx {

/// A model on its way into a graph.
struct Writing {
  const Model& m;
  Graph graph;
  std::vector<std::string> notes;
};

/// The labels of the classes in this order: attribute of the classifier, output of the graph.
void add_labels(Writing& to, Node& classifier, const std::vector<std::uint32_t>& order);

/// From "scores", one a class.
void add_probabilities(Writing& to);

/// The input of the kernel: x, scaled where the model scales.
std::string scaled_input(Writing& to);

/// Error: the support rows, or frequencies, which are dense there, do not fit into a file.
Result<void> check_size(const Model& m);

/// All values, row by row.
std::vector<double> dense(const CsrMatrix<double>& rows);

/// The operator SVMClassifier and what stands around it. Error: a kernel or a size it does not take.
Result<void> add_kernel(Writing& to);

}  // namespace halfspace::onnx
