#include "compat/rows.hpp"

#include <cmath>
#include <utility>

#include "base/text.hpp"
#include "train/limits.hpp"

namespace halfspace::compat {

Result<Dataset> read_rows(const Host& host, const std::string& path, ReadOptions options) {
  options.format = "libsvm";
  return host.read ? host.read(path, options) : read_dataset(path, options);
}

Result<Dataset> read_training_rows(const Host& host, const std::string& path, bool serial_numbers) {
  const auto limit = memory_limit(host.settings);
  if (!limit) return limit.error();
  ReadOptions options;
  options.max_bytes = limit.value();
  options.serial_numbers = serial_numbers;
  return read_rows(host, path, options);
}

Result<void> check_labels(const Dataset& data, const std::string& path) {
  for (const ClassLabel& c : data.classes) {
    if (std::trunc(c.number) == c.number && std::fabs(c.number) <= 2147483647) continue;
    return Error{Code::bad_data, shown(path, 4096),
                 "label " + in_quotes(c.text) +
                     " is not a whole number; this tool would cut it to one. Train with "
                     "halfspace train, which keeps labels"};
  }
  if (data.classes.size() > 1) return {};
  return Error{Code::bad_data, shown(path, 4096),
               "all rows have the label " + in_quotes(data.classes[0].text) + "; training needs two classes or more"};
}

std::vector<double> targets(const Dataset& data) {
  std::vector<double> out;
  out.reserve(data.rows);
  for (const std::uint32_t k : data.label) out.push_back(data.classes[k].number);
  return out;
}

std::vector<std::uint32_t> first_order(const Dataset& data) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(data.classes.size());
  for (const std::uint32_t k : data.label) {
    if (!seen[k]) order.push_back(k);
    seen[k] = true;
  }
  const bool signs = order.size() == 2 && data.classes[order[0]].number == -1 && data.classes[order[1]].number == 1;
  if (signs) std::swap(order[0], order[1]);
  return order;
}

}  // namespace halfspace::compat
