// Predicted against measured in the grown Step view (step_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>

#include "app/files/public_runs.h"
#include "app/output/error_tables.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/word_switch.h"
#include "app/session/frame_budget.h"
#include "app/step/step_cards.h"
#include "core/measured/measured_again.h"
#include "core/measured/rivals.h"
#include "render/step/measured_plot.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::size_t step_field = static_cast<std::size_t>(MeasuredField::step_seconds);

void read_runs_once(MeasuredDetail& detail, const Presets& presets) {
  detail.read = true;
  Outcome<std::vector<MeasuredRun>> runs = load_public_runs(presets);
  if (succeeded(runs))
    detail.runs = std::move(std::get<0>(runs));
  else
    detail.problem = problem_lines(problems_of(runs), public_runs_file()).front();
}

/// As many runs as a frame has time for, all where a picture is made.
void compare_some(MeasuredDetail& detail, const ViewFrame& frame) {
  if (!detail.read) read_runs_once(detail, frame.presets);
  if (!detail.pending()) return;
  const WorkClock::time_point end = end_of_work();
  while (detail.compared.size() < detail.runs.size()) {
    detail.compared.push_back(compare_run(detail.runs[detail.compared.size()]));
    if (frame.evaluate_seconds > 0 && WorkClock::now() >= end) break;
  }
  if (detail.compared.size() < detail.runs.size()) return;
  detail.again = measured_again(detail.runs);
  detail.unseen = load_cross_validation();
  detail.comparison = in_groups(detail.runs, detail.compared);
}

/// "H100 SXM"; with its memory where that tells it from another.
std::string brief_name(const Gpu& gpu, const Presets& presets) {
  const auto called_so = [&](const Gpu& other) { return other.short_title == gpu.short_title; };
  return std::count_if(presets.gpus.begin(), presets.gpus.end(), called_so) == 1 ? gpu.short_title : gpu.title;
}

/// "all", "dense", "MoE", "H100 SXM", "Megatron-Bridge".
std::string group_words(const RunGroup& group, const Presets& presets) {
  if (group.by == GroupBy::all) return group_name(group);
  if (group.by == GroupBy::kind && group.name == name_of(RunKind::moe)) return "MoE";
  if (group.by == GroupBy::origin) return group.name.substr(group.name.find('/') + 1);
  const Gpu* gpu = group.by == GroupBy::gpu ? presets.gpu(group.name) : nullptr;
  return gpu == nullptr || gpu->title.empty() ? group.name : brief_name(*gpu, presets);
}

/// Those that the table shows: all, by kind, and by GPU and source where there are enough runs.
std::vector<const GroupSummary*> groups_shown(const Comparison& comparison) {
  std::vector<const GroupSummary*> shown;
  for (const GroupSummary& group : comparison.groups) {
    const GroupBy by = group.group.by;
    if (by != GroupBy::all && group.group.but_low) continue;
    const std::size_t count = group.fields[step_field] ? group.fields[step_field]->count : 0;
    const bool enough = (by == GroupBy::gpu || by == GroupBy::origin) && count >= group_runs_min;
    if (enough || by == GroupBy::all || by == GroupBy::kind) shown.push_back(&group);
  }
  return shown;
}

/// Of families with runs in the table, by their age; the others share one.
std::optional<ImU32> color_of(GpuFamily family, const Theme& theme) {
  constexpr int ages = 5;
  switch (family) {
    case GpuFamily::volta:
      return ordinal_color(theme, 0, ages);
    case GpuFamily::ampere:
      return ordinal_color(theme, 1, ages);
    case GpuFamily::hopper:
      return ordinal_color(theme, 2, ages);
    case GpuFamily::blackwell:
      return ordinal_color(theme, 3, ages);
    case GpuFamily::blackwell_ultra:
      return ordinal_color(theme, 4, ages);
    case GpuFamily::ada:
    case GpuFamily::blackwell_consumer:
    case GpuFamily::cdna2:
    case GpuFamily::cdna3:
    case GpuFamily::cdna4:
    case GpuFamily::gaudi:
    case GpuFamily::tpu:
    case GpuFamily::trainium:
    case GpuFamily::unknown:
      break;
  }
  return std::nullopt;
}

