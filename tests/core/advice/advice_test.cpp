#include "core/advice/advice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "core/evaluate/evaluate.h"
#include "tests/core/evaluate/mixed_pools.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("advice says where it comes from, and what it says of a report it says again") {
  Report report = evaluate(gpt3_on(8, 1, 8));
  std::vector<Problem> said;
  std::copy_if(report.problems.begin(), report.problems.end(), std::back_inserter(said),
               [](const Problem& problem) { return problem.origin == Origin::advice; });
  CHECK_FALSE(said.empty());
  CHECK(advice_on(report) == said);
  report.fits = true;
  CHECK(advice_on(report).size() + 1 == said.size());
}

TEST_CASE("a plan that does not fit is valid, timed, and said to need more with the largest part named") {
  Scenario scenario = gpt3_on(8, 1, 8);
  const Report report = evaluate(scenario);
  CHECK(report.valid);
  CHECK_FALSE(report.fits);
  CHECK(report.time.has_value());
  const auto found = std::find_if(report.problems.begin(), report.problems.end(),
                                  [](const Problem& p) { return p.rule == "fits-in-memory"; });
  REQUIRE(found != report.problems.end());
  CHECK(found->severity == Severity::warning);
  CHECK(found->path == "plan");
  CHECK(found->message.find("GB") != std::string::npos);
  CHECK(found->message.find("gradients") != std::string::npos);
  std::array<char, 32> rounded;  // as the window rounds it, not cut off
  std::snprintf(rounded.data(), rounded.size(), "%.1f GB of", report.memory.peak.value / 1e9);
  CHECK(found->message.find(rounded.data()) != std::string::npos);
}

TEST_CASE("what doesn't fit names its largest parts as shares of the whole, equal ones together") {
  const auto words = [](const Scenario& scenario) {
    const Report report = evaluate(scenario);
    const auto found = std::find_if(report.problems.begin(), report.problems.end(),
                                    [](const Problem& p) { return p.rule == "fits-in-memory"; });
    REQUIRE(found != report.problems.end());
    return found->message;
  };
  const auto share = [](const Scenario& scenario, MemoryComponent component) {
    const MemoryReport memory = evaluate(scenario).memory;
    const StageMemory& stage = memory.stages[static_cast<std::size_t>(memory.peak_stage)];
    return std::to_string(std::lround(100 * (stage.component(component) / stage.total))) + "%";
  };
  Scenario gpt4 = *all_presets().scenario("gpt4-25k-a100");
  gpt4.plan.tp = 4, gpt4.plan.dp = 416, gpt4.plan.global_batch = 7072;  // weights and gradients in bf16: equally large
  CHECK(words(gpt4).ends_with(", largest: weights " + share(gpt4, MemoryComponent::weights) + ", gradients " +
                              share(gpt4, MemoryComponent::gradients)));
  gpt4.plan.gradient_dtype = Dtype::fp32;  // twice the weights
  CHECK(words(gpt4).ends_with(", largest: gradients " + share(gpt4, MemoryComponent::gradients)));
}

TEST_CASE("a stage that works much longer than the mean is named, with by how much; even stages aren't") {
  Scenario scenario = gpt3_on(8, 4, 1);
  const auto said = [](const Report& report) {
    const auto found = std::find_if(report.problems.begin(), report.problems.end(),
                                    [](const Problem& problem) { return problem.rule == "stages-balanced"; });
    return found == report.problems.end() ? std::string() : found->message;
  };
  CHECK(said(evaluate(scenario)).empty());
  scenario.plan.stage_layers = {20, 36, 20, 20};
  const Report report = evaluate(scenario);
  const double mean = std::accumulate(report.timeline->busy.begin(), report.timeline->busy.end(), Seconds{}).value / 4;
  const std::string percent = std::to_string(std::lround((report.timeline->busy[1].value / mean - 1) * 100));
  CHECK(said(report).starts_with("stage 1 works " + percent + "% longer than the mean"));
}

TEST_CASE("an MFU above 1 says that its convention counts what no kernel runs") {
  const auto said = [](const Scenario& scenario) {
    const Report report = evaluate(scenario);
    return std::any_of(report.problems.begin(), report.problems.end(), [](const Problem& problem) {
      return problem.rule == "mfu-possible" && problem.message.find("; 6nd leaves attention out") != std::string::npos;
    });
  };
  Scenario scenario = preset_scenario("mistral-7b-256-h100");
  CHECK_FALSE(said(scenario));
  scenario.plan.sequence_length = 131072;  // 32 times its sliding window
  CHECK(said(scenario));
  scenario.flops_convention = FlopsConvention::six_nd;
  CHECK_FALSE(said(scenario));
}

TEST_CASE("an algorithm that was asked for and can't run is named, with where and why") {
  Scenario scenario = *all_presets().scenario("llama3-405b-16k-h100");
  const auto hints = [&] {
    std::vector<std::string> words;
    for (const Problem& problem : evaluate(scenario).problems)
      if (problem.rule == "algorithm-usable") words.push_back(problem.message);
    return words;
  };
  CHECK(hints().empty());
  scenario.plan.collective_algorithm = CollectiveAlgorithm::ring;
  CHECK(hints().empty());
  scenario.plan.collective_algorithm = CollectiveAlgorithm::tree;
  REQUIRE(hints().size() == 2);
  CHECK(hints()[0] ==
        "tree can't do the TP groups' all-gather and reduce-scatter: a tree does all-reduces and "
        "broadcasts only; ring does it");
  scenario.plan.sequence_parallel = false;  // then it is called an all-reduce, in two halves
  REQUIRE(hints().size() == 2);
  CHECK(hints()[0].starts_with("tree can't do the TP groups' reduce-scatter and all-gather, which are their "));
}

TEST_CASE("where pools can't share a plan the report says why, and what it counts instead") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 8, 512);
  scenario.cluster.sites = {2, 500e3, 1e12};
  scenario.plan.across_sites = AcrossSites::tp;
  const Report report = evaluate(scenario);
  CHECK_FALSE(report.pools.has_value());
  const auto said = std::find_if(report.problems.begin(), report.problems.end(),
                                 [](const Problem& problem) { return problem.rule == "pools-counted"; });
  REQUIRE(said != report.problems.end());
  CHECK(said->severity == Severity::warning);
  CHECK(said->message ==
        "the pools can't share this plan: over several sites pools share the batch only where data parallelism "
        "crosses them; over several sites pools share the layers only where the pipeline crosses them. Step, tokens "
        "and memory count every GPU as the first pool's, h100-sxm");
  const Report one_site = evaluate(mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 8, 512));
  const auto hint = std::find_if(one_site.problems.begin(), one_site.problems.end(),
                                 [](const Problem& problem) { return problem.rule == "pools-counted"; });
  REQUIRE(hint != one_site.problems.end());
  CHECK(hint->severity == Severity::hint);
}
