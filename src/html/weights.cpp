#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "html/elements.hpp"
#include "html/sections.hpp"
#include "plot/model_plot.hpp"
#include "plot/model_slice.hpp"
#include "report/model_text.hpp"

namespace halfspace::html {
namespace {

constexpr std::size_t most_weights = 40;  // rows of the table
constexpr std::size_t most_vectors = 12;  // columns of the table

/// The weights of each vector, one after the other; of votes their mean.
std::vector<std::vector<double>> weights_of(const Model& m) {
  std::vector<std::vector<double>> out;
  for (std::size_t k = 0; k < std::min<std::size_t>(m.vectors(), most_vectors); ++k)
    out.push_back(plot::typical_weights(m, k));
  return out;
}

/// Columns by their largest |weight|, the largest first, the first of equals first.
std::vector<std::size_t> by_size(const std::vector<std::vector<double>>& weights, std::size_t columns) {
  std::vector<double> size(columns);
  for (const std::vector<double>& w : weights) {
    for (std::size_t j = 0; j < columns; ++j) size[j] = std::max(size[j], std::fabs(w[j]));
  }
  std::vector<std::size_t> order(columns);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  order.resize(std::min(columns, most_weights));
  return order;
}

std::string weights_table(const Model& m) {
  const auto weights = weights_of(m);
  const auto columns = static_cast<std::size_t>(m.cols());
  std::vector<Table::Column> heads = {{"feature"}};
  for (std::size_t k = 0; k < weights.size(); ++k)
    heads.push_back({weights.size() == 1 ? "weight" : m.vector_name(k), Table::Kind::number});
  Table table("Weights in original units, largest first", heads);
  for (const std::size_t j : by_size(weights, columns)) {
    std::vector<std::string> cells = {text(m.column_name(j))};
    for (const auto& w : weights) cells.push_back(number(w[j]));
    table.row(cells);
  }
  if (m.bias != Bias::none && !m.voted()) {
    std::vector<std::string> cells = {"<i>bias</i>"};
    for (std::size_t k = 0; k < weights.size(); ++k) cells.push_back(number(m.b[k]));
    table.row(cells);
  }
  std::string out = table.html();
  if (columns > most_weights)
    out += paragraph("These are the " + std::to_string(most_weights) + " largest of " + grouped(columns) +
                     " weights; " + grouped(columns - most_weights) + " more are in the model.");
  if (m.vectors() > most_vectors)
    out += paragraph("These are the first " + std::to_string(most_vectors) + " of " +
                     counted(m.vectors(), m.pairwise() ? "pair" : "class") + ".");
  return out;
}

std::string kernel_part(const Model& m) {
  const bool cosines = m.cosines();
  Terms terms;
  terms.add("kernel", text(kernel_text(m.support->kernel)));
  terms.add(cosines ? "random Fourier features" : "support rows",
            count(m.support->rows.rows) + (m.rows > 0 && !cosines ? " of " + count(m.rows) : ""));
  for (std::size_t k = 0; k < std::min<std::size_t>(m.vectors(), most_vectors) && m.bias != Bias::none; ++k)
    terms.add(m.vectors() == 1 ? "bias" : "bias of " + m.vector_name(k), number(m.b[k]));
  return paragraph("A model with a kernel has multipliers of support rows in place of weights of columns.") +
         terms.html();
}

}  // namespace

std::string weights_section(const PageFacts& facts) {
  const Model& m = facts.model;
  std::string out = heading(2, "Weights", "weights");
  if (m.support) return out + kernel_part(m);
  if (m.cols() == 0) return out + paragraph("The model has no columns: its score is the bias.");
  if (m.votes)
    out += paragraph(counted(m.votes->counts.size(), "weight vector") +
                     " vote; the weights below are averages over the votes.");
  if (const std::string line = separator_line(m); !line.empty())
    out += paragraph("Boundary: <code>" + text(line, 400) + "</code>");
  if (auto drawn = plot::weights_plot(m, most_weights, false))
    out += pictures({picture(drawn.value().figure, "picture-weights", 560)});
  return out + weights_table(m);
}

}  // namespace halfspace::html
