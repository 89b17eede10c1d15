#include "plot/scene.hpp"

#include <cmath>

namespace halfspace::plot {

double place(const Axis& axis, double value) {
  if (axis.log) return std::log(value / axis.low) / std::log(axis.high / axis.low);
  return (value - axis.low) / (axis.high - axis.low);
}

std::vector<Tick> ticks_of(const Axis& axis, int most) {
  if (!axis.names.empty()) return axis.names;
  std::vector<Tick> ticks = axis.log ? log_ticks(axis.low, axis.high, most) : nice_ticks(axis.low, axis.high, most);
  if (axis.whole) std::erase_if(ticks, [](const Tick& t) { return t.at != std::floor(t.at); });
  return ticks;
}

}  // namespace halfspace::plot