ImU32 color_of(const MeasuredRun& run, MeasuredColor by, const Presets& presets, const Theme& theme) {
  if (by == MeasuredColor::kind) return ordinal_color(theme, run.kind == RunKind::moe ? 1 : 0, 2);
  const Gpu* gpu = presets.gpu(run.gpu);
  return color_of(gpu == nullptr ? GpuFamily::unknown : gpu->family, theme).value_or(theme.dim);
}

const MeasuredPoints& points_of(StepState& state, const ViewFrame& frame) {
  MeasuredDetail& detail = state.measured;
  const MeasuredColor color = state.arranged.measured_color;
  const std::string& open = frame.scenario().name;
  const auto make = [&] {
    MeasuredPoints made;
    const RunGroup& group = state.arranged.measured_group;
    for (std::size_t i = 0; i < detail.compared.size(); ++i) {
      const MeasuredRun& run = detail.runs[i];
      const auto& predicted = detail.compared[i].predicted[step_field];
      if (!run.measured[step_field] || !predicted) continue;
      if (run.id == open) made.ringed = made.points.size();
      made.runs.push_back(i);
      made.points.push_back({*run.measured[step_field], *predicted, color_of(run, color, frame.presets, frame.theme),
                             !is_in(run, group)});
    }
    return made;
  };
  return detail.points.of(detail.compared.size(), state.arranged.measured_group, open, color, colors_of(frame.theme),
                          make);
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
  const MeasuredFigures theirs = rival_errors(run);
  if (const auto& error = theirs[step_field])
    words.lines.push_back(run.rival->name + ": " + signed_of(*error, format_percent(std::abs(*error))).text());
  if (is_low(run)) words.lines.emplace_back("of low quality: counted apart");
  if (!run.notes.empty()) words.lines.push_back(run.notes);
  words.hint = "A click opens its scenario.";
  words.source = run.source;
  return words;
}

void group_cells(const ViewFrame& frame, const Rect& row, std::array<std::string, 4> cells, ImU32 color,
                 TextRole role) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, role, row), column = theme.px(50);
  const float name = row.width() - 3 * column - theme.px(8);
  draw_fitted(draw, theme, role, {row.min.x + theme.px(4), y}, color, name, cells[0]);
  for (std::size_t i = 1; i < cells.size(); ++i)
    draw_text_right(draw, theme, role, {row.max.x - theme.px(4) - column * static_cast<float>(3 - i), y}, color,
                    cells[i]);
}

std::array<std::string, 4> cells_of(const std::string& name, const std::optional<ErrorSummary>& errors) {
  return {name, errors ? std::to_string(errors->count) : "0",
          errors ? format_percent(errors->median_absolute_error).text() : "unknown",
          errors ? format_percent(errors->p90_absolute_error).text() : "unknown"};
}

/// The same configuration measured twice: no model that knows no more can do better.
void again_row(StepState& state, const ViewFrame& frame, const Rect& row) {
  const HitArea under = hit_area(frame, "step.measured.again", row);
  group_cells(frame, row, cells_of("measured again", state.measured.again), frame.theme.dim, TextRole::secondary);
  if (under.hovered)
    show_tip(frame, {"The same configuration, measured again",
                     "",
                     {"Runs whose model, plan and cluster are the same, each against the one before, mostly with "
                      "a later release. A prediction from the configuration can't be closer than that."},
                     ""});
}

