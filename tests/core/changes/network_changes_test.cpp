#include "core/changes/network_changes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

std::vector<NetworkChange> all_tried(const Scenario& scenario) {
  const Report before = evaluate(scenario);
  std::vector<NetworkChange> changes;
  for (const NetworkIdea& idea : network_ideas(scenario, before))
    if (auto change = tried(before, idea)) changes.push_back(*change);
  order_changes(changes);
  return changes;
}

}  // namespace

TEST_CASE("every change that is offered makes the step faster by as much as it says, the best that fits first") {
  for (const char* name : {"gpt4-25k-a100", "llama3-405b-16k-h100", "deepseek-v3-2048-h800"}) {
    CAPTURE(name);
    const Scenario scenario = *all_presets().scenario(name);
    const Report before = evaluate(scenario);
    const std::vector<NetworkChange> changes = all_tried(scenario);
    REQUIRE_FALSE(changes.empty());
    for (std::size_t i = 0; i < changes.size(); ++i) {
      CAPTURE(changes[i].idea.words);
      const Report after = evaluate(changes[i].idea.scenario);
      CHECK(after.throughput->tokens_per_second / before.throughput->tokens_per_second - 1 ==
            doctest::Approx(changes[i].faster));
      CHECK(changes[i].faster >= 1e-3);
      CHECK(changes[i].fits == after.fits);
      if (i > 0 && changes[i - 1].fits == changes[i].fits) CHECK(changes[i - 1].faster >= changes[i].faster);
    }
  }
}

TEST_CASE("links that are oversubscribed can be widened, and those that aren't can't") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  const auto offers = [&](std::string_view path) {
    const std::vector<NetworkIdea> ideas = network_ideas(scenario, evaluate(scenario));
    return std::any_of(ideas.begin(), ideas.end(), [&](const NetworkIdea& idea) { return idea.path == path; });
  };
  CHECK(offers("cluster.topology.pod.oversubscription"));
  CHECK_FALSE(offers("cluster.topology.rack.oversubscription"));
  CHECK_FALSE(offers("cluster.sites.bandwidth"));
  scenario.cluster.topology.pod.oversubscription = 1;
  CHECK_FALSE(offers("cluster.topology.pod.oversubscription"));
  scenario.cluster.sites = {2, 1e5, 1e11};
  CHECK(offers("cluster.sites.bandwidth"));
  CHECK(offers("plan.local_steps"));
}

TEST_CASE("what the plan leaves open is offered, what it has not") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  const auto ideas = [&](std::string_view path) {
    const std::vector<NetworkIdea> all = network_ideas(scenario, evaluate(scenario));
    return std::count_if(all.begin(), all.end(), [&](const NetworkIdea& idea) { return idea.path == path; });
  };
  CHECK(ideas("plan.tp") > 0);
  CHECK(ideas("plan.ep") == 0);
  CHECK(ideas("plan.rank_order") == 1);
  CHECK(ideas("plan.overlap.dp_grad") == 0);
  scenario.plan.overlap.dp_grad = false;
  CHECK(ideas("plan.overlap.dp_grad") == 1);
  scenario.plan.pp = 1;
  scenario.plan.virtual_stages = 1;
  scenario.plan.schedule.reset();
  scenario.plan.stage_layers.reset();
  scenario.plan.dp = 2048;
  CHECK(ideas("plan.rank_order") == 0);
}

TEST_CASE("scale-up links are offered over a rack of them, to GPUs that have fewer") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  const auto wider = [&] {
    for (const NetworkIdea& idea : network_ideas(scenario, evaluate(scenario)))
      if (idea.path == "cluster.scale_up_domain") return *idea.scenario.cluster.scale_up_domain;
    return std::int64_t{0};
  };
  CHECK(wider() == 72);
  scenario.cluster.scale_up_domain = 72;
  CHECK(wider() == 0);
}

TEST_CASE("an impossible plan has no ideas") {
  Scenario scenario = *all_presets().scenario("gpt4-25k-a100");
  scenario.plan.tp = 7;
  CHECK(network_ideas(scenario, evaluate(scenario)).empty());
}
