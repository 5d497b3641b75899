#include "core/traffic/pass_cost.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("costs of blocks add up and multiply entry by entry") {
  StageCost cost;
  cost.forward = {Seconds{1}, Seconds{2}, Seconds{3}, Seconds{4}, Seconds{5}};
  cost.backward_weight.kernels = Seconds{6};
  cost.model_flops = Flops{7}, cost.forward_flops = Flops{2}, cost.weight_flops = Flops{1};
  cost.communication.gather_once = Seconds{8}, cost.communication.ep_sent.sent = Bytes{9};
  cost.parts[index_of(ConstantKind::waits)] = Seconds{10};
  StageCost sum = 2.0 * cost;
  sum += cost;
  CHECK(sum.forward.total() == Seconds{45});
  CHECK(sum.times().forward == Seconds{45});
  CHECK(sum.times().backward_weight == Seconds{18});
  CHECK(sum.input_flops() == Flops{12});
  CHECK(sum.communication.gather_once == Seconds{24});
  CHECK(sum.communication.ep_sent.sent == Bytes{27});
  CHECK(sum.parts[index_of(ConstantKind::waits)] == Seconds{30});
}
