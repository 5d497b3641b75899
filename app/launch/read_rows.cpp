#include "app/launch/read_rows.h"

#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/launch/script_detail.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/field_rows.h"
#include "app/panels/scenario/machine_rows.h"
#include "core/fields/fields.h"
#include "core/fields/whole_parts.h"
#include "core/scenario/plan_counts.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::string_view network_path = "cluster.scale_out_bandwidth";
constexpr float row_height = 21, lines_width = 72;

std::string layers_per_stage(const Scenario& filled) {
  const Plan& plan = filled.plan;
  const std::int64_t stages = stages_of(plan), layers = filled.model.num_hidden_layers;
  if (stages <= 1) return {};
  if (layers % stages == 0) return grouped(layers / stages) + " layers per stage";
  if (plan.stage_layers || plan.pipeline_layout) return {};
  return fixed(static_cast<double>(layers) / static_cast<double>(stages), 2) + " layers per stage";
}

std::string gpus_over_split(const Scenario& filled) {
  return grouped(filled.cluster.gpus) + " ÷ " + grouped(gpus_of_replica(filled.plan));
}

std::string batch_split(const Scenario& filled) {
  if (filled.plan.global_batch < 1 || filled.plan.global_batch % sequences_of_round(filled.plan) != 0) return {};
  return grouped(micro_batches_of(filled.plan), "micro-batch", "micro-batches");
}

std::string nodes_of(const Scenario& filled) {
  const std::int64_t node = filled.cluster.gpus_per_node, gpus = filled.cluster.gpus;
  if (node <= 0 || gpus % node != 0) return {};
  return grouped(gpus / node, "node", "nodes") + " of " + grouped(node);
}

/// What a plan's arithmetic makes of a field.
struct Arithmetic {
  std::string_view path;
  std::string (*words)(const Scenario& filled);
};

constexpr Arithmetic arithmetic[] = {{"plan.pp", layers_per_stage},
                                     {"plan.dp", gpus_over_split},
                                     {"plan.global_batch", batch_split},
                                     {"cluster.gpus", nodes_of}};

std::string arithmetic_words(std::string_view path, const Scenario& filled) {
  for (const Arithmetic& made : arithmetic)
    if (made.path == path) return made.words(filled);
  return {};
}

std::string lines_or_origin(const LitScript& lit, const ReadField& field, bool refused) {
  if (field.origin == ReadOrigin::assumed) return refused ? "not said" : "assumed";
  if (field.origin == ReadOrigin::fallback) return "default";
  return field.spans.empty() ? "follows" : lines_words(lit, field);
}

/// The GPU's list, or the number that is typed, over the whole width but for the word at its end.
void chooser(const ReadColumn& column, const ReadField& field, const Rect& box) {
  const ViewFrame& frame = column.frame;
  Scenario scenario = frame.scenario();
  ImGui::SetCursorScreenPos(box.min);
  ImGui::BeginChild(("choose " + field.path).c_str(), {box.width(), box.height()}, ImGuiChildFlags_NavFlattened,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  if (field.path == whole_gpu) {
    gpu_row(scenario, frame);
  } else if (field.path == network_path) {
    network_row(scenario, frame);
  } else {
    field_row(scenario, frame, field.path);
  }
  ImGui::EndChild();
  if (scenario == static_cast<const Scenario&>(frame.scenario())) return;
  ScenarioEdit edit{std::move(scenario), field.path};
  edit.follows = true;
  frame.requests.edit = std::move(edit);
}

bool is_list(const ReadField& field) {
  return field.path == whole_gpu || field.path == network_path;
}

/// Of what isn't read there is no scenario in which it could be chosen.
bool is_chosen(const ReadField& field, bool refused) {
  const Field* known = find_field(field.path);
  return !refused && field.origin == ReadOrigin::assumed &&
         (is_list(field) || (known != nullptr && known->kind == FieldKind::count));
}

/// A field that is assumed, with the control that says it.
void chooser_row(const LaunchState& state, ReadColumn& column, const ReadField& field) {
  const Theme& theme = column.frame.theme;
  const Rect row{{column.left + theme.px(11), column.y}, {column.right, column.y + theme.px(design::control_height)}};
  const bool said = state.reading->said && !aside_of(field, column.frame.report.scenario, *state.reading).edited;
  draw_text_right(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
                  {row.max.x, text_top(theme, TextRole::secondary, row)}, said ? theme.warn : theme.dim,
                  said ? "assumed" : "chosen");
  const float number_end = column.values() + theme.px(88), list_end = row.max.x - theme.px(lines_width);
  chooser(column, field, {row.min, {is_list(field) ? list_end : number_end, row.max.y}});
  const std::string name = "launch.field." + field.path;
  note_visible(column.frame, name.c_str(), row);
  column.y = row.max.y + theme.px(3);
}

/// The ground and border of a row that is picked, pointed at or at fault.
void row_ground(const Theme& theme, const Rect& row, bool hovered, bool picked, const LitFault* fault) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float radius = theme.px(4);
  const ImU32 color = fault == nullptr ? 0 : fault_color(theme, *fault);
  if (fault != nullptr) draw.AddRectFilled(row.min, row.max, with_alpha(color, 0.16F), radius);
  if (hovered) draw.AddRectFilled(row.min, row.max, with_alpha(theme.text, 0.06F), radius);
  if (fault != nullptr) draw.AddRect(row.min, row.max, color, radius);
  if (picked) draw.AddRect(row.min, row.max, theme.text, radius, 0, theme.px(1.5F));
}

