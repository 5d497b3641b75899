#include "core/launch/slurm_gpu.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string known(const char* word) {
  LaunchText launch;
  launch.gpu = word;
  std::vector<std::string> settings;
  know_gpu(launch, settings, real_presets());
  return settings.empty() ? launch.gpu : settings.front();
}

}  // namespace

TEST_CASE("a GPU is known by its name, by what its name begins with, and as one of several words") {
  CHECK(known("h100-sxm") == "cluster.gpu=\"h100-sxm\"");
  CHECK(known("a100&80gb") == "cluster.gpu=\"a100-80\"");
  CHECK(known("ib|h200") == "cluster.gpu=\"h200\"");
  CHECK(known("nvidia_h200") == "cluster.gpu=\"h200\"");
  for (const char* word : {"", "ib", "t4", "&|"}) CHECK(known(word) == "");
}

TEST_CASE("of a package of two dies Slurm counts the dies") {
  CHECK(known("mi250") == "cluster.gpu=\"mi250x-gcd\"");
  CHECK(known("mi250x") == "cluster.gpu=\"mi250x-gcd\"");
  CHECK(known("mi300x") == "cluster.gpu=\"mi300x\"");
  const Gpu* die = real_presets().gpu("mi250x-gcd");
  const Gpu* package = real_presets().gpu("mi250x");
  REQUIRE(die != nullptr);
  CHECK(2 * die->memory_bytes == package->memory_bytes);
  CHECK(2 * die->multiprocessors == package->multiprocessors);
}
