// How the C source of a model takes a row: numbers, or cells of text, which become features.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "export/c_writer.hpp"
#include "model/model.hpp"

namespace halfspace {

struct CRows {
  bool named = false;           // columns have names: there are functions for cells of text
  bool encoded = false;         // features are not the columns: levels, fills, products
  bool exact = false;           // weights and rows may be short decimals: whole numbers give the scores
  bool digits = false;          // digits after the point are counted: for exact scores, for products of decimals
  bool encodes_digits = false;  // features have other digits than cells, or need them
  std::size_t features = 0;
  std::size_t entries = 0;          // of a row, at most
  std::vector<double> weight_unit;  // exact: 10^places of each vector, 0 where its weights are no short decimals
};

/// `weights` are those of m.vectors(), or of the vectors that vote, behind each other.
CRows c_rows_of(const Model& model, const std::vector<double>& weights, const std::vector<double>& biases, bool single);

/// Codes of what may be wrong with a cell, and the functions of rows of cells.
void c_write_row_declarations(CWriter& to, const Model& model);

/// Names, levels, codes and fills of the columns.
void c_write_columns(CWriter& to, const Model& model, const CRows& rows);

/// The functions from numbers, or cells, to the scores of vectors, before and behind NAME_vectors().
void c_write_encoder(CWriter& to, const Model& model, const CRows& rows);
void c_write_calls(CWriter& to, const Model& model, const CRows& rows);

}  // namespace halfspace
