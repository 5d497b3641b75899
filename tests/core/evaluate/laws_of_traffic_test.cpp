// What holds of the traffic of every scenario.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/cluster/collectives.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "core/traffic/expert_traffic.h"
#include "tests/core/evaluate/random_clusters.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr int scenarios = 400;
constexpr double rounding = 1 + 1e-9;

Bytes sum_of(const ReachBytes& reaching) {
  Bytes sum;
  for (const Bytes each : reaching) sum += each;
  return sum;
}

/// What each kind of traffic takes of the step, as its breakdown has it.
Seconds shown_of(const StepBreakdown& step, GroupKind kind) {
  switch (kind) {
    case GroupKind::tp:
      return step.tp_comm;
    case GroupKind::cp:
      return step.cp_comm;
    case GroupKind::ep:
      return step.ep_comm;
    case GroupKind::pp:
      return step.pp_comm;
    case GroupKind::dp:
      return step.dp_comm;
  }
  return {};
}

}  // namespace

TEST_CASE("law: the same group over more domains is never faster") {
  RandomClusters random(21);
  for (int i = 0; i < scenarios; ++i) {
    Scenario scenario = random.next();
    scenario.cluster.sites = {};
    scenario.plan.tp = std::int64_t{2} << random.between(0, 5);
    scenario.cluster.gpus = scenario.plan.tp * 8;
    const Bytes whole{std::exp2(static_cast<double>(random.between(10, 34)))};
    for (const Collective what : {Collective::all_gather, Collective::reduce_scatter, Collective::all_reduce,
                                  Collective::all_to_all, Collective::broadcast}) {
      Seconds nearer;
      for (std::int64_t domain = 64; domain >= 1; domain /= 2) {
        scenario.cluster.scale_up_domain = domain;
        const GroupSpan group = group_span(GroupKind::tp, scenario.cluster, scenario.plan);
        const Seconds time = collective_cost(what, whole, group, scenario.cluster).time;
        CAPTURE(i);
        CAPTURE(static_cast<int>(what));
        CAPTURE(whole.value);
        CAPTURE(scenario.plan.tp);
        CAPTURE(domain);
        CAPTURE(scenario.cluster.gpu.preset);
        // One GPU a domain hands nothing on within it.
        CHECK(time * (domain == 1 ? 1.03 : rounding) >= nearer);
        nearer = time;
      }
    }
  }
}

TEST_CASE("law: experts over domains are never cheaper than within one, by any dispatcher") {
  RandomClusters random(22);
  int seen = 0;
  for (int i = 0; seen < scenarios / 4; ++i) {
    Scenario scenario = random.next();
    if (scenario.model.num_experts < 2) continue;
    ++seen;
    scenario.cluster.sites = {};
    scenario.plan = with_defaults(scenario).plan;
    scenario.plan.ep = std::min<std::int64_t>(scenario.model.num_experts, std::int64_t{2} << random.between(0, 5));
    scenario.plan.tp = 1, scenario.plan.cp = 1, scenario.plan.etp = 1, scenario.plan.dp = scenario.plan.ep;
    scenario.cluster.gpus = *scenario.plan.dp * scenario.plan.pp;
    const Bytes token{1e3 * static_cast<double>(random.between(1, 100000))};
    const Bytes rows = token * static_cast<double>(scenario.model.num_experts_per_tok);
    for (std::size_t d = 0; d < count_of<MoeDispatcher>; ++d) {
      scenario.plan.moe_dispatcher = static_cast<MoeDispatcher>(d);
      scenario.cluster.scale_up_domain = 64;
      const Seconds within = expert_exchange(rows, token, scenario).time;
      for (std::int64_t domain = 32; domain >= 1; domain /= 2) {
        scenario.cluster.scale_up_domain = domain;
        CAPTURE(i);
        CAPTURE(json_name(*scenario.plan.moe_dispatcher));
        CAPTURE(scenario.plan.ep);
        CAPTURE(domain);
        CHECK(expert_exchange(rows, token, scenario).time * rounding >= within);
      }
    }
  }
}

