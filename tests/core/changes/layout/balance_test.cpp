#include "core/changes/layout/balance.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "core/changes/layout/cuts.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Outcome<Balanced> balanced(const Scenario& scenario, BalanceGoal goal) {
  return balance_layout(scenario, evaluate(scenario), goal);
}

void all_cuts(std::size_t stages, std::int64_t blocks, Cuts& cuts, std::vector<Cuts>& found) {
  if (cuts.size() == stages) {
    cuts.push_back(blocks);
    found.push_back(cuts);
    cuts.pop_back();
    return;
  }
  const auto behind = static_cast<std::int64_t>(stages - cuts.size());
  for (std::int64_t end = cuts.back() + 1; end <= blocks - behind; ++end) {
    cuts.push_back(end);
    all_cuts(stages, blocks, cuts, found);
    cuts.pop_back();
  }
}

struct Best {
  double step = std::numeric_limits<double>::infinity(), peak = step;
  double step_at_lowest_peak = step;
};

/// Every assignment evaluated. The shortest step is among those that fit, where there are such.
Best best_of_all(const Scenario& scenario) {
  const BlockRow row = block_row(with_defaults(scenario).model);
  const auto stages = static_cast<std::size_t>(scenario.plan.pp * scenario.plan.virtual_stages);
  std::vector<Cuts> found;
  Cuts cuts = {0};
  all_cuts(stages, row.blocks(), cuts, found);
  REQUIRE(found.size() < 5000);
  std::vector<Report> reports;
  Best best;
  for (const Cuts& each : found) reports.push_back(evaluate(with_layout(scenario, stages_between(row, each))));
  for (const Report& report : reports) {
    REQUIRE(report.valid);
    best.peak = std::min(best.peak, report.memory.peak.value);
  }
  const bool some_fit = best.peak <= reports.front().memory.capacity.value;
  for (const Report& report : reports) {
    if (report.fits || !some_fit) best.step = std::min(best.step, report.time->step.value);
    if (report.memory.peak.value <= best.peak * (1 + 1e-9))
      best.step_at_lowest_peak = std::min(best.step_at_lowest_peak, report.time->step.value);
  }
  return best;
}

Scenario small(std::int64_t layers, std::int64_t pp, std::int64_t micro_batches) {
  Scenario scenario = gpt3_on(8, pp, 4);
  scenario.model.num_hidden_layers = layers;
  scenario.plan.global_batch = 4 * micro_batches;
  return scenario;
}

const Balanced& value(const Outcome<Balanced>& outcome) {
  REQUIRE(succeeded(outcome));
  return value_of(outcome);
}

void check_against_all(const Scenario& scenario) {
  const Report present = evaluate(scenario);
  REQUIRE(present.valid);
  REQUIRE(present.time);
  const Best best = best_of_all(scenario);
  const Outcome<Balanced> quickest = balanced(scenario, BalanceGoal::shortest_step);
  const double step = std::min(best.step, present.time->step.value);  // a present one that doesn't fit may be shorter
  CHECK(value(quickest).proven);
  CHECK(value(quickest).step_after.value == doctest::Approx(step).epsilon(1e-8));
  CHECK(evaluate(value(quickest).scenario).time->step.value == value(quickest).step_after.value);
  const Outcome<Balanced> lowest = balanced(scenario, BalanceGoal::lowest_peak);
  CHECK(value(lowest).peak_after.value == doctest::Approx(best.peak).epsilon(1e-8));
  CHECK(value(lowest).step_after.value == doctest::Approx(best.step_at_lowest_peak).epsilon(1e-8));
  CHECK(evaluate(value(lowest).scenario).memory.peak.value == value(lowest).peak_after.value);
}

}  // namespace

TEST_CASE("for small models the balance is the best of all assignments, each evaluated") {
  for (const auto& [layers, pp, micro_batches] :
       std::vector<std::array<std::int64_t, 3>>{{7, 2, 4}, {9, 3, 8}, {10, 4, 4}, {8, 4, 16}, {6, 5, 32}, {11, 3, 1}}) {
    CAPTURE(layers);
    CAPTURE(pp);
    CAPTURE(micro_batches);
    check_against_all(small(layers, pp, micro_batches));
  }
}

TEST_CASE("the balance is the best of all with a heavy loss, MTP, experts, recomputation and other schedules") {
  Scenario heavy_loss = small(9, 4, 8);
  heavy_loss.model.vocab_size = 600'000;
  heavy_loss.plan.padded_vocab.reset();
  check_against_all(heavy_loss);
  Scenario mtp = small(7, 4, 12);
  mtp.model.num_nextn_predict_layers = 1;
  check_against_all(mtp);
  Scenario experts = small(8, 4, 8);
  experts.model.num_experts = 8, experts.model.num_experts_per_tok = 2, experts.model.moe_intermediate_size = 12'288;
  experts.model.first_k_dense_replace = 2;
  check_against_all(with_defaults(experts));
  Scenario recomputed = small(9, 3, 8);
  recomputed.plan.recompute = Recompute{RecomputeMode::full, {}, 2, RecomputeMethod::block};
  check_against_all(recomputed);
  for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::zb_h1, ScheduleKind::zb_h2}) {
    Scenario scheduled = small(9, 3, 8);
    scheduled.plan.schedule = kind;
    check_against_all(scheduled);
  }
}

