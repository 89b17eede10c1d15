#include "api/row_labels.hpp"

#include <cmath>

#include "api/rows.hpp"
#include "base/text.hpp"

namespace halfspace::api {
namespace {

/// The label of row i as a text.
Result<std::string> label_text(const RowLabels& labels, std::size_t i) {
  const auto where = [i] { return "labels[" + std::to_string(i) + "]"; };
  if (const auto* numbers = std::get_if<std::span<const double>>(&labels)) {
    if (std::isfinite((*numbers)[i])) return number_text((*numbers)[i]);
    return Error{Code::bad_data, where(), "a label that is not finite; labels are finite numbers or texts"};
  }
  const std::string& text = std::get<std::span<const std::string>>(labels)[i];
  if (is_utf8(text) && text.find('\0') == std::string::npos) return text;
  return Error{Code::bad_data, where(), in_quotes(text) + " is not UTF-8 text without NUL bytes"};
}

bool same_label(const RowLabels& labels, std::size_t a, std::size_t b) {
  return std::visit([=](const auto& all) { return all[a] == all[b]; }, labels);
}

}  // namespace

Result<void> check_labels(const RowLabels& labels, std::int64_t rows) {
  const std::size_t count = std::visit([](const auto& all) { return all.size(); }, labels);
  if (count == static_cast<std::uint64_t>(rows)) return {};
  return Error{Code::usage, "labels",
               counted(count, "label") + " for " + std::to_string(rows) + " rows; give one a row"};
}

Result<bool> LabelledRows::keep(std::size_t i, bool missing) {
  if (missing) {
    ++data_.missing_rows;
    return false;
  }
  if (!weights_.empty() && weights_[i] == 0) {
    ++data_.absent_rows;
    return false;
  }
  if (data_.rows == 0 || !same_label(given_, last_, i)) {
    auto text = label_text(given_, i);
    if (!text) return text.error();
    bool kept = true;
    label_ = labels_.add(text.value(), kept);
    last_ = i;
  }
  data_.label.push_back(label_);
  if (!weights_.empty()) data_.weight.push_back(weights_[i]);
  data_.lines.add(data_.rows++, i + 1);
  return true;
}

Result<void> LabelledRows::finish() {
  const bool some = data_.absent_rows + data_.missing_rows > 0;
  if (data_.rows == 0)
    return Error{Code::bad_data, memory_name,
                 some ? "no row is left to learn from; left out are " + counted(data_.absent_rows, "row") +
                            " of weight 0 and " + counted(data_.missing_rows, "row") + " with a missing cell"
                      : "there are no rows to learn from"};
  labels_.look(data_);
  if (const auto joined = labels_.joined())
    return Error{Code::bad_data, "labels[" + std::to_string(joined->line - 1) + "]", joined->message};
  labels_.finish(data_);
  return {};
}

}  // namespace halfspace::api
