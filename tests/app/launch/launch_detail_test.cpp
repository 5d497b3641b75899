#include "app/launch/launch_detail.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the view's text and rules follow scenario and choice, and are made once") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  CHECK(explorer.of<LaunchState>().detail->exported.text.find("--tensor-model-parallel-size 8") != std::string::npos);
  CHECK(explorer.of<LaunchState>().detail->rules.title == "Megatron-LM");
  edit(explorer, "plan.tp", [](Scenario& scenario) { scenario.plan.tp = 4, scenario.plan.dp = 256; });
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  CHECK(explorer.of<LaunchState>().detail->exported.text.find("--tensor-model-parallel-size 4") != std::string::npos);
  explorer.session.launch.form = "torchtitan";
  explorer.session.launch.launcher = Launcher::slurm;
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  CHECK(explorer.of<LaunchState>().detail->exported.text.starts_with("#!/bin/bash"));
  CHECK(explorer.of<LaunchState>().detail->exported.text.find("srun torchrun") != std::string::npos);
  CHECK(explorer.of<LaunchState>().detail->rules.title == "Megatron-LM");
}

TEST_CASE("what saves memory is listed where the plan doesn't fit, once the hand is off") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  CHECK((*explorer.of<LaunchState>().savings).empty());
  edit(explorer, "plan.tp",
       [](Scenario& scenario) { scenario.plan.tp = 4, scenario.plan.dp = 416, scenario.plan.global_batch = 7072; });
  REQUIRE_FALSE(explorer.session.report.fits);
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), true);
  CHECK((*explorer.of<LaunchState>().savings).empty());
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  REQUIRE_FALSE((*explorer.of<LaunchState>().savings).empty());
  CHECK((*explorer.of<LaunchState>().savings).front().fits);
}

TEST_CASE("no change is offered that the picked framework can't express, and others are where another is picked") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  edit(explorer, "plan.sequence_length", [](Scenario& scenario) {
    scenario.plan.sequence_length = 65'536, scenario.plan.cp = 1;
    scenario.model.max_position_embeddings = 65'536;
  });
  REQUIRE(explorer.session.report.valid);
  REQUIRE_FALSE(explorer.session.report.fits);
  const auto offers = [&](Offload offload) {
    refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
    return std::any_of((*explorer.of<LaunchState>().savings).begin(), (*explorer.of<LaunchState>().savings).end(),
                       [&](const MemorySaving& change) { return change.scenario.plan.offload == offload; });
  };
  CHECK_FALSE(offers(Offload::activations));
  REQUIRE_FALSE((*explorer.of<LaunchState>().savings).empty());
  const std::size_t by_megatron = (*explorer.of<LaunchState>().savings).size();
  explorer.session.launch.rules = "deepspeed";
  refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
  CHECK((*explorer.of<LaunchState>().savings).size() != by_megatron);
}

TEST_CASE("the picked framework's rules are checked once a change, for the problems as for the view") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  const auto checks_of_a_change = [&](void (*change)(Scenario&)) {
    const std::uint64_t before = explorer.session.rules.made();
    edit(explorer, "plan.tp", change);
    refresh_launch(explorer.of<LaunchState>(), frame_on(explorer), false);
    CHECK(explorer.of<LaunchState>().detail->rules == *explorer.session.rules);
    return explorer.session.rules.made() - before;
  };
  CHECK(checks_of_a_change([](Scenario& scenario) { scenario.plan.tp = 4, scenario.plan.dp = 256; }) == 1);
  CHECK(checks_of_a_change([](Scenario&) {}) == 0);
  RulesReport known;
  known.title = "known";
  const ExportedLaunch exported =
      export_launch(explorer.session.history.present().said, framework_named(shipped_presets(), "megatron"),
                    Launcher::none, shipped_presets(), &known);
  CHECK(exported.rules == known);
}

TEST_CASE("what of the plan no flag says is listed in words") {
  ExportedLaunch exported;
  exported.cannot_express = {"plan.schedule=\"zb-h1\""};
  CHECK(unsaid_lines(exported) == std::vector<std::string>{"plan.schedule = zb-h1"});
}

TEST_CASE("the rules that were picked are said under the fields concerned, and change with the choice") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  edit(explorer, "plan.padded_vocab", [](Scenario& scenario) {
    scenario.software.framework = Framework::megatron_core;
    scenario.plan.padded_vocab = 128'260;  // which 8 ranks don't divide
  });
  const auto said = [&](const std::string& framework) {
    return std::any_of(explorer.session.report.problems.begin(), explorer.session.report.problems.end(),
                       [&](const Problem& problem) {
                         return problem.framework == framework && problem.path.starts_with("plan.") &&
                                problem.severity == Severity::warning;
                       });
  };
  CHECK(said("megatron"));
  choose_launch(explorer.session, {"torchtitan"});
  CHECK_FALSE(said("megatron"));
}

TEST_CASE("what was read from outside is said, with its own framework's rules, where there is something to say") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  const std::string before = explorer.grown;
  show_taken(explorer.session, {"mine.json", "a scenario's code", {}, {}, {}});
  CHECK(explorer.session.taken.name == "mine.json");
  follow_session(explorer);
  CHECK(explorer.grown == before);
  const Problem notice{Severity::hint, "cluster.gpu", "h100-sxm is taken", "taken-for-granted"};
  show_taken(explorer.session, {"launch.sh", "a launch of torchtitan", "torchtitan", {}, {notice}});
  follow_session(explorer);
  CHECK(explorer.grown == "launch");
  CHECK(explorer.session.launch.rules == "torchtitan");
  CHECK(explorer.session.launch.form == "torchtitan");
  CHECK(explorer.session.notice.text == "launch.sh: cluster.gpu: h100-sxm is taken");
}
