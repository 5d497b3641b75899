#include "core/step/level_loads.h"

#include <doctest/doctest.h>

#include "core/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("each level's load is what its links carry over the step, the hottest first") {
  for (const Scenario& preset : all_presets().scenarios) {
    const Report report = evaluate(preset);
    if (!report.time) continue;
    CAPTURE(preset.preset);
    double last = 1e300, bytes = 0;
    for (const LevelLoad& load : report.network) {
      CHECK(load.load <= last);
      CHECK(load.load == doctest::Approx(load.busy / report.time->step));
      CHECK(load.busy.value == doctest::Approx((load.bytes / load.capacity).value));
      last = load.load;
      bytes += load.bytes.value;
      double kinds = 0;
      for (const Bytes each : load.by_kind) kinds += each.value;
      CHECK(kinds == doctest::Approx(load.bytes.value));
    }
    CHECK((bytes > 0) == !report.communication.empty());
  }
}

TEST_CASE("tensor parallelism inside a node loads the node's link with all its bytes and no other") {
  Scenario scenario = gpt3_on(8, 1, 1);
  scenario.cluster.gpus = 8;
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  REQUIRE(report.communication.size() == 1);
  REQUIRE(report.network.size() == 1);
  CHECK(report.network[0].level == LevelKind::node);
  CHECK(report.network[0].bytes.value == doctest::Approx(report.communication[0].bytes_per_gpu_per_step.value));
  CHECK(report.communication[0].levels == std::vector{LevelKind::node});
  CHECK(report.communication[0].bus_bandwidth.value ==
        doctest::Approx((report.communication[0].bytes_per_gpu_per_step / report.communication[0].time).value));
}

TEST_CASE("a narrower network is hotter, and only there") {
  Scenario scenario = all_presets().scenarios.front();
  for (const Scenario& preset : all_presets().scenarios)
    if (preset.preset == "llama3-405b-16k-h100") scenario = preset;
  const auto load = [&](LevelKind level) {
    const Report report = evaluate(scenario);
    for (const LevelLoad& each : report.network)
      if (each.level == level) return each;
    return LevelLoad{};
  };
  scenario.cluster.topology.pod = {4096, 1, {}};
  const LevelLoad wide = load(LevelKind::hall);
  scenario.cluster.topology.pod.oversubscription = 7;
  const LevelLoad narrow = load(LevelKind::hall);
  CHECK(narrow.capacity.value == doctest::Approx(wide.capacity.value / 7));
  CHECK(narrow.busy.value == doctest::Approx(wide.busy.value * 7));
  CHECK(narrow.load > wide.load);
}
