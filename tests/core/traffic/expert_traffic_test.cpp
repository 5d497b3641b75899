#include "core/traffic/expert_traffic.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("a token routed to 8 experts over 4 domains sends 6 copies, or 2.7 where a domain gets it once") {
  CHECK(copies_sent(8, 4, false, 4) == doctest::Approx(6));
  // 3·(1 - 0.75^8), 0.75^8 = 0.100113
  CHECK(copies_sent(8, 4, true, 4) == doctest::Approx(2.699661).epsilon(1e-6));
  CHECK(copies_sent(8, 1, false, 1) == 0);
}

TEST_CASE("sending once a domain never sends more, and never more than one copy a domain") {
  for (const double routed : {1.0, 2.0, 8.0, 16.0})
    for (const double domains : {2.0, 4.0, 8.0, 64.0}) {
      CHECK(copies_sent(routed, domains, true, domains) <= copies_sent(routed, domains, false, domains) * (1 + 1e-12));
      CHECK(copies_sent(routed, domains, true, domains) <= domains - 1);
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
  CHECK(copies_sent(8, 8, true, 4) == doctest::Approx(3.149605).epsilon(1e-6));
  CHECK(copies_sent(8, 8, true, 8) == doctest::Approx(4.594738).epsilon(1e-6));
  CHECK(copies_sent(1000, 8, true, 4) == doctest::Approx(3.5));
  CHECK(copies_sent(8, 8, false, 4) == copies_sent(8, 8, false, 8));
}

TEST_CASE("inside one domain all rows but the GPU's own share go over the link") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.ep = 8, scenario.plan.etp = 1;
  scenario.cluster.scale_up_domain = 8;
  const ExpertExchange exchange = expert_exchange(Bytes{8e6}, scenario);
  CHECK(exchange.sent.value == doctest::Approx(7e6));
  // 15 us to start and 7 MB at 0.72 of 450 GB/s.
  CHECK(exchange.time.value == doctest::Approx(15e-6 + 7e6 / (0.72 * 450e9)).epsilon(0.01));
}

TEST_CASE("experts spread over nodes cost more than experts in one node") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  scenario.plan.ep = 8, scenario.plan.etp = 1;
  scenario.cluster.scale_up_domain = 8;
  const Seconds inside = expert_exchange(Bytes{64e6}, scenario).time;
  scenario.cluster.scale_up_domain = 2;
  CHECK(expert_exchange(Bytes{64e6}, scenario).time > 2 * inside);
}
