#include "render/explain/explain_step.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "core/inspect/bubble.h"
#include "core/inspect/operation_table.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using Lines = std::vector<std::string>;

double batches_of_step(const Plan& plan) {
  const double per_step = static_cast<double>(std::max<std::int64_t>(plan.dp.value_or(1), 1)) *
                          static_cast<double>(std::max<std::int64_t>(plan.micro_batch, 1));
  return static_cast<double>(plan.global_batch) / per_step;
}

void explain_ideal(Explanation& words, const Report& report, Seconds ideal) {
  const Gpu& gpu = report.scenario.cluster.gpu;
  const std::optional<Roofline> roofline = roofline_of(report.scenario);
  words.lines.emplace_back("the FLOPs that this GPU executes, forward and backward, over the dense peak");
  if (roofline && std::abs(roofline->peak.value / roofline->peak_16bit.value - 1) > 0.01)
    words.lines.push_back("products in " + std::string(label_of(report.scenario.plan.precision)) + " over " +
                          format_flops_rate(roofline->peak).text() + "; attention, logits and router in 16 bits over " +
                          format_flops_rate(roofline->peak_16bit).text());
  else if (report.throughput)
    words.lines.push_back(format_flops(report.throughput->peak_flops * ideal).text() + " / " +
                          format_flops_rate(report.throughput->peak_flops).text() +
                          (gpu.title.empty() ? "" : " of " + gpu.title));
  words.source = "Narayanan et al. 2021, section 5.1: products of forward and backward, logits included";
}

/// The kernels' rows: what each stands for, in this program's constants.
void explain_kernels(Explanation& words, const Report& report, const LostSeconds& lost, TimeLost row) {
  const Efficiency& reached = report.scenario.cluster.gpu.efficiency;
  words.source = "this program's constants, fitted on public runs";
  if (row == TimeLost::below_peak) {
    words.lines.emplace_back("power, clock and library: what even a large product doesn't reach of the peak");
    words.lines.push_back("16 bits reach " + format_percent(reached.matrix_16bit).text() + ", 8 bits " +
                          format_percent(reached.matrix_8bit).text() + " on this GPU, before its power limit");
    if (!reached.source.empty()) words.source = reached.source;
  } else if (row == TimeLost::shapes) {
    words.lines.emplace_back(
        "tiles and waves that aren't full, short inner loops, narrow experts, operands through memory");
    words.lines.emplace_back("sort the operations by \"of roof\": the lowest products lose most");
  } else if (row == TimeLost::attention) {
    words.lines.emplace_back("attention beyond its FLOPs at 16 bits' peak: by head size, length and kernel");
  } else if (row == TimeLost::memory_bound) {
    words.lines.push_back("norms, activations, residuals, softmax: bytes over the " +
                          format_percent(reached.memory).text() + " of the bandwidth that kernels reach");
    words.source = "Williams et al. 2009, Roofline";
  } else if (row == TimeLost::casts) {
    words.lines.emplace_back("products' operands written once more, in the recipe's 8 or 4 bits with their scales");
  } else {
    words.lines.push_back("launches of " + format_seconds(Seconds{reached.launch_seconds}).text() +
                          " that no kernel covers, and what a dropless MoE layer waits for its token counts");
    if (report.scenario.plan.zero.value_or(0) >= 3)
      words.lines.emplace_back("with the copies between sharded parameters and the buffers that travel");
  }
  const Seconds ideal = seconds_of(lost, TimeLost::at_peak);
  Seconds compute;
  for (std::size_t i = 0; i <= static_cast<std::size_t>(TimeLost::launches); ++i) compute += lost[i];
  words.lines.push_back(format_seconds(compute).text() + " of kernels, of which " + format_seconds(ideal).text() +
                        " at peak: " + format_percent(ideal / compute).text() + " of peak while computing");
}

void explain_imbalance(Explanation& words, const Report& report) {
  words.lines.emplace_back(
      "the busiest expert rank sets the pace: its rows beyond the mean, in kernels and all-to-all");
  words.lines.push_back("expert imbalance " + fixed(report.scenario.plan.expert_imbalance, 2) +
                        ": the busiest rank's rows over the mean");
  words.source = "Fedus et al. 2022, Switch Transformers, section 2.2";
}

void explain_stragglers(Explanation& words, const Report& report) {
  const Run& run = report.scenario.run;
  if (run.slow_rank)
    words.lines.push_back("rank " + std::to_string(*run.slow_rank) + " takes " + fixed(run.slow_factor, 2) +
                          " times as long");
  if (run.jitter > 0)
    words.lines.push_back("each pass jitters by " + format_percent(run.jitter).text() + ", seed " +
                          std::to_string(run.jitter_seed));
  words.lines.emplace_back("in this rank's own passes; what others' cost it is in the bubble");
  words.source = "simulated pass by pass";
}

