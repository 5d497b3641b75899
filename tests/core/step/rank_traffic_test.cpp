#include "core/step/rank_traffic.h"

#include <doctest/doctest.h>

#include "core/step/stage_cost.h"
#include "core/traffic/pipeline_sends.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Carried sent(double bytes) {
  Carried carried;
  carried.sent = Bytes{bytes};
  return carried;
}

CarriedByKind of_rank(const Scenario& scenario, std::size_t rank) {
  return rank_traffic(scenario.plan, pipeline_message(scenario), rank, 4, {}, {});
}

}  // namespace

TEST_CASE("a rank's traffic is its layers', and of data parallelism its gathers' and its exchange together") {
  CommunicationCost passes;
  passes.tp_sent = sent(1), passes.cp_sent = sent(2), passes.ep_sent = sent(3), passes.gather_sent = sent(4);
  const Scenario scenario = gpt3_on(8, 1, 8);
  const CarriedByKind traffic = rank_traffic(scenario.plan, pipeline_message(scenario), 0, 4, passes, sent(5));
  CHECK(traffic[index_of(GroupKind::tp)].sent == Bytes{1});
  CHECK(traffic[index_of(GroupKind::cp)].sent == Bytes{2});
  CHECK(traffic[index_of(GroupKind::ep)].sent == Bytes{3});
  CHECK(traffic[index_of(GroupKind::dp)].sent == Bytes{9});
  CHECK(traffic[index_of(GroupKind::pp)].sent == Bytes{});
}

TEST_CASE("a pipeline's ends send half of what ranks between them send") {
  const Scenario scenario = gpt3_on(8, 4, 1);
  const Carried middle = of_rank(scenario, 1)[index_of(GroupKind::pp)];
  CHECK(middle.sent.value == doctest::Approx(4 * 2 * transfer_cost(scenario).bytes.value));
  CHECK(of_rank(scenario, 0)[index_of(GroupKind::pp)].sent.value == doctest::Approx(middle.sent.value / 2));
  CHECK(of_rank(scenario, 3)[index_of(GroupKind::pp)].sent.value == doctest::Approx(middle.sent.value / 2));
}

TEST_CASE("over a border between two parts each link carries what goes one way") {
  Scenario scenario = gpt3_on(8, 4, 1);
  scenario.cluster.gpus_per_node = scenario.cluster.gpus / 2;
  scenario.cluster.scale_up_domain = scenario.cluster.gpus_per_node;
  const Carried middle = of_rank(scenario, 1)[index_of(GroupKind::pp)];
  const Carried message = transfer_cost(scenario).carried;
  bool seen = false;
  for (std::size_t level = 0; level < level_kinds; ++level) {
    if (!(message.through[level] > Bytes{}) || static_cast<LevelKind>(level) <= LevelKind::node) continue;
    seen = true;
    CHECK(middle.through[level].value ==
          doctest::Approx(4 * pipeline_sends_one_way(scenario.plan) * message.through[level].value));
  }
  CHECK(seen);
}