TEST_CASE("a slow rank gets fewer layers, and the balance is still the best of all") {
  Scenario scenario = small(16, 4, 16);
  scenario.run.slow_rank = 2;
  scenario.run.slow_factor = 1.4;
  const Outcome<Balanced> outcome = balanced(scenario, BalanceGoal::shortest_step);
  REQUIRE(value(outcome).changed);
  CHECK(value(outcome).stages[2].layers < 4);
  scenario.model.num_hidden_layers = 11;
  for (const std::int64_t slow : {0, 2, 3}) {
    CAPTURE(slow);
    scenario.run.slow_rank = slow;
    check_against_all(scenario);
  }
}

TEST_CASE("the balance never makes the step longer, or the peak higher" * doctest::test_suite("long")) {
  std::mt19937 random(11);
  const auto pick = [&](std::initializer_list<std::int64_t> from) {
    return *(from.begin() + static_cast<std::ptrdiff_t>(random() % from.size()));
  };
  for (int round = 0; round < 60; ++round) {
    Scenario scenario = small(pick({12, 16, 23, 32}), pick({2, 4, 8}), pick({8, 16, 48}));
    scenario.model.vocab_size = pick({32'000, 128'000, 512'000});
    scenario.plan.padded_vocab.reset();
    scenario.model.num_nextn_predict_layers = pick({0, 0, 1});
    const ScheduleKind kinds[] = {ScheduleKind::one_f_one_b, ScheduleKind::interleaved, ScheduleKind::zb_v,
                                  ScheduleKind::dualpipe,    ScheduleKind::zb_auto,     ScheduleKind::v_half};
    const ScheduleKind kind = kinds[random() % std::size(kinds)];
    scenario.plan.schedule = kind;
    const bool chunked = kind == ScheduleKind::interleaved || ways_of(kind).placement == StagePlacement::v;
    if (chunked && scenario.model.num_hidden_layers < 2 * scenario.plan.pp) continue;
    scenario.plan.virtual_stages = chunked ? 2 : 1;
    const Report before = evaluate(scenario);
    if (!before.valid || !before.time) continue;
    for (const BalanceGoal goal : {BalanceGoal::shortest_step, BalanceGoal::lowest_peak}) {
      CAPTURE(round);
      const Outcome<Balanced> outcome = balance_layout(scenario, before, goal);
      const Report after = evaluate(value(outcome).scenario);
      CHECK(after.valid);
      CHECK(value(outcome).step_before.value == before.time->step.value);
      CHECK(value(outcome).step_after.value == after.time->step.value);
      CHECK(value(outcome).peak_after.value == after.memory.peak.value);
      if (goal == BalanceGoal::shortest_step) CHECK(after.time->step <= before.time->step);
      if (goal == BalanceGoal::lowest_peak) CHECK(after.memory.peak <= before.memory.peak);
      if (goal == BalanceGoal::shortest_step && before.fits) CHECK(after.fits);
      CHECK(value(outcome).changed == !(value(outcome).scenario == scenario));
    }
  }
}

TEST_CASE("a heavy loss takes layers off the last stage") {
  Scenario scenario = gpt3_on(8, 8, 2);
  scenario.model.vocab_size = 1'000'000;
  scenario.plan.padded_vocab.reset();
  const Outcome<Balanced> outcome = balanced(scenario, BalanceGoal::shortest_step);
  REQUIRE(value(outcome).changed);
  CHECK(value(outcome).stages.back().layers < 12);
  CHECK(value(outcome).step_gain() > 0.02);
}

TEST_CASE("what is balanced already stays as it is") {
  const Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
  const Outcome<Balanced> once = balanced(scenario, BalanceGoal::shortest_step);
  const Outcome<Balanced> twice = balanced(value(once).scenario, BalanceGoal::shortest_step);
  CHECK_FALSE(value(twice).changed);
  CHECK(value(twice).scenario == value(once).scenario);
  const Outcome<Balanced> one_stage = balanced(gpt3_on(8, 1, 2), BalanceGoal::lowest_peak);
  CHECK_FALSE(value(one_stage).changed);
  CHECK(value(one_stage).proven);
}

TEST_CASE("a plan that can't be run has problems instead of a balance") {
  Scenario scenario = gpt3_on(8, 8, 2);
  scenario.plan.tp = 7;
  const Outcome<Balanced> outcome = balanced(scenario, BalanceGoal::shortest_step);
  REQUIRE_FALSE(succeeded(outcome));
  CHECK_FALSE(problems_of(outcome).empty());
}

TEST_CASE("where every stage has one block there is nothing to move, and a layout without end is refused") {
  const Scenario& fixed = *all_presets().scenario("llama3-405b-16k-h100");
  const Outcome<Balanced> outcome = balanced(fixed, BalanceGoal::lowest_peak);
  CHECK(value(outcome).proven);
  CHECK(value(outcome).scenario == fixed);
  Scenario endless = gpt3_on(1, 400, 1);
  endless.model.num_hidden_layers = 4000;
  const Outcome<Balanced> refused = balanced(endless, BalanceGoal::shortest_step);
  REQUIRE_FALSE(succeeded(refused));
  CHECK(problems_of(refused).front().message.find("at most 250000") != std::string::npos);
}
