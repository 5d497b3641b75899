#include <limits>

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Scenario filled(const std::vector<Setting>& settings = {}) {
  return with_defaults(scenario_of(small_scenario, settings));
}

}  // namespace

TEST_CASE("data parallelism is 1 unless it follows the GPUs") {
  CHECK(with_defaults(scenario_of(edited(R"("dp": 4, )", ""))).plan.dp == 1);
  CHECK(filled({"plan.dp=auto"}).plan.dp == 4);
  CHECK(filled({"plan.dp=auto", "cluster.gpus=79"}).plan.dp == 4);  // the floor of 79 / 16
  CHECK(filled({"plan.dp=auto", "cluster.gpus=64", "plan.cp=2"}).plan.dp == 2);
  CHECK(filled({"plan.dp=auto", "cluster.gpus=3"}).plan.dp == 1);
}

TEST_CASE("experts are split like the rest where no GPU holds experts of its own") {
  CHECK(filled().plan.etp == 1);  // a dense model
  CHECK(filled({"model=mixtral-8x7b"}).plan.etp == 8);
  CHECK(filled({"model=mixtral-8x7b", "plan.ep=4"}).plan.etp == 1);
  CHECK(filled({"model=mixtral-8x7b", "plan.etp=2"}).plan.etp == 2);
}

TEST_CASE("the vocabulary is padded to a multiple of 128 tp, as Megatron does") {
  CHECK(filled().plan.padded_vocab == 32768);  // 32,000 up to a multiple of 1,024
  CHECK(filled({"model=gpt2-xl"}).plan.padded_vocab == 51200);
  CHECK(filled({"model=gpt2-xl", "plan.tp=1"}).plan.padded_vocab == 50304);
  CHECK(filled({"plan.padded_vocab=false"}).plan.padded_vocab == 32000);
  CHECK(filled({"plan.padded_vocab=40000"}).plan.padded_vocab == 40000);
}

TEST_CASE("recomputation is off with flash attention, else of core attention") {
  CHECK(filled().plan.recompute->mode == RecomputeMode::none);
  const Scenario stored = filled({"plan.flash_attention=false"});
  CHECK(stored.plan.recompute->mode == RecomputeMode::selective);
  CHECK(stored.plan.recompute->modules.core_attn);
  CHECK(filled({"plan.recompute=selective"}).plan.recompute->modules.core_attn);
  CHECK_FALSE(filled({R"(plan.recompute={"mode":"selective","modules":["mlp"]})"}).plan.recompute->modules.core_attn);
  CHECK(filled({"plan.recompute=full"}).plan.recompute->modules == RecomputeModules{});
}

TEST_CASE("state is sharded over replicas where there are some") {
  CHECK(filled().plan.zero == 1);
  CHECK(filled({"plan.dp=1"}).plan.zero == 0);
  CHECK(filled({"plan.cp=2"}).plan.shard_group == 8);
  CHECK(filled({"plan.zero=3"}).plan.zero == 3);
}

TEST_CASE(
    "every switch is filled: fused attention, fp32 gradients, data parallelism overlapped, tensor and expert not") {
  const Plan plan = filled().plan;
  CHECK(plan.flash_attention == true);
  CHECK(plan.gradient_dtype == Dtype::fp32);
  CHECK(plan.overlap == Overlap{true, true, false, true, true, false});
}

TEST_CASE("what the software did fills absent keys, and a stated key wins") {
  const std::vector<Setting> old = {"software.framework=megatron-lm", "software.year=2021.3"};
  const Plan plan = filled(old).plan;
  CHECK(plan.flash_attention == false);
  CHECK(plan.sequence_parallel == false);
  CHECK(plan.recompute->mode == RecomputeMode::full);
  CHECK(plan.zero == 0);
  CHECK(plan.overlap == Overlap{false, false, false, true, true, false});
  std::vector<Setting> stated = old;
  for (const char* setting : {"plan.flash_attention=true", "plan.sequence_parallel=true", "plan.recompute=none",
                              "plan.zero=1", "plan.overlap.dp_grad=true"})
    stated.emplace_back(setting);
  const Plan kept = filled(stated).plan;
  CHECK(kept.flash_attention == true);
  CHECK(kept.sequence_parallel == true);
  CHECK(kept.recompute->mode == RecomputeMode::none);
  CHECK(kept.zero == 1);
  CHECK(kept.overlap.dp_grad == true);
  CHECK(kept.overlap.dp_param == false);
}

