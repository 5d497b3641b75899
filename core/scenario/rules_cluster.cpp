// Rules on how the plan sits on the machines.
#include <algorithm>

#include "core/scenario/rule_words.h"
#include "core/scenario/rules.h"

namespace shardscope::rule {

namespace {

/// GPUs without work that no larger dp could use, fewer than one in twenty: what a round number of replicas leaves
/// over.
bool only_left_over(const Scenario& s) {
  const std::int64_t gpus = s.cluster.gpus, idle = gpus - gpus_at_work(s.plan);
  const std::int64_t room = gpus / gpus_of_replica(s.plan);
  return room <= at_least_one(s.plan.dp.value_or(1)) && idle < gpus / 20;
}

void say_idle(const Scenario& s, Problems& problems) {
  const std::int64_t used = gpus_at_work(s.plan), gpus = s.cluster.gpus;
  const std::int64_t room = gpus / gpus_of_replica(s.plan), dp = at_least_one(s.plan.dp.value_or(1));
  add(problems, "cluster.gpus",
      with_commas(gpus - used) + " of " + with_commas(gpus) + (gpus == 1 ? " GPU" : " GPUs") +
          (gpus - used == 1 ? " stays" : " stay") + " idle: TP × PP × CP × DP is " + with_commas(used) +
          (room > dp ? "; DP could be " + with_commas(room) : ""));
}

}  // namespace

void gpus_busy(const Scenario& s, Problems& problems) {
  if (gpus_at_work(s.plan) < s.cluster.gpus && !only_left_over(s)) say_idle(s, problems);
}

void gpus_left_over(const Scenario& s, Problems& problems) {
  if (gpus_at_work(s.plan) < s.cluster.gpus && only_left_over(s)) say_idle(s, problems);
}

void nodes_filled(const Scenario& s, Problems& problems) {
  const std::int64_t node = at_least_one(s.cluster.gpus_per_node), used = gpus_at_work(s.plan);
  if (used <= node || used % node == 0) return;
  add(problems, "cluster.gpus_per_node",
      "the last node is not filled: " + with_commas(used) + " ranks over nodes of " + words_of(node) + " leave " +
          words_of(node - used % node) + " GPUs of it without work");
}

void tensor_in_domain(const Scenario& s, Problems& problems) {
  const std::int64_t domain = at_least_one(s.cluster.scale_up_domain.value_or(s.cluster.gpus_per_node));
  const std::int64_t tp = s.plan.tp;
  if (tp > domain)
    add(problems, "plan.tp",
        words_of(tp) + " is wider than the scale-up domain of " + counted(domain, "GPU", "GPUs") +
            ": every layer's traffic goes over the network; use " + words_of(domain) + " or fewer");
  else if (tp > 1 && domain % tp != 0 && gpus_at_work(s.plan) > domain)
    add(problems, "plan.tp",
        words_of(tp) + " doesn't divide the scale-up domain (" + words_of(domain) +
            "): some tensor groups go over the network" + try_values(divisors(domain, domain), tp));
}

void cluster_evaluated(const Scenario& s, Problems& problems) {
  for (const auto& [key, json] : s.cluster.unevaluated)
    add(problems, "cluster." + key, "is kept and not evaluated: the cluster counts as uniform, on one site");
}

}  // namespace shardscope::rule
