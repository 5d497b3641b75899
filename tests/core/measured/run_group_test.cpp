#include "core/measured/run_group.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a group's name is read as the group that it names, and no other text as one") {
  for (const char* name : {"all", "all but low", "kind:dense", "kind:dense but low", "gpu:h100-sxm but low",
                           "quality:high", "framework:nemo", "origin:NVIDIA/NeMo", "source:Else 2023, table 3"}) {
    CAPTURE(name);
    CHECK(group_name(run_group(name)) == name);
  }
  for (const char* name : {"", "kind", "dense", "all:h100", "colour:red"}) CHECK_FALSE(group_from(name));
}

TEST_CASE("a run is in the groups that it lists and in no other, and of low quality in none without low ones") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  std::vector<RunGroup> every;
  for (const MeasuredRun& run : runs) {
    const std::vector<RunGroup> groups = groups_of(run);
    every.insert(every.end(), groups.begin(), groups.end());
  }
  for (const MeasuredRun& run : runs) {
    const std::vector<RunGroup> groups = groups_of(run);
    for (const RunGroup& group : every) {
      CAPTURE(run.id);
      CAPTURE(group_name(group));
      CHECK(is_in(run, group) == (std::find(groups.begin(), groups.end(), group) != groups.end()));
      if (is_low(run)) CHECK_FALSE((is_in(run, group) && group.but_low));
    }
  }
}

TEST_CASE("all but low comes first, then all, then kinds before GPUs, each by name") {
  const char* order[] = {"all but low",    "all",         "kind:dense",      "kind:dense but low",
                         "kind:moe",       "gpu:a100-80", "gpu:h100-sxm",    "quality:high",
                         "framework:nemo", "origin:Else", "source:Else 2023"};
  for (std::size_t i = 1; i < std::size(order); ++i) CHECK(run_group(order[i - 1]) < run_group(order[i]));
}
