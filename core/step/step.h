// From the costs of stages to the step: the simulated timeline, the gradient exchange and optimizer behind it, and
// where the critical rank's seconds go.
#pragma once

#include <span>
#include <vector>

#include "core/base/detail.h"
#include "core/step/buckets.h"
#include "core/step/flops/flop_conventions.h"
#include "core/step/time_report.h"

namespace shardscope {

/// What a rank does once per step.
struct RankStepEnd {
  RankExchange exchange;
  Seconds optimizer;
};

/// One entry per pipeline rank.
[[nodiscard]] std::vector<RankStepEnd> rank_step_ends(const Scenario& scenario, const std::vector<StageContent>& layout,
                                                      const BlockCosts& blocks, const MachineSpeed& speed);

/// What of a rank's exchange its passes don't hide.
struct RankExposure {
  ExchangeTimes gradients, parameters;
};
/// `last` and `first` as last_gradient_passes() and first_forwards() have them. Appends the gradients' records.
[[nodiscard]] RankExposure exposure_of(const Plan& plan, std::span<const PassRecord> lane, const RankExchange& exchange,
                                       std::span<const TimeRange> last, std::span<const TimeRange> first,
                                       std::vector<ExchangeRecord>* records = nullptr);

struct StepExchange {
  std::vector<RankExposure> ranks;
  std::vector<Carried> sent;                         // by one GPU of each rank in all
  std::vector<std::vector<ExchangeRecord>> records;  // a rank, gradients before parameters
  Seconds ahead;  // by which the parameters set off before the step's first forward: the most that a rank wants
};
/// Records and what is sent for a whole report alone.
[[nodiscard]] StepExchange step_exchange(const Plan& plan, const Timeline& timeline,
                                         const std::vector<RankStepEnd>& step_ends, Detail detail = Detail::whole);

/// What the passes of the plan's schedule take, embedding and loss within their stages'; `stages` as stage_costs()
/// gives them.
[[nodiscard]] PassTimes pass_times(const Scenario& scenario, const std::vector<StageCost>& stages);

/// The same for the plan's own passes: with plan.end_passes those of embedding and loss are apart.
[[nodiscard]] PassTimes plan_pass_times(const Scenario& scenario, const std::vector<StageContent>& layout,
                                        const BlockCosts& blocks, const std::vector<StageCost>& stages);

/// The scenario's slow rank and jitter.
[[nodiscard]] Stragglers stragglers_of(const Scenario& scenario);

struct StepResult {
  TimeReport time;
  Timeline timeline;
  std::vector<Communication> communication;
  KernelFlops kernel_flops;
};

/// The step of a plan whose schedule exists, run with the scenario's stragglers. The breakdown sums to the step.
[[nodiscard]] StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                  const Schedule& schedule, const MachineSpeed& speed);
/// The same with the scenario's blocks at hand. For figures alone: without what a rank sends, the rows of traffic, the
/// step's range, records of exchanges and FLOPs. Once a stop is asked for it returns soon, with a step of 0.
[[nodiscard]] StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                  const Schedule& schedule, const MachineSpeed& speed, MadeBlocks& made, Detail detail,
                                  const std::stop_token& stop = {});
/// The same with the costs of the layout's blocks and stages at hand.
[[nodiscard]] StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                  const BlockCosts& blocks, const std::vector<StageCost>& stages,
                                  const Schedule& schedule, const MachineSpeed& speed, Detail detail = Detail::whole,
                                  const std::stop_token& stop = {});
/// Pipeline ranks on different GPUs: how each one's step ends, the scenario of its GPU and network, its peak, and what
/// a transfer between two takes, [sender · pp + receiver].
struct MixedRanks {
  std::vector<RankStepEnd> step_ends;
  std::vector<const Scenario*> scenarios;
  std::vector<FlopsPerSecond> peaks;
  std::vector<Seconds> transfers;
};
[[nodiscard]] StepResult run_mixed_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                        const BlockCosts& blocks, const std::vector<StageCost>& stages,
                                        const Schedule& schedule, const MixedRanks& ranks,
                                        Detail detail = Detail::whole, const std::stop_token& stop = {});

}  // namespace shardscope