void lead_here(LaunchState& state, bool here, float y) {
  if (!state.pick.to_field || !here) return;
  ImGui::SetScrollFromPosY(y - ImGui::GetWindowPos().y, 0.4F);
  state.pick.to_field = false;
}

}  // namespace

Aside aside_of(const ReadField& field, const Scenario& filled, const LaunchReading& reading) {
  if (reading.said) {
    const std::string said = field_words(field.path, reading.said->scenario);
    if (said != field_words(field.path, filled) && !said.empty() && field.origin != ReadOrigin::follows)
      return {(field.origin == ReadOrigin::script ? "the script says " : "was ") + said, true};
  }
  return {field.origin == ReadOrigin::assumed ? std::string() : arithmetic_words(field.path, filled), false};
}

std::string row_value(const LaunchState& state, const ViewFrame& frame, const ReadField& field) {
  if (!is_refused(frame)) return field_words(field.path, frame.report.scenario);
  if (field.origin == ReadOrigin::open)
    return field.asks.empty() ? "hangs on what is open" : "$" + field.asks + ": fill it in";
  const Value& value = value_at(state.reading->so_far, field.path);
  return value.none() ? "chosen once it is read" : value_words(field.path, value);
}

namespace {

/// The same as far as there is room; of an open value its name alone, or that there is one.
std::string row_value_within(const LaunchState& state, const ViewFrame& frame, const ReadField& field, TextRole role,
                             float room) {
  const std::string whole = row_value(state, frame, field);
  if (!is_refused(frame) || field.asks.empty()) return fitted(frame.theme, role, whole, room);
  return first_fitting(frame.theme, role, std::array{whole, "$" + field.asks, std::string("fill it in")}, room);
}

/// Name, value, what stands behind it, and its lines.
void row_words(const LaunchState& state, const ReadColumn& column, const ReadField& field, const Rect& row) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  const LitFault* fault = field.fault ? &state.marked->lit.faults[*field.fault] : nullptr;
  const bool bad = fault != nullptr && fault->severity == Severity::error;
  const bool refused = is_refused(frame), open = field.origin == ReadOrigin::open;
  const bool said = field.origin == ReadOrigin::script;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, TextRole::body, row), small = text_top(theme, TextRole::secondary, row);
  const float left = row.min.x + theme.px(11), value = column.values(), end = row.max.x - theme.px(6);
  draw_text(draw, theme, TextRole::body, {left, y}, said || open || fault != nullptr ? theme.text : theme.dim,
            first_fitting(theme, TextRole::body, std::array{field_name(field.path), brief_title(field.path)},
                          value - left - theme.px(8)));
  const float lines =
      draw_text_right(draw, theme, TextRole::secondary, {end, small}, bad ? fault_color(theme, *fault) : theme.dim,
                      lines_or_origin(state.marked->lit, field, refused));
  const float room = end - lines - theme.px(10) - value;
  const TextRole role = said ? TextRole::strong : TextRole::body;
  const float used = draw_text(draw, theme, role, {value, y}, open ? theme.warn : theme.text,
                               row_value_within(state, frame, field, role, room));
  if (refused) return;  // what is open is another scenario's
  const Aside aside = aside_of(field, frame.report.scenario, *state.reading);
  if (room - used > theme.px(40))
    draw_fitted(draw, theme, TextRole::secondary, {value + used + theme.px(8), small},
                bad            ? theme.bad
                : aside.edited ? theme.accent
                               : theme.dim,
                room - used - theme.px(8), aside.words);
}

