#include "core/evaluate/evaluate.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <stop_token>

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
  for (const auto& [scenario, launch] : all_presets().scenarios) {
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
  // Narayanan et al. 2021, table 1 (TFLOP/s per GPU): 1T on 3072 A100s 163, 530B on 2520 163 (280 GPUs: 171);
  // Grattafiori et al. 2024, table 4: Llama 3 405B on 16,384 H100s 400 at 41% MFU.
  const auto hardware = [](const Report& report) { return report.throughput->hardware_flops_per_gpu.value / 1e12; };
  CHECK(hardware(evaluated("megatron-1t-3072-a100")) == doctest::Approx(163).epsilon(0.15));
  CHECK(hardware(evaluated("megatron-530b-280-a100")) == doctest::Approx(171).epsilon(0.15));
  CHECK(evaluated("llama3-405b-16k-h100").throughput->mfu == doctest::Approx(0.41).epsilon(0.15));
}

TEST_CASE("a preset that misses a figure of its own source by a quarter or more says so in its note") {
  struct Published {
    const char* preset;
    double gpu_hours;
  };
  for (const Published& known : {Published{"llama2-7b-256-a100", 184'320},
                                 {"llama2-70b-2000-a100", 1'720'320},
                                 {"llama3-8b-1024-h100", 1.46e6},
                                 {"llama3-70b-4096-h100", 7.0e6},
                                 {"deepseek-v3-2048-h800", 2.664e6}}) {
    CAPTURE(known.preset);
    const double ratio = *evaluated(known.preset).run.gpu_hours / known.gpu_hours;
    const bool said = all_presets().scenario(known.preset)->note.find("The plan takes") != std::string::npos;
    const bool off = std::abs(ratio - 1) >= 0.25;
    if (std::abs(std::abs(ratio - 1) - 0.25) > 0.02) CHECK(said == off);
  }
  // Chowdhery et al. 2022, table 3.
  const Report gpt3 = evaluated("gpt3-175b-v100");
  CHECK(gpt3.throughput->mfu > 1.25 * 0.213);
  CHECK(gpt3.scenario.note.find("a quarter above the 21.3 %") != std::string::npos);
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

TEST_CASE("an evaluation that is stopped says nothing, one that could be but isn't says all") {
  const Scenario scenario = *all_presets().scenario("llama3-70b-4096-h100");
  std::stop_source stop;
  const Report whole = evaluate(scenario, stop.get_token());
  REQUIRE(whole.time);
  CHECK(whole.time->step == evaluate(scenario).time->step);
  stop.request_stop();
  const Report stopped = evaluate(scenario, stop.get_token());
  CHECK_FALSE(stopped.valid);
  CHECK_FALSE(stopped.time);
  CHECK(stopped.problems.empty());
}

TEST_CASE("wild scenarios give finite reports") {
  std::mt19937 random(20261121);
  const auto pick = [&](std::initializer_list<std::int64_t> values) {
    return values.begin()[std::uniform_int_distribution<std::size_t>(0, values.size() - 1)(random)];
  };
  const std::vector<LaunchedScenario>& presets = all_presets().scenarios;
  for (int i = 0; i < 300; ++i) {
    Scenario s = presets[static_cast<std::size_t>(i) % presets.size()].scenario;
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
