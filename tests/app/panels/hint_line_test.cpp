#include "app/panels/hint_line.h"

#include <doctest/doctest.h>

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("the hint line says the edit, what followed, and what it did to memory, step and bubble") {
  Figures before, now;
  before[Headline::memory] = 70e9, now[Headline::memory] = 100e9;
  before[Headline::step] = 40, now[Headline::step] = 38;
  before[Headline::bubble] = now[Headline::bubble] = 0.3;
  const Change change{before, "Tensor 8 → 4", "data parallel 208 → 416", "plan.tp"};
  const auto lines = change_lines(change, now);
  CHECK(lines[0] == "Tensor 8 → 4 (data parallel 208 → 416): memory +30.0 GB, step −2.0 s, bubble unchanged");
  CHECK(lines[1] == "Tensor 8 → 4: memory +30.0 GB, step −2.0 s, bubble unchanged");
  CHECK(lines[2] == "Tensor 8 → 4");
}

TEST_CASE("an edit of the run alone says what it did to days and rent") {
  Figures before, now;
  before[Headline::memory] = now[Headline::memory] = 70e9;
  before[Headline::step] = now[Headline::step] = 40;
  before[Headline::bubble] = now[Headline::bubble] = 0.3;
  before[Headline::days] = 90, now[Headline::days] = 45;
  before[Headline::rental] = 60e6, now[Headline::rental] = 30e6;
  CHECK(change_lines({before, "Tokens 13 T → 6.5 T", {}, "run.tokens"}, now)[0] ==
        "Tokens 13 T → 6.5 T: days −45 days, rent −$30 M");
}

TEST_CASE("the hint line is empty before the first edit, and leaves out what isn't known") {
  CHECK(change_lines({}, {})[0].empty());
  Figures before, now;
  before[Headline::memory] = 70e9, now[Headline::memory] = 60e9;
  before[Headline::step] = 40;
  CHECK(change_lines({before, "Tensor 8 → 6", {}, "plan.tp"}, now)[0] == "Tensor 8 → 6: memory −10.0 GB");
}

TEST_CASE("an impossible plan was not computed, so nothing is compared with it") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  const std::int64_t tp = explorer.session.history.present().said.scenario.plan.tp;
  Scenario scenario = explorer.session.history.present().said.scenario;
  scenario.plan.tp = 7;
  edit_scenario(explorer.session, scenario, "plan.tp");
  end_step(explorer.session);
  REQUIRE_FALSE(explorer.session.report.valid);
  CHECK_FALSE(change_since(explorer.session).has_value());
  CHECK(change_lines(explorer.session.change, std::nullopt)[0].find("unchanged") == std::string::npos);
  scenario.plan.tp = tp;
  edit_scenario(explorer.session, scenario, "plan.tp");
  REQUIRE(explorer.session.report.valid);
  CHECK(change_lines(explorer.session.change, figures_of(explorer.session.report))[0].find("memory") ==
        std::string::npos);
}

TEST_CASE("errors come first, then not fitting, then the bubble") {
  Report report;
  CHECK(first_advice(report) == nullptr);
  report.problems = {{Severity::hint, "plan.global_batch", "bubble", "bubble-large"},
                     {Severity::warning, "plan", "too much", "fits-in-memory"}};
  CHECK(first_advice(report)->rule == "fits-in-memory");
  report.problems.push_back({Severity::error, "plan.tp", "wrong", "heads-divisible-by-tp"});
  CHECK(first_advice(report)->message == "wrong");
}
