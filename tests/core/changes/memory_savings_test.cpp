#include "core/changes/memory_savings.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/validate/validate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

const Scenario& preset(std::string_view name) {
  return *all_presets().scenario(name);
}

const MemorySaving* change_named(const std::vector<MemorySaving>& changes, std::string_view begin) {
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [&](const MemorySaving& change) { return change.words.starts_with(begin); });
  return found == changes.end() ? nullptr : &*found;
}

/// GPT-3 on few GPUs: far above the line.
Scenario too_large() {
  Scenario scenario = gpt3_on(4, 4, 4);
  scenario.plan.shard_group.reset();  // follows dp
  return scenario;
}

}  // namespace

TEST_CASE("every change that saves memory is valid, says what evaluating it says, and lowers the peak") {
  for (const char* name : {"gpt4-25k-a100", "llama3-405b-16k-h100", "deepseek-v3-2048-h800"}) {
    if (all_presets().scenario(name) == nullptr) continue;
    CAPTURE(name);
    const Report before = evaluate(preset(name));
    const std::vector<MemorySaving> changes = memory_savings(preset(name), before);
    CHECK(changes.size() >= 4);
    for (const MemorySaving& change : changes) {
      CAPTURE(change.words);
      const Report after = evaluate(change.scenario);
      CHECK(after.valid);
      CHECK(change.peak.value == after.memory.peak.value);
      CHECK(change.saved.value == before.memory.peak.value - after.memory.peak.value);
      CHECK(change.saved.value > 0);
      CHECK(change.fits == after.fits);
      CHECK(change.scenario.cluster.gpus == preset(name).cluster.gpus);
    }
  }
}

TEST_CASE("where the plan is too large, what makes it fit comes first, by memory and time together") {
  const Scenario scenario = too_large();
  const Report before = evaluate(scenario);
  REQUIRE_FALSE(before.fits);
  const std::vector<MemorySaving> changes = memory_savings(scenario, before);
  REQUIRE(changes.size() > 2);
  CHECK(changes.front().fits);
  for (std::size_t i = 1; i < changes.size(); ++i) {
    CHECK(changes[i - 1].fits >= changes[i].fits);
    if (changes[i - 1].fits != changes[i].fits) continue;
    const std::optional<double> left = left_of(changes[i - 1]), next = left_of(changes[i]);
    CHECK((left.has_value() || !next.has_value()));
    if (next) CHECK(*left <= *next);
  }
}

TEST_CASE("a family's smallest step that fits is found: the one before it doesn't fit") {
  const Scenario scenario = too_large();
  const Report before = evaluate(scenario);
  int families_with_more = 0;
  for (const SavingFamily& family : saving_families(scenario)) {
    const std::optional<MemorySaving> change = smallest_saving(before, family);
    if (!change || !change->fits) continue;
    const auto step = std::find_if(family.steps.begin(), family.steps.end(),
                                   [&](const SingleChange& s) { return s.words == change->words; });
    REQUIRE(step != family.steps.end());
    if (step == family.steps.begin()) continue;
    ++families_with_more;
    CAPTURE(change->words);
    CHECK_FALSE(evaluate((step - 1)->scenario).fits);
  }
  CHECK(families_with_more > 0);
}

TEST_CASE("changes keep the GPUs, and the batch divides") {
  const Scenario scenario = too_large();
  const std::vector<MemorySaving> changes = memory_savings(scenario, evaluate(scenario));
  const MemorySaving* tensor = change_named(changes, "TP 4");
  REQUIRE(tensor != nullptr);
  const Plan& plan = tensor->scenario.plan;
  CHECK(plan.tp * plan.pp * plan.cp * plan.dp.value_or(1) <= scenario.cluster.gpus);
  CHECK(plan.global_batch % (plan.dp.value_or(1) * plan.micro_batch) == 0);
}

TEST_CASE("what a plan already does isn't offered") {
  Scenario scenario = too_large();
  scenario.plan.zero = 3;
  scenario.plan.gradient_dtype = Dtype::bf16;
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  for (const SavingFamily& family : saving_families(scenario)) {
    CHECK_FALSE(family.steps.front().words.starts_with("ZeRO"));
    CHECK_FALSE(family.steps.front().words.starts_with("Gradients"));
    CHECK_FALSE(family.steps.front().words.starts_with("Recompute"));
  }
}

TEST_CASE("naming one more module keeps core attention where selective meant it") {
  Scenario scenario = too_large();
  scenario.plan.flash_attention = false;
  scenario.plan.recompute = Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block};
  for (const SavingFamily& family : saving_families(scenario))
    if (family.steps.front().words == "Recompute the MLP")
      CHECK(family.steps.front().scenario.plan.recompute->modules.core_attn);
}

TEST_CASE("a degree's row says what the degree does, not what filling idle GPUs would") {
  Scenario few = preset_scenario("llama3-70b-4096-h100");
  few.model = *all_presets().model("llama3-8b");
  few.cluster.gpus = 64;
  few.plan = {};
  few.plan.pp = 4, few.plan.dp = 1, few.plan.sequence_length = 8192, few.plan.micro_batch = 1;
  few.plan.global_batch = 64;
  for (const SavingFamily& family : saving_families(few))
    for (const SingleChange& step : family.steps) {
      CAPTURE(step.words);
      CHECK(step.scenario.plan.dp == 1);
      CHECK(step.scenario.cluster.gpus == 64);
    }
}

TEST_CASE("what is held stays in every change") {
  Scenario present = preset_scenario("gpt4-25k-a100");
  Holds holds;
  holds.global_batch = true;
  for (const SavingFamily& family : saving_families(present, holds))
    for (const SingleChange& step : family.steps) {
      CAPTURE(step.words);
      CHECK(step.scenario.plan.global_batch == present.plan.global_batch);
    }
}

TEST_CASE("no change is offered that saves less than a thousandth of the peak") {
  for (const char* name : {"mixtral-8x7b-512-h100", "gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    const Scenario present = preset_scenario(name);
    const Report report = evaluate(present);
    for (const MemorySaving& change : memory_savings(present, report)) {
      CAPTURE(change.words);
      CHECK(change.saved.value > 0.001 * report.memory.peak.value);
    }
  }
}

TEST_CASE("what saves memory and time stands before what saves more of one and loses the other") {
  const auto saving = [](const char* words, double peak, double saved, std::optional<double> slower) {
    MemorySaving change;
    change.words = words, change.peak = Bytes{peak}, change.saved = Bytes{saved}, change.slower = slower;
    change.fits = true;
    return change;
  };
  std::vector<MemorySaving> changes = {saving("much for time", 40, 60, 0.02), saving("both", 95, 5, -0.01),
                                       saving("hardly any", 99.5, 0.5, -0.01), saving("unknown", 10, 90, {}),
                                       saving("both, more", 80, 20, 0.0)};
  order_changes(changes);
  std::vector<std::string> order;
  for (const MemorySaving& change : changes) order.push_back(change.words);
  CHECK(order == std::vector<std::string>{"both, more", "both", "much for time", "hardly any", "unknown"});
}
