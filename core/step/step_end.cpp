// What every rank does once per step: exchange gradients and parameters, step the optimizer.
#include <algorithm>

#include "core/memory/activations.h"
#include "core/memory/held_parameters.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/optimizer_step.h"
#include "core/step/step.h"

namespace shardscope {

namespace {

/// Room for the records of each rank's buckets.
std::vector<std::vector<ExchangeRecord>> records_for(const std::vector<RankStepEnd>& step_ends) {
  std::vector<std::vector<ExchangeRecord>> records(step_ends.size());
  for (std::size_t r = 0; r < records.size(); ++r) {
    std::size_t buckets = 0;
    for (const ChunkBuckets& chunk : step_ends[r].exchange.chunks)
      buckets += chunk.gradients.size() + chunk.parameters.size();
    records[r].reserve(buckets);
  }
  return records;
}

/// What one GPU of a rank sends for its exchange in the whole step.
Carried sent_in_exchange(const RankExchange& exchange, std::span<const PassRecord> lane) {
  const std::vector<double> rounds = rounds_of_chunks(lane, exchange.chunks.size(), exchange.rounds);
  Carried sent = exchange.parameters_sent;
  for (std::size_t c = 0; c < rounds.size(); ++c) sent += rounds[c] * exchange.gradients_sent[c];
  return sent;
}

}  // namespace

std::vector<RankStepEnd> rank_step_ends(const Scenario& scenario, const std::vector<StageContent>& layout,
                                        const BlockCosts& blocks, const MachineSpeed& speed) {
  const Plan& plan = scenario.plan;
  const Stragglers stragglers = stragglers_of(scenario);
  const OptimizerTraffic traffic = optimizer_traffic(scenario);
  const GradientNorm norm = gradient_norm(scenario);
  std::vector<RankExchange> exchanges = rank_exchanges(scenario, layout, blocks);
  std::vector<RankStepEnd> step_ends(exchanges.size());
  for (std::size_t r = 0; r < step_ends.size(); ++r) {
    RankStepEnd& step_end = step_ends[r];
    step_end.exchange = std::move(exchanges[r]);
    if (!runs_backward(plan)) continue;
    const ShardedCount held = step_end.exchange.held;
    const double shard = stepped_parameters(held, plan);
    const double local = shards_weights(plan) ? shard : held.dense + held.experts;
    const Bytes touched{traffic.of_shard * shard + traffic.of_local * local};
    StageContent layers;
    for (const StageContent& stage : held_by_rank(plan, r, step_ends.size(), layout))
      layers.dense_layers += stage.dense_layers, layers.moe_layers += stage.moe_layers,
          layers.mtp_layers += stage.mtp_layers;
    step_end.optimizer =
        (touched / speed.memory_rate + norm.time(shard, speed) + orthogonalisation_time(scenario, layers, speed)) *
        (stragglers.rank_factor(static_cast<std::int32_t>(r)) * scenario.cluster.work[WorkKind::optimizer]);
  }
  return step_ends;
}

RankExposure exposure_of(const Plan& plan, std::span<const PassRecord> lane, const RankExchange& exchange,
                         std::span<const TimeRange> last, std::span<const TimeRange> first,
                         std::vector<ExchangeRecord>* records) {
  const GradientExchange how{plan.overlap.dp_grad.value_or(true), exchange.rounds};
  return {run_gradients(lane, exchange.chunks, last, how, exchange.contention, records),
          parameters_ahead(exchange.chunks, first, plan.overlap.dp_param.value_or(true), exchange.contention)};
}

StepExchange step_exchange(const Plan& plan, const Timeline& timeline, const std::vector<RankStepEnd>& step_ends,
                           Detail detail) {
  const bool recorded = detail == Detail::whole;
  const auto ranks = static_cast<std::size_t>(timeline.ranks);
  const auto chunks = static_cast<std::size_t>(timeline.virtual_stages);
  std::vector<std::vector<TimeRange>> last, first;
  for (std::int32_t r = 0; r < timeline.ranks; ++r) {
    last.push_back(last_gradient_passes(timeline.lane(r), chunks));
    first.push_back(first_forwards(timeline.lane(r), chunks));
  }
  if (copies_of_model(timeline.placement) == 2) {
    // A stage's two holders exchange together: when the later of them has its gradients, before the sooner needs them.
    for (std::size_t r = 0; r < ranks / 2; ++r)
      for (std::size_t c = 0; c < chunks; ++c) {
        TimeRange &here = last[r][c], &there = last[ranks - 1 - r][chunks - 1 - c];
        here = there = here.end < there.end ? there : here;
        TimeRange &begin = first[r][c], &other = first[ranks - 1 - r][chunks - 1 - c];
        begin = other = begin.start < other.start ? begin : other;
      }
  }
  StepExchange exchange;
  if (recorded) exchange.records = records_for(step_ends);
  for (std::size_t r = 0; r < ranks; ++r) {
    exchange.ranks.push_back(exposure_of(plan, timeline.lane(static_cast<std::int32_t>(r)), step_ends[r].exchange,
                                         last[r], first[r], recorded ? &exchange.records[r] : nullptr));
    exchange.ahead = max(exchange.ahead, exchange.ranks.back().parameters.exposed);
  }
  for (std::size_t r = 0; recorded && r < ranks; ++r) {
    record_parameters(step_ends[r].exchange.chunks, first[r], exchange.ahead, plan.overlap.dp_param.value_or(true),
                      step_ends[r].exchange.contention, exchange.records[r]);
    exchange.sent.push_back(sent_in_exchange(step_ends[r].exchange, timeline.lane(static_cast<std::int32_t>(r))));
  }
  return exchange;
}

}  // namespace shardscope
