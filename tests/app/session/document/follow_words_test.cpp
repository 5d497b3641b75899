#include "app/session/document/follow_words.h"

#include <doctest/doctest.h>

#include "core/changes/follow_edit.h"
#include "tests/core/changes/gpt4_split.h"

using namespace shardscope;
using shardscope::tests::gpt4_split;

TEST_CASE("what followed is said with its old and new value, and what the person edited isn't") {
  const Scenario before = gpt4_split();
  Scenario edited = before;
  edited.plan.tp = 4;
  const Scenario followed = follow_edit(before, edited, {});
  CHECK(follow_words(before, edited, followed) == "data parallel 208 → 416, global batch 7,280 → 7,072");
}

TEST_CASE("nothing is said where nothing followed") {
  const Scenario before = gpt4_split();
  Scenario edited = before;
  edited.plan.dp = 104;
  CHECK(follow_words(before, edited, edited).empty());
}

TEST_CASE("GPUs that followed data parallelism are named first") {
  const Scenario before = gpt4_split();
  Scenario edited = before;
  edited.plan.pp = 10;
  const Scenario followed = follow_edit(before, edited, {.gpus = false, .dp = true, .global_batch = false});
  CHECK(follow_words(before, edited, followed) == "GPUs 25,000 → 16,640");
}

TEST_CASE("layers that went back to even are said") {
  Scenario before = gpt4_split();
  before.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  const Scenario followed = with_schedule(before, ScheduleKind::zb_v);
  Scenario edited = before;
  edited.plan.schedule = ScheduleKind::zb_v;
  CHECK(follow_words(before, edited, followed) == "layers even over the stages");
}

TEST_CASE("a schedule that went with its chunks is said") {
  Scenario before = gpt4_split();
  before.plan.virtual_stages = 4;
  before.plan.schedule = ScheduleKind::breadth_first;
  Scenario edited = before;
  edited.plan.virtual_stages = 1;
  CHECK(follow_words(before, edited, follow_edit(before, edited, {})) == "schedule Breadth-first → 1F1B");
}

TEST_CASE("a ZeRO stage that followed is said") {
  Scenario edited = gpt4_split();
  edited.plan.zero = 0;
  Scenario followed = edited;
  followed.plan.zero = 3;
  CHECK(follow_words(gpt4_split(), edited, followed) == "ZeRO 0 → 3");
}
