#include "core/traffic/site_traffic.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/constants/constants.h"
#include "core/evaluate/evaluate.h"
#include "core/memory/held_parameters.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// Llama 3 405B on 16k H100, on two sites.
Scenario two_sites(AcrossSites across, double meters, double bandwidth) {
  for (const auto& [preset, launch] : all_presets().scenarios)
    if (preset.preset == "llama3-405b-16k-h100") {
      Scenario scenario = preset;
      scenario.cluster.sites = {2, meters, bandwidth};
      scenario.plan.across_sites = across;
      return scenario;
    }
  FAIL("the preset is gone");
  return {};
}

double efficiency(const Scenario& scenario) {
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  REQUIRE(report.sites.has_value());
  CHECK(report.sites->efficiency == doctest::Approx(report.sites->step_on_one / report.time->step));
  CHECK(report.time->breakdown.total().value == doctest::Approx(report.time->step.value));
  return report.sites->efficiency;
}

}  // namespace

TEST_CASE("one site has no report on sites, two have one") {
  Scenario scenario = two_sites(AcrossSites::dp, 100e3, 100e9);
  CHECK(evaluate(scenario).sites->sites == 2);
  scenario.cluster.sites.number = 1;
  CHECK_FALSE(evaluate(scenario).sites.has_value());
}

TEST_CASE("a number of sites that doesn't divide the replicas is no way around the fibre") {
  for (const char* name : {"textbook-65k-h100", "llama3-405b-16k-h100", "llama3-405b-100k-h100"}) {
    CAPTURE(name);
    Scenario scenario = preset_scenario(name);
    scenario.cluster.sites = {1, 100e3, 1e11};
    double divided = 1;
    for (std::int64_t sites = 2; sites <= 8; ++sites) {
      CAPTURE(sites);
      scenario.cluster.sites.number = sites;
      const double reached = efficiency(scenario);
      CHECK(reached < divided * 1.02);  // than at the last number that divides
      if (scenario.cluster.gpus / scenario.cluster.gpus_per_node % sites == 0) divided = reached;
      const Report report = evaluate(scenario);
      double fibre = 0;
      for (const LevelLoad& load : report.network)
        if (load.level == LevelKind::sites) fibre += load.bytes.value;
      CHECK(fibre > 0);
    }
  }
}

TEST_CASE("a wider or shorter link between sites never costs more") {
  for (const AcrossSites across : {AcrossSites::dp, AcrossSites::pp, AcrossSites::tp}) {
    double last = 0;
    for (const double bandwidth : {1e9, 1e10, 1e11, 1e12, 1e13, 1e15}) {
      const double reached = efficiency(two_sites(across, 100e3, bandwidth));
      CHECK(reached >= last * (1 - 1e-9));
      last = reached;
    }
    last = 0;
    for (const double meters : {1e7, 1e6, 1e5, 1e4, 1.0}) {
      const double reached = efficiency(two_sites(across, meters, 1e13));
      CHECK(reached >= last * (1 - 1e-9));
      last = reached;
    }
  }
}

TEST_CASE("tensor parallelism across sites loses far more than data or pipeline parallelism") {
  const double data = efficiency(two_sites(AcrossSites::dp, 1000e3, 10e12));
  const double pipeline = efficiency(two_sites(AcrossSites::pp, 1000e3, 10e12));
  const double tensor = efficiency(two_sites(AcrossSites::tp, 1000e3, 10e12));
  CHECK(data > 0.7);
  CHECK(pipeline > 0.7);
  CHECK(tensor < 0.2);
}

