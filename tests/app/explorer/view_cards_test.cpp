#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "render/cluster/racks.h"
#include "render/step/waterfall.h"
#include "tests/core/cluster/rank_coordinates.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ImVec2 center_of_gpu(const WindowDriver& window, std::int64_t gpu) {
  const Rect area = window.place("view.racks");
  const RackGrid grid = grid_for(window.explorer.report, area);
  return screen_rect(window.explorer.racks, area, gpu_rect(grid, gpu)).center();
}

}  // namespace

TEST_CASE("pointing at the racks finds the GPU, and a click pins it and selects its stage") {
  WindowDriver window;
  const std::int64_t gpu = 24 * 1000 + 5;
  window.point_at(center_of_gpu(window, 0));
  window.wheel(30);
  window.wheel(-30);
  CHECK(window.explorer.racks.zoom == 1);
  window.point_at(center_of_gpu(window, gpu));
  REQUIRE(window.explorer.pointed_gpu.has_value());
  const std::int64_t pointed = *window.explorer.pointed_gpu;
  CHECK(std::abs(pointed - gpu) <= 8);  // cells of some three pixels
  window.click(center_of_gpu(window, gpu));
  CHECK(window.explorer.selection.gpu == pointed);
  CHECK(window.explorer.selection.stage == static_cast<std::int32_t>(coordinates_of(pointed, window.plan()).pp));
  window.point_at(window.place("view.memory").center());
  CHECK_FALSE(window.explorer.pointed_gpu.has_value());
  CHECK(window.explorer.selection.gpu == pointed);
}

TEST_CASE("zoomed in, every GPU is found exactly") {
  WindowDriver window("gpt2-xl-8-a100");
  for (const std::int64_t gpu : {0, 3, 7}) {
    window.point_at(center_of_gpu(window, gpu));
    CHECK(window.explorer.pointed_gpu == gpu);
  }
}

TEST_CASE("the racks are coloured by what is clicked") {
  WindowDriver window;
  window.click("coloring.replica");
  CHECK(window.explorer.racks.coloring == RackColoring::replica);
  window.click("coloring.tensor");
  CHECK(window.explorer.racks.coloring == RackColoring::tensor_group);
  window.click("coloring.stage");
  CHECK(window.explorer.racks.coloring == RackColoring::stage);
}

TEST_CASE("a right click on a bar of the step copies its seconds") {
  WindowDriver window;
  const Explorer& explorer = window.explorer;
  const auto bar =
      waterfall_bar_rect(window.place("view.step"), step_losses(explorer.report), StepLoss::at_peak, window.theme());
  REQUIRE(bar.has_value());
  window.click(bar->center(), ImGuiMouseButton_Right);
  CHECK(explorer.notice.text.starts_with("Copied "));
  CHECK(explorer.notice.text == "Copied " + std::string(ImGui::GetClipboardText()));
}

TEST_CASE("a zoomed Cluster view has Fit, which leads back; a card that grows or shrinks shows the whole cluster") {
  WindowDriver window;
  CHECK_FALSE(window.shows("button.cluster_fit"));
  const auto zoom_in = [&] {
    window.point_at(window.place("view.racks").center());
    window.wheel(4);
    window.frames(2);
    REQUIRE(window.explorer.racks.zoom > 1.5);
  };
  zoom_in();
  window.click("button.cluster_fit");
  CHECK(window.explorer.racks.zoom == 1);
  window.frames(2);
  zoom_in();
  window.explorer.grown = ViewKind::cluster;
  window.frames(2);
  CHECK(window.explorer.racks.zoom == 1);
  zoom_in();
  window.explorer.grown = ViewKind::all;
  window.frames(2);
  CHECK(window.explorer.racks.zoom == 1);
}
