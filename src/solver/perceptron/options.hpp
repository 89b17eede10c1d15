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
#include "kernel/kernel.hpp"

namespace halfspace {

enum class Mistake { boundary_is_mistake, boundary_is_correct, boundary_is_positive };
enum class Step { unit, rate, delta, minibatch, pa, pa1, pa2 };
enum class Order { cyclic, first_mistake, permuted, shuffled, random, random_mistake };
enum class Stop { clean_pass, no_mistake, passes, rounds, patience };
enum class Keep { last, pocket, average, vote };
enum class Start { zero, random, given };
enum class BatchOrder { random, consecutive };
enum class Decide { automatic, off };

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

struct PerceptronOptions {
  Mistake mistake = Mistake::boundary_is_mistake;
  Step step = Step::unit;
  Order order = Order::cyclic;
  Stop stop = Stop::clean_pass;
  Keep keep = Keep::last;
  Start start = Start::zero;
  BatchOrder batch_order = BatchOrder::consecutive;
  Bias bias = Bias::augmented;
  Decide decide = Decide::automatic;
  bool ends_on_clean_pass = false;  // stop `passes` may end earlier on a clean pass (presets averaged and voted)
  double eta = 1;                   // learning rate of `rate` and `delta`
  double tau = 1;                   // step size of `minibatch`
  double margin = 0;                // required margin β of the mistake rule
  double aggressiveness = 1;        // C of `pa1` and `pa2`
  std::uint64_t batch = 0;          // rows of a mini-batch; 0: min(32, n)
  std::uint64_t passes = 0;         // T; 0: 100 for stop `passes`, else no cap
  std::uint64_t rounds = 0;         // T visits; 0: 100 n for stop `rounds`, else no cap
  std::uint64_t patience = 0;       // P visits; 0: 5 n
  std::uint64_t max_updates = 0;    // K; 0: no cap
  std::uint64_t max_work = 0;       // values looked at, 8 a visit, 64 an update, until a waiting run ends; 0: none
  std::uint64_t seed = 0;
  KernelKind kernel = KernelKind::none;
  double gamma = 0;                   // γ of the kernel; 0: 1/d
  std::uint64_t degree = 3;           // of the polynomial kernel
  double coef0 = 0;                   // c of the polynomial and the sigmoid kernel
  bool definite = true;               // false: a precomputed matrix not proved positive semidefinite
  std::vector<double> start_weights;  // w_1, ..., w_d[, b] for start `given`
};

/// Every choice that has a name and a flag. `start` is not among them: its values are more than names.
std::span<const Field<PerceptronOptions>> perceptron_fields();

struct Preset {
  std::string_view name;
  std::string_view summary;
  std::string_view source;
  PerceptronOptions options;
};

std::span<const Preset> perceptron_presets();

/// The preset of this name, or an Error with the nearest.
Result<PerceptronOptions> find_preset(std::string_view name);

/// Choices that contradict each other, or were given without effect (`given`: flags the user wrote), are errors.
Result<void> check_choices(const PerceptronOptions& options, std::span<const std::string> given);

/// The bound of a run whose end is awaited and not capped: about two seconds of work.
inline constexpr std::uint64_t default_work = std::uint64_t{1} << 31U;

/// Does the run wait for something that may never come?
inline bool waits(const PerceptronOptions& o) { return o.stop != Stop::passes && o.stop != Stop::rounds; }

/// Is the kernel an inner product, so that margins and bounds have a meaning? Sigmoid is none, and a polynomial with
/// negative c need not be; of a precomputed matrix `definite` says so.
bool positive_definite(const PerceptronOptions& options);

/// Fills the defaults that depend on n, the number of rows. Error: a mini-batch larger than n.
Result<PerceptronOptions> resolve(PerceptronOptions options, std::uint64_t n);

}  // namespace halfspace
