#include "core/inspect/memory/ledger.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "core/evaluate/evaluate.h"
#include "core/memory/held_parameters.h"
#include "core/memory/whole_bytes.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// Every part of every stage is the sum of its lines, to rounding in the last digits of a byte count.
void check_sums(const Report& report) {
  for (const StageMemory& stage : report.memory.stages) {
    const std::vector<LedgerLine> lines = memory_ledger(report, stage.stage);
    std::vector<double> sums(stage.parts.size(), 0);
    for (const LedgerLine& line : lines) {
      REQUIRE(line.part < sums.size());
      CHECK(line.component == stage.parts[line.part].component);
      sums[line.part] += line.bytes.value;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      CAPTURE(name_of(stage.parts[i]));
      CHECK(sums[i] == doctest::Approx(stage.parts[i].bytes.value).epsilon(1e-12));
    }
  }
}

const LedgerLine* line_named(const std::vector<LedgerLine>& lines, MemoryComponent component, std::string_view name) {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const LedgerLine& line) {
    return line.component == component && line.name == name;
  });
  return found == lines.end() ? nullptr : &*found;
}

double product(const std::vector<double>& numbers) {
  double all = 1;
  for (const double number : numbers) all *= number;
  return all;
}

/// In whole bytes too.
void check_whole_bytes(const Report& report) {
  for (const StageMemory& stage : in_whole_bytes(report.memory).stages) {
    std::vector<Bytes> sums(stage.parts.size());
    for (const LedgerLine& line : in_whole_bytes(memory_ledger(report, stage.stage), stage)) {
      CHECK(line.bytes.value == std::round(line.bytes.value));
      sums[line.part] += line.bytes;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == stage.parts[i].bytes);
  }
}

}  // namespace

namespace {

/// Bytes of one value, by what the line says it is in; 0 where the words don't say it.
double bytes_of(KeptValue value) {
  const double times = value.twice ? 2 : 1;
  switch (value.type) {
    case ValueType::int64:
      return 8 * times;
    case ValueType::fp32:
      return 4 * times;
    case ValueType::bf16:
    case ValueType::fp16:
    case ValueType::half_of_fp32:
      return 2 * times;
    case ValueType::bits_8:
      return times;
    case ValueType::scaled_8:
    case ValueType::scaled_4:
    case ValueType::unknown:
      return 0;
  }
  return 0;
}

/// How many GPUs share the line's tensor: by tensor or expert parallelism, and by ZeRO.
double ranks_of(const LedgerLine& line, const Plan& plan, const Model& model) {
  if (line.component > MemoryComponent::optimizer) return 1;
  double ranks = 1;
  const bool expert = line.split == Sharding::expert;
  if (expert) ranks = static_cast<double>(plan.ep * *plan.etp);
  const bool keys = line.name.starts_with("k v") && !model.kv_lora_rank;
  if (line.split == Sharding::tensor)
    ranks = static_cast<double>(keys ? std::min(plan.tp, *model.num_key_value_heads) : plan.tp);
  const std::int64_t stage = line.component == MemoryComponent::weights     ? 3
                             : line.component == MemoryComponent::gradients ? 2
                                                                            : 1;
  const bool copy = line.role == "quantised copy";
  if (*plan.zero < stage || copy) return ranks;
  const ShardGroups groups = shard_groups(plan);
  return ranks * (line.group == TensorGroup::experts ? groups.experts : groups.dense);
}

}  // namespace

TEST_CASE("in random plans a line is the product of its shape's numbers, its dtype's bytes and its count") {
  tests::RandomScenarios random(4);
  int lines = 0, broken = 0;
  std::string first;
  for (int i = 0; i < 400; ++i) {
    const Report report = evaluate(random.next());
    const Plan& plan = report.scenario.plan;
    for (const StageMemory& stage : report.memory.stages)
      for (const LedgerLine& line : memory_ledger(report, stage.stage)) {
        const MemoryPart& part = stage.parts[line.part];
        const auto& factors = part.derivation.factors;  // a share of it is there where another moment holds the rest
        const bool shared_moment = std::any_of(factors.begin(), factors.end(),
                                               [](const Factor& factor) { return factor.role == FactorRole::share; });
        const bool sums = plan.optimizer == Optimizer::adafactor && line.component == MemoryComponent::optimizer;
        if (line.numbers.empty() || bytes_of(line.value) == 0 || shared_moment || sums) continue;
        const double bytes = product(line.numbers) * bytes_of(line.value) * line.count;
        const bool gathered = part.content == PartContent::formula;
        const double each = bytes / (gathered ? 1 : ranks_of(line, plan, report.scenario.model));
        ++lines;
        if (std::abs(each - line.bytes.value) <= 1e-6 * each + 1) continue;
        if (++broken == 1)
          first = std::string(name_of(part)) + ": " + std::string(line.name) + " " + shape_words(line) + " " +
                  std::string(words_of(line.value)) + " " + std::to_string(each) + " against " +
                  std::to_string(line.bytes.value);
      }
  }
  CAPTURE(first);
  CHECK(broken == 0);
  CHECK(lines > 10000);
}

