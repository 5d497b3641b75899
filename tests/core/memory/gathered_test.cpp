// What is gathered for use, and what an 8-bit recipe keeps in which type.
#include <doctest/doctest.h>

#include <algorithm>
#include <tuple>

#include "core/memory/state.h"
#include "tests/core/transformer/parameter_total.h"
#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

double bytes_of(const Scenario& scenario, PartKind kind, PartContent content = PartContent::formula,
                std::size_t rank = 0) {
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  std::vector<MemoryPart> parts;
  append_state(parts, scenario, parameters_of_ranks(scenario.model, scenario.plan, layout, scenario.software).at(rank));
  double bytes = 0;
  for (const MemoryPart& part : parts) bytes += part.kind == kind && part.content == content ? part.bytes.value : 0;
  return bytes;
}

Scenario sharded_weights(const Model& model) {
  Scenario scenario;
  scenario.model = model, scenario.plan = samples::plan(1024, 1, 64);
  scenario.plan.dp = scenario.plan.shard_group.emplace(8), scenario.plan.zero = 3;
  return scenario;
}

}  // namespace

TEST_CASE("what is gathered is the largest unit in use: a layer with its experts, or the head at the loss") {
  Scenario scenario = sharded_weights(samples::mixture(4, 4096, 8, 2, 14336));
  const double layer = static_cast<double>(total(layer_parameters(scenario.model, true)));
  CHECK(bytes_of(scenario, PartKind::gathered_layer) == 2 * layer);
  scenario = sharded_weights(samples::llama(4, 4096, 32, 8, 14336));
  const double head = 4096.0 * 128256 + 4096;
  CHECK(bytes_of(scenario, PartKind::gathered_head) == 2 * head);
  CHECK(bytes_of(scenario, PartKind::gathered_layer) == 0);
  scenario.model.tie_word_embeddings = true;
  CHECK(bytes_of(scenario, PartKind::gathered_head) == 2 * head);
  scenario.plan.pp = 2;
  CHECK(bytes_of(scenario, PartKind::gathered_layer) ==
        2 * static_cast<double>(total(layer_parameters(scenario.model, false))));
}

TEST_CASE("a shard group of one GPU has nothing to gather") {
  for (const std::int64_t zero : {2, 3}) {
    Scenario scenario = sharded_weights(samples::llama(4, 4096, 32, 8, 14336));
    scenario.plan.zero = zero, scenario.plan.shard_group = 1;
    CHECK(bytes_of(scenario, PartKind::gathered_layer) + bytes_of(scenario, PartKind::gathered_head) == 0);
  }
}

TEST_CASE("an MTP layer is a unit too, larger than a layer by its projection") {
  Scenario scenario = sharded_weights(samples::llama(4, 4096, 32, 8, 14336, 1024));
  scenario.model.num_nextn_predict_layers = 1;
  CHECK(bytes_of(scenario, PartKind::gathered_layer) == 2 * static_cast<double>(total(mtp_parameters(scenario.model))));
}

TEST_CASE("a gathered layer has its quantised copies, of its matrices alone") {
  Scenario scenario = sharded_weights(samples::mixture(4, 4096, 8, 2, 14336));
  const double layer = static_cast<double>(total(layer_parameters(scenario.model, true)));
  const double plain = 4096.0 * 8 + 2 * 4096;  // router and norms
  scenario.plan.precision = Precision::fp8;
  CHECK(bytes_of(scenario, PartKind::gathered_layer) ==
        doctest::Approx(2 * layer + 2 * (layer - plain)).epsilon(1e-14));
}

TEST_CASE("8-bit weights: matrices of layers in a byte beside one copy; router, norms, embedding and head in 16 bits") {
  Scenario scenario;
  scenario.model = samples::mixture(4, 4096, 8, 2, 14336), scenario.plan = samples::plan(1024, 1, 8);
  scenario.plan.precision = Precision::fp8, scenario.plan.fp8_params = true;
  const double table = 4096.0 * 32000, plain = 4 * (4096.0 * 8 + 2 * 4096), experts = 4 * 8 * 3.0 * 4096 * 14336;
  const double layers = 4.0 * static_cast<double>(total(layer_parameters(scenario.model, true))) - experts;
  CHECK(static_cast<double>(scenario.model.vocab_size) == 32000);
  CHECK(bytes_of(scenario, PartKind::weights, PartContent::embedding) == 2 * table);
  CHECK(bytes_of(scenario, PartKind::weights, PartContent::head) == 2 * (table + 4096));
  CHECK(bytes_of(scenario, PartKind::weights, PartContent::experts) == experts);
  CHECK(bytes_of(scenario, PartKind::weights, PartContent::layers) ==
        doctest::Approx(layers - plain + 2 * plain).epsilon(1e-14));
  CHECK(bytes_of(scenario, PartKind::quantised_copies, PartContent::all_layers) ==
        doctest::Approx(layers - plain + experts).epsilon(1e-14));
  scenario.plan.fp8_params = false;
  CHECK(bytes_of(scenario, PartKind::quantised_copies, PartContent::all_layers) ==
        doctest::Approx(2 * (layers - plain + experts)));
}

