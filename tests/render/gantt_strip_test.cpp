#include "render/gantt_strip.h"

#include <array>
#include <vector>

#include "tests/render/gantt_cases.h"

using namespace shardscope;

TEST_CASE("columns of one height become one run") {
  std::vector<float> columns = {1, 1, 2, 2, 2, 0};
  std::array<HeldRun, 8> runs;
  REQUIRE(merge_held(columns, runs) == 3);
  CHECK(runs[1].first == 2);
  CHECK(runs[1].last == 5);
  CHECK(runs[1].held == 2);
  CHECK(runs[2].held == 0);
}

TEST_CASE("where there are more steps than room, the higher ones stay and all columns are covered") {
  for (const std::size_t count : {1U, 7U, 100U, 1001U}) {
    std::vector<float> columns;
    for (std::size_t i = 0; i < count; ++i) columns.push_back(static_cast<float>(i % 2 + i % 5));
    const std::vector<float> before = columns;
    std::array<HeldRun, 6> runs;
    const std::size_t made = merge_held(columns, runs);
    CAPTURE(count);
    REQUIRE(made <= runs.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < made; ++i) {
      CHECK(runs[i].first == next);
      next = runs[i].last;
      float most = 0;
      for (std::size_t k = runs[i].first; k < runs[i].last; ++k) most = std::max(most, before[k]);
      CHECK(runs[i].held == most);
    }
    CHECK(next == count);
  }
}
