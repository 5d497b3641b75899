#include "render/explain/explain_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/derivation/time_figures.h"
#include "core/inspect/bubble.h"
#include "core/inspect/operation_table.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Lines = std::vector<std::string>;

double batches_of_step(const Plan& plan) {
  return static_cast<double>(plan.global_batch) / static_cast<double>(sequences_of_round(plan));
}

void explain_ideal(Explanation& words, const Report& report, Seconds ideal) {
  const Gpu& gpu = report.scenario.cluster.gpu;
  const std::optional<Roofline> roofline = roofline_of(report.scenario);
  if (roofline && std::abs(roofline->peak.value / roofline->peak_16bit.value - 1) > 0.01)
    words.lines.push_back("products in " + std::string(label_of(report.scenario.plan.precision)) + " over " +
                          format_flops_rate(roofline->peak).text() + "; attention, logits and router in 16 bits over " +
                          format_flops_rate(roofline->peak_16bit).text());
  else if (report.throughput)
    words.lines.push_back(format_flops(report.throughput->peak_flops * ideal).text() + " / " +
                          format_flops_rate(report.throughput->peak_flops).text() +
                          (gpu.title.empty() ? "" : " of " + gpu.title));
}

/// The kernels' rows: what this GPU reaches.
void explain_kernels(Explanation& words, const Report& report, const LostSeconds& lost, TimeLost row) {
  const Efficiency& reached = report.scenario.cluster.gpu.efficiency;
  if (row == TimeLost::below_peak) {
    words.lines.push_back("16 bits reach " + format_percent(reached.matrix_16bit).text() + ", 8 bits " +
                          format_percent(reached.matrix_8bit).text() + " on this GPU, before its power limit");
    if (!reached.source.empty()) words.source = reached.source;
  } else if (row == TimeLost::shapes) {
    words.lines.emplace_back("sort the operations by \"of roof\": the lowest products lose most");
  } else if (row == TimeLost::memory_bound) {
    words.lines.push_back("they reach " + format_percent(reached.memory).text() + " of the bandwidth on this GPU");
  } else if (row == TimeLost::launches) {
    words.lines.push_back("a launch takes " + format_seconds(Seconds{reached.launch_seconds}).text() + " on this GPU");
    if (shards_weights(report.scenario.plan))
      words.lines.emplace_back("with the copies between sharded parameters and the buffers that travel");
  }
  const Seconds ideal = seconds_of(lost, TimeLost::at_peak);
  Seconds compute;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(TimeLost::launches); ++i) compute += lost[i];
  words.lines.push_back(format_seconds(compute).text() + " of kernels, of which " + format_seconds(ideal).text() +
                        " at peak: " + format_percent(ideal / compute).text() + " of peak while computing");
}

void explain_imbalance(Explanation& words, const Report& report) {
  words.lines.push_back("expert imbalance " + fixed(report.scenario.plan.expert_imbalance, 2) +
                        ": the busiest rank's rows over the mean");
}

void explain_stragglers(Explanation& words, const Report& report) {
  const Run& run = report.scenario.run;
  if (run.slow_rank)
    words.lines.push_back("rank " + std::to_string(*run.slow_rank) + " takes " + fixed(run.slow_factor, 2) +
                          " times as long");
  if (run.jitter > 0)
    words.lines.push_back("each pass jitters by " + format_percent(run.jitter).text() + ", seed " +
                          std::to_string(run.jitter_seed));
}

/// What is too small for a row of its own where there is little room.
void explain_other(Explanation& words, const LostSeconds& lost, Seconds drawn) {
  if (drawn > seconds_of(lost, TimeLost::other) * 1.0001)
    words.lines.emplace_back("and what is lost that is too small for a row here; a higher view has more of them");
}

void explain_recomputation(Explanation& words, const Report& report, Seconds time) {
  const double batches = batches_of_step(report.scenario.plan);
  if (batches > 0)
    words.lines.push_back(format_count(batches).text() + (batches == 1 ? " micro-batch × " : " micro-batches × ") +
                          format_seconds(time / batches).text());
}

/// A line for each collective of that kind; traffic that is hidden is said too.
void explain_traffic(Explanation& words, const Report& report, GroupKind kind) {
  for (const Communication& traffic : report.communication) {
    if (traffic.kind != kind) continue;
    words.lines.push_back(std::string(entry_of(traffic.collective).name) + " over " +
                          format_count(static_cast<double>(traffic.group_size)).text() + " GPUs " +
                          std::string(place_of(traffic.crosses)));
    words.lines.push_back(format_bytes(traffic.bytes_per_gpu_per_step).text() +
                          " per GPU and step: " + format_seconds(traffic.time).text() + ", of which " +
                          format_seconds(traffic.exposed).text() + " exposed");
  }
}

