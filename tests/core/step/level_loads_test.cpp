#include "core/step/level_loads.h"

#include <doctest/doctest.h>

#include "core/constants/constants.h"
#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("each level's load is what its links carry over the step, the hottest first") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
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
  Scenario scenario = all_presets().scenarios.front().scenario;
  for (const auto& [preset, launch] : all_presets().scenarios)
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

TEST_CASE("no link is busy longer than the collectives that use it last, on one site and on several") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const std::int64_t sites : {1, 2, 3})
      for (const AcrossSites across : {AcrossSites::dp, AcrossSites::pp}) {
        Scenario scenario = preset;
        scenario.cluster.sites = {sites, 100e3, 1e11};
        scenario.plan.across_sites = across;
        const Report report = evaluate(scenario);
        if (!report.time || (sites == 1 && across == AcrossSites::pp)) continue;
        CAPTURE(preset.preset);
        CAPTURE(sites);
        CAPTURE(json_name(across));
        const CarriedByKind& critical = report.time->sent[static_cast<std::size_t>(report.time->critical_rank)];
        for (const LevelLoad& load : report.network)
          for (const Communication& row : report.communication) {
            CAPTURE(name_of(load.level));
            CAPTURE(entry_of(row.collective).name);
            CAPTURE(name_of(row.way));
            const Bytes bytes = critical[index_of(row.kind)].through[index_of(load.level)];
            Seconds taken;
            for (const Communication& each : report.communication)
              if (each.kind == row.kind) taken += each.time;
            CHECK((bytes / load.capacity).value <= taken.value * 1.001);
          }
      }
}

TEST_CASE("over two sites hierarchical gradients send half of each GPU's share through the fibre") {
  Scenario scenario = preset_scenario("llama3-405b-16k-h100");
  scenario.cluster.sites = {2, 500e3, 1e12};
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  int rows = 0;
  for (const Communication& row : report.communication) {
    if (row.kind != GroupKind::dp) continue;
    ++rows;
    REQUIRE(row.way == CollectiveWay::hierarchical);
    double left = 1, sent = 0;
    const auto parts = [](const HopTraffic& hop) { return static_cast<double>(hop.within / hop.apart); };
    for (const HopTraffic& hop : row.hops) sent += left * (1 - 1 / parts(hop)), left /= parts(hop);
    left = 1;
    for (const HopTraffic& hop : row.hops) {
      CHECK(hop.share == doctest::Approx(left * (1 - 1 / parts(hop)) / sent).epsilon(0.02));
      left /= parts(hop);
    }
    CHECK(row.hops.back().level == LevelKind::sites);
  }
  CHECK(rows == 1);
}

TEST_CASE("a pipeline over two sites loads the fibre with activations one way and gradients the other") {
  Scenario scenario = gpt3_on(8, 8, 8);
  scenario.cluster.sites = {2, 500e3, 1e12};
  scenario.plan.across_sites = AcrossSites::pp;
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  int seen = 0;
  for (const Communication& row : report.communication)
    for (const LevelLoad& load : report.network)
      if (row.kind == GroupKind::pp && load.level == LevelKind::sites) {
        ++seen;
        // A slice of each GPU of a stage and each micro-batch, over the link.
        const double stage = static_cast<double>(scenario.cluster.gpus / scenario.plan.pp);
        const double busy = row.bytes_per_gpu_per_step.value / 2 * stage / (1e12 * shipped_constants.network_rate);
        const Bytes bytes = load.by_kind[static_cast<std::size_t>(GroupKind::pp)];
        CHECK((bytes / load.capacity).value == doctest::Approx(busy));
        CHECK(row.time.value >= busy);
        CHECK(row.exposed <= row.time);
        CHECK(report.sites->exchange >= row.time);
      }
  CHECK(seen == 1);
}

TEST_CASE("a scale-up domain over several nodes is one level of links, not two") {
  Scenario scenario = preset_scenario("palm-540b-6144-tpu-v4");
  const Report report = evaluate(scenario);
  REQUIRE_FALSE(report.network.empty());
  for (const LevelLoad& load : report.network) CHECK(load.level != LevelKind::node);
}
