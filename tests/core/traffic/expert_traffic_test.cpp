#include "core/traffic/expert_traffic.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "core/constants/constants.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Seconds took(const CollectiveCost& cost) {
  return cost.time - Seconds{shipped_constants.collective_seconds};
}

/// DeepEP's own benchmark: 4,096 tokens of 7,168 values per GPU, 8 experts of 256, 4 of 8 groups, fp8 one way.
Scenario deepep_benchmark(std::int64_t gpus) {
  Scenario scenario;
  scenario.model.num_experts = 256, scenario.model.num_experts_per_tok = 8;
  const std::int64_t nodes = gpus / 8;
  scenario.model.n_group = std::max<std::int64_t>(1, nodes);
  scenario.model.topk_group = std::clamp<std::int64_t>(nodes, 1, 4);
  scenario.cluster.gpu = *all_presets().gpu("h800");
  scenario.cluster.gpus = gpus, scenario.cluster.scale_out_bandwidth = 50e9;
  scenario.plan.ep = scenario.plan.dp.emplace(gpus);
  scenario.plan.moe_dispatcher = MoeDispatcher::deepep;
  return scenario;
}

}  // namespace

TEST_CASE("a token routed to 8 experts over 4 domains leaves 2.7 times where a domain gets it once") {
  // 3·(1 - 0.75^8), 0.75^8 = 0.100113
  CHECK(copies_once_per_domain(8, 4, 4) == doctest::Approx(2.699661).epsilon(1e-6));
  CHECK(copies_once_per_domain(8, 1, 1) == 0);
}

TEST_CASE("sending once a domain never sends more than every copy, and never more than one a domain") {
  for (const double routed : {1.0, 2.0, 8.0, 16.0})
    for (const double domains : {2.0, 4.0, 8.0, 64.0}) {
      CHECK(copies_once_per_domain(routed, domains, domains) <= routed * (1 - 1 / domains) * (1 + 1e-12));
      CHECK(copies_once_per_domain(routed, domains, domains) <= domains - 1);
    }
}

TEST_CASE("a token that may go to 4 of 8 groups of experts goes to half of the domains, or those with such a group") {
  Model model;
  CHECK(domains_open(8, model) == 8);
  model.n_group = 8;
  CHECK(domains_open(16, model) == 16);
  model.topk_group = 4;
  CHECK(domains_open(8, model) == 4);
  CHECK(domains_open(16, model) == 8);
  // Two groups per domain: it is closed in 6·5·4·3 of 8·7·6·5 choices.
  CHECK(domains_open(4, model) == doctest::Approx(4 * (1 - 3.0 / 14)));
  CHECK(domains_open(1, model) == 1);
}

TEST_CASE("limited to 4 of 8 nodes a token sends at most 3.5 copies where a node gets it once") {
  // 4·(1 - 0.75^8)·7/8, and 8·(1 - 0.875^8)·7/8 without a limit.
  CHECK(copies_once_per_domain(8, 8, 4) == doctest::Approx(3.149605).epsilon(1e-6));
  CHECK(copies_once_per_domain(8, 8, 8) == doctest::Approx(4.594738).epsilon(1e-6));
  CHECK(copies_once_per_domain(1000, 8, 4) == doctest::Approx(3.5));
}

TEST_CASE("DeepEP's kernels take what its README says, within a node and over 2, 4 and 8 of them") {
  // deepseek-ai/DeepEP, docs/legacy.md: 153, 43, 58 and 51 GB/s of dispatch, of what a GPU receives over the link, or
  // of what it sends to nodes, its own included. Bytes as its tests count them.
  struct Row {
    std::int64_t gpus;
    double rate;
  };
  for (const auto& [gpus, rate] : {Row{8, 153e9}, Row{16, 43e9}, Row{32, 58e9}, Row{64, 51e9}}) {
    CAPTURE(gpus);
    const Scenario scenario = deepep_benchmark(gpus);
    const double tokens = 4096 * 7168.0, nodes = std::max(1.0, static_cast<double>(gpus) / 8);
    const double counted = gpus == 8 ? places_reached(8, 8) : places_reached(8, std::min(4.0, nodes));
    const Seconds time = took(expert_exchange(Bytes{8 * tokens}, Bytes{tokens}, scenario));
    CHECK(time.value == doctest::Approx(tokens * counted / rate).epsilon(0.1));
  }
}