/// What is too small for a row of its own where there is little room.
void explain_other(Explanation& words, const LostSeconds& lost, Seconds drawn) {
  words.lines.emplace_back("the host's own loop, logging, the batch's way to the GPU: a round constant of " +
                           format_seconds(seconds_of(lost, TimeLost::other)).text());
  if (drawn > seconds_of(lost, TimeLost::other) * 1.0001)
    words.lines.emplace_back("and what is lost that is too small for a row here; a higher view has more of them");
}

void explain_recomputation(Explanation& words, const Report& report, Seconds time) {
  const double batches = batches_of_step(report.scenario.plan);
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
    words.lines.push_back(std::string(entry_of(traffic.collective).name) + " over " +
                          format_count(static_cast<double>(traffic.group_size)).text() + " GPUs " +
                          std::string(place_of(traffic.crosses)));
    words.lines.push_back(format_bytes(traffic.bytes_per_gpu_per_step).text() +
                          " per GPU and step: " + format_seconds(traffic.time).text() + ", of which " +
                          format_seconds(traffic.exposed).text() + " exposed");
  }
  words.source = source;
}

void explain_idle(Explanation& words, const Report& report) {
  const Plan& plan = report.scenario.plan;
  const double ranks = static_cast<double>(plan.pp), batches = batches_of_step(plan);
  const double chunks = static_cast<double>(std::max<std::int64_t>(plan.virtual_stages, 1));
  words.lines.emplace_back(
      "what the rank with most to do waits for others, every pass simulated, as if transfers took no time");
  if (const std::optional<double> bubble = bubble_share_of(report))
    words.lines.push_back("the bubble, idle of all ranks / (ranks × step), is " + format_percent(*bubble).text());
  if (!ways_of(plan).fills_once() || !runs_backward(plan)) return;
  words.lines.push_back(std::string(chunks > 1 ? "equal stages alone would idle (p−1) / (v·m + p−1) = "
                                               : "equal stages alone would idle (p−1) / (m + p−1) = ") +
                        format_percent(fill_and_drain({ranks, batches, chunks})).text() + " with p " +
                        format_count(ranks).text() + ", m " + format_count(batches).text() +
                        (chunks > 1 ? ", v " + format_count(chunks).text() : std::string()));
  words.source = "Narayanan et al. 2021, section 2.2.1";
}

void explain_pipeline(Explanation& words, const Report& report) {
  words.lines.emplace_back("idle time that transfers add: the pass-by-pass step with them less the one without");
  explain_traffic(words, report, GroupKind::pp, "Narayanan et al. 2021, section 3.2: point to point between stages");
}

void explain_update(Explanation& words) {
  words.lines.emplace_back("bytes of weights, gradients and states, read and written once / memory bandwidth");
  words.source = "a memory-bound pass: Williams et al. 2009, Roofline";
}

void explain_slowest(Explanation& words, const Report& report) {
  words.lines.push_back("what all " + grouped(report.scenario.plan.dp.value_or(1)) +
                        " replicas wait for the slowest of them, whose passes jitter as the others' do");
  words.source = "David and Nagaraja 2003, Order Statistics, equation 2.1.1";
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
      return explain_traffic(words, report, GroupKind::tp,
                             "Korthikanti et al. 2022, section 4.2; ring: Thakur et al. 2005");
    case TimeLost::context:
      return explain_traffic(words, report, GroupKind::cp, "Liu et al. 2023, Ring Attention, section 3");
    case TimeLost::expert:
      return explain_traffic(words, report, GroupKind::ep, "Lepikhin et al. 2020, GShard, section 3");
    case TimeLost::pipeline:
      return explain_pipeline(words, report);
    case TimeLost::gradients:
      return explain_traffic(words, report, GroupKind::dp,
                             "Rajbhandari et al. 2020, section 7; ring: Thakur et al. 2005");
    case TimeLost::imbalance:
      return explain_imbalance(words, report);
    case TimeLost::bubble:
      return explain_idle(words, report);
    case TimeLost::optimizer:
      return explain_update(words);
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
  explain_row(words, report, lost, row, drawn);
  const Seconds step = report.time->breakdown.total();
  if (step.value > 0)
    words.lines.push_back(format_percent(drawn / step).text() + " of the step's " + format_seconds(step).text());
  return words;
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