TEST_CASE(
    "where a line says its shape, product of numbers / divisor x bytes per value is the bytes of each, everywhere") {
  tests::RandomScenarios random(12);
  std::vector<Scenario> scenarios;
  for (const auto& [preset, launch] : all_presets().scenarios) scenarios.push_back(preset);
  for (int i = 0; i < 300; ++i) scenarios.push_back(random.next());
  int known = 0, broken = 0;
  std::string first;
  for (const Scenario& scenario : scenarios) {
    const Report report = evaluate(scenario);
    for (const StageMemory& stage : report.memory.stages)
      for (const LedgerLine& line : memory_ledger(report, stage.stage)) {
        if (line.divisor == 0) continue;
        REQUIRE_FALSE(line.numbers.empty());
        const double bytes = product(line.numbers) / line.divisor * line.value.bytes * line.count;
        const double named = bytes_of(line.value);
        const bool same_dtype = named == 0 || std::abs(named - line.value.bytes) < 0.01;
        ++known;
        if (std::abs(bytes - line.bytes.value) <= 1e-9 * bytes + 0.01 && line.divisor > 0 && same_dtype) continue;
        if (++broken == 1)
          first = std::string(line.name) + ": " + shape_words(line) + " " + std::string(words_of(line.value)) + " " +
                  std::to_string(bytes) + " against " + std::to_string(line.bytes.value);
      }
  }
  CAPTURE(first);
  CHECK(broken == 0);
  CHECK(known > 20000);
}

TEST_CASE("a projection over 8 ranks says so, its optimizer state over the replicas too, a buffer what it is made of") {
  Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
  const Report report = evaluate(scenario);
  const std::vector<LedgerLine> lines = memory_ledger(report, 0);
  const auto named = [&](MemoryComponent component, std::string_view name, std::string_view role) {
    const auto found = std::find_if(lines.begin(), lines.end(), [&](const LedgerLine& line) {
      return line.component == component && line.name == name && line.role == role;
    });
    REQUIRE(found != lines.end());
    return *found;
  };
  const LedgerLine weights = named(MemoryComponent::weights, "q projection", "");
  CHECK(weights.divisor == 8);
  CHECK(product(weights.numbers) / 8 * 2 == doctest::Approx((weights.bytes / weights.count).value));
  const LedgerLine norms = named(MemoryComponent::weights, "norms", "");
  CHECK(shape_words(norms) == "4 x [h]");  // two layer norms, each a scale and a bias
  CHECK(norms.numbers == std::vector<double>{4, 14336});
  CHECK(named(MemoryComponent::optimizer, "q projection", "master copy").divisor == 8 * 208);
  const LedgerLine transfers = named(MemoryComponent::buffers, "pipeline transfers", "");
  CHECK(shape_words(transfers) == "[tensors, b·s/cp/tp·h]");
  CHECK(words_of(transfers.value) == "bf16");
  CHECK(transfers.numbers == std::vector<double>{4, 8192.0 / 8 * 14336});
}

TEST_CASE("the ledger's lines sum to each part of each stage, for every published scenario") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    check_sums(evaluate(preset));
  }
}

TEST_CASE("the ledger's lines sum to the report under every kind of recomputation, ZeRO stage, offload and precision") {
  for (const char* name : {"llama3-405b-16k-h100", "deepseek-v3-2048-h800", "gpt3-175b-v100"})
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full})
      for (const std::int64_t zero : {0, 1, 2, 3})
        for (const Offload offload : {Offload::none, Offload::optimizer, Offload::activations, Offload::parameters})
          for (const Precision precision : {Precision::bf16, Precision::mxfp8, Precision::fp32}) {
            Scenario scenario = *all_presets().scenario(name);
            scenario.plan.zero = zero, scenario.plan.offload = offload, scenario.plan.precision = precision;
            scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
            scenario.plan.recompute->modules.mlp = scenario.plan.recompute->modules.moe = true;
            CAPTURE(name);
            CAPTURE(static_cast<int>(mode));
            CAPTURE(zero);
            check_sums(evaluate(scenario));
          }
}

TEST_CASE("the ledger's lines sum to the report in random plans of every kind") {
  tests::RandomScenarios random(2);
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    check_sums(evaluate(random.next()));
  }
}

