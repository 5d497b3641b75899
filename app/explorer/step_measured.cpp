// Predicted against measured in the grown Step view (step_cards.h).
#include <imgui.h>

#include <array>
#include <string>

#include "app/explorer/run_cards.h"
#include "app/explorer/step_cards.h"
#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "app/public_runs.h"
#include "render/format.h"
#include "render/measured_plot.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr std::size_t runs_a_frame = 32;  // some 8 ms
constexpr std::size_t group_runs_min = 8;
constexpr std::size_t step_field = static_cast<std::size_t>(MeasuredField::step_seconds);

void read_runs_once(MeasuredDetail& detail, const Presets& presets) {
  detail.read = true;
  Outcome<std::vector<MeasuredRun>> runs = load_public_runs(presets);
  if (succeeded(runs))
    detail.runs = std::move(std::get<0>(runs));
  else
    detail.trouble = lines_of(problems_of(runs), public_runs_file()).front();
}

void compare_some(MeasuredDetail& detail, const Presets& presets) {
  if (!detail.read) return read_runs_once(detail, presets);
  if (!detail.pending()) return;
  for (std::size_t i = 0; i < runs_a_frame && detail.compared.size() < detail.runs.size(); ++i)
    detail.compared.push_back(compare_run(detail.runs[detail.compared.size()]));
  if (detail.compared.size() == detail.runs.size()) detail.comparison = in_groups(detail.runs, detail.compared);
}

bool is_in(const MeasuredRun& run, const std::string& group) {
  return group == "all" || group == "kind:" + run.kind || group == "gpu:" + run.gpu;
}

/// "all", "dense", "MoE", "H100 SXM".
std::string group_words(const std::string& name, const Presets& presets) {
  if (name == "kind:moe") return "MoE";
  const std::size_t colon = name.find(':');
  const std::string plain = colon == std::string::npos ? name : name.substr(colon + 1);
  const Gpu* gpu = name.starts_with("gpu:") ? presets.gpu(plain) : nullptr;
  return gpu != nullptr && !gpu->title.empty() ? gpu->title : plain;
}

/// Those that the table shows: all, by kind, and by GPU where there are enough runs.
std::vector<const GroupSummary*> groups_shown(const Comparison& comparison) {
  std::vector<const GroupSummary*> shown;
  for (const GroupSummary& group : comparison.groups) {
    const bool kind = group.name == "all" || group.name.starts_with("kind:");
    const std::size_t count = group.fields[step_field] ? group.fields[step_field]->count : 0;
    if (kind || (group.name.starts_with("gpu:") && count >= group_runs_min)) shown.push_back(&group);
  }
  return shown;
}

struct Points {
  std::vector<MeasuredPoint> points;
  std::vector<std::size_t> runs;  // of each point
  std::optional<std::size_t> open;
};

Points points_of(const Explorer& explorer, const Theme& theme) {
  const MeasuredDetail& detail = explorer.measured;
  const std::string& open = explorer.history.present().scenario.name;
  Points all;
  for (std::size_t i = 0; i < detail.compared.size(); ++i) {
    const MeasuredRun& run = detail.runs[i];
    const auto& predicted = detail.compared[i].predicted[step_field];
    if (!run.measured[step_field] || !predicted) continue;
    if (run.id == open) all.open = all.points.size();
    all.runs.push_back(i);
    all.points.push_back({*run.measured[step_field], *predicted, run.kind == "moe" ? theme.backward : theme.forward,
                          !is_in(run, explorer.step.measured_group)});
  }
  return all;
}

Explanation explain_run(const MeasuredRun& run, const RunComparison& compared) {
  const double measured = *run.measured[step_field], predicted = *compared.predicted[step_field];
  Explanation words{run.id, "", {}, {}};
  words.value = "predicted " + format_seconds(Seconds{predicted}).text() + ", measured " +
                format_seconds(Seconds{measured}).text() + ", " +
                signed_of(predicted / measured - 1, format_percent(std::abs(predicted / measured - 1))).text();
  const Plan& plan = run.scenario->plan;
  words.lines.push_back(grouped(run.scenario->cluster.gpus) + " " + run.scenario->cluster.gpu.title + ", TP " +
                        std::to_string(plan.tp) + ", PP " + std::to_string(plan.pp) +
                        (plan.cp > 1 ? ", CP " + std::to_string(plan.cp) : "") +
                        (plan.ep > 1 ? ", EP " + std::to_string(plan.ep) : ""));
  if (const auto& range = compared.range[step_field])
    words.lines.push_back(measured >= range->low && measured <= range->high ? "within the predicted range"
                                                                            : "outside the predicted range");
  if (!run.notes.empty()) words.lines.push_back(run.notes);
  words.lines.emplace_back("A click opens its scenario.");
  words.source = run.source;
  return words;
}

void group_cells(const Frame& frame, const Rect& row, std::array<std::string, 4> cells, ImU32 color, TextRole role) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = row.center().y - text_height(theme, role) / 2, column = theme.px(54);
  const float name = row.width() - 3 * column - theme.px(8);
  draw_text(draw, theme, role, {row.min.x + theme.px(4), y}, color, fitted(theme, role, cells[0], name));
  for (std::size_t i = 1; i < cells.size(); ++i)
    draw_text_right(draw, theme, role, {row.max.x - theme.px(4) - column * static_cast<float>(3 - i), y}, color,
                    cells[i]);
}

