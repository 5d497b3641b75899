#include "core/frameworks/other_tools.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const OtherTool* told(std::vector<std::string> words) {
  return other_tool_of(words, real_presets().other_tools);
}

std::string title(std::vector<std::string> words) {
  const OtherTool* tool = told(std::move(words));
  return tool == nullptr ? std::string() : tool->title;
}

}  // namespace

TEST_CASE("a tool is told by all words of one of its lists, a pattern by all that begin so") {
  const std::vector<OtherTool> tools = {{"A", OtherKind::tool, {{"x", "y"}, {"z.*"}}, "give B", "s"}};
  CHECK(other_tool_of(std::vector<std::string>{"x"}, tools) == nullptr);
  CHECK(other_tool_of(std::vector<std::string>{"y", "x"}, tools) == tools.data());
  CHECK(other_tool_of(std::vector<std::string>{"z.anything"}, tools) == tools.data());
  CHECK(not_read(tools[0]).message == "this is a file of A, which isn't read. give B");
  CHECK(not_read({"A", OtherKind::training, {}, "Give B", "s"}).message == "this is A. Give B");
}

TEST_CASE("the tools that people ask for are told apart, and so are models that are no plain decoder") {
  CHECK(title({"pipe-parallel-size", "model-parallel-size"}) == "GPT-NeoX");
  CHECK(title({"pretrain_t5.py"}) == "T5");
  CHECK(title({"train_imagenet.py", "--num-layers"}) == "A network of images");
  CHECK(title({"encoder_num_layers", "decoder_num_layers", "hidden_size"}) == "T5");
  CHECK(told({"encoder_num_layers", "num_layers", "hidden_size"}) == nullptr);
  CHECK(title({"model_type = bert"}) == "BERT");
  CHECK(title({"--tokenizer-type = BertWordPieceLowerCase", "--num-layers"}) == "BERT");
  CHECK(title({"model = mamba_370M.yaml"}) == "Mamba and its hybrids");
  CHECK(title({"name = megatron_mamba"}) == "Mamba and its hybrids");
  CHECK(title({"MambaProvider1P3B"}) == "Mamba and its hybrids");
  CHECK(title({"data.vision_root", "model.num_layers"}) == "A multimodal model");
  CHECK(title({"--step_func", "--step_func = vlm_step"}) == "A multimodal model");
  CHECK(title({"train_rwkv.py"}) == "RWKV");
  CHECK(title({"train.py", "--n_layer", "--n_embd", "--ctx_len"}) == "RWKV");
  CHECK(title({"NUM_ATTENTION_HEAD", "HIDDEN_SIZE", "parallel"}) == "InternEvo");
  CHECK(title({"convert.py", "--loader", "--saver", "--target-tensor-parallel-size"}) == "a conversion of checkpoints");
  CHECK(title({"model.dim", "dim", "n_layers", "n_heads", "multiple_of", "distributed.fsdp_type"}) == "Meta Lingua");
  CHECK(title({"dim", "n_layers", "n_heads", "multiple_of"}) == "Llama's own release (params.json)");
  CHECK(title({"train_fsdp2.py", "--parallel.ep_size"}) == "MindSpeed-LLM's trainer for FSDP2");
  CHECK(title({"evaluate.py", "--task_list", "--hidden-size"}) == "Megatron-LM's tasks and text generation");
  CHECK(title({"convert.py", "--num-layers"}) == "a conversion of checkpoints");
  CHECK(title({"serve_id", "engine"}) == "a server of models");
  CHECK(title({"--num-layers", "--inner-hidden-size"}) == "SwissArmyTransformer (GLM)");
  CHECK(title({"extends", "num_layers", "hidden_size"}) == "Primus, a model or a module alone");
  CHECK(title({"train.py", "--config = ./configs/7B_sft.py"}) == "InternEvo");
  CHECK(told({"train.py", "--config = ./conf/a.yaml"}) == nullptr);
  CHECK(title({"--model_recipe_name", "--model_recipe_name = nemotronh_56b"}) == "Mamba and its hybrids");
  CHECK(title({"--model_recipe_name", "--model_recipe_name = qwen3_next_80b_a3b"}) ==
        "Linear attention (gated DeltaNet and the like)");
  CHECK(title({"pretrain_gpt.py", "--use-triton-gdn", "--mamba-num-heads"}) ==
        "Linear attention (gated DeltaNet and the like)");
  CHECK(told({"--model_recipe_name", "--model_recipe_name = llama3_8b"}) == nullptr);
  CHECK(told({"megatron_gpt_pretraining.py", "++model.num_layers=12"}) == nullptr);
  CHECK(title({"nemo", "llm", "nemo llm", "--factory"}) == "NeMo 2");
  CHECK(told({"trainer.num_nodes=2", "train.py"}) == nullptr);
  CHECK(told({"--tensor-model-parallel-size", "pretrain_gpt.py", "--num-layers"}) == nullptr);
  CHECK(told({"model_type = llama", "num_hidden_layers"}) == nullptr);
}

