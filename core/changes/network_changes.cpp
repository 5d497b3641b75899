#include "core/changes/network_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/changes/degrees.h"
#include "core/changes/follow_edit.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr double worth_saying = 1e-3;
constexpr std::int64_t rack_of_links = 72;  // GPUs that share NVLink in a rack: NVIDIA GB200 NVL72

/// "Fibre 8 → 16 Tb/s", from bytes per second.
std::string fibre_words(double bandwidth, double times) {
  const double gigabits = bandwidth / bytes_per_gigabit;
  return gigabits < 1000 ? arrow("Fibre", gigabits, gigabits * times) + " Gb/s"
                         : arrow("Fibre", gigabits / 1000, gigabits / 1000 * times) + " Tb/s";
}

class Ideas {
 public:
  explicit Ideas(const Scenario& present) : present_(present) {}

  template <class Change>
  void add_hardware(std::string words, std::string path, Change&& change) {
    NetworkIdea idea{{std::move(words), std::move(path), present_}, true};
    change(idea.scenario.cluster);
    found_.push_back(std::move(idea));
  }
  void add(const PlanEdit& edit) { found_.push_back({with_edit(present_, edit), false}); }
  void add(const std::optional<PlanEdit>& edit) {
    if (edit) add(*edit);
  }
  void add(PlanDegree degree) {
    for (SingleChange& change : degree_beside(present_, degree)) found_.push_back({std::move(change), false});
  }
  std::vector<NetworkIdea> take() { return std::move(found_); }

 private:
  const Scenario& present_;
  std::vector<NetworkIdea> found_;
};

void add_hardware(Ideas& ideas, const Cluster& cluster) {
  const double gigabits = cluster.scale_out_bandwidth / bytes_per_gigabit;
  for (const double times : {2.0, 4.0})
    ideas.add_hardware(arrow("Network", gigabits, gigabits * times) + " Gb/s per GPU", "cluster.scale_out_bandwidth",
                       [&](Cluster& changed) { changed.scale_out_bandwidth *= times; });
  const std::int64_t domain = scale_up_domain_of(cluster);
  if (domain < rack_of_links && cluster.gpus > domain && cluster.topology.kind != TopologyKind::torus)
    ideas.add_hardware(arrow("Scale-up domain", static_cast<double>(domain), static_cast<double>(rack_of_links)) +
                           " GPUs, as in GB200 NVL72",
                       "cluster.scale_up_domain", [](Cluster& changed) { changed.scale_up_domain = rack_of_links; });
  const auto unblock = [&](std::string_view name, const char* path, NetworkLevel Topology::*level) {
    const double over = (cluster.topology.*level).oversubscription;
    if (over > 1)
      ideas.add_hardware(std::string(name) + " " + one_decimal(over) + ":1 → 1:1", path,
                         [&](Cluster& changed) { (changed.topology.*level).oversubscription = 1; });
  };
  unblock("Links out of racks", "cluster.topology.rack.oversubscription", &Topology::rack);
  unblock("Links out of pods", "cluster.topology.pod.oversubscription", &Topology::pod);
  unblock("Links out of halls", "cluster.topology.hall.oversubscription", &Topology::hall);
  if (!cluster.topology.scale_out_reduction)
    ideas.add_hardware("Network switches that add up (SHARP)", "cluster.topology.scale_out_reduction",
                       [](Cluster& changed) { changed.topology.scale_out_reduction = true; });
  if (has_sites(cluster))
    for (const double times : {2.0, 10.0})
      ideas.add_hardware(fibre_words(cluster.sites.bandwidth, times), "cluster.sites.bandwidth",
                         [&](Cluster& changed) { changed.sites.bandwidth *= times; });
}

void add_between_sites(Ideas& ideas, const Plan& present, const Plan& filled) {
  if (filled.across_sites != AcrossSites::dp)
    ideas.add(PlanEdit{"Data parallelism across the sites", "plan.across_sites",
                       [](Plan& plan) { plan.across_sites = AcrossSites::dp, plan.rank_order.reset(); }});
  if (filled.gradient_compression < 4)
    ideas.add(PlanEdit{"Gradients compressed 4 times between sites", "plan.gradient_compression",
                       [](Plan& plan) { plan.gradient_compression = 4; }});
  if (present.local_steps <= 1)
    ideas.add(PlanEdit{"50 local steps between exchanges (DiLoCo)", "plan.local_steps",
                       [](Plan& plan) { plan.local_steps = 50; }});
}

void add_plan(Ideas& ideas, const Scenario& present, const Scenario& filled) {
  const Plan& plan = filled.plan;
  ideas.add(PlanDegree::tp);
  ideas.add(PlanDegree::pp);
  if (plan.cp > 1) ideas.add(PlanDegree::cp);
  if (has_experts(filled.model)) ideas.add(PlanDegree::ep);
  ideas.add(PlanDegree::micro_batch);
  for (const PlanEdit& edit : rank_order_edits(filled)) ideas.add(edit);
  if (plan.collective_algorithm != CollectiveAlgorithm::automatic)
    ideas.add(PlanEdit{"The fastest algorithm of each collective", "plan.collective_algorithm",
                       [](Plan& changed) { changed.collective_algorithm = CollectiveAlgorithm::automatic; }});
  for (const PlanEdit& edit : overlap_edits(plan)) ideas.add(edit);
  ideas.add(narrower_gradients(plan));
  if (shards_weights(plan)) ideas.add(zero_edit(plan, zero_stage::optimizer));
  if (has_sites(filled.cluster)) add_between_sites(ideas, present.plan, plan);
}

}  // namespace

std::vector<NetworkIdea> network_ideas(const Scenario& present, const Report& report) {
  if (!report.valid || !report.time) return {};
  Ideas ideas(present);
  add_hardware(ideas, report.scenario.cluster);
  add_plan(ideas, present, report.scenario);
  return ideas.take();
}

std::optional<NetworkChange> tried(const Report& before, const NetworkIdea& idea) {
  const Report after = evaluate(idea.scenario);
  if (!after.valid || !after.throughput || !before.throughput) return std::nullopt;
  NetworkChange change{idea, 0, LevelKind::gpu, 0, after.fits};
  change.faster = after.throughput->tokens_per_second / before.throughput->tokens_per_second - 1;
  if (!(change.faster >= worth_saying)) return std::nullopt;
  if (!after.network.empty()) change.hottest = after.network.front().level, change.load = after.network.front().load;
  return change;
}

void order_changes(std::vector<NetworkChange>& changes) {
  std::stable_sort(changes.begin(), changes.end(), [](const NetworkChange& a, const NetworkChange& b) {
    return a.fits != b.fits ? a.fits : a.faster > b.faster;
  });
}

}  // namespace shardscope
