#include "report/inspect_report.hpp"

#include "report/certificate_report.hpp"
#include "report/data_report.hpp"
#include "report/model_report.hpp"

namespace halfspace {
namespace {

struct AsJson {
  Json operator()(const Certificate& certificate) const { return certificate_json(certificate); }
  Json operator()(const Model& model) const { return model_json(model); }
  Json operator()(const InspectedData& d) const {
    Json out = data_json(d.data);
    add_table(out, d.data, d.facts);
    if (!is_table(d.data)) return out;
    out["columns"] = Json::array();
    for (std::size_t j = 0; j < d.facts.columns.size(); ++j)
      out["columns"].push_back(table_column_json(d.data, j, d.facts.columns[j]));
    return out;
  }
};

struct AsText {
  const std::string& name;

  std::string operator()(const Certificate& certificate) const { return certificate_facts_text(certificate, name); }
  std::string operator()(const Model& model) const { return model_text(model, name); }
  std::string operator()(const InspectedData& d) const { return data_text(d.data, name) + table_text(d.data, d.facts); }
};

}  // namespace

Json inspection_json(const Inspection& inspection) { return std::visit(AsJson{}, inspection.found); }

std::string inspection_text(const Inspection& inspection) {
  return std::visit(AsText{inspection.name}, inspection.found);
}

}  // namespace halfspace