TEST_CASE("models of two stacks and trainings of another kind are told by their own keys") {
  CHECK(title({"model.pipeline_model_parallel_split_rank", "model.encoder_seq_length"}) == "An encoder with a decoder");
  CHECK(title({"recipe._target_ = megatron.bridge.recipes.nemotronh.nemotron_3.sft"}) == "Mamba and its hybrids");
  CHECK(title({"model.virtual_prompt_style", "model.data"}) ==
        "a training of a prompt before a model that stays as it is");
  CHECK(title({"train_rl.py", "--grpo-group-size"}) == "another training than next-word prediction");
}

TEST_CASE("what lies beside a launch is called by its own name") {
  CHECK(title({"defaults", "policy.megatron_cfg.tensor_model_parallel_size"}) == "NeMo-RL");
  CHECK(title({"defaults", "sft.max_num_steps", "cluster.gpus_per_node", "checkpointing.save_period"}) == "NeMo-RL");
  CHECK(title({"run_grpo.py", "grpo.max_num_steps=100"}) == "NeMo-RL");
  CHECK(title({"_target_", "_target_ = verl.workers.config.VeOmniEngineConfig", "data_parallel_size"}) == "verl");
  CHECK(title({"rlhf_type", "model", "micro_batch_size"}) == "ms-swift");
  CHECK(title({"resources.accelerators", "num_nodes", "run"}) == "SkyPilot");
  CHECK(title({"type", "spec.model", "spec.script_setup", "products"}) == "Megatron-LM's list of its own tests");
  CHECK(title({"python3", "benchmarks.benchmark_runner", "--device_type"}) == "MaxText");
  CHECK(title({"gpt_finetuning.py", "--tp_size", "--mbs"}) == "NeMo 2");
  CHECK(title({"inference.py", "--num-layers"}) == "Megatron-LM's tasks and text generation");
  CHECK(title({"WanModelProvider", "model.num_layers"}) == "A diffusion model");
  CHECK(told({"decoder_seq_length", "seq_length", "num_layers"}) == nullptr);
  CHECK(told({"config.checkpoint_dir", "checkpoint_dir", "train.global_batch_size"}) == nullptr);
}

TEST_CASE("nanotron's Python and Kubernetes' manifests are called that") {
  CHECK(title({"nanotron.config", "LlamaConfig"}) == "nanotron in Python");
  CHECK(title({"ParallelismArgs", "TokensArgs", "Config"}) == "nanotron in Python");
  CHECK(title({"apiVersion", "kind", "kind = PyTorchJob", "metadata.name",
               "spec.pytorchReplicaSpecs.Worker.replicas"}) == "Kubernetes");
  CHECK(told({"kind", "metadata.name", "parallelism.tp"}) == nullptr);
}

TEST_CASE("a config.json of another kind of model is called that, and one of a decoder isn't") {
  const auto called = [](const char* config) {
    const OtherTool* model = other_model_of(config, real_presets().other_tools);
    return model == nullptr ? std::string() : model->title;
  };
  CHECK(called(R"({"model_type": "mamba2", "hidden_size": 1024})") == "Mamba and its hybrids");
  CHECK(called(R"({"architectures": ["T5ForConditionalGeneration"]})") == "T5");
  for (const char* config : {R"({"model_type": "llama"})", "{}", "[", R"({"model_type": 3})"})
    CHECK(called(config) == "");
}

TEST_CASE("each entry says what to give instead, and one that lacks something is a problem") {
  CHECK(real_presets().other_tools.size() >= 40);
  CHECK_FALSE(succeeded(read_other_tools("{}")));
  const auto tools = read_other_tools(R"([{"title": "A", "told_by": [["x"]], "give": "", "source": "s"}])");
  REQUIRE_FALSE(succeeded(tools));
  CHECK(problems_of(tools)[0].path == "[0]");
}

