#include "core/inspect/memory/megatron_difference.h"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/evaluate/evaluate.h"
#include "core/memory/state.h"
#include "core/presets/presets.h"
#include "tests/core/memory/megatron_rows.h"
#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests::megatron;

namespace {

using Differences = std::vector<MegatronDifference>;

double sum_of(const Differences& differences) {
  double sum = 0;
  for (const MegatronDifference& difference : differences) sum += difference.bytes.value;
  return sum;
}

double bytes_of(const Differences& differences, std::string_view name) {
  double bytes = 0;
  for (const MegatronDifference& difference : differences)
    if (difference.name == name) bytes += difference.bytes.value;
  return bytes;
}

/// Doubles of 1e13 bytes have room for a thousandth of a byte; a chain of fifty steps stays far below one byte.
constexpr double a_byte = 0.5;

/// The lines for recipes that the report doesn't know.
constexpr std::string_view of_other_recipes[] = {"type of the weights",
                                                 "type of the gradients",
                                                 "master copy",
                                                 "optimizer's states",
                                                 "state on the host",
                                                 "gradients' shard",
                                                 "weights' shard",
                                                 "precision of activations",
                                                 "activations on the host",
                                                 "gradients that come as activations go"};

MemoryReport memory_of(const Scenario& scenario, const std::vector<StageContent>& layout) {
  return memory_over_step(scenario, layout, nullptr);
}

Differences differences_of(const Scenario& scenario) {
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const MemoryReport memory = memory_of(scenario, layout);
  return megatron_differences(megatron_arguments(scenario.model, scenario.plan), scenario, layout,
                              memory.stages[static_cast<std::size_t>(memory.peak_stage)]);
}

Scenario scenario_of(const Model& model, const Plan& plan) {
  Scenario scenario;
  scenario.model = model, scenario.plan = plan;
  return scenario;
}

}  // namespace

TEST_CASE("the oracle's configurations, read as scenarios, have the oracle's arguments") {
  for (const Row& row : read_rows()) {
    const Scenario scenario = tests::megatron::scenario_of(row);
    MegatronArguments theirs = arguments_of(row);
    const MegatronArguments ours = megatron_arguments(scenario.model, scenario.plan);
    CHECK(ours.dense_layers == theirs.dense_layers);
    CHECK(ours.moe_layers == theirs.moe_layers);
    theirs.latent_hidden = 0;  // a Model can't say it
    CHECK(std::abs((megatron_report(ours).weight_and_optimizer - megatron_report(theirs).weight_and_optimizer).value) <
          a_byte);
  }
}

TEST_CASE("the named differences add up to the whole difference, to the byte, in all 480 cases and on every stage") {
  for (const Row& row : read_rows()) {
    const Scenario scenario = tests::megatron::scenario_of(row);
    const MegatronArguments theirs = arguments_of(row);
    const MegatronReport report = megatron_report(theirs);
    const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
    for (const StageMemory& stage : memory_of(scenario, layout).stages) {
      const Differences differences = megatron_differences(theirs, scenario, layout, stage);
      const double whole = stage.total.value - (report.weight_and_optimizer + report.activation).value;
      CHECK(std::abs(sum_of(differences) - whole) < a_byte);
    }
  }
}

TEST_CASE("in the oracle's own recipe no line speaks of another recipe: nothing hides there") {
  for (const Row& row : read_rows()) {
    const Differences differences = differences_of(tests::megatron::scenario_of(row));
    for (const std::string_view name : of_other_recipes) {
      CAPTURE(std::string(name));
      CHECK(std::abs(bytes_of(differences, name)) < a_byte);
    }
  }
}

TEST_CASE("they add up in every preset scenario, and each has a name of its own and a note") {
  const Presets presets = value_of(load_presets(source_path("presets")));
  int seen = 0;
  for (const auto& [scenario, launch] : presets.scenarios) {
    const Report report = evaluate(scenario);
    if (report.memory.stages.empty()) continue;
    ++seen;
    const Differences differences = megatron_differences(report);
    const MegatronReport& theirs = report.memory.megatron_report;
    const double whole = report.memory.peak.value - (theirs.weight_and_optimizer + theirs.activation).value;
    CHECK(std::abs(sum_of(differences) - whole) < a_byte);
    std::set<std::pair<MemoryComponent, std::string_view>> names;
    for (const MegatronDifference& difference : differences) {
      CAPTURE(std::string(difference.name));
      CHECK(names.insert({difference.component, difference.name}).second);
      CHECK_FALSE(difference.note.empty());
    }
  }
  CHECK(seen > 0);
}