TEST_CASE("over two nodes of H800 DeepEP waits for the link, over four for the network") {
  // DeepSeek-AI 2024, "DeepSeek-V3", section 3.2.2: NVLink has 3.2 times InfiniBand's bandwidth, so that 3.2 experts a
  // node are free of further cost; with 8 experts on 2 nodes there are more, on 4 fewer.
  const auto narrowest = [](std::int64_t gpus) {
    return expert_exchange(Bytes{8e8}, Bytes{1e8}, deepep_benchmark(gpus)).narrowest;
  };
  CHECK(narrowest(16) == LevelKind::node);
  CHECK(narrowest(32) != LevelKind::node);
}

TEST_CASE("each dispatcher sends its own bytes, and they make up what leaves the domain and what doesn't") {
  Scenario scenario = deepep_benchmark(32);
  scenario.model.n_group.reset(), scenario.model.topk_group.reset();
  const double token = 1e6;
  const auto by = [&](MoeDispatcher dispatcher) {
    scenario.plan.moe_dispatcher = dispatcher;
    const CollectiveCost cost = expert_exchange(Bytes{8 * token}, Bytes{token}, scenario);
    Bytes reaching;
    for (const Bytes each : cost.reaching) reaching += each;
    CHECK(reaching.value == doctest::Approx(cost.sent_per_gpu.value));
    return cost;
  };
  const auto leaving = [](const CollectiveCost& cost) {
    return (cost.reaching[index_of(Reach::rack)] + cost.reaching[index_of(Reach::site)]).value;
  };
  const CollectiveCost plain = by(MoeDispatcher::alltoall), gathered = by(MoeDispatcher::allgather),
                       once = by(MoeDispatcher::deepep), hybrid = by(MoeDispatcher::hybridep);
  CHECK(plain.sent_per_gpu.value == doctest::Approx(8 * token * 31 / 32));
  CHECK(leaving(plain) == doctest::Approx(8 * token * 3 / 4));
  CHECK(gathered.sent_per_gpu.value == doctest::Approx(32 * token * 31 / 32));
  CHECK(gathered.way == CollectiveWay::ring);
  CHECK(leaving(once) == doctest::Approx(token * copies_once_per_domain(8, 4, 4)));
  CHECK(once.way == CollectiveWay::once_per_domain);
  CHECK(once.time == hybrid.time);
  CHECK(once.time < plain.time);
}

TEST_CASE("inside one domain all rows but the GPU's own share go over the link") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.ep = 8, scenario.plan.etp = 1;
  scenario.cluster.scale_up_domain = 8;
  scenario.plan.moe_dispatcher = MoeDispatcher::alltoall;
  const CollectiveCost exchange = expert_exchange(Bytes{8e6}, Bytes{4e6}, scenario);
  CHECK(exchange.sent_per_gpu.value == doctest::Approx(7e6));
  // 15 us to start, and 7 MB at 0.72 of 450 GB/s through pipes that fill in 3 us.
  const double root = std::sqrt(3e-6) + std::sqrt(7e6 / (0.72 * 450e9));
  CHECK(exchange.time.value == doctest::Approx(15e-6 + root * root));
}

TEST_CASE("experts spread over nodes cost more than experts in one node, by any dispatcher") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.ep = 8, scenario.plan.etp = 1;
  for (std::size_t i = 0; i < count_of<MoeDispatcher>; ++i) {
    scenario.plan.moe_dispatcher = static_cast<MoeDispatcher>(i);
    CAPTURE(json_name(*scenario.plan.moe_dispatcher));
    const auto time = [&](std::int64_t domain) {
      scenario.cluster.scale_up_domain = domain;
      return expert_exchange(Bytes{64e6}, Bytes{32e6}, scenario).time;
    };
    CHECK(time(4) > time(8));
    CHECK(time(2) > 2 * time(8));
  }
}
