// The Memory view grown to the whole area: what fills one stage, one layer's tensors, the step's memory over
// time, and what would save memory.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/layout/layout_card.h"
#include "app/memory/memory_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/derivation/memory_figures.h"
#include "core/lanes/lane_memory.h"
#include "render/chart/card.h"
#include "render/memory/explain_memory.h"
#include "render/memory/memory_bars.h"
#include "render/memory/memory_curve.h"
#include "render/memory/memory_table.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

std::int32_t memory_stage(const ViewFrame& frame) {
  const auto& memory = frame.shown.memory;
  return selected_stage(frame.selection, memory.stages.size(), memory.peak_stage);
}

/// The block that was picked, where the stage has one like it; else the first, which holds most.
std::optional<StageBlocks> block_of(const MemoryArrangement& view, const std::vector<StageBlocks>& blocks) {
  for (const StageBlocks& each : blocks)
    if (view.block && each.kind == view.block->kind && each.fate == view.block->fate) return each;
  return blocks.empty() ? std::nullopt : std::optional(blocks.front());
}

StageDetail take_apart(const Report& report, std::int32_t stage) {
  const std::optional<RankLanes> lanes = rank_lanes(report, stage);
  StageDetail detail{stage,
                     memory_ledger(report, stage),
                     blocks_of_stage(report, stage),
                     lanes ? memory_by_operation(report, *lanes) : memory_over_time(report, stage),
                     {}};
  if (!detail.curve.points.empty()) detail.alive = alive_at(report, stage, detail.curve.points[detail.curve.peak].time);
  return detail;
}

void refresh(MemoryState& state, const ViewFrame& frame) {
  const Report& report = frame.shown;
  const std::int32_t stage = memory_stage(frame);
  if (!state.stage.is_of(report.scenario, stage)) state.arranged.tensor.reset();
  const StageDetail& detail = state.stage.of(report.scenario, stage, [&] { return take_apart(report, stage); });
  const std::optional<StageBlocks> block = block_of(state.arranged, detail.blocks);
  state.block.of(report.scenario, block, [&] {
    return BlockDetail{block, block ? tensors_of(report.scenario, *block) : std::vector<LayerTensor>{}};
  });
  state.savings.of(report.scenario, frame.scenario(), frame.holds, [&] {
    return report.valid ? memory_savings(frame.scenario(), report, frame.holds) : std::vector<MemorySaving>{};
  });
  state.beside_megatron.of(report.scenario, [&] { return megatron_differences(report); });
}

/// Two arrow heads that step through the stages, at the right of the card's title.
void stage_arrows(const ViewFrame& frame, const Rect& card, std::int32_t stages) {
  const Theme& theme = frame.theme;
  const float y = card.min.y + theme.px(8), size = theme.px(22);
  const std::array<std::pair<const char*, int>, 2> arrows = {{{"memory.previous", -1}, {"memory.next", 1}}};
  float x = card.max.x - theme.px(34) - 2 * size;
  for (const auto& [name, step] : arrows) {
    const Rect box{{x, y}, {x + size, y + size}};
    const HitArea under = hit_button(frame, name, box);
    if (under.pressed && stages > 0) show_stage(frame.selection, (memory_stage(frame) + step + stages) % stages);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (under.hovered) draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(4));
    const ImVec2 c = box.center();
    const float arm = theme.px(4), way = static_cast<float>(step);
    draw.AddTriangleFilled({c.x - way * arm * 0.6F, c.y - arm}, {c.x - way * arm * 0.6F, c.y + arm},
                           {c.x + way * arm, c.y}, theme.dim);
    x += size;
  }
}

void click_row(MemoryState& state, const Scenario& shown, const MemoryTableRow& row) {
  MemoryArrangement& view = state.arranged;
  if (row.line) return show_in_treemap(state, shown, state.stage->ledger[*row.line]);
  bool& open = view.open[static_cast<std::size_t>(row.component)];
  open = view.shown != row.component || !open;
  view.shown = row.component;
  view.tensor.reset();
}

