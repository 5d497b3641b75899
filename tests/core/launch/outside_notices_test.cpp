#include "core/launch/outside_notices.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What an import of the small launch says of what is given to it.
std::string said_of(const ShellOutside& outside, const std::string& text = std::string(small_launch)) {
  const auto launch = import_launch(text, "launch.sh", real_presets(), {}, nullptr, outside);
  REQUIRE(succeeded(launch));
  std::string lines;
  for (const Problem& problem : value_of(launch).parsed.notices) lines += line_of(problem, "launch.sh") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a default of the script's own that the plan hangs on is named with the way to give another") {
  CHECK(says(said_of({}), "$PP: not given, so the script's own default counts; --env PP=VALUE says another"));
  const std::string given = said_of({{{"PP", "4"}}, {}, {}});
  CHECK_FALSE(says(given, "$PP"));
  CHECK_FALSE(says(given, "--env"));
}

TEST_CASE("what is given and nothing takes gets a word, with the name that may have been meant") {
  CHECK(says(said_of({{{"P", "4"}}, {}, {}}), "--env P: nothing here takes it from outside; did you mean PP?"));
  CHECK(says(said_of({{{"TP", "8"}}, {}, {}}), "--env TP: the script sets it by itself in line 5"));
  CHECK(says(said_of({{{"NNODES", "2"}}, {}, {}}), "--env NNODES: the script sets it by itself in line 4"));
  for (const char* name : {"NCCL_DEBUG", "MASTER_ADDR", "WORLD_SIZE", "PET_RDZV_ID", "GPUS_PER_NODE"})
    CHECK_FALSE_MESSAGE(says(said_of({{{name, "1"}}, {}, {}}), "nothing here takes it"), name);
  CHECK_FALSE(says(said_of({{}, {"ckpt"}, {}}), "arguments"));
  CHECK(says(said_of({{}, {"ckpt"}, {}}, edited("--save $1", "", small_launch)),
             "-- ckpt: nothing here takes arguments"));
}

TEST_CASE("files that are read, and those that aren't, are named") {
  const std::string text = "source env.sh\n" + std::string(small_launch);
  const std::string lines = said_of({{}, {}, {{"env.sh", "PP=4\n"}, {"more.sh", ""}}}, text);
  CHECK(says(lines, "env.sh is read too"));
  CHECK(says(lines, "more.sh: it was given, and nothing here reads it"));
}

TEST_CASE("all variables that the plan lacks are asked for in one line") {
  const std::string text = edited("TP=4\n", "", edited("${PP:-2}", "$PP", small_launch));
  CHECK(launch_complaints(text, "launch.sh") ==
        "launch.sh: line 19, --tensor-model-parallel-size; line 19, --pipeline-model-parallel-size: $TP, $PP aren't "
        "given; --env TP=VALUE, --env PP=VALUE say them\n");
}