/// The rule that it breaks; else, once the pointer rests, what the field is.
void row_tip(const LaunchState& state, const ViewFrame& frame, const ReadField& field) {
  if (field.fault)
    return show_term_tip(frame, explain_fault(field_name(field.path), state.marked->lit.faults[*field.fault]));
  if (is_refused(frame)) return;
  if (const Field* known = find_field(field.path); known != nullptr && pointer_rests())
    show_term_tip(frame, explain_field(*known, frame.report));
}

}  // namespace

void read_row(LaunchState& state, ReadColumn& column, const ReadField& field) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  lead_here(state, state.pick.field == field.path, column.y);
  if (is_chosen(field, is_refused(frame))) return chooser_row(state, column, field);
  const Rect row{{column.left, column.y}, {column.right, column.y + theme.px(row_height)}};
  const std::string name = "launch.field." + field.path;
  const HitArea under = hit_button(frame, name.c_str(), row);
  const LitFault* fault = field.fault ? &state.marked->lit.faults[*field.fault] : nullptr;
  row_ground(theme, row, under.hovered || under.focused, state.pick.field == field.path, fault);
  row_words(state, column, field, row);
  if (under.hovered) row_tip(state, frame, field);
  if (under.pressed) pick_field(state, field);
  column.y = row.max.y;
}

void release_row(ReadColumn& column) {
  const ViewFrame& frame = column.frame;
  const Theme& theme = frame.theme;
  const LaunchFramework& own = framework_named(frame.presets, frame.launch.rules);
  std::vector<const LaunchFramework*> releases;
  std::vector<Option> options;
  std::optional<std::size_t> present;
  for (const LaunchFramework& each : frame.presets.frameworks) {
    if (each.repository != own.repository || each.form != own.form) continue;
    if (&each == &own) present = releases.size();
    releases.push_back(&each);
    options.push_back({each.title, release_words(each), "Its source's rules are checked."});
  }
  if (releases.size() < 2) return;
  const Rect row{{column.left + theme.px(11), column.y}, {column.right, column.y + theme.px(design::control_height)}};
  draw_text_right(*ImGui::GetWindowDrawList(), theme, TextRole::secondary,
                  {row.max.x, text_top(theme, TextRole::secondary, row)}, theme.warn, "assumed");
  ImGui::SetCursorScreenPos(row.min);
  ImGui::BeginChild("choose release", {row.width() - theme.px(lines_width), row.height()}, ImGuiChildFlags_NavFlattened,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const auto chosen = combo_row(frame, {"launch.of_release", "Release", own.title + ", " + own.date, options, present});
  ImGui::EndChild();
  column.y = row.max.y + theme.px(3);
  if (!chosen) return;
  LaunchChoice choice = frame.launch;
  choice.rules = releases[*chosen]->preset;
  frame.requests.launch = std::move(choice);
}

void span_row(LaunchState& state, ReadColumn& column, std::size_t number) {
  const Theme& theme = column.frame.theme;
  const LitSpan& span = state.marked->lit.spans[number];
  lead_here(state, state.pick.span == number, column.y);
  const Rect row{{column.left, column.y}, {column.right, column.y + theme.px(row_height)}};
  const std::string name = "launch.none." + std::to_string(number);
  const HitArea under = hit_button(column.frame, name.c_str(), row);
  row_ground(theme, row, under.hovered || under.focused, state.pick.span == number, nullptr);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float small = text_top(theme, TextRole::secondary, row), end = row.max.x - theme.px(6);
  const float used = draw_text_right(draw, theme, TextRole::secondary, {end, small}, theme.dim,
                                     (span.file.empty() ? "" : span.file + " ") + std::to_string(span.place.line));
  const float left = row.min.x + theme.px(11);
  const std::string words = span.flag + (span.why.empty() ? "" : "  " + span.why);
  draw_fitted(draw, theme, TextRole::secondary, {left, small}, theme.dim, end - used - left - theme.px(10), words);
  if (under.pressed) state.pick = {{}, number, true, false, {}, number}, state.file = span.file;
  column.y = row.max.y;
}

}  // namespace shardscope