void group_table(Explorer& explorer, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float line = theme.px(22);
  group_cells(frame, {area.min, {area.max.x, area.min.y + line}}, {"group", "runs", "median", "90 %"}, theme.dim,
              TextRole::secondary);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({area.min.x, area.min.y + line}, {area.max.x, area.min.y + line}, theme.line);
  const Rect inside = begin_run_scroll("step.groups", frame, {{area.min.x, area.min.y + line + theme.px(2)}, area.max});
  float y = inside.min.y;
  KeyColumn keys;
  for (const GroupSummary* group : groups_shown(explorer.measured.comparison)) {
    const Rect row{{inside.min.x, y}, {inside.max.x, y + line}};
    const std::string id = "step.group." + group->name;
    const RunArea under = run_button(frame, id.c_str(), row);
    keys.items.push_back({under, row});
    const bool on = explorer.step.measured_group == group->name;
    if (on || under.hovered || under.focused)
      ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
    if (under.pressed) explorer.step.measured_group = on ? "all" : group->name;
    const auto& errors = group->fields[step_field];
    group_cells(frame, row,
                {group_words(group->name, *explorer.presets), errors ? std::to_string(errors->count) : "0",
                 errors ? format_percent(errors->median_absolute_error).text() : "unknown",
                 errors ? format_percent(errors->p90_absolute_error).text() : "unknown"},
                on ? theme.text : theme.dim, on ? TextRole::strong : TextRole::secondary);
    y += line;
  }
  follow_keys(keys);
  end_run_scroll(inside, y);
}

}  // namespace

Rect last_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect body = run_plain_card(frame, card, "", {});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float height = theme.px(24);
  float x = body.min.x;
  const char *what_if = "What if the hardware were better?", *measured = "Predicted against measured";
  const float wanted = text_width(theme, TextRole::title, what_if) + text_width(theme, TextRole::title, measured);
  if (wanted + theme.px(20) > body.width()) what_if = "What if?", measured = "Against measured";
  const std::pair<StepCard, const char*> tabs[] = {{StepCard::what_if, what_if}, {StepCard::measured, measured}};
  for (const auto& [kind, words] : tabs) {
    const float width = text_width(theme, TextRole::title, words);
    const Rect tab{{x, card.min.y + theme.px(6)}, {x + width, card.min.y + theme.px(6) + height}};
    const RunArea under =
        run_button(frame, kind == StepCard::what_if ? "step.card.what-if" : "step.card.measured", tab);
    const bool on = explorer.step.card == kind;
    draw_text(draw, theme, TextRole::title, {x, tab.center().y - text_height(theme, TextRole::title) / 2},
              on || under.hovered || under.focused ? theme.text : theme.dim, words);
    if (on) draw.AddRectFilled({x, tab.max.y - theme.px(2)}, {tab.max.x, tab.max.y}, theme.accent);
    if (under.pressed) explorer.step.card = kind;
    x += width + theme.px(20);
  }
  return body;
}

void measured_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  MeasuredDetail& detail = explorer.measured;
  const Rect body = last_card(explorer, frame, card);
  if (explorer.step.card != StepCard::measured) return;
  compare_some(detail, *explorer.presets);
  if (!detail.trouble.empty()) return say_in_body(frame, body, "The measured runs can't be read: " + detail.trouble);
  const float table = std::min(theme.px(290), body.width() * 0.42F), legend = legend_line_height(theme) + theme.px(6);
  const Rect chart{body.min, {body.max.x - table - theme.px(16), body.max.y - legend}};
  const Points all = points_of(explorer, theme);
  const bool hovered = run_area(frame, "step.measured", chart).hovered;
  const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto point = draw_measured_plot(draw, theme, chart, {all.points, all.open},
                                        hovered ? ImGui::GetIO().MousePos : nowhere_to_point);
  const std::array<LegendItem, 3> items = {{{"dense", "", theme.forward},
                                            {"mixture of experts", "", theme.backward},
                                            {"within 10 %", "", with_alpha(theme.accent, 0.35F)}}};
  draw_legend(draw, theme, {{body.min.x, chart.max.y + theme.px(6)}, {chart.max.x, body.max.y}}, items,
              nowhere_to_point);
  const Rect side{{chart.max.x + theme.px(16), body.min.y}, body.max};
  if (detail.pending())
    draw_text(draw, theme, TextRole::secondary, side.min, theme.dim,
              std::to_string(detail.compared.size()) + " of " + std::to_string(detail.runs.size()) + " runs evaluated");
  else
    group_table(explorer, frame, side);
  if (!point) return;
  const std::size_t run = all.runs[*point];
  show_tip(theme, explain_run(detail.runs[run], detail.compared[run]));
  if (!clicked) return;
  Scenario scenario = *detail.runs[run].scenario;
  scenario.name = detail.runs[run].id;
  open_preset(explorer, scenario);
  frame.said = "Opened " + detail.runs[run].id + ": " + detail.runs[run].source;
}

}  // namespace shardscope
