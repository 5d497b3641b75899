#include "core/changes/layout/cuts.h"

#include <doctest/doctest.h>

#include "core/changes/layout/balance.h"
#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

const Scenario& deepseek() {
  return *all_presets().scenario("deepseek-v3-2048-h800");
}

}  // namespace

TEST_CASE("cuts say what the layout says") {
  for (const auto& [scenario, launch] : all_presets().scenarios) {
    CAPTURE(scenario.name);
    const Report report = evaluate(scenario);
    const BlockRow row = block_row(report.scenario.model);
    const Cuts cuts = cuts_of(row, report.layout);
    REQUIRE(cuts.size() == report.layout.size() + 1);
    const std::vector<LayoutStage> stages = stages_between(row, cuts);
    for (std::size_t k = 0; k < stages.size(); ++k) {
      CHECK(stages[k].layers == report.layout[k].layers());
      CHECK(stages[k].mtp_layers == report.layout[k].mtp_layers);
      CHECK(stages[k].embedding == report.layout[k].embedding);
      CHECK(stages[k].loss == report.layout[k].head);
    }
    CHECK(layout_text(report.layout) == write_pipeline_layout(stages));
  }
}

TEST_CASE("a border moves as far as leaves both stages a block, and no other border with it") {
  const BlockRow row{8, 1};
  REQUIRE(row.blocks() == 11);
  const Cuts cuts = {0, 3, 6, 11};
  CHECK(with_border_at(row, cuts, 1, 2) == Cuts{0, 2, 6, 11});
  CHECK(with_border_at(row, cuts, 1, -5) == Cuts{0, 1, 6, 11});
  CHECK(with_border_at(row, cuts, 1, 40) == Cuts{0, 5, 6, 11});
  CHECK(with_border_at(row, cuts, 2, 40) == Cuts{0, 3, 10, 11});
  CHECK(with_border_at(row, cuts, 0, 4) == cuts);
  CHECK(with_border_at(row, cuts, 3, 4) == cuts);
  CHECK(stage_between(row, 0, 1) == LayoutStage{0, 0, true, false});
  CHECK(stage_between(row, 8, 10) == LayoutStage{1, 1, false, false});
  CHECK(stage_between(row, 10, 11) == LayoutStage{0, 0, false, true});
}

TEST_CASE("a block moves from any stage that has two to any other") {
  const Cuts cuts = {0, 3, 6, 7, 11};
  CHECK(with_block_moved(cuts, 0, 1) == Cuts{0, 2, 6, 7, 11});
  CHECK(with_block_moved(cuts, 0, 3) == Cuts{0, 2, 5, 6, 11});
  CHECK(with_block_moved(cuts, 3, 0) == Cuts{0, 4, 7, 8, 11});
  CHECK(with_block_moved(cuts, 2, 0).empty());
  CHECK(with_block_moved(cuts, 1, 1).empty());
  CHECK(with_block_moved(cuts, 1, 9).empty());
}

TEST_CASE("a layout is said in the shortest way that says it") {
  const Scenario scenario = gpt3_on(8, 8, 2);  // 96 layers, 12 a stage
  const BlockRow row = block_row(scenario.model);
  Cuts cuts = cuts_of(row, evaluate(scenario).layout);
  Scenario even = with_layout(scenario, stages_between(row, cuts));
  CHECK_FALSE(even.plan.stage_layers);
  CHECK_FALSE(even.plan.pipeline_layout);
  cuts = with_border_at(row, cuts, 7, cuts[7] + 1);
  const Scenario uneven = with_layout(scenario, stages_between(row, cuts));
  REQUIRE(uneven.plan.stage_layers);
  CHECK(uneven.plan.stage_layers->back() == 11);
  CHECK_FALSE(uneven.plan.pipeline_layout);
  CHECK(with_even_layout(uneven) == even);
  Scenario typed = scenario;
  typed.plan.pipeline_layout = "E|whatever";
  CHECK(with_layout(typed, stages_between(row, cuts)).plan.pipeline_layout == "Et*12|(t*12|)*5,t*13|t*11L");
  for (const Scenario& laid_out : {uneven, with_layout(typed, stages_between(row, cuts))}) {
    const Report report = evaluate(laid_out);
    CHECK(report.valid);
    CHECK(cuts_of(row, report.layout) == cuts);
  }
}

TEST_CASE("a plan of more stages than layers says its layout also where that is even") {
  const Scenario& scenario = *all_presets().scenario("llama3-405b-16k-h100");
  REQUIRE(scenario.plan.stage_layers);
  REQUIRE(scenario.plan.stage_layers->size() == 128);
  const Scenario even = with_even_layout(scenario);
  CHECK(even.plan.stage_layers == scenario.plan.stage_layers);
  CHECK(evaluate(even).valid);
}

TEST_CASE("MTP layers on a stage of their own need the layout string") {
  const Scenario scenario = with_even_layout(deepseek());
  const BlockRow row = block_row(with_defaults(scenario).model);
  REQUIRE(row.mtp_layers == 1);
  Cuts cuts = cuts_of(row, evaluate(scenario).layout);
  cuts[cuts.size() - 2] = row.blocks() - 1;  // the loss alone
  const Scenario edited = with_layout(scenario, stages_between(row, cuts));
  CHECK(edited.plan.pipeline_layout);
  const Report report = evaluate(edited);
  CHECK(report.valid);
  CHECK(report.layout.back().mtp_layers == 0);
  CHECK(report.layout[report.layout.size() - 2].mtp_layers == 1);
}

TEST_CASE("a typed layout is taken where the plan can have it, else what is wrong is said") {
  const Scenario scenario = gpt3_on(8, 8, 2);
  const auto typed = [&](std::string_view text) { return with_typed_layout(scenario, text); };
  REQUIRE(typed(" Et*11|(t*12|)*6,t*13L ").index() == 0);
  const Scenario taken = std::get<0>(typed(" Et*11|(t*12|)*6,t*13L "));
  CHECK(taken.plan.pipeline_layout == "Et*11|(t*12|)*6,t*13L");
  CHECK(evaluate(taken).valid);
  CHECK(std::get<0>(typed("E(t*12|)*7t*12L")) == with_even_layout(scenario));
  REQUIRE(typed("Et*11|(t*12|)*6,t*12L").index() == 1);
  CHECK(std::get<1>(typed("Et*11|(t*12|)*6,t*12L")).find("add 1") != std::string::npos);
  CHECK(std::get<1>(typed("Et*48|t*48L")).find("8 stages") != std::string::npos);
  CHECK(std::get<1>(typed("xyz")).find("x means nothing here") != std::string::npos);
  CHECK(typed("").index() == 1);
}
