#include "app/explorer/state/explorer.h"

#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("a selection that the new plan doesn't have is dropped") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.selection.stage = 14;
  explorer.selection.gpu = 24'999;
  edit(explorer, "plan.pp", [](Scenario& s) { s.plan.pp = 10, s.cluster.gpus = 20'000; });
  follow_session(explorer);
  CHECK_FALSE(explorer.selection.stage.has_value());
  CHECK_FALSE(explorer.selection.gpu.has_value());
}

TEST_CASE("another scenario makes the views show all of it, and what asks for attention gets it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.of<ClusterState>().racks.zoom = 4;
  explorer.of<ClusterState>().arranged.failures = {{LevelKind::node, 3}};
  explorer.of<TimelineState>().gantt.micro_batch = 3;
  explorer.selection.stage = 2;
  follow_session(explorer);
  CHECK(explorer.selection.stage == 2);
  open_preset(explorer.session, *shipped_presets().launched("llama3-8b-1024-h100"));
  follow_session(explorer);
  CHECK(explorer.of<ClusterState>().racks == RacksView{});
  CHECK(explorer.of<ClusterState>().arranged.failures.empty());
  CHECK(explorer.of<TimelineState>().gantt == GanttView{});
  CHECK(explorer.selection == Selection{});
  show_view(explorer, LabState::info.name);
  paste_text(explorer.session, "no scenario");
  follow_session(explorer);
  CHECK(explorer.alone == nullptr);
  CHECK(explorer.grown == LaunchState::info.name);
}

TEST_CASE("undo is of what is shown: the scenarios or the lab") {
  Explorer explorer = explorer_on("gpt2-xl-8-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& s) { s.plan.micro_batch *= 2; });
  show_view(explorer, LabState::info.name);
  CHECK_FALSE(can_undo(explorer));
  show_view(explorer, whole_window);
  REQUIRE(can_undo(explorer));
  undo(explorer);
  CHECK(can_redo(explorer));
  redo(explorer);
  CHECK(explorer.session.history.present().edited());
}

TEST_CASE("a micro-batch that the new plan doesn't have is dropped") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::int32_t last = explorer.session.report.timeline->micro_batches - 1;
  explorer.selection.micro_batch = last;
  follow_session(explorer);
  CHECK(explorer.selection.micro_batch == last);
  edit(explorer, "plan.micro_batch",
       [](Scenario& s) { s.plan.global_batch = 15 * s.plan.micro_batch * s.plan.dp.value_or(1); });
  follow_session(explorer);
  CHECK_FALSE(explorer.selection.micro_batch);
}
