#include "core/diagnosis/signs.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/measured/compare.h"
#include "core/measured/measured_again.h"
#include "core/memory/memory_range.h"

namespace shardscope {

namespace {

double middle_of(const RankSpan& span) {
  return (span.least + span.most) / 2;
}

/// The timers of a step whose forward passes hold their waits for data (megatron/training/training.py).
void see_timers(SeenSigns& seen, const MeasuredLog& log, double step) {
  const auto timer = [&](const char* name) -> std::optional<RankSpan> {
    const auto found = log.timers.find(name);
    return found == log.timers.end() ? std::nullopt : std::optional(found->second);
  };
  const auto data = timer("batch-generator"), sync = timer("all-grads-sync"), gather = timer("params-all-gather");
  const auto forward = timer("forward-compute"), backward = timer("backward-compute");
  const auto set = [&](Sign sign, double value) {
    if (std::isfinite(value)) seen[index_of(sign)] = value;
  };
  if (data) set(Sign::data, logarithm(sign_scale::data_least + data->most / step));
  if (sync) set(Sign::gradient_sync, (sync->most + (gather ? gather->most : 0)) / step);
  if (!forward || !backward) return;
  const double waits = data ? middle_of(*data) : 0;
  set(Sign::rank_gap, logarithm(forward->most / forward->least));
  set(Sign::backward, logarithm(middle_of(*backward) / (middle_of(*forward) - waits)));
  set(Sign::passes, logarithm((middle_of(*forward) + middle_of(*backward)) / step));
}

/// Forward and backward seconds of a step on the pipeline ranks with least and most to do; the slow one's replicas are
/// as fast as the others.
struct PassSpans {
  RankSpan forward, backward;
};
PassSpans pass_spans(const Report& report) {
  const std::vector<StageTime>& stages = report.time->stages;
  const double micro_batches = report.timeline->micro_batches;
  PassSpans spans{{1e300, 0}, {1e300, 0}};
  for (std::size_t r = 0; r < stages.size(); ++r) {
    const double forward = stages[r].forward.value * micro_batches;
    const double backward =
        (stages[r].recompute + stages[r].backward_input + stages[r].backward_weight).value * micro_batches;
    const Run& run = report.scenario.run;
    const double slow = run.slow_rank == static_cast<std::int64_t>(r) ? run.slow_factor : 1;
    spans.forward = {std::min(spans.forward.least, forward), std::max(spans.forward.most, forward * slow)};
    spans.backward = {std::min(spans.backward.least, backward), std::max(spans.backward.most, backward * slow)};
  }
  return spans;
}

/// Ranks of one stage differ by a few percent. Which layers a pipeline's ends hold beside the embedding and the loss
/// isn't always known, so that more of a difference is nothing rare there. ZeRO-3 makes ranks wait within passes.
void expect_timers(ExpectedSigns& expected, const Report& report) {
  const auto set = [&](Sign sign, double value, double below, double above) {
    if (std::isfinite(value)) expected[index_of(sign)] = ExpectedSign{value, below, above};
  };
  const double step = report.time->step.value;
  const double sync = report.time->breakdown.dp_comm.value / step;
  set(Sign::data, logarithm(sign_scale::quiet_data), 0.9, 0.9);
  set(Sign::gradient_sync, sync, 0.02 + 0.4 * sync, 0.02 + 0.4 * sync);
  if (!report.timeline || report.time->stages.empty()) return;
  const PassSpans spans = pass_spans(report);
  const double forward = middle_of(spans.forward), backward = middle_of(spans.backward);
  const bool one_stage = report.time->stages.size() == 1;
  if (!shards_weights(report.scenario.plan))
    set(Sign::rank_gap, logarithm(spans.forward.most / spans.forward.least) + 0.02, one_stage ? 0.02 : 0.06,
        one_stage ? 0.03 : 0.06);
  set(Sign::backward, logarithm(backward / forward), 0.08, 0.08);
  set(Sign::passes, logarithm((forward + backward) / step), 0.05, 0.05);
}

}  // namespace

SeenSigns seen_signs(const MeasuredLog& log) {
  SeenSigns seen;
  const auto set = [&](Sign sign, double value) {
    if (std::isfinite(value)) seen[index_of(sign)] = value;
  };
  if (log.allocated_bytes) set(Sign::allocated, logarithm(*log.allocated_bytes));
  if (log.allocated_bytes && log.reserved_bytes)
    set(Sign::slack, logarithm(*log.reserved_bytes / *log.allocated_bytes));
  if (!log.step_seconds) return seen;
  const TypicalFigure& step = *log.step_seconds;
  set(Sign::step, logarithm(step.median));
  constexpr std::uint64_t enough = 10;  // for a 10th and a 90th percentile
  if (log.skipped[index_of(Skipped::counted)] >= enough) {
    const double jitter = logarithm(step.p90 / step.p10) / (2 * deviations_to_tenth);
    set(Sign::jitter, logarithm(std::max(jitter, sign_scale::jitter_least)));
    if (log.stalled_share) set(Sign::stalls, logarithm(sign_scale::stalls_least + *log.stalled_share));
  }
  if (log.step_growth) set(Sign::growth, *log.step_growth);
  see_timers(seen, log, step.median);
  return seen;
}

ExpectedSigns expected_signs(const Report& report) {
  ExpectedSigns expected;
  const auto set = [&](Sign sign, double value, double below, double above) {
    if (std::isfinite(value)) expected[index_of(sign)] = ExpectedSign{value, below, above};
  };
  // A second measurement strays by 4% itself, and the ranges of memory are those of plans that are wholly known.
  constexpr double memory_least = 0.04;
  const auto bytes = figures_of(report, MemoryKind::allocated)[index_of(MeasuredField::peak_memory_bytes)];
  const auto reserved = figures_of(report, MemoryKind::reserved)[index_of(MeasuredField::peak_memory_bytes)];
  if (bytes && *bytes > 0) {
    const BytesRange range = memory_range(Bytes{*bytes}, MemorySeen::allocated);
    const auto side = [&](Bytes end) {
      return std::max(memory_least, std::abs(logarithm(end.value / *bytes)) / deviations_to_tenth);
    };
    set(Sign::allocated, logarithm(*bytes), side(range.low), side(range.high));
    if (reserved) set(Sign::slack, logarithm(*reserved / *bytes), 0.05, 0.08);
  }
  if (!report.time || !(report.time->step.value > 0)) return expected;
  const SecondsRange& range = report.time->range;
  const auto side = [&](double ratio) {
    return std::max(measured_again_deviation, std::abs(logarithm(ratio)) / deviations_to_tenth);
  };
  const double step = report.time->step.value;
  set(Sign::step, logarithm(step), side(range.low.value / step), side(range.high.value / step));
  set(Sign::jitter, logarithm(sign_scale::quiet_jitter), 0.9, 0.9);
  set(Sign::growth, 0, 0.015, 0.015);
  set(Sign::stalls, logarithm(sign_scale::quiet_stalls), 0.8, 1.0);
  expect_timers(expected, report);
  return expected;
}

}  // namespace shardscope
