#include "core/pipeline/stage_placement.h"

#include <doctest/doctest.h>

#include <set>

using namespace shardscope;

TEST_CASE("each stage has one rank, and that rank one chunk that is the stage") {
  for (const StagePlacement placement : {StagePlacement::loop, StagePlacement::v})
    for (const std::int64_t ranks : {1, 2, 5, 8}) {
      std::set<std::int64_t> stages;
      for (std::int64_t rank = 0; rank < ranks; ++rank)
        for (std::int64_t chunk = 0; chunk < 2; ++chunk) {
          const std::int64_t stage = stage_of(placement, rank, chunk, ranks);
          CHECK(rank_of(placement, stage, ranks) == rank);
          CHECK(chunk_of(placement, stage, ranks) == chunk);
          stages.insert(stage);
        }
      CHECK(stages.size() == static_cast<std::size_t>(2 * ranks));
      CHECK(*stages.begin() == 0);
      CHECK(*stages.rbegin() == 2 * ranks - 1);
    }
}

TEST_CASE("in each direction of a mirrored schedule a rank has the stage that it is asked for by") {
  constexpr StagePlacement mirrored = StagePlacement::mirrored;
  for (const std::int64_t direction : {0, 1})
    for (std::int64_t rank = 0; rank < 8; ++rank) {
      const std::int64_t stage = stage_of(mirrored, rank, direction, 8);
      CHECK(rank_of(mirrored, stage, 8, direction) == rank);
      CHECK(chunk_of(mirrored, stage, 8, direction) == direction);
    }
}

TEST_CASE("in a V the first and the last stage are on rank 0, and the turn stays on the last rank") {
  CHECK(stage_of(StagePlacement::v, 0, 1, 4) == 7);
  CHECK(stage_of(StagePlacement::v, 3, 0, 4) == 3);
  CHECK(stage_of(StagePlacement::v, 3, 1, 4) == 4);
}
