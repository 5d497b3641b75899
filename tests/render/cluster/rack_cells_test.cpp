#include "render/cluster/rack_cells.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

/// Pipeline stages closer than replicas: every 4 x tp GPUs hold all four stages.
Report stages_within(std::int64_t tp, std::int64_t dp) {
  Report report;
  report.scenario.plan.tp = tp, report.scenario.plan.pp = 4, report.scenario.plan.dp = dp;
  report.scenario.plan.rank_order = "tp-cp-ep-pp-dp";
  report.scenario.cluster.gpus = tp * 4 * dp;
  return report;
}

int channel(ImU32 color, int shift) {
  return static_cast<int>((color >> shift) & 255u);
}

struct Cells {
  explicit Cells(const Report& report) : colors(report, RackColoring::stage, theme) {}
  [[nodiscard]] std::vector<ImU32> columns(const GpuRange& gpus, std::size_t count) const {
    CellColumns all;
    stripe_colors({colors, tint, theme}, gpus, 8, count, all);
    return all.colors;
  }
  Theme theme = dark_theme();
  RackColors colors;
  RackTint tint;
};

}  // namespace

TEST_CASE("a rack of four stages is four stripes where there are pixels for them, in the order of its GPUs") {
  const Report report = stages_within(8, 32);
  const Cells cells(report);
  const std::vector<ImU32> four = cells.columns({32, 64}, 4);
  REQUIRE(four.size() == 4);
  for (std::size_t i = 0; i < four.size(); ++i) CHECK(four[i] == cells.colors.color(static_cast<std::int64_t>(i)));
  const std::vector<ImU32> eight = cells.columns({32, 64}, 8);
  CHECK(eight[2] == four[1]);
  CHECK(eight[3] == four[1]);
}

TEST_CASE("where pixels are fewer than colours, each shows the mean of what it holds") {
  const Report report = stages_within(8, 32);
  const Cells cells(report);
  const std::vector<ImU32> one = cells.columns({32, 64}, 1);
  REQUIRE(one.size() == 1);
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT}) {
    int sum = 0;
    for (std::int64_t stage = 0; stage < 4; ++stage) sum += channel(cells.colors.color(stage), shift);
    CHECK(channel(one[0], shift) == doctest::Approx(sum / 4.0).epsilon(0.01));
  }
  CHECK(one[0] != cells.colors.color(1));  // of the GPU in the middle
}

TEST_CASE("GPUs of one colour are one stripe, and no GPUs none") {
  const Report report = stages_within(32, 8);
  const Cells cells(report);
  CHECK(cells.columns({32, 64}, 20) == std::vector<ImU32>{cells.colors.color(1)});
  CHECK(cells.columns({64, 64}, 20).empty());
}

TEST_CASE("a cell of far more GPUs than are asked still holds every stage alike") {
  const Report report = stages_within(1, 4096);
  const Cells cells(report);
  const ImU32 some = cells.columns({0, 4}, 1).front(), many = cells.columns({0, 16'384}, 1).front();
  for (const int shift : {IM_COL32_R_SHIFT, IM_COL32_G_SHIFT, IM_COL32_B_SHIFT})
    CHECK(std::abs(channel(some, shift) - channel(many, shift)) <= 6);
}
