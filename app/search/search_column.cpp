// The column of the Search view: what is searched over, what is best, what must hold, and what was found
// (search_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/output/plans/plan_words.h"
#include "app/panels/cards.h"
#include "app/panels/control_row.h"
#include "app/panels/controls.h"
#include "app/panels/segments.h"
#include "app/search/inverse_section.h"
#include "app/search/range_row.h"
#include "app/search/search_cards.h"
#include "app/session/file_picker.h"
#include "core/base/number_text.h"
#include "core/fields/fields.h"
#include "core/frameworks/framework.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

std::string count_words(std::uint64_t count) {
  return format_count(static_cast<double>(count)).text();
}

/// What the field means; overlap is a group of them.
std::string help_of_axis(PlanAxis axis) {
  const Field* field = find_field(entry_of(axis));
  return field != nullptr ? std::string(field->help) : "Traffic that travels beside computation.";
}

void axis_range(SearchState& state, const Frame& frame, const SearchedAxis& axis) {
  const std::vector<std::int64_t> values = open_values(axis.axis, *state.base);
  if (axis.axis == PlanAxis::ep && values.size() < 2) return;
  std::optional<ValueRange>& range = state.settings.within[index_of(axis.axis)];
  const std::string help = help_of_axis(axis.axis) + " Searched over are " +
                           grouped(static_cast<std::int64_t>(values.size()), "value", "values") + ", " +
                           grouped(values.empty() ? 0 : values.front()) + " to " +
                           grouped(values.empty() ? 0 : values.back()) + ", or those within the range.";
  if (const auto moved = range_row(frame, {axis.place, axis.label, values, range, help})) range = *moved;
}

void axis_chips(SearchState& state, const Frame& frame, const SearchedAxis& axis) {
  std::vector<WordChip> chips;
  for (const std::int64_t value : offered_values(axis.axis, *state.base, state.request.space)) {
    PlanChoice choice = all_ones();
    if (axis.axis == PlanAxis::recompute_layers) choice[index_of(PlanAxis::recompute)] = 1;
    choice[index_of(axis.axis)] = value;
    chips.push_back({axis_label(state.request, choice, axis.axis), value});
  }
  const std::vector<std::int64_t> usual = open_values(axis.axis, *state.base);
  if (chips.size() > 1)
    (void)chips_row(frame, {axis.place, axis.label, chips, usual, help_of_axis(axis.axis)},
                    state.settings.held[index_of(axis.axis)]);
}

/// Rows of all axes, the seldom ones where they are asked for or held to something.
void axis_rows(SearchState& state, const Frame& frame) {
  bool& all = state.arranged.all_axes;
  for (const SearchedAxis& axis : searched_axes()) {
    const std::size_t i = index_of(axis.axis);
    if (axis.seldom && !all && !state.settings.within[i] && state.settings.held[i].empty()) continue;
    axis.is_range ? axis_range(state, frame, axis) : axis_chips(state, frame, axis);
  }
  if (text_button(frame, "search.axes", all ? "Fewer settings" : "More settings", true)) all = !all;
}

void goal_segments(SearchState& state, const Frame& frame) {
  std::array<std::string, ranked_goals.size()> places;
  std::array<Segment, ranked_goals.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    places[i] = "search.goal." + std::string(name_of(ranked_goals[i]));
    words[i] = {places[i].c_str(), brief_of(ranked_goals[i]), help_of(ranked_goals[i])};
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float height = frame.theme.px(30);
  const auto present = std::find(ranked_goals.begin(), ranked_goals.end(), state.settings.goal) - ranked_goals.begin();
  const Rect line{at, {at.x + ImGui::GetContentRegionAvail().x, at.y + height}};
  if (const auto chosen = segments(frame, line, at.x, words, static_cast<std::size_t>(present)))
    state.settings.goal = ranked_goals[*chosen];
  ImGui::SetCursorScreenPos({at.x, at.y + height + frame.theme.px(4)});
  ImGui::Dummy({1, 0});
}

/// The rent at most, in millions of dollars.
void budget_row(SearchSettings& settings, const Frame& frame) {
  static constexpr std::array<double, 12> stops = {0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, 3000, 10'000, 30'000};
  constexpr double million = 1e6;
  const double present = settings.budget ? *settings.budget / million : stops.back();
  SliderRow row{"search.budget", "Rent at most", present, stops,
                settings.budget ? "$" + number_text(present) + " M" : "any"};
  row.help = "For the whole run, in millions of dollars.";
  row.label_width = 106, row.editable = settings.budget ? number_text(present) : "";
  if (const auto chosen = slider_row(frame, row))
    settings.budget = *chosen < stops.back() && *chosen > 0 ? std::optional(*chosen * million) : std::nullopt;
}

