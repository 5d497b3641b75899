#include "core/step/step.h"

#include <algorithm>

#include "core/memory/activations.h"
#include "core/pipeline/totals.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/communication_rows.h"
#include "core/step/end_costs.h"
#include "core/step/kernel_flops.h"
#include "core/step/rank_traffic.h"
#include "core/step/step_range.h"
#include "core/traffic/site_traffic.h"
#include "core/traffic/slowest_replica.h"

namespace shardscope {

namespace {

/// What a micro-batch costs a rank, on the mean: its chunks' sum, of which it meets half in mirrored schedules.
StageCost cost_of_rank(const Plan& plan, const std::vector<StageCost>& stages, std::size_t rank, std::size_t ranks) {
  const auto r = static_cast<std::int64_t>(rank), all = static_cast<std::int64_t>(ranks);
  const StagesOfRank held = stages_of_rank(plan, r, all, stages.size());
  StageCost sum = held.count == 0 ? StageCost{} : stages[held.first];
  for (std::size_t i = 1; i < held.size(); ++i) sum += stages[held[i]];
  const std::int64_t copies = ways_of(plan).copies_of_model();
  return copies > 1 ? 1.0 / static_cast<double>(copies) * sum : sum;
}

std::vector<StageCost> costs_of_ranks(const Plan& plan, const std::vector<StageCost>& stages, std::size_t ranks) {
  std::vector<StageCost> costs;
  costs.reserve(ranks);
  for (std::size_t r = 0; r < ranks; ++r) costs.push_back(cost_of_rank(plan, stages, r, ranks));
  return costs;
}

Seconds end_of(const Timeline& timeline, std::int32_t rank) {
  const std::span<const PassRecord> lane = timeline.lane(rank);
  return Seconds{lane.empty() ? 0 : lane.back().end};
}

/// When the last rank's gradients are exchanged. The clip needs the norm of all gradients: no rank steps its optimizer
/// before.
Seconds exchanged_at(const Timeline& timeline, const StepExchange& exchange) {
  Seconds last;
  for (std::int32_t r = 0; r < timeline.ranks; ++r)
    last = max(last, end_of(timeline, r) + exchange.ranks[static_cast<std::size_t>(r)].gradients.exposed);
  return last;
}

/// The rank that sets the pace: the one with most to do, the first of equals.
std::int32_t critical_rank_of(const Timeline& timeline, const StepExchange& exchange) {
  constexpr double equal_within = 1e-9;  // sums of the same passes in another order
  const auto work = [&](std::int32_t rank) {
    const auto r = static_cast<std::size_t>(rank);
    return (timeline.busy[r] + exchange.ranks[r].gradients.exposed + exchange.ranks[r].parameters.exposed).value;
  };
  std::int32_t critical = 0;
  for (std::int32_t r = 1; r < timeline.ranks; ++r)
    if (work(r) > work(critical) * (1 + equal_within)) critical = r;
  return critical;
}

/// Where the critical rank's seconds go. Its idle time splits into what transfers add and the bubble that stays
/// without.
StepBreakdown break_down(const StageCost& rank, double micro_batches, Seconds idle, Seconds idle_without_transfer,
                         FlopsPerSecond peak) {
  const PassCost passes = micro_batches * rank.all_passes();
  StepBreakdown breakdown;
  breakdown.recompute = rank.recompute.kernels * micro_batches;
  const Seconds compute = passes.kernels - breakdown.recompute;
  breakdown.compute_at_peak = min(compute, rank.model_flops / peak * micro_batches);
  breakdown.compute_below_peak = compute - breakdown.compute_at_peak;
  breakdown.tp_comm = passes.tp;
  breakdown.cp_comm = passes.cp;
  breakdown.ep_comm = passes.ep;
  breakdown.dp_comm = passes.gather;
  breakdown.pp_comm = max(Seconds{}, idle - idle_without_transfer);
  breakdown.bubble = idle - breakdown.pp_comm;
  return breakdown;
}

/// By how much the exchange makes the step longer: all ranks wait for the last one's gradients before they step their
/// optimizer, and for the one that wants its parameters soonest before the next step.
struct ExchangeAdds {
  Seconds gradients, parameters;
};
ExchangeAdds exchange_adds(const Timeline& timeline, const StepExchange& exchange) {
  return {exchanged_at(timeline, exchange) - timeline.makespan, exchange.ahead};
}

/// Seconds of a rank's passes that run beside others of its passes.
Seconds hidden_in_pairs(const StageCost& rank, double micro_batches, Seconds busy) {
  return max(Seconds{}, rank.times().both() * micro_batches - busy);
}

/// A rank's passes as a straggler stretches them, all parts alike.
StageCost stretched(StageCost rank, double stretch) {
  for (PassCost* pass : {&rank.forward, &rank.recompute, &rank.backward_input, &rank.backward_weight})
    *pass = stretch * *pass;
  return rank;
}

/// A step after its simulation: what its report is made of.
struct SimulatedStep {
  const Scenario& scenario;
  const Schedule& schedule;
  const PassTimes& times;
  const std::vector<StageCost>& costs;        // of a micro-batch, by rank
  const std::vector<RankStepEnd>& step_ends;  // likewise
  const Timeline& timeline;
  Seconds makespan_without_transfers;
  const StepExchange& exchange;
  std::int32_t critical;  // the rank that sets the pace
  FlopsPerSecond peak;    // of its GPUs

