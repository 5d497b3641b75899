#include "app/search/range_row.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "app/panels/cards.h"
#include "app/panels/control_row.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

std::size_t place_of_value(std::span<const std::int64_t> values, std::int64_t value) {
  const auto at = std::lower_bound(values.begin(), values.end(), value);
  return at == values.end() ? values.size() - 1 : static_cast<std::size_t>(at - values.begin());
}

std::size_t last_up_to(std::span<const std::int64_t> values, std::int64_t value) {
  const auto at = std::upper_bound(values.begin(), values.end(), value);
  return at == values.begin() ? 0 : static_cast<std::size_t>(at - values.begin()) - 1;
}

/// The stops of both handles.
struct Handles {
  std::size_t low = 0, high = 0;

  bool operator==(const Handles&) const = default;
};

float handle_at(const Rect& track, std::size_t stop, std::size_t count) {
  return count < 2 ? track.min.x
                   : track.min.x + track.width() * static_cast<float>(stop) / static_cast<float>(count - 1);
}

/// Mouse and keys on the track, which is the last item.
Handles moved_handles(const Rect& track, Handles handles, std::size_t count) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const ImGuiID grip = ImGui::GetItemID();  // which handle the press took: 1 the lower, 2 the upper
  if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    const float x = ImGui::GetIO().MousePos.x;
    const float fraction = std::clamp((x - track.min.x) / std::max(1.0F, track.width()), 0.0F, 1.0F);
    const auto stop = static_cast<std::size_t>(std::lround(fraction * static_cast<float>(count - 1)));
    if (ImGui::IsItemActivated()) {
      const float to_low = std::abs(x - handle_at(track, handles.low, count)),
                  to_high = std::abs(x - handle_at(track, handles.high, count));
      const bool lower = to_low < to_high || (to_low == to_high && x < handle_at(track, handles.low, count));
      kept.SetInt(grip, lower ? 1 : 2);
    }
    if (kept.GetInt(grip) == 1)
      handles.low = std::min(stop, handles.high);
    else
      handles.high = std::max(stop, handles.low);
  }
  if (!ImGui::IsItemFocused() || !ImGui::GetIO().NavVisible) return handles;
  const bool left = ImGui::IsKeyPressed(ImGuiKey_LeftArrow), right = ImGui::IsKeyPressed(ImGuiKey_RightArrow);
  std::size_t& moved = ImGui::GetIO().KeyShift ? handles.low : handles.high;
  if (left && moved > (ImGui::GetIO().KeyShift ? 0 : handles.low)) --moved;
  if (right && moved < (ImGui::GetIO().KeyShift ? handles.high : count - 1)) ++moved;
  if (left || right) ImGui::NavMoveRequestCancel();
  return handles;
}

void draw_range(const Theme& theme, const Rect& track, const Handles& handles, std::size_t count) {
  constexpr std::size_t dots = 14;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = track.center().y, half = theme.px(2);
  const float low = handle_at(track, handles.low, count), high = handle_at(track, handles.high, count);
  draw.AddRectFilled({track.min.x, y - half}, {track.max.x, y + half}, theme.raised, half);
  draw.AddRectFilled({low, y - half}, {high, y + half}, theme.accent, half);
  if (count <= dots)
    for (std::size_t i = 0; i < count; ++i)
      draw.AddCircleFilled({handle_at(track, i, count), y}, theme.px(2.2F), theme.faint);
  draw.AddCircleFilled({low, y}, theme.px(6.5F), theme.text);
  draw.AddCircleFilled({high, y}, theme.px(6.5F), theme.text);
}

std::string range_text(std::span<const std::int64_t> values, const Handles& handles) {
  const std::string low = grouped(values[handles.low]), high = grouped(values[handles.high]);
  return low == high ? low : low + " to " + high;
}

}  // namespace

std::optional<ValueRange> read_range(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (std::size_t i = 0; i < text.size();) {
    std::int64_t number = 0;
    const auto read = std::from_chars(text.data() + i, text.data() + text.size(), number);
    if (read.ec == std::errc()) {
      numbers.push_back(number);
      i = static_cast<std::size_t>(read.ptr - text.data());
    } else {
      if (std::string_view(" to.,").find(text[i]) == std::string_view::npos) return std::nullopt;
      ++i;
    }
  }
  if (numbers.empty() || numbers.size() > 2 || numbers.front() < 1) return std::nullopt;
  return numbers.back() >= numbers.front() ? std::optional(ValueRange{numbers.front(), numbers.back()}) : std::nullopt;
}