void need_rows(SearchState& state, const Frame& frame) {
  SearchSettings& settings = state.settings;
  static constexpr std::array<double, 7> spares = {0, 1, 2, 5, 10, 15, 20};
  const double spare = settings.spare * 100;
  SliderRow row{"search.spare", "Memory spare", spare, spares,
                format_percent_to(settings.spare, spare == std::floor(spare) ? 0 : 1).text()};
  row.help = "So much of a GPU's memory stays free.";
  row.label_width = 106, row.editable = fixed(spare, 0);
  if (const auto chosen = slider_row(frame, row)) settings.spare = std::clamp(*chosen / 100, 0.0, 0.9);
  static constexpr std::array<double, 9> days = {1, 7, 14, 30, 60, 90, 180, 365, 0};
  std::array<double, 9> stops = days;
  stops.back() = 3650;
  const double present = settings.days.value_or(stops.back());
  SliderRow limit{"search.days", "Days at most", present, stops, settings.days ? fixed(present, 0) : "any"};
  limit.help = "On the calendar, with failures and checkpoints.";
  limit.label_width = 106, limit.editable = settings.days ? fixed(present, 0) : "";
  if (const auto chosen = slider_row(frame, limit))
    settings.days = *chosen < stops.back() && *chosen > 0 ? chosen : std::nullopt;
  budget_row(settings, frame);
}

/// A switch of the search's own: words with a box that is ticked.
void rules_switch(SearchState& state, const ViewFrame& frame) {
  const Theme& theme = frame.theme;
  const LaunchFramework* framework = find_framework(frame.presets.frameworks, frame.launch.rules);
  if (framework == nullptr) return;
  const RowArea area = next_row(theme);
  const HitArea under = hit_button(frame, "search.rules", area.row);
  if (under.pressed) state.settings.by_rules = !state.settings.by_rules;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float side = theme.px(14), y = area.row.center().y - side / 2;
  const Rect box{{area.row.min.x, y}, {area.row.min.x + side, y + side}};
  draw.AddRectFilled(box.min, box.max, state.settings.by_rules ? theme.accent : theme.raised, theme.px(3));
  if (under.hovered || under.focused) draw.AddRect(box.min, box.max, theme.accent, theme.px(3));
  if (state.settings.by_rules) {
    const ImU32 ink = readable_on(theme.accent);
    draw.AddLine({box.min.x + theme.px(3), box.center().y}, {box.min.x + theme.px(6), box.max.y - theme.px(4)}, ink,
                 theme.px(1.8F));
    draw.AddLine({box.min.x + theme.px(6), box.max.y - theme.px(4)}, {box.max.x - theme.px(3), box.min.y + theme.px(4)},
                 ink, theme.px(1.8F));
  }
  draw_fitted(draw, theme, TextRole::body, {box.max.x + theme.px(8), text_top(theme, TextRole::body, area.row)},
              theme.text, area.row.width() - theme.px(24), "Only what " + framework->title + " runs");
  ImGui::SetCursorScreenPos({area.row.min.x, area.row.max.y});
  ImGui::Dummy({1, 0});
}

/// "8,911 fit" with a bar of its share.
void found_line(const ViewFrame& frame, const SearchCounts& seen, PlansCounted which, std::uint64_t count,
                const char* what, ImU32 color) {
  const Theme& theme = frame.theme;
  const std::uint64_t of = seen.looked_at;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = theme.px(20), number = theme.px(58);
  const Rect row{at, {at.x + width, at.y + height}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_text_right(draw, theme, TextRole::strong, {at.x + number, text_top(theme, TextRole::strong, row)}, theme.text,
                  count_words(count));
  draw_text(draw, theme, TextRole::secondary, {at.x + number + theme.px(8), text_top(theme, TextRole::secondary, row)},
            theme.dim, what);
  const Rect bar{{at.x + width * 0.66F, row.center().y - theme.px(3)}, {row.max.x, row.center().y + theme.px(3)}};
  draw_share_bar(draw, theme, bar, of > 0 ? static_cast<double>(count) / static_cast<double>(of) : 0, color);
  words_tip(frame, std::string("search.found.") + what, row, explain_count(seen, which));
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, height});
}

/// How far the search is, or that it is over.
void looked_at_line(const SearchState& state, const ViewFrame& frame) {
  const Theme& theme = frame.theme;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + ImGui::GetContentRegionAvail().x;
  const std::string looked = count_words(state.progress.looked_at) + " looked at";
  if (state.progress.proved)
    words(frame, theme.good,
          "The best is proved: " + looked + "; none of the others that are searched over can be better.");
  else if (state.stopped)
    words(frame, theme.warn, "Stopped: " + looked + "; the best so far.");
  else
    words(frame, theme.dim, "Searching: " + looked + "; the best so far.");
  const ImVec2 to = ImGui::GetCursorScreenPos();
  words_tip(frame, "search.looked_at", {from, {right, to.y}}, explain_looked_at(state.progress));
  ImGui::SetCursorScreenPos(to);
}

