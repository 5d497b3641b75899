#include "app/files/keep_preset.h"

#include <doctest/doctest.h>

#include "core/presets/user_presets.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a GPU that is kept is in the list the next time, with its calibration") {
  const TemporaryFolder folder;
  Gpu own = *real_presets().gpu("h100-sxm");
  own.preset = "lab", own.title = "H100 (lab)";
  own.calibration.name = "lab", own.calibration.runs = {"a.log"}, own.calibration.factors[0] = 1.03;
  const Outcome<std::string> kept = keep_gpu(own, folder.root());
  REQUIRE(succeeded(kept));
  Presets presets = real_presets();
  CHECK(add_user_presets(presets, folder.root()).empty());
  REQUIRE(presets.gpu("lab") != nullptr);
  CHECK(*presets.gpu("lab") == own);
}

TEST_CASE("without a folder, or one that can't be made, the reason is said") {
  Gpu own;
  own.preset = "lab";
  CHECK(problems_of(keep_gpu(own, "")).front().message.find("no folder for presets") != std::string::npos);
  CHECK(problems_of(keep_gpu(own, "/proc/nowhere")).front().message.find("/proc/nowhere") != std::string::npos);
}
