#include "app/output/plans/sweep_page.h"

#include <algorithm>

#include "app/output/csv.h"
#include "core/report_json/report_unit.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::string sweep_cell(const FieldPath& field, const Json& value) {
  if (value.is_null()) return "unknown";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return value.dump();
  return format_quantity(value.get<double>(), unit_of_figure(field)).text();
}

/// The figure at a path, null where the row has none.
Json figure_of(const SweepRow& row, const FieldPath& field) {
  return row.figures.is_object() ? row.figures.value(field.path, Json(nullptr)) : Json(nullptr);
}

Json setting_value(const std::string& text) {
  Json value = Json::parse(text, nullptr, false);
  return value.is_discarded() ? Json(text) : value;
}

std::vector<std::string> head_of(std::span<const SweepRow> rows, std::span<const FieldPath> fields) {
  std::vector<std::string> head;
  if (!rows.empty())
    for (const auto& [key, value] : rows.front().settings) head.push_back(key);
  for (const FieldPath& field : fields) head.push_back(field.path);
  head.emplace_back("problem");
  return head;
}

}  // namespace

Json sweep_json(std::span<const SweepRow> rows) {
  Json list = Json::array();
  for (const SweepRow& row : rows) {
    Json& json = list.emplace_back(Json::object());
    Json& settings = json["settings"] = Json::object();
    for (const auto& [key, value] : row.settings) settings[key] = setting_value(value);
    json["valid"] = row.valid;
    if (row.figures.is_object()) json.update(row.figures);
    if (!row.problem.empty()) json["problem"] = row.problem;
  }
  return list;
}

std::string sweep_csv(std::span<const SweepRow> rows, std::span<const FieldPath> fields) {
  std::vector<std::vector<std::string>> cells;
  for (const SweepRow& row : rows) {
    std::vector<std::string>& line = cells.emplace_back();
    for (const auto& [key, value] : row.settings) line.push_back(value);
    for (const FieldPath& field : fields) {
      const Json value = figure_of(row, field);
      line.push_back(value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump());
    }
    line.push_back(row.problem);
  }
  return csv_of(head_of(rows, fields), cells);
}

Page sweep_page(const std::string& title, std::span<const SweepRow> rows, std::span<const FieldPath> fields) {
  Section section;
  section.table.head = head_of(rows, fields);
  const bool all_valid = std::all_of(rows.begin(), rows.end(), [](const SweepRow& row) { return row.problem.empty(); });
  if (all_valid) section.table.head.pop_back();
  section.table.align = std::string(section.table.head.size(), 'r');
  if (!all_valid) section.table.align.back() = 'l';
  for (const SweepRow& row : rows) {
    std::vector<std::string>& line = section.table.rows.emplace_back();
    for (const auto& [key, value] : row.settings) line.push_back(value);
    for (const FieldPath& field : fields)
      line.push_back(row.figures.is_object() ? sweep_cell(field, figure_of(row, field)) : "");
    if (!all_valid) line.push_back(row.problem);
  }
  if (rows.empty()) section.lines.emplace_back("No value between makes a valid scenario.");
  return {title, {section}};
}

}  // namespace shardscope