/// Components and tensors, scrolled where they don't fit.
void table(MemoryState& state, const ViewFrame& frame, const Rect& area, const Report& report) {
  const Theme& theme = frame.theme;
  const StageDetail& detail = *state.stage;
  const float bar = theme.px(12);  // of the scroll bar
  draw_memory_table_heading(*ImGui::GetWindowDrawList(), theme, {area.min, {area.max.x - bar, area.max.y}});
  const float top = area.min.y + text_height(theme, TextRole::secondary) + theme.px(6);
  ImGui::SetCursorScreenPos({area.min.x - theme.px(4), top});
  ImGui::BeginChild("ledger", {area.width() + theme.px(4), std::max(1.0F, area.max.y - top)},
                    ImGuiChildFlags_NavFlattened);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (const MemoryTableRow& row : memory_table_rows(detail.ledger, state.arranged.open)) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float left = at.x + theme.px(4), end = area.max.x - bar;
    const float height = memory_table_row_height(theme, detail.ledger, row, end - left);
    const Rect place{{left, at.y}, {end, at.y + height}};
    const std::string name = row.line ? "memory.line." + std::to_string(*row.line)
                                      : "memory.component." + std::to_string(static_cast<int>(row.component));
    const HitArea under = hit_button(frame, name.c_str(), place);
    const bool hovered = under.hovered || under.focused;
    const bool open = state.arranged.open[static_cast<std::size_t>(row.component)];
    draw_memory_table_row(draw, theme, place, report, detail.stage, detail.ledger, row,
                          {open, hovered, !row.line && state.arranged.shown == row.component});
    if (under.pointed) {
      const std::string figure = component_figure(report, detail.stage, row.component);
      Explanation tip = row.line ? explain_ledger_line(detail.ledger[*row.line])
                                 : explain_memory(report, {detail.stage, row.component, {}});
      if (row.line || figure.empty()) tip.made_from = figures_of_component(report, row.component);
      number_tip(frame, std::move(tip), row.line ? std::string() : figure, DerivationBy::key);
    }
    if (under.pressed) click_row(state, report.scenario, row);
  }
  ImGui::EndChild();
}

void fill_card(MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const StageDetail& detail = *state.stage;
  const auto stages = static_cast<std::int32_t>(report.memory.stages.size());
  const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(detail.stage)];
  const std::string title = "What fills stage " + std::to_string(detail.stage);
  const std::string of = format_bytes(stage.total).text() + " of " + format_bytes(report.memory.capacity).text();
  const std::string allocated = of + ", allocated " + format_bytes(stage.allocated).text();
  const std::array<std::string, 4> subtitles = {allocated + ", reserved " + format_bytes(stage.reserved).text(),
                                                allocated, of, std::string()};
  const float arrows = theme.px(2 * 22 + 12);  // to the stages beside it, before the corner mark
  const Rect body = view_card(frame, card, MemoryState::info.name, title, subtitles, arrows);
  if (subtitle_pointed(frame, "memory.subtitle", card, title, card_frame(theme, card).grow_mark.min.x - arrows))
    explain_held(frame, {detail.stage, {}, {}});
  stage_arrows(frame, card, stages);
  const float bars_height = std::min(theme.px(230), body.height() * 0.35F);
  const Rect bars{body.min, {body.max.x, body.min.y + bars_height}};
  const MemoryHover hover = memory_bars(frame, bars, detail.stage);
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left) && hover.stage) {
    show_stage(frame.selection, *hover.stage);
    if (hover.component) state.arranged.shown = *hover.component;
  }
  const float foot = body.max.y - megatron_rows_height(state, theme, body.height());
  table(state, frame, {{body.min.x, bars.max.y + theme.px(12)}, {body.max.x, foot - theme.px(4)}}, report);
  megatron_rows(state, frame, {{body.min.x, foot}, body.max}, report);
}

std::string numbers_of(const AliveChunk& chunk) {
  return chunk.count == 1 ? "micro-batch " + grouped(chunk.first)
                          : "micro-batches " + grouped(chunk.first) + " to " + grouped(chunk.last);
}

std::string alive_words(const std::vector<AliveChunk>& alive, bool chunks) {
  if (!chunks && alive.size() == 1) return numbers_of(alive.front()) + " alive";
  std::int32_t count = 0;
  for (const AliveChunk& chunk : alive) count += chunk.count;
  return grouped(count) + " micro-batch-chunks alive, of " + grouped(static_cast<std::int64_t>(alive.size())) +
         " chunks";
}

Explanation explain_moment(const Report& report, const StageDetail& detail, double time, bool chunks) {
  const MemoryCurve& curve = detail.curve;
  const std::size_t point = point_at(curve, time);
  Explanation words{"At " + format_seconds(Seconds{time}).text(), format_bytes(curve.total(point)).text(), {}, {}};
  words.lines.push_back("activations " + format_bytes(curve.points[point].activations).text() + ", the rest " +
                        format_bytes(curve.constant()).text());
  constexpr std::size_t lines_max = 8;
  const std::vector<AliveChunk> alive = alive_at(report, detail.stage, time);
  for (std::size_t i = 0; i < std::min(alive.size(), lines_max); ++i)
    words.lines.push_back((chunks ? "chunk " + grouped(alive[i].chunk) + ": " : "held: ") + numbers_of(alive[i]));
  if (alive.size() > lines_max) words.lines.push_back("and of more chunks");
  words.source = "the simulated passes: a forward takes layer by layer, the backward gives back";
  return words;
}

