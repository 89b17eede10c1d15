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

/// Moved as KernelValues moves them (kernel/centre.hpp). The model has support rows, and must outlive the table.
SupportTable support_table(const Model& model);

}  // namespace halfspace
