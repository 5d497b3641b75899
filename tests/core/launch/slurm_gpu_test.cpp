#include "core/launch/slurm_gpu.h"

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
