#include "solver/perceptron/options.hpp"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

using O = PerceptronChoices;

std::vector<Field<O>> make_fields() {
  return {
      choice_field("mistake", &O::mistake, "when a row on the boundary (score 0) is a mistake"),
      choice_field("step", &O::step, "how a mistake moves the weights"),
      choice_field("order", &O::order, "in which order rows are visited"),
      choice_field("stop", &O::stop, "when the run ends"),
      choice_field("keep", &O::keep, "which weights the model gets"),
      choice_field("bias", &O::bias, "how the bias is treated (augmented and free are the same for a perceptron)"),
      choice_field(
          "decide", &O::decide,
          "auto: ask whether the data is separable; a proof that it is not ends a run that waits for a clean pass"),
      number_field("eta", "ETA", &O::eta, 0, false,
                   "learning rate of --step rate and delta; with --stream of --solver too (default 0.5, sgd 4)"),
      number_field("tau", "TAU", &O::tau, 0, false, "step size of --step minibatch"),
      count_field("batch", "B", &O::batch, 1, "rows of a mini-batch (default min(32, n))"),
      choice_field("batch-order", &O::batch_order,
                   "mini-batches: random subsets, or consecutive slices of the row order"),
      count_field("passes", "T", &O::passes, 1,
                  "passes of --stop passes (default 100); beside another stop a cap; with --stream passes over the "
                  "file (default 1)"),
      count_field("rounds", "T", &O::rounds, 1, "visits of --stop rounds (default 100 n); beside another stop a cap"),
      count_field("patience", "P", &O::patience, 1,
                  "visits in a row without an update for --stop patience (default 5 n)"),
      count_field("max-updates", "K", &O::max_updates, 1, "cap on updates"),
      number_field("margin", "BETA", &O::margin, 0, true, "a row is a mistake up to this margin"),
      number_field("aggressiveness", "C", &O::aggressiveness, 0, false, "C of --step pa1 and pa2"),
      choice_field("kernel", &O::kernel, "learn in the feature space of this kernel function, by multipliers of rows"),
      number_field("gamma", "GAMMA", &O::gamma, 0, false, "gamma of the kernel (default 1/d)"),
      count_field("degree", "P", &O::degree, 1, "degree of the polynomial kernel"),
      number_field("coef0", "C", &O::coef0, -std::numeric_limits<double>::infinity(), false,
                   "c of the polynomial and the sigmoid kernel"),
      count_field("seed", "S", &O::seed, 0, "seed of every random choice"),
  };
}

O with(void (*change)(O&)) {
  O options;
  change(options);
  return options;
}

/// The last weights are the answer.
std::vector<Preset> plain_presets() {
  return {
      {"cyclic", "row order until a clean pass", "Rosenblatt 1958; Novikoff 1962", O{}},
      {"pla", "a random mistake at a time until there is none", "Abu-Mostafa, Magdon-Ismail, Lin 2012, section 1.1.2",
       with([](O& o) {
         o.order = Order::random_mistake;
         o.stop = Stop::no_mistake;
       })},
      {"online", "random rows, strict mistakes, random start, T rounds", "Rosenblatt 1962", with([](O& o) {
         o.mistake = Mistake::boundary_is_correct;
         o.order = Order::random;
         o.stop = Stop::rounds;
         o.start = Start::random;
       })},
      {"zero-one", "the boundary counts as positive", "Minsky and Papert 1969, chapter 11",
       with([](O& o) { o.mistake = Mistake::boundary_is_positive; })},
      {"delta", "error-correction form with sign(0) = 0 and a learning rate, T passes", "Widrow and Lehr 1990",
       with([](O& o) {
         o.step = Step::delta;
         o.stop = Stop::passes;
       })},
      {"subgradient", "mini-batch subgradient steps on the perceptron loss",
       "Shalev-Shwartz and Ben-David 2014, chapter 14", with([](O& o) {
         o.mistake = Mistake::boundary_is_correct;
         o.step = Step::minibatch;
         o.order = Order::random;
         o.batch_order = BatchOrder::random;
         o.stop = Stop::rounds;
         o.start = Start::random;
       })},
  };
}

/// Other weights are kept, the margin is above 0, or there is a kernel.
std::vector<Preset> later_presets() {
  return {
      {"pocket", "pla that keeps the best weights seen", "Gallant 1990", with([](O& o) {
         o.order = Order::random_mistake;
         o.stop = Stop::rounds;
         o.keep = Keep::pocket;
       })},
      {"averaged", "mean of the weights after each visit", "Freund and Schapire 1999; Collins 2002", with([](O& o) {
         o.order = Order::shuffled;
         o.stop = Stop::passes;
         o.ends_on_clean_pass = true;
         o.keep = Keep::average;
       })},
      {"voted", "all weights vote with their survival counts", "Freund and Schapire 1999", with([](O& o) {
         o.order = Order::shuffled;
         o.stop = Stop::passes;
         o.ends_on_clean_pass = true;
         o.keep = Keep::vote;
       })},
      {"margin", "a mistake up to margin beta", "Krauth and Mezard 1987; Duda, Hart, Stork 2001, section 5.5.3",
       with([](O& o) {
         o.margin = 1;
         o.step = Step::rate;
         o.order = Order::shuffled;
       })},
      {"passive-aggressive", "the smallest step that reaches margin 1, at most C; averaged", "Crammer et al. 2006",
       with([](O& o) {
         o.mistake = Mistake::boundary_is_correct;
         o.margin = 1;
         o.step = Step::pa1;
         o.order = Order::shuffled;
         o.stop = Stop::passes;
         o.keep = Keep::average;
       })},
      {"kernel", "row multipliers and a kernel function, until a clean pass or T passes",
       "Aizerman, Braverman, Rozonoer 1964; Freund and Schapire 1999", with([](O& o) {
         o.kernel = KernelKind::rbf;
         o.passes = 100;
       })},
  };
}

