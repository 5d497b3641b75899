// A window with the Cluster view grown, and what its tests ask of it.
#pragma once

#include <doctest/doctest.h>

#include <string_view>

#include "app/cluster/cluster_parts.h"
#include "render/cluster/racks.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

/// Grown as a person does: by a click on its corner.
struct ClusterDriver : WindowDriver {
  explicit ClusterDriver(std::string_view preset = "gpt4-25k-a100", WindowSize size = {}) : WindowDriver(preset, size) {
    if (!shows("grow.cluster")) click("button.step-or-cluster");  // a small window has one card for both
    click("grow.cluster");
    point_at({2, 2});
  }

  [[nodiscard]] const Report& report() const { return shown_report(explorer.session); }
  [[nodiscard]] RackGrid grid() const { return grid_for(report(), place("view.racks"), theme().px(24)); }
  /// Where the map shows a GPU now.
  [[nodiscard]] ImVec2 at_gpu(std::int64_t gpu) const {
    return screen_rect(explorer.of<ClusterState>().racks, place("view.racks"), gpu_rect(grid(), gpu)).center();
  }
  /// Wheels towards the GPU until the map shows it from near.
  void zoom_to(std::int64_t gpu) {
    for (int i = 0; i < 40 && explorer.of<ClusterState>().racks.zoom < zoom_max(grid()); ++i) {
      point_at(at_gpu(gpu));
      wheel(4);
    }
  }
  /// Frames until a page has worked out all that it shows.
  void finish() {
    for (int i = 0; i < 4000 && moves_by_itself(explorer); ++i) frames(1);
  }
};

}  // namespace shardscope::tests