TEST_CASE("biases are the only weights that a plain GPT has beyond the report, with its positions") {
  const Model model = samples::gpt(8, 1024, 16, 51200);
  Plan plan = samples::plan(2048, 1, 8);
  plan.padded_vocab = 51200;
  const Differences differences = differences_of(scenario_of(model, plan));
  const double h = 1024;
  CHECK(bytes_of(differences, "biases") == doctest::Approx(18 * 8 * (3 * h + h + 4 * h + h)));
  CHECK(bytes_of(differences, "learned positions") == doctest::Approx(18 * 2048 * h));
  for (const auto name : {"attention weights", "MLP weights", "layer norms", "rows of the tables",
                          "layers of this stage", "final norm", "token table and output matrix of this stage"}) {
    CAPTURE(name);
    CHECK(std::abs(bytes_of(differences, name)) < a_byte);
  }
}

TEST_CASE("the optimizer is sharded over dp·cp where the report has dp") {
  const Model model = samples::llama(8, 4096, 32, 32, 16384, 32768);
  Plan plan = samples::plan(8192, 1, 64);
  plan.dp = 4, plan.cp = 2, plan.shard_group = 8, plan.zero = 1;
  plan.padded_vocab = 32768;
  const double parameters = parameters_of_ranks(model, plan, stage_layout(model, plan))[0].total();
  CHECK(bytes_of(differences_of(scenario_of(model, plan)), "optimizer's shard") ==
        doctest::Approx(parameters * 12 * (1.0 / 8 - 1.0 / 4)));
}

TEST_CASE("an uneven stage has its own layers, a last stage its own logits") {
  const Model model = samples::llama(31, 4096, 32, 32, 16384, 32768);
  Plan plan = samples::plan(4096, 1, 64);
  plan.pp = 4;
  plan.padded_vocab = 32768;
  plan.stage_layers = {4, 4, 4, 19};
  const Differences differences = differences_of(scenario_of(model, plan));  // of stage 3, the fullest
  const double layer = static_cast<double>(total(layer_parameters(model, false)));
  CHECK(bytes_of(differences, "layers of this stage") == doctest::Approx(18 * layer * (19 - 31.0 / 4)));
  CHECK(bytes_of(differences, "final norm") == doctest::Approx(18 * 4096 * (1 - 0.25)));
  CHECK(bytes_of(differences, "micro-batches in flight") < 0);  // one where the report has four
  CHECK(bytes_of(differences, "logits") >= 4096.0 * 32768 * 4);
}

TEST_CASE("an MoE layer's activations are not a dense layer's") {
  Model model = samples::mixture(8, 4096, 8, 2, 14336);
  Plan plan = samples::plan(4096, 1, 8);
  plan.padded_vocab = 32000;
  const Differences moe = differences_of(scenario_of(model, plan));
  CHECK(std::abs(bytes_of(moe, "tensors of an MoE layer")) > 1e6);
  model.num_experts = 0;
  CHECK(bytes_of(differences_of(scenario_of(model, plan)), "tensors of an MoE layer") == 0);
}

TEST_CASE("recipes that the report doesn't know are told apart") {
  const Model model = samples::llama(8, 4096, 32, 32, 16384, 32768);
  Plan plan = samples::plan(4096, 1, 64);
  plan.dp = plan.shard_group.emplace(8);
  plan.padded_vocab = 32768;
  const double parameters = parameters_of_ranks(model, plan, stage_layout(model, plan))[0].total();
  const auto line = [&](std::string_view name) { return bytes_of(differences_of(scenario_of(model, plan)), name); };
  plan.zero = 3;
  CHECK(line("gradients' shard") == doctest::Approx(parameters * 4 * (1.0 / 8 - 1)));
  CHECK(line("weights' shard") == doctest::Approx(parameters * 2 * (1.0 / 8 - 1)));
  plan.zero = 0;
  plan.gradient_dtype = Dtype::bf16;
  CHECK(line("type of the gradients") == doctest::Approx(parameters * -2));
  plan.offload = Offload::optimizer;
  CHECK(line("state on the host") == doctest::Approx(parameters * -12));
  plan.offload = Offload::none;
  plan.optimizer = Optimizer::sgd_momentum;
  plan.master_weights = false;
  CHECK(line("optimizer's states") == doctest::Approx(parameters * -4));
  CHECK(line("master copy") == doctest::Approx(parameters * -4));
}

TEST_CASE("small differences are folded into one, and the sum stays") {
  const std::vector<MegatronDifference> all = {{MemoryComponent::weights, "large", Bytes{3e9}, ""},
                                               {MemoryComponent::weights, "final norm", Bytes{2e3}, ""},
                                               {MemoryComponent::activations, "final norm", Bytes{-5e3}, ""}};
  const std::vector<MegatronDifference> folded = fold_small(all, Bytes{5e6});
  REQUIRE(folded.size() == 2);
  CHECK(folded[0].name == "large");
  CHECK(folded[1].name == "smaller differences");
  CHECK(folded[1].bytes == Bytes{-3e3});
  CHECK(fold_small({all[0], all[1]}, Bytes{5e6}).size() == 2);
  CHECK(fold_small({all[0], all[1]}, Bytes{5e6})[1].name == "final norm");
}
