#include "render/explain/explain_pass.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/app/desk.h"
#include "tests/render/explain/has_line.h"
#include "tests/render/gantt/gantt_cases.h"

using namespace shardscope;
using tests::has_line;
using namespace shardscope::testing;

namespace {

/// The first pass of that kind on a rank, as if pointed at.
GanttHover on_pass(const Report& report, std::int32_t rank, PassKind kind) {
  for (const PassRecord& record : report.timeline->lane(rank))
    if (record.pass.kind == kind)
      return {GanttPlace::lanes, record.start, rank, BarKind::forward, {record.start, record.end}, record.pass};
  return {};
}

}  // namespace

TEST_CASE("a pass says its FLOPs over its time and its share of the peak, recomputation apart") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const Report& report = explorer.session.report;
  const Explanation forward = explain_pass(report, on_pass(report, 3, PassKind::forward));
  CHECK(forward.title == "Forward, stage 3, micro-batch 0");
  CHECK(has_line(forward, "layers 24 to 31"));
  CHECK(has_line(forward, "FLOP / "));
  CHECK(has_line(forward, "of the dense peak, 312 TFLOP/s"));
  CHECK_FALSE(has_line(forward, "recomputation"));
  CHECK_FALSE(forward.source.empty());
  const Explanation backward = explain_pass(report, on_pass(report, 3, PassKind::backward));
  CHECK(backward.title == "Backward, stage 3, micro-batch 0");
  CHECK(has_line(backward, "recomputation "));
  CHECK(has_line(backward, "FLOP recomputed / "));
}

TEST_CASE("a gap and a stage's label say how the stage's idle time comes about") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  GanttHover gap{GanttPlace::lanes, 10, 2, BarKind::idle, {9, 11}, {}};
  const Explanation idle = explain_pass(explorer.session.report, gap);
  CHECK(idle.title == "Idle, stage 2");
  CHECK(idle.value == "2.0 s");
  CHECK(has_line(idle, "35 micro-batches × ("));
  CHECK(has_line(idle, " of pipeline − "));
  gap.place = GanttPlace::labels;
  const Explanation stage = explain_pass(explorer.session.report, gap);
  CHECK(stage.title == "Stage 2");
  CHECK(stage.value.ends_with(" busy"));
  CHECK(has_line(stage, " idle, "));
}

TEST_CASE(
    "the exchange of gradients says its own collective, its stage and what is exposed; the optimizer what it waits "
    "for") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const GanttHover exchange{GanttPlace::lanes, 47, 2, BarKind::gradient_sync, {46, 48}, {}};
  CHECK(has_line(explain_pass(explorer.session.report, exchange), "reduce-scatter over 208 GPUs across"));
  CHECK_FALSE(has_line(explain_pass(explorer.session.report, exchange), "all-gather"));
  CHECK(has_line(explain_pass(explorer.session.report, exchange), ", 2.0 s of the step isn't hidden beside passes"));
  CHECK_FALSE(has_line(explain_pass(explorer.session.report, exchange), "stage 14"));
  const GanttHover gather{GanttPlace::lanes, 49, 2, BarKind::parameter_sync, {48, 49}, {}};
  CHECK(has_line(explain_pass(explorer.session.report, gather), "all-gather over 208 GPUs across"));
  CHECK_FALSE(has_line(explain_pass(explorer.session.report, gather), "reduce-scatter"));
  const GanttHover optimizer{GanttPlace::lanes, 48, 2, BarKind::optimizer, {48, 48.1}, {}};
  CHECK(has_line(explain_pass(explorer.session.report, optimizer), "begins when the last stage has exchanged"));
}

TEST_CASE("nothing under the pointer, or no timeline, needs no words") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  CHECK(explain_pass(explorer.session.report, {}).empty());
  CHECK(explain_pass(Report{}, {GanttPlace::lanes, 0, 2, BarKind::idle, {0, 1}, {}}).empty());
}

TEST_CASE("a mixed column says what is mixed in it") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  GanttHover hover = on_pass(explorer.session.report, 3, PassKind::forward);
  CHECK_FALSE(has_line(explain_pass(explorer.session.report, hover), "mixed"));
  hover.mix = ColumnMix{};
  hover.together = {3, 1};
  hover.mix->share = {0.25f, 0, 0.5f, 0, 0, 0, 0, 0, 0.25f};
  CHECK(has_line(explain_pass(explorer.session.report, hover),
                 "drawn mixed, here 25 % forward, 50 % backward, 25 % idle"));
  hover.together = {0, 4};
  CHECK(has_line(explain_pass(explorer.session.report, hover), "stages 0 to 3 share the row"));
}

namespace {

/// What is said of a rank's pass at this place of its order.
std::string words_of(const test::GanttCase& made, std::int32_t rank, std::size_t bar) {
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, made.source(), dark_theme());
  const PassRecord& record = made.timeline().lane(rank)[bar];
  const ImVec2 at(static_cast<float>(geometry.x_of((record.start + record.end) / 2)),
                  geometry.row_rect(rank).center().y);
  return wait_words(made.timeline(), gantt_hover(geometry, made.timeline(), made.index, at), "rank");
}

}  // namespace

TEST_CASE("a pass says what it waited for: nothing, its own rank, or another one's pass") {
  const test::GanttCase made = test::gantt_case(4, 1, 8);
  CHECK(words_of(made, 0, 0) == "needs no other pass");
  CHECK(words_of(made, 0, 1) == "right after its own forward of micro-batch 0");
  CHECK(words_of(made, 2, 0) == "waited for the forward of micro-batch 0 on rank 1 and its transfer");
  CHECK(words_of(made, 0, 4) == "waited for the backward of micro-batch 0 on rank 1 and its transfer");
  CHECK(wait_words(made.timeline(), {}, "rank").empty());
}
