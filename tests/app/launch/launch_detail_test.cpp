#include "app/launch/launch_detail.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the view's text and rules follow scenario and choice, and are made once") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  refresh_launch(explorer, false);
  CHECK(explorer.launch_detail.exported.text.find("--tensor-model-parallel-size 8") != std::string::npos);
  CHECK(explorer.launch_detail.rules.title == "Megatron-LM");
  edit(explorer, "plan.tp", [](Scenario& scenario) { scenario.plan.tp = 4, scenario.plan.dp = 256; });
  refresh_launch(explorer, false);
  CHECK(explorer.launch_detail.exported.text.find("--tensor-model-parallel-size 4") != std::string::npos);
  explorer.launch.form = "torchtitan";
  explorer.launch.launcher = Launcher::slurm;
  refresh_launch(explorer, false);
  CHECK(explorer.launch_detail.exported.text.starts_with("#!/bin/bash"));
  CHECK(explorer.launch_detail.exported.text.find("srun torchrun") != std::string::npos);
  CHECK(explorer.launch_detail.rules.title == "Megatron-LM");
}

TEST_CASE("what gives room is listed where the plan doesn't fit, once the hand is off") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  refresh_launch(explorer, false);
  CHECK(explorer.launch_detail.room.empty());
  edit(explorer, "plan.tp",
       [](Scenario& scenario) { scenario.plan.tp = 4, scenario.plan.dp = 416, scenario.plan.global_batch = 7072; });
  REQUIRE_FALSE(explorer.report.fits);
  refresh_launch(explorer, true);
  CHECK(explorer.launch_detail.room.empty());
  refresh_launch(explorer, false);
  REQUIRE_FALSE(explorer.launch_detail.room.empty());
  CHECK(explorer.launch_detail.room.front().fits);
}

TEST_CASE("no change is offered that the picked framework can't express, and others are where another is picked") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  edit(explorer, "plan.sequence_length", [](Scenario& scenario) {
    scenario.plan.sequence_length = 65'536, scenario.plan.cp = 1;
    scenario.model.max_position_embeddings = 65'536;
  });
  REQUIRE(explorer.report.valid);
  REQUIRE_FALSE(explorer.report.fits);
  const auto offers = [&](Offload offload) {
    refresh_launch(explorer, false);
    return std::any_of(explorer.launch_detail.room.begin(), explorer.launch_detail.room.end(),
                       [&](const RoomChange& change) { return change.scenario.plan.offload == offload; });
  };
  CHECK_FALSE(offers(Offload::activations));
  REQUIRE_FALSE(explorer.launch_detail.room.empty());
  const std::size_t by_megatron = explorer.launch_detail.room.size();
  explorer.launch.rules = "deepspeed";
  refresh_launch(explorer, false);
  CHECK(explorer.launch_detail.room.size() != by_megatron);
}

TEST_CASE("rules in words") {
  RulesReport rules;
  rules.checked = 63, rules.unchecked = 58;
  CHECK(rules_line(rules) == "63 rules checked, none broken; 58 can't be checked from here.");
  rules.broken.push_back(
      {"a-rule", "It won't.", "heads % tp == 0", "args.py:1", RuleSeverity::error, {}, {"--tp", "--heads"}});
  rules.broken.push_back({"b-rule", "Hm.", "tp < 9", "args.py:2", RuleSeverity::warning, {}, {}});
  CHECK(rules_line(rules).find("2 broken") != std::string::npos);
  CHECK(std::string(severity_word(RuleSeverity::adjust)) == "adjusted");
  ExportedLaunch exported;
  exported.cannot_express = {"plan.schedule=\"zb-h1\""};
  CHECK(unsaid_lines(exported) == std::vector<std::string>{"plan.schedule = zb-h1"});
}

TEST_CASE("the rules that were picked are said under the fields concerned, and change with the choice") {
  Explorer explorer = explorer_on("palm-540b-6144-tpu-v4");  // 12 ranks don't divide its vocabulary
  const auto said = [&](const std::string& framework) {
    return std::any_of(explorer.report.problems.begin(), explorer.report.problems.end(), [&](const Problem& problem) {
      return problem.framework == framework && problem.path.starts_with("plan.") &&
             problem.severity == Severity::warning;
    });
  };
  CHECK(said("megatron"));
  explorer.launch.rules = "torchtitan";
  say_rules(explorer);
  CHECK_FALSE(said("megatron"));
}

TEST_CASE("what was read from outside is said, with its own framework's rules, where there is something to say") {
  Explorer explorer = explorer_on("llama3-70b-4096-h100");
  const ViewKind before = explorer.grown;
  show_taken(explorer, {"mine.json", "a scenario's code", {}, {}, {}});
  CHECK(explorer.taken.name == "mine.json");
  CHECK(explorer.grown == before);
  const Problem notice{Severity::hint, "cluster.gpu", "h100-sxm is taken", "taken-for-granted"};
  show_taken(explorer, {"launch.sh", "a launch of torchtitan", "torchtitan", {}, {notice}});
  CHECK(explorer.grown == ViewKind::launch);
  CHECK(explorer.launch.rules == "torchtitan");
  CHECK(explorer.launch.form == "torchtitan");
  CHECK(explorer.notice.text == "launch.sh: cluster.gpu: h100-sxm is taken");
}
