// Memory, Step and Cluster in their cards (views.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "render/explain_gpu.h"
#include "render/explain_memory.h"
#include "render/explain_step.h"
#include "render/format.h"
#include "render/memory_bars.h"
#include "render/racks.h"
#include "render/text.h"
#include "render/waterfall.h"

namespace shardscope {

namespace {

/// An area that takes the mouse; true while the pointer is over it.
bool interactive(const char* name, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::SetNextItemAllowOverlap();
  ImGui::InvisibleButton(name, {std::max(1.0F, area.width()), std::max(1.0F, area.height())});
  return ImGui::IsItemHovered();
}

constexpr ImVec2 nowhere{-1e9F, -1e9F};

void copy(const Frame& frame, const Explanation& explanation) {
  if (explanation.value.empty()) return;
  ImGui::SetClipboardText(explanation.value.c_str());
  frame.said = "Copied " + explanation.value;
}

struct CellChoice {
  RackColoring coloring;
  const char* label;
  const char* name;
};
constexpr std::array<CellChoice, 3> colorings = {{{RackColoring::stage, "Stage", "coloring.stage"},
                                                  {RackColoring::replica, "Replica", "coloring.replica"},
                                                  {RackColoring::tensor_group, "Tensor group", "coloring.tensor"}}};

constexpr float roomy_cluster = 400;  // narrower, the card has no subtitle beside the switch

/// What the cells are coloured by, as a row of words at the right of the card's title.
void coloring_switch(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  float x = card.max.x - theme.px(34);
  for (auto choice = colorings.rbegin(); choice != colorings.rend(); ++choice) {
    const bool on = explorer.racks.coloring == choice->coloring;
    const float width = text_width(theme, TextRole::secondary, choice->label) + theme.px(14);
    x -= width;
    if (x < card.min.x + theme.px(80)) return;
    const Rect box{{x, card.min.y + theme.px(8)}, {x + width, card.min.y + theme.px(30)}};
    ImGui::SetCursorScreenPos(box.min);
    if (ImGui::InvisibleButton(choice->name, {box.width(), box.height()})) explorer.racks.coloring = choice->coloring;
    frame.places.note(choice->name, box);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (on || ImGui::IsItemHovered()) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(4));
    draw_text_centered(draw, theme, TextRole::secondary,
                       {box.center().x, box.center().y - text_height(theme, TextRole::secondary) / 2},
                       on ? theme.text : theme.dim, choice->label);
  }
}

/// The ramp that the colours run along, at the right of the card's foot.
void draw_ramp(const Frame& frame, const Rect& foot, RackColoring coloring, const Plan& plan) {
  const Theme& theme = frame.theme;
  const std::int64_t count = coloring == RackColoring::stage     ? plan.pp
                             : coloring == RackColoring::replica ? plan.dp.value_or(1)
                                                                 : 8;
  const int cells = static_cast<int>(std::clamp<std::int64_t>(count, 1, 16));
  const float cell = theme.px(10);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string last = coloring == RackColoring::tensor_group ? "" : grouped(count - 1);
  const float y = foot.max.y - text_height(theme, TextRole::secondary);
  float x = foot.max.x - text_width(theme, TextRole::secondary, last);
  draw_text(draw, theme, TextRole::secondary, {x, y}, theme.dim, last);
  x -= cell * static_cast<float>(cells) + theme.px(6);
  for (int i = 0; i < cells; ++i)
    draw.AddRectFilled({x + cell * static_cast<float>(i), y + theme.px(2)},
                       {x + cell * static_cast<float>(i + 1) - 1, y + theme.px(12)}, ordinal_color(theme, i, cells));
  const char* first = coloring == RackColoring::stage     ? "stage 0"
                      : coloring == RackColoring::replica ? "replica 0"
                                                          : "neighbouring groups";
  draw_text_right(draw, theme, TextRole::secondary, {x - theme.px(6), y}, theme.dim, first);
}

/// Wheel, drag, double click and click on the racks. Returns the GPU under the pointer.
std::optional<std::int64_t> steer_racks(Explorer& explorer, const Report& report, const Rect& area, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  RacksView& view = explorer.racks;
  const double x = (io.MousePos.x - area.min.x) / std::max(1.0F, area.width());
  const double y = (io.MousePos.y - area.min.y) / std::max(1.0F, area.height());
  if (hovered && io.MouseWheel != 0)
    view = zoom_about(view, x, y, std::pow(1.25, io.MouseWheel), zoom_max(grid_for(report, area)));
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4))
    view = pan(view, io.MouseDelta.x / std::max(1.0F, area.width()), io.MouseDelta.y / std::max(1.0F, area.height()));
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = whole_cluster(view);
  if (!hovered) return std::nullopt;
  const auto gpu = gpu_under(report, view, area, io.MousePos.x, io.MousePos.y);
  const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) && io.MouseDragMaxDistanceSqr[0] < 16;
  if (clicked) {
    const bool again = explorer.selection.gpu == gpu;
    explorer.selection.gpu = again ? std::nullopt : gpu;
    explorer.selection.stage.reset();
    if (explorer.selection.gpu && *gpu < report.scenario.plan.tp * report.scenario.plan.pp * report.scenario.plan.cp *
                                             report.scenario.plan.dp.value_or(1))
      explorer.selection.stage = static_cast<std::int32_t>(coordinates_of(*gpu, report.scenario.plan).pp);
  }
  return gpu;
}

