// A window with the schedule lab open, and what its tests ask of it.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "app/lab/lab_state.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

/// Opened as a person does: by a click on its tab.
struct LabDriver : WindowDriver {
  explicit LabDriver(WindowSize size = {}) : WindowDriver("gpt4-25k-a100", size) { click("tab.lab"); }

  [[nodiscard]] Lab& lab() { return *explorer.of<LabState>().lab; }
  [[nodiscard]] const LabDocument& document() { return lab().history.present(); }
  [[nodiscard]] const LabRun& run(std::size_t which) {
    REQUIRE(lab().charts[which].run);
    return *lab().charts[which].run;
  }
  [[nodiscard]] GanttGeometry geometry(std::size_t which) {
    GanttSource source{run(which).timeline, run(which).index, {"rank", true, true},
                       TimeUnit::units,     lab_end(lab()),   &run(which).held};
    return gantt_geometry(place(which == 0 ? "lab.above.chart" : "lab.below.chart"), lab().view, source, theme());
  }
  /// The middle of the rank's bar at this place of its order.
  [[nodiscard]] ImVec2 bar(std::size_t which, std::int32_t rank, std::size_t i) {
    const PassRecord& record = run(which).timeline.lane(rank)[i];
    const GanttGeometry at = geometry(which);
    return {static_cast<float>(at.x_of((record.start + record.end) / 2)), at.row_rect(rank).center().y};
  }
};

}  // namespace shardscope::tests
