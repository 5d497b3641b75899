#include "core/traffic/expert_traffic.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/cluster/collectives.h"
#include "core/scenario/software_traits.h"

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

double copies_sent(double routed, double domains, bool once_a_domain, double open) {
  if (domains <= 1) return 0;
  const double elsewhere = 1 - 1 / domains;
  const double among = std::clamp(open, 1.0, domains);
  return elsewhere * (once_a_domain ? among * (1 - std::pow(1 - 1 / among, routed)) : routed);
}

ExpertExchange expert_exchange(Bytes rows, const Scenario& scenario) {
  const GroupSpan group = group_span(GroupKind::ep, scenario.cluster, scenario.plan);
  const CollectiveCost plain = collective_cost(Collective::all_to_all, rows, group, scenario.cluster);
  if (group.domains <= 1) return {plain.time, plain.sent_per_gpu};
  const auto routed = degree(scenario.model.num_experts_per_tok);
  const auto domains = static_cast<double>(group.domains);
  const double open = domains_open(domains, scenario.model);
  const double saved = copies_sent(routed, domains, traits_of(scenario.software).traffic.once_a_domain, open) /
                       copies_sent(routed, domains, false, open);
  return {plain.time * saved, plain.sent_per_gpu * saved};
}

}  // namespace shardscope