TEST_CASE("fully sharded frameworks train the model's own vocabulary, with ZeRO 3 where there are replicas") {
  CHECK(filled({"software.framework=torchtitan"}).plan.padded_vocab == 32000);
  CHECK(filled({"software.framework=torchtitan"}).plan.zero == 3);
  CHECK(filled({"software.framework=torchtitan", "plan.dp=1"}).plan.zero == 0);
}

TEST_CASE("DeepSpeed accumulates fp16 gradients in fp16 and bf16 gradients in fp32") {
  const std::string framework = "software.framework=megatron-deepspeed";
  CHECK(filled({framework, "plan.precision=fp16"}).plan.gradient_dtype == Dtype::fp16);
  CHECK(filled({framework, "plan.precision=bf16"}).plan.gradient_dtype == Dtype::fp32);
  CHECK(filled({framework, "plan.precision=fp16", "plan.gradient_dtype=fp32"}).plan.gradient_dtype == Dtype::fp32);
}

TEST_CASE("tokens are dispatched as the software of the year did, over wide domains by what knows them") {
  const auto dispatcher = [](std::vector<Setting> settings) {
    settings.insert(settings.begin(), "model=mixtral-8x7b");
    return filled(settings).plan.moe_dispatcher;
  };
  CHECK(dispatcher({}) == MoeDispatcher::alltoall);
  CHECK(dispatcher({"software.year=2025.4"}) == MoeDispatcher::alltoall);
  CHECK(dispatcher({"software.year=2025.5"}) == MoeDispatcher::deepep);
  CHECK(dispatcher({"software.year=2025.5", "cluster.scale_up_domain=64"}) == MoeDispatcher::hybridep);
  CHECK(dispatcher({"software.year=2025.5", "plan.moe_dispatcher=allgather"}) == MoeDispatcher::allgather);
  CHECK(dispatcher({"software.framework=torchtitan", "software.year=2026"}) == MoeDispatcher::alltoall);
  CHECK_FALSE(filled({"software.year=2025.5"}).plan.moe_dispatcher.has_value());  // a dense model
}

TEST_CASE("before parallel folding experts are split over the tensor group, where the split allows") {
  const std::vector<Setting> experts = {"model=mixtral-8x7b", "plan.ep=4", "software.year=2024.8"};
  CHECK(filled(experts).plan.etp == 8);
  std::vector<Setting> wide = experts;
  wide[1] = "plan.ep=8";  // four replicas can't hold eight groups of experts
  CHECK(filled(wide).plan.etp == 1);
  std::vector<Setting> folded = experts;
  folded[2] = "software.year=2025.5";
  CHECK(filled(folded).plan.etp == 1);
}

TEST_CASE("defaults that are filled in once stay as they are") {
  for (const char* framework : {"megatron-core", "megatron-lm", "megatron-deepspeed", "torchtitan", "own"})
    for (const char* year : {"2020.5", "2022.5", "2023.5", "2024.5", "2026"}) {
      const Scenario once =
          filled({std::string("software.framework=") + framework, std::string("software.year=") + year});
      CHECK(with_defaults(once) == once);
    }
}

