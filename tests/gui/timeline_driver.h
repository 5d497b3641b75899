// A window with the Timeline grown, and what its tests ask of it.
#pragma once

#include <doctest/doctest.h>

#include <string_view>

#include "core/inspect/memory/held_bytes.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

/// Grown as a person does: by a click on its corner.
struct TimelineDriver : WindowDriver {
  explicit TimelineDriver(std::string_view preset = "gpt4-25k-a100", WindowSize size = {})
      : WindowDriver(preset, size) {
    click("grow.timeline");
    point_at({2, 2});
  }

  [[nodiscard]] const Timeline& timeline() const { return *shown_report(explorer.session).timeline; }
  [[nodiscard]] double end() { return timeline_end(explorer.of<TimelineState>(), view_frame()); }
  [[nodiscard]] TimeRange shown() {
    return visible_time(explorer.of<TimelineState>().gantt, {end(), timeline().ranks});
  }
  /// Where the upper chart shows a moment of a rank, by its lanes; every rank has a row of its own.
  [[nodiscard]] ImVec2 at(std::int32_t rank, double time) {
    const Rect lanes = place("timeline.lanes");
    const LaneRange ranks = visible_lanes(explorer.of<TimelineState>().gantt, {end(), timeline().ranks});
    const TimeRange range = shown();
    const float pitch = lanes.height() / static_cast<float>(ranks.count);
    return {lanes.min.x + lanes.width() * static_cast<float>((time - range.start) / range.length()),
            lanes.min.y + pitch * (static_cast<float>(rank - ranks.first) + 0.25F)};
  }
  [[nodiscard]] const PassRecord& bar(std::int32_t rank, std::size_t i) const { return timeline().lane(rank)[i]; }
  [[nodiscard]] ImVec2 at_bar(std::int32_t rank, std::size_t i) {
    return at(rank, (bar(rank, i).start + bar(rank, i).end) / 2);
  }
  void shift(bool down) {
    ImGui::GetIO().AddKeyEvent(ImGuiMod_Shift, down);
    frames(2);
  }
};

}  // namespace shardscope::tests
