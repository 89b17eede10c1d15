// The support rows as written-out scoring code holds them.
#pragma once

#include <vector>

#include "data/rows.hpp"
#include "model/model.hpp"

namespace halfspace {

struct SupportTable {
  CsrMatrix<double> rows;
  std::vector<double> centre;  // the rows stand less this, and so must the row scored; empty: as they are
};

/// Are the support rows moved, as KernelValues moves them (kernel/centre.hpp)? The model has some.
bool moves_support(const Model& model);

/// The model must outlive the table. `single`: for code in float, whose centre is one too.
SupportTable support_table(const Model& model, bool single = false);

}  // namespace halfspace