void explain_idle(Explanation& words, const Report& report) {
  if (const std::optional<double> bubble = bubble_share_of(report))
    words.lines.push_back("the bubble, " + std::string(bubble_origin.formula) + ", is " +
                          format_percent(*bubble).text());
  const std::string equal_stages = equal_stages_equation(report.scenario.plan);
  if (equal_stages.empty()) return;
  words.lines.push_back(equal_stages);
  words.source = "Narayanan et al. 2021, section 2.2.1";
}

void explain_slowest(Explanation& words, const Report& report) {
  words.lines.push_back(grouped(replicas_of(report.scenario.plan), "replica", "replicas"));
}

void explain_row(Explanation& words, const Report& report, const LostSeconds& lost, TimeLost row, Seconds drawn) {
  switch (row) {
    case TimeLost::at_peak:
      return explain_ideal(words, report, drawn);
    case TimeLost::below_peak:
    case TimeLost::shapes:
    case TimeLost::attention:
    case TimeLost::memory_bound:
    case TimeLost::casts:
    case TimeLost::launches:
      return explain_kernels(words, report, lost, row);
    case TimeLost::recompute:
      return explain_recomputation(words, report, drawn);
    case TimeLost::tensor:
      return explain_traffic(words, report, GroupKind::tp);
    case TimeLost::context:
      return explain_traffic(words, report, GroupKind::cp);
    case TimeLost::expert:
      return explain_traffic(words, report, GroupKind::ep);
    case TimeLost::pipeline:
      return explain_traffic(words, report, GroupKind::pp);
    case TimeLost::gradients:
      return explain_traffic(words, report, GroupKind::dp);
    case TimeLost::imbalance:
      return explain_imbalance(words, report);
    case TimeLost::bubble:
      return explain_idle(words, report);
    case TimeLost::optimizer:
      return;
    case TimeLost::stragglers:
      return explain_stragglers(words, report);
    case TimeLost::slowest:
      return explain_slowest(words, report);
    case TimeLost::other:
      return explain_other(words, lost, drawn);
  }
}

}  // namespace

std::string_view place_of(Reach reach) {
  constexpr std::array<std::string_view, count_of<Reach>> places =
      std::to_array<std::string_view>({"in one GPU", "in one node", "across nodes", "across racks"});
  return places[index_of(reach)];
}

Explanation explain_step_row(const Report& report, const LostSeconds& lost, TimeLost row, Seconds drawn) {
  Explanation words;
  if (!report.time) return words;
  words.title = label_of(row);
  words.value = format_seconds(drawn).text();
  const FigureOrigin origin = origin_of(row);
  words.lines.emplace_back(origin.formula);
  words.source = origin.source;
  explain_row(words, report, lost, row, drawn);
  const Seconds step = report.time->breakdown.total();
  if (step.value > 0)
    words.lines.push_back(format_percent(drawn / step).text() + " of the step's " + format_seconds(step).text());
  return words;
}

std::string equal_stages_equation(const Plan& plan) {
  if (!ways_of(plan).fills_once() || !runs_backward(plan) || plan.pp <= 1) return {};
  const ScheduleSize of{static_cast<double>(plan.pp), batches_of_step(plan),
                        static_cast<double>(std::max<std::int64_t>(plan.virtual_stages, 1))};
  return "equal stages alone would idle (p−1) / (v·m + p−1) = " + fixed(of.p - 1, 0) + " / (" + fixed(of.v, 0) + " × " +
         fixed(of.m, 0) + " + " + fixed(of.p - 1, 0) + ") = " + format_percent(fill_and_drain(of)).text();
}

std::string mfu_equation(const Report& report) {
  if (!report.time || !report.throughput) return {};
  const Plan& plan = report.scenario.plan;
  const auto gpus = static_cast<double>(gpus_at_work(plan));
  const double tokens = tokens_of_step(plan);
  const Flops a_token{report.throughput->model_flops_per_gpu.value * gpus * report.time->step.value / tokens};
  return "FLOP per token × tokens per step / step / GPUs at work / peak = " + format_flops(a_token).text() + " × " +
         format_count(tokens).text() + " / " + format_seconds(report.time->step).text() + " / " +
         grouped(static_cast<std::int64_t>(gpus)) + " / " + format_flops_rate(report.throughput->peak_flops).text();
}

}  // namespace shardscope
