#include "render/explain/explain_wait.h"

#include "tests/render/gantt/gantt_cases.h"

using namespace shardscope;

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
