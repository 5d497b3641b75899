// Launches of Hugging Face's Trainer by torchrun and Accelerate: FSDP by its flags, by Accelerate's options and file,
// and whole replicas.
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view trained =
    "run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 2 "
    "--gradient_accumulation_steps 4 --block_size 2048 --learning_rate 2e-5 ";

const std::string torchrun = "torchrun --nproc_per_node=8 --nnodes=2 " + std::string(trained);
const std::string accelerate = "accelerate launch --num_machines 2 --num_processes 16 ";

Outcome<ImportedLaunch> read_hf(const std::string& text, const char* file = nullptr, const char* content = nullptr) {
  ShellOutside outside;
  if (file != nullptr) outside.files[file] = content;
  return import_launch(text, "launch.sh", real_presets(), {}, nullptr, outside);
}

Scenario scenario_of(const Outcome<ImportedLaunch>& launch) {
  if (!succeeded(launch)) FAIL(line_of(problems_of(launch).front(), ""));
  return with_defaults(value_of(launch).parsed.said.scenario);
}

std::string all_said(const Outcome<ImportedLaunch>& launch) {
  if (succeeded(launch)) return said_beside(value_of(launch));
  std::string lines;
  for (const Problem& problem : problems_of(launch)) lines += line_of(problem, "launch.sh") + "\n";
  return lines;
}

bool mentions(const std::string& text, const char* words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a Trainer's flags say the plan, and the model by its name") {
  const auto launch = read_hf(torchrun + "--fsdp 'full_shard auto_wrap' --bf16 True --gradient_checkpointing");
  const Scenario scenario = scenario_of(launch);
  CHECK(value_of(launch).framework == "hf-trainer");
  CHECK(scenario.model.preset == "llama2-7b");
  CHECK(scenario.cluster.gpus == 16);
  CHECK(scenario.plan.dp == 16);
  CHECK(scenario.plan.zero == 3);
  CHECK(scenario.plan.micro_batch == 2);
  CHECK(scenario.plan.global_batch == 2 * 4 * 16);
  CHECK(scenario.plan.sequence_length == 2048);
  CHECK(scenario.plan.precision == Precision::bf16);
  CHECK(scenario.plan.master_weights);
  CHECK(scenario.plan.recompute->mode == RecomputeMode::full);
}

TEST_CASE("how replicas share the model follows the flags, Accelerate's options and its file") {
  const char* fsdp_file =
      "distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: SHARD_GRAD_OP\n"
      "  fsdp_offload_params: false\nmixed_precision: bf16\nnum_machines: 2\nnum_processes: 16\n";
  const char* deepspeed_file =
      "distributed_type: DEEPSPEED\ndeepspeed_config:\n  zero_stage: 2\nmixed_precision: bf16\n";
  const std::string from_file = "accelerate launch --config_file fsdp.yaml " + std::string(trained);
  struct Case {
    std::string text;
    const char* file;
    int zero;
    Precision precision;
  };
  const Case cases[] = {
      {torchrun, nullptr, 0, Precision::fp32},
      {torchrun + "--fp16 --fsdp False", nullptr, 0, Precision::fp16},
      {torchrun + "--bf16 --fsdp 'shard_grad_op auto_wrap'", nullptr, 2, Precision::bf16},
      {torchrun + "--tf32 True --fsdp full_shard", nullptr, 3, Precision::tf32},
      {accelerate + "--use_fsdp --mixed_precision bf16 " + std::string(trained), nullptr, 3, Precision::bf16},
      {accelerate + "--use_fsdp --fsdp_sharding_strategy 2 " + std::string(trained), nullptr, 2, Precision::fp32},
      {accelerate + "--multi_gpu " + std::string(trained) + "--bf16", nullptr, 0, Precision::bf16},
      {from_file, fsdp_file, 2, Precision::bf16},
      {from_file, deepspeed_file, 2, Precision::bf16},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const Scenario scenario = scenario_of(read_hf(each.text, each.file == nullptr ? nullptr : "fsdp.yaml", each.file));
    CHECK(scenario.plan.zero == each.zero);
    CHECK(scenario.plan.precision == each.precision);
  }
  CHECK(scenario_of(read_hf(from_file, "fsdp.yaml", fsdp_file)).cluster.gpus == 16);
  CHECK(mentions(all_said(read_hf(from_file, "fsdp.yaml", deepspeed_file)), "Accelerate runs DeepSpeed's ZeRO here"));
}

TEST_CASE("hybrid sharding shards within a node, and FSDP's own file may say that activations are computed again") {
  const Scenario hybrid = scenario_of(read_hf(torchrun + "--bf16 --fsdp 'hybrid_shard auto_wrap'"));
  CHECK(hybrid.plan.zero == 3);
  CHECK(hybrid.plan.shard_group == 8);
  const auto launch = read_hf(torchrun + "--bf16 --fsdp 'full_shard offload' --fsdp_config fsdp.json", "fsdp.json",
                              R"({"activation_checkpointing": true, "limit_all_gathers": true})");
  CHECK(scenario_of(launch).plan.recompute->mode == RecomputeMode::full);
  CHECK(scenario_of(launch).plan.offload == Offload::parameters);
}

TEST_CASE("what a Trainer's launch leaves to other files, or what isn't modelled, is refused or said") {
  struct Case {
    std::string text;
    const char* said;
  };
  const Case cases[] = {
      {"accelerate launch --config_file fsdp.yaml " + std::string(trained), "Accelerate's own file says how"},
      {accelerate + std::string(trained), "without --config_file it reads a configuration of the user's own"},
      {torchrun + "--fsdp full_shard --fsdp_config '{\"xla\": true}'", "JSON on the command line isn't read"},
      {torchrun + "--config_overrides n_layer=4", "It changes sizes of the model"},
      {torchrun + "--optim adamw_bnb_8bit", "Adam with fp32 states counts in its place"},
      {torchrun + "--torch_dtype auto", "which isn't here; fp32 counts"},
      {torchrun + "--use_lora True", "It trains adapters beside frozen weights"},
      {"torchrun --nproc_per_node 8 run_clm.py --model_name_or_path ours/unknown-3b --per_device_train_batch_size 1 "
       "--block_size 512",
       "ours/unknown-3b isn't known here"},
      {"torchrun --nproc_per_node 8 run_clm.py --model_name_or_path $MODEL --per_device_train_batch_size 1 "
       "--block_size 512",
       "doesn't say the model; --set model=NAME does"},
      {"torchrun --nproc_per_node 8 dpo.py --model_name_or_path x/y --per_device_train_batch_size 1", "a file of TRL"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    CHECK_MESSAGE(mentions(all_said(read_hf(each.text)), each.said), all_said(read_hf(each.text)));
  }
}

TEST_CASE("a Trainer with a DeepSpeed file stays DeepSpeed's, and its model's name is read too") {
  const auto launch = read_hf("deepspeed --num_gpus 8 " + std::string(trained) + "--bf16 True --deepspeed ds.json",
                              "ds.json", R"({"zero_optimization": {"stage": 2}, "bf16": {"enabled": "auto"}})");
  CHECK(scenario_of(launch).plan.zero == 2);
  CHECK(scenario_of(launch).model.preset == "llama2-7b");
  CHECK(value_of(launch).framework == "deepspeed");
}