  [[nodiscard]] std::size_t critical_index() const { return static_cast<std::size_t>(critical); }
};

/// Busy seconds of the critical rank's passes without the scenario's stragglers.
Seconds busy_without_stragglers(const SimulatedStep& of) {
  if (stragglers_of(of.scenario) == Stragglers{}) return of.timeline.busy[of.critical_index()];
  return simulate_totals(of.schedule, of.times).busy[of.critical_index()];
}

/// When a rank's gradients, optimizer and parameters follow its passes.
std::vector<StepEnd> step_ends_of(const SimulatedStep& of, Seconds optimizer) {
  const Seconds exchanged = exchanged_at(of.timeline, of.exchange), stepped = exchanged + optimizer;
  std::vector<StepEnd> result;
  for (std::size_t r = 0; r < of.step_ends.size(); ++r) {
    const Seconds end = end_of(of.timeline, static_cast<std::int32_t>(r));
    const Seconds gathering = min(of.exchange.ahead, of.exchange.ranks[r].parameters.taken);
    result.push_back({{end.value, (end + of.exchange.ranks[r].gradients.exposed).value},
                      {exchanged.value, (exchanged + of.step_ends[r].optimizer).value},
                      {stepped.value, (stepped + gathering).value}});
  }
  return result;
}

/// The breakdown as far as the critical rank's passes go, and what it waits within the pipeline.
StepBreakdown break_down_passes(const SimulatedStep& of) {
  const std::size_t critical = of.critical_index();
  const Timeline& timeline = of.timeline;
  // What the rank waits for others while any rank runs passes.
  const auto idle_within = [&](Seconds makespan) { return max(Seconds{}, makespan - timeline.busy[critical]); };
  const Seconds idle = idle_within(timeline.makespan);
  const Seconds idle_without_transfer = of.times.transfer.value > 0 ? idle_within(of.makespan_without_transfers) : idle;
  const StageCost& clean = of.costs[critical];
  const Seconds busy = busy_without_stragglers(of);
  const double stretch = busy > Seconds{} ? timeline.busy[critical] / busy : 1;
  StepBreakdown breakdown =
      break_down(stretched(clean, stretch), timeline.micro_batches, idle, idle_without_transfer, of.peak);
  // Of what the experts exchange alone: where nothing of it hides, the difference is rounding of either sign.
  if (ways_of(of.scenario.plan).overlaps_passes)
    breakdown.ep_comm =
        max(Seconds{}, breakdown.ep_comm - hidden_in_pairs(clean, timeline.micro_batches, busy) * stretch);
  return breakdown;
}

TimeReport time_report(const SimulatedStep& of) {
  const Scenario& scenario = of.scenario;
  const Timeline& timeline = of.timeline;
  Seconds optimizer;
  for (const RankStepEnd& step_end : of.step_ends) optimizer = max(optimizer, step_end.optimizer);

  TimeReport report;
  report.critical_rank = of.critical;
  report.breakdown = break_down_passes(of);
  const ExchangeAdds adds = exchange_adds(timeline, of.exchange);
  const RankExposure& own = of.exchange.ranks[of.critical_index()];
  const Seconds shown = min(adds.gradients, own.gradients.taken) + min(adds.parameters, own.parameters.taken);
  report.breakdown.dp_comm += shown;
  report.breakdown.bubble += adds.gradients + adds.parameters - shown;  // beyond its own it waits for others'
  const auto replicas = static_cast<double>(replicas_of(scenario.plan));
  report.breakdown.bubble += wait_for_slowest(timeline, of.critical, stragglers_of(scenario), replicas);
  std::vector<ShardedCount> held;
  for (const RankStepEnd& step_end : of.step_ends) held.push_back(step_end.exchange.held);
  const OuterExchange outer = outer_exchange(scenario, held);
  report.outer_exchange = outer.time;
  report.breakdown.dp_comm += outer.per_step;
  report.breakdown.optimizer = optimizer;
  report.breakdown.other = Seconds{scenario.cluster.constants.step_overhead_seconds};
  report.step = report.breakdown.total();
  for (std::size_t r = 0; r < of.costs.size(); ++r) {
    const StageTimes rank = of.costs[r].times();
    report.stages.push_back({rank.forward, rank.recompute, rank.backward_input, rank.backward_weight,
                             timeline.makespan - timeline.busy[r]});
  }
  report.step_ends = step_ends_of(of, optimizer);
  return report;
}

/// What one GPU of each pipeline rank sends in a step.
void set_sent(TimeReport& time, const std::vector<StageCost>& costs, const MixedRanks& ranks,
              const std::vector<Carried>& exchanged, double micro_batches) {
  PipelineMessage message;
  for (std::size_t r = 0; r < exchanged.size(); ++r) {
    const Scenario& own = *ranks.scenarios[r];
    if (r == 0 || &own != ranks.scenarios[r - 1]) message = pipeline_message(own);
    const CommunicationCost passes = micro_batches * costs[r].communication;
    time.sent.push_back(rank_traffic(own.plan, message, r, micro_batches, passes, exchanged[r]));
    time.expert_rows_sent.push_back(passes.expert_rows_sent.sent);
  }
}

void set_pass_flops(TimeReport& time, const Plan& plan, const std::vector<StageContent>& layout,
                    const BlockCosts& blocks, const std::vector<StageCost>& stages) {
  const std::vector<StageCost> layers = plan.end_passes ? without_ends(layout, blocks, plan) : stages;
  for (const StageCost& stage : layers) time.pass_flops.push_back(pass_flops_of(stage));
  if (plan.end_passes) time.end_flops = {pass_flops_of(blocks.embedding), pass_flops_of(blocks.head)};
}

/// Of the rank that sets the pace.
void set_range(TimeReport& time, const Scenario& scenario, const StageCost& rank, double scale_up) {
  const Calibration& calibration = scenario.cluster.gpu.calibration;
  time.range_parts = range_parts_of(governed_seconds(time.breakdown, rank.parts),
                                    constant_spreads(scenario.cluster, has_experts(scenario.model)));
  time.range = step_range(time.step, time.range_parts, calibration, scale_up);
  time.range_parts = narrowed(time.range_parts, calibration, scale_up);
}

}  // namespace

PassTimes pass_times(const Scenario& scenario, const std::vector<StageCost>& stages) {
  const Plan& plan = scenario.plan;
  PassTimes times;
  const TransferCost transfer = transfer_cost(scenario);
  times.transfer = transfer.time;
  times.transfer_from = transfers_across_sites(scenario, transfer.time, transfer.bytes);
  times.transfers_block = !plan.overlap.pp.value_or(true);
  for (const StageCost& stage : stages) times.stages.push_back(stage.times());
  if (!ways_of(plan).overlaps_passes) return times;
  const Contention contention = exchange_contention(scenario.cluster.constants);
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(plan.pp); ++rank) {
    const auto chunks = held_by_rank(plan, rank, static_cast<std::size_t>(plan.pp), stages);
    if (chunks.size() != 2) return times;
    times.overlapped.push_back(overlapped_time(chunks[0], chunks[1], contention));
    times.overlapped.push_back(overlapped_time(chunks[1], chunks[0], contention));
  }
  return times;
}

