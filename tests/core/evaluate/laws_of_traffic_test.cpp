// What holds of the traffic of every scenario.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/cluster/collectives.h"
#include "core/cluster/fabric.h"
#include "core/cluster/route.h"
#include "core/evaluate/evaluate.h"
#include "core/inspect/traffic_matrix.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "core/traffic/expert_traffic.h"
#include "tests/core/evaluate/random_clusters.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr int scenarios = 400;
constexpr double with_rounding = 1 + 1e-9;

Bytes sum_of(const ReachBytes& reaching) {
  Bytes sum;
  for (const Bytes each : reaching) sum += each;
  return sum;
}

/// What all ranks' messages come to over a run, by how far apart their ends are: of very many ranks so many that no
/// pattern of places repeats. The gradients go once a step, also while the batch grows, the rest with the tokens.
ReachBytes matrix_over_run(const Report& report) {
  constexpr std::int64_t asked_max = 20'000;
  const Cluster& cluster = report.scenario.cluster;
  const RankMapping mapping = map_ranks(report.scenario.plan, cluster);
  const std::int64_t ranks = mapping.dense.ranks, apart = (ranks / asked_max) | 1;
  const std::int64_t domain = gpus_of_domain(cluster), rack = cluster.gpus_per_node * cluster.nodes_per_rack;
  const double whole_steps = *report.scenario.run.tokens / tokens_of_step(report.scenario.plan);
  std::vector<Message> messages;
  ReachBytes bytes{};
  double asked = 0;
  for (std::int64_t rank = 0; rank < ranks; rank += apart, ++asked) {
    messages_of(report, mapping, rank, messages);
    const std::int64_t from = mapping.gpu_of(rank);
    for (const Message& message : messages) {
      const std::int64_t to = mapping.gpu_of(message.to);
      const Reach reach = from / domain == to / domain ? Reach::node
                          : from / rack == to / rack   ? Reach::rack
                                                       : Reach::site;
      bytes[index_of(reach)] += message.bytes * (message.kind == GroupKind::dp ? *report.run.steps : whole_steps);
    }
  }
  for (Bytes& each : bytes) each *= static_cast<double>(ranks) / asked;
  return bytes;
}

/// Pairs of neighbours in a pipeline for each pair that meets at a level: a row has the mean of all pairs' times, and
/// over a level's links go the messages of the pairs that meet there.
double pairs_for_each(const Report& report, LevelKind level) {
  const Plan& plan = report.scenario.plan;
  const Route route = route_of(group_span(GroupKind::pp, report.scenario.cluster, plan), report.scenario.cluster);
  for (const Hop& hop : route.network())
    if (hop.kind == level && hop.below > hop.units)
      return (route.network().front().below - 1) / (hop.below - hop.units);
  return 1;
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
        CHECK(time * (domain == 1 ? 1.03 : with_rounding) >= nearer);
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
        CHECK(expert_exchange(rows, token, scenario).time * with_rounding >= within);
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
      for (const LevelLoad& load : report.network)
        for (const CarriedByKind& rank : report.time->sent) {
          const Carried& sent = rank[index_of(row.kind)];
          // Rows are of the critical rank, of a pipeline of the busiest. What layers exchange takes another rank longer
          // as it sends more; its replicas' groups are in other shares the experts' and the rest's.
          const bool own = &rank == &report.time->sent[static_cast<std::size_t>(report.time->critical_rank)];
          if (row.kind == GroupKind::dp && !own) continue;
          Seconds taken;
          Bytes of_rows;
          for (const Communication& each : report.communication)
            if (each.kind == row.kind) taken += each.time, of_rows += each.bytes_per_gpu_per_step;
          if (!(of_rows > Bytes{})) continue;
          const double share = row.kind == GroupKind::pp ? pairs_for_each(report, load.level) : sent.sent / of_rows;
          CAPTURE(i);
          CAPTURE(name_of(load.level));
          CAPTURE(entry_of(row.collective).name);
          CAPTURE(name_of(row.way));
          const Seconds busy = sent.through[index_of(load.level)] / load.capacity;
          CHECK(busy.value <= taken.value * share * 1.001);
        }
  }
}

