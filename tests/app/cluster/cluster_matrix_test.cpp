#include <doctest/doctest.h>

#include <cstdlib>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the wheel zooms the matrix to single ranks and a double click shows all again") {
  ClusterDriver window("llama3-405b-100k-h100");
  window.click("cluster.page.matrix");
  const Rect plot = window.place("cluster.matrix");
  CHECK(window.explorer.of<ClusterState>().matrix->matrix.senders == RankRange{0, 99'968});
  const ImVec2 at{plot.min.x + plot.width() * 0.25F, plot.min.y + plot.height() * 0.25F};
  window.point_at(at);
  for (int i = 0; i < 12; ++i) window.wheel(6);
  const TrafficMatrix& matrix = window.explorer.of<ClusterState>().matrix->matrix;
  CHECK(matrix.senders.count <= 10);
  CHECK(matrix.rows == matrix.senders.count);
  CHECK(std::abs(matrix.senders.first - 24'992) < 150);  // a pixel of the whole is some 130 ranks
  window.double_click(at);
  CHECK(window.explorer.of<ClusterState>().matrix->matrix.senders.count == 99'968);
}
