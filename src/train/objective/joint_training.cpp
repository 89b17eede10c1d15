// All classes at once: multinomial logistic regression and the machine of Crammer and Singer.
#include <utility>

#include "solver/linear/checks.hpp"
#include "solver/linear/joint/crammer_singer.hpp"
#include "solver/linear/joint/multinomial.hpp"
#include "train/objective/linear_multiclass.hpp"
#include "train/objective/linear_solving.hpp"
#include "train/objective/starts.hpp"

namespace halfspace {

Result<LinearRun> solve_jointly(const LinearGround& g, Multiclass multiclass, const LinearObserver& observer) {
  const std::vector<std::int8_t> first = g.targets.signs(0);
  const LinearProblem two{g.rows.learned().x, first, g.weight};
  if (auto fits = check_linear_problem(two, g.request.linear.options); !fits)
    return with_names(fits.error(), two, g.request.linear.options, g.rows.map(), g.request);
  const auto classes = static_cast<std::uint32_t>(g.targets.classes.size());
  const ClassProblem problem{g.rows.learned().x, g.targets.label, classes, g.weight};
  const LinearOptions& o = g.request.linear.options;
  const std::vector<double> start = start_of_vectors(g.request.linear, g.rows.map(), classes);
  ClassResult found = multiclass == Multiclass::multinomial ? train_multinomial(problem, o, observer, start)
                                                            : train_crammer_singer(problem, o, observer);
  LinearRun run;
  run.result = std::move(found.result);
  run.result.at_start = !start.empty() && run.result.rounds == 0 && run.result.status == Status::converged;
  run.b = std::move(found.b);
  return run;
}

}  // namespace halfspace
