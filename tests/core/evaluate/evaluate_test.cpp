#include "core/evaluate/evaluate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

#include "core/evaluate/finite.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

bool has_problem(const Report& report, Severity severity, std::string_view path) {
  return std::any_of(report.problems.begin(), report.problems.end(),
                     [&](const Problem& p) { return p.severity == severity && p.path == path; });
}

void check_finite(const Report& report) {
  CHECK(std::isfinite(report.memory.peak.value));
  for (const StageMemory& stage : report.memory.stages) CHECK(std::isfinite(stage.total.value));
  if (report.time) CHECK(is_finite(*report.time));
  if (report.throughput) {
    CHECK(std::isfinite(report.throughput->tokens_per_second));
    CHECK(std::isfinite(report.throughput->hfu));
    for (const Throughput::ByConvention& entry : report.throughput->by_convention) CHECK(std::isfinite(entry.mfu));
  }
  for (const Communication& line : report.communication)
    CHECK(std::isfinite((line.time + line.exposed).value + line.bytes_per_gpu_per_step.value));
  for (const std::optional<double>& figure :
       {report.run.days, report.run.goodput, report.run.failures, report.run.energy_joules, report.run.rental_usd})
    if (figure) CHECK(std::isfinite(*figure));
}

Report evaluated(std::string_view preset) {
  return evaluate(*all_presets().scenario(preset));
}

}  // namespace

TEST_CASE("every published scenario is valid, finite, and its HFU at least its MFU") {
  for (const Scenario& scenario : all_presets().scenarios) {
    CAPTURE(scenario.preset);
    const Report report = evaluate(scenario);
    CHECK(report.valid);
    check_finite(report);
    if (!report.throughput) continue;
    CHECK(report.throughput->mfu > 0.05);
    CHECK(report.throughput->mfu <= report.throughput->hfu);
    CHECK(report.throughput->hfu < 1);
  }
}

TEST_CASE("steps of published runs are met within 15%") {
  // Narayanan et al. 2021, table 1 (TFLOP/s a GPU): 1T on 3072 A100s 163, 530B on 2520 163 (280 GPUs: 171);
  // Grattafiori et al. 2024, table 4: Llama 3 405B on 16,384 H100s 400 at 41% MFU.
  const auto hardware = [](const Report& report) { return report.throughput->hardware_flops_per_gpu.value / 1e12; };
  CHECK(hardware(evaluated("megatron-1t-3072-a100")) == doctest::Approx(163).epsilon(0.15));
  CHECK(hardware(evaluated("megatron-530b-280-a100")) == doctest::Approx(171).epsilon(0.15));
  CHECK(evaluated("llama3-405b-16k-h100").throughput->mfu == doctest::Approx(0.41).epsilon(0.15));
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

TEST_CASE("a precision that the GPU lacks has no time and says why") {
  Scenario scenario = gpt3_on(8, 8, 1);
  scenario.cluster.gpu = *all_presets().gpu("a100-80");
  scenario.plan.precision = Precision::fp8;
  const Report report = evaluate(scenario);
  CHECK_FALSE(report.time.has_value());
  CHECK_FALSE(report.throughput.has_value());
  CHECK((has_problem(report, Severity::error, "plan.precision") ||
         has_problem(report, Severity::warning, "plan.precision")));
  CHECK(report.memory.peak.value > 0);
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

TEST_CASE("a schedule beyond the limit of passes leaves time absent with a warning") {
  Scenario scenario = gpt3_on(1, 96, 1);
  scenario.plan.global_batch = 1 << 20;
  const Report report = evaluate(scenario);
  CHECK(report.valid);
  CHECK_FALSE(report.time.has_value());
  CHECK(has_problem(report, Severity::warning, "plan.schedule"));
}

TEST_CASE("an invalid scenario still has parameters and memory, and no time") {
  Scenario scenario = gpt3_on(5, 1, 1);  // 96 heads over 5
  const Report report = evaluate(scenario);
  CHECK_FALSE(report.valid);
  CHECK(has_problem(report, Severity::error, "plan.tp"));
  CHECK(report.parameters.total > 174'000'000'000);
  CHECK(report.memory.peak.value > 0);
  CHECK_FALSE(report.time.has_value());
}

TEST_CASE("an empty scenario is reported, not fatal") {
  const Report report = evaluate(Scenario{});
  CHECK_FALSE(report.valid);
  check_finite(report);
}

TEST_CASE("evaluating twice gives the same, and a faster part never a slower step") {
  const Scenario scenario = gpt3_on(8, 4, 4);
  CHECK(evaluate(scenario).time->step == evaluate(scenario).time->step);
  Scenario better = scenario;
  better.cluster.gpu.memory_bandwidth *= 2;
  CHECK(evaluate(better).time->step < evaluate(scenario).time->step);
  better = scenario;
  better.cluster.gpu.scale_up_bandwidth *= 2;
  CHECK(evaluate(better).time->step < evaluate(scenario).time->step);
}

TEST_CASE("wild scenarios give finite reports") {
  std::mt19937 random(20261121);
  const auto pick = [&](std::initializer_list<std::int64_t> values) {
    return values.begin()[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)];
  };
  const std::vector<Scenario>& presets = all_presets().scenarios;
  for (int i = 0; i < 300; ++i) {
    Scenario s = presets[static_cast<std::size_t>(i) % presets.size()];
    s.plan.tp = pick({1, 2, 8, 7, 0, -3, 1 << 20});
    s.plan.pp = pick({1, 2, 8, 0, -1, 10'000, 1 << 30});
    s.plan.cp = pick({1, 2, 0});
    s.plan.ep = pick({1, 8, 0, 65'536});
    s.plan.dp = pick({1, 8, 0, 1 << 20});
    s.plan.virtual_stages = pick({1, 2, 0, 1 << 16});
    s.plan.micro_batch = pick({1, 4, 0, std::int64_t{1} << 40});
    s.plan.global_batch = pick({1, 64, 0, 4096});
    s.plan.sequence_length = pick({1, 4096, 0, std::int64_t{1} << 30, std::int64_t{1} << 62});
    s.plan.zero = pick({0, 1, 2, 3, 9});
    s.model.hidden_size = pick({4096, 1, 0, 1 << 24});
    s.cluster.gpus = pick({1, 64, 0, 1 << 20});
    s.cluster.gpus_per_node = pick({8, 1, 0});
    CAPTURE(i);
    check_finite(evaluate(s));
  }
}

TEST_CASE("an MFU above 1 says that its convention counts what no kernel runs") {
  const auto said = [](const Scenario& scenario) {
    const Report report = evaluate(scenario);
    return has_problem(report, Severity::hint, "flops_convention");
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
