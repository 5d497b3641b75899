#include "core/traffic/shared_links.h"

#include <algorithm>

#include "core/cluster/group_span.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

bool over_cards(const GroupSpan& group) {
  return group.domains > 1;
}

bool on_same_links(const GroupSpan& a, const GroupSpan& b) {
  return a.size > 1 && b.size > 1 && over_cards(a) == over_cards(b);
}

LinksShared shared_with(const GroupSpan& exchange, const Scenario& scenario) {
  const auto meets = [&](GroupKind kind) {
    return on_same_links(group_span(kind, scenario.cluster, scenario.plan), exchange);
  };
  return {meets(GroupKind::tp),
          meets(GroupKind::cp),
          meets(GroupKind::ep),
          meets(GroupKind::pp),
          false,
          1,
          exchange_contention(scenario.cluster.constants),
          scenario.cluster.constants.share_of_a_busy_link};
}

/// Seconds of a micro-batch's passes in which a kind's traffic is on the links.
struct OnLinks {
  Seconds shown, hidden;
};

OnLinks on_links(const StageCost& passes, Seconds PassCost::*shown, Seconds CommunicationCost::*all) {
  const Seconds shows = passes.all_passes().*shown;
  return {shows, max(Seconds{}, passes.communication.*all - shows)};
}

}  // namespace

bool gathers_in_passes(const Plan& plan) {
  return shards_weights(plan) && gradient_ranks(plan) > 1;
}

LinksShared links_shared_with_gradients(const Scenario& scenario) {
  const Cluster& cluster = scenario.cluster;
  const Plan& plan = scenario.plan;
  if (!gathers_in_passes(plan)) return shared_with(gradient_group_span(cluster, plan), scenario);
  const GroupSpan replicas = replica_group_span(cluster, plan);
  LinksShared shared = shared_with(replicas, scenario);
  shared.gathers = on_same_links(shard_group_span(cluster, plan), replicas);
  return shared;
}

LinksShared links_shared_with_gathers(const Scenario& scenario) {
  return shared_with(shard_group_span(scenario.cluster, scenario.plan), scenario);
}

Contention contention_beside(const StageCost& passes, Seconds transfers, const LinksShared& shared) {
  const Seconds whole = passes.times().both();
  if (!(whole.value > 0)) return shared.alone;
  OnLinks sum;
  const auto add = [&](bool meets, Seconds PassCost::*shown, Seconds CommunicationCost::*all) {
    if (!meets) return;
    const OnLinks own = on_links(passes, shown, all);
    sum.shown += own.shown, sum.hidden += own.hidden;
  };
  add(shared.tp, &PassCost::tp, &CommunicationCost::tp);
  add(shared.cp, &PassCost::cp, &CommunicationCost::cp);
  add(shared.ep, &PassCost::ep, &CommunicationCost::ep);
  add(shared.gathers, &PassCost::gather, &CommunicationCost::gather);
  if (shared.pp) sum.hidden += transfers;
  // In a second of passes: their own traffic has no kernels beside it, but shares the link; the rest is kernels, and of
  // the link beside them hidden traffic takes as much as it needs, at most its fair share.
  const double share = shared.share_of_a_busy_link;
  const double traffic = std::min(1.0, shared.share * (sum.shown / whole)),
               kernels = (1 - traffic) * shared.alone.passes;
  const double taken = shared.share * (sum.hidden / whole) * (1 / share - 1);
  const double takes = kernels + traffic / share;
  const double exchanged = std::max(kernels - taken, kernels * share) / shared.alone.exchange + traffic;
  return {takes, takes / exchanged};
}

}  // namespace shardscope