std::optional<std::optional<ValueRange>> range_row(const Frame& frame, const ValueRangeRow& row) {
  if (row.values.empty()) return std::nullopt;
  const std::size_t count = row.values.size();
  Handles present{0, count - 1};
  if (row.range) present = {place_of_value(row.values, row.range->least), last_up_to(row.values, row.range->most)};
  present.high = std::max(present.high, present.low);
  const std::string text = range_text(row.values, present);
  RowScope scope(frame, row.place, row.label, count < 2 ? "There is one value." : "", RowKind::slider, {}, row.help);
  scope.widen_value(text);
  const Theme& theme = frame.theme;
  Rect track = scope.area.control;
  track.min.x += theme.px(7), track.max.x -= theme.px(14);
  ImGui::SetCursorScreenPos({track.min.x - theme.px(7), scope.area.row.min.y});
  ImGui::InvisibleButton("range", {std::max(1.0F, track.width() + theme.px(14)), scope.area.row.height()},
                         count < 2 ? ImGuiButtonFlags_None : ImGuiButtonFlags_EnableNav);
  frame.places.note(row.place, track);
  Handles moved = count < 2 ? present : moved_handles(track, present, count);
  draw_range(theme, track, moved, count);
  scope.tip_on_hover();
  if (const std::optional<std::string> typed = value_box(frame, scope, text))
    if (const std::optional<ValueRange> range = read_range(*typed)) {
      moved = {place_of_value(row.values, range->least), last_up_to(row.values, range->most)};
      moved.high = std::max(moved.high, moved.low);
    }
  if (moved == present) return std::nullopt;
  if (moved.low == 0 && moved.high == count - 1) return std::optional<ValueRange>{};
  return std::optional(ValueRange{row.values[moved.low], row.values[moved.high]});
}

namespace {

/// A word, lit where it is searched over, and what is said of it.
void draw_chip(const Frame& frame, const ChipsRow& row, const Rect& box, const WordChip& chip, bool on,
               const HitArea& under) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(box.min, box.max, on ? blend(theme.raised, theme.accent, 0.32F) : theme.raised,
                     theme.px(design::control_radius));
  if (under.hovered || under.focused) draw.AddRect(box.min, box.max, theme.accent, theme.px(design::control_radius));
  draw_text_centered(draw, theme, TextRole::secondary, {box.center().x, text_top(theme, TextRole::secondary, box)},
                     on ? theme.text : theme.dim, chip.label);
  if (!under.pointed || !pointer_rests()) return;
  Explanation tip{std::string(row.label), chip.label, {std::string(row.help)}};
  if (row.help.empty()) tip.lines.clear();
  tip.lines.emplace_back(on ? "Searched over. A click leaves it out." : "Left out. A click searches over it too.");
  show_term_tip(frame, std::move(tip));
}

/// The words that are lit after a click on one; nothing where none would be.
std::optional<std::vector<std::int64_t>> turned_over(const ChipsRow& row, std::span<const std::int64_t> lit,
                                                     std::int64_t turned) {
  std::vector<std::int64_t> next;
  for (const WordChip& chip : row.chips)
    if ((std::find(lit.begin(), lit.end(), chip.value) != lit.end()) != (chip.value == turned))
      next.push_back(chip.value);
  if (next.empty()) return std::nullopt;
  std::sort(next.begin(), next.end());
  if (std::equal(next.begin(), next.end(), row.usual.begin(), row.usual.end())) next.clear();
  return next;
}

}  // namespace

constexpr std::size_t chips_beside_label = 8;

bool chips_row(const Frame& frame, const ChipsRow& row, std::vector<std::int64_t>& chosen) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const RowArea area = next_row(theme);
  const float left = area.control.min.x, right = area.row.max.x, height = theme.px(22), gap = theme.px(5);
  draw_fitted(draw, theme, TextRole::body, {area.row.min.x, text_top(theme, TextRole::body, area.row)}, theme.text,
              left - area.row.min.x - gap, row.label);
  const std::span<const std::int64_t> lit = chosen.empty() ? row.usual : chosen;
  float x = left, y = area.row.min.y + theme.px(1);
  // Many words go on under the label too.
  const float onwards = row.chips.size() > chips_beside_label ? area.row.min.x : left;
  std::optional<std::int64_t> turned;
  for (const WordChip& chip : row.chips) {
    const float width = text_width(theme, TextRole::secondary, chip.label) + theme.px(14);
    if (x + width > right && x > left) x = onwards, y += height + gap;
    const Rect box{{x, y}, {x + width, y + height}};
    const HitArea under = hit_button(frame, (std::string(row.place) + "=" + chip.label).c_str(), box);
    if (under.pressed) turned = chip.value;
    draw_chip(frame, row, box, chip, std::find(lit.begin(), lit.end(), chip.value) != lit.end(), under);
    x += width + gap;
  }
  ImGui::SetCursorScreenPos({area.row.min.x, y + height + gap});
  ImGui::Dummy({1, 0});
  if (!turned) return false;
  std::optional<std::vector<std::int64_t>> next = turned_over(row, lit, *turned);
  if (next) chosen = std::move(*next);
  return next.has_value();
}

}  // namespace shardscope
