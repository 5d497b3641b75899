#include "core/step/step.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

StepResult result_of(const Scenario& scenario) {
  const auto count = [](std::int64_t value) { return static_cast<std::int32_t>(value); };
  const Plan& plan = scenario.plan;
  const Outcome<Schedule> schedule = make_schedule({*plan.schedule, count(plan.pp), count(plan.virtual_stages),
                                                    count(plan.global_batch / (*plan.dp * plan.micro_batch))});
  const MachineSpeed speed =
      *machine_speed(scenario.cluster.gpu, plan, scenario.software, scenario.model.num_experts > 0);
  return run_step(scenario, stage_layout(scenario.model, plan), value_of(schedule), speed);
}

/// A model whose stages all cost the same: a tiny vocabulary, so that head and embedding weigh nothing.
Scenario even_stages(std::int64_t pp) {
  Scenario scenario = gpt3_on(8, pp, 1);
  scenario.model.vocab_size = 8;
  scenario.plan.pad_vocab = false;
  scenario.plan.padded_vocab = 8;
  scenario.cluster.scale_out_bandwidth = 1e15;
  return scenario;
}

}  // namespace

TEST_CASE("the breakdown sums to the step, each part at least zero, for every published scenario and schedule") {
  for (auto [scenario, launch] : all_presets().scenarios) {
    for (const std::int64_t virtual_stages : {1, 2}) {
      scenario = with_defaults(scenario);
      if (virtual_stages > 1) {
        scenario.plan.virtual_stages = 2;
        scenario.plan.stage_layers.reset();
        scenario.plan.schedule = ScheduleKind::interleaved;
      }
      const Report report = evaluate(scenario);
      if (!report.time) continue;
      CAPTURE(scenario.preset);
      const StepBreakdown& b = report.time->breakdown;
      CHECK(b.total().value == doctest::Approx(report.time->step.value).epsilon(1e-12));
      for (const Seconds part : {b.compute_at_peak, b.compute_below_peak, b.recompute, b.tp_comm, b.cp_comm, b.ep_comm,
                                 b.pp_comm, b.dp_comm, b.bubble, b.optimizer, b.other})
        CHECK(part.value >= 0);
      CHECK(report.time->step >= report.timeline->makespan);
    }
  }
}

TEST_CASE("with a slow rank and jitter the breakdown still sums to the step, each part at least zero") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const double factor : {0.5, 1.0, 1.4}) {
      Scenario scenario = preset;
      scenario.run.slow_rank = scenario.plan.pp - 1;
      scenario.run.slow_factor = factor;
      scenario.run.jitter = 0.05;
      const Report report = evaluate(scenario);
      if (!report.time) continue;
      CAPTURE(scenario.preset);
      CAPTURE(factor);
      const StepBreakdown& b = report.time->breakdown;
      CHECK(b.total().value == doctest::Approx(report.time->step.value).epsilon(1e-12));
      for (const Seconds part : {b.compute_at_peak, b.compute_below_peak, b.recompute, b.tp_comm, b.cp_comm, b.ep_comm,
                                 b.pp_comm, b.dp_comm, b.bubble, b.optimizer, b.other})
        CHECK(part.value >= 0);
      CHECK(report.time->step >= report.timeline->makespan);
    }
}

TEST_CASE("a slow rank is the critical one, its passes and its optimizer take so many times as long") {
  Scenario scenario = even_stages(4);
  const StepResult sound = result_of(scenario);
  scenario.run.slow_rank = 2;
  scenario.run.slow_factor = 1.5;
  const StepResult slow = result_of(scenario);
  CHECK(slow.time.critical_rank == 2);
  CHECK(slow.timeline.busy[2].value == doctest::Approx(1.5 * sound.timeline.busy[2].value));
  CHECK(slow.timeline.busy[1] == sound.timeline.busy[1]);
  const auto optimizer = [](const StepResult& step) { return step.time.step_ends[2].optimizer.length(); };
  CHECK(optimizer(slow) == doctest::Approx(1.5 * optimizer(sound)));
  CHECK(slow.time.step > sound.time.step);
}