TEST_CASE("tf32 has fp32 weights and no master copy") {
  const Model model = samples::gpt(2, 1024, 16);
  Plan plan = samples::plan(1024, 1, 8);
  plan.precision = Precision::tf32;
  CHECK(bytes_per_parameter(model, plan).weight.bytes == 4);
  CHECK(bytes_per_parameter(model, plan).master.bytes == 0);
}

TEST_CASE(
    "the precision-aware optimizer acts as Megatron's distributed Adam alone, 8-bit weights in 8-bit recipes alone") {
  const Model model = samples::gpt(2, 1024, 16);
  Plan plan = samples::plan(1024, 1, 8);
  plan.precision_aware_optimizer = true, plan.zero = 1;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 2);
  CHECK(bytes_per_parameter(model, plan, {Framework::megatron_deepspeed, 2022}).master.bytes == 4);
  plan.zero = 0;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 4);
  plan.zero = 1, plan.optimizer = Optimizer::muon;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 4);
  plan.fp8_params = true;
  for (const Precision precision : {Precision::bf16, Precision::nvfp4}) {
    plan.precision = precision;
    CHECK(bytes_per_parameter(model, plan).weight.bytes == 2);
  }
}

TEST_CASE("at the loss more is gathered than a layer by what the head is larger, if it is") {
  const auto beyond = [](const Scenario& scenario) {
    const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
    return gathered_beyond_layer(scenario, parameters_of_ranks(scenario.model, scenario.plan, layout).back()).value;
  };
  // Four matrices of attention, three of the MLP, two norms; a row of the head for each word, and the last norm.
  const double layer = 4.0 * 1024 * 1024 + 3.0 * 1024 * 4096 + 2 * 1024;
  Scenario scenario = sharded_weights(samples::llama(4, 1024, 8, 8, 4096, 32768));
  CHECK(beyond(scenario) == 2 * (1024.0 * 32768 + 1024 - layer));
  scenario.model.vocab_size = 1024;
  CHECK(beyond(scenario) == 0);
  scenario.model.vocab_size = 32768, scenario.plan.zero = 2;
  CHECK(beyond(scenario) == 0);
}

TEST_CASE("a unit in use is said to be of one type where it has no quantised copy: the head in an 8-bit recipe") {
  for (const auto& [precision, vocabulary, kind, type] :
       {std::tuple{Precision::fp8, 128256, PartKind::gathered_head, ValueType::bf16},
        {Precision::fp8, 1024, PartKind::gathered_layer, ValueType::unknown},
        {Precision::bf16, 1024, PartKind::gathered_layer, ValueType::bf16}}) {
    CAPTURE(vocabulary);
    Scenario scenario = sharded_weights(samples::llama(4, 1024, 8, 8, 4096, vocabulary));
    scenario.plan.precision = precision;
    const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
    std::vector<MemoryPart> parts;
    append_state(parts, scenario, parameters_of_ranks(scenario.model, scenario.plan, layout)[0]);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const MemoryPart& x) { return x.kind == kind; });
    REQUIRE(part != parts.end());
    CHECK(part->derivation.factors[1].type == type);
  }
}

TEST_CASE("a rank without a product to quantise has no copies, nor has a recipe of 16 bits") {
  Scenario scenario;
  scenario.model = samples::llama(2, 1024, 8, 8, 4096), scenario.plan = samples::plan(1024, 1, 8);
  StageParameters ends;
  ends.embedding = ends.head = 1e6;
  const auto copies = [&](Precision precision) {
    scenario.plan.precision = precision;
    std::vector<MemoryPart> parts;
    append_state(parts, scenario, ends);
    return std::count_if(parts.begin(), parts.end(),
                         [](const MemoryPart& part) { return part.kind == PartKind::quantised_copies; });
  };
  CHECK(copies(Precision::fp8) == 0);
  ends.quantised.layers = ends.layers = 1e6;
  CHECK(copies(Precision::fp8) == 1);
  CHECK(copies(Precision::bf16) == 0);
}
