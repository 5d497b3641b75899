#include "core/step/rank_traffic.h"

#include "core/cluster/collectives.h"
#include "core/step/stage_cost.h"
#include "core/traffic/pipeline_sends.h"

namespace shardscope {

namespace {

Carried sent_along_pipeline(const Plan& plan, const PipelineMessage& of, std::size_t rank, double micro_batches) {
  if (plan.pp <= 1) return {};
  const Carried& message = of.message;
  Carried sent = (micro_batches * pipeline_sends(plan, rank).total()) * message;
  for (const Hop& hop : of.route.hops()) {
    const std::size_t level = index_of(hop.kind);
    const bool joins_two = hop.units <= 1 && hop.below <= 2;
    if (hop.kind == LevelKind::sites || joins_two)
      sent.through[level] = message.through[level] * (micro_batches * pipeline_sends_one_way(plan));
  }
  return sent;
}

}  // namespace

PipelineMessage pipeline_message(const Scenario& scenario) {
  if (scenario.plan.pp <= 1) return {};
  const GroupSpan group = group_span(GroupKind::pp, scenario.cluster, scenario.plan);
  return {transfer_cost(scenario).carried, route_of(group, scenario.cluster)};
}

CarriedByKind rank_traffic(const Plan& plan, const PipelineMessage& message, std::size_t rank, double micro_batches,
                           const CommunicationCost& passes, const Carried& exchange) {
  CarriedByKind sent;
  sent[index_of(GroupKind::tp)] = passes.tp_sent;
  sent[index_of(GroupKind::cp)] = passes.cp_sent;
  sent[index_of(GroupKind::ep)] = passes.ep_sent;
  sent[index_of(GroupKind::dp)] = passes.gather_sent;
  sent[index_of(GroupKind::dp)] += exchange;
  sent[index_of(GroupKind::pp)] = sent_along_pipeline(plan, message, rank, micro_batches);
  return sent;
}

}  // namespace shardscope