TEST_CASE("a searched order is searched with clean times: stragglers move its passes and never their order") {
  Scenario scenario = even_stages(4);
  scenario.plan.schedule = ScheduleKind::zb_auto;
  const Report clean = evaluate(scenario);
  scenario.run.jitter = 0.3;
  const Report shaken = evaluate(scenario);
  REQUIRE((clean.timeline && shaken.timeline));
  REQUIRE(clean.timeline->records.size() == shaken.timeline->records.size());
  std::size_t moved = 0;
  for (std::size_t i = 0; i < clean.timeline->records.size(); ++i) {
    CHECK(clean.timeline->records[i].pass == shaken.timeline->records[i].pass);
    moved += clean.timeline->records[i].end != shaken.timeline->records[i].end ? 1 : 0;
  }
  CHECK(moved == clean.timeline->records.size());
  scenario.run.jitter_seed = 2;
  CHECK(evaluate(scenario).time->step != shaken.time->step);
}

TEST_CASE("with equal stages the bubble is (p-1)/m of the work") {
  // Narayanan et al. 2021, section 2.2.1.
  const StepResult step = result_of(even_stages(4));
  const StepBreakdown& b = step.time.breakdown;
  const double work = (b.compute() + b.recompute + b.tp_comm).value;
  CHECK((b.bubble + b.pp_comm).value / work == doctest::Approx(3.0 / 16).epsilon(0.02));
}

TEST_CASE("the breakdown is of the rank with most to do: its bubble is only what it waits for others") {
  Scenario scenario = even_stages(4);
  scenario.plan.stage_layers = {20, 36, 20, 20};
  const StepResult step = result_of(scenario);
  CHECK(step.time.critical_rank == 1);
  const Seconds work = step.timeline.busy[1];
  const StepBreakdown& b = step.time.breakdown;
  CHECK((b.compute() + b.recompute + b.tp_comm).value == doctest::Approx(work.value).epsilon(1e-9));
  CHECK(b.bubble.value < 0.5 * (step.timeline.makespan - step.timeline.busy[0]).value);
  CHECK(b.total().value == doctest::Approx(step.time.step.value).epsilon(1e-12));
}

TEST_CASE("a slower network between stages shows as pp_comm, never as bubble") {
  Scenario scenario = even_stages(4);
  const StepBreakdown fast = result_of(scenario).time.breakdown;
  scenario.cluster.scale_out_bandwidth = 2e9;
  const StepBreakdown slow = result_of(scenario).time.breakdown;
  CHECK(slow.pp_comm > 10 * fast.pp_comm);
  CHECK(slow.bubble.value == doctest::Approx(fast.bubble.value).epsilon(0.05));
}

TEST_CASE("the step is never shorter than its model FLOPs at peak") {
  for (const std::int64_t tp : {1, 2, 8})
    for (const std::int64_t pp : {1, 4}) {
      const StepResult step = result_of(gpt3_on(tp, pp, 2));
      CHECK(step.time.breakdown.compute_at_peak.value > 0);
      CHECK(step.time.breakdown.compute_at_peak < step.time.step);
    }
}

TEST_CASE("the ends of steps follow each rank's passes in order and none outlasts the step") {
  const StepResult step = result_of(gpt3_on(8, 4, 4));
  REQUIRE(step.time.step_ends.size() == 4);
  for (std::int32_t r = 0; r < 4; ++r) {
    const StepEnd& step_end = step.time.step_ends[static_cast<std::size_t>(r)];
    CHECK(step_end.gradients.start == step.timeline.lane(r).back().end);
    CHECK(step_end.gradients.end >= step_end.gradients.start);
    CHECK(step_end.optimizer.end >= step_end.gradients.end);
    CHECK(step_end.parameters.start >= step_end.optimizer.end);
    CHECK(step_end.parameters.end >= step_end.parameters.start);
    CHECK(step_end.parameters.end <= step.time.step.value);
  }
}

