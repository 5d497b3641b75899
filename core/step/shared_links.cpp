#include "core/step/shared_links.h"

#include <algorithm>

#include "core/hardware/constants.h"
#include "core/hardware/placement.h"

namespace shardscope {

namespace {

LinksShared shared_with(const GroupSpan& exchange, const Scenario& scenario) {
  const auto meets = [&](GroupKind kind) {
    const GroupSpan own = group_span(kind, scenario.cluster, scenario.plan);
    return own.size > 1 && exchange.size > 1 && (own.domains > 1) == (exchange.domains > 1);
  };
  return {meets(GroupKind::tp), meets(GroupKind::cp), meets(GroupKind::ep), meets(GroupKind::pp)};
}

/// Seconds of a micro-batch's passes in which a kind's traffic is on the links.
struct OnLinks {
  Seconds shown, hidden;
};

OnLinks on_links(const StageCost& passes, Seconds PassCost::*shown, Seconds CommunicationCost::*all) {
  const Seconds shows =
      passes.forward.*shown + passes.recompute.*shown + passes.backward_input.*shown + passes.backward_weight.*shown;
  return {shows, max(Seconds{}, passes.communication.*all - shows)};
}

}  // namespace

LinksShared links_shared_with_gradients(const Scenario& scenario) {
  return shared_with(gradient_group_span(scenario.cluster, scenario.plan), scenario);
}

LinksShared links_shared_with_gathers(const Scenario& scenario) {
  return shared_with(shard_group_span(scenario.cluster, scenario.plan), scenario);
}

Contention contention_beside(const StageCost& passes, Seconds transfers, const LinksShared& shared) {
  const StageTimes times = passes.times();
  const Seconds whole = times.forward + times.whole_backward();
  if (!(whole.value > 0)) return exchange_contention;
  OnLinks sum;
  const auto add = [&](bool meets, Seconds PassCost::*shown, Seconds CommunicationCost::*all) {
    if (!meets) return;
    const OnLinks own = on_links(passes, shown, all);
    sum.shown += own.shown, sum.hidden += own.hidden;
  };
  add(shared.tp, &PassCost::tp, &CommunicationCost::tp);
  add(shared.cp, &PassCost::cp, &CommunicationCost::cp);
  add(shared.ep, &PassCost::ep, &CommunicationCost::ep);
  if (shared.pp) sum.hidden += transfers;
  // In a second of passes: their own traffic has no kernels beside it, but shares the link; the rest is kernels, and of
  // the link beside them hidden traffic takes as much as it needs, at most its fair share.
  const double share = constants::share_of_a_busy_link;
  const double traffic = std::min(1.0, sum.shown / whole), kernels = (1 - traffic) * exchange_contention.passes;
  const double taken = sum.hidden / whole * (1 / share - 1);
  const double takes = kernels + traffic / share;
  const double exchanged = std::max(kernels - taken, kernels * share) / exchange_contention.exchange + traffic;
  return {takes, takes / exchanged};
}

}  // namespace shardscope