TEST_CASE("what runs GPT-NeoX, InternEvo's configurations and models of speech are named") {
  CHECK(title({"deepy.py", "train.py"}) == "GPT-NeoX");
  CHECK(title({"SEQ_LEN", "hybrid_zero_optimizer", "parallel"}) == "InternEvo");
  CHECK(title({"model_type = whisper"}) == "A model of speech");
  CHECK(title({"sample_rate", "model.encoder.n_layers"}) == "A model of speech");
  CHECK(title({"sample_rate"}).empty());
  CHECK(title({"--train-cluster-path", "--train-database-path"}) == "ESM2 (BioNeMo)");
  CHECK(title({"verl.trainer.main_generation"}) == "verl");
}

TEST_CASE("recipes of adapters, charts and bridges to other trainers are named") {
  constexpr const char* overrides = "NeMo 1's launcher as overrides on a command line";
  CHECK(title({"main.py", "peft=llama/sft", "stages=[peft]"}) == overrides);
  CHECK(title({"main.py", "peft=llama/sft", "peft.model.micro_batch_size=1"}) == overrides);
  CHECK(title({"workload.gpus", "workload.configFile", "network.subnetworks"}) == "Helm");
  CHECK(title({"image.repository", "image.tag", "resources.limits"}) == "Helm");
  CHECK(title({"distributed_strategy.tensor_model_parallel_size", "trainer.devices"}) == "NxD Training (AWS Neuron)");
  CHECK(title({"mbridge", "megatron.core"}) == "mbridge");
  CHECK(title({"trlx.data.default_configs", "trlx"}) == "trlX");
  CHECK(told({"workload.gpus", "parallelism.tp"}) == nullptr);
}

TEST_CASE("encoders trained by LLM Foundry's composer, and MaxText's and OLMo-core's commands, are named") {
  CHECK(title({"model.name = flex_bert", "global_train_batch_size", "device_train_microbatch_size", "max_seq_len"}) ==
        "BERT");
  CHECK(title({"program modernbert", "--per_device_train_batch_size"}) == "BERT");
  CHECK(title({"train.py", "base.yml", "run_name=x"}) == "MaxText");
  CHECK(title({"dcn_fsdp_parallelism", "steps"}) == "MaxText");
  CHECK(title({"OLMo-sft.py", "--global_batch_size"}) == "OLMo-core");
  CHECK(title({"model.is_hybrid_model = true", "model.num_layers"}) == "Mamba and its hybrids");
}

TEST_CASE("a kind of tool that isn't known is refused") {
  const std::string before = R"([{"title": "A", "told_by": [["x"]], "give": "B", "source": "s")";
  CHECK(succeeded(read_other_tools(before + "}]")));
  CHECK(succeeded(read_other_tools(before + R"(, "kind": "training"}])")));
  CHECK_FALSE(succeeded(read_other_tools(before + R"(, "kind": "trainign"}])")));
}

TEST_CASE("files of tools that share their keys are told by what only one of them has") {
  CHECK(title({"global_train_batch_size", "model.d_model", "save_folder", "model.name = mpt_causal_lm",
               "fsdp_config.sharding_strategy"}) == "LLM Foundry");
  CHECK(title({"global_train_batch_size", "model.d_model", "save_folder"}) == "OLMo");
  CHECK(title({"megatron_training.stage", "actor_config.micro_batch_size"}) == "MindSpeed-RL");
  CHECK(title({"model_args.pretrained_config.hidden_size"}) == "dolomite-engine (lm-engine)");
  CHECK(title({"train_batch_size", "model_topo.process_topology.dims"}) == "gdGPT");
  CHECK(title({"trainer.rm.max_steps", "model.num_layers"}) == "NeMo-Aligner");
  CHECK(title({"main.py", "--zero_stage", "--model_name_or_path"}) ==
        "DeepSpeed-Chat, its first step of supervised training");
  CHECK(title({"main.py", "--zero_stage", "--model_name_or_path", "--num_padding_at_beginning"}) == "DeepSpeed-Chat");
}

TEST_CASE("launches are called what they are: images, processors, another trainer") {
  CHECK(title({"train_mem.py", "--vision_tower", "--per_device_train_batch_size"}) == "A multimodal model");
  CHECK(title({"run_clm.py", "--no_cuda", "--per_device_train_batch_size"}) == "a training on processors without GPUs");
  CHECK(title({"run_clm.py", "--use_cpu", "--use_cpu = False"}) != "a training on processors without GPUs");
  CHECK(title({"torchrun_main.py", "--model_config", "--batch_size"}) ==
        "GaLore, ReLoRA or what was made of their trainer");
  CHECK(title({"compute_environment", "machine_rank", "num_machines"}) == "Hugging Face Accelerate");
}
