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

inline Kernel function_of(const PerceptronOptions& o) { return {o.kernel, o.gamma, o.degree, o.coef0}; }

/// Are margins and bounds those of a feature space?
inline bool has_inner_product(const PerceptronOptions& o) { return is_inner_product(function_of(o), o.definite); }

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

/// Fills the defaults that depend on n, the number of rows. Error: a mini-batch larger than n.
Result<PerceptronOptions> resolve(PerceptronOptions options, std::uint64_t n);

}  // namespace halfspace
