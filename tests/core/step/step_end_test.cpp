#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/step.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

struct StepEnds {
  std::vector<RankStepEnd> step_ends;
  StepExchange exchange;
  Timeline timeline;

  [[nodiscard]] const RankStepEnd& operator[](std::size_t rank) const { return step_ends[rank]; }
  [[nodiscard]] RankExposure exposed(std::size_t rank) const { return exchange.ranks[rank]; }
};

StepEnds step_ends_of(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const std::vector<StageContent> layout = stage_layout(scenario.model, plan);
  const MachineSpeed speed = *machine_speed(scenario.cluster.gpu, plan, scenario.software);
  const BlockCosts blocks = block_costs(scenario, layout, speed);
  const auto count = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  const Outcome<Schedule> schedule = make_schedule({schedule_kind(plan), count(plan.pp), count(plan.virtual_stages),
                                                    count(plan.global_batch / (*plan.dp * plan.micro_batch))});
  StepEnds result{
      rank_step_ends(scenario, layout, blocks, speed),
      {},
      simulate(value_of(schedule), pass_times(scenario, stage_costs(blocks, layout, plan)), stragglers_of(scenario))};
  result.exchange = step_exchange(plan, result.timeline, result.step_ends);
  return result;
}

/// A rank in the middle of the pipeline: 24 layers of 12·h^2 + 13·h parameters, over tp.
constexpr double local_parameters = 24 * (12.0 * 12288 * 12288 + 13.0 * 12288) / 8;

}  // namespace

TEST_CASE(
    "Adam moves 30 bytes per parameter of the shard and 8 of every local one, and the norm reads 4 of the shard") {
  const Scenario scenario = gpt3_on(8, 4, 4);
  const double bytes = local_parameters * (34.0 / 4 + 8);
  const double rate = 3.352e12 * scenario.cluster.gpu.efficiency.memory;
  CHECK(step_ends_of(scenario)[1].optimizer.value == doctest::Approx(bytes / rate).epsilon(1e-3));
}

TEST_CASE("gradients in their own type and parameters in 2 bytes cross once each: (n-1)/n of them") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const auto sent = [&] { return step_ends_of(scenario).exchange.sent[1].sent.value; };
  CHECK(sent() == doctest::Approx((4 + 2) * local_parameters * 3 / 4).epsilon(1e-3));
  scenario.plan.gradient_dtype = Dtype::bf16;
  CHECK(sent() == doctest::Approx((2 + 2) * local_parameters * 3 / 4).epsilon(1e-3));
  scenario.plan.zero = 0;  // an all-reduce sends gradients twice
  CHECK(sent() == doctest::Approx(2 * 2 * local_parameters * 3 / 4).epsilon(1e-3));
  scenario.plan.gradient_dtype = Dtype::fp32;
  CHECK(sent() == doctest::Approx(2 * 4 * local_parameters * 3 / 4).epsilon(1e-3));
}

TEST_CASE("under ZeRO-2 gradients are sent with every pass, or with every run of a chunk's") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.virtual_stages = 2, scenario.plan.schedule = ScheduleKind::interleaved;
  scenario.plan.micro_batch = 1, scenario.plan.global_batch = 4 * 16;  // four rounds of four micro-batches
  const auto sent = [&](std::int64_t zero, Framework framework) {
    scenario.plan.zero = zero, scenario.software = {framework, 2024.3};
    return step_ends_of(scenario).exchange.sent[1].sent.value / (local_parameters * 3 / 4);
  };
  CHECK(sent(1, Framework::own) == doctest::Approx(4 + 2).epsilon(1e-3));
  CHECK(sent(2, Framework::own) == doctest::Approx(4 * 4 + 2).epsilon(1e-3));
  CHECK(sent(2, Framework::megatron_core) == doctest::Approx(16 * 4 + 2).epsilon(1e-3));
  CHECK(sent(2, Framework::torchtitan) == doctest::Approx(4 + 2).epsilon(1e-3));
}

TEST_CASE("what is sent is what reaches the levels between replicas") {
  const StepEnds step_ends = step_ends_of(gpt3_on(8, 4, 4));
  const Carried& sent = step_ends.exchange.sent[1];
  Bytes reaching;
  for (const Bytes each : sent.reaching) reaching += each;
  CHECK(reaching.value == doctest::Approx(sent.sent.value));
}

TEST_CASE("what overlaps hides but for the passes' loss and the last bucket; what doesn't shows whole") {
  Scenario scenario = gpt3_on(8, 1, 4);
  scenario.plan.micro_batch = 8;  // a backward long enough to hide all of it
  scenario.plan.global_batch = 64;
  const RankExposure hidden = step_ends_of(scenario).exposed(0);
  const RankExchange exchange = step_ends_of(scenario)[0].exchange;
  const Seconds last = exchange.chunks[0].gradients.back().time;
  const double lost =
      (exchange_contention(shipped_constants).passes - 1) * exchange_contention(shipped_constants).stretch();
  CHECK(hidden.gradients.exposed.value ==
        doctest::Approx(last.value + lost * (exchange.gradients - last).value).epsilon(1e-6));
  const Seconds first = exchange.chunks[0].parameters.front().time;
  CHECK(hidden.parameters.exposed.value ==
        doctest::Approx(first.value + lost * (exchange.parameters - first).value).epsilon(1e-6));
  scenario.plan.overlap.dp_param = false;
  CHECK(step_ends_of(scenario).exposed(0).parameters.exposed.value == doctest::Approx(exchange.parameters.value));
  scenario.plan.overlap.dp_grad = false;
  const StepEnds shown = step_ends_of(scenario);
  CHECK(shown.exposed(0).gradients.exposed.value == doctest::Approx(shown[0].exchange.gradients.value));
}

