#include "core/launch/known_gpu.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string known(const char* word) {
  LaunchText launch;
  launch.gpu.words = word;
  std::vector<Setting> settings;
  know_gpu(launch, settings, real_presets());
  return settings.empty() ? launch.gpu.words : words_of(settings.front());
}

/// "cluster.gpu="mi300x"", and what is said of it.
struct Taken {
  std::string setting, notice;
};

Taken taken(std::string_view text, std::vector<Setting> settings = {}, std::string words = {}) {
  LaunchText launch;
  launch.gpu.words = std::move(words);
  const std::size_t before = settings.size();
  take_gpu_clues(launch, settings, text, real_presets());
  return {settings.size() > before ? words_of(settings.front()) : std::string(),
          launch.notices.empty() ? std::string() : launch.notices.front().message};
}

}  // namespace

TEST_CASE("a GPU is known by its name, by what its name begins with, and as one of several words") {
  CHECK(known("h100-sxm") == "cluster.gpu=\"h100-sxm\"");
  CHECK(known("a100&80gb") == "cluster.gpu=\"a100-80\"");
  CHECK(known("ib|h200") == "cluster.gpu=\"h200\"");
  CHECK(known("nvidia_h200") == "cluster.gpu=\"h200\"");
  for (const char* word : {"", "ib", "t4", "&|"}) CHECK(known(word) == "");
}

TEST_CASE("of a package of two dies Slurm counts the dies, and so does the preset") {
  CHECK(known("mi250") == "cluster.gpu=\"mi250x\"");
  const Gpu* die = real_presets().gpu("mi250x");
  REQUIRE(die != nullptr);
  CHECK(die->memory_bytes == 64e9);
  CHECK(die->scale_up_domain == 8);  // of a node of LUMI or Frontier
}

TEST_CASE("what a recipe's name says of the GPU isn't blamed on Slurm") {
  LaunchText launch;
  launch.gpu = {"h100", true, "llama3_8b_8gpu_h100_config()"};
  std::vector<Setting> settings;
  know_gpu(launch, settings, real_presets());
  REQUIRE(launch.notices.size() == 1);
  CHECK(says(launch.notices[0].message, "llama3_8b_8gpu_h100_config() says h100; h100-sxm is taken"));
}

TEST_CASE("a GPU that isn't known is named, and a constraint that may be anything isn't") {
  for (const bool is_gpu : {true, false}) {
    LaunchText launch;
    launch.gpu = {"gh200", is_gpu};
    std::vector<Setting> settings;
    know_gpu(launch, settings, real_presets());
    CHECK(settings.empty());
    REQUIRE(launch.notices.size() == (is_gpu ? 1 : 0));
    if (is_gpu) CHECK(says(launch.notices[0].message, "the scheduler's lines say gh200, which isn't known here"));
  }
}

TEST_CASE("a GPU of another maker that the text speaks of is taken, with the line that names it") {
  for (const auto& [text, gpu] : {std::pair{"# 8 x MI300X\n", "mi300x"},
                                  {"NODE=mi250\n", "mi250x"},
                                  {"cd runs/llama3_mi325x\n", "mi325x"},
                                  {"# on Gaudi2\n", "gaudi-2"}}) {
    CAPTURE(text);
    CHECK(taken(text).setting == "cluster.gpu=\"" + std::string(gpu) + "\"");
  }
  CHECK(taken("\n# 8 x MI300X\n").notice ==
        "no option says which GPU; the text speaks of MI300X (line 2); mi300x is taken");
}

TEST_CASE("a maker's software is a clue where it is no comment, and names whose it is") {
  CHECK(taken("export RCCL_MSCCL_ENABLE=0\n").notice ==
        "the launch doesn't say which GPU, and RCCL_MSCCL_ENABLE (line 1) is of AMD's ROCm; mi300x is taken");
  CHECK(taken("module load rocm/6.0\n").setting == "cluster.gpu=\"mi300x\"");
  CHECK(taken("export PT_HPU_LAZY_MODE=1\n").setting == "cluster.gpu=\"gaudi-2\"");
  CHECK(taken("# export RCCL_MSCCL_ENABLE=0\n").notice.empty());
}

TEST_CASE("where no GPU of the maker's is known, it is said that another stands in its place") {
  const Taken ascend = taken("export ASCEND_LAUNCH_BLOCKING=0\n");
  CHECK(ascend.setting.empty());
  CHECK(says(ascend.notice, "is of Huawei's Ascend, none of which is known here; h100-sxm stands in its place"));
}

