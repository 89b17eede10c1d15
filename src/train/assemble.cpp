#include "train/assemble.hpp"

#include <algorithm>
#include <utility>

#include "base/number.hpp"

namespace halfspace {
namespace {

/// A model may call its signs exact only when its weights are short decimals as printed.
bool prints_exactly(const Model& m) {
  return print_exactly(m.b) && print_exactly(m.w) && (!m.votes || print_exactly(m.votes->weights));
}

/// The rows at these places as support rows of a kernel.
CsrMatrix<double> support_rows(const Dataset& rows, const Kernel& kernel, const std::vector<std::size_t>& places) {
  CsrMatrix<double> out;
  out.cols = rows.cols;
  out.start.push_back(0);
  for (const std::size_t i : places) {
    if (kernel.listed()) {  // k(x_i, x) is column i of x
      constexpr double one = 1;
      const auto place = static_cast<std::uint32_t>(i);
      append_row(out, SparseRow<double>{&place, &one, 1});
    } else {
      std::visit([&](const auto& x) { append_row(out, x.row(i)); }, rows.x);
    }
  }
  return out;
}

/// The rows with a multiplier in any run; those of the last weights are the rows of all votes.
std::vector<std::size_t> moved_rows(const std::vector<PerceptronResult>& runs, std::size_t n) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < n; ++i) {
    if (std::any_of(runs.begin(), runs.end(), [&](const PerceptronResult& r) { return r.alpha[i] != 0; }))
      places.push_back(i);
  }
  return places;
}

/// One vector of n multipliers and a bias as multipliers of the support rows.
void append_places(std::vector<double>& out, const double* values, const std::vector<std::size_t>& places) {
  for (const std::size_t i : places) out.push_back(values[i]);
}

void add_kernel(Model& m, VotingVectors& votes, const Dataset& rows, const PerceptronChoices& o,
                std::vector<PerceptronResult>& runs) {
  const std::vector<std::size_t> places = moved_rows(runs, rows.rows);
  Support support{function_of(o), support_rows(rows, function_of(o), places), {}};
  const std::size_t side = rows.rows + 1;
  for (PerceptronResult& r : runs) {
    append_places(m.w, r.w.data(), places);
    m.b.push_back(r.b[0]);
    for (std::size_t k = 0; k < r.votes.counts.size(); ++k) {
      append_places(votes.weights, r.votes.weights.data() + k * side, places);
      votes.weights.push_back(r.votes.weights[(k + 1) * side - 1]);
    }
  }
  m.support = std::move(support);
}

/// The rows with a coefficient in any run.
void add_machine(Model& m, const Dataset& rows, const KernelChoices& kernel, const std::vector<LinearRun>& runs) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    if (std::any_of(runs.begin(), runs.end(),
                    [&](const LinearRun& r) { return !r.coefficient.empty() && r.coefficient[i] != 0; }))
      places.push_back(i);
  }
  m.w.reserve(runs.size() * places.size());
  for (const LinearRun& r : runs) {
    if (r.coefficient.empty())
      m.w.resize(m.w.size() + places.size());
    else
      append_places(m.w, r.coefficient.data(), places);
  }
  m.support = Support{function_of(kernel), support_rows(rows, function_of(kernel), places), {}};
}

void add_linear(Model& m, VotingVectors& votes, std::vector<PerceptronResult>& runs) {
  if (runs.size() == 1) m.w.reserve(runs[0].w.size());
  for (PerceptronResult& r : runs) {
    m.w.insert(m.w.end(), r.w.begin(), r.w.end());
    m.b.insert(m.b.end(), r.b.begin(), r.b.end());
    votes.weights.insert(votes.weights.end(), r.votes.weights.begin(), r.votes.weights.end());
  }
  const std::size_t d = m.vector_size();
  for (std::size_t k = 0; k < m.b.size(); ++k) fold(m.map, m.w.data() + k * d, m.b[k]);
  for (std::size_t at = 0; at < votes.weights.size(); at += d + 1)
    fold(m.map, votes.weights.data() + at, votes.weights[at + d]);
}

/// Runs that ended at their start have its numbers, which folding back would round.
void keep_starts(Model& m, const ObjectiveStart& start, const std::vector<LinearRun>& runs) {
  const std::size_t d = m.vector_size();
  std::size_t k = 0;  // vector
  for (const LinearRun& r : runs) {
    for (std::size_t left = r.b.size(); left > 0; --left, ++k) {
      if (!r.result.at_start) continue;
      const double* from = start.weights.data() + k * (d + 1);
      std::copy(from, from + d, m.w.data() + k * d);
      m.b[k] = from[d];
    }
  }
}

}  // namespace

Model described(const Dataset& data, const LearnerRows& rows, const Targets& targets) {
  Model m;
  m.classes = targets.classes;
  m.map = rows.map();
  m.form = data.form;
  m.rows = data.rows;
  m.nonzeros = data.nonzeros;
  for (const ClassLabel& c : data.classes) m.labels.push_back(c.text);
  m.text_hash = data.text_hash;
  return m;
}

Model assemble(const Dataset& data, const LearnerRows& rows, const Targets& targets, Multiclass multiclass,
               const PerceptronChoices& options, const std::string& preset, std::vector<PerceptronResult>& runs) {
  Model m = described(data, rows, targets);
  m.algorithm = Algorithm::perceptron;
  m.preset = preset;
  m.bias = options.bias;
  m.multiclass = multiclass;
  VotingVectors votes;
  for (const PerceptronResult& r : runs) {
    votes.counts.insert(votes.counts.end(), r.votes.counts.begin(), r.votes.counts.end());
    if (multiclass == Multiclass::one_vs_rest) votes.of_output.push_back(r.votes.counts.size());
  }
  if (options.kernel != KernelKind::none) {
    add_kernel(m, votes, rows.learned(), options, runs);
  } else {
    add_linear(m, votes, runs);
  }
  if (!votes.counts.empty()) m.votes = std::move(votes);
  m.columns = m.feature_names();
  m.exact = m.linear() && m.map.factor.empty() &&
            std::all_of(runs.begin(), runs.end(), [](const PerceptronResult& r) { return r.exact; }) &&
            prints_exactly(m);
  return m;
}

Model assemble(const Dataset& data, const LearnerRows& rows, const Targets& targets, Algorithm algorithm,
               Multiclass multiclass, const LinearRequest& request, const std::vector<LinearRun>& runs) {
  Model m = described(data, rows, targets);
  m.algorithm = algorithm;
  m.bias = request.options.bias;
  m.multiclass = multiclass;
  for (const LinearRun& r : runs) {
    m.w.insert(m.w.end(), r.result.w.begin(), r.result.w.end());
    if (!r.begun && !request.kernel.exactly()) m.w.resize(m.w.size() + rows.learned().cols);
    m.b.insert(m.b.end(), r.b.begin(), r.b.end());
  }
  if (request.kernel.exactly()) {
    add_machine(m, rows.learned(), request.kernel, runs);
    m.columns = m.feature_names();
    return m;
  }
  m.columns = m.feature_names();
  if (request.kernel.on()) return m;  // weights of an approximation's features
  const std::size_t d = rows.learned().cols;
  for (std::size_t k = 0; k < m.b.size(); ++k) fold(m.map, m.w.data() + k * d, m.b[k]);
  if (request.start) keep_starts(m, *request.start, runs);
  m.columns = m.feature_names();
  return m;
}

}  // namespace halfspace
