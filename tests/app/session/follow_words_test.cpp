#include "app/session/follow_words.h"

#include <doctest/doctest.h>

#include "core/search/follow_edit.h"

using namespace shardscope;

namespace {

Scenario split_of_25k() {
  Scenario scenario;
  scenario.model.num_hidden_layers = 120;
  scenario.model.num_attention_heads = 128;
  scenario.cluster.gpus = 25000;
  scenario.plan.tp = 8;
  scenario.plan.pp = 15;
  scenario.plan.dp = 208;
  scenario.plan.micro_batch = 1;
  scenario.plan.global_batch = 7280;
  return scenario;
}

}  // namespace

TEST_CASE("what followed is said with its old and new value, and what the person edited isn't") {
  const Scenario before = split_of_25k();
  Scenario edited = before;
  edited.plan.tp = 4;
  const Scenario followed = follow_edit(before, edited, {});
  CHECK(follow_words(before, edited, followed) == "data parallel 208 → 416, global batch 7,280 → 7,072");
}

TEST_CASE("nothing is said where nothing followed") {
  const Scenario before = split_of_25k();
  Scenario edited = before;
  edited.plan.dp = 104;
  CHECK(follow_words(before, edited, edited).empty());
}

TEST_CASE("GPUs that followed data parallelism are named first") {
  const Scenario before = split_of_25k();
  Scenario edited = before;
  edited.plan.pp = 10;
  const Scenario followed = follow_edit(before, edited, {.gpus = false, .dp = true, .global_batch = false});
  CHECK(follow_words(before, edited, followed) == "GPUs 25,000 → 16,640");
}

TEST_CASE("layers that went back to even are said") {
  Scenario before = split_of_25k();
  before.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  const Scenario followed = with_schedule(before, ScheduleKind::zb_v);
  Scenario edited = before;
  edited.plan.schedule = ScheduleKind::zb_v;
  CHECK(follow_words(before, edited, followed) == "layers even over the stages");
}

TEST_CASE("a ZeRO stage that followed is said") {
  Scenario edited = split_of_25k();
  edited.plan.zero = 0;
  Scenario followed = edited;
  followed.plan.zero = 3;
  CHECK(follow_words(split_of_25k(), edited, followed) == "ZeRO 0 → 3");
}