TEST_CASE(
    "NVIDIA's GPUs count where they are named outside comments, the largest of a name, and nothing is another's") {
  CHECK(taken("NODE_TYPE=a100\n").notice ==
        "no option says which GPU; the text speaks of a100 (line 1); a100-80 is taken");
  CHECK(taken("# on H100\nexport PARTITION=gpu_h100\n").setting == "cluster.gpu=\"h100-sxm\"");
  CHECK(taken("# 8 x A100\n").notice.empty());
  CHECK(taken("NODE_TYPE=a100\nOTHER=h100\n").notice.empty());
  CHECK(taken("NODE_TYPE=a100\nexport HIP_X=1\n").notice.empty());
  CHECK(taken("# 64 A100\nexport HIP_X=1\n").setting == "cluster.gpu=\"mi300x\"");
  CHECK(taken("export LD_LIBRARY_PATH=/opt/aws-ofi-rccl/lib\n").setting == "cluster.gpu=\"mi300x\"");
}

TEST_CASE("clues that disagree, and a launch that says its GPU, take nothing") {
  CHECK(taken("# MI300X or H100\n").notice.empty());
  CHECK(taken("# MI300X or MI250X\n").notice.empty());
  CHECK(taken("export HIP_X=1\nexport PT_HPU_X=1\n").notice.empty());
  CHECK(taken("# MI300X\n", {Setting("cluster.gpu", "\"a100-80\"")}).notice.empty());
  CHECK(taken("# MI300X\n", {}, "h100").notice.empty());
  CHECK(taken("python run.py --layers 32\n").notice.empty());
}

TEST_CASE("a script for another maker's GPUs isn't judged by a rule for NVIDIA's") {
  const std::string text = edited("CUDA_DEVICE_MAX_CONNECTIONS=1", "HSA_ENABLE_SDMA=0", std::string(small_launch));
  CHECK(imported(text).parsed.said.scenario.cluster.gpu.preset == "mi300x");
  CHECK(imported(text, {"cluster.gpu=\"b200\""}).parsed.said.scenario.cluster.gpu.preset == "b200");
}

TEST_CASE("a configuration of Neuron's is told by its own keys, and a rank there is no whole chip") {
  for (const char* text : {"model:\n  wrap_with_zero: False\n", "neuron_rt_exec_timeout: 100\n"}) {
    CAPTURE(text);
    CHECK(taken(text).setting == "cluster.gpu=\"trainium-2\"");
    CHECK(says(taken(text).notice, "trainium-2 is taken; Neuron itself has a rank on each of a chip's cores"));
  }
  CHECK(taken("msrun --worker_num 8 x.py\n").notice.empty());  // it starts GPUs' and CPUs' jobs too
  CHECK_FALSE(says(taken("# MI300X\nexport NEURON_RT_X=1\n").notice, "Neuron"));
  CHECK(says(taken("NPUS_PER_NODE=8\n").notice, "Huawei's Ascend, none of which is known here"));
}

TEST_CASE("a script that the launch reads in speaks of the GPU too, and is named") {
  LaunchText launch;
  launch.files = {"env.sh"};
  std::vector<Setting> settings;
  ShellOutside outside;
  outside.files = {{"env.sh", "\nexport RCCL_MSCCL_ENABLE=0\n"}, {"other.sh", "export HABANA_LOGS=x\n"}};
  take_gpu_clues(launch, settings, "torchrun x.py\n", real_presets(), outside);
  REQUIRE(settings.size() == 1);
  CHECK(words_of(settings.front()) == "cluster.gpu=\"mi300x\"");
  CHECK(says(launch.notices.front().message, "RCCL_MSCCL_ENABLE (env.sh, line 2)"));
}

TEST_CASE("a guessed GPU that hasn't the launch's precision is dropped with a word, and one that is said stays") {
  const std::string flags =
      "export HL_LOGS=x\ntorchrun --nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 2 --num-layers 2 "
      "--hidden-size 64 --num-attention-heads 2 --seq-length 32 --max-position-embeddings 32 --vocab-size 512 "
      "--micro-batch-size 1 --global-batch-size 8 ";
  CHECK(imported(flags + "--bf16\n", {}, "a.sh").parsed.said.scenario.cluster.gpu.preset == "gaudi-2");
  const ImportedLaunch half = imported(flags + "--fp16\n", {}, "a.sh");
  CHECK(half.parsed.said.scenario.cluster.gpu.preset == "h100-sxm");
  CHECK(
      says(said_beside(half),
           "gaudi-2 would do, but fp16 has no peak on Gaudi 2 96 GB; it has bf16, fp8; h100-sxm stands in its place"));
  const ImportedLaunch said = imported(flags + "--fp16\n", {"cluster.gpu=\"gaudi-2\""}, "a.sh");
  CHECK(said.parsed.said.scenario.cluster.gpu.preset == "gaudi-2");
}

TEST_CASE("a GPU that a text speaks of and that no preset has is said to be unknown") {
  const ImportedLaunch launch = imported("# 8 x A800\n" + std::string(small_launch));
  CHECK(says(said_beside(launch),
             "the text speaks of A800 (line 1), which isn't known here; h100-sxm stands in its place"));
  CHECK_FALSE(says(said_beside(imported("# 8 x X800\n" + std::string(small_launch))), "the text speaks of"));
}
