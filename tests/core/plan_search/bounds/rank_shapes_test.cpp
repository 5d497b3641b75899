#include "core/plan_search/bounds/rank_shapes.h"

#include <doctest/doctest.h>

#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("ranks hold all blocks of the model, and their chunks as the layout has them") {
  const Model& model = *tests::real_presets().model("deepseek-v3");  // 3 dense layers, 58 with experts, an MTP layer
  for (const std::int64_t pp : {1, 4, 8, 16})
    for (const std::int64_t chunks : {1, 2, 3}) {
      CAPTURE(pp);
      CAPTURE(chunks);
      const RankShapes shapes = rank_shapes(model, default_schedule(chunks), pp, chunks);
      REQUIRE(shapes.ranks.size() == static_cast<std::size_t>(pp));
      BlockNumbers sum;
      for (std::size_t r = 0; r < shapes.ranks.size(); ++r) {
        const BlockNumbers &rank = shapes.ranks[r], &least = shapes.least_chunks[r];
        sum.dense += rank.dense, sum.moe += rank.moe, sum.mtp += rank.mtp;
        sum.embedding += rank.embedding, sum.head += rank.head;
        CHECK(least.moe * static_cast<double>(chunks) <= rank.moe);
        CHECK(shapes.first_chunks[r].moe + shapes.first_chunks[r].dense <= rank.moe + rank.dense);
      }
      CHECK(sum.dense == 3);
      CHECK(sum.moe == 58);
      CHECK(sum.mtp == 1);
      CHECK(sum.embedding == 1);
      CHECK(sum.head == 1);
      CHECK(shapes.ranks.front().embedding == 1);
      CHECK(shapes.ranks.back().head == 1);
      CHECK(shapes.first_chunks.front().dense > 0);
    }
  CHECK(rank_shapes(model, ScheduleKind::interleaved, 32, 2).ranks.empty());  // 64 stages, 61 layers
}

TEST_CASE("in a V a rank holds a stage of either arm, and where two ranks hold one there are no shapes") {
  const Model& model = *tests::real_presets().model("deepseek-v3");
  const RankShapes shapes = rank_shapes(model, ScheduleKind::zb_v, 4, 1);
  REQUIRE(shapes.ranks.size() == 4);
  CHECK(shapes.ranks.front().embedding == 1);
  CHECK(shapes.ranks.front().head == 1);  // the first rank's second chunk is the last stage
  CHECK(shapes.ranks.back().head == 0);
  CHECK(shapes.first_chunks.front().dense == 3);
  double layers = 0;
  for (const BlockNumbers& rank : shapes.ranks) layers += rank.dense + rank.moe;
  CHECK(layers == 61);
  CHECK(rank_shapes(model, ScheduleKind::zb_v, 31, 1).ranks.empty());  // 62 stages
  CHECK(rank_shapes(model, ScheduleKind::dualpipe, 4, 1).ranks.empty());
}
