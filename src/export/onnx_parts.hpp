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
  std::string features = "x";  // the tensor [N, features] that the classifier sees
};

/// The inputs of the graph, and from them its features: texts by their codes, means for NaN, products. Error: more
/// products than a file holds.
Result<void> add_features(Writing& to);

/// LinearClassifier on a tensor of as many columns as a weight vector has; scores of pairs and votes are counted first.
void add_linear(Writing& to, const std::string& input);

/// The same on a tensor in double: sums are in double too, and float only then.
void add_linear_of_doubles(Writing& to, const std::string& input);

/// The labels of the classes in this order: attribute of the classifier, output of the graph.
void add_labels(Writing& to, Node& classifier, const std::vector<std::uint32_t>& order);

/// `out` is `values`, and NaN in the rows where a number of the tensor `of` is.
void add_unless_unknown(Writing& to, const std::string& values, const std::string& of, const std::string& out);

/// From "scores", one a class.
void add_probabilities(Writing& to);

/// The input of the kernel: the features, scaled where the model scales; in float, in double.
std::string scaled_input(Writing& to);
std::string scaled_doubles(Writing& to);

/// Error: the support rows, or frequencies, which are dense there, do not fit into a file.
Result<void> check_size(const Model& m);

/// All values, row by row.
std::vector<double> dense(const CsrMatrix<double>& rows);

/// The operator SVMClassifier and what stands around it, of models with LIBSVM's probabilities of pairs. Error: a size it
/// does not take.
Result<void> add_coupled_kernel(Writing& to);

/// Any kernel, voted or not, and random cosines, by operators of tensors in double. Error as above.
Result<void> add_kernel_values(Writing& to);

}  // namespace halfspace::onnx