/// All runs, each predicted by a fit that never saw its source, or one like it.
void unseen_row(const ViewFrame& frame, const Rect& row, const char* id, const char* name, const char* help,
                const std::vector<GroupErrors>& groups) {
  const GroupErrors* all = errors_of(groups, RunGroup{});
  const HitArea under = hit_area(frame, id, row);
  group_cells(frame, row,
              {name, all != nullptr ? std::to_string(all->count) : "0",
               all != nullptr ? format_percent(all->median_absolute_error).text() : "unknown",
               all != nullptr ? format_percent(all->p90_absolute_error).text() : "unknown"},
              frame.theme.dim, TextRole::secondary);
  if (under.hovered) show_tip(frame, {"Cross-validated", "", {help}, ""});
}

/// A group; a click lights its points alone.
void group_row(StepState& state, const ViewFrame& frame, const Rect& row, const GroupSummary& group, KeyColumn& keys) {
  const Theme& theme = frame.theme;
  const std::string id = "step.group." + group_name(group.group);
  const HitArea under = hit_button(frame, id.c_str(), row);
  keys.items.push_back({under, row});
  const bool on = state.arranged.measured_group == group.group;
  if (on || under.hovered || under.focused)
    ImGui::GetWindowDrawList()->AddRectFilled(row.min, row.max, theme.raised, theme.px(4));
  if (under.pressed) state.arranged.measured_group = on ? RunGroup{} : group.group;
  group_cells(frame, row, cells_of(group_words(group.group, frame.presets), group.fields[step_field]),
              on ? theme.text : theme.dim, on ? TextRole::strong : TextRole::secondary);
}

void group_table(StepState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float line = theme.px(22);
  group_cells(frame, {area.min, {area.max.x, area.min.y + line}}, {"group", "runs", "median", "90 %"}, theme.dim,
              TextRole::secondary);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({area.min.x, area.min.y + line}, {area.max.x, area.min.y + line}, theme.line);
  const Rect inside = begin_scroll("step.groups", frame, {{area.min.x, area.min.y + line + theme.px(2)}, area.max});
  float y = inside.min.y;
  KeyColumn keys;
  GroupBy by = GroupBy::all;
  const auto next = [&] {
    const Rect row{{inside.min.x, y}, {inside.max.x, y + line}};
    y += line;
    return row;
  };
  for (const GroupSummary* group : groups_shown(state.measured.comparison)) {
    const GroupBy now = group->group.by;
    if (now != by && (now == GroupBy::gpu || now == GroupBy::origin)) {
      if (const auto& unseen = state.measured.unseen; now == GroupBy::gpu && unseen) {
        unseen_row(frame, next(), "step.measured.source-unseen", "source unseen",
                   "All runs: those of each source predicted by constants fitted without that source.",
                   unseen->source_left_out);
        unseen_row(frame, next(), "step.measured.shape-unseen", "shape unseen",
                   "All runs: those of equal model shape, GPU and size predicted by constants fitted without them.",
                   unseen->configuration_left_out);
      }
      if (now == GroupBy::gpu && state.measured.again) again_row(state, frame, next());
      draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::strong, {inside.min.x + theme.px(4), y + theme.px(6)},
                theme.dim, now == GroupBy::gpu ? "by GPU" : "by source");
      y += line + theme.px(2);
    }
    by = now;
    group_row(state, frame, next(), *group, keys);
  }
  follow_keys(keys);
  end_scroll(inside, y);
}

