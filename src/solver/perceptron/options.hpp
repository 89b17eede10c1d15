// The perceptron family: six independent choices (docs/algorithms.md section 2). A preset is a row of choices, a flag
// overrides its part of the preset, resolve() fills what depends on the number of rows.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "data/bias.hpp"
#include "halfspace/options.hpp"
#include "kernel/kernel.hpp"

namespace halfspace {

template <>
struct Names<Mistake> {
  static constexpr std::array<std::string_view, 3> list = {"boundary-is-mistake", "boundary-is-correct",
                                                           "boundary-is-positive"};
};
template <>
struct Names<Step> {
  static constexpr std::array<std::string_view, 7> list = {"unit", "rate", "delta", "minibatch", "pa", "pa1", "pa2"};
};
template <>
struct Names<Order> {
  static constexpr std::array<std::string_view, 6> list = {"cyclic",   "first-mistake", "permuted",
                                                           "shuffled", "random",        "random-mistake"};
};
template <>
struct Names<Stop> {
  static constexpr std::array<std::string_view, 5> list = {"clean-pass", "no-mistake", "passes", "rounds", "patience"};
};
template <>
struct Names<Keep> {
  static constexpr std::array<std::string_view, 4> list = {"last", "pocket", "average", "vote"};
};
template <>
struct Names<Start> {
  static constexpr std::array<std::string_view, 3> list = {"zero", "random", "given"};
};
template <>
struct Names<BatchOrder> {
  static constexpr std::array<std::string_view, 2> list = {"random", "consecutive"};
};
template <>
struct Names<Decide> {
  static constexpr std::array<std::string_view, 2> list = {"auto", "off"};
};

/// The choices of one run. Counts of 0 stand for "not given"; resolve() fills those that have a default.
struct PerceptronChoices {
  std::string_view preset = "cyclic";  // what they began as; of the list of presets
  Mistake mistake = Mistake::boundary_is_mistake;
  Step step = Step::unit;
  Order order = Order::cyclic;
  Stop stop = Stop::clean_pass;
  Keep keep = Keep::last;
  Start start = Start::zero;
  BatchOrder batch_order = BatchOrder::consecutive;
  Bias bias = Bias::augmented;
  Decide decide = Decide::automatic;
  bool ends_on_clean_pass = false;  // of presets: stop `passes` may end earlier on a clean pass
  double eta = 1;
  double tau = 1;
  double margin = 0;
  double aggressiveness = 1;
  std::uint64_t batch = 0;
  std::uint64_t passes = 0;
  std::uint64_t rounds = 0;
  std::uint64_t patience = 0;
  std::uint64_t max_updates = 0;
  std::uint64_t max_work = 0;  // values looked at, 8 a visit, 64 an update, until a run ends; 0: no bound
  std::uint64_t seed = 0;
  KernelKind kernel = KernelKind::none;
  double gamma = 0;  // 0: 1/d
  std::uint64_t degree = 3;
  double coef0 = 0;
  bool definite = true;               // the kernel matrix is positive semidefinite
  std::vector<double> start_weights;  // w_1, ..., w_d[, b] in original units, for start `given`
};

inline bool is_passive_aggressive(const PerceptronChoices& o) {
  return o.step == Step::pa || o.step == Step::pa1 || o.step == Step::pa2;
}
/// The margin that passive-aggressive steps aim at.
inline double pa_margin(const PerceptronChoices& o) { return o.margin > 0 ? o.margin : 1; }

inline Kernel function_of(const PerceptronChoices& o) { return {o.kernel, o.gamma, o.degree, o.coef0}; }

/// Are margins and bounds those of a feature space?
inline bool has_inner_product(const PerceptronChoices& o) { return is_inner_product(function_of(o), o.definite); }

/// Every choice that has a name and a flag. `start` is not among them: its values are more than names.
std::span<const Field<PerceptronChoices>> perceptron_fields();

struct Preset {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  PerceptronChoices options;
};

std::span<const Preset> perceptron_presets();

/// The preset of this name, or an Error with the nearest.
Result<PerceptronChoices> find_preset(std::string_view name);

/// Choices that contradict each other, or were given without effect (`given`: flags the user wrote), are errors.
Result<void> check_choices(const PerceptronChoices& options, std::span<const std::string> given);

/// The bound of a run whose end is awaited and not capped: about two seconds of work.
inline constexpr std::uint64_t default_work = std::uint64_t{1} << 31U;

/// Does the run wait for something that may never come?
inline bool waits(const PerceptronChoices& o) { return o.stop != Stop::passes && o.stop != Stop::rounds; }

/// Fills the defaults that depend on n, the number of rows. Error: a mini-batch larger than n.
Result<PerceptronChoices> resolve(PerceptronChoices options, std::uint64_t n);

}  // namespace halfspace
