#include "render/cluster/rack_failures.h"

#include <doctest/doctest.h>

#include "render/cluster/racks.h"

using namespace shardscope;

namespace {

/// Vertices that the marks take on a map of so many GPUs.
int vertices(const FailureMarks& marks, std::int64_t gpus, double zoom) {
  Cluster cluster;
  cluster.gpus = gpus;
  const Rect area{{0, 0}, {800, 600}};
  const RackGrid grid = rack_grid(cluster, 800, 600);
  RacksView view;
  view.zoom = zoom;
  const Theme theme = dark_theme();
  ImGuiContext* context = ImGui::CreateContext();
  int used = 0;
  {
    ImDrawList draw(ImGui::GetDrawListSharedData());
    draw._ResetForNewFrame();
    draw.PushClipRect(area.min, area.max);
    const int before = draw.VtxBuffer.Size;
    outline_failed_links({draw, area, grid, view, theme}, &marks);
    used = draw.VtxBuffer.Size - before;
  }
  ImGui::DestroyContext(context);
  return used;
}

}  // namespace

TEST_CASE("a rail out is a line down each of its racks, and from near a frame around each of its GPUs") {
  constexpr int line = 4;  // vertices of a filled rectangle
  FailureMarks marks;
  marks.rails.push_back({{0, 32'768}, 3});
  CHECK(vertices(marks, 65'536, 1) == 1024 * line);
  marks.rails.front().gpus.end = 64;
  CHECK(vertices(marks, 65'536, 1) == 2 * line);
  CHECK(vertices(marks, 128, 1) > 2 * line);
}

TEST_CASE("nothing failed, nothing is drawn") {
  CHECK(vertices({}, 1024, 1) == 0);
}
