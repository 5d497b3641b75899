#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/memory/memory_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/chart/card.h"
#include "render/chart/chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float heading_height = 44, row_height = 21, share_of_card = 0.42F;
constexpr double byte = 1;
constexpr Bytes least_shown{5e6};  // of two digits behind the point

/// With its sign, a minus as long as the plus.
std::string signed_gigabytes(Bytes bytes) {
  const char* sign = std::abs(bytes.value) < least_shown.value ? "" : bytes.value < 0 ? "−" : "+";
  return sign + gigabytes(Bytes{std::abs(bytes.value)}, 2);
}

std::vector<MegatronDifference> listed(const MemoryState& state) {
  return fold_small(*state.beside_megatron, least_shown);
}

Bytes sum_of(const MegatronReport& theirs) {
  return theirs.weight_and_optimizer + theirs.activation;
}

/// Whether theirs and all differences make ours.
bool explained(const std::vector<MegatronDifference>& differences, const Report& report) {
  Bytes sum = sum_of(report.memory.megatron_report);
  for (const MegatronDifference& difference : differences) sum += difference.bytes;
  return std::abs(sum.value - report.memory.peak.value) < byte;
}

/// A name, the first of those that fits, and what it comes to.
void draw_row(const Theme& theme, const Rect& place, TextRole role, ImU32 color, std::span<const std::string> names,
              const std::string& amount) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, role, place);
  const float width = text_width(theme, role, amount);
  draw_text(draw, theme, role, {place.min.x, y}, color,
            first_fitting(theme, role, names, place.width() - width - theme.px(12)));
  draw_text_right(draw, theme, role, {place.max.x, y}, amount.empty() ? color : theme.text, amount);
}

Rect next_row(const Theme& theme, float left, float right) {
  const float y = ImGui::GetCursorScreenPos().y;
  return {{left, y}, {right, y + theme.snapped_px(row_height)}};
}

void difference_rows(const MemoryState& state, const ViewFrame& frame, const Report& report, float left, float right) {
  const Theme& theme = frame.theme;
  const auto row = [&](TextRole role, ImU32 color, std::string_view name, const std::string& amount) {
    const Rect place = next_row(theme, left, right);
    const std::string only(name);
    draw_row(theme, place, role, color, std::span(&only, 1), amount);
    ImGui::Dummy({place.width(), place.height()});
    return ImGui::IsItemHovered();
  };
  const MegatronReport& theirs = report.memory.megatron_report;
  row(TextRole::secondary, theme.dim, "its weights and optimizer", gigabytes(theirs.weight_and_optimizer, 2));
  row(TextRole::secondary, theme.dim, "its activations", gigabytes(theirs.activation, 2));
  const std::vector<MegatronDifference> differences = listed(state);
  for (const MegatronDifference& difference : differences)
    if (row(TextRole::secondary, theme.dim, difference.name, signed_gigabytes(difference.bytes)))
      show_tip(frame, {std::string(difference.name),
                       format_change(difference.bytes).text(),
                       {std::string(difference.note)},
                       "ours less Megatron-LM's theoretical_memory_usage.py"});
  row(TextRole::strong, theme.text, "ours, stage " + grouped(report.memory.peak_stage),
      gigabytes(report.memory.peak, 2));
  if (explained(*state.beside_megatron, report))
    row(TextRole::secondary, theme.good, "the difference is explained to the byte", {});
}

/// Megatron's two figures and their sum, with the mark that opens the rest.
void heading(const ViewFrame& frame, const Rect& place, const Report& report, bool open, bool hovered) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (hovered) draw.AddRectFilled(place.min, place.max, theme.raised, theme.px(4));
  draw.AddRectFilled(place.min, {place.max.x, place.min.y + std::max(1.0F, theme.px(1))}, theme.line);
  const float text = text_height(theme, TextRole::strong), y = place.min.y + theme.px(6);
  draw_fold_mark(draw, theme, {place.min.x + theme.px(6), y + text / 2}, 3.5F, open, theme.dim);
  const float left = place.min.x + theme.px(16);
  const MegatronReport& theirs = report.memory.megatron_report;
  const std::array<std::string, 3> titles = {"Beside Megatron-LM's own report", "Beside Megatron-LM's", "Megatron-LM"};
  draw_row(theme, {{left, y}, {place.max.x, y + text}}, TextRole::strong, theme.text, titles,
           gigabytes(theirs.weight_and_optimizer, 1) + " + " + gigabytes(theirs.activation, 1) + " = " +
               format_bytes(sum_of(theirs)).text());
  const float below = y + text + theme.px(3);
  const std::array<std::string, 2> when_open = {"state and activations, as it counts them", "as it counts them"};
  const std::array<std::string, 2> when_closed = {"a click lists what it counts otherwise", "a click says why"};
  draw_row(theme, {{left, below}, {place.max.x, below + text}}, TextRole::secondary, theme.dim,
           open ? when_open : when_closed, "ours " + format_bytes(report.memory.peak).text());
}

Explanation explain_theirs(const Report& report) {
  const MegatronReport& theirs = report.memory.megatron_report;
  return {"Megatron-LM's own report",
          format_bytes(sum_of(theirs)).text(),
          {"weights and optimizer " + format_bytes(theirs.weight_and_optimizer).text() + " + activations " +
               format_bytes(theirs.activation).text() + " = " + format_bytes(sum_of(theirs)).text(),
           "ours " + format_bytes(report.memory.peak).text() + "; the rows below lead from one to the other"},
          "Megatron-LM's theoretical_memory_usage.py"};
}

}  // namespace

float megatron_rows_height(const MemoryState& state, const Theme& theme, float card_height) {
  const float closed = theme.px(heading_height);
  if (!state.arranged.beside_megatron) return closed;
  const auto rows = static_cast<float>(listed(state).size() + 4);
  return std::min(closed + rows * theme.snapped_px(row_height), card_height * share_of_card);
}

void megatron_rows(MemoryState& state, const ViewFrame& frame, const Rect& area, const Report& report) {
  const Theme& theme = frame.theme;
  const float bar = theme.px(12);  // of the scroll bar
  const Rect head{area.min, {area.max.x, area.min.y + theme.px(heading_height)}};
  const HitArea under = hit_button(frame, "memory.megatron", head);
  heading(frame, head, report, state.arranged.beside_megatron, under.hovered);
  if (under.pointed) show_tip(frame, explain_theirs(report));
  if (under.pressed) state.arranged.beside_megatron = !state.arranged.beside_megatron;
  if (area.max.y - head.max.y < theme.px(row_height)) return;
  ImGui::SetCursorScreenPos({area.min.x, head.max.y});
  ImGui::BeginChild("Megatron's differences", {area.width(), area.max.y - head.max.y}, ImGuiChildFlags_NavFlattened);
  difference_rows(state, frame, report, area.min.x + theme.px(16), area.max.x - bar);
  ImGui::EndChild();
}

}  // namespace shardscope
