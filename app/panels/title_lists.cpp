#include "app/panels/title_lists.h"

#include <imgui.h>

#include <string>

#include "core/schedules/schedules.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

std::optional<std::size_t> list_before(const Frame& frame, const Rect& line, const ComboRow& row, float& right) {
  const float width = title_combo_width(frame.theme, row.shown, TextRole::secondary);
  ImGui::SetCursorScreenPos({right - width, text_top(frame.theme, TextRole::secondary, line)});
  right -= width + frame.theme.px(10);
  float end = 0;
  return title_combo(frame, row, width + 1, end, TextRole::secondary);
}

std::optional<std::int32_t> rows_list(const Frame& frame, const Rect& line, const RowsList& list, float& right) {
  const auto words = [&](std::int32_t count) {
    return count == 1 ? "Each " + std::string(list.lane) : grouped(count) + " " + std::string(list.lane) + "s per row";
  };
  std::vector<Option> options;
  std::vector<std::int32_t> counts;
  std::optional<std::size_t> present;
  for (std::int32_t count = 1; options.empty() || counts.back() < list.ranks; count *= 2) {
    if (count == list.ranks_per_row) present = options.size();
    options.push_back({words(count), {}, {}});
    counts.push_back(count);
  }
  const auto chosen = list_before(frame, line, {list.name, {}, words(list.ranks_per_row), options, present}, right);
  return chosen ? std::optional(counts[*chosen]) : std::nullopt;
}

std::vector<Option> schedule_options() {
  std::vector<Option> options;
  for (const ScheduleKind kind : known_schedules())
    options.push_back({std::string(label_of(kind)), {}, schedule_help(ways_of(kind))});
  return options;
}

std::string chunked_schedules() {
  return schedules_in_words([](const ScheduleWays& ways) { return ways.takes_chunks(); }, &Choice::label);
}

std::optional<ScheduleKind> schedule_title(const Frame& frame, const Rect& title, std::string_view name,
                                           ScheduleKind present, std::function<std::vector<Option>()> options,
                                           float& left) {
  ComboRow row{name, {}, std::string(label_of(present)), {}, static_cast<std::size_t>(present)};
  row.make_options = std::move(options);
  ImGui::SetCursorScreenPos({title.min.x, text_top(frame.theme, TextRole::title, title)});
  const std::optional<std::size_t> chosen = title_combo(frame, row, frame.theme.px(240), left);
  left += frame.theme.px(10);
  return chosen ? std::optional(static_cast<ScheduleKind>(*chosen)) : std::nullopt;
}

}  // namespace shardscope
