// Mistakes that other estimators make about memory, one a test; and what state does whatever the plan.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/memory/state.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/validate/validate.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

/// Weights, gradients and optimizer of each rank, without what is gathered for use and without padding.
std::vector<double> state_by_rank(const Scenario& scenario) {
  std::vector<double> ranks;
  for (const StageParameters& held : parameters_of_ranks(
           scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan), scenario.software)) {
    std::vector<MemoryPart> parts;
    append_state(parts, scenario, held);
    double bytes = 0;
    for (const MemoryPart& part : parts)
      if (use_of(part.kind) != PartUse::gathered && part.kind != PartKind::shard_padding) bytes += part.bytes.value;
    ranks.push_back(bytes);
  }
  return ranks;
}

double fullest_state(const Scenario& scenario) {
  const std::vector<double> ranks = state_by_rank(scenario);
  return *std::max_element(ranks.begin(), ranks.end());
}

Scenario with_plan(const Model& model, const Plan& plan) {
  Scenario scenario;
  scenario.model = model, scenario.plan = plan;
  return scenario;
}

MemoryReport trapped_memory(const Model& model, const Plan& plan, const Schedule* schedule = nullptr) {
  return memory_over_step(with_plan(model, plan), stage_layout(model, plan), schedule);
}

Scenario experts_on_64_gpus() {
  Scenario scenario;
  scenario.model = samples::mixture(8, 4096, 16, 2, 14336);
  scenario.plan = samples::plan(4096, 1, 64);
  scenario.plan.tp = 2, scenario.plan.pp = 2, scenario.plan.cp = 2, scenario.plan.dp = 8;
  scenario.plan.ep = 16;
  scenario.plan.etp.reset(), scenario.plan.shard_group.reset();
  scenario.cluster.gpus = 64;
  Gpu& gpu = scenario.cluster.gpu;
  gpu.memory_bytes = 80e9, gpu.memory_bandwidth = 3e12, gpu.scale_up_bandwidth = 450e9;
  gpu.peak_flops = {1e14, 5e14, 1e15, 1e15, 2e15, 4e15};
  return scenario;
}

}  // namespace

TEST_CASE("trap: GPUs are tp·pp·cp·dp, never times ep") {
  Scenario scenario = experts_on_64_gpus();
  CHECK_FALSE(has_errors(validate(with_defaults(scenario))));
  scenario.plan.dp.reset();
  CHECK(with_defaults(scenario).plan.dp == 8);
  scenario.plan.ep = 1;
  CHECK(with_defaults(scenario).plan.dp == 8);
}

TEST_CASE("trap: ep·etp divides tp·cp·dp, and the experts' data parallelism is the quotient") {
  Scenario scenario = experts_on_64_gpus();
  const auto experts_share = [&] {
    const Scenario filled = with_defaults(scenario);
    return std::pair{has_errors(validate(filled)), shard_groups(filled.plan)};
  };
  CHECK_FALSE(experts_share().first);
  CHECK(experts_share().second.dense == 16);         // dp·cp
  CHECK(experts_share().second.experts == 32 / 16);  // tp·cp·dp / (ep·etp), of a stage's 32 GPUs
  scenario.plan.etp = 2;
  CHECK_FALSE(experts_share().first);
  CHECK(experts_share().second.experts == 1);
  scenario.plan.etp = 4;  // 64 of 32 GPUs
  CHECK(experts_share().first);
}

TEST_CASE("trap: ZeRO's shard is not divided by tp twice") {
  const Model model = samples::llama(8, 4096, 32, 32, 16384, 32768);
  Plan plan = samples::plan(4096, 1, 64);
  plan.dp = plan.shard_group.emplace(8);
  plan.zero = 1;
  const auto optimizer = [&] { return trapped_memory(model, plan).stages[0].optimizer.value; };
  const double whole = optimizer();
  plan.tp = 4;  // 4 times as many GPUs, each replica's shard a quarter: norms are whole on each
  CHECK(optimizer() == doctest::Approx(whole / 4).epsilon(1e-3));
  CHECK(optimizer() >= whole / 4);
}

TEST_CASE("trap: gradients are divided by tp·pp") {
  const Model model = samples::llama(16, 4096, 32, 32, 16384, 32768);
  Plan plan = samples::plan(4096, 1, 64);
  const double whole = trapped_memory(model, plan).stages[0].gradients.value;
  plan.tp = 4, plan.pp = 4;
  double sum = 0;
  for (const StageMemory& stage : trapped_memory(model, plan).stages) sum += stage.gradients.value;
  CHECK(sum == doctest::Approx(whole / 4).epsilon(1e-3));
  CHECK(trapped_memory(model, plan).stages[1].gradients.value < whole / 16);
}

TEST_CASE("trap: an uneven last stage shows") {
  const Model model = samples::llama(31, 4096, 32, 8, 14336);
  Plan plan = samples::plan(4096, 1, 64);
  plan.pp = 4;
  const MemoryReport report = trapped_memory(model, plan);
  const double layer = static_cast<double>(total(layer_parameters(model, false)));
  const auto layers = [](const StageMemory& stage) {
    double bytes = 0;
    for (const MemoryPart& part : stage.parts)
      if (part.kind == PartKind::weights && part.content == PartContent::layers) bytes += part.bytes.value;
    return bytes;
  };
  CHECK(layers(report.stages[0]) == 8 * layer * 2);
  CHECK(layers(report.stages[3]) == 7 * layer * 2);
}

