// Small models of every kind.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"

namespace halfspace::test {

inline Model plain_model() {
  Model m;
  m.preset = "cyclic";
  m.classes = {"no", "yes \xC3\xA9"};
  m.w = {-3.4, 9.1, 1e-300};
  m.b = {-2};
  m.map.input_cols = 3;
  m.map.inputs = {{"a", {}, {}}, {"b \"quoted\"", {}, {}}, {"c", {}, {}}};
  m.columns = m.map.names();
  m.form.format = "csv";
  m.form.label = "y";
  m.form.fields = 4;
  m.rows = 5;
  m.labels = {"no", "yes \xC3\xA9"};
  m.text_hash = "00112233445566778899aabbccddeeff";
  m.settings = {{"eta", 0.1}, {"passes", nullptr}};
  m.report = {{"status", "converged"}, {"visits", 17}};
  return m;
}

inline Model voted_model() {
  Model m = plain_model();
  m.votes = {{1, 2, 3, 4, 5, 6, 7, 8}, {3, 9}, {}};
  return m;
}

/// One-hot, a mean, products and scaling.
inline Model mapped_model() {
  Model m = plain_model();
  m.map.inputs = {{"colour", {"", "blue", "red"}, {}}, {"size", {}, 2.75}};
  m.map.input_cols = 2;
  m.map.missing = "mean,category";
  m.map.options = {Expansion::poly2, Scaling::standard, Unseen::other};
  m.columns = m.map.names();
  m.w.assign(m.columns.size(), 0.5);
  m.map.shift.assign(m.columns.size(), 0.25);
  m.map.factor.assign(m.columns.size(), 2);
  return m;
}

/// A column with a reference level and pooled levels, an ordered one with missing cells, and numbers.
inline Model coded_model(Coding kind) {
  Model m = plain_model();
  m.map.inputs = {{"colour", {"", "blue", "red", "teal"}, {}}, {"size", {"", "L", "M", "S"}, {}}, {"x", {}, {}}};
  m.map.input_cols = 3;
  m.map.missing = "category";
  m.map.options.min_level = 5;
  m.map.options.coding = kind;
  m.map.inputs[0].coding = {kind, kind == Coding::one_hot ? "" : "red", {"", "teal"}, {}};
  m.map.inputs[1].coding.order = {"S", "M", "L"};
  m.columns = m.map.names();
  m.w.assign(m.columns.size(), 0.5);
  return m;
}

inline Model class_model(Multiclass kind, bool voted) {
  Model m = plain_model();
  m.multiclass = kind;
  m.classes = {"a", "b", "c"};
  m.w = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  m.b = {1, -1, 0};
  if (!voted) return m;
  VotingVectors votes;
  if (kind == Multiclass::one_vs_rest) votes.of_output = {1, 0, 1};
  votes.counts = {3, 9};
  votes.weights.assign(kind == Multiclass::argmax ? 24 : 8, 1.5);
  m.votes = std::move(votes);
  return m;
}

inline Model kernel_model(KernelKind kind) {
  Model m = plain_model();
  Support s;
  s.kernel = {kind, 0.5, 2, 1};
  s.rows.rows = 2;
  s.rows.cols = 3;
  for (const std::uint64_t at : {0U, 2U, 3U}) s.rows.start.push_back(at);
  for (const std::uint32_t column : {0U, 2U, 1U}) s.rows.column.push_back(column);
  for (const double v : {1.5, -2.0, 0.25}) s.rows.value.push_back(v);
  m.support = std::move(s);
  m.w = {1, -2};
  return m;
}

inline std::vector<Model> all_models() {
  std::vector<Model> out;
  out.push_back(plain_model());
  out.push_back(voted_model());
  out.push_back(mapped_model());
  for (const Coding kind : {Coding::one_hot, Coding::reference, Coding::effect}) out.push_back(coded_model(kind));
  for (const Multiclass kind : {Multiclass::argmax, Multiclass::one_vs_rest}) {
    out.push_back(class_model(kind, false));
    out.push_back(class_model(kind, true));
  }
  for (const Multiclass kind : {Multiclass::one_vs_one, Multiclass::multinomial, Multiclass::crammer_singer})
    out.push_back(class_model(kind, false));
  out.push_back(kernel_model(KernelKind::rbf));
  out.push_back(kernel_model(KernelKind::polynomial));
  return out;
}

}  // namespace halfspace::test
