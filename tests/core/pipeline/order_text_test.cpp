#include "core/pipeline/order_text.h"

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("each kind of pass has its letter, then its stage and micro-batch") {
  Schedule schedule;
  schedule.ranks = 2, schedule.virtual_stages = 2, schedule.micro_batches = 12;
  schedule.order = {{},
                    {{PassKind::forward, 0, 0},
                     {PassKind::backward, 1, 11},
                     {PassKind::backward_input, 1, 3},
                     {PassKind::backward_weight, 1, 3},
                     {PassKind::overlapped_forward, 0, 4},
                     {PassKind::overlapped_backward, 1, 2}}};
  CHECK(order_text(schedule, 0).empty());
  CHECK(order_text(schedule, 1) == "F1.0 D3.11 B3.3 W3.3 X1.4+3.2");
}

TEST_CASE("the second direction is marked, and its micro-batches count from 0") {
  Schedule schedule;
  schedule.placement = StagePlacement::mirrored;
  schedule.ranks = 4, schedule.virtual_stages = 2, schedule.micro_batches = 8;
  schedule.order = {{{PassKind::forward, 0, 3}, {PassKind::backward, 1, 5}}};
  CHECK(order_text(schedule, 0) == "F0.3 D3.'1");
}
