// What a picture shows, as the members of `plot --json` between the kind and the title.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "plot/mistakes_plot.hpp"
#include "plot/model_plot.hpp"
#include "plot/rank_plot.hpp"
#include "train/perceptron/trained_bound.hpp"

namespace halfspace {

/// Rows and boundaries.
Json data_plot_json(const Model& model, const plot::DataPlot& p);

/// `passes`: 0 where they are not known.
Json mistakes_plot_json(const std::vector<plot::PassUpdates>& updates, std::uint64_t passes, const TrainedBound& bound);

Json weights_plot_json(const Model& model, const std::vector<plot::WeightBar>& bars);

/// The objective of each round, from the start on.
Json loss_plot_json(const std::vector<double>& objective, const std::string& stop_reason);

/// What the pictures of scored rows share; `rule`: which score or probability is predicted +1.
Json judged_json(const Model& model, const Counts& counts, const std::string& rule);

/// The area, called `area`, the curve and its point at the rule.
Json rank_json(const char* area, const plot::RankCurve& curve);

}  // namespace halfspace
