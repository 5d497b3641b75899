#include "core/memory/state.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "tests/core/transformer/sample_models.h"

using namespace shardscope;

namespace {

struct State {
  double weights = 0, gradients = 0, optimizer = 0;

  [[nodiscard]] double total() const { return weights + gradients + optimizer; }
};

State state_of(const Model& model, const Plan& plan, const StageParameters& parameters, const Software& software = {}) {
  std::vector<MemoryPart> parts;
  Scenario scenario;
  scenario.model = model, scenario.plan = plan, scenario.software = software;
  append_state(parts, scenario, parameters);
  State state;
  for (const MemoryPart& part : parts) {
    if (use_of(part.kind) == PartUse::gathered || part.kind == PartKind::shard_padding) continue;
    if (part.component == MemoryComponent::weights) state.weights += part.bytes.value;
    if (part.component == MemoryComponent::gradients) state.gradients += part.bytes.value;
    if (part.component == MemoryComponent::optimizer) state.optimizer += part.bytes.value;
  }
  return state;
}

/// Mixed precision as the ZeRO paper has it: 16-bit weights and gradients, 12 bytes of Adam and master copy.
Plan zero_paper_plan(std::int64_t ranks, std::int64_t zero) {
  Plan plan = samples::plan(1024, 1, ranks);
  plan.dp = plan.shard_group.emplace(ranks);
  plan.zero = zero;
  plan.precision = Precision::fp16;
  plan.gradient_dtype = Dtype::fp16;
  return plan;
}

}  // namespace

TEST_CASE("7.5 billion parameters on 64 GPUs take 120, 31.4, 16.6 and 1.9 GB (ZeRO, figure 1)") {
  const Model model = samples::gpt(2, 1024, 16);
  StageParameters parameters;
  parameters.layers = 7.5e9;
  const double printed_gb[] = {120, 31.4, 16.6, 1.9};
  for (std::int64_t zero = 0; zero < 4; ++zero) {
    CAPTURE(zero);
    const double gb = state_of(model, zero_paper_plan(64, zero), parameters).total() / 1e9;
    CHECK(std::round(gb * 10) / 10 == doctest::Approx(printed_gb[zero]).epsilon(1e-12));
  }
}

