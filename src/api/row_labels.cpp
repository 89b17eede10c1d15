#include "api/row_labels.hpp"

#include <cmath>

#include "api/rows.hpp"
#include "base/text.hpp"

namespace halfspace::api {
namespace {

std::string place_of_label(std::size_t i) { return "labels[" + std::to_string(i) + "]"; }

Result<void> check_codes(const CodedLabels& labels) {
  for (std::size_t i = 0; i < labels.codes.size(); ++i) {
    const std::int32_t code = labels.codes[i];
    if (code >= 0 && static_cast<std::size_t>(code) < labels.texts.size()) continue;
    return Error{Code::bad_data, place_of_label(i),
                 std::to_string(code) + " is not the number of a text; there are " +
                     counted(labels.texts.size(), "text") + ", numbered from 0"};
  }
  return {};
}

bool same_label(const RowLabels& labels, std::size_t a, std::size_t b) {
  if (const auto* coded = std::get_if<CodedLabels>(&labels)) return coded->codes[a] == coded->codes[b];
  if (const auto* numbers = std::get_if<std::span<const double>>(&labels)) return (*numbers)[a] == (*numbers)[b];
  const auto texts = std::get<std::span<const std::string>>(labels);
  return texts[a] == texts[b];
}

}  // namespace

Result<std::string> label_text(const RowLabels& labels, std::size_t i) {
  if (const auto* numbers = std::get_if<std::span<const double>>(&labels)) {
    if (std::isfinite((*numbers)[i])) return number_text((*numbers)[i]);
    return Error{Code::bad_data, place_of_label(i), "a label that is not finite; labels are finite numbers or texts"};
  }
  const auto* coded = std::get_if<CodedLabels>(&labels);
  const std::string& text = coded != nullptr ? coded->texts[static_cast<std::size_t>(coded->codes[i])]
                                             : std::get<std::span<const std::string>>(labels)[i];
  if (is_utf8(text) && text.find('\0') == std::string::npos) return text;
  return Error{Code::bad_data, place_of_label(i), in_quotes(text) + " is not UTF-8 text without NUL bytes"};
}

Result<void> check_labels(const RowLabels& labels, std::int64_t rows) {
  const auto* coded = std::get_if<CodedLabels>(&labels);
  const auto* numbers = std::get_if<std::span<const double>>(&labels);
  const std::size_t count = coded != nullptr     ? coded->codes.size()
                            : numbers != nullptr ? numbers->size()
                                                 : std::get<std::span<const std::string>>(labels).size();
  if (count != static_cast<std::uint64_t>(rows))
    return Error{Code::usage, "labels",
                 counted(count, "label") + " for " + std::to_string(rows) + " rows; give one a row"};
  return coded != nullptr ? check_codes(*coded) : Result<void>();
}

Result<std::uint32_t> LabelledRows::number_at(std::size_t i) {
  const auto* coded = std::get_if<CodedLabels>(&given_);
  if (coded != nullptr && of_code_.empty()) of_code_.resize(coded->texts.size());
  std::optional<std::uint32_t>* known = nullptr;
  if (coded != nullptr) known = &of_code_[static_cast<std::size_t>(coded->codes[i])];
  if (known != nullptr && *known) return **known;
  auto text = label_text(given_, i);
  if (!text) return text.error();
  bool kept = true;
  const std::uint32_t number = labels_.add(text.value(), kept);
  if (known != nullptr) *known = number;
  return number;
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
    const auto number = number_at(i);
    if (!number) return number.error();
    label_ = number.value();
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
                 some ? "no row is left; left out are " + counted(data_.absent_rows, "row") + " of weight 0 and " +
                            counted(data_.missing_rows, "row") + " with a missing cell"
                      : "there are no rows to learn from"};
  labels_.look(data_);
  if (const auto joined = labels_.joined())
    return Error{Code::bad_data, "labels[" + std::to_string(joined->line - 1) + "]", joined->message};
  labels_.finish(data_);
  return {};
}

}  // namespace halfspace::api
