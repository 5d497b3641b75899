#include "app/lab/lab_words.h"

#include <doctest/doctest.h>

#include "tests/core/lab/all_points.h"

using namespace shardscope;

namespace {

LabRun run_of(const LabScenario& lab, ScheduleKind kind) {
  Outcome<LabRun> run = lab_run(lab, kind);
  REQUIRE(succeeded(run));
  return std::move(std::get<LabRun>(run));
}

bool says(const Explanation& tip, std::string_view words) {
  for (const std::string& line : tip.lines)
    if (line.find(words) != std::string::npos) return true;
  return false;
}

}  // namespace

TEST_CASE("figures say bubble, end and peak, and on which rank") {
  const LabScenario lab;
  CHECK(run_words(lab, run_of(lab, ScheduleKind::interleaved))[0] ==
        "bubble 17.9 %, ends at 117, peak 23 chunks on rank 0");
  CHECK(run_words(lab, run_of(lab, ScheduleKind::zb_v))[0] ==
        "bubble 6.8 %, ends at 103, peak 16 chunks on every rank");
  CHECK(run_words(lab, run_of(lab, ScheduleKind::one_f_one_b))[0] ==
        "bubble 30.4 %, ends at 138, peak 16 chunks on rank 0; passes 2 × as long");
}

TEST_CASE("differences are the makespans' and the peaks', with a judgement") {
  LabScenario lab;
  const LabRun interleaved = run_of(lab, ScheduleKind::interleaved), zb_v = run_of(lab, ScheduleKind::zb_v);
  CHECK(time_difference(interleaved, zb_v).words == "14 units shorter");
  CHECK(time_difference(interleaved, zb_v).better == 1);
  CHECK(time_difference(zb_v, interleaved).words == "14 units longer");
  CHECK(time_difference(zb_v, interleaved).better == -1);
  CHECK(time_difference(zb_v, zb_v).better == 0);
  CHECK(memory_difference(lab, interleaved, zb_v).words == "7 chunks less memory");
  CHECK(memory_difference(lab, zb_v, interleaved).better == -1);
  lab.virtual_stages = 1;
  CHECK(held_words(lab, 1) == "1 micro-batch");
}

TEST_CASE("a run says how its bubble, end and peak come about, and the times it was given") {
  LabScenario lab;
  const Explanation tip = explain_run(lab, run_of(lab, ScheduleKind::interleaved));
  CHECK(tip.value == "17.9 %");
  CHECK(tip.lines[0] == "bubble: idle of all ranks / (ranks × end) = (8 × 117 − 768) / (8 × 117) = 17.9 %");
  CHECK(says(tip, "ends at 117"));
  CHECK(says(tip, "peak 23 chunks on rank 0"));
  CHECK(says(tip, "given: forward 1, input gradient 1, weight gradient 1, transfer 0"));
  lab.stragglers.slow_rank = 3, lab.stragglers.slow_factor = 1.5;
  const Explanation slow = explain_run(lab, run_of(lab, ScheduleKind::one_f_one_b));
  CHECK(says(slow, "passes 2 × as long; rank 3 1.5 × as long"));
}

TEST_CASE("differences say both ends and both peaks") {
  const LabScenario lab;
  const Explanation tip =
      explain_differences(lab, run_of(lab, ScheduleKind::interleaved), run_of(lab, ScheduleKind::zb_v));
  CHECK(tip.value == "14 units shorter");
  CHECK(says(tip, "103 − 117: 14 units shorter"));
  CHECK(says(tip, "16 chunks − 23 chunks: 7 chunks less memory"));
}

TEST_CASE("the state at a moment counts every rank once") {
  const LabScenario lab;
  const LabRun run = run_of(lab, ScheduleKind::zb_v);
  CHECK(state_words(run, 0.5) == "1 forward, 7 idle");
  CHECK(state_words(run, 102.5) == "1 weight gradient, 7 idle");
}

TEST_CASE("the tooltip of a pass names pass, rank, micro-batch, stage and times; of a gap, what the rank does else") {
  const LabScenario lab;
  const LabRun run = run_of(lab, ScheduleKind::zb_v);
  GanttHover hover{GanttPlace::lanes, 2.5, 3, BarKind::forward, {2, 3}, Pass{PassKind::forward, 1, 4}};
  const Explanation pass = explain_lab(lab, run, hover);
  CHECK(pass.title == "Forward, rank 3");
  CHECK(pass.value == "1 unit");
  CHECK(says(pass, "micro-batch 4, stage 12 (0 to 15), chunk 1"));
  CHECK(says(pass, "from 2 to 3"));
  hover.pass.reset();
  hover.kind = BarKind::idle;
  const Explanation gap = explain_lab(lab, run, hover);
  CHECK(gap.title == "Idle, rank 3");
  CHECK(says(gap, "busy for 96 of 103"));
  CHECK(explain_lab(lab, run, {}).empty());
}

TEST_CASE("the tooltip of a point says its figures, the limit where it is above, or why there is no point") {
  const LabScenario lab;
  const std::vector<LabPoint> points = test::lab_points(lab);
  const Explanation gpipe = explain_point(lab, points[static_cast<std::size_t>(ScheduleKind::gpipe)]);
  CHECK(gpipe.title == "GPipe");
  CHECK(says(gpipe, "32 chunks"));
  CHECK(says(gpipe, "more than the limit of 16 chunks"));
  CHECK(says(explain_point(lab, points[static_cast<std::size_t>(ScheduleKind::zb_v)]), "on the front"));
  LabPoint refused;
  refused.problem = "an odd number";
  CHECK(says(explain_point(lab, refused), "an odd number"));
}

TEST_CASE("forward-only isn't better than a schedule that trains") {
  const LabScenario lab;
  const LabRun trains = run_of(lab, ScheduleKind::one_f_one_b), infers = run_of(lab, ScheduleKind::forward_only);
  CHECK(time_difference(trains, infers).better == 0);
  CHECK(time_difference(trains, infers).words.ends_with(" shorter, but doesn't train"));
  CHECK(memory_difference(lab, trains, infers).better == 0);
}

TEST_CASE("the legend says what the colours are of, and in short the same colours") {
  const Theme theme = dark_theme();
  LabLegend legend;
  legend.split = true;
  for (const GanttColoring coloring :
       {GanttColoring::pass_and_chunk, GanttColoring::micro_batch, GanttColoring::chunk}) {
    legend.coloring = coloring;
    legend.brief = false;
    const std::vector<LegendItem> whole = lab_legend(theme, legend);
    legend.brief = true;
    const std::vector<LegendItem> brief = lab_legend(theme, legend);
    REQUIRE(whole.size() == brief.size());
    for (std::size_t i = 0; i < whole.size(); ++i) CHECK(whole[i].color == brief[i].color);
  }
  CHECK(lab_legend(theme, {}).size() == 3);  // without a weight gradient of its own
  CHECK(lab_legend(theme, {GanttColoring::pass, true, false, false}).back().label == "Memory: rows too low");
}