TEST_CASE("law: no level's links carry more than they can in the time that a row of traffic takes") {
  RandomClusters random(23);
  for (int i = 0; i < scenarios; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    for (const Communication& row : report.communication)
      for (const LevelLoad& load : report.network) {
        CAPTURE(i);
        CAPTURE(name_of(load.level));
        CAPTURE(entry_of(row.collective).name);
        CAPTURE(name_of(row.way));
        const Seconds busy = load.by_kind[index_of(row.kind)] / load.capacity;
        CHECK(busy.value <= row.time.value * 1.001);
      }
  }
}

TEST_CASE("law: traffic that takes time has a row, and the rows make every total") {
  RandomClusters random(24);
  for (int i = 0; i < scenarios; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    const double gpus = static_cast<double>(gpus_at_work(report.scenario.plan));
    ReachBytes moved{};
    for (std::size_t kind = 0; kind < group_kinds; ++kind) {
      const auto same = [&](const Communication& row) { return index_of(row.kind) == kind; };
      const auto row = std::find_if(report.communication.begin(), report.communication.end(), same);
      CAPTURE(kind);
      if (shown_of(report.time->breakdown, static_cast<GroupKind>(kind)) - report.time->outer_exchange > Seconds{1e-12})
        CHECK(row != report.communication.end());
      if (row == report.communication.end()) continue;
      CHECK((row->time > Seconds{}) == (row->bytes_per_gpu_per_step > Bytes{}));
      CHECK(sum_of(row->reaching).value == doctest::Approx(row->bytes_per_gpu_per_step.value));
      const auto critical = static_cast<std::size_t>(report.time->critical_rank);
      if (row->kind != GroupKind::pp)
        CHECK(report.time->sent[critical][kind].value == doctest::Approx(row->bytes_per_gpu_per_step.value));
      if (!report.run.steps) continue;
      for (std::size_t reach = 0; reach < moved.size(); ++reach)
        moved[reach] += row->reaching[reach] * (gpus * *report.run.steps);
    }
    if (!report.run.steps || report.communication.empty()) continue;
    for (const Reach reach : {Reach::node, Reach::rack, Reach::site}) {
      REQUIRE(report.run.moved[index_of(reach)].has_value());
      CHECK(report.run.moved[index_of(reach)]->value == doctest::Approx(moved[index_of(reach)].value));
    }
  }
}

TEST_CASE("law: a report's own scenario, written and read back, takes as long and sends as much") {
  RandomClusters random(25);
  for (int i = 0; i < scenarios / 2; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    const Outcome<ParsedScenario> again =
        parse_scenario(evaluated_json(LaunchedScenario(report.scenario)).dump(), real_presets());
    REQUIRE(succeeded(again));
    const Report other = evaluate(value_of(again).scenario);
    REQUIRE(other.time.has_value());
    CHECK(other.time->step.value == doctest::Approx(report.time->step.value).epsilon(1e-12));
    REQUIRE(other.communication.size() == report.communication.size());
    for (std::size_t k = 0; k < report.communication.size(); ++k)
      CHECK(other.communication[k].reaching == report.communication[k].reaching);
    REQUIRE(other.sites.has_value() == report.sites.has_value());
    if (report.sites) CHECK(other.sites->efficiency == doctest::Approx(report.sites->efficiency).epsilon(1e-12));
  }
}

TEST_CASE("law: several sites are never more efficient than one") {
  RandomClusters random(26);
  for (int i = 0; i < scenarios; ++i) {
    const Report report = evaluate(random.next());
    if (!report.sites) continue;
    CAPTURE(i);
    CAPTURE(report.sites->sites);
    CAPTURE(json_name(report.scenario.plan.across_sites));
    CAPTURE(report.scenario.plan.local_steps);
    if (report.scenario.plan.local_steps > 1) continue;  // sites that exchange seldom save more than they lose
    CHECK(report.sites->efficiency <= 1.001);
  }
}