TEST_CASE("ranks that end sooner hide their exchange under what the others still run") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.gradient_dtype = Dtype::bf16;  // short enough to be hidden
  const Report report = evaluate(scenario);
  REQUIRE(report.time);
  const double own = report.time->step_ends[3].gradients.end - report.time->step_ends[3].gradients.start;
  CHECK(own > 0);  // one bucket, when all its passes are over
  CHECK(report.time->step_ends[3].gradients.end < report.time->step_ends[0].gradients.start);
  CHECK(report.time->breakdown.dp_comm.value <
        (step_ends_of(scenario)[3].exchange.gradients + step_ends_of(scenario)[3].exchange.parameters).value);
}

TEST_CASE("overlap never makes the step longer, whatever the plan") {
  for (Scenario scenario : {gpt3_on(8, 1, 4), gpt3_on(8, 4, 4), gpt3_on(2, 4, 16), gpt3_on(8, 2, 64)})
    for (const std::int64_t zero : {0, 1, 2})
      for (const std::int64_t micro_batch : {1, 4}) {
        scenario.plan.zero = zero;
        scenario.plan.micro_batch = micro_batch;
        const auto step = [&](bool gradients, bool parameters) {
          scenario.plan.overlap.dp_grad = gradients;
          scenario.plan.overlap.dp_param = parameters;
          scenario.plan.bucket_elements = 40'000'000;
          return evaluate(scenario).time->step.value * (1 - 1e-12);
        };
        CAPTURE(zero);
        CHECK(step(true, false) <= step(false, false));
        CHECK(step(false, true) <= step(false, false));
        CHECK(step(true, true) <= step(true, false));
      }
}

TEST_CASE("ZeRO-2 exchanges the gradients of every micro-batch, ZeRO-1 once") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const StepEnds once = step_ends_of(scenario);
  scenario.plan.zero = 2;
  const StepEnds each = step_ends_of(scenario);
  const double micro_batches = 16;  // 16 dp / dp
  // Gradients have 4 bytes, and parameters 2.
  const auto sent = [](const StepEnds& of) { return of.exchange.sent[1].sent.value; };
  CHECK(sent(each) == doctest::Approx(sent(once) * (2 * micro_batches + 1) / 3).epsilon(1e-3));
  CHECK(each.exposed(0).gradients.taken > once.exposed(0).gradients.taken * (0.9 * micro_batches));
  CHECK(each.exposed(0).gradients.exposed > once.exposed(0).gradients.exposed);
}

TEST_CASE("one replica exchanges nothing") {
  const StepEnds step_ends = step_ends_of(gpt3_on(8, 4, 1));
  CHECK(step_ends.exposed(1).gradients.taken.value == 0);
  CHECK(step_ends.exchange.ahead.value == 0);
  CHECK(step_ends.exchange.records[1].empty());
  CHECK(step_ends.exchange.sent[1].sent.value == 0);
  CHECK(step_ends[1].optimizer.value > 0);
}

TEST_CASE("ZeRO-3 leaves the step's end nothing to exchange but between replicas of the shards") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.zero = 3;
  CHECK(step_ends_of(scenario).exchange.sent[1].sent.value == 0);
  scenario.plan.shard_group = 2;
  CHECK(step_ends_of(scenario).exchange.sent[1].sent.value ==
        doctest::Approx(2 * 4 * local_parameters / 2 / 2).epsilon(1e-3));
}

TEST_CASE("with several chunks per rank those behind the first hide under the first's last passes") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const StepEnds one = step_ends_of(scenario);
  scenario.plan.virtual_stages = 2;
  scenario.plan.schedule = ScheduleKind::interleaved;
  const StepEnds two = step_ends_of(scenario);
  CHECK(two[1].exchange.gradients.value == doctest::Approx(one[1].exchange.gradients.value).epsilon(1e-3));
  // One bucket, whole at the very end.
  CHECK(one.exposed(1).gradients.exposed.value == doctest::Approx(one[1].exchange.gradients.value));
  CHECK(two.exposed(1).gradients.exposed.value < 0.8 * one.exposed(1).gradients.exposed.value);
}

TEST_CASE("the two holders of a mirrored stage exchange when the later of them has its gradients") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.schedule = ScheduleKind::chimera;
  scenario.run.slow_rank = 0, scenario.run.slow_factor = 1.5;  // else both have them at once
  const StepEnds step_ends = step_ends_of(scenario);
  std::size_t later_elsewhere = 0;
  for (std::size_t r = 0; r < 4; ++r)
    for (const ExchangeRecord& record : step_ends.exchange.records[r]) {
      if (record.kind != ExchangeKind::gradients) continue;
      const auto pass_of = [&](std::size_t rank, std::size_t chunk) {
        return last_gradient_passes(step_ends.timeline.lane(static_cast<std::int32_t>(rank)), 2)[chunk];
      };
      const TimeRange own = pass_of(r, record.chunk), other = pass_of(3 - r, 1 - record.chunk);
      CHECK(record.start >= std::max(own.start, other.start));
      later_elsewhere += other.start > own.start ? 1 : 0;
    }
  CHECK(later_elsewhere > 0);
}
