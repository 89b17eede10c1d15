#include "separate/separability.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/text.hpp"

namespace halfspace {
namespace {

/// "lines 52, 71, ..."
std::string lines_of(const std::vector<Multiplier>& witness, const Dataset& data) {
  constexpr std::size_t lines_shown = 12;
  std::vector<std::string> lines;
  lines.reserve(witness.size());
  for (const Multiplier& m : witness) lines.push_back(std::to_string(data.lines.line(m.row)));
  return std::string(witness.size() == 1 ? "line " : "lines ") + joined(lines, ", ", lines_shown);
}

}  // namespace

std::vector<double> unit_vector(const std::vector<Integer>& w) {
  Integer largest = 1;
  for (const Integer& v : w) largest = std::max<Integer>(largest, abs(v));
  std::vector<double> out;
  double square = 0;
  for (const Integer& v : w) {
    Rational share(v, largest);
    share.canonicalize();
    out.push_back(share.get_d());
    square += out.back() * out.back();
  }
  for (double& v : out) v /= std::sqrt(square);
  return out;
}

std::string witness_text(const Separability& known, const Dataset& data) {
  constexpr std::size_t lines_shown = 12;
  std::vector<std::string> lines;
  std::optional<std::uint64_t> last;  // a row may stand there against several classes
  for (const Multiplier& m : known.decision->witness) {
    if (last == m.row) continue;
    lines.push_back(std::to_string(data.lines.line(m.row)));
    last = m.row;
  }
  const bool one = lines.size() == 1;
  const std::string its = one ? "its" : "their";
  return counted(lines.size(), "row") + " of the data cannot " + (one ? "" : "all ") +
         (known.others.empty() ? "be on " + its + " right side (Gordan)"
                               : "score highest at " + its + " own class (Gordan)") +
         ": line" + (one ? " " : "s ") + joined(lines, ", ", lines_shown);
}

std::string feature_space_witness_text(const std::vector<Multiplier>& witness, const Dataset& data) {
  return "no hard margin exists in the feature space of this kernel: " + counted(witness.size(), "row") + " cannot " +
         (witness.size() == 1 ? "" : "all ") + "be on " + (witness.size() == 1 ? "its" : "their") +
         " right side (sum lambda_i y_i Phi(x_i) = 0 exactly, lambda in the JSON member witness): " +
         lines_of(witness, data);
}

std::string unavoidable_text(const std::optional<Unavoidable>& known, std::uint64_t mistakes) {
  if (!known || known->witnesses.empty() || known->witnesses.size() > mistakes) return "";
  const std::size_t least = known->witnesses.size();
  return "at least " + grouped(least) + (least == 1 ? " is" : " are") +
         " unavoidable (proof: " + counted(least, "disjoint witness") + ")";
}

}  // namespace halfspace