void found_section(SearchState& state, const ViewFrame& frame) {
  const Theme& theme = frame.theme;
  const SearchProgress& progress = state.progress;
  const SearchCounts& seen = progress.landscape_counts;
  const bool counted = seen.plans > 0 || progress.done;
  const std::array<std::string, 2> summary = {counted ? "of " + count_words(seen.plans) + " plans" : "being counted",
                                              ""};
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + ImGui::GetContentRegionAvail().x;
  section(frame, "Found", summary);
  const ImVec2 to = ImGui::GetCursorScreenPos();
  words_tip(frame, "search.found.of", {from, {right, to.y}}, explain_count(seen, PlansCounted::all));
  ImGui::SetCursorScreenPos(to);
  found_line(frame, seen, PlansCounted::seen, seen.looked_at, "seen", theme.accent);
  found_line(frame, seen, PlansCounted::valid, seen.valid, "are valid", theme.accent);
  found_line(frame, seen, PlansCounted::fit, seen.fit, "fit", theme.accent);
  found_line(frame, seen, PlansCounted::meeting, seen.evaluated, "meet every need", theme.good);
  ImGui::Dummy({1, theme.px(4)});
  looked_at_line(state, frame);
  ImGui::Dummy({1, theme.px(6)});
  const bool searches = is_working(state) && !state.stopped && !progress.done;
  if (searches && text_button(frame, "search.stop", "Stop", true, ButtonLook::filled)) stop_search(state);
  if (state.stopped && text_button(frame, "search.again", "Search again", true, ButtonLook::filled))
    search_again(state);
}

/// The plan that was picked, or the best, as a file; and all that were seen.
void write_section(const SearchState& state, const ViewFrame& frame) {
  const std::optional<Scenario> picked = picked_scenario(state);
  const std::array<std::string, 2> of = {state.visited ? "the plan picked last" : "the best plan", ""};
  section(frame, "Write out", of);
  std::string file = suggested_file(frame.scenario().name);
  file.erase(file.size() - std::string_view(".json").size());
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float right = from.x + ImGui::GetContentRegionAvail().x, line = frame.theme.px(38);
  ImVec2 at = from;
  const auto button = [&](const char* name, const char* label, bool enabled) {
    const float width = button_width(frame.theme, label, ButtonLook::filled);
    if (at.x > from.x && at.x + width > right) at = {from.x, at.y + line};
    ImGui::SetCursorScreenPos(at);
    at.x += width + frame.theme.px(8);
    return text_button(frame, name, label, enabled, ButtonLook::filled);
  };
  if (button("search.write.scenario", "Scenario", picked.has_value()))
    frame.requests.save = SaveQuestion{file + " plan.json", ".json"};
  if (button("search.write.launch", "Launch script", picked.has_value()))
    frame.requests.visit = *picked, frame.requests.grow = "launch";
  if (button("search.write.trials", "JSON lines", !state.progress.landscape.empty()))
    frame.requests.save = SaveQuestion{file + " plans.jsonl", ".jsonl"};
  ImGui::SetCursorScreenPos({from.x, at.y + line});
  ImGui::Dummy({1, 0});
}

/// What keeps most plans out.
void refused_section(const SearchState& state, const ViewFrame& frame) {
  constexpr std::size_t shown = 5;
  std::vector<std::pair<std::uint64_t, std::string>> rules;
  for (const auto& [rule, count] : state.progress.landscape_counts.refused) rules.emplace_back(count, rule);
  if (rules.empty()) return;
  std::stable_sort(rules.begin(), rules.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  rules.resize(std::min(rules.size(), shown));
  section(frame, "What stands against plans", {});
  const Theme& theme = frame.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect area{at, {at.x + ImGui::GetContentRegionAvail().x, at.y}};
  float y = at.y;
  for (const auto& [count, rule] : rules) {
    std::string spoken = rule;
    std::replace(spoken.begin(), spoken.end(), '-', ' ');
    const float top = std::exchange(y, fact_line(frame, area, y, spoken, count_words(count), theme.text));
    words_tip(frame, "search.refused." + rule, {{area.min.x, top}, {area.max.x, y}},
              explain_refused(state.progress.landscape_counts, rule));
  }
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy({1, y - at.y});
}

}  // namespace

void search_column(SearchState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  frame.cards.push_back(area);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRect(area.min, area.max, theme.line, theme.px(design::card_radius));
  ImGui::SetCursorScreenPos({area.min.x + 1, area.min.y + theme.px(4)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {theme.px(16), theme.px(6)});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("search.column", {area.width() - 2, area.height() - theme.px(8)},
                    ImGuiChildFlags_AlwaysUseWindowPadding | ImGuiChildFlags_NavFlattened);
  const std::array<std::string, 2> free = {"all that is usual; widen any", ""};
  section(frame, "Search over", free);
  axis_rows(state, frame);
  section(frame, "Best is", {});
  goal_segments(state, frame);
  section(frame, "Need", {});
  need_rows(state, frame);
  rules_switch(state, frame);
  found_section(state, frame);
  refused_section(state, frame);
  inverse_section(state, frame);
  write_section(state, frame);
  ImGui::Dummy({1, theme.px(10)});
  ImGui::EndChild();
  ImGui::PopStyleVar(2);
}

}  // namespace shardscope
