#include "render/explain_step.h"

#include <algorithm>
#include <string>

#include "core/scenario/stage_placement.h"
#include "render/format.h"

namespace shardscope {

namespace {

using Lines = std::vector<std::string>;

double micro_batches_of(const Plan& plan) {
  const double per_step = static_cast<double>(std::max<std::int64_t>(plan.dp.value_or(1), 1)) *
                          static_cast<double>(std::max<std::int64_t>(plan.micro_batch, 1));
  return static_cast<double>(plan.global_batch) / per_step;
}

void explain_ideal(Explanation& words, const Report& report, Seconds ideal) {
  words.lines.emplace_back("the model's FLOPs on this GPU / dense peak of " +
                           std::string(label_of(report.scenario.plan.precision)));
  if (report.throughput) {
    const FlopsPerSecond peak = report.throughput->peak_flops;
    words.lines.push_back(format_flops(peak * ideal).text() + " / " + format_flops_rate(peak).text());
  }
  words.source = "Narayanan et al. 2021, section 5.1: products of forward and backward, logits included";
}

void explain_kernels(Explanation& words, const Report& report, const StepBreakdown& breakdown) {
  words.lines.emplace_back("each product by its shape, memory-bound operations by bandwidth, and launches");
  const Seconds compute = breakdown.compute();
  words.lines.push_back(
      format_seconds(compute).text() + " of kernels − " + format_seconds(breakdown.compute_at_peak).text() +
      " at peak: " + format_percent(breakdown.compute_at_peak / compute).text() + " of peak while computing");
  words.source = "Williams et al. 2009, Roofline";
  if (!report.scenario.cluster.gpu.efficiency.source.empty())
    words.source += "; efficiencies: " + report.scenario.cluster.gpu.efficiency.source;
}

void explain_recomputation(Explanation& words, const Report& report, Seconds time) {
  const double batches = micro_batches_of(report.scenario.plan);
  words.lines.emplace_back("forward kernels run again in backward; their communication is in its own row");
  if (batches > 0)
    words.lines.push_back(format_count(batches).text() + (batches == 1 ? " micro-batch × " : " micro-batches × ") +
                          format_seconds(time / batches).text());
  words.source = "Korthikanti et al. 2022, section 5";
}

/// A line for each collective of that kind; traffic that is hidden is said too.
void explain_traffic(Explanation& words, const Report& report, GroupKind kind, std::string_view source) {
  words.lines.emplace_back("steps · latency + bytes / bandwidth, less what computing hides");
  for (const Communication& traffic : report.communication) {
    if (traffic.kind != kind) continue;
    words.lines.push_back(std::string(traffic.collective) + " over " +
                          format_count(static_cast<double>(traffic.group_size)).text() + " GPUs " +
                          std::string(place_of(traffic.crosses)));
    words.lines.push_back(format_bytes(traffic.bytes_per_gpu_per_step).text() +
                          " a GPU and step: " + format_seconds(traffic.time).text() + ", of which " +
                          format_seconds(traffic.exposed).text() + " exposed");
  }
  words.source = source;
}

void explain_bubble(Explanation& words, const Report& report) {
  const Plan& plan = report.scenario.plan;
  const double ranks = static_cast<double>(plan.pp), batches = micro_batches_of(plan);
  const double chunks = static_cast<double>(std::max<std::int64_t>(plan.virtual_stages, 1));
  words.lines.emplace_back(
      "what the rank with most to do waits for others, every pass simulated, as if transfers took no time");
  if (report.timeline)
    words.lines.push_back(format_percent(report.timeline->bubble_fraction()).text() +
                          " of all ranks' time in the pipeline");
  const ScheduleKind kind = schedule_kind(plan);
  if (kind != ScheduleKind::gpipe && kind != ScheduleKind::one_f_one_b && kind != ScheduleKind::interleaved &&
      kind != ScheduleKind::breadth_first)
    return;
  words.lines.push_back(
      std::string(chunks > 1 ? "equal stages: (p−1) / (v·m + p−1) = " : "equal stages: (p−1) / (m + p−1) = ") +
      format_percent((ranks - 1) / (chunks * batches + ranks - 1)).text() + " with p " + format_count(ranks).text() +
      ", m " + format_count(batches).text() + (chunks > 1 ? ", v " + format_count(chunks).text() : std::string()));
  words.source = "Narayanan et al. 2021, section 2.2";
}

void explain_pipeline(Explanation& words, const Report& report) {
  words.lines.emplace_back("idle time that transfers add: the pass-by-pass step with them less the one without");
  explain_traffic(words, report, GroupKind::pp, "Narayanan et al. 2021, section 3.2: point to point between stages");
}

void explain_gradients(Explanation& words, const Report& report) {
  explain_traffic(words, report, GroupKind::dp, "Rajbhandari et al. 2020, section 7; ring: Thakur et al. 2005");
}

void explain_row(Explanation& words, const Report& report, StepRow row, const StepBreakdown& breakdown) {
  switch (row) {
    case StepRow::ideal:
      return explain_ideal(words, report, breakdown.compute_at_peak);
    case StepRow::kernels:
      return explain_kernels(words, report, breakdown);
    case StepRow::recomputation:
      return explain_recomputation(words, report, breakdown.recompute);
    case StepRow::tensor:
      return explain_traffic(words, report, GroupKind::tp,
                             "Korthikanti et al. 2022, section 4.2; ring: Thakur et al. 2005");
    case StepRow::context:
      return explain_traffic(words, report, GroupKind::cp, "Liu et al. 2023, Ring Attention, section 3");
    case StepRow::expert:
      return explain_traffic(words, report, GroupKind::ep, "Lepikhin et al. 2020, GShard, section 3");
    case StepRow::pipeline:
      return explain_pipeline(words, report);
    case StepRow::bubble:
      return explain_bubble(words, report);
    case StepRow::gradients:
      return explain_gradients(words, report);
    case StepRow::optimizer:
      words.lines.emplace_back("bytes of weights, gradients and states, read and written once / memory bandwidth");
      words.source = "a memory-bound pass: Williams et al. 2009, Roofline";
      return;
    case StepRow::other:
      words.lines.emplace_back("the host's own loop, logging, the batch's way to the GPU: a round constant");
      return;
  }
}

}  // namespace

std::string_view place_of(Level level) {
  switch (level) {
    case Level::gpu:
      return "in one GPU";
    case Level::node:
      return "in one node";
    case Level::rack:
      return "across nodes";
    case Level::site:
      return "across racks";
  }
  return "";
}

Explanation explain_step_row(const Report& report, StepRow row) {
  Explanation words;
  if (!report.time) return words;
  const StepBreakdown& breakdown = report.time->breakdown;
  const Seconds time = seconds_of(breakdown, row);
  words.title = label_of(row);
  words.value = format_seconds(time).text();
  explain_row(words, report, row, breakdown);
  if (breakdown.total().value > 0)
    words.lines.push_back(format_percent(time / breakdown.total()).text() + " of the step's " +
                          format_seconds(breakdown.total()).text());
  return words;
}

std::string mfu_equation(const Report& report) {
  if (!report.time || !report.throughput) return {};
  const Plan& plan = report.scenario.plan;
  const double gpus = static_cast<double>(plan.tp * plan.pp) * static_cast<double>(plan.cp * plan.dp.value_or(1));
  const double tokens = static_cast<double>(plan.global_batch) * static_cast<double>(plan.sequence_length);
  const Flops a_token{report.throughput->model_flops_per_gpu.value * gpus * report.time->step.value / tokens};
  return "FLOP a token × tokens a step / step / GPUs at work / peak = " + format_flops(a_token).text() + " × " +
         format_count(tokens).text() + " / " + format_seconds(report.time->step).text() + " / " +
         grouped(static_cast<std::int64_t>(gpus)) + " / " + format_flops_rate(report.throughput->peak_flops).text();
}

}  // namespace shardscope
