#include "render/search/plan_density.h"

#include "tests/render/screen.h"

using namespace shardscope;

namespace {

LandscapePlan plan_at(double memory, double rate, bool counts = true) {
  LandscapePlan plan;
  plan.found.peak_memory = Bytes{memory}, plan.found.tokens_per_second = rate, plan.counts = counts;
  return plan;
}

DensityPlane plane_of(int columns, int rows) {
  return {SearchGoal::memory, SearchGoal::throughput, {1e9, 1e11, true}, {0, 100, false}, columns, rows};
}

}  // namespace

TEST_CASE("each plan lies in one cell, those that count apart, and a cell names the fastest that counts") {
  PlanDensity density = empty_density(plane_of(10, 10));
  const LandscapePlan slow = plan_at(5e9, 42), fast = plan_at(5e9, 48), out = plan_at(5e9, 49, false),
                      elsewhere = plan_at(9e10, 80), beyond = plan_at(1e13, 50);
  for (const LandscapePlan* plan : {&out, &slow, &fast, &elsewhere, &beyond}) add_plan(density, *plan, plan->counts);
  const DensityCell* cell = density.cell(density.plane.x.place(5e9), 0.45);
  REQUIRE(cell != nullptr);
  CHECK(cell->lit == 2);
  CHECK(cell->pale == 1);
  CHECK(cell->best == &fast);
  CHECK(density.most == 2);
  CHECK(density.beyond == 1);
  std::uint32_t all = 0;
  for (const DensityCell& each : density.cells) all += each.lit + each.pale;
  CHECK(all == 4);
}

TEST_CASE("the pointer finds the nearest cell with a plan, and none beyond its reach") {
  PlanDensity density = empty_density(plane_of(40, 40));
  const LandscapePlan plan = plan_at(1e10, 50);
  add_plan(density, plan, true);
  const Rect plot{{0, 0}, {400, 400}};
  const ImVec2 at = density_place(density.plane, plot, 1e10, 50);
  CHECK(at.x == doctest::Approx(200).epsilon(0.01));
  const DensityCell* hit = density_hit(density, plot, {at.x + 4, at.y - 4}, 12);
  REQUIRE(hit != nullptr);
  CHECK(hit->best == &plan);
  CHECK(density_hit(density, plot, {at.x + 80, at.y}, 12) == nullptr);
}

TEST_CASE("what is drawn stays in the plot and grows with its cells, not with its plans") {
  PlanDensity density = empty_density(plane_of(20, 20));
  std::vector<LandscapePlan> plans;
  for (int i = 0; i < 5000; ++i) plans.push_back(plan_at(1e9 * (1 + i % 90), i % 97));
  for (const LandscapePlan& plan : plans) add_plan(density, plan, true);
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Rect plot{{20, 20}, {320, 220}};
  in_frame(screen, 400, 300, [&](ImDrawList& draw) {
    const int before = draw.VtxBuffer.Size;
    draw_density(draw, theme, plot, density);
    CHECK(draw.VtxBuffer.Size - before <= 20 * 20 * 4);
    for (int i = before; i < draw.VtxBuffer.Size; ++i) {
      CHECK(draw.VtxBuffer[i].pos.x >= plot.min.x - 1);
      CHECK(draw.VtxBuffer[i].pos.y <= plot.max.y + 1);
    }
  });
  CHECK(density_color(theme, 1, 100, true) != density_color(theme, 100, 100, true));
}