TEST_CASE("the state of every size and stage is that of the ZeRO paper's table 1, all 18 rows") {
  const Model model = samples::gpt(2, 1024, 16);
  struct Row {
    double parameters;
    std::int64_t ranks;
    const char* printed[3];  // GB of P_os, P_os+g, P_os+g+p
  };
  const Row rows[] = {
      {7.5e9, 1, {"120", "120", "120"}},      {7.5e9, 4, {"52.5", "41.3", "30"}},
      {7.5e9, 16, {"35.6", "21.6", "7.5"}},   {7.5e9, 64, {"31.4", "16.6", "1.88"}},
      {7.5e9, 256, {"30.4", "15.4", "0.47"}}, {7.5e9, 1024, {"30.1", "15.1", "0.12"}},
      {128e9, 1, {"2048", "2048", "2048"}},   {128e9, 4, {"896", "704", "512"}},
      {128e9, 16, {"608", "368", "128"}},     {128e9, 64, {"536", "284", "32"}},
      {128e9, 256, {"518", "263", "8"}},      {128e9, 1024, {"513", "257", "2"}},
      {1e12, 1, {"16000", "16000", "16000"}}, {1e12, 4, {"7000", "5500", "4000"}},
      {1e12, 16, {"4750", "2875", "1000"}},   {1e12, 64, {"4187", "2218", "250"}},
      {1e12, 256, {"4046", "2054", "62.5"}},  {1e12, 1024, {"4011", "2013", "15.6"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.parameters);
    CAPTURE(row.ranks);
    StageParameters parameters;
    parameters.layers = row.parameters;
    const auto n = static_cast<double>(row.ranks);
    const double bytes_each[] = {4 + 12 / n, 2 + 14 / n, 16 / n};  // section 5
    for (std::int64_t zero = 1; zero < 4; ++zero) {
      CAPTURE(zero);
      const double gb = state_of(model, zero_paper_plan(row.ranks, zero), parameters).total() / 1e9;
      CHECK(gb == doctest::Approx(bytes_each[zero - 1] * row.parameters / 1e9).epsilon(1e-12));
      // The paper prints so many digits, some rows rounded and some cut.
      const std::string printed = row.printed[zero - 1];
      const std::size_t point = printed.find('.');
      const double digits = point == std::string::npos ? 0 : static_cast<double>(printed.size() - point - 1);
      const double last = std::pow(10.0, digits), shown = std::stod(printed) * last;
      CHECK((std::abs(std::round(gb * last) - shown) < 1e-6 || std::abs(std::floor(gb * last) - shown) < 1e-6));
    }
  }
}

TEST_CASE("a higher ZeRO stage never needs more state, nor does a larger shard group") {
  const Model model = samples::mixture(8, 4096, 8, 2, 14336);
  for (const std::int64_t ep : {1, 4}) {
    double previous = 1e300;
    for (std::int64_t zero = 0; zero < 4; ++zero) {
      double smaller_group = 1e300;
      for (const std::int64_t group : {2, 8, 32}) {
        Plan plan = samples::plan(4096, 1, 64);
        plan.dp = 32;
        plan.ep = ep;
        plan.zero = zero;
        plan.shard_group = group;
        CAPTURE(zero);
        CAPTURE(group);
        const double bytes =
            state_of(model, plan, parameters_of_ranks(model, plan, stage_layout(model, plan))[0]).total();
        CHECK(bytes <= smaller_group);
        smaller_group = bytes;
      }
      CHECK(smaller_group <= previous);
      previous = smaller_group;
    }
  }
}

TEST_CASE("beside a pipeline ZeRO-2's gradients are whole until they are scattered: of a chunk, of all, of none") {
  const Model model = samples::llama(8, 4096, 32, 8, 14336, 32000);
  Plan plan = samples::plan(2048, 1, 8);
  plan.dp = plan.shard_group.emplace(8);
  plan.pp = 2, plan.virtual_stages = 2, plan.global_batch = 64, plan.zero = 2;
  const StageParameters rank = parameters_of_ranks(model, plan, stage_layout(model, plan))[0];
  const double layer = static_cast<double>(total(layer_parameters(model, false))), table = 32000.0 * 4096;
  CHECK(rank.chunk.total() == 2 * layer + table);
  const auto gradients = [&](Framework framework) {
    return state_of(model, plan, rank, {framework, 2024.3}).gradients / bytes_of(Dtype::fp32);
  };
  const double all = rank.total();
  CHECK(gradients(Framework::megatron_core) == doctest::Approx(all / 8));
  CHECK(gradients(Framework::own) == doctest::Approx(all / 8 + rank.chunk.total() * 7 / 8));
  CHECK(gradients(Framework::torchtitan) == doctest::Approx(all));
  plan.global_batch = 8;  // one micro-batch, which nothing follows
  CHECK(gradients(Framework::own) == doctest::Approx(all / 8));
}

TEST_CASE("weights and gradients are divided by tp·pp, ZeRO's shard by neither again") {
  const Model model = samples::llama(16, 4096, 32, 32, 16384, 32768);
  const Plan alone = samples::plan(4096, 1, 64);
  const State whole = state_of(model, alone, parameters_of_ranks(model, alone, stage_layout(model, alone))[0]);
  Plan split = alone;
  split.tp = 4;
  split.pp = 4;
  split.dp = split.shard_group.emplace(8);
  split.zero = 1;
  State sum;
  for (const StageParameters& rank : parameters_of_ranks(model, split, stage_layout(model, split))) {
    const State state = state_of(model, split, rank);
    sum.weights += state.weights, sum.gradients += state.gradients, sum.optimizer += state.optimizer;
  }
  const double norms = 33.0 * 4096;  // whole on every tensor-parallel rank
  CHECK(sum.weights == doctest::Approx((whole.weights - 2 * norms) / 4 + 2 * norms).epsilon(1e-12));
  CHECK(sum.gradients == doctest::Approx((whole.gradients - 4 * norms) / 4 + 4 * norms).epsilon(1e-12));
  CHECK(sum.optimizer == doctest::Approx(((whole.optimizer - 12 * norms) / 4 + 12 * norms) / 8).epsilon(1e-12));
}

TEST_CASE("experts are sharded over their own replicas: tp·cp·dp / (ep·etp)") {
  Plan plan = samples::plan(4096, 1, 64);
  plan.tp = 2;
  plan.cp = 2;
  plan.dp = 16;
  plan.ep = 8;
  plan.etp = 1;
  plan.shard_group = 32;
  CHECK(shard_groups(plan).dense == 32);
  CHECK(shard_groups(plan).experts == 8);
  plan.shard_group = 16;  // half of the dense replicas, and so half of the experts'
  CHECK(shard_groups(plan).dense == 16);
  CHECK(shard_groups(plan).experts == 4);
  plan.ep = 64;
  CHECK(shard_groups(plan).experts == 1);
}

TEST_CASE("tied embeddings live on the first and the last stage") {
  const Model model = samples::gpt(8, 1024, 16, 50304);
  Plan plan = samples::plan(1024, 1, 8);
  plan.pp = 4;
  const auto ranks = parameters_of_ranks(model, plan, stage_layout(model, plan));
  CHECK(ranks.front().embedding == 50304.0 * 1024 + 2048 * 1024);
  CHECK(ranks.back().head == 50304.0 * 1024 + 2 * 1024);
  CHECK(ranks[1].embedding + ranks[1].head == 0);
  plan.pp = 1;
  CHECK(parameters_of_ranks(model, plan, stage_layout(model, plan))[0].head == 2 * 1024);
}

TEST_CASE("each optimizer and precision has its bytes per parameter") {
  const Model model = samples::llama(2, 4096, 32, 32, 16384);
  Plan plan = samples::plan(1024, 1, 8);
  CHECK(bytes_per_parameter(model, plan).state.bytes == 8);
  CHECK(bytes_per_parameter(model, plan).master.bytes == 4);
  CHECK(bytes_per_parameter(model, plan).quantised_copy.bytes == 0);
  plan.optimizer = Optimizer::sgd_momentum;
  CHECK(bytes_per_parameter(model, plan).state.bytes == 4);
  plan.optimizer = Optimizer::adam8bit;
  CHECK(bytes_per_parameter(model, plan).state.bytes == 2 + 8.0 / 2048);
  plan.optimizer = Optimizer::muon;
  plan.optimizer_dtype = Dtype::bf16;
  CHECK(bytes_per_parameter(model, plan).state.bytes == 2);
  CHECK(bytes_per_parameter(model, plan).state_of_ends.bytes == 4);
  plan.optimizer = Optimizer::adafactor;
  CHECK(bytes_per_parameter(model, plan).state.bytes == 4.0 / 4096);
  plan.precision = Precision::fp32;
  CHECK(bytes_per_parameter(model, plan).weight.bytes == 4);
  CHECK(bytes_per_parameter(model, plan).master.bytes == 0);
  plan.precision = Precision::fp8;
  CHECK(bytes_per_parameter(model, plan).quantised_copy.bytes == 2);
  plan.fp8_params = true;
  CHECK(bytes_per_parameter(model, plan).weight.bytes == 1);
}

TEST_CASE("offload moves the optimizer, or weights and optimizer, to the host") {
  const Model model = samples::llama(4, 4096, 32, 32, 16384);
  Plan plan = samples::plan(1024, 1, 8);
  const StageParameters parameters = parameters_of_ranks(model, plan, stage_layout(model, plan))[0];
  const State all = state_of(model, plan, parameters);
  plan.offload = Offload::optimizer;
  CHECK(state_of(model, plan, parameters).total() == all.weights + all.gradients);
  plan.offload = Offload::parameters;
  CHECK(state_of(model, plan, parameters).total() == all.gradients);
}

TEST_CASE("FSDP shards fp32 weights and nothing beside them: 16 bytes per parameter, not 18") {
  const Model model = samples::gpt(2, 1024, 16);
  StageParameters parameters;
  parameters.layers = 1e9;
  Plan plan = zero_paper_plan(8, 3);
  plan.gradient_dtype = Dtype::fp32;
  const State fsdp = state_of(model, plan, parameters, {Framework::torchtitan, 2025.5});
  CHECK(fsdp.weights == 4e9 / 8);
  CHECK(fsdp.gradients == 4e9 / 8);
  CHECK(fsdp.optimizer == 8e9 / 8);
  CHECK(state_of(model, plan, parameters).total() == 18e9 / 8);
}

TEST_CASE("DeepSpeed's bf16 optimizer has bf16 gradients beside the fp32 ones, its fp16 optimizers one kind") {
  const Model model = samples::gpt(2, 1024, 16);
  StageParameters parameters;
  parameters.layers = 1e9;
  Plan plan = zero_paper_plan(4, 1);
  const Software deepspeed{Framework::megatron_deepspeed, 2022.2};
  CHECK(state_of(model, plan, parameters, deepspeed).gradients == 2e9);
  plan.precision = Precision::bf16;
  plan.gradient_dtype = Dtype::fp32;
  CHECK(state_of(model, plan, parameters, deepspeed).gradients == 6e9);
  CHECK(state_of(model, plan, parameters).gradients == 4e9);
}

TEST_CASE("gradients that come as activations go add what exceeds them") {
  const auto peak = [](double gradients, double activations) {
    std::vector<MemoryPart> parts = {{MemoryComponent::weights, PartKind::weights, Bytes{7}, {}},
                                     {MemoryComponent::gradients, PartKind::gradients, Bytes{gradients}, {}},
                                     {MemoryComponent::activations, PartKind::dense_layers, Bytes{activations}, {}}};
    take_turns_with_activations(parts);
    double sum = 0;
    for (const MemoryPart& part : parts) sum += part.bytes.value;
    return sum;
  };
  CHECK(peak(10, 4) == doctest::Approx(7 + 10));
  CHECK(peak(4, 10) == doctest::Approx(7 + 10));
  CHECK(peak(0, 10) == doctest::Approx(7 + 10));
}

TEST_CASE(
    "only PyTorch's own sharding allocates gradients anew, and only one micro-batch a step is one backward pass") {
  Scenario scenario;
  scenario.plan = samples::plan(2048, 1, 8);
  scenario.plan.dp = 8;
  CHECK_FALSE(gradients_come_with_backward(scenario));
  scenario.software.framework = Framework::torchtitan;
  CHECK(gradients_come_with_backward(scenario));
  scenario.plan.global_batch = 16;
  CHECK_FALSE(gradients_come_with_backward(scenario));
}

TEST_CASE("Muon keeps Adam's states of norms, biases, embedding and head; 8-bit Adam keeps small vectors' in fp32") {
  const Model model = samples::llama(4, 2048, 16, 16, 8192, 32768);
  Plan plan = samples::plan(1024, 1, 8);
  const auto states = [&] {
    const StageParameters held = parameters_of_ranks(model, plan, stage_layout(model, plan))[0];
    return state_of(model, plan, held).optimizer - 4 * held.total();  // less the master copy
  };
  const double norms = 4 * 2 * 2048, matrices = 4 * (4.0 * 2048 * 2048 + 3.0 * 2048 * 8192);
  const double ends = 2.0 * 32768 * 2048 + 2048;
  plan.optimizer = Optimizer::muon;
  CHECK(states() == doctest::Approx(4 * matrices + 8 * (norms + ends)).epsilon(1e-12));
  plan.optimizer = Optimizer::adam8bit;
  const double quantised = 2 + 8.0 / 2048;
  CHECK(states() == doctest::Approx(quantised * (matrices + ends - 2048) + 8 * (norms + 2048)).epsilon(1e-12));
}

TEST_CASE("Adafactor keeps a row and a column of sums of each matrix, and norms whole") {
  const Model model = samples::llama(4, 2048, 16, 16, 8192, 32768);
  Plan plan = samples::plan(1024, 1, 8);
  plan.optimizer = Optimizer::adafactor;
  const StageParameters held = parameters_of_ranks(model, plan, stage_layout(model, plan))[0];
  const double sums =
      4 * (2 * 4096 + (2048 + 4096) + (2048 + 16384) + (8192 + 2048) + 2 * 2048) + 2 * (32768 + 2048) + 2048;
  CHECK(state_of(model, plan, held).optimizer - 4 * held.total() == doctest::Approx(4 * sums).epsilon(1e-9));
}

TEST_CASE("the precision-aware optimizer keeps 16 bits of a bf16 weight's master copy, and smaller moments") {
  const Model model = samples::gpt(2, 1024, 16);
  Plan plan = samples::plan(1024, 1, 8);
  plan.precision_aware_optimizer = true, plan.zero = 1;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 2);
  plan.optimizer_dtype = Dtype::fp8;
  CHECK(bytes_per_parameter(model, plan).state.bytes == 2);
  plan.precision = Precision::fp16;  // no bits of fp32 in an fp16 weight
  CHECK(bytes_per_parameter(model, plan).master.bytes == 4);
  plan.precision = Precision::fp8;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 2);
  plan.fp8_params = true;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 4);
  plan.precision = Precision::fp32;
  CHECK(bytes_per_parameter(model, plan).master.bytes == 0);
}

