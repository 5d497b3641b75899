#include <doctest/doctest.h>

#include "tests/core/measured/cases.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Opens the card and waits until all runs are compared.
void show_measured(WindowDriver& window) {
  window.click("grow.step");
  window.click("step.card.measured");
  for (int i = 0; i < 4000 && window.explorer.of<StepState>().measured.comparison.runs.empty(); ++i) window.frames(1);
}

}  // namespace

TEST_CASE("the public runs are compared some a frame, and only once somebody looks") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  window.frames(3);
  CHECK_FALSE(window.explorer.of<StepState>().measured.read);
  window.click("step.card.measured");
  window.frames(2);
  CHECK(window.explorer.of<StepState>().measured.pending());
  CHECK(moves_by_itself(window.explorer));
  for (int i = 0; i < 4000 && window.explorer.of<StepState>().measured.pending(); ++i) window.frames(1);
  CHECK_FALSE(moves_by_itself(window.explorer));
  CHECK(window.explorer.of<StepState>().measured.problem.empty());
  CHECK(window.explorer.of<StepState>().measured.comparison.runs.size() ==
        window.explorer.of<StepState>().measured.runs.size());
  CHECK(window.explorer.of<StepState>().measured.runs.size() > 800);
}

TEST_CASE("a group of runs is picked by a click on its row and let go by a second one") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  window.click("step.group.kind:moe");
  CHECK(window.explorer.of<StepState>().arranged.measured_group == run_group("kind:moe"));
  window.click("step.group.kind:moe");
  CHECK(window.explorer.of<StepState>().arranged.measured_group == run_group("all"));
}

TEST_CASE("a click on a point opens its run's scenario, which undo takes back") {
  WindowDriver window("gpt4-25k-a100");
  const std::string before = window.scenario().name;
  show_measured(window);
  const Rect chart = window.place("step.measured");
  bool opened = false;
  for (int y = 1; y < 20 && !opened; ++y)  // along the diagonal, where the points are
    for (int x = -1; x <= 1 && !opened; ++x) {
      const float share = static_cast<float>(y) / 20;
      window.click({chart.min.x + 40 + (chart.width() - 40) * share + static_cast<float>(4 * x),
                    chart.max.y - 26 - (chart.height() - 30) * share});
      opened = window.scenario().name != before;
    }
  REQUIRE(opened);
  bool known = false;
  for (const MeasuredRun& run : window.explorer.of<StepState>().measured.runs)
    known |= run.id == window.scenario().name;
  CHECK(known);
  CHECK(window.explorer.session.report.time.has_value());
  undo(window.explorer);
  window.frames(1);
  CHECK(window.scenario().name == before);
}

TEST_CASE("groups are by kind, by GPU and by source, and a source's row lights its runs alone") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  const MeasuredDetail& detail = window.explorer.of<StepState>().measured;
  window.explorer.of<StepState>().arranged.measured_group = run_group("origin:VIA-Research/vTrain");
  window.frames(2);
  std::size_t lit = 0;
  for (std::size_t i = 0; i < detail.points->points.size(); ++i) {
    const bool of_source = detail.runs[detail.points->runs[i]].source.starts_with("VIA-Research/vTrain");
    CHECK(detail.points->points[i].pale == !of_source);
    lit += of_source ? 1 : 0;
  }
  const GroupSummary* group = summary_of(detail.comparison, run_group("origin:VIA-Research/vTrain"));
  REQUIRE(group != nullptr);
  CHECK(lit == group->fields[0]->count);
}

TEST_CASE("points are coloured by kind or by the GPU's generation, and made anew for that alone") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  const MeasuredDetail& detail = window.explorer.of<StepState>().measured;
  const MeasuredPoint* before = detail.points->points.data();
  window.frames(3);
  CHECK(detail.points->points.data() == before);
  window.click("step.measured.by-gpu");
  CHECK(window.explorer.of<StepState>().arranged.measured_color == MeasuredColor::gpu);
  window.frames(1);
  const Theme theme = window.theme();
  for (std::size_t i = 0; i < detail.points->points.size(); ++i)
    if (detail.runs[detail.points->runs[i]].gpu == "h100-sxm")
      CHECK(detail.points->points[i].color == ordinal_color(theme, 2, 5));
}

TEST_CASE("the same configuration measured again is told where it was") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  REQUIRE(window.explorer.of<StepState>().measured.again);
  CHECK(window.explorer.of<StepState>().measured.again->count > 20);
  CHECK(window.shows("step.measured.again"));
}

TEST_CASE("errors on runs that the fit never saw stand among the groups") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  const MeasuredDetail& detail = window.explorer.of<StepState>().measured;
  REQUIRE(detail.unseen);
  REQUIRE(errors_of(detail.unseen->source_left_out, run_group("all")) != nullptr);
  CHECK(errors_of(detail.unseen->source_left_out, run_group("all"))->count > 700);
  CHECK(window.shows("step.measured.source-unseen"));
  CHECK(window.shows("step.measured.shape-unseen"));
}

TEST_CASE("points have the colours of the theme that is shown, of two dark ones too") {
  WindowDriver window("gpt4-25k-a100");
  show_measured(window);
  window.frames(1);
  const std::uint64_t made = window.explorer.of<StepState>().measured.points.made();
  window.explorer.session.settings.theme = ThemeName::high_contrast;
  window.frames(2);
  CHECK(window.explorer.of<StepState>().measured.points.made() == made + 1);
}
