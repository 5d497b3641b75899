// Rules on how the plan sits on the machines.
#include <algorithm>

#include "core/base/rule_words.h"
#include "core/base/saturating.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/rank_order.h"
#include "core/validate/rules.h"

namespace shardscope::rule {

namespace {

/// GPUs without work that no larger dp could use, fewer than one in twenty: what a round number of replicas leaves
/// over.
bool only_left_over(const Scenario& s) {
  const std::int64_t gpus = s.cluster.gpus, idle = gpus - gpus_at_work(s.plan);
  const std::int64_t most_replicas = gpus / gpus_of_replica(s.plan);
  return most_replicas <= replicas_of(s.plan) && idle < gpus / 20;
}

void say_idle(const Scenario& s, Problems& problems) {
  const std::int64_t used = gpus_at_work(s.plan), gpus = s.cluster.gpus;
  const std::int64_t most_replicas = gpus / gpus_of_replica(s.plan), dp = replicas_of(s.plan);
  add(problems, "cluster.gpus",
      with_commas(gpus - used) + " of " + with_commas(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
          (gpus - used == 1 ? " stays" : " stay") + " idle: TP × PP × CP × DP is " + with_commas(used) +
          (most_replicas > dp ? "; DP could be " + with_commas(most_replicas) : ""));
}

}  // namespace

void gpus_idle(const Scenario& s, Problems& problems) {
  if (gpus_at_work(s.plan) < s.cluster.gpus && !only_left_over(s)) say_idle(s, problems);
}

void gpus_left_over(const Scenario& s, Problems& problems) {
  if (gpus_at_work(s.plan) < s.cluster.gpus && only_left_over(s)) say_idle(s, problems);
}

void nodes_filled(const Scenario& s, Problems& problems) {
  const std::int64_t node = at_least_one(s.cluster.gpus_per_node), used = gpus_at_work(s.plan);
  if (used <= node || used % node == 0) return;
  add(problems, "cluster.gpus_per_node",
      "the last node is not filled: " + with_commas(used) + " ranks over nodes of " + std::to_string(node) + " leave " +
          std::to_string(node - used % node) + " GPUs of it without work");
}

void tensor_in_domain(const Scenario& s, Problems& problems) {
  const std::int64_t domain = scale_up_domain_of(s.cluster);
  const std::int64_t tp = s.plan.tp;
  if (tp > domain)
    add(problems, "plan.tp",
        std::to_string(tp) + " is wider than the scale-up domain of " + counted(domain, "GPU", "GPUs") +
            ": every layer's traffic goes over the network; use " + std::to_string(domain) + " or fewer");
  else if (tp > 1 && domain % tp != 0 && gpus_at_work(s.plan) > domain)
    add(problems, "plan.tp",
        std::to_string(tp) + " doesn't divide the scale-up domain (" + std::to_string(domain) +
            "): some tensor groups go over the network" + try_values(divisors(domain, domain), tp));
}

void rank_order_readable(const Scenario& s, Problems& problems) {
  if (s.plan.rank_order && !parse_rank_order(*s.plan.rank_order))
    add(problems, "plan.rank_order",
        "\"" + *s.plan.rank_order + "\" isn't an order of tp, cp, ep, dp and pp: write " + text_of(megatron_order) +
            ", each once");
}

void torus_holds_domain(const Scenario& s, Problems& problems) {
  if (s.cluster.topology.kind != TopologyKind::torus || !s.cluster.topology.torus) return;
  const std::vector<std::int64_t>& axes = *s.cluster.topology.torus;
  const std::int64_t domain = scale_up_domain_of(s.cluster);
  const bool whole = axes.size() == 3 && saturating_product({axes[0], axes[1], axes[2]}) == domain;
  if (!whole)
    add(problems, "cluster.topology.torus",
        "isn't three axes whose product is the scale-up domain (" + std::to_string(domain) + ")");
}

void rack_uplinks_exist(const Scenario& s, Problems& problems) {
  const Topology& topology = s.cluster.topology;
  if (topology.rack.oversubscription > 1 && topology.kind != TopologyKind::fat_tree)
    add(problems, "cluster.topology.rack.oversubscription",
        "has no effect: only in a plain fat tree have racks switches of their own; set the pod's");
}

void sites_share_ranks(const Scenario& s, Problems& problems) {
  const std::int64_t sites = s.cluster.sites.number;
  if (sites <= 1) return;
  const auto degree = [&] {
    switch (s.plan.across_sites) {
      case AcrossSites::dp:
        return replicas_of(s.plan);
      case AcrossSites::pp:
        return s.plan.pp;
      case AcrossSites::cp:
        return s.plan.cp;
      case AcrossSites::tp:
        return s.plan.tp;
    }
    return std::int64_t{1};
  }();
  if (degree % sites != 0)
    add(problems, "plan.across_sites",
        std::to_string(sites) + " sites don't divide " + std::string(json_name(s.plan.across_sites)) + " (" +
            std::to_string(degree) + "): sites have unequal shares, or groups of other kinds cross the fibre too");
}

void local_steps_act(const Scenario& s, Problems& problems) {
  if (s.plan.local_steps > 1 && (!has_sites(s.cluster) || s.plan.across_sites != AcrossSites::dp))
    add(problems, "plan.local_steps", "takes effect where data parallelism crosses several sites");
}

}  // namespace shardscope::rule