TEST_CASE("sequence parallelism follows tp, and the schedule the virtual stages") {
  CHECK(filled().plan.sequence_parallel == true);
  CHECK(filled({"plan.tp=1"}).plan.sequence_parallel == false);
  CHECK(filled().plan.schedule == ScheduleKind::one_f_one_b);
  CHECK(filled({"plan.virtual_stages=2"}).plan.schedule == ScheduleKind::interleaved);
  CHECK(filled({"plan.virtual_stages=2", "plan.schedule=breadth-first"}).plan.schedule == ScheduleKind::breadth_first);
}

TEST_CASE("a model's absent sizes follow from the others") {
  const std::string bare = edited(
      R"("llama2-7b")",
      R"({"num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4, "vocab_size": 100, "attention_bias": true})");
  const Model dense = with_defaults(scenario_of(bare)).model;
  CHECK(dense.num_key_value_heads == 4);
  CHECK(dense.head_dim == 16);
  CHECK(dense.intermediate_size == 256);
  CHECK(dense.attention_output_bias == true);
  CHECK_FALSE(dense.moe_intermediate_size.has_value());
  CHECK_FALSE(dense.max_position_embeddings.has_value());
  CHECK(filled({"model=qwen2.5-72b"}).model.attention_output_bias == false);

  const std::vector<Setting> experts = {"model.num_experts=8", "model.n_shared_experts=2"};
  const Model sparse = with_defaults(scenario_of(bare, experts)).model;
  CHECK(sparse.moe_intermediate_size == 256);
  CHECK(sparse.shared_expert_intermediate_size == 512);

  const Model learned = with_defaults(scenario_of(bare, {"model.position_embedding=learned"})).model;
  CHECK(learned.max_position_embeddings == 4096);
}

TEST_CASE("the scale-up domain is the node, and a GPU-hour costs its rent") {
  CHECK(filled().cluster.scale_up_domain == 8);
  CHECK(filled({"cluster.gpus_per_node=4"}).cluster.scale_up_domain == 4);
  CHECK(filled({"cluster.scale_up_domain=72"}).cluster.scale_up_domain == 72);
  CHECK(filled().run.gpu_hour_usd == real_presets().gpu("a100-80")->rental_usd_per_hour);
  CHECK(filled({"run.gpu_hour_usd=1"}).run.gpu_hour_usd == 1);
  CHECK_FALSE(filled({"cluster.gpu.rental_usd_per_hour=null"}).run.gpu_hour_usd.has_value());
}

TEST_CASE("a layout string says the layers of each stage") {
  const Scenario laid = filled({"plan.pipeline_layout=Et*16|t*16L"});
  CHECK(laid.plan.stage_layers == std::vector<std::int64_t>{16, 16});
}

TEST_CASE("defaults are filled in once: doing it again changes nothing") {
  for (const auto& [preset, launch] : real_presets().scenarios) {
    CAPTURE(preset.preset);
    CHECK(with_defaults(with_defaults(preset)) == with_defaults(preset));
  }
}

TEST_CASE("defaults are total: nothing divides by zero or overflows, however wrong the scenario") {
  const Scenario nothing = with_defaults(Scenario());
  CHECK(nothing.plan.dp == 1);
  CHECK(nothing.plan.padded_vocab == 0);
  Scenario huge;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  huge.plan.tp = huge.plan.pp = huge.plan.cp = huge.plan.ep = most;
  huge.model.vocab_size = huge.model.hidden_size = huge.model.num_experts = huge.model.n_shared_experts = most;
  huge.cluster.gpus = most;
  CHECK(with_defaults(huge).plan.dp == 1);
  CHECK(*with_defaults(huge).plan.padded_vocab >= 0);
  Scenario negative;
  negative.plan.tp = negative.plan.pp = negative.plan.cp = std::numeric_limits<std::int64_t>::min();
  negative.model.vocab_size = negative.model.hidden_size = negative.model.num_attention_heads = -1;
  negative.cluster.gpus = negative.cluster.gpus_per_node = -8;
  CHECK(with_defaults(negative).plan.dp == 1);
  CHECK(with_defaults(negative).cluster.scale_up_domain == 1);
}
