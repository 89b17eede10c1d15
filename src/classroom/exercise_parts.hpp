// What makers of exercises share: drawn rows, runs on them, and the sentences and tables about runs.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "classroom/exercise.hpp"
#include "classroom/traced_run.hpp"
#include "exact/rational.hpp"

namespace halfspace {

/// Settings of a run by the names of their flags, as `trace` and `train` take them.
using RunSettings = std::map<std::string, std::string>;

/// Uniform in {low, ..., high}.
int drawn(Rng& rng, int low, int high);

/// `n` different points with coordinates from -size to size; every label is 1.
SmallRows drawn_points(Rng& rng, std::size_t n, int size);

/// Labels by a line with small whole weights. False: a point is on it, or a class has fewer than two rows.
bool label_by_line(Rng& rng, SmallRows& rows);

/// The labels by lot. False: a class has fewer than two rows.
bool label_by_lot(Rng& rng, SmallRows& rows);

/// The rows as reading their CSV text gives them.
Dataset dataset_of(const SmallRows& rows);

/// A perceptron's run on the rows; nothing where it fails.
std::optional<TracedRun> small_run(const SmallRows& rows, const RunSettings& settings);

/// Are no score and no weight of the run larger than `most`?
bool stays_small(const TracedRun& run, double most = 20);

/// Visits that changed the weights.
std::size_t updates_of(const TracedRun& run);

/// w_1, w_2, b at the end of the run.
std::vector<double> last_weights(const TracedRun& run);

/// s = w.x + b
double score_of(const std::vector<double>& weights, const std::array<int, 2>& x);

/// "trace FILE --flag value ..."
std::string command_of(const std::string& verb, const Worksheet& sheet, const RunSettings& settings);

/// (2, -1), 0.5
std::string point_text(double first, double second);
std::string point_text(const std::array<int, 2>& x);

/// "w = (2, -1), b = 3"
std::string weights_text(const std::vector<double>& weights);

/// visit, pass, row from 1, score and mistake of a line.
void put_visit(Json& visit, const VisitLine& line);

/// Settings and, under `name`, the numbers of the run: visits, updates, weights.
void put_run(Worksheet& sheet, const std::string& name, const TracedRun& run, const RunSettings& settings);

/// The table of the visits: rows count from 1.
SheetTable visits_sheet(const SmallRows& rows, const TracedRun& run);

/// What a mistake and an update are, where the run starts, in which order it goes and when it ends.
std::string perceptron_task(std::size_t n);

/// A point that is none of the rows.
std::array<int, 2> new_point(Rng& rng, const SmallRows& rows, int size);

}  // namespace halfspace
