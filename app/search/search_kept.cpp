#include "app/search/search_kept.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/fields/json_document.h"
#include "core/fields/json_number.h"
#include "core/plan_search/space/plan_axes.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

Json kept_ranges(const AxisRanges& within) {
  Json json = Json::object();
  for (std::size_t i = 0; i < plan_axis_count; ++i)
    if (within[i]) json[std::string(table_of<PlanAxis>[i])] = {within[i]->least, within[i]->most};
  return json;
}

AxisRanges ranges_of(const Json& json) {
  AxisRanges within;
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto found = json.find(table_of<PlanAxis>[i]);
    if (found == json.end() || !found->is_array() || found->size() != 2) continue;
    if (!(*found)[0].is_number_integer() || !(*found)[1].is_number_integer()) continue;
    const ValueRange range{(*found)[0].get<std::int64_t>(), (*found)[1].get<std::int64_t>()};
    if (range.least >= 1 && range.least <= range.most) within[i] = range;
  }
  return within;
}

/// Of a value that is a word or a place in a list: as --vary has it.
std::string held_word(PlanAxis axis, std::int64_t value, const PlanSpace& space) {
  Plan plan;
  if (axis == PlanAxis::recompute_layers) plan.recompute = plain_recompute(RecomputeMode::full);
  axis_ways(axis).put(plan, value, space);
  return axis_ways(axis).text(plan);
}

/// Those that weren't read yet, as they were.
Json kept_words(const SearchState& state) {
  Json json = Json::object();
  const auto is_held = [](const std::vector<std::int64_t>& values) { return !values.empty(); };
  const bool any = std::any_of(state.settings.held.begin(), state.settings.held.end(), is_held);
  const std::optional<PlanSpace> space = any && state.base ? std::optional(plan_space(*state.base)) : std::nullopt;
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    std::vector<std::string> words = state.held_words[i];
    if (space)
      for (const std::int64_t value : state.settings.held[i])
        words.push_back(held_word(static_cast<PlanAxis>(i), value, *space));
    if (!words.empty()) json[std::string(table_of<PlanAxis>[i])] = words;
  }
  return json;
}

/// "plan.tp", "memory".
std::string_view name_of(const PlanDimension& dimension) {
  return dimension.axis ? entry_of(*dimension.axis) : name_of(dimension.figure);
}

std::vector<std::string> kept_dimensions(const ShownDimensions& shown) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shown.size(); ++i)
    if (shown[i]) names.emplace_back(name_of(plan_dimensions[i]));
  return names;
}

void take_dimensions(ShownDimensions& shown, const Json& json) {
  const std::vector<std::string> names = texts_at(json, "dimensions");
  if (names.empty()) return;
  for (std::size_t i = 0; i < shown.size(); ++i)
    shown[i] = std::find(names.begin(), names.end(), name_of(plan_dimensions[i])) != names.end();
}

void take_goals(SearchState& state, const Json& json) {
  const auto take = [&](const char* key, SearchGoal& goal) {
    goal = value_named<SearchGoal>(text_at(json, key)).value_or(goal);
  };
  take("goal", state.settings.goal);
  take("across", state.arranged.across);
  take("up", state.arranged.up);
}

/// Ranges that are set stand whatever the scenario; where one is searched already, it is known what is usual of it.
void leave_usual(SearchState& state) {
  if (!state.base) state.usual.reset();
}

const AxisRanges& usual_of(SearchState& state) {
  if (!state.usual) state.usual.emplace();
  return *state.usual;
}

}  // namespace

std::string kept_settings(const SearchState& state) {
  const SearchSettings& settings = state.settings;
  Json json = {{"goal", name_of(settings.goal)},
               {"low_end", settings.low_end},
               {"by_rules", settings.by_rules},
               {"spare", settings.spare},
               {"across", name_of(state.arranged.across)},
               {"up", name_of(state.arranged.up)},
               {"sensitivity", state.arranged.sensitivity},
               {"all_axes", state.arranged.all_axes},
               {"dimensions", kept_dimensions(state.arranged.dimensions)},
               {"held", kept_words(state)}};
  if (settings.days) json["days"] = *settings.days;
  if (settings.budget) json["budget"] = *settings.budget;
  if (settings.within != state.usual) json["within"] = kept_ranges(settings.within);
  return json.dump();
}

void take_kept_settings(SearchState& state, std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return;
  SearchSettings& settings = state.settings;
  take_goals(state, json);
  settings.low_end = flag_at(json, "low_end"), settings.by_rules = flag_at(json, "by_rules");
  state.arranged.sensitivity = flag_at(json, "sensitivity"), state.arranged.all_axes = flag_at(json, "all_axes");
  take_dimensions(state.arranged.dimensions, json);
  settings.spare = std::clamp(number_at(json, "spare").value_or(0), 0.0, 0.9);
  settings.days = number_at(json, "days");
  if (settings.days && !(*settings.days > 0)) settings.days.reset();
  settings.budget = number_at(json, "budget");
  if (settings.budget && !(*settings.budget > 0)) settings.budget.reset();
  if (const auto within = json.find("within"); within != json.end() && within->is_object())
    settings.within = ranges_of(*within), leave_usual(state);
  else
    settings.within = usual_of(state);
  settings.held = {}, state.held_words = {};
  if (const auto held = json.find("held"); held != json.end() && held->is_object())
    for (std::size_t i = 0; i < plan_axis_count; ++i)
      state.held_words[i] = texts_at(*held, std::string(table_of<PlanAxis>[i]).c_str());
  if (state.base) hold_kept_words(state);
}

std::string words_of_step(const SearchState&, std::string_view before, std::string_view after) {
  static constexpr std::array<SettingWords, 13> settings = {{{"goal", "objective"},
                                                             {"low_end", "judged by the low end"},
                                                             {"by_rules", "only what the framework runs"},
                                                             {"spare", "memory kept free"},
                                                             {"across", "chart across"},
                                                             {"up", "chart up"},
                                                             {"sensitivity", "sensitivity of the plan"},
                                                             {"all_axes", "rows of all settings"},
                                                             {"dimensions", "axes of the lines:"},
                                                             {"days", "days at most"},
                                                             {"budget", "rental at most"},
                                                             {"held", ""},
                                                             {"within", ""}}};
  return setting_words("search", settings, before, after);
}

void hold_kept_words(SearchState& state) {
  const PlanSpace space = plan_space(*state.base);
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto axis = static_cast<PlanAxis>(i);
    const std::vector<std::string> words = std::exchange(state.held_words[i], {});
    if (words.empty()) continue;
    for (const std::int64_t value : offered_values(axis, *state.base, space))
      if (std::find(words.begin(), words.end(), held_word(axis, value, space)) != words.end())
        state.settings.held[i].push_back(value);
  }
}

}  // namespace shardscope