TEST_CASE("a line is its shape times its count times its dtype: Llama 3 405B's gate, worked by hand") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  const Report report = evaluate(scenario);
  const std::vector<LedgerLine> lines = memory_ledger(report, 1);
  const LedgerLine* gate = line_named(lines, MemoryComponent::activations, "gate");
  REQUIRE(gate != nullptr);
  CHECK(shape_words(*gate) == "[s/cp, b, f/tp]");
  CHECK(gate->numbers == std::vector<double>{8192, 1, 6656});
  CHECK(words_of(gate->value) == "bf16");
  CHECK(gate->group == TensorGroup::mlp);
  CHECK(gate->bytes.value == doctest::Approx(8192.0 * 6656 * 2 * gate->count));
  const LedgerLine* down = line_named(lines, MemoryComponent::weights, "down projection");
  REQUIRE(down != nullptr);
  CHECK(shape_words(*down) == "[f, h]/tp");
  CHECK(down->numbers == std::vector<double>{53248, 16384});
  CHECK(down->bytes.value == doctest::Approx(product(down->numbers) / 8 * 2 * down->count));
}

TEST_CASE("key and value matrices stand with the model's own heads, also where tp is larger") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  scenario.plan.tp = 16, scenario.plan.dp = 64;
  const LedgerLine* line = nullptr;
  const std::vector<LedgerLine> lines = memory_ledger(evaluate(scenario), 1);
  line = line_named(lines, MemoryComponent::weights, "k v projection");
  REQUIRE(line != nullptr);
  CHECK(line->numbers == std::vector<double>{16384, 2 * 8 * 128});
}

TEST_CASE("a layer's tensors are all there, and those that recomputation drops are marked") {
  Scenario scenario = with_defaults(*all_presets().scenario("llama3-405b-16k-h100"));
  scenario.plan.recompute = Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block};
  scenario.plan.recompute->modules.mlp = true;
  const std::vector<LayerTensor> tensors = layer_tensors(scenario, BlockKind::dense_layer, false);
  const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  Bytes kept, all;
  for (const LayerTensor& tensor : tensors) {
    all += tensor.bytes;
    if (tensor.kept) kept += tensor.bytes;
    CHECK_FALSE(tensor.numbers.empty());
    CHECK(tensor.group() != TensorGroup::other);
    if (tensor.tensor == TensorName::gate) {
      CHECK_FALSE(tensor.kept);
      CHECK(tensor.fate == TensorFate::recomputed);
    }
    if (tensor.tensor == TensorName::input_of_the_q_k_v_projection) CHECK(tensor.fate == TensorFate::gathered_again);
    if (tensor.tensor == TensorName::q) CHECK(tensor.fate == TensorFate::kept);
  }
  CHECK(all.value == doctest::Approx(saved_bytes(block).value));
  CHECK(kept.value == doctest::Approx(kept_bytes(block, scenario.plan, false).value));
  for (const LayerTensor& tensor : layer_tensors(scenario, BlockKind::dense_layer, true)) {
    CHECK_FALSE(tensor.kept);
  }
  scenario.plan.recompute->mode = RecomputeMode::none;
  scenario.plan.offload = Offload::activations;
  for (const LayerTensor& tensor : layer_tensors(scenario, BlockKind::dense_layer, false)) {
    CHECK(tensor.fate == TensorFate::offloaded);
    CHECK_FALSE(tensor.kept);
  }
}

TEST_CASE("there is no ledger of a stage that isn't there") {
  const Report report = evaluate(*all_presets().scenario("llama2-7b-256-a100"));
  CHECK(memory_ledger(report, -1).empty());
  CHECK(memory_ledger(report, 1000).empty());
}

TEST_CASE("every group has a name of its own") {
  for (std::size_t i = 0; i < count_of<TensorGroup>; ++i)
    for (std::size_t j = 0; j < i; ++j)
      CHECK(name_of(static_cast<TensorGroup>(i)) != name_of(static_cast<TensorGroup>(j)));
}

TEST_CASE("in whole bytes tensors still sum to parts") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    check_whole_bytes(evaluate(preset));
  }
  tests::RandomScenarios random(31);
  for (int i = 0; i < 100; ++i) check_whole_bytes(evaluate(random.next()));
}

TEST_CASE("a layer's tensor knows the operation whose forward reads it") {
  const Scenario scenario = evaluate(gpt3_on(8, 4, 2)).scenario;
  std::size_t read = 0;
  for (const LayerTensor& tensor : layer_tensors(scenario, BlockKind::dense_layer, false)) {
    read += tensor.read_by ? 1 : 0;
    if (tensor.tensor == TensorName::q) CHECK(tensor.read_by == OperationName::attention);
  }
  CHECK(read > 4);
}