/// What the colours mean, with the switch between the two ways.
void color_legend(StepState& state, const ViewFrame& frame, const Rect& line) {
  const Theme& theme = frame.theme;
  const bool by_gpu = state.arranged.measured_color == MeasuredColor::gpu;
  bool now_by_gpu = by_gpu;
  const float end =
      word_toggle(frame, {line.min, {line.max.x, line.min.y + theme.px(18)}}, line.max.x,
                  {"step.measured.by-gpu", "by GPU", "Colours the points by the GPU's generation."}, now_by_gpu);
  state.arranged.measured_color = now_by_gpu ? MeasuredColor::gpu : MeasuredColor::kind;
  std::vector<LegendItem> items;
  if (by_gpu) {
    for (std::size_t i = 0; i < count_of<GpuFamily>; ++i)
      if (const auto color = color_of(static_cast<GpuFamily>(i), theme))
        items.push_back({label_of(static_cast<GpuFamily>(i)), "", *color});
  } else {
    items = {{"dense", "", ordinal_color(theme, 0, 2)},
             {"MoE", "", ordinal_color(theme, 1, 2)},
             {"within 10 %", "", with_alpha(theme.accent, 0.35F)}};
  }
  legend_row(frame, {line.min, {end - theme.px(8), line.max.y}}, items);
}

}  // namespace

Rect last_card(StepState& state, const ViewFrame& frame, const Rect& card, StepCard kind, bool alone) {
  const Theme& theme = frame.theme;
  const bool measured = kind == StepCard::measured;
  const std::string title = measured ? "Predicted against measured" : "What if the hardware were better?";
  const std::size_t runs = state.measured.runs.size();
  const float right = card.max.x - theme.px(design::card_padding);
  float end = right;
  if (!alone) {
    const float y = card.min.y + theme.px(6);
    constexpr std::array<WordChoice<StepCard>, 2> cards = {
        {{StepCard::what_if, {"step.card.what-if", "what if", "What better hardware would buy."}},
         {StepCard::measured, {"step.card.measured", "measured", "What public runs took, beside what is predicted."}}}};
    end = word_choices(frame, {{card.min.x, y}, {right, y + theme.px(24)}}, right, cards, state.arranged.card) -
          theme.px(12);
  }
  const std::string count = grouped(static_cast<std::int64_t>(runs)) + " public runs";
  std::vector<std::string> subtitles = {""};
  if (measured && runs > 0) subtitles = {count + "; a click opens one", count, ""};
  return plain_card(frame, card, title, subtitles, SubtitleAt::title, right - end);
}

void measured_card(StepState& state, const ViewFrame& frame, const Rect& card, bool alone) {
  const Theme& theme = frame.theme;
  MeasuredDetail& detail = state.measured;
  const Rect body = last_card(state, frame, card, StepCard::measured, alone);
  compare_some(detail, frame);
  if (!detail.problem.empty()) return say_in_body(frame, body, "The measured runs can't be read: " + detail.problem);
  const float table = std::min(theme.px(310), body.width() * 0.45F), legend = legend_line_height(theme) + theme.px(6);
  const Rect chart{body.min, {body.max.x - table - theme.px(16), body.max.y - legend}};
  const MeasuredPoints& all = points_of(state, frame);
  const bool hovered = hit_area(frame, "step.measured", chart).hovered;
  const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const double present = frame.shown.time ? frame.shown.time->step.value : 0;
  const auto point = draw_measured_plot(draw, theme, chart, {all.points, all.ringed, present}, pointer_if(hovered));
  color_legend(state, frame, {{body.min.x, chart.max.y + theme.px(6)}, {chart.max.x, body.max.y}});
  const Rect side{{chart.max.x + theme.px(16), body.min.y}, body.max};
  if (detail.pending())
    draw_text(draw, theme, TextRole::secondary, side.min, theme.dim,
              std::to_string(detail.compared.size()) + " of " + std::to_string(detail.runs.size()) + " runs evaluated");
  else
    group_table(state, frame, side);
  if (!point) return;
  const std::size_t run = all.runs[*point];
  show_tip(frame, explain_run(detail.runs[run], detail.compared[run]));
  if (!clicked) return;
  LaunchedScenario said{*detail.runs[run].scenario, {}};
  said.scenario.name = detail.runs[run].id;
  frame.requests.open = OpenedPreset{said, said};
  frame.said = "Opened " + detail.runs[run].id + ": " + detail.runs[run].source;
}

}  // namespace shardscope