TEST_CASE("local steps divide what an exchange costs a step, compression what its bytes take") {
  Scenario scenario = with_defaults(two_sites(AcrossSites::dp, 1000e3, 100e9));
  std::vector<ShardedCount> parameters;
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  for (const StageParameters& rank : parameters_of_ranks(scenario.model, scenario.plan, layout))
    parameters.push_back({rank.total(), 0});
  CHECK(outer_exchange(scenario, parameters).time.value == 0);
  scenario.plan.local_steps = 100;
  const OuterExchange outer = outer_exchange(scenario, parameters);
  CHECK(outer.time.value > 0);
  CHECK(outer.per_step.value == doctest::Approx(outer.time.value / 100));
  // Each half of the model's 4 bytes per parameter go through the link once each way and back: 2·(1/2)·4·405e9 over its
  // bandwidth, by the GPUs at work of a site; some pipeline ranks hold more than the mean.
  double all = 0;
  for (const ShardedCount& rank : parameters) all += rank.dense;
  const double mean = 4 * all * static_cast<double>(scenario.plan.tp) / (100e9 * shipped_constants.network_rate);
  CHECK(outer.time.value > mean);
  CHECK(outer.time.value < 1.3 * mean);
  scenario.plan.outer_bytes_per_parameter = 1;
  CHECK(outer_exchange(scenario, parameters).time.value == doctest::Approx(outer.time.value / 4).epsilon(0.01));

  const double every = efficiency(two_sites(AcrossSites::dp, 1000e3, 100e9));
  Scenario squeezed = two_sites(AcrossSites::dp, 1000e3, 100e9);
  squeezed.plan.gradient_compression = 16;
  CHECK(efficiency(squeezed) > every);
  Scenario rare = two_sites(AcrossSites::dp, 1000e3, 100e9);
  rare.plan.local_steps = 500;
  CHECK(efficiency(rare) > 0.9);
  CHECK(evaluate(rare).time->outer_exchange.value > 0);
}

TEST_CASE("of a pipeline over two sites only the neighbours at the border send through the fibre") {
  const Scenario scenario = with_defaults(two_sites(AcrossSites::pp, 1000e3, 1e12));
  const std::vector<Seconds> transfers = transfers_across_sites(scenario, Seconds{1e-3}, Bytes{1e6});
  const auto ranks = static_cast<std::size_t>(scenario.plan.pp);
  REQUIRE(transfers.size() == ranks * ranks);
  const Seconds light = fibre_latency(1000e3);
  for (std::size_t r = 0; r + 1 < ranks; ++r) {
    const bool border = r + 1 == ranks / 2;
    CHECK((transfers[r * ranks + r + 1] > light) == border);
    CHECK((transfers[(r + 1) * ranks + r] > light) == border);
  }
  CHECK(transfers_across_sites(with_defaults(two_sites(AcrossSites::dp, 1e6, 1e12)), Seconds{1}, Bytes{1}).empty());
}

TEST_CASE("of two stages on two sites each sends one way only, and the row's bytes fill the fibre in its time") {
  constexpr double fibre = 1e12;
  Scenario scenario = two_sites(AcrossSites::pp, 1, fibre);
  scenario.plan.pp = 2;
  scenario.plan.virtual_stages = 1;
  scenario.plan.schedule = ScheduleKind::one_f_one_b;
  scenario.plan.stage_layers.reset();
  scenario.plan.pipeline_layout.reset();
  scenario.plan.dp.reset();
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  const double pipelines = static_cast<double>(report.scenario.cluster.gpus) / 2;
  int rows = 0;
  for (const Communication& row : report.communication)
    if (row.kind == GroupKind::pp) {
      ++rows;
      const Bytes sent = report.time->sent[0][static_cast<std::size_t>(GroupKind::pp)].sent;
      CHECK(row.bytes_per_gpu_per_step.value == doctest::Approx(sent.value));
      const double rate = row.bytes_per_gpu_per_step.value * pipelines / row.time.value;
      CHECK(rate <= fibre);
      CHECK(rate > 0.8 * fibre);
    }
  CHECK(rows == 1);
}

TEST_CASE("a V's last chunk lies on the first rank, so no rank sends around the fibre") {
  Scenario scenario = two_sites(AcrossSites::pp, 100e3, 100e9);
  scenario.plan.schedule = ScheduleKind::zb_v;
  scenario.plan.stage_layers.reset();
  scenario.plan.pipeline_layout.reset();
  scenario.plan.virtual_stages = 2;
  const Report report = evaluate(scenario);
  REQUIRE(report.time.has_value());
  const auto pp = static_cast<std::size_t>(GroupKind::pp);
  const std::vector<CarriedByKind>& sent = report.time->sent;
  CHECK(sent.front()[pp].sent.value == doctest::Approx(sent[1][pp].sent.value / 2));
  CHECK(sent.back()[pp].sent.value == doctest::Approx(sent[1][pp].sent.value / 2));
}

