#include "export/plain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/label.hpp"

namespace halfspace {

Error not_written(const std::string& format, const std::string& why) {
  return {Code::bad_data, "", "the model cannot be written as " + format + ": " + why};
}

void add_style_notes(const Model& m, std::vector<std::string>& notes) {
  const TextStyle& s = m.form.style;
  std::vector<std::string> dates;
  for (std::size_t j = 0; j < m.form.dates.size() && j < m.map.inputs.size(); ++j) {
    if (m.form.dates[j] != DateColumn::no) dates.push_back(in_quotes(m.map.inputs[j].name));
  }
  if (!dates.empty()) notes.push_back("dates (" + joined(dates) + ") are taken as days since 1970-01-01");
  if (s.decimal != '.' || s.thousands != 0 || s.percent || s.currency)
    notes.emplace_back("numbers are taken plain (12.5), not as the table writes them; 5 % is 0.05");
}

std::string missing_words(const Model& m) {
  std::string out;
  for (const std::string& word : m.form.style.missing) out += ", " + shown(word);
  return out;
}

std::string missing_numbers(const Model& m) {
  const auto& inputs = m.map.inputs;
  if (std::none_of(inputs.begin(), inputs.end(), [](const InputColumn& c) { return c.levels.empty(); })) return "";
  std::vector<std::string> out;
  for (const std::string& word : m.form.style.missing) {
    std::string room;
    if (!written_number(word, m.form.style, room).plain.empty()) out.push_back(word);
  }
  return joined(out);
}

Result<void> check_unhashed(const Model& m, const std::string& format) {
  if (m.map.parts())
    return not_written(
        format, "it makes parts of dates (--dates parts), which the format does not do; train with --dates days");
  if (m.form.hash_bits == 0) return {};
  return not_written(format, "its columns are hashed (--hash-bits), which the format does not do; train without it");
}

Result<void> check_plain(const Model& m, const std::string& format) {
  if (m.voted())
    return not_written(format,
                       "its weight vectors vote, and the format has one a class; train with --keep average or last");
  if (const auto fine = check_unhashed(m, format); !fine) return fine;
  if (m.map.categorical())
    return not_written(
        format,
        "it makes features of columns of texts (--categorical), and the format has numbers only; write 0/1 "
        "columns and train on those");
  if (m.map.options.features != Expansion::none)
    return not_written(format, "it makes products of columns (--features " +
                                   std::string(name_of(m.map.options.features)) +
                                   "); write the products as columns and train on those");
  if (m.map.fills())
    return not_written(format, "it fills missing cells with means (--missing mean); fill them before training");
  return {};
}

Result<void> check_unscaled(const Model& m, const std::string& format) {
  if (const auto plain = check_plain(m, format); !plain) return plain;
  if (m.cosines())
    return not_written(
        format,
        "its features are random cosines (--approximation fourier); write --to onnx or --to c, or train with "
        "nystrom, or exactly");
  if (m.support && !m.map.factor.empty())
    return not_written(format,
                       "its kernel sees scaled columns (--scale), and the format has no scales; scale the data "
                       "and train on that, or write --to onnx or --to c");
  return {};
}

Result<std::vector<std::int64_t>> whole_labels(const Model& m, const ExportOptions& options,
                                               const std::string& format) {
  constexpr double most = std::numeric_limits<std::int32_t>::max();
  std::vector<std::int64_t> out;
  const std::unordered_set<std::string_view> known(m.classes.begin(), m.classes.end());
  for (const auto& [label, number] : options.labels) {
    if (!known.contains(label))
      return Error{Code::usage, "--labels",
                   in_quotes(label) + " is not a class of the model; its classes are " + joined(m.classes)};
  }
  for (const std::string& label : m.classes) {
    const auto given = options.labels.find(label);
    const auto number = label_number(label);
    const bool whole = number && std::trunc(*number) == *number && std::fabs(*number) <= most;
    if (given == options.labels.end() && !whole) {
      std::vector<std::string> example;
      example.reserve(m.classes.size());
      for (std::size_t k = 0; k < m.classes.size(); ++k)
        example.push_back(m.classes[k] + "=" +
                          std::to_string(m.classes.size() == 2 && k == 0   ? -1
                                         : k == 1 && m.classes.size() == 2 ? 1
                                                                           : static_cast<std::int64_t>(k)));
      return not_written(format, "its labels are whole numbers and the class " + in_quotes(label) +
                                     " is none; give each class one, as --labels " +
                                     whole_or(as_flag_value(example), "CLASS=NUMBER,..."));
    }
    out.push_back(given != options.labels.end() ? given->second : static_cast<std::int64_t>(*number));
  }
  std::vector<std::int64_t> sorted = out;
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    return Error{Code::usage, "--labels", "two classes have the number " + std::to_string(*twice)};
  return out;
}

std::vector<double> collapsed_weights(const Model& m) {
  if (!m.support) return m.w;
  const CsrMatrix<double>& rows = m.support->rows;
  std::vector<double> out(m.vectors() * rows.cols);
  for (std::size_t k = 0; k < m.vectors(); ++k) {
    for (std::size_t j = 0; j < rows.rows; ++j) axpy(m.w[k * rows.rows + j], rows.row(j), out.data() + k * rows.cols);
  }
  return out;
}

}  // namespace halfspace
