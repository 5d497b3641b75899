#include "core/traffic/expert_traffic.h"

#include <algorithm>

#include "core/base/elementary.h"
#include "core/base/saturating.h"

namespace shardscope {

double domains_open(double domains, const Model& model) {
  const auto count = [](const std::optional<std::int64_t>& value, double absent) {
    return value ? degree(*value) : absent;
  };
  const double groups = count(model.n_group, 1), chosen = std::min(groups, count(model.topk_group, groups));
  if (domains >= groups) return domains * chosen / groups;
  const double together = groups / domains;  // in a domain
  double closed = 1;                         // none of the chosen is one of them
  for (double i = 0; i < chosen; ++i) closed *= std::max(0.0, (groups - together - i) / (groups - i));
  return domains * (1 - closed);
}

double places_reached(double routed, double places) {
  return places * (1 - power(1 - 1 / places, routed));
}

double copies_once_per_domain(double routed, double domains, double open) {
  if (domains <= 1) return 0;
  return (1 - 1 / domains) * places_reached(routed, std::clamp(open, 1.0, domains));
}

namespace {

CollectiveCost once_per_domain(Bytes rows, const GroupSpan& group, const Scenario& scenario) {
  const double routed = degree(scenario.model.num_experts_per_tok);
  const Bytes token = rows / routed;
  const double ranks = degree(group.size), domains = degree(group.domains), in_domain = std::max(1.0, ranks / domains);
  const Bytes handled = token * places_reached(routed, std::max(1.0, domains_open(ranks, scenario.model)));
  const double open = domains_open(domains, scenario.model);
  AllToAllBytes bytes{handled * (1 - 1 / in_domain), token * copies_once_per_domain(routed, domains, open), {}, {}};
  bytes.over_link = bytes.within;
  bytes.way = CollectiveWay::once_per_domain;
  const BytesPerSecond link = all_to_all_link_rate(group, scenario.cluster);
  if (link.value > 0) bytes.on_link = handled / link;
  return all_to_all_cost(bytes, group, scenario.cluster);
}

}  // namespace

CollectiveCost expert_exchange(Bytes rows, Bytes tokens, const Scenario& scenario) {
  const GroupSpan group = group_span(GroupKind::ep, scenario.cluster, scenario.plan);
  switch (scenario.plan.moe_dispatcher.value_or(MoeDispatcher::alltoall)) {
    case MoeDispatcher::alltoall:
      break;
    case MoeDispatcher::allgather:
      return collective_cost(Collective::all_gather, tokens * degree(group.size), group, scenario.cluster);
    case MoeDispatcher::deepep:
    case MoeDispatcher::hybridep:
      return once_per_domain(rows, group, scenario);
  }
  return collective_cost(Collective::all_to_all, rows, group, scenario.cluster);
}

}  // namespace shardscope
