#include "core/sweep/sweep_rows.h"

#include <doctest/doctest.h>

#include <set>

#include "core/plan_search/trial_log.h"
#include "core/scenario_json/write.h"
#include "core/script/evaluate_loaded.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::vector<FieldPath> figures = {field_path("time.step_seconds"), field_path("run.calendar_days")};

/// Of a scenario's own text.
LoadsScenario loads(const LaunchedScenario& said) {
  return [text = write_scenario(said, real_presets())](std::span<const Setting> settings) {
    return parse_scenario(text, real_presets(), settings);
  };
}

SweepBase base_of(std::string_view preset, SweepFollow follow) {
  const Outcome<SweepBase> base = sweep_base(loads(*real_presets().launched(preset)), follow);
  REQUIRE(succeeded(base));
  return value_of(base);
}

std::vector<std::vector<Setting>> sizes(std::initializer_list<const char*> gpus) {
  std::vector<std::vector<Setting>> choices;
  for (const char* each : gpus) choices.push_back({{"cluster.gpus", each}});
  return choices;
}

}  // namespace

TEST_CASE("a row's settings alone make its scenario again, what followed included") {
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::share);
  const SweepRow row = sweep_row(base, {{"cluster.gpus", "8192"}}, figures);
  REQUIRE(row.valid);
  CHECK(row.settings.size() == 3);
  const Outcome<ParsedScenario> again = base.load(row.settings);
  const Outcome<ParsedScenario> swept = swept_scenario(base, std::vector<Setting>{{"cluster.gpus", "8192"}});
  REQUIRE(succeeded(again));
  REQUIRE(succeeded(swept));
  CHECK(value_of(again).said == value_of(swept).said);
  CHECK(report_fields(evaluate_loaded(value_of(again)), figures) == row.figures);
}

TEST_CASE("rows are the same on any number of threads, and those of figures alone those of whole reports") {
  const auto choices = sizes({"2048", "4096", "8192", "12288", "3"});
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::batch);
  const std::vector<FieldPath> few = {field_path("time.step_seconds"), field_path("memory.peak_bytes")};
  std::vector<FieldPath> more = few;
  more.push_back(field_path("time.breakdown_seconds.bubble"));
  more.push_back(field_path("parameters.per_stage"));
  REQUIRE_FALSE(figures_alone(few).empty());
  REQUIRE(figures_alone(more).empty());
  std::vector<SweepRow> alone, shared, whole;
  add_sweep_rows(alone, base, choices, few, 1);
  add_sweep_rows(shared, base, choices, few, 4);
  add_sweep_rows(whole, base, choices, more, 2);
  REQUIRE(alone.size() == 5);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    CHECK(alone[i].settings == shared[i].settings);
    CHECK(alone[i].figures == shared[i].figures);
    CHECK(alone[i].problem == shared[i].problem);
    CHECK(alone[i].problem == whole[i].problem);
    if (!alone[i].valid) continue;
    for (const FieldPath& path : few) CHECK(alone[i].figures[path.path] == whole[i].figures[path.path]);
  }
  CHECK_FALSE(alone[4].valid);
  CHECK_FALSE(alone[4].problem.empty());
  CHECK_FALSE(alone[4].problems.empty());
}

TEST_CASE("a question has its field before the others, and says what follows") {
  const std::optional<SweepQuestion> question = value_named<SweepQuestion>("weak-scaling");
  REQUIRE(question == SweepQuestion::weak_scaling);
  CHECK(follow_of(question) == SweepFollow::share);
  CHECK(follow_of(std::nullopt) == SweepFollow::alone);
  CHECK_FALSE(value_named<SweepQuestion>("beauty"));
  const SweepBase base = base_of("llama3-70b-4096-h100", follow_of(question));
  const auto varied = with_question(question, base, {{"plan.zero", {"1"}}});
  REQUIRE(succeeded(varied));
  REQUIRE(value_of(varied).size() == 2);
  CHECK(value_of(varied).front().key == "cluster.gpus");
  CHECK(value_of(varied).front().values.size() > 3);
}

TEST_CASE("a row's line of the log runs again to the same figures") {
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::share);
  const SweepRow row = sweep_row(base, {{"cluster.gpus", "8192"}}, figures);
  const std::string line = trial_line(base, row, real_presets());
  const Outcome<ParsedScenario> again = parse_scenario(scenario_of_line(line), real_presets());
  REQUIRE(succeeded(again));
  CHECK(report_fields(evaluate_loaded(value_of(again)), figures) == row.figures);
  CHECK(nlohmann::json::parse(line)["time.step_seconds"] == row.figures["time.step_seconds"]);
}

TEST_CASE("every row says each field that followed in any, in one order") {
  const SweepBase base = base_of("llama3-70b-4096-h100", SweepFollow::share);
  std::vector<SweepRow> rows;
  add_sweep_rows(rows, base, sizes({"4096", "8192"}), figures, 1);
  REQUIRE(rows.front().settings.size() == 1);
  complete_settings(rows, base);
  REQUIRE(rows.front().settings.size() == rows.back().settings.size());
  for (std::size_t i = 0; i < rows.front().settings.size(); ++i)
    CHECK(rows.front().settings[i].key == rows.back().settings[i].key);
  CHECK(find_setting(rows.front().settings, "plan.global_batch")->value ==
        std::to_string(base.unvaried.said.scenario.plan.global_batch));
}

TEST_CASE("what can't be read is a row with its reason") {
  const SweepRow row = sweep_row(base_of("gpt2-xl-8-a100", SweepFollow::alone), {{"plan.tp", "many"}}, figures);
  CHECK_FALSE(row.read);
  REQUIRE_FALSE(row.problems.empty());
  CHECK(row.problems.front().path == "plan.tp");
  CHECK(row.problem.find("plan.tp") != std::string::npos);
}
