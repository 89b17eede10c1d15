#include "path_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace halfspace::cli {
namespace {

constexpr std::size_t most_lines = 64;

/// The columns with the largest weights of any point, largest first.
std::vector<std::size_t> largest_columns(const PathTraining& path) {
  const std::size_t d = path.rows[0].w.size();
  std::vector<double> size(d);
  for (const PathRow& row : path.rows) {
    for (std::size_t j = 0; j < d; ++j) size[j] = std::max(size[j], std::fabs(row.w[j]));
  }
  std::vector<std::size_t> order(d);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  order.resize(std::min(order.size(), most_lines));
  return order;
}

}  // namespace

Result<plot::Figure> path_figure(const PathTraining& path) {
  if (path.rows.size() < 2)
    return Error{Code::usage, "--plot", "needs a path of two points or more; this one has fewer"};
  const PathRequest& r = path.request;
  plot::PathPicture p;
  p.title = "Weights along the path: " + std::string(name_of(r.train.algorithm)) + ", penalty " +
            std::string(name_of(r.train.linear.options.penalty));
  p.variable = r.mean_form() ? "lambda" : "C";
  p.columns = path.rows[0].w.size();
  const bool means =
      std::all_of(path.rows.begin(), path.rows.end(), [](const PathRow& row) { return row.mean && row.error; });
  for (const PathRow& row : path.rows) {
    p.at.push_back(r.mean_form() ? row.lambda : row.C);
    p.nonzero.push_back(row.nonzero);
    if (means) p.mean.push_back(*row.mean);
    if (means) p.error.push_back(*row.error);
  }
  if (means) p.metric = std::string(name_of(r.metric));
  for (const std::size_t j : largest_columns(path)) {
    plot::PathLine line{path.trained.model.column_name(j), {}};
    for (const PathRow& row : path.rows) line.w.push_back(row.w[j]);
    p.lines.push_back(std::move(line));
  }
  p.best = path.best;
  p.one_se = path.one_se;
  p.note = r.train.features.scale == Scaling::none
               ? "Weights compare only where the columns have like ranges (--scale standard)."
               : "Weights in original units; the penalty is on those of scaled columns.";
  return plot::path_plot(p);
}

}  // namespace halfspace::cli
