// What formats of plain columns ask of a model, and the labels of formats that know whole numbers only.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "export/exports.hpp"
#include "model/model.hpp"

namespace halfspace {

/// The model cannot be written as `format`, and why.
Error not_written(const std::string& format, const std::string& why);

/// Notes what a format that takes plain numbers expects of a table that is written otherwise, or has dates.
void add_style_notes(const Model& model, std::vector<std::string>& notes);

/// ", -999, unk": the words of --na, at the end of a list of those that are always missing.
std::string missing_words(const Model& model);

/// Words of --na that are numbers ("-999"), for formats that take numbers and not texts; empty where no column is one.
std::string missing_numbers(const Model& model);

/// No format hashes names of columns, or takes dates apart.
Result<void> check_unhashed(const Model& model, const std::string& format);

/// Errors name `format`: votes, columns of texts, products, means for missing cells.
Result<void> check_plain(const Model& model, const std::string& format);

/// As check_plain, and no scaling of kernel rows, which weights cannot hold.
Result<void> check_unscaled(const Model& model, const std::string& format);

/// A whole number for every class, in class order: those given, else the labels themselves.
Result<std::vector<std::int64_t>> whole_labels(const Model& model, const ExportOptions& options,
                                               const std::string& format);

/// A linear kernel's sum_j c_j x_j as one weight vector a score; d numbers each.
std::vector<double> collapsed_weights(const Model& model);

}  // namespace halfspace
