#include "core/measured/compare.h"

#include "core/evaluate/evaluate.h"
#include "tests/core/measured/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr auto step = static_cast<std::size_t>(MeasuredField::step_seconds);
constexpr auto mfu = static_cast<std::size_t>(MeasuredField::mfu);
constexpr auto memory = static_cast<std::size_t>(MeasuredField::peak_memory_bytes);

}  // namespace

TEST_CASE("what is predicted is what the report says, and the error is predicted / measured - 1") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  const Report report = evaluate(*runs[0].scenario);
  const RunComparison compared = compare_run(runs[0]);
  CHECK(compared.valid);
  CHECK(compared.predicted[step] == report.time->step.value);
  CHECK(compared.predicted[mfu] == report.throughput->mfu);
  CHECK(compared.error[step] == doctest::Approx(report.time->step.value / 3 - 1));
  CHECK(compared.predicted[index_of(MeasuredField::hfu)].has_value());
  CHECK_FALSE(compared.error[index_of(MeasuredField::hfu)]);
  REQUIRE(compared.range[step].has_value());
  CHECK(compared.range[step]->low == report.time->range.low.value);
  CHECK(compared.range[step]->high == report.time->range.high.value);
  REQUIRE(compared.range[mfu].has_value());  // a rate is highest where the step is shortest
  CHECK(compared.range[mfu]->high ==
        doctest::Approx(report.throughput->mfu * report.time->step.value / report.time->range.low.value));
  const std::size_t memory = index_of(MeasuredField::peak_memory_bytes);
  REQUIRE(compared.range[memory].has_value());  // as PyTorch reserves it
  CHECK(compared.range[memory]->low ==
        memory_range(Bytes{*compared.predicted[memory]}, MemorySeen::reserved).low.value);
}

TEST_CASE("memory compares with the books that the source read") {
  MeasuredRun run = runs_of(few_runs)[0];
  const StageMemory stage = evaluate(*run.scenario).memory.stages[0];
  const auto predicted = [&](MemoryKind kind) {
    run.memory_kind = kind;
    return compare_run(run).predicted[memory];
  };
  CHECK(predicted(MemoryKind::allocated) == stage.allocated.value);
  CHECK(predicted(MemoryKind::unstated) == stage.allocated.value);
  CHECK(predicted(MemoryKind::reserved) == stage.reserved.value);
  CHECK(predicted(MemoryKind::device) == stage.total.value);
  CHECK(stage.allocated < stage.reserved);
  CHECK(stage.reserved < stage.total);
}

TEST_CASE("the peak is the fullest stage's") {
  const std::string deeper = edited("\"tp\": 8", "\"pp\": 8", few_runs);
  const MeasuredRun run = runs_of(deeper)[0];
  const Report report = evaluate(*run.scenario);
  REQUIRE(report.memory.stages.size() == 8);
  Bytes fullest;
  for (const StageMemory& stage : report.memory.stages) fullest = max(fullest, stage.reserved);
  CHECK(compare_run(run).predicted[memory] == fullest.value);
}

TEST_CASE("FLOPs that the source counts in a way of its own are not compared, time is") {
  const RunComparison compared = compare_run(runs_of(few_runs)[2]);
  CHECK(compared.valid);
  CHECK(compared.error[step].has_value());
  CHECK_FALSE(compared.predicted[mfu]);
  CHECK_FALSE(compared.predicted[index_of(MeasuredField::model_flops_per_gpu_per_second)]);
  CHECK_FALSE(compared.predicted[index_of(MeasuredField::hardware_flops_per_gpu_per_second)]);
  CHECK_FALSE(compared.predicted[index_of(MeasuredField::hfu)]);
}

TEST_CASE("an impossible plan has its reasons and no figures") {
  const RunComparison compared = compare_run(runs_of(few_runs)[3]);
  CHECK_FALSE(compared.valid);
  CHECK_FALSE(compared.problems.empty());
  for (const auto& figure : compared.predicted) CHECK_FALSE(figure);
}

TEST_CASE("a summary's median, 90th percentile, maximum and mean are numpy's") {
  const std::optional<ErrorSummary> summary = summary_of({0.1, -0.2, 0.3, -0.4});
  REQUIRE(summary);
  CHECK(summary->count == 4);
  CHECK(summary->median_absolute_error == doctest::Approx(0.25));
  CHECK(summary->p90_absolute_error == doctest::Approx(0.37));
  CHECK(summary->max_absolute_error == doctest::Approx(0.4));
  CHECK(summary->mean_error == doctest::Approx(-0.05));
  CHECK_FALSE(summary->in_range);
  CHECK(summary_of({-0.3})->p90_absolute_error == doctest::Approx(0.3));
  CHECK_FALSE(summary_of({}));
}

TEST_CASE("groups are by kind, GPU, quality, framework, origin and source, and count every run") {
  const std::vector<MeasuredRun> runs = runs_of(few_runs);
  const Comparison comparison = compare_runs(runs);
  REQUIRE(comparison.runs.size() == 4);
  const auto counted = [&](const char* name) {
    const GroupSummary* group = summary_of(comparison, run_group(name));
    REQUIRE_MESSAGE(group != nullptr, name);
    return group->runs;
  };
  CHECK(comparison.groups.front().group == run_group("all but low"));
  CHECK(group_name(headline(comparison).group) == "all but low");
  CHECK(counted("all but low") == 3);
  CHECK(counted("kind:dense but low") == 2);
  CHECK(counted("gpu:a100-80 but low") == 2);
  CHECK(summary_of(comparison, run_group("kind:moe but low")) == nullptr);  // none of its runs is of low quality
  CHECK(summary_of(comparison, run_group("quality:low but low")) == nullptr);
  CHECK(counted("all") == 4);
  CHECK(summary_of(comparison, run_group("all"))->invalid == 1);
  CHECK(counted("kind:dense") == 3);
  CHECK(counted("kind:moe") == 1);
  CHECK(counted("gpu:a100-80") == 3);
  CHECK(counted("quality:high") == 2);
  CHECK(counted("quality:low") == 1);
  CHECK(counted("framework:lab") == 4);
  CHECK(counted("origin:Lab/repo") == 2);
  CHECK(counted("origin:Else") == 2);
  CHECK(counted("source:Else 2023, table 3") == 2);
  CHECK(summary_of(comparison, run_group("all"))->fields[step]->count == 3);
  CHECK(summary_of(comparison, run_group("all"))->fields[mfu]->count == 1);
  CHECK_FALSE(summary_of(comparison, run_group("kind:moe"))->fields[memory]);
  CHECK(summary_of(comparison, run_group("kind:none")) == nullptr);
}

TEST_CASE("no runs make one group without errors") {
  const Comparison comparison = compare_runs({});
  REQUIRE(comparison.groups.size() == 1);
  CHECK(comparison.groups[0].runs == 0);
  CHECK(group_name(headline(comparison).group) == "all");
  CHECK_FALSE(comparison.groups[0].fields[step]);
}