std::vector<Preset> make_presets() {
  std::vector<Preset> out = plain_presets();
  const std::vector<Preset> later = later_presets();
  out.insert(out.end(), later.begin(), later.end());
  return out;
}

Error contradiction(std::string flag, std::string message) {
  return {Code::usage, std::move(flag), std::move(message)};
}

}  // namespace

std::span<const Field<O>> perceptron_fields() {
  static const std::vector<Field<O>> fields = make_fields();
  return fields;
}

std::span<const Preset> perceptron_presets() {
  static const std::vector<Preset> presets = make_presets();
  return presets;
}

Result<O> find_preset(std::string_view name) {
  std::vector<std::string> names;
  for (const Preset& p : perceptron_presets()) {
    if (p.name != name) {
      names.emplace_back(p.name);
      continue;
    }
    O options = p.options;
    options.preset = p.name;
    return options;
  }
  const std::string near = nearest(name, names);
  return Error{Code::usage, "--preset",
               in_quotes(name) + " is not one of " + joined(names) +
                   (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
}

Result<void> check_choices(const O& o, std::span<const std::string> given) {
  const auto was_given = [&](std::string_view flag) {
    return std::find(given.begin(), given.end(), flag) != given.end();
  };
  const bool batches = o.step == Step::minibatch;
  const bool chooses = o.order == Order::first_mistake || o.order == Order::random_mistake;
  if (was_given("eta") && o.step != Step::rate && o.step != Step::delta)
    return contradiction("--eta", "belongs to --step rate or delta; this run has step " + std::string(name_of(o.step)));
  for (const std::string_view flag : {"tau", "batch", "batch-order"}) {
    if (was_given(flag) && !batches)
      return contradiction("--" + std::string(flag),
                           "belongs to --step minibatch; this run has step " + std::string(name_of(o.step)));
  }
  if (was_given("aggressiveness") && o.step != Step::pa1 && o.step != Step::pa2)
    return contradiction("--aggressiveness",
                         "belongs to --step pa1 or pa2; this run has step " + std::string(name_of(o.step)));
  if (was_given("patience") && o.stop != Stop::patience)
    return contradiction("--patience", "belongs to --stop patience; this run stops on " + std::string(name_of(o.stop)));
  if (o.margin > 0 && o.mistake == Mistake::boundary_is_positive)
    return contradiction("--margin",
                         "has no meaning with --mistake boundary-is-positive, whose mistakes are wrong signs; choose "
                         "boundary-is-mistake (m <= beta) or boundary-is-correct (m < beta)");
  if (o.margin > 0 && o.step == Step::delta)
    return contradiction("--margin",
                         "has no meaning with --step delta, which moves only on a wrong sign; choose --step rate");
  if (batches && o.batch_order == BatchOrder::consecutive && (chooses || o.order == Order::random)) {
    return contradiction(
        "--order", std::string(name_of(o.order)) +
                       " has no consecutive slices; choose cyclic, permuted or shuffled, or --batch-order random");
  }
  if (batches && o.batch_order == BatchOrder::random && chooses)
    return contradiction("--order",
                         std::string(name_of(o.order)) +
                             " chooses single rows; mini-batches need --order random, cyclic, permuted or shuffled");
  const auto needs_kernel = [&](std::string_view flag, bool used) -> std::optional<Error> {
    if (!was_given(flag) || used) return std::nullopt;
    return contradiction("--" + std::string(flag), "has no meaning with --kernel " + std::string(name_of(o.kernel)));
  };
  const Kernel kernel = function_of(o);
  if (const auto wrong = needs_kernel("gamma", kernel.uses_gamma())) return *wrong;
  if (const auto wrong = needs_kernel("degree", kernel.uses_degree())) return *wrong;
  if (const auto wrong = needs_kernel("coef0", kernel.uses_coef0())) return *wrong;
  if (o.kernel != KernelKind::none && o.start != Start::zero)
    return contradiction("--start", "a kernel run starts from zero: its weights are multipliers of rows");
  if (is_passive_aggressive(o) && o.mistake == Mistake::boundary_is_positive)
    return contradiction(
        "--step", std::string(name_of(o.step)) + " needs a margin; choose --mistake boundary-is-correct --margin 1");
  return {};
}

Result<O> resolve(O o, std::uint64_t n) {
  if (o.step == Step::minibatch) {
    if (o.batch > n)
      return contradiction(
          "--batch", std::to_string(o.batch) + " rows of " + std::to_string(n) + "; a mini-batch has at most all rows");
    if (o.batch == 0) o.batch = std::min<std::uint64_t>(32, n);
  }
  if (o.stop == Stop::passes && o.passes == 0) o.passes = 100;
  if (o.stop == Stop::rounds && o.rounds == 0) o.rounds = 100 * n;
  if (o.stop == Stop::patience && o.patience == 0) o.patience = 5 * n;
  return o;
}

}  // namespace halfspace
