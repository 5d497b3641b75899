#include "core/traffic/shared_links.h"

#include <doctest/doctest.h>

#include "core/step/buckets.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// A second of passes, of which experts' traffic shows `shown`; `hidden` more hides.
StageCost passes_of_a_second(double shown, double hidden) {
  StageCost passes;
  passes.forward.kernels = Seconds{1 - shown};
  passes.forward.ep = Seconds{shown};
  passes.communication.ep = Seconds{shown + hidden};
  return passes;
}

constexpr Contention alone = exchange_contention(shipped_constants);
constexpr LinksShared experts{false, false, true, false, false, 1};

/// What a second of exchange adds to the passes that it runs beside.
double added(const Contention& contention) {
  return (contention.passes - 1) * contention.stretch();
}

}  // namespace

TEST_CASE("traffic on other links leaves the exchange as it is") {
  for (const auto& [shown, hidden] : {std::pair{0.0, 0.0}, {0.4, 0.0}, {0.2, 0.7}}) {
    const Contention contention = contention_beside(passes_of_a_second(shown, hidden), Seconds{1}, {});
    CHECK(contention.passes == doctest::Approx(alone.passes));
    CHECK(contention.exchange == doctest::Approx(alone.exchange));
  }
}

TEST_CASE("an exchange beside passes that are all traffic on its link: both take twice as long") {
  const Contention contention = contention_beside(passes_of_a_second(1, 0), Seconds{}, experts);
  CHECK(contention.passes == doctest::Approx(2));
  CHECK(contention.exchange == doctest::Approx(2));
}

TEST_CASE("hidden traffic takes the exchange's time second by second, at most half of the link") {
  const auto stretch = [](double hidden) {
    return contention_beside(passes_of_a_second(0, hidden), Seconds{}, experts).stretch();
  };
  CHECK(stretch(0) == doctest::Approx(alone.stretch()));
  // In 1.189 s of slower kernels the link has 0.4 s of others' traffic to carry.
  CHECK(stretch(0.4) == doctest::Approx(alone.exchange / (alone.passes - 0.4)));
  CHECK(stretch(0.9) == doctest::Approx(2 * alone.stretch()));
  CHECK(stretch(5) == doctest::Approx(2 * alone.stretch()));
  CHECK(contention_beside(passes_of_a_second(0, 0.9), Seconds{}, experts).passes == doctest::Approx(alone.passes));
}

TEST_CASE("an exchange that is on its sites' fibre half of its time meets half of the traffic") {
  LinksShared half = experts;
  half.share = 0.5;
  for (const auto& [shown, hidden] : {std::pair{0.4, 0.0}, {0.0, 0.4}}) {
    const Contention all = contention_beside(passes_of_a_second(shown / 2, hidden / 2), Seconds{}, experts);
    const Contention part = contention_beside(passes_of_a_second(shown, hidden), Seconds{}, half);
    CHECK(part.passes == doctest::Approx(all.passes));
    CHECK(part.exchange == doctest::Approx(all.exchange));
  }
}

TEST_CASE("pipeline transfers count as hidden traffic where they share the exchange's links") {
  const StageCost passes = passes_of_a_second(0, 0);
  CHECK(contention_beside(passes, Seconds{0.3}, {false, false, false, true, false, 1}).stretch() ==
        doctest::Approx(contention_beside(passes_of_a_second(0, 0.3), Seconds{}, experts).stretch()));
}

TEST_CASE("an exchange beside passes never adds more than after them, and more traffic never less") {
  for (double shown = 0; shown <= 1; shown += 0.05) {
    double before = 0;
    for (double hidden = 0; hidden <= 2; hidden += 0.1) {
      const double adds = added(contention_beside(passes_of_a_second(shown, hidden), Seconds{}, experts));
      CHECK(adds <= 1 + 1e-12);
      CHECK(adds >= before - 1e-12);
      before = adds;
    }
  }
}

TEST_CASE("who meets the gradients: what crosses nodes with them, or stays within one with them") {
  Scenario scenario = gpt3_on(8, 4, 4);  // replicas over nodes, tensors within
  LinksShared shared = links_shared_with_gradients(scenario);
  CHECK_FALSE(shared.tp);
  CHECK_FALSE(shared.cp);
  CHECK_FALSE(shared.ep);
  CHECK(shared.pp);

  scenario = gpt3_on(2, 1, 4);  // all in one node
  shared = links_shared_with_gradients(scenario);
  CHECK(shared.tp);
  CHECK_FALSE(shared.pp);

  scenario = gpt3_on(8, 4, 1);  // no exchange
  CHECK_FALSE(links_shared_with_gradients(scenario).pp);

  scenario = gpt3_on(16, 2, 4);  // tensors over two nodes
  CHECK(links_shared_with_gradients(scenario).tp);

  scenario = gpt3_on(1, 1, 64);  // shards over two nodes, replicas of them over the rest
  scenario.plan.zero = 3, scenario.plan.shard_group = 16;
  CHECK(links_shared_with_gradients(scenario).gathers);
  scenario.plan.shard_group = 8;  // within a node
  CHECK_FALSE(links_shared_with_gradients(scenario).gathers);

  Scenario mixture = preset_scenario("mixtral-8x7b-512-h100");
  mixture.plan.tp = 1, mixture.plan.etp = 1, mixture.plan.ep = 8, mixture.plan.pp = 1, mixture.plan.virtual_stages = 1;
  mixture.plan.dp.reset();
  CHECK_FALSE(links_shared_with_gradients(with_defaults(mixture)).ep);  // experts stay in a node
  mixture.plan.tp = 8;
  mixture = with_defaults(mixture);
  mixture.plan.etp = 8;
  CHECK(links_shared_with_gradients(mixture).ep);
}

TEST_CASE("experts' traffic over the nodes slows the gradients that cross them") {
  const Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  const std::vector<StageContent> layout = stage_layout(scenario.model, scenario.plan);
  const BlockCosts blocks = block_costs(scenario, layout, *machine_speed(scenario));
  REQUIRE(links_shared_with_gradients(scenario).ep);
  for (const RankExchange& rank : rank_exchanges(scenario, layout, blocks)) {
    CHECK(rank.contention.passes > alone.passes);
    CHECK(rank.contention.stretch() > alone.stretch());
  }
}
