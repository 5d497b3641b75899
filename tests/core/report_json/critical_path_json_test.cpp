#include "core/report_json/critical_path_json.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "core/report_json/report_json.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the path runs from second 0 through the last exchange, each part beginning when the one before gives way") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  const auto json = critical_path_json(report);
  const auto& steps = json["steps"];
  REQUIRE(steps.size() > 2);
  CHECK(steps.front()["start_seconds"] == 0.0);
  CHECK(steps.front()["waited_for"].is_null());
  const auto& step_end = json["step_end"];
  REQUIRE(step_end.size() == 4);
  CHECK(step_end[0]["part"] == "gradients_exposed");
  CHECK(step_end[0]["rank"] == steps.back()["rank"]);
  CHECK(step_end[1]["part"] == "optimizer");
  CHECK(step_end[2]["part"] == "parameters_exposed");
  double now = steps.back()["end_seconds"].get<double>();
  for (const auto& part : step_end) {
    CHECK(part["start_seconds"].get<double>() == doctest::Approx(now));
    now = part["end_seconds"].get<double>();
  }
  double end = 0;  // of all ranks' ends of steps
  for (const StepEnd& of_rank : report.time->step_ends) end = std::max(end, of_rank.parameters.end);
  CHECK(step_end[2]["end_seconds"].get<double>() == doctest::Approx(end));
  CHECK(step_end[3]["part"] == "other");
  CHECK(now == doctest::Approx(report.time->step.value));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto& before = steps[i - 1];
    const auto& waited = steps[i]["waited_for"];
    CHECK(waited["rank"] == before["rank"]);
    CHECK(waited["pass"] == before["pass"]);
    CHECK(waited["micro_batch"] == before["micro_batch"]);
    CHECK((waited["kind"] == "order") == (waited["rank"] == steps[i]["rank"] && waited["kind"] != "kept"));
    CHECK(steps[i]["start_seconds"].get<double>() ==
          doctest::Approx(before["end_seconds"].get<double>() + waited["transfer_seconds"].get<double>()));
  }
  CHECK(json["passes_seconds"].get<double>() + json["transfers_seconds"].get<double>() ==
        doctest::Approx(steps.back()["end_seconds"].get<double>()));
}

TEST_CASE("a report lists the path where it lists tensors, null where there is no timeline") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  CHECK(report_json(report, TensorLists::peak_stage)["pipeline"]["critical_path"] == critical_path_json(report));
  CHECK_FALSE(report_json(report)["pipeline"].contains("critical_path"));
  Report unknown = report;
  unknown.timeline.reset();
  CHECK(report_json(unknown, TensorLists::peak_stage)["pipeline"]["critical_path"].is_null());
}
