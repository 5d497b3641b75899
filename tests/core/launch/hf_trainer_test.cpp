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

/// With the files as Accelerate's and FSDP's own.
Outcome<ImportedLaunch> read_with(const std::string& text, const std::string& accelerates,
                                  const std::string& fsdps = {}) {
  ShellOutside outside;
  if (!accelerates.empty()) outside.files["acc.yaml"] = accelerates;
  if (!fsdps.empty()) outside.files["fsdp.json"] = fsdps;
  return import_launch(text, "launch.sh", real_presets(), {}, nullptr, outside);
}

const std::string by_file = "accelerate launch --config_file acc.yaml " + std::string(trained);

/// Accelerate's file of 16 GPUs on two machines.
std::string file_of(const std::string& kind, const std::string& options = {}, const std::string& more = {}) {
  return "distributed_type: " + kind + "\n" + options + "mixed_precision: bf16\nnum_machines: 2\nnum_processes: 16\n" +
         more;
}

std::string fsdp_of(const std::string& option) {
  return "fsdp_config:\n  " + option + "\n";
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
      {"torchrun --nproc_per_node 8 dpo.py --model_name_or_path x/y --per_device_train_batch_size 1",
       "another training than next-word"},
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

TEST_CASE("Accelerate's options and its file count as it counts them, and only beside what they belong to") {
  struct Case {
    std::string text, file;
    int zero;
  };
  const std::string hf = std::string(trained), second = fsdp_of("fsdp_version: 2");
  const Case cases[] = {
      {accelerate + "--use_deepspeed " + hf, "", 2},
      {by_file, file_of("DEEPSPEED"), 2},
      {by_file, file_of("DEEPSPEED", "deepspeed_config:\n  zero_stage: 3\n"), 3},
      {torchrun + "--fsdp 'no_shard auto_wrap'", "", 0},
      {torchrun + "--fsdp 'auto_wrap shard_grad_op'", "", 2},
      {accelerate + "--use_fsdp --fsdp_sharding_strategy shard_grad_op " + hf, "", 2},
      {accelerate + "--use_fsdp --fsdp_sharding_strategy NO_SHARD " + hf, "", 0},
      {accelerate + "--use-fsdp --fsdp-sharding-strategy=2 " + hf, "", 2},
      {accelerate + "--fsdp_sharding_strategy 1 " + hf, "", 0},
      {accelerate + "--zero_stage 3 " + hf, "", 0},
      {by_file, file_of("MULTI_GPU", fsdp_of("fsdp_sharding_strategy: FULL_SHARD")), 0},
      {by_file, file_of("FSDP", second + "  fsdp_reshard_after_forward: false\n"), 2},
      {by_file, file_of("FSDP", second + "  fsdp_reshard_after_forward: 'no'\n"), 2},
      {by_file, file_of("FSDP", second + "  fsdp_reshard_after_forward: true\n"), 3},
      {by_file, file_of("FSDP", second + "  fsdp_sharding_strategy: SHARD_GRAD_OP\n"), 3},
      {by_file, file_of("FSDP", fsdp_of("sharding_strategy: SHARD_GRAD_OP")), 2},
      {by_file, file_of("FSDP", fsdp_of("fsdp_reshard_after_forward: SHARD_GRAD_OP")), 3},
      {by_file, file_of("FSDP", "", "use_cpu: false\n"), 3},
      {"accelerate launch --use_fsdp --config_file acc.yaml " + hf, file_of("DEEPSPEED"), 3},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    CAPTURE(each.file);
    CHECK(scenario_of(read_with(each.text, each.file)).plan.zero == each.zero);
  }
  CHECK(mentions(all_said(read_with(cases[8].text, "")), "FSDP alone, which isn't asked for; it changes nothing"));
  CHECK(mentions(all_said(read_with(cases[9].text, "")), "DeepSpeed alone, which isn't asked for; it changes nothing"));
  CHECK(mentions(all_said(read_with(cases[14].text, cases[14].file)), "FSDP 2 has no strategies"));
  CHECK(mentions(all_said(read_with(cases[16].text, cases[16].file)), "goes by its strategy, FULL_SHARD unless said"));
}

TEST_CASE("FSDP's checkpointing and offload count beside FSDP alone, in every word that Accelerate takes for true") {
  struct Case {
    std::string text, file;
    RecomputeMode recompute;
    bool offload;
  };
  const std::string hf = std::string(trained), full = "--fsdp full_shard --fsdp_config fsdp.json",
                    both = "fsdp_config:\n  fsdp_activation_checkpointing: 'yes'\n  fsdp_offload_params: 1\n";
  const Case cases[] = {
      {by_file, file_of("FSDP", both), RecomputeMode::full, true},
      {by_file, file_of("MULTI_GPU", both), RecomputeMode::none, false},
      {by_file, file_of("DEEPSPEED", both), RecomputeMode::none, false},
      {accelerate + "--use_fsdp --fsdp_activation_checkpointing true " + hf, "", RecomputeMode::full, false},
      {torchrun + full, "", RecomputeMode::full, false},
      {torchrun + "--fsdp_config fsdp.json", "", RecomputeMode::none, false},
      {torchrun + "--gradient_checkpointing --fsdp_config fsdp.json", "", RecomputeMode::full, false},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    CAPTURE(each.file);
    const Scenario scenario = scenario_of(read_with(each.text, each.file, R"({"activation_checkpointing": true})"));
    CHECK(scenario.plan.recompute->mode == each.recompute);
    CHECK((scenario.plan.offload == Offload::parameters) == each.offload);
  }
  CHECK(mentions(all_said(read_with(cases[1].text, cases[1].file)), "FSDP alone, which isn't asked for"));
}

TEST_CASE("what stands before the program is Accelerate's own, also where the Trainer has a flag of that name") {
  const std::string hf =
      "run_clm.py --model_name_or_path meta-llama/Llama-2-7b-hf --per_device_train_batch_size 1 "
      "--block_size 512 ";
  const auto steps = read_with(accelerate + "--use_fsdp --gradient_accumulation_steps 8 " + hf, "");
  CHECK(scenario_of(steps).plan.global_batch == 16);
  CHECK(mentions(all_said(steps), "stands before the program, so that it isn't given to it"));
  const auto split = read_with(accelerate + "--use_fsdp --parallelism_config_tp_size 4 --same_network " + hf, "");
  CHECK(mentions(all_said(split), "speaks of parallelism, of which nothing is counted: --parallelism_config_tp_size"));
}

TEST_CASE("usual keys of FSDP that change neither memory nor time aren't taken for parts of the plan") {
  const std::string keys =
      "fsdp_config:\n  fsdp_auto_wrap_policy: TRANSFORMER_BASED_WRAP\n  fsdp_use_orig_params: true\n";
  const std::string said = all_said(read_with(by_file, file_of("FSDP", keys)));
  CHECK_FALSE(mentions(said, "speaks of"));
  CHECK_MESSAGE(mentions(said, "no effect here: --learning_rate (line 1), fsdp_config.fsdp_auto_wrap_policy"), said);
  CHECK(mentions(all_said(read_with(by_file, file_of("FSDP", keys + "  fsdp_shards: 4\n"))), "speaks of sharding"));
}

TEST_CASE("the precision follows the command before Accelerate's file, and truth words as Hugging Face reads them") {
  struct Case {
    std::string text, file;
    Precision precision;
  };
  const std::string hf = std::string(trained);
  const Case cases[] = {
      {"accelerate launch --mixed_precision fp16 --config_file acc.yaml " + hf, file_of("FSDP"), Precision::fp16},
      {accelerate + "--use-fsdp --mixed-precision=bf16 " + hf, "", Precision::bf16},
      {torchrun + "--bf16 1", "", Precision::bf16},
      {torchrun + "--bf16 yes", "", Precision::bf16},
      {torchrun + "--bf16 true", "", Precision::bf16},
      {torchrun + "--bf16 no", "", Precision::fp32},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    CHECK(scenario_of(read_with(each.text, each.file)).plan.precision == each.precision);
  }
  const auto fp8 = read_with(accelerate + "--use_fsdp --mixed_precision fp8 " + hf, "");
  CHECK(mentions(all_said(fp8), "bf16 counts in its place"));
}

TEST_CASE("weights loaded as bf16 are fp32 again where Accelerate shards them in mixed precision, and nowhere else") {
  const std::string hf = std::string(trained) + "--torch_dtype bfloat16 ";
  CHECK(scenario_of(read_with(by_file + "--torch_dtype bfloat16", file_of("FSDP"))).plan.master_weights);
  CHECK(scenario_of(read_with(accelerate + "--use_fsdp --mixed_precision bf16 " + hf, "")).plan.master_weights);
  CHECK(scenario_of(read_with(torchrun + "--torch_dtype bfloat16 --bf16 --fsdp no_shard", "")).plan.master_weights);
  CHECK_FALSE(scenario_of(read_with(by_file + "--torch_dtype bfloat16", file_of("MULTI_GPU"))).plan.master_weights);
  CHECK_FALSE(scenario_of(read_with(accelerate + "--use_fsdp " + hf, "")).plan.master_weights);
}

TEST_CASE("GPUs of a node follow from Accelerate's machines, in its file or its command") {
  const std::string file =
      "distributed_type: FSDP\nfsdp_config:\n  fsdp_sharding_strategy: HYBRID_SHARD\n"
      "mixed_precision: bf16\nnum_machines: 4\nnum_processes: 16\n";
  const Scenario four = scenario_of(read_with(by_file, file));
  CHECK(four.cluster.gpus == 16);
  CHECK(four.cluster.gpus_per_node == 4);
  CHECK(four.plan.shard_group == 4);
  const std::string more = "accelerate launch --num_processes 32 --config_file acc.yaml " + std::string(trained);
  CHECK(scenario_of(read_with(more, file)).cluster.gpus_per_node == 8);
}

TEST_CASE("Accelerate's file and FSDP's own are both read") {
  const auto launch =
      read_with(by_file + "--fsdp_config fsdp.json", file_of("FSDP"), R"({"activation_checkpointing": true})");
  CHECK(scenario_of(launch).plan.zero == 3);
  CHECK(scenario_of(launch).plan.recompute->mode == RecomputeMode::full);
  CHECK(value_of(launch).files == std::vector<std::string>{"fsdp.json", "acc.yaml"});
}

TEST_CASE("what Accelerate or a Trainer would refuse, or leaves to what isn't here, is refused") {
  struct Case {
    std::string text, file;
    const char* said;
  };
  const std::string hf = std::string(trained);
  const Case cases[] = {
      {"accelerate launch --config_file $CFG " + hf, "", "--env CFG=VALUE says it"},
      {"accelerate launch --config_file $1 " + hf, "", "give the script's arguments behind --"},
      {by_file, "mixed_precision: bf16\nnum_processes: 8\n", "with distributed_type in it"},
      {by_file, "distributed_type: 'NO'\nnum_processes: 8\n", "starts one process where distributed_type is NO"},
      {by_file, file_of("XLA"), "in a way that isn't read here"},
      {by_file, file_of("FSDP", "", "use_cpu: true\n"), "in a way that isn't read here"},
      {accelerate + "--cpu " + hf, "", "in a way that isn't read here"},
      {accelerate + "--tpu " + hf, "", "in a way that isn't read here"},
      {accelerate + "--use_megatron_lm --megatron_lm_tp_degree 2 " + hf, "", "Megatron-LM plugin isn't read"},
      {accelerate + "--use_fsdp --use_deepspeed " + hf, "", "Accelerate takes one of them"},
      {accelerate + "--use_fsdp --multi_gpu " + hf, "", "Accelerate takes one of them"},
      {"accelerate launch --num_machines 1 --num_processes 1 --multi_gpu " + hf, "", "refuses --multi_gpu"},
      {torchrun + "--no_cuda", "", "a training on processors without GPUs"},
      {accelerate + "--use_fsdp --fsdp_sharding_strategy 7 " + hf, "", "has no such strategy"},
      {accelerate + "--use_fsdp --mixed_precision bf61 " + hf, "", "none of no, fp16, bf16 and fp8"},
      {torchrun + "--fsdp auto_wrap", "", "It takes one of full_shard"},
      {torchrun + "--fsdp fullshard", "", "It takes one of full_shard"},
      {torchrun + "--fsdp 'full_shard shard_grad_op'", "", "It takes one of full_shard"},
      {torchrun + "--gradient_accumulation_steps 0", "", "A step accumulates one micro-batch or more"},
      {"accelerate launch --num_processes $((SLURM_NNODES*8)) --config_file acc.yaml " + hf, file_of("FSDP"),
       "--env SLURM_NNODES=VALUE says it"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.text);
    CAPTURE(each.file);
    const auto launch = read_with(each.text, each.file);
    CHECK_FALSE(succeeded(launch));
    CHECK_MESSAGE(mentions(all_said(launch), each.said), all_said(launch));
  }
}

TEST_CASE("another training than next-word prediction is refused by its program's name or its flags") {
  const std::string before = "torchrun --nproc_per_node 8 ", flags = std::string(trained.substr(trained.find(' ')));
  for (const char* program : {"examples/ppo_multi_adapter.py", "train_orpo.py", "run_glue.py", "run_mlm.py",
                              "train_rm.py", "run_seq2seq_qa.py", "-m trl.scripts.kto"})
    CHECK_MESSAGE(mentions(all_said(read_with(before + program + flags, "")), "another training than next-word"),
                  program);
  const auto given = read_hf("deepspeed train_dpo.py --deepspeed ds.json" + flags, "ds.json",
                             R"({"zero_optimization": {"stage": 3}})");
  CHECK_MESSAGE(mentions(all_said(given), "another training"), all_said(given));
  for (const char* flag : {"--stage dpo", "--stage $STAGE", "--mlm_probability 0.15", "--task_name mrpc",
                           "--reward_model_path x", "--ref_model x"})
    CHECK_MESSAGE(mentions(all_said(read_with(torchrun + flag, "")), "another training than next-word"), flag);
  for (const char* read : {"--stage sft", "--stage pt", "--output_dir out/ppo"})
    CHECK_MESSAGE(succeeded(read_with(torchrun + read, "")), read);
}

TEST_CASE("a recipe of TRL's beside Accelerate's file says model, batch and length, below what the command says") {
  const std::string command = "accelerate launch --config_file acc.yaml ",
                    recipe =
                        "model_name_or_path: Qwen/Qwen2.5-7B-Instruct\ntorch_dtype: bfloat16\nbf16: true\n"
                        "gradient_accumulation_steps: 4\ngradient_checkpointing: true\nlearning_rate: 2.0e-05\n"
                        "max_seq_length: 4096\nper_device_train_batch_size: 2\nuse_peft: false\n";
  const auto read = [&](const std::string& rest, const std::string& text) {
    ShellOutside outside;
    outside.files["acc.yaml"] =
        "compute_environment: LOCAL_MACHINE\ndeepspeed_config:\n  zero_stage: 3\n"
        "distributed_type: DEEPSPEED\nmixed_precision: bf16\nnum_machines: 2\n"
        "num_processes: 16\n";
    if (!text.empty()) outside.files["sft.yaml"] = text;
    return import_launch(command + rest, "launch.sh", real_presets(), {}, nullptr, outside);
  };
  for (const char* rest : {"src/sft.py --config recipes/sft.yaml", "scripts/run_sft.py sft.yaml"}) {
    CAPTURE(rest);
    const auto launch = read(rest, recipe);
    const Scenario scenario = scenario_of(launch);
    CHECK(scenario.model.preset == "qwen2.5-7b");
    CHECK(scenario.cluster.gpus == 16);
    CHECK(scenario.plan.zero == 3);
    CHECK(scenario.plan.micro_batch == 2);
    CHECK(scenario.plan.global_batch == 128);
    CHECK(scenario.plan.sequence_length == 4096);
    CHECK(scenario.plan.precision == Precision::bf16);
    CHECK(scenario.plan.recompute->mode == RecomputeMode::full);
  }
  const auto over = read("src/sft.py --config sft.yaml --per_device_train_batch_size 1", recipe);
  CHECK(scenario_of(over).plan.micro_batch == 1);
  CHECK(mentions(all_said(read("src/sft.py --config sft.yaml", "")), "name its file behind the script"));
  CHECK(mentions(all_said(read("src/grpo.py --config sft.yaml", recipe)), "another training than next-word"));
  CHECK_FALSE(succeeded(read("src/sft.py --config sft.yaml", edited("use_peft: false", "use_peft: true", recipe))));
}
