#include "train/objective/linear_multiclass.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/text.hpp"
#include "train/objective/linear_solving.hpp"
#include "train/objective/starts.hpp"

namespace halfspace {
namespace {

Error multiclass_refused(const std::string& message) { return {Code::usage, "--multiclass", message}; }

template <class T>
std::vector<T> taken(const std::vector<T>& all, const std::vector<std::uint64_t>& rows) {
  std::vector<T> out;
  if (all.empty()) return out;
  out.reserve(rows.size());
  for (const std::uint64_t i : rows) out.push_back(all[i]);
  return out;
}

/// Run k, of all rows.
Result<LinearRun> solve_signs(const LinearGround& g, std::size_t k, const std::string& label,
                              const std::vector<std::int8_t>& y, const LinearObserver& observer) {
  const Dataset& learned = g.rows.learned();
  return solve({label,
                {g.data, g.rows.features(), g.rows.map(), y, g.request},
                learned,
                g.weight,
                start_of_run(g.request.linear, g.rows.map(), learned, k)},
               observer);
}

/// A precomputed matrix has a column for each row: those of these rows alone.
Matrix columns_of_rows(const Matrix& x, const std::vector<std::uint64_t>& rows) {
  CsrMatrix<double> out;
  out.cols = rows.size();
  out.start.push_back(0);
  std::visit(
      [&](const auto& m) {
        std::vector<double> full(m.cols);
        for (std::size_t i = 0; i < m.rows; ++i) {
          std::fill(full.begin(), full.end(), 0.0);
          for_each_entry(m.row(i), [&](std::size_t j, double v) { full[j] = v; });
          for (std::size_t j = 0; j < rows.size(); ++j) {
            if (rows[j] >= full.size() || full[rows[j]] == 0) continue;
            out.column.push_back(static_cast<std::uint32_t>(j));
            out.value.push_back(full[rows[j]]);
          }
          out.start.push_back(out.value.size());
          ++out.rows;
        }
      },
      x);
  return out;
}

/// The rows of two classes alone.
Result<LinearRun> solve_pair(const LinearGround& g, std::size_t place, std::uint32_t first, std::uint32_t second,
                             const LinearObserver& observer) {
  std::vector<std::uint64_t> rows;
  std::vector<std::int8_t> y;
  for (std::uint64_t i = 0; i < g.targets.label.size(); ++i) {
    const std::uint32_t k = g.targets.label[i];
    if (k != first && k != second) continue;
    rows.push_back(i);
    y.push_back(k == first ? 1 : -1);
  }
  const Dataset data = take_rows(g.data, rows);
  const Dataset features = take_rows(g.rows.features(), rows);
  Dataset learned = take_rows(g.rows.learned(), rows);
  if (function_of(g.request.linear.kernel).listed()) learned.x = columns_of_rows(learned.x, rows);
  const std::vector<double> weight = taken(g.weight, rows);
  TrainRequest request = g.request;
  if (request.linear.mean_form()) request.linear.options.C = request.linear.cost_of_lambda(learned);
  const std::string label = g.targets.classes[first] + " against " + g.targets.classes[second];
  auto run = solve({label,
                    {data, features, g.rows.map(), y, request},
                    learned,
                    weight,
                    start_of_run(request.linear, g.rows.map(), learned, place)},
                   observer);
  if (!run) return run;
  run.value().rows = rows;
  for (Multiplier& m : run.value().witness) m.row = rows[m.row];
  if (run.value().coefficient.empty()) return run;
  std::vector<double> all(g.targets.label.size());  // of a pair's rows to those of the data
  for (std::size_t i = 0; i < rows.size(); ++i) all[rows[i]] = run.value().coefficient[i];
  run.value().coefficient = std::move(all);
  return run;
}

/// A run that was never begun, since those before it were ended.
LinearRun unbegun(const std::string& label, Halt why) {
  LinearRun run;
  run.label = label;
  run.result.status = ended_by(why);
  run.result.stop_reason = "not begun before the end of the run";
  run.result.solver = "none";
  run.result.why = run.result.stop_reason;
  run.result.primal = std::numeric_limits<double>::infinity();  // not known: of zero weights nobody asked
  run.result.gap = std::numeric_limits<double>::infinity();
  run.begun = false;
  run.b = {0};
  return run;
}

/// Lets go of what is not reported of one run among many: scores, α of a loss whose α is not listed, and the α of all
/// runs where the lists would be long.
void keep_reported(std::vector<LinearRun>& runs, bool lists, std::uint64_t& listed) {
  constexpr std::uint64_t most_listed = 100'000;
  constexpr std::uint64_t most_numbers = 10'000'000;
  LinearRun& last = runs.back();
  last.result.score = std::vector<double>();
  last.positive = positive_multipliers(last);
  std::vector<double>& alpha = last.result.alpha;
  const bool short_before = listed <= most_listed && alpha.size() * (runs.size() - 1) <= most_numbers;
  listed += static_cast<std::uint64_t>(std::count_if(alpha.begin(), alpha.end(), [](double a) { return a != 0; }));
  if (lists && listed <= most_listed && alpha.size() * runs.size() <= most_numbers) return;
  const std::size_t first = lists && short_before ? 0 : runs.size() - 1;
  for (std::size_t k = first; k < runs.size(); ++k) runs[k].result.alpha = std::vector<double>();
}

/// A joint objective has one solver, and no other choices of loss and penalty.
Result<void> check_joint(const TrainRequest& request) {
  const std::string asked(name_of(request.multiclass));
  const LinearRequest& r = request.linear;
  if (r.kernel.exactly())
    return multiclass_refused(asked + " cannot be combined with --kernel; choose one-vs-one or one-vs-rest");
  const bool multinomial = request.multiclass == Multiclass::multinomial;
  const auto fits = [&](LossKind loss) { return traits_of(loss).joint == request.multiclass; };
  if (!fits(r.options.loss))
    return multiclass_refused(asked + " requires --loss " + alternatives(names_that<LossKind>(fits)) + ", not " +
                              std::string(name_of(r.options.loss)) + "; choose one-vs-rest");
  if (!r.options.half_square() || r.hard_margin())
    return multiclass_refused(asked + " requires --penalty l2 and a finite C; choose one-vs-rest for others");
  if (r.options.solver != LinearSolver::automatic)
    return Error{Code::usage, "--solver",
                 std::string(name_of(r.options.solver)) + " cannot be combined with --multiclass " + asked +
                     ", which has its own; leave it out"};
  const bool given = std::find(r.given.begin(), r.given.end(), "bias") != r.given.end();
  if (!multinomial && given && r.options.bias == Bias::free)
    return Error{Code::usage, "--bias",
                 "free cannot be combined with --multiclass crammer-singer; choose augmented or none"};
  return {};
}

}  // namespace

Result<Multiclass> choose_linear_multiclass(TrainRequest& request, const Targets& targets) {
  const Multiclass asked = request.multiclass;
  if (targets.binary()) {
    if (asked == Multiclass::none) return asked;
    return multiclass_refused("is for three classes or more; two classes always use the binary rule");
  }
  if (joint(asked)) {
    if (const auto fits = check_joint(request); !fits) return fits.error();
    if (asked == Multiclass::crammer_singer && request.linear.options.bias == Bias::free)
      request.linear.options.bias = Bias::augmented;  // the default; reported as bias_mode
  }
  if (asked != Multiclass::none) return asked;
  return request.linear.kernel.exactly() ? Multiclass::one_vs_one
                                         : Multiclass::one_vs_rest;  // a pair's matrix is small
}

Result<void> check_multiclass_memory(Multiclass multiclass, std::uint64_t rows, std::uint64_t classes,
                                     const TrainRequest& request) {
  constexpr double bytes_a_score = 40;  // of a joint objective: a few numbers for each row and class
  constexpr double bytes_a_run = 8192;  // its result, and what is reported of it
  if (request.memory_bytes == 0 || multiclass == Multiclass::none) return {};
  const auto n = static_cast<double>(rows);
  const auto K = static_cast<double>(classes);
  const double runs = multiclass == Multiclass::one_vs_one ? K * (K - 1) / 2 : K;
  const double coefficients = request.linear.kernel.exactly() ? 16 * n : 0;
  const double bytes = joint(multiclass) ? bytes_a_score * n * K : runs * (bytes_a_run + coefficients);
  const auto limit = static_cast<double>(request.memory_bytes);
  if (bytes <= limit) return {};
  return Error{Code::bad_data, request.source,
               "--multiclass " + std::string(name_of(multiclass)) + " of " + grouped(rows) + " rows and " +
                   counted(classes, "class") + " needs " +
                   beyond_limit(static_cast<std::uint64_t>(std::min(bytes, 1e18)), request.memory_bytes) +
                   "; give more with --max-memory" +
                   (multiclass == Multiclass::one_vs_rest ? "" : ", or choose one-vs-rest")};
}

Result<std::vector<LinearRun>> solve_all(const LinearGround& g, Multiclass multiclass, const LinearObserver& observer) {
  std::vector<LinearRun> out;
  std::uint64_t listed = 0;
  const auto add = [&](Result<LinearRun> run) -> Result<void> {
    if (!run) return run.error();
    out.push_back(std::move(run).value());
    if (!g.targets.binary()) keep_reported(out, !is_likelihood(g.request.linear.options.loss), listed);
    return {};
  };
  const auto classes = static_cast<std::uint32_t>(g.targets.classes.size());
  if (joint(multiclass)) {
    auto run = solve_jointly(g, multiclass, observer);
    if (!run) return run.error();
    out.push_back(std::move(run).value());
    return out;
  }
  if (g.targets.binary()) {
    if (const auto done = add(solve_signs(g, 0, "", g.targets.signs(1), observer)); !done) return done.error();
  }
  const auto ended = [&] { return out.empty() ? Halt::go_on : observer.stop.ask(); };
  for (std::uint32_t k = 0; k < classes && multiclass == Multiclass::one_vs_rest; ++k) {
    const auto done =
        add(ended() != Halt::go_on ? unbegun(g.targets.classes[k], ended())
                                   : solve_signs(g, k, g.targets.classes[k], g.targets.signs(k), observer));
    if (!done) return done.error();
  }
  for (std::uint32_t k = 0; k < classes && multiclass == Multiclass::one_vs_one; ++k) {
    for (std::uint32_t l = k + 1; l < classes; ++l) {
      const std::string label = g.targets.classes[k] + " against " + g.targets.classes[l];
      const auto done =
          add(ended() != Halt::go_on ? unbegun(label, ended()) : solve_pair(g, out.size(), k, l, observer));
      if (!done) return done.error();
    }
  }
  return out;
}

}  // namespace halfspace
