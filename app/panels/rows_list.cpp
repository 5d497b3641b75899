#include "app/panels/rows_list.h"

#include <imgui.h>

#include <string>
#include <vector>

#include "app/panels/controls.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

std::optional<std::int32_t> rows_list(const Frame& frame, const Rect& line, const RowsList& list, float& right) {
  const auto words = [&](std::int32_t count) {
    return count == 1 ? "Each " + std::string(list.lane) : grouped(count) + " " + std::string(list.lane) + "s per row";
  };
  std::vector<Option> options;
  std::vector<std::int32_t> counts;
  std::optional<std::size_t> present;
  for (std::int32_t count = 1; options.empty() || counts.back() < list.ranks; count *= 2) {
    if (count == list.ranks_a_row) present = options.size();
    options.push_back({words(count), {}, {}});
    counts.push_back(count);
  }
  const ComboRow row{list.name, {}, words(list.ranks_a_row), options, present};
  const float width = title_combo_width(frame.theme, row.shown, TextRole::secondary);
  ImGui::SetCursorScreenPos({right - width, line.center().y - text_height(frame.theme, TextRole::secondary) / 2});
  float end = 0;
  const std::optional<std::size_t> chosen = title_combo(frame, row, width + 1, end, TextRole::secondary);
  right -= width + frame.theme.px(10);
  return chosen ? std::optional(counts[*chosen]) : std::nullopt;
}

}  // namespace shardscope
