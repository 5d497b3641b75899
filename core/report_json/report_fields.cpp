#include "core/report_json/report_fields.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "core/base/edits.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> split_at(std::string_view text, char sign) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(sign, begin);
    parts.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
    if (end == std::string_view::npos) return parts;
    begin = end + 1;
  }
}

/// What stands at a key, or at an entry's number; nullptr where nothing does.
const Json* at_key(const Json& json, const std::string& key) {
  if (json.is_object()) {
    const auto found = json.find(key);
    return found != json.end() ? &*found : nullptr;
  }
  std::size_t place = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), place);
  const bool number = error == std::errc{} && end == key.data() + key.size();
  return json.is_array() && number && place < json.size() ? &json[place] : nullptr;
}

const ReportSection* section_of(const FieldPath& path) {
  const std::span<const ReportSection> sections = report_sections();
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const ReportSection& section) { return section.key == path.keys.front(); });
  return found != sections.end() ? &*found : nullptr;
}

const ReportFigure* figure_of(const FieldPath& path) {
  const std::span<const ReportFigure> figures = report_figures();
  const auto found = std::find_if(figures.begin(), figures.end(),
                                  [&](const ReportFigure& figure) { return figure.path == path.path; });
  return found != figures.end() ? &*found : nullptr;
}

/// Every path in what an example has, lists' entries left out.
void add_paths(const Json& json, const std::string& path, std::vector<std::string>& paths) {
  if (!path.empty()) paths.push_back(path);
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) add_paths(value, path.empty() ? key : path + "." + key, paths);
}

/// What was meant: the first field that ends in the word, "time.step_seconds" for "step_seconds", or the nearest.
std::string meant_by(const std::string& word, const std::vector<std::string>& known) {
  const auto ends_so =
      std::find_if(known.begin(), known.end(), [&](const std::string& path) { return path.ends_with("." + word); });
  return ends_so != known.end() ? *ends_so : nearest_name(word, known);
}

/// Whether the keys may lead somewhere. A list of another report may be longer, but its entries have what some entry of
/// the example's has.
bool is_field(std::span<const std::string> keys, const Json& example) {
  if (keys.empty() || example.is_null()) return true;
  const std::span<const std::string> below = keys.subspan(1);
  if (!example.is_array()) {
    const Json* at = at_key(example, keys.front());
    return at != nullptr && is_field(below, *at);
  }
  const bool number = !keys.front().empty() && keys.front().find_first_not_of("0123456789") == std::string::npos;
  const auto has = [&](const Json& entry) { return is_field(below, entry); };
  return number && (example.empty() || std::any_of(example.begin(), example.end(), has));
}

/// What could stand in place of the first key that leads nowhere: "time.step_seconds", … for "time.step".
std::vector<std::string> paths_beside(std::span<const std::string> keys, const Json& example) {
  const Json* at = &example;
  std::string section;
  for (const std::string& key : keys) {
    const Json* below = at_key(*at, key);
    if (below == nullptr || !below->is_object()) break;
    at = below, section += key + ".";
  }
  std::vector<std::string> paths;
  for (const auto& [key, value] : at->items()) paths.push_back(section + key);
  return paths;
}

/// The sections that were asked for, each written once.
struct Written {
  const Report& report;
  const Launch& launch;
  std::map<std::string_view, Json> whole, totals;

  const Json& whole_of(const ReportSection& section) {
    const auto found = whole.find(section.key);
    if (found != whole.end()) return found->second;
    return whole.emplace(section.key, section.make(report, TensorLists::none, launch)).first->second;
  }
  const Json& totals_of(const ReportSection& section) {
    const auto found = totals.find(section.key);
    if (found != totals.end()) return found->second;
    return totals.emplace(section.key, section.totals(report)).first->second;
  }
  /// The least that has the path's second key.
  const Json& with(const ReportSection& section, const FieldPath& path) {
    if (section.totals == nullptr || path.keys.size() < 2) return whole_of(section);
    const Json& short_one = totals_of(section);
    return at_key(short_one, path.keys[1]) != nullptr ? short_one : whole_of(section);
  }
};

}  // namespace

FieldPath field_path(std::string path) {
  std::vector<std::string> keys = split_at(path, '.');
  return {std::move(path), std::move(keys)};
}

Outcome<std::vector<FieldPath>> read_field_paths(std::string_view list, const Report& example) {
  const Json json = report_json(example);
  std::vector<FieldPath> paths;
  std::vector<Problem> problems;
  for (std::string& part : split_at(list, ',')) {
    FieldPath path = field_path(part);
    const bool twice = std::find(paths.begin(), paths.end(), path) != paths.end();
    if (part.empty()) {
      problems.push_back({Severity::error, shown(list), "has an empty name between its commas", "unknown-field"});
    } else if (!is_field(path.keys, json)) {
      std::vector<std::string> known;
      add_paths(json, "", known);
      const std::string near = meant_by(part, known);
      problems.push_back({Severity::error, shown(part),
                          "is no field of a report" + (near.empty() ? std::string() : "; did you mean " + near + "?"),
                          "unknown-field"});
      problems.back().valid = paths_beside(path.keys, json);
    } else if (twice) {
      problems.push_back({Severity::error, shown(part), "is given twice", "field-twice"});
    }
    paths.push_back(std::move(path));
  }
  if (!problems.empty()) return problems;
  return paths;
}

std::vector<const ReportFigure*> figures_alone(std::span<const FieldPath> paths) {
  std::vector<const ReportFigure*> figures;
  for (const FieldPath& path : paths) figures.push_back(figure_of(path));
  if (std::find(figures.begin(), figures.end(), nullptr) != figures.end()) figures.clear();
  return figures;
}

Json report_fields(const Report& report, std::span<const FieldPath> paths, const Launch& launch) {
  Written written{report, launch, {}, {}};
  Json fields = Json::object();
  for (const FieldPath& path : paths) {
    if (const ReportFigure* figure = figure_of(path)) {
      fields[path.path] = figure->make(report);
      continue;
    }
    const ReportSection* section = section_of(path);
    const Json* at = section != nullptr ? &written.with(*section, path) : nullptr;
    for (std::size_t i = 1; at != nullptr && i < path.keys.size(); ++i) at = at_key(*at, path.keys[i]);
    fields[path.path] = at != nullptr ? *at : Json(nullptr);
  }
  return fields;
}

}  // namespace shardscope