TEST_CASE("law: traffic that takes time has a row, and the rows are what the critical rank sends") {
  RandomClusters random(24);
  for (int i = 0; i < scenarios; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    const auto critical = static_cast<std::size_t>(report.time->critical_rank);
    for (std::size_t kind = 0; kind < group_kinds; ++kind) {
      CAPTURE(kind);
      Seconds exposed;
      Bytes sent;
      int rows = 0;
      for (const Communication& row : report.communication) {
        if (index_of(row.kind) != kind) continue;
        ++rows, exposed += row.exposed, sent += row.bytes_per_gpu_per_step;
        CHECK((row.time > Seconds{}) == (row.bytes_per_gpu_per_step > Bytes{}));
        CHECK(sum_of(row.reaching).value == doctest::Approx(row.bytes_per_gpu_per_step.value));
      }
      const Seconds shown = shown_of(report.time->breakdown, static_cast<GroupKind>(kind));
      if (shown - report.time->outer_exchange > Seconds{1e-12}) CHECK(rows > 0);
      if (rows == 0) continue;
      CHECK(exposed.value == doctest::Approx(shown.value));
      if (static_cast<GroupKind>(kind) != GroupKind::pp)
        CHECK(report.time->sent[critical][kind].sent.value == doctest::Approx(sent.value));
    }
  }
}

TEST_CASE("law: the rows of split experts have a row of their own, and go within their own groups") {
  RandomClusters random(28);
  int seen = 0;
  for (int i = 0; seen < 40; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    const Plan& plan = report.scenario.plan;
    const auto own = std::find_if(report.communication.begin(), report.communication.end(),
                                  [](const Communication& row) { return row.expert_rows; });
    if (own == report.communication.end()) continue;
    ++seen;
    REQUIRE(plan.etp.value_or(1) > 1);
    CHECK(own->kind == GroupKind::tp);
    CHECK(own->group_size == *plan.etp);
    const RankMapping mapping = map_ranks(plan, report.scenario.cluster);
    const RankSet group = expert_tensor_group_of(mapping, 0), dense = group_of(mapping, GroupKind::tp, 0);
    std::vector<Message> messages;
    messages_of(report, mapping, 0, messages);
    for (const Message& message : messages)
      if (message.kind == GroupKind::tp) CHECK((group.contains(message.to) || dense.contains(message.to)));
  }
}

TEST_CASE("law: the run's totals are the traffic matrix over its steps, in all and by level, on all presets") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Report report = evaluate(preset);
    if (!report.time || !report.run.steps) continue;
    CAPTURE(preset.preset);
    const ReachBytes matrix = matrix_over_run(report);
    ReachBytes moved{};
    for (const Reach reach : {Reach::node, Reach::rack, Reach::site})
      moved[index_of(reach)] = report.run.moved[index_of(reach)].value();
    const Bytes all = sum_of(moved);
    CHECK(sum_of(matrix).value == doctest::Approx(all.value).epsilon(1e-4));
    // The matrix knows one algorithm a kind and 16 receivers of a large group, and sends experts' gradients along the
    // dense layers' groups, which may lie farther apart (Mixtral's: 5.8% of the bytes are a level off).
    const double level_off = preset.model.num_experts > 0 ? 0.06 : 0.005;
    for (const Reach reach : {Reach::node, Reach::rack, Reach::site}) {
      CAPTURE(name_of(reach));
      CHECK(std::abs((matrix[index_of(reach)] - moved[index_of(reach)]).value) < level_off * all.value);
    }
  }
}

TEST_CASE("law: a level is as hot as the rank that sends most through it") {
  RandomClusters random(27);
  for (int i = 0; i < scenarios; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    for (const LevelLoad& load : report.network) {
      double most = 0;
      for (const CarriedByKind& rank : report.time->sent) {
        double bytes = 0;
        for (const Carried& kind : rank) bytes += kind.through[index_of(load.level)].value;
        most = std::max(most, bytes);
      }
      CHECK(load.bytes.value == doctest::Approx(most));
    }
    for (const CarriedByKind& rank : report.time->sent)
      for (const Carried& kind : rank) CHECK(sum_of(kind.reaching).value == doctest::Approx(kind.sent.value));
  }
}

TEST_CASE("law: a report's own scenario, written and read back, takes as long and sends as much") {
  RandomClusters random(25);
  for (int i = 0; i < scenarios / 2; ++i) {
    const Report report = evaluate(random.next());
    if (!report.time) continue;
    CAPTURE(i);
    const Outcome<ParsedScenario> again = parse_scenario(evaluated_json(report.scenario).dump(), real_presets());
    REQUIRE(succeeded(again));
    const Report other = evaluate(value_of(again).said.scenario);
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
