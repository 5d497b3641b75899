#include <doctest/doctest.h>

#include "core/hardware/collectives.h"
#include "core/step/step.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

std::vector<RankTail> tails_of(const Scenario& scenario) {
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const MachineSpeed speed = *machine_speed(scenario.cluster.gpu, scenario.plan, scenario.software);
  return rank_tails(scenario, layout, stage_costs(scenario, layout, speed), speed);
}

/// A rank in the middle of the pipeline: 24 layers of 12·h^2 + 13·h parameters, over tp.
constexpr double local_parameters = 24 * (12.0 * 12288 * 12288 + 13.0 * 12288) / 8;

}  // namespace

TEST_CASE("the optimizer moves 32 bytes a parameter of the shard and 8 of every local one") {
  const Scenario scenario = gpt3_on(8, 4, 4);
  const double bytes = local_parameters * (32.0 / 4 + 8);
  const double rate = 3.352e12 * scenario.cluster.gpu.efficiency.memory;
  CHECK(tails_of(scenario)[1].optimizer.value == doctest::Approx(bytes / rate).epsilon(1e-3));
}

TEST_CASE("gradients and parameters cross once each: 2·(n-1)/n of 2 bytes a parameter") {
  const Scenario scenario = gpt3_on(8, 4, 4);
  CHECK(tails_of(scenario)[1].sent.value == doctest::Approx(2 * 2 * local_parameters * 3 / 4).epsilon(1e-3));
  Scenario replicated = scenario;
  replicated.plan.zero = 0;  // an all-reduce sends as much
  CHECK(tails_of(replicated)[1].sent.value == doctest::Approx(tails_of(scenario)[1].sent.value));
}

TEST_CASE("what overlaps shows a tenth, what doesn't shows whole") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.micro_batch = 8;  // a backward long enough to hide all of it
  const RankTail hidden = tails_of(scenario)[1];
  CHECK(hidden.exposed.value == doctest::Approx(0.1 * hidden.gradients.value));
  scenario.plan.overlap.dp_param = false;
  const RankTail half = tails_of(scenario)[1];
  scenario.plan.overlap.dp_grad = false;
  const RankTail shown = tails_of(scenario)[1];
  CHECK(shown.exposed.value == doctest::Approx(shown.gradients.value));
  CHECK(hidden.exposed < half.exposed);
  CHECK(half.exposed < shown.exposed);
}

TEST_CASE("an exchange longer than the last backward shows what is left over") {
  const RankTail tail = tails_of(gpt3_on(8, 4, 4))[1];
  CHECK(tail.exposed.value > 0.5 * tail.gradients.value);
  CHECK(tail.exposed < tail.gradients);
}

TEST_CASE("ZeRO-2 exchanges the gradients of every micro-batch, ZeRO-1 once") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const RankTail once = tails_of(scenario)[1];
  scenario.plan.zero = 2;
  const RankTail each = tails_of(scenario)[1];
  const double micro_batches = 16;  // 16 dp / dp
  // A scatter of gradients and a gather of parameters are as long as each other here.
  CHECK(each.sent.value == doctest::Approx(once.sent.value * (micro_batches + 1) / 2).epsilon(1e-3));
  CHECK(each.gradients.value == doctest::Approx(once.gradients.value * (micro_batches + 1) / 2).epsilon(1e-3));
  CHECK(each.exposed > once.exposed);
}

TEST_CASE("one replica exchanges nothing") {
  const RankTail tail = tails_of(gpt3_on(8, 4, 1))[1];
  CHECK(tail.gradients.value == 0);
  CHECK(tail.sent.value == 0);
  CHECK(tail.optimizer.value > 0);
}

TEST_CASE("ZeRO-3 leaves the tail nothing to exchange but between replicas of the shards") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.zero = 3;
  CHECK(tails_of(scenario)[1].sent.value == 0);
  scenario.plan.shard_group = 2;
  CHECK(tails_of(scenario)[1].sent.value == doctest::Approx(2 * 2 * local_parameters / 2 / 2).epsilon(1e-3));
}

TEST_CASE("chunks give the exchange twice the backward to hide under") {
  // Half a rank's layers a chunk: both lie in a rank's last backward passes as in one of twice the layers.
  Scenario scenario = gpt3_on(8, 4, 4);
  const RankTail one = tails_of(scenario)[1];
  scenario.plan.virtual_stages = 2;
  const RankTail two = tails_of(scenario)[1];
  CHECK(two.gradients.value == doctest::Approx(one.gradients.value));
  // Both outlast what they hide under, so nine tenths of a backward hide once more.
  const Seconds hidden_once = one.gradients - one.exposed, hidden_twice = two.gradients - two.exposed;
  REQUIRE(one.exposed.value > 0.5 * one.gradients.value);
  const double most = 0.9 * two.gradients.value;
  CHECK(hidden_twice.value == doctest::Approx(std::min(2 * hidden_once.value, most)).epsilon(1e-6));
}
