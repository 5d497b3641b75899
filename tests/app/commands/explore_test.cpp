#include <doctest/doctest.h>

#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("no window opens on a scenario that can't be read") {
  const Ran missing = run_command(run_explore, ExploreCommand{"no-such-file.json", {}});
  CHECK(missing.status == 1);
  CHECK(missing.error.starts_with("no-such-file.json: "));
  const Ran mistyped = run_command(run_explore, ExploreCommand{"-", {}}, R"({"plan": 4})");
  CHECK(mistyped.status == 1);
  CHECK(mistyped.error.starts_with("stdin: "));
  const Ran unknown = run_command(run_explore, ExploreCommand{"", {"plan.ttp=4"}});
  CHECK(unknown.status == 1);
}
