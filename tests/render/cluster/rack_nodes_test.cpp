#include "render/cluster/rack_nodes.h"

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"
#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("each GPU has a cell of its own in the node's box") {
  const Theme theme = dark_theme();
  Cluster cluster;
  cluster.gpus = 64;
  const RackGrid grid = rack_grid(cluster, 400, 300);
  const NodeRun node = nodes_in_rack(grid, 0);
  const Rect box{{10, 20}, {410, 120}};
  for (std::int64_t slot = 0; slot < 8; ++slot) {
    const Rect cell = node_gpu_rect(theme, node, box, slot);
    CHECK(cell.min.x >= box.min.x);
    CHECK(cell.max.x <= box.max.x);
    CHECK(cell.max.y <= box.max.y);
    if (slot > 0) CHECK(cell.min.x > node_gpu_rect(theme, node, box, slot - 1).max.x);
  }
  CHECK(node_shows_gpus(theme, node, 400, 100));
  CHECK_FALSE(node_shows_gpus(theme, node, 40, 100));
}

TEST_CASE("a large node says more than a small one, and both draw what they are asked for") {
  Offscreen screen = make_screen();
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const RackGrid grid = rack_grid(report.scenario.cluster, 400, 300);
  const Theme theme = with_fonts(dark_theme(), screen);
  const RackColors colors(report, RackColoring::stage, theme);
  const RackTint tint{};
  int vertices[2] = {};
  for (const bool large : {false, true})
    in_frame(screen, 1400, 400, [&](ImDrawList& draw) {
      const NodeInk ink{draw, theme, colors, grid, tint};
      draw_node(ink, large ? Rect{{0, 0}, {1200, 320}} : Rect{{0, 0}, {300, 50}}, 1000);
      vertices[large ? 1 : 0] = draw.VtxBuffer.Size;
    });
  CHECK(vertices[0] > 8 * 4);
  CHECK(vertices[1] > 4 * vertices[0]);
}