TEST_CASE("delayed scaling has a scale and 1,024 amaxes for five tensors of each product") {
  const Model model = samples::llama(4, 4096, 32, 8, 14336);
  Scenario scenario;
  scenario.model = model, scenario.plan = samples::plan(1024, 1, 8);
  scenario.plan.precision = Precision::fp8_delayed;
  std::vector<MemoryPart> parts;
  append_state(parts, scenario, parameters_of_ranks(model, scenario.plan, stage_layout(model, scenario.plan))[0]);
  double bytes = 0;
  for (const MemoryPart& part : parts)
    if (part.kind == PartKind::amax_history) bytes += part.bytes.value;
  CHECK(bytes == 4.0 * 4 * 5 * 1025 * 4);
}

TEST_CASE("block-wise scales of weights are one in 16,384 values, mxfp8's one byte in 32, nvfp4's one in 16") {
  const Model model = samples::gpt(2, 1024, 16);
  Plan plan = samples::plan(1024, 1, 8);
  const auto copies = [&](Precision precision) {
    plan.precision = precision;
    return bytes_per_parameter(model, plan).quantised_copy.bytes;
  };
  CHECK(copies(Precision::fp8_blockwise) == 2 * (1 + 4.0 / 16384));
  CHECK(copies(Precision::mxfp8) == 2 * (1 + 1.0 / 32));
  CHECK(copies(Precision::nvfp4) == 2 * (0.5 + 1.0 / 16));
  CHECK(copies(Precision::fp8_tensorwise) == 2);
}