TEST_CASE("more micro-batches per step make a smaller bubble, and full recomputation a longer step") {
  Scenario scenario = even_stages(4);
  const StepResult short_step = result_of(scenario);
  Scenario longer = scenario;
  longer.plan.global_batch *= 4;
  const StepResult long_step = result_of(longer);
  CHECK(long_step.time.breakdown.bubble / long_step.time.step <
        short_step.time.breakdown.bubble / short_step.time.step);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, std::nullopt, RecomputeMethod::block};
  const StepResult redone = result_of(scenario);
  CHECK(redone.time.step > 1.2 * short_step.time.step);
  CHECK(redone.kernel_flops.all().value > 1.3 * short_step.kernel_flops.all().value);
}

TEST_CASE(
    "the FLOPs of a stage's passes are those of its layers' products: backward twice the forward, head included") {
  // Two products of the forward's size in backward; fused attention's backward is 2.5 times its forward (Dao 2023).
  const Scenario scenario = even_stages(4);
  const StepResult step = result_of(scenario);
  REQUIRE(step.time.pass_flops.size() == 4);
  for (const PassFlops& pass : step.time.pass_flops) {
    const double backward = (pass.backward_input + pass.backward_weight) / pass.forward;
    CHECK(backward >= 2);
    CHECK(backward < 2.1);
    CHECK(pass.forward.value == doctest::Approx(step.time.pass_flops[1].forward.value).epsilon(1e-3));
  }
}

TEST_CASE("forward-only is a third of the work: no backward, no gradients, no optimizer, nothing recomputed") {
  Scenario scenario = gpt3_on(8, 4, 4);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, std::nullopt, RecomputeMethod::block};
  const Report training = evaluate(scenario);
  scenario.plan.schedule = ScheduleKind::forward_only;
  const Report inference = evaluate(scenario);
  REQUIRE(inference.time);
  CHECK(inference.valid);
  const StepBreakdown& b = inference.time->breakdown;
  CHECK(b.recompute.value == 0);
  CHECK(b.optimizer.value == 0);
  CHECK(b.dp_comm.value == 0);
  CHECK(b.total().value == doctest::Approx(inference.time->step.value).epsilon(1e-12));
  CHECK(b.compute_at_peak.value == doctest::Approx(training.time->breakdown.compute_at_peak.value / 3).epsilon(0.02));
  CHECK(inference.time->stages[1].forward == training.time->stages[1].forward);
  CHECK(inference.time->stages[1].backward_input.value == 0);
  for (const Communication& line : inference.communication) CHECK(line.kind != GroupKind::dp);
  CHECK(inference.throughput->mfu * inference.time->step.value ==
        doctest::Approx(training.throughput->mfu * training.time->step.value / 3));
  CHECK(inference.throughput->hfu == inference.throughput->mfu);
  // (p-1)/(m+p-1) but for embedding and head.
  CHECK(inference.timeline->bubble_fraction() == doctest::Approx(3.0 / 19).epsilon(0.1));
}

TEST_CASE("forward-only holds the weights, one micro-batch's layer and the logits") {
  Scenario scenario = gpt3_on(8, 4, 4);
  const Report training = evaluate(scenario);
  scenario.plan.schedule = ScheduleKind::forward_only;
  const Report inference = evaluate(scenario);
  for (std::size_t r = 0; r < 4; ++r) {
    const StageMemory &trained = training.memory.stages[r], &served = inference.memory.stages[r];
    CHECK(served.weights == trained.weights);
    CHECK(served.gradients.value == 0);
    CHECK(served.optimizer.value == 0);
    CHECK(served.activations.value > 0);
    if (r < 3) CHECK(served.activations.value < trained.activations.value / 23.9);  // of 24 layers
    CHECK(served.buffers <= trained.buffers);
    CHECK(served.micro_batches_in_flight == 1);
  }
  CHECK(inference.memory.stages[3].activations > inference.memory.stages[2].activations);  // the logits
}