void curve_card(const MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const StageDetail& detail = *state.stage;
  const MemoryCurve& curve = detail.curve;
  const std::string subtitle = curve.points.empty() ? ""
                                                    : "stage " + std::to_string(detail.stage) + "; the peak is at " +
                                                          format_seconds(Seconds{curve.points[curve.peak].time}).text();
  const Rect body = plain_card(frame, card, "Over one step", subtitle);
  if (curve.points.empty()) return say_in_body(frame, body, "There is no timeline of this plan.");
  const bool chunks = report.timeline && report.timeline->virtual_stages > 1;
  const double peak = curve.points[curve.peak].time;
  if (subtitle_pointed(frame, "memory.curve.subtitle", card, "Over one step"))
    show_tip(frame, explain_moment(report, detail, peak, chunks));
  const bool hovered = chart_area(frame, "memory.curve", body);
  const auto time = draw_memory_curve(*ImGui::GetWindowDrawList(), frame.theme, body, curve, report.memory.capacity,
                                      {pointer_if(hovered), alive_words(detail.alive, chunks),
                                       frame.moment ? std::optional(frame.moment->time) : std::nullopt});
  if (hovered) show_tip(frame, explain_moment(report, detail, time.value_or(peak), chunks));
}

ChangeRow saving_row(const Theme& theme, const MemorySaving& change) {
  const std::string saved =
      "−" + in_gigabytes(change.saved, change.saved.value < 0.95e9 ? 2 : 1).text();  // one unit down the column
  const std::string cost = !change.slower ? "cost in time unknown"
                           : std::abs(*change.slower) < 0.0005
                               ? "same speed"
                               : format_percent(std::abs(*change.slower)).text() +
                                     (*change.slower > 0 ? " more time per token" : " less time per token");
  return {.words = change.words,
          .gain = saved,
          .below = (change.fits ? "fits; " : "does not fit yet; ") + cost,
          .below_color = theme.dim};
}

void savings_card(const MemoryState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const Rect body =
      plain_card(frame, card, report.fits ? "What would save memory" : "What would make it fit", "a click applies");
  if (kept_back(frame, body)) return;
  const std::vector<MemorySaving>& savings = *state.savings;
  if (savings.empty()) return say_in_body(frame, body, "No single change saves memory.");
  std::vector<ChangeRow> rows;
  for (const MemorySaving& change : savings) rows.push_back(saving_row(theme, change));
  const std::optional<std::size_t> chosen = change_rows(frame, body, "memory.saving", rows);
  if (chosen) frame.requests.edit = ScenarioEdit{savings[*chosen].scenario, "plan"};
}

constexpr std::array<float, 4> memory_column_heights = {480, 320, 320, 300};  // at scale 1, as the cards follow below
constexpr float least_memory_height = 600;                                    // of two rows of cards

struct MemoryCards {
  Rect fill, tensors, curve, savings;
};

MemoryCards memory_cards_in_column(const Theme& theme, const Rect& area) {
  const std::vector<Rect> cards = column_of(theme, area, memory_column_heights);
  return {cards[0], cards[1], cards[2], cards[3]};
}

MemoryCards places_beside(const Theme& theme, const Rect& area) {
  const float gap = theme.snapped_px(design::card_gap);
  const float left = std::floor((area.width() - gap) * 0.36F), top = std::floor((area.height() - gap) * 0.5F);
  const Rect rest{{area.min.x + left + gap, area.min.y}, area.max};
  const float curve = std::floor((rest.width() - gap) * 0.60F), below = rest.min.y + top + gap;
  return {{area.min, {area.min.x + left, area.max.y}},
          {rest.min, {rest.max.x, rest.min.y + top}},
          {{rest.min.x, below}, {rest.min.x + curve, rest.max.y}},
          {{rest.min.x + curve + gap, below}, rest.max}};
}

}  // namespace

void draw_view(MemoryState& state, const ViewFrame& frame, const Rect& whole) {
  const bool roomy = whole.height() > frame.theme.px(760);  // else the tables would be cut
  const Rect area = roomy ? layout_card(frame, whole) : whole;
  const Report& report = frame.shown;
  if (report.memory.stages.empty()) return draw_in_card(state, frame, area);
  refresh(state, frame);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const bool column = is_one_column(frame.theme, area);
  const CardsArea cards_area = begin_cards(
      frame, area, column ? column_height(frame.theme, memory_column_heights) : frame.theme.px(least_memory_height));
  const MemoryCards cards =
      column ? memory_cards_in_column(frame.theme, cards_area.area) : places_beside(frame.theme, cards_area.area);
  tensors_card(state, frame, cards.tensors, report);
  curve_card(state, frame, cards.curve, report);
  fill_card(state, frame, cards.fill, report);
  savings_card(state, frame, cards.savings, report);  // last: it may edit the plan
  end_cards(frame, cards_area);
  ImGui::PopStyleVar();
}

}  // namespace shardscope
