#include "core/schedules/dual_steps.h"

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("a row of one rank meets both chunks in turn, its first pair one after the other") {
  const std::vector<Pass> order = dual_order(0, 1, 2, {DualChunk{0, 0}, DualChunk{1, 10}});
  const std::vector<Pass> expected = {{PassKind::forward, 0, 0},
                                      {PassKind::forward, 1, 10},
                                      {PassKind::forward, 0, 1},
                                      {PassKind::backward, 1, 10},
                                      {PassKind::overlapped_forward, 1, 11},
                                      {PassKind::overlapped_backward, 0, 0},
                                      {PassKind::backward, 1, 11},
                                      {PassKind::backward_input, 0, 1},
                                      {PassKind::backward_weight, 0, 1}};
  CHECK(order == expected);
}
