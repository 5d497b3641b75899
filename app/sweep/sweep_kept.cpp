#include "app/sweep/sweep_kept.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/fields/json_document.h"
#include "core/fields/json_number.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json kept_axis(const SweptAxis& axis) {
  Json json = {{"path", axis.path}, {"values", axis.typed}, {"span", axis.span}};
  if (axis.least) json["least"] = *axis.least;
  if (axis.most) json["most"] = *axis.most;
  return json;
}

std::optional<SweptAxis> axis_at(const Json& json, const char* key, bool by_lines) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_object()) return std::nullopt;
  SweptAxis axis{text_at(*found, "path")};
  const Field* field = find_field(axis.path);
  if (field == nullptr || !(by_lines ? is_swept_by_lines(*field) : is_swept_along(*field))) return std::nullopt;
  axis.typed = text_at(*found, "values");
  axis.least = number_at(*found, "least"), axis.most = number_at(*found, "most");
  if (const std::optional<double> span = number_at(*found, "span"); span && *span > 1) axis.span = *span;
  return axis;
}

std::optional<SweepFigure> figure_at(const Json& json, const char* key) {
  const std::string path = text_at(json, key);
  for (std::size_t i = 0; i < count_of<SweepFigure>; ++i)
    if (table_of<SweepFigure>[i].path == path) return static_cast<SweepFigure>(i);
  return std::nullopt;
}

}  // namespace

std::string kept_settings(const SweepState& state) {
  Json json = {{"along", kept_axis(state.settings.along)},
               {"follow", json_name(state.settings.follow)},
               {"upper", entry_of(state.arranged.upper).path}};
  if (state.settings.lines) json["lines"] = kept_axis(*state.settings.lines);
  if (state.arranged.lower) json["lower"] = entry_of(*state.arranged.lower).path;
  return json.dump();
}

void take_kept_settings(SweepState& state, std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  if (const std::optional<SweptAxis> along = axis_at(json, "along", false)) {
    state.settings.along = *along;
    state.settings.lines = axis_at(json, "lines", true);
    if (state.settings.lines && state.settings.lines->path == along->path) state.settings.lines.reset();
  }
  state.settings.follow = value_named<SweepFollow>(text_at(json, "follow")).value_or(state.settings.follow);
  if (const std::optional<SweepFigure> upper = figure_at(json, "upper")) {
    state.arranged.upper = *upper, state.arranged.lower = figure_at(json, "lower");
    if (state.arranged.lower == state.arranged.upper) state.arranged.lower.reset();
  }
}

std::string words_of_step(const SweepState&, std::string_view before, std::string_view after) {
  std::vector<SettingWords> settings = {
      {"along", ""},      {"path", "along"}, {"lines", "lines by"}, {"follow", "meanwhile"}, {"upper", "above"},
      {"lower", "below"}, {"least", "from"}, {"most", "to"},        {"values", "values"},    {"span", "times"}};
  for (const SweepFigureEntry& figure : table_of<SweepFigure>) settings.push_back({figure.path, figure.label});
  return setting_words("sweep", settings, before, after);
}

}  // namespace shardscope
