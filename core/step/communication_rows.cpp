#include "core/step/communication_rows.h"

#include "core/cluster/collectives.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/level_loads.h"
#include "core/traffic/expert_traffic.h"
#include "core/traffic/pipeline_sends.h"
#include "core/traffic/site_traffic.h"

namespace shardscope {

namespace {

/// What a row's collectives are, and one of them as a sample: it sends the same share of a message, and by the same
/// algorithm, as large ones do.
struct RowKind {
  GroupKind kind;
  GroupCollective words;
  Collective what;
  CollectiveCost sample;
};

Communication line(const RowKind& of, const GroupSpan& group, const Scenario& scenario, const Carried& carried,
                   Seconds time, Seconds exposed) {
  const CollectiveCost& sample = of.sample;
  Communication row{.kind = of.kind,
                    .collective = of.words,
                    .counted_as = of.what,
                    .way = sample.way,
                    .group_size = group.size,
                    .crosses = group.crosses,
                    .bytes_per_gpu_per_step = carried.sent,
                    .time = time,
                    .exposed = exposed,
                    .reaching = carried.reaching};
  if (time > Seconds{} && sample.sent_per_gpu > Bytes{}) {
    row.algorithm_bandwidth = carried.sent * (sample_message / sample.sent_per_gpu) / time;
    row.bus_bandwidth = row.algorithm_bandwidth * bus_factor(of.what, group.size);
  }
  row.hops = hop_traffic(carried, group, scenario.cluster);
  for (const HopTraffic& hop : row.hops) row.levels.push_back(hop.level);
  return row;
}

/// The dispatch and the combine of a plan's experts.
RowKind row_of_experts(const Scenario& scenario) {
  const double routed = degree(scenario.model.num_experts_per_tok);
  const CollectiveCost sample = expert_exchange(sample_message, sample_message / routed, scenario);
  const bool gathered = scenario.plan.moe_dispatcher == MoeDispatcher::allgather;
  RowKind of{GroupKind::ep, GroupCollective::all_to_all, Collective::all_to_all, sample};
  if (gathered) of.words = GroupCollective::gather_and_scatter, of.what = Collective::all_gather;
  return of;
}

RowKind row_of(GroupKind kind, GroupCollective words, Collective what, const GroupSpan& group, const Cluster& cluster) {
  return {kind, words, what, collective_cost(what, sample_message, group, cluster)};
}

/// Tensor traffic of all but split experts, and theirs in groups of their own, of which nothing hides.
void add_tensor_lines(std::vector<Communication>& lines, const Scenario& scenario, const CommunicationCost& step,
                      Seconds exposed) {
  const Plan& plan = scenario.plan;
  const Seconds of_rows = min(step.expert_rows, exposed);
  const auto row = [&](const GroupSpan& group, GroupCollective words) {
    return row_of(GroupKind::tp, words, Collective::all_gather, group, scenario.cluster);
  };
  if (plan.tp > 1) {
    const GroupSpan group = group_span(GroupKind::tp, scenario.cluster, plan);
    const GroupCollective words =
        is_sequence_parallel(plan) ? GroupCollective::gather_and_scatter : GroupCollective::all_reduce;
    Carried sent = step.tp_sent;
    sent += -1 * step.expert_rows_sent;
    lines.push_back(line(row(group, words), group, scenario, sent, step.tp - step.expert_rows, exposed - of_rows));
  }
  if (!(step.expert_rows_sent.sent > Bytes{})) return;
  const GroupSpan group = expert_tensor_group_span(scenario.cluster, plan);
  lines.push_back(line(row(group, GroupCollective::gather_and_scatter), group, scenario, step.expert_rows_sent,
                       step.expert_rows, of_rows));
  lines.back().expert_rows = true;
}

/// Gradients, parameters and ZeRO-3's gathers; where experts alone have replicas, theirs.
Communication data_line(const Scenario& scenario, const Carried& exchanged, Seconds time, Seconds exposed) {
  const Cluster& cluster = scenario.cluster;
  const bool reduced = !shards_optimizer(scenario.plan);
  const GroupSpan dense = gradient_group_span(cluster, scenario.plan);
  const GroupSpan group = dense.size > 1 ? dense : expert_gradient_group_span(cluster, scenario.plan);
  return line(row_of(GroupKind::dp, reduced ? GroupCollective::all_reduce : GroupCollective::scatter_and_gather,
                     reduced ? Collective::all_reduce : Collective::reduce_scatter, group, cluster),
              group, scenario, exchanged, time, exposed);
}

}  // namespace

std::vector<Communication> communication_of(const Scenario& scenario, const StageCost& rank, const Carried& exchanged,
                                            const RankExposure& exchange, const PassTimes& times, double micro_batches,
                                            const StepBreakdown& breakdown) {
  const Plan& plan = scenario.plan;
  const Cluster& cluster = scenario.cluster;
  const CommunicationCost step = micro_batches * rank.communication;
  std::vector<Communication> lines;
  add_tensor_lines(lines, scenario, step, breakdown.tp_comm);
  if (plan.cp > 1) {
    const GroupSpan group = group_span(GroupKind::cp, cluster, plan);
    lines.push_back(
        line(row_of(GroupKind::cp, GroupCollective::ring_of_keys_and_values, Collective::all_gather, group, cluster),
             group, scenario, step.cp_sent, step.cp, breakdown.cp_comm));
  }
  if (plan.ep > 1)
    lines.push_back(line(row_of_experts(scenario), group_span(GroupKind::ep, cluster, plan), scenario, step.ep_sent,
                         step.ep, breakdown.ep_comm));
  if (plan.pp > 1) {
    const GroupSpan group = group_span(GroupKind::pp, cluster, plan);
    lines.push_back(
        line(row_of(GroupKind::pp, GroupCollective::send_and_receive, Collective::point_to_point, group, cluster),
             group, scenario, (micro_batches * most_pipeline_sends(plan)) * transfer_cost(scenario).carried,
             busiest_sends(plan, times, micro_batches), breakdown.pp_comm));
  }
  Carried sent = step.gather_sent;
  sent += exchanged;
  const bool replicas = gradient_ranks(plan) > 1 && (runs_backward(plan) || gathers_in_passes(plan));
  if (replicas || sent.sent > Bytes{})
    lines.push_back(data_line(scenario, sent, exchange.gradients.taken + exchange.parameters.taken + step.gather,
                              breakdown.dp_comm));
  return lines;
}

}  // namespace shardscope
