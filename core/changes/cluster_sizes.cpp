#include "core/changes/cluster_sizes.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/run_of_report.h"
#include "core/inspect/bubble.h"
#include "core/run/curves.h"
#include "core/run/scaling_law.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedule_rules.h"

namespace shardscope {

namespace {

constexpr double passes_max = 60'000;         // of one size: above it a curve would take too long while dragging
constexpr double passes_per_micro_batch = 3;  // forward, input gradient, weight gradient
constexpr double least_goodput = 0.01, least_of_plan = 0.1;  // below it a size isn't on the curve
constexpr double half_lost = 0.5;
constexpr double same_batch = 0.08;  // as near as a size must keep the batch, so that sizes compare

/// Sequences of all replicas' first so many micro-batches.
std::int64_t sequences_of(const Plan& plan, std::int64_t micro_batches) {
  return saturating_product({*plan.dp, plan.micro_batch, micro_batches});
}

BatchCounts counts_of(const Plan& plan) {
  return batch_counts(ways_of(plan), plan.pp);
}

std::int64_t rounded_to(double value, std::int64_t multiple) {
  const double steps = std::max(1.0, std::round(value / static_cast<double>(multiple)));
  return static_cast<std::int64_t>(steps) * multiple;
}

bool affordable(const Plan& plan) {
  return static_cast<double>(micro_batches_of(plan)) * static_cast<double>(stages_of(plan)) * passes_per_micro_batch <=
         passes_max;
}

void mark_limits(SizeCurve& curve, double own_batch, double critical) {
  for (const SizePoint& point : curve.points) {
    const bool grows = point.batch_tokens > own_batch * (1 + same_batch);
    if (grows && !curve.batch_grows_from) curve.batch_grows_from = point.gpus;
    if (critical > 0 && point.batch_tokens >= critical && !curve.critical_from) curve.critical_from = point.gpus;
    if (point.bubble.value_or(0) >= half_lost && !curve.bubble_half_from) curve.bubble_half_from = point.gpus;
  }
}

void mark_best(SizeCurve& curve) {
  const auto& points = curve.points;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!curve.fastest || points[i].calendar_days < points[*curve.fastest].calendar_days) curve.fastest = i;
  // Of perfect scaling days fall as fast as GPUs grow; a kink of a single rounding isn't the end of it.
  for (std::size_t i = 0; i + 2 < points.size() && !curve.half_lost_above; ++i) {
    const double gain = logarithm(points[i].calendar_days / points[i + 2].calendar_days);
    if (gain < half_lost * logarithm(points[i + 2].gpus / points[i].gpus)) curve.half_lost_above = points[i].gpus;
  }
}

/// The sizes at which the batch can stay what it is or must grow, as far as they can be.
std::vector<SizedStep> sized_steps(const Scenario& scenario, int count) {
  std::vector<SizedStep> steps;
  const auto present = static_cast<double>(scenario.cluster.gpus);
  for (const double gpus : geometric_steps(present / cluster_sizes_span, present * cluster_sizes_span, count)) {
    std::optional<Scenario> sized = on_cluster_of(scenario, gpus);
    if (!sized) continue;
    const double batch = tokens_of_step(sized->plan);
    const bool near = std::abs(batch / tokens_of_step(scenario.plan) - 1) <= same_batch;
    if (!near && sized->plan.global_batch != sequences_of(sized->plan, counts_of(sized->plan).least)) continue;
    if (!steps.empty() && steps.back().report.scenario.cluster.gpus >= sized->cluster.gpus) continue;
    SizedStep step{evaluate(*sized), batch, {}};
    if (!step.report.valid) continue;
    step.bubble = bubble_share_of(step.report);
    if (step.report.timeline) step.report.timeline->records = {};
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace

std::optional<Scenario> on_cluster_of(const Scenario& filled, double gpus) {
  Scenario scenario = filled;
  Plan& plan = scenario.plan;
  const std::int64_t replica = gpus_of_replica(plan);
  const std::int64_t dp_multiple = replicas_for_experts(plan.tp, plan.cp, plan.ep, expert_tensor_of(plan));
  const std::int64_t replicas = rounded_to(gpus / static_cast<double>(replica), dp_multiple);
  plan.shard_group = shard_group_over(plan, replicas);
  plan.dp = replicas;
  const BatchCounts counts = counts_of(plan);
  plan.global_batch =
      std::max(sequences_of(plan, counts.least),
               rounded_to(static_cast<double>(filled.plan.global_batch), sequences_of(plan, counts.round)));
  scenario.cluster.gpus = replica * *plan.dp;
  const bool in_limits =
      scenario.cluster.gpus <= limits::gpus_max && plan.global_batch <= limits::global_batch_max && affordable(plan);
  return in_limits ? std::optional(std::move(scenario)) : std::nullopt;
}

SizeCurve over_cluster_sizes(const Report& report, int count, SizedSteps& kept) {
  SizeCurve curve;
  const Scenario& scenario = report.scenario;
  if (!report.valid || !report.run.calendar_days || !scenario.run.tokens) return curve;
  Scenario without_tokens = scenario;
  without_tokens.run.tokens.reset();
  if (kept.count != count || kept.of != without_tokens) {
    kept.steps = sized_steps(scenario, count);
    kept.of = std::move(without_tokens);
    kept.count = count;
  }
  const double critical = report.run.critical_batch_tokens.value_or(0);
  const double own = critical > 0 ? tokens_for_batch(tokens_of_step(scenario.plan), critical) : 1;
  const double least = std::min(least_goodput, least_of_plan * report.run.goodput.value_or(1));
  for (SizedStep& step : kept.steps) {
    SizePoint point;
    point.gpus = static_cast<double>(step.report.scenario.cluster.gpus);
    point.batch_tokens = step.batch_tokens;
    if (critical > 0) point.more_tokens = tokens_for_batch(point.batch_tokens, critical) / own;
    step.report.scenario.run.tokens = *scenario.run.tokens * point.more_tokens;
    const RunReport run = run_of_report(step.report);
    if (!run.calendar_days || run.goodput.value_or(0) < least) continue;
    point.calendar_days = *run.calendar_days;
    point.goodput = run.goodput;
    for (std::size_t way = 0; way < cost_way_count; ++way)
      if (run.costs[way]) point.cost_usd[way] = run.costs[way]->total();
    point.bubble = step.bubble;
    curve.points.push_back(point);
  }
  mark_best(curve);
  mark_limits(curve, tokens_of_step(scenario.plan), critical);
  return curve;
}

}  // namespace shardscope