/// Zoomed in, "Fit" stands beside the title and leads back. Racks lie elsewhere in a card of another shape, so a card
/// that grows or shrinks shows all of them.
bool leads_back(Explorer& explorer, const Frame& frame, const Rect& card) {
  const bool grown = explorer.grown == ViewKind::cluster;
  if (grown != explorer.racks_grown) explorer.racks = whole_cluster(explorer.racks);
  explorer.racks_grown = grown;
  if (explorer.racks == whole_cluster(explorer.racks)) return false;
  const Theme& theme = frame.theme;
  const float title = text_width(theme, TextRole::title, "Cluster");
  ImGui::SetCursorScreenPos({card.min.x + theme.px(design::card_padding + 6) + title, card.min.y + theme.px(5)});
  if (text_button(frame, "button.cluster_fit", "Fit")) explorer.racks = whole_cluster(explorer.racks);
  return true;
}

void draw_foot(const Frame& frame, const Rect& foot, const GpuWords& words) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary);
  draw_text(draw, theme, TextRole::strong, {foot.min.x, foot.max.y - 2 * line - theme.px(5)}, theme.text,
            fitted(theme, TextRole::strong, words.place, foot.width()));
  draw_text(draw, theme, TextRole::secondary, {foot.min.x, foot.max.y - line}, theme.dim,
            fitted(theme, TextRole::secondary, words.role, foot.width()));
}

}  // namespace

void memory_card(Explorer& explorer, const Frame& frame, const Rect& card) {
  const Report& report = shown_report(explorer);
  const Rect body =
      view_card(explorer, frame, card, ViewKind::memory, "memory", "Memory", "per pipeline stage, fullest GPU");
  const bool hovered = interactive("memory", body);
  const MemoryView view{hovered ? ImGui::GetIO().MousePos : nowhere, explorer.selection.stage};
  const MemoryHover hover = draw_memory_bars(*ImGui::GetWindowDrawList(), body, report, view, frame.theme);
  if (!hovered) return;
  const Explanation explanation = explain_memory(report, hover);
  if (!explanation.empty()) show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) pick_stage(explorer.selection, hover.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy(frame, explanation);
}

void step_card(Explorer& explorer, const Frame& frame, const Rect& card, float reserved) {
  const Report& report = shown_report(explorer);
  const std::string time = report.time ? format_seconds(report.time->step).text() : "";
  const std::string stage =
      report.time && report.time->stages.size() > 1 ? ", stage " + std::to_string(report.time->critical_rank) : "";
  const std::array<std::string, 4> subtitles = {report.time ? time + ", from ideal to real" + stage : "", time + stage,
                                                time, ""};
  const float title = frame.theme.px(2 * design::card_padding + 46) + text_width(frame.theme, TextRole::title, "Step");
  const std::string subtitle =
      first_fitting(frame.theme, TextRole::secondary, subtitles, card.width() - reserved - title);
  const Rect body = view_card(explorer, frame, card, ViewKind::step, "step", "Step", subtitle);
  if (!report.time)
    return say_in_body(frame, body, "The step's time is unknown: see what is said in red or amber on the left.");
  const bool hovered = interactive("step", body);
  const WaterfallHover hover = draw_waterfall(*ImGui::GetWindowDrawList(), body, report,
                                              {hovered ? ImGui::GetIO().MousePos : nowhere, {}}, frame.theme);
  if (!hovered) return;
  const Explanation explanation = hover.row ? explain_step_row(report, *hover.row) : Explanation{};
  if (!explanation.empty()) show_tip(frame.theme, explanation);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) copy(frame, explanation);
}

void cluster_card(Explorer& explorer, const Frame& frame, const Rect& card, float reserved) {
  const Report& report = shown_report(explorer);
  const Theme& theme = frame.theme;
  const Cluster& cluster = report.scenario.cluster;
  const std::int64_t nodes = (cluster.gpus + std::max<std::int64_t>(1, cluster.gpus_per_node) - 1) /
                             std::max<std::int64_t>(1, cluster.gpus_per_node);
  const bool roomy = card.width() - reserved > theme.px(roomy_cluster);
  const bool zoomed = leads_back(explorer, frame, card);
  const Rect body = view_card(explorer, frame, card, ViewKind::cluster, "cluster", "Cluster",
                              roomy && !zoomed ? grouped(nodes) + (nodes == 1 ? " node" : " nodes") : "");
  coloring_switch(explorer, frame, {card.min, {card.max.x - reserved, card.max.y}});
  Rect racks = body;
  racks.max.y -= 2 * text_height(theme, TextRole::secondary) + theme.px(14);
  const bool hovered = interactive("cluster", racks);
  const std::optional<std::int64_t> gpu = steer_racks(explorer, report, racks, hovered);
  explorer.pointed_gpu = gpu;
  frame.places.note("view.racks", racks);
  draw_racks(*ImGui::GetWindowDrawList(), racks, report, explorer.racks,
             {explorer.selection.gpu, gpu ? gpu : explorer.selection.gpu, explorer.selection.stage}, theme);
  if (gpu && pointer_rests() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) show_tip(theme, explain_gpu(report, *gpu));
  const std::optional<std::int64_t> told = gpu ? gpu : explorer.selection.gpu;
  const Rect foot{{body.min.x, racks.max.y}, body.max};
  if (!told) draw_ramp(frame, foot, explorer.racks.coloring, report.scenario.plan);
  draw_foot(frame, foot,
            told ? words_for_gpu(report, *told)
                 : GpuWords{"Point at a GPU to light its groups", "wheel zooms, drag pans, click pins"});
}

}  // namespace shardscope
