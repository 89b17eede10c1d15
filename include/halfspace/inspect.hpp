// What is in a file, and a page about a classifier and rows it is tried on.
#pragma once

#include <string>

#include "halfspace/export.h"
#include "halfspace/model.hpp"
#include "halfspace/options.hpp"
#include "halfspace/progress.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// The answer of `halfspace inspect` about a data file, a model file or a certificate ("-" is standard input): of a
/// table its columns and their types, missing cells, a likely label and a call that trains on it; no label is needed.
/// Options: inspect_option_names(); those about data are Errors (usage) for other files. Errors: io, bad_data.
HALFSPACE_API Result<Report> inspect_file(const std::string& path, const Options& options = {});

/// A page of HTML that needs no other file, script or network.
struct HtmlPage {
  std::string bytes;
  bool labelled = false;  ///< the rows have labels, and the page what evaluate() says
  Report report;          ///< of `halfspace report`; its `path` is ""
};

/// The page of `halfspace report` about the rows of a file ("-" is standard input), with labels or without. Options:
/// report_option_names(). `name` is what the page calls the classifier's file. Errors: io, bad_data (so a file without
/// rows), usage.
HALFSPACE_API Result<HtmlPage> report_page(const Classifier& classifier, const std::string& path,
                                           const Options& options = {}, const std::string& name = "model.hs");

}  // namespace halfspace
