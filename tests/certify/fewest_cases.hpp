// What the tests of fewest mistakes share: small sets with many ties, witnesses and minima from the exact reference.
#pragma once

#include <functional>
#include <optional>

#include "certify/cases.hpp"

namespace halfspace::test {

/// n points with coordinates in -size..size and labels by chance: collinear points and duplicates abound.
Points tight_points(std::uint64_t seed, std::size_t n, std::size_t cols, std::int64_t size, bool bias);

/// Is there no w with w.z_i > 0 for all i? True of no rows at all.
bool separable(const reference::Rows& z);

/// The rows whose entry is true.
reference::Rows chosen(const reference::Rows& z, const std::vector<bool>& which);

/// The rows of a witness of which none can be spared, among the alive rows; nothing when these are separable.
std::function<std::optional<std::vector<std::uint64_t>>(const std::vector<bool>&)> witness_finder(
    const reference::Rows& z);

/// The least number of rows whose removal leaves a separable set: tries 0, 1, 2, ... rows. Small minima only.
std::size_t fewest_by_subsets(const reference::Rows& z);

/// Are `rows` exactly those with weights.z_i <= 0?
bool mistakes_are(const reference::Rows& z, const reference::Vector& weights, const std::vector<std::uint64_t>& rows);

}  // namespace halfspace::test