TEST_CASE("trap: interleaving holds pp·(1 + (pp-1)/(pp·v)) micro-batches' layers on the first stage") {
  const Model model = samples::llama(48, 1024, 8, 8, 4096, 32768);
  for (const std::int64_t v : {2, 3, 4}) {
    Plan plan = samples::plan(1024, 1, 64);
    plan.pp = 4, plan.virtual_stages = v;
    plan.schedule = ScheduleKind::interleaved;
    const auto schedule = make_schedule({ScheduleKind::interleaved, 4, static_cast<std::int32_t>(v), 64});
    const StageMemory first = trapped_memory(model, plan, &value_of(schedule)).stages[0];
    double layers = 0;
    for (const double held : first.held.chunks) layers += held * 48 / static_cast<double>(4 * v);
    CHECK(layers == doctest::Approx(48.0 / 4 * 4 * (1 + 3.0 / static_cast<double>(4 * v))));
  }
}

TEST_CASE("trap: an MoE layer's activations are not a dense layer's") {
  Model model = samples::mixture(8, 4096, 8, 2, 1024);
  const Plan plan = samples::plan(4096, 1, 8);
  const auto layers = [&] {
    double bytes = 0;
    const MemoryReport report = trapped_memory(model, plan);
    for (const MemoryPart& part : report.stages[0].parts)
      if (part.content == PartContent::dense_tensors || part.content == PartContent::moe_tensors)
        bytes += part.bytes.value;
    return bytes;
  };
  const double narrow = layers();
  model.moe_intermediate_size = 2048;  // two experts' rows of twice the width: input twice, up and gate, activation
  CHECK(layers() - narrow == doctest::Approx(8.0 * 2 * 4096 * 3 * 1024 * 2));
  model.num_experts_per_tok = 4;
  CHECK(layers() > narrow * 1.2);
  model.num_experts = 0;
  CHECK(std::abs(layers() - narrow) > 0.1 * narrow);
}

namespace {

/// A scenario with one degree doubled, as filled as it was; nothing where the split is then impossible.
std::optional<Scenario> with_double(Scenario scenario, std::int64_t Plan::*degree) {
  scenario.plan.*degree *= 2;
  scenario.cluster.gpus *= 2;
  if (has_errors(validate(scenario))) return std::nullopt;
  return scenario;
}

bool grows(double before, double after) {
  return after > before * (1 + 1e-12) + 1;
}

}  // namespace

TEST_CASE("in 20,000 random plans state never grows with tp, with an even pp or with the ZeRO stage" *
          doctest::test_suite("long")) {
  tests::RandomScenarios random(7);
  int with_tp = 0, with_pp = 0, with_zero = 0, compared = 0;
  for (int i = 0; i < 20000; ++i) {
    const Scenario scenario = random.next();
    const double state = fullest_state(scenario);
    if (const auto wider = with_double(scenario, &Plan::tp)) ++compared, with_tp += grows(state, fullest_state(*wider));
    const Plan& plan = scenario.plan;
    const bool one_way = ways_of(plan).placement == StagePlacement::loop;
    const bool even = one_way && scenario.model.num_hidden_layers % (2 * plan.pp) == 0 && plan.virtual_stages == 1;
    // A pipeline may keep ZeRO-2's gradients whole for longer than one rank does: PyTorch's until a stage's last pass.
    const auto rounds = [](const Scenario& s) { return gradient_rounds(s.plan, s.software); };
    if (even && !plan.stage_layers)
      if (const auto deeper = with_double(scenario, &Plan::pp); deeper && rounds(*deeper) == rounds(scenario))
        ++compared, with_pp += grows(state, fullest_state(*deeper));
    Scenario higher = scenario;
    for (higher.plan.zero = 0; *higher.plan.zero < 3;) {
      const double before = fullest_state(higher);
      ++*higher.plan.zero, ++compared;
      with_zero += grows(before, fullest_state(higher));
    }
  }
  CHECK(with_tp == 0);
  CHECK(with_pp == 0);
  CHECK(with_zero == 0);
  CHECK(compared > 60000);
}

TEST_CASE("a plan whose groups are all 1 has the model's own count of parameters, at any ZeRO stage") {
  tests::RandomScenarios random(11);
  for (int i = 0; i < 500; ++i) {
    Scenario scenario = random.next();
    Plan& plan = scenario.plan;
    plan.tp = plan.pp = plan.cp = plan.ep = plan.virtual_stages = 1;
    plan.dp = plan.etp = plan.shard_group = 1;
    plan.precision = Precision::bf16, plan.optimizer = Optimizer::adam, plan.offload = Offload::none;
    plan.gradient_dtype = plan.optimizer_dtype = Dtype::fp32;
    plan.master_weights = true, plan.precision_aware_optimizer = plan.fp8_params = false;
    plan.schedule = ScheduleKind::one_f_one_b;
    plan.stage_layers.reset();
    scenario.software = Software{};
    plan.zero = random.between(0, 3);
    const std::vector<StageContent> layout = stage_layout(scenario.model, plan);
    const ParameterCounts counts = count_parameters(scenario.model, plan, layout);
    const auto parameters = static_cast<double>(counts.total + counts.padding + counts.mtp);
    CHECK(fullest_state(scenario) == doctest::Approx(18 * parameters).epsilon(1e-12));
  }
}