TEST_CASE("with local steps gradients stay on their site, also where sites don't divide the replicas") {
  Scenario scenario = two_sites(AcrossSites::dp, 100e3, 100e9);
  scenario.plan.local_steps = 100;
  for (const std::int64_t sites : {2, 3, 4, 5}) {
    CAPTURE(sites);
    scenario.cluster.sites.number = sites;
    CHECK(efficiency(scenario) > 0.85);
    const Report report = evaluate(scenario);
    for (const Communication& row : report.communication)
      if (row.kind == GroupKind::dp)
        CHECK(std::find(row.levels.begin(), row.levels.end(), LevelKind::sites) == row.levels.end());
  }
  Scenario odd = preset_scenario("llama3-405b-100k-h100");  // 781 replicas
  odd.cluster.sites = {2, 100e3, 100e9};
  odd.plan.local_steps = 100;
  CHECK(efficiency(odd) > 0.8);
  odd.plan.local_steps = 1;
  CHECK(efficiency(odd) < 0.4);
}

TEST_CASE("several sites are never faster than one whose gradients go level by level as theirs do") {
  for (const char* name : {"textbook-65k-h100", "gpt4-25k-a100", "llama3-405b-100k-h100"}) {
    Scenario scenario = preset_scenario(name);
    const std::int64_t replicas = *with_defaults(scenario).plan.dp / 2 * 2;
    scenario.plan.dp = replicas;
    scenario.plan.shard_group.reset();
    scenario.plan.global_batch = replicas * 16 * scenario.plan.micro_batch;
    scenario.cluster.sites = {2, 1e3, 1e15};
    CAPTURE(scenario.preset);
    const double wide = efficiency(scenario);
    CHECK(wide <= 1);
    CHECK(wide > 0.9);
    scenario.cluster.sites.bandwidth = 1e12;
    CHECK(efficiency(scenario) < wide - 0.02);
  }
}

TEST_CASE("where the last site is too small for its share the report says that parts lie in two sites") {
  Scenario scenario = preset_scenario("gpt4-25k-a100");
  scenario.cluster.sites = {4, 100e3, 100e9};
  const auto said = [&] {
    const std::vector<Problem> problems = evaluate(scenario).problems;
    return std::count_if(problems.begin(), problems.end(),
                         [](const Problem& problem) { return problem.rule == "sites-hold-parts"; });
  };
  CHECK(said() == 1);
  scenario.cluster.gpus = 24960;  // 4 · 52 replicas of 120
  CHECK(said() == 0);
}

TEST_CASE("a machine that two sites share is cut: its traffic takes the fibre, and a warning says so") {
  struct Row {
    const char* scenario;
    std::int64_t sites, domain;
    GroupKind kind;
  };
  // A node of 8 with dp 8, one with tp 8, a pod's domain of 3,072 with tp 12 on sites of 2,048.
  for (const Row& row :
       {Row{"gpt2-xl-8-a100", 2, 8, GroupKind::dp}, Row{"gpt2-xl-8-a100", 4, 8, GroupKind::dp},
        Row{"megatron-22b-8-a100", 2, 8, GroupKind::tp}, Row{"palm-540b-6144-tpu-v4", 3, 3072, GroupKind::tp},
        Row{"llama3-8b-1024-h100", 2, 1024, GroupKind::dp}}) {
    CAPTURE(row.scenario);
    Scenario scenario = preset_scenario(row.scenario);
    scenario.cluster.scale_up_domain = row.domain;
    const Report whole = evaluate(scenario);
    scenario.cluster.sites = {row.sites, 100e3, 1e9};
    const Report cut = evaluate(scenario);
    REQUIRE(cut.time.has_value());
    CHECK(cut.sites->efficiency < 0.9);
    const auto seconds = [&](const Report& report) {
      for (const Communication& each : report.communication)
        if (each.kind == row.kind) return each.time.value;
      return 0.0;
    };
    CHECK(seconds(cut) > 2 * seconds(whole));
    CHECK(std::any_of(cut.problems.begin(), cut.problems.end(),
                      [](const Problem& problem) { return problem.rule == "sites-cut-domains"; }));
    CHECK(std::none_of(whole.problems.begin(), whole.problems.end(),
                       [](const Problem& problem) { return problem.rule == "sites-cut-domains"; }));
  }
}
