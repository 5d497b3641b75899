#include <doctest/doctest.h>

#include "tests/app/commands/run_command.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("no window opens on a scenario that can't be read") {
  const Ran missing = run_command(ExploreCommand{"no-such-file.json", {}});
  CHECK(missing.status == 1);
  CHECK(missing.error.starts_with("no-such-file.json: "));
  const Ran mistyped = run_command(ExploreCommand{"-", {}}, R"({"plan": 4})");
  CHECK(mistyped.status == 1);
  CHECK(mistyped.error.starts_with("stdin: "));
  const Ran unknown = run_command(ExploreCommand{"", {"plan.ttp=4"}});
  CHECK(unknown.status == 1);
}

TEST_CASE("no window opens on a launch with a slip, or on a file of something else") {
  const TemporaryFolder folder;
  const std::string launch = folder.write("run.sh", "torchrun pretrain_gpt.py --tensor-model-paralel-size 8 --bf16\n");
  const Ran slip = run_command(ExploreCommand{launch, {}});
  CHECK(slip.status == 1);
  CHECK(slip.error.find("--tensor-model-parallel-size") != std::string::npos);
  const Ran letter = run_command(ExploreCommand{folder.write("letter.txt", "Dear all"), {}});
  CHECK(letter.status == 1);
  CHECK(letter.error.find("neither a scenario") != std::string::npos);
}