PassTimes plan_pass_times(const Scenario& scenario, const std::vector<StageContent>& layout, const BlockCosts& blocks,
                          const std::vector<StageCost>& stages) {
  if (!scenario.plan.end_passes) return pass_times(scenario, stages);
  const std::vector<StageCost> bare = without_ends(layout, blocks, scenario.plan);
  PassTimes times = pass_times(scenario, bare);
  times.ends = end_times(stages, bare, blocks);
  return times;
}

Stragglers stragglers_of(const Scenario& scenario) {
  const Run& run = scenario.run;
  Stragglers stragglers;
  if (run.slow_rank && run.slow_factor != 1) {
    stragglers.slow_rank = static_cast<std::int32_t>(*run.slow_rank);
    stragglers.slow_factor = run.slow_factor;
  }
  stragglers.jitter = run.jitter;
  if (run.jitter > 0) stragglers.seed = static_cast<std::uint64_t>(run.jitter_seed);
  return stragglers;
}

StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout, const Schedule& schedule,
                    const MachineSpeed& speed) {
  MadeBlocks made(scenario.model, scenario.plan);
  return run_step(scenario, layout, schedule, speed, made, Detail::whole);
}

StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout, const Schedule& schedule,
                    const MachineSpeed& speed, MadeBlocks& made, Detail detail, const std::stop_token& stop) {
  const BlockCosts blocks = block_costs(scenario, layout, speed, made);
  return run_step(scenario, layout, blocks, stage_costs(blocks, layout, scenario.plan), schedule, speed, detail, stop);
}

StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout, const BlockCosts& blocks,
                    const std::vector<StageCost>& stages, const Schedule& schedule, const MachineSpeed& speed,
                    Detail detail, const std::stop_token& stop) {
  MixedRanks alike;
  alike.step_ends = rank_step_ends(scenario, layout, blocks, speed);
  alike.scenarios.assign(alike.step_ends.size(), &scenario);
  alike.peaks.assign(alike.step_ends.size(), speed.peak);
  return run_mixed_step(scenario, layout, blocks, stages, schedule, alike, detail, stop);
}

StepResult run_mixed_step(const Scenario& scenario, const std::vector<StageContent>& layout, const BlockCosts& blocks,
                          const std::vector<StageCost>& stages, const Schedule& schedule, const MixedRanks& ranks,
                          Detail detail, const std::stop_token& stop) {
  const std::vector<RankStepEnd>& step_ends = ranks.step_ends;
  const std::vector<StageCost> costs = costs_of_ranks(scenario.plan, stages, step_ends.size());
  StepResult result;
  PassTimes times = plan_pass_times(scenario, layout, blocks, stages);
  if (!ranks.transfers.empty()) times.transfer_from = ranks.transfers;
  Seconds without_transfers;
  result.timeline = simulate(schedule, times, stragglers_of(scenario), &without_transfers, stop);
  if (stop.stop_requested()) return {};
  StepExchange exchange = step_exchange(scenario.plan, result.timeline, step_ends, detail);
  const std::int32_t pace = critical_rank_of(result.timeline, exchange);
  const auto critical = static_cast<std::size_t>(pace);
  result.time = time_report({scenario, schedule, times, costs, step_ends, result.timeline, without_transfers, exchange,
                             pace, ranks.peaks[critical]});
  if (detail == Detail::figures) return result;
  set_pass_flops(result.time, scenario.plan, layout, blocks, stages);
  const StageCost& rank = costs[critical];
  const Scenario& pace_setter = *ranks.scenarios[critical];
  result.communication = communication_of(pace_setter, rank, exchange.sent[critical], exchange.ranks[critical], times,
                                          result.timeline.micro_batches, result.time.breakdown);
  set_range(result.time, pace_setter, rank, scale_up_share(result.communication));
  result.time.exchange = std::move(exchange.records);
  set_sent(result.time, costs, ranks, exchange.sent, result.timeline.micro_batches);
  result.kernel_flops = kernel_flops(scenario, layout);
  return result;
}

}  // namespace shardscope
