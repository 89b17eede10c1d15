// A path of 50 points beside one fit at its smallest lambda, from nothing: both to the same proven gap, one thread.
// usage: halfspace_bench_path [-p PENALTY] [-t TOL] [-r RUNS] LIBSVM-FILE...   (more than two classes: odd labels
// against even)
#include "solver/linear/path/path.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "format/read.hpp"

namespace {

using namespace halfspace;
/// Of the processor: what else the machine does counts little.
double seconds(const std::function<void()>& work) {
  const std::clock_t begun = std::clock();
  work();
  return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

struct Case {
  Dataset data;
  std::vector<std::int8_t> y;
};

Case read_case(const std::string& file) {
  auto data = read_dataset(file, {});
  if (!data) {
    std::fprintf(stderr, "%s\n", data.error().text().c_str());
    std::exit(3);
  }
  Case c{std::move(data).value(), {}};
  const bool two = c.data.classes.size() == 2;
  for (const std::uint32_t label : c.data.label)
    c.y.push_back((two ? label == 1 : std::atoi(c.data.classes[label].text.c_str()) % 2 == 1) ? 1 : -1);
  return c;
}

void compare(const std::string& name, const Case& c, LinearOptions o, int runs) {
  const LinearProblem problem{c.data.x, c.y, {}};
  const NullModel null = null_model(problem, o).value();
  const double ratio = c.data.rows < c.data.cols ? 1e-2 : 1e-4;
  const std::vector<double> costs = cost_grid(null.largest_cost, 50, ratio);
  std::vector<double> one, all;
  std::vector<PathPoint> path;
  LinearResult fit;
  for (int k = 0; k < runs; ++k) {
    all.push_back(seconds([&] { path = train_path(problem, o, costs, {}).value(); }));
    o.C = costs.back();
    one.push_back(seconds([&] { fit = train_linear(problem, o, {}).value(); }));
  }
  std::uint64_t rounds = 0;
  std::size_t proven = 0;
  for (const PathPoint& p : path) {
    rounds += p.result.rounds;
    proven += p.result.status == Status::converged ? 1 : 0;
  }
  const PathPoint& last = path.back();
  std::printf(
      "path %-12s %-11s %zu of %zu points proven to %g, %zu of %zu weights at the end  %8.3f s, %llu rounds (%s)"
      "  one fit %8.3f s, %llu rounds (%s)  ratio %.1f\n",
      name.c_str(), std::string(name_of(o.penalty)).c_str(), proven, path.size(), o.tol, last.nonzero,
      last.result.w.size(), median(all), static_cast<unsigned long long>(rounds), last.result.solver.c_str(),
      median(one), static_cast<unsigned long long>(fit.rounds), fit.solver.c_str(), median(all) / median(one));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  LinearOptions o;
  o.tol = 1e-6;
  int runs = 5;
  std::string_view only;
  int k = 1;
  for (; k + 1 < count && words[k][0] == '-'; k += 2) {
    const std::string_view option = words[k];
    if (option == "-p") only = words[k + 1];
    if (option == "-t") o.tol = std::atof(words[k + 1]);
    if (option == "-r") runs = std::atoi(words[k + 1]);
  }
  for (; k < count; ++k) {
    const std::string file = words[k];
    const Case c = read_case(file);
    for (const PenaltyKind kind : {PenaltyKind::l1, PenaltyKind::elastic_net, PenaltyKind::l2}) {
      o.penalty = kind;
      if (only.empty() || only == name_of(kind)) compare(file.substr(file.rfind('/') + 1), c, o, runs);
    }
  }
  return 0;
}
