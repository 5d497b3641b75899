#include "core/changes/network_changes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/changes/degrees.h"
#include "core/changes/follow_edit.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr double worth_saying = 1e-3;
constexpr std::int64_t rack_of_links = 72;  // GPUs that share NVLink in a rack: NVIDIA GB200 NVL72

/// "Fibre 8 → 16 Tb/s", from bytes per second.
std::string fibre_words(double bandwidth, double times) {
  const double gigabits = bandwidth * 8 / 1e9;
  return gigabits < 1000 ? arrow("Fibre", gigabits, gigabits * times) + " Gb/s"
                         : arrow("Fibre", gigabits / 1000, gigabits / 1000 * times) + " Tb/s";
}

class Ideas {
 public:
  explicit Ideas(const Scenario& present) : present_(present) {}

  template <class Change>
  void add(std::string words, std::string path, bool hardware, Change&& change) {
    NetworkIdea idea{std::move(words), std::move(path), hardware, present_};
    change(idea.scenario);
    found_.push_back(std::move(idea));
  }
  /// The valid values next to the degree's own, where no more GPUs idle than now.
  void add_degree(std::string_view path, std::string_view name, std::int64_t Plan::*degree) {
    const std::int64_t now = present_.plan.*degree;
    const DegreeChanges changes(present_, {});
    const std::vector<std::int64_t> values = changes.values(path);
    const auto here = std::find(values.begin(), values.end(), now);
    if (here == values.end()) return;
    const auto try_value = [&](std::int64_t value) {
      if (std::optional<Scenario> edited = changes.with(degree, value))
        found_.push_back({arrow(name, static_cast<double>(now), static_cast<double>(value)), std::string(path), false,
                          std::move(*edited)});
    };
    if (here != values.begin()) try_value(*(here - 1));
    if (here + 1 != values.end()) try_value(*(here + 1));
  }
  std::vector<NetworkIdea> take() { return std::move(found_); }

 private:
  const Scenario& present_;
  std::vector<NetworkIdea> found_;
};

void add_hardware(Ideas& ideas, const Cluster& cluster) {
  const double gigabits = cluster.scale_out_bandwidth * 8 / 1e9;
  for (const double times : {2.0, 4.0})
    ideas.add(arrow("Network", gigabits, gigabits * times) + " Gb/s per GPU", "cluster.scale_out_bandwidth", true,
              [&](Scenario& s) { s.cluster.scale_out_bandwidth *= times; });
  const std::int64_t domain = cluster.scale_up_domain.value_or(cluster.gpus_per_node);
  if (domain < rack_of_links && cluster.gpus > domain && cluster.topology.kind != TopologyKind::torus)
    ideas.add(arrow("Scale-up domain", static_cast<double>(domain), static_cast<double>(rack_of_links)) +
                  " GPUs, as in GB200 NVL72",
              "cluster.scale_up_domain", true, [](Scenario& s) { s.cluster.scale_up_domain = rack_of_links; });
  const auto unblock = [&](std::string_view name, const char* path, NetworkLevel Topology::*level) {
    const double over = (cluster.topology.*level).oversubscription;
    if (over > 1)
      ideas.add(std::string(name) + " " + one_decimal(over) + ":1 → 1:1", path, true,
                [&](Scenario& s) { (s.cluster.topology.*level).oversubscription = 1; });
  };
  unblock("Links out of racks", "cluster.topology.rack.oversubscription", &Topology::rack);
  unblock("Links out of pods", "cluster.topology.pod.oversubscription", &Topology::pod);
  unblock("Links out of halls", "cluster.topology.hall.oversubscription", &Topology::hall);
  if (!cluster.topology.scale_out_reduction)
    ideas.add("Network switches that add up (SHARP)", "cluster.topology.scale_out_reduction", true,
              [](Scenario& s) { s.cluster.topology.scale_out_reduction = true; });
  if (cluster.sites.number > 1)
    for (const double times : {2.0, 10.0})
      ideas.add(fibre_words(cluster.sites.bandwidth, times), "cluster.sites.bandwidth", true,
                [&](Scenario& s) { s.cluster.sites.bandwidth *= times; });
}

void add_overlap(Ideas& ideas, const Plan& plan) {
  const auto turn_on = [&](std::string_view words, const char* path, std::optional<bool> Overlap::*which, bool exists) {
    if (exists && !(plan.overlap.*which).value_or(false))
      ideas.add(std::string(words), path, false, [&](Scenario& s) { s.plan.overlap.*which = true; });
  };
  const bool replicas = plan.dp.value_or(1) > 1;
  turn_on("Overlap tensor traffic", "plan.overlap.tp", &Overlap::tp, plan.tp > 1);
  turn_on("Overlap context traffic", "plan.overlap.cp", &Overlap::cp, plan.cp > 1);
  turn_on("Overlap expert traffic", "plan.overlap.ep", &Overlap::ep, plan.ep > 1);
  turn_on("Overlap gradients", "plan.overlap.dp_grad", &Overlap::dp_grad, replicas);
  turn_on("Overlap parameters", "plan.overlap.dp_param", &Overlap::dp_param, replicas);
}

void add_plan(Ideas& ideas, const Scenario& present, const Scenario& filled) {
  const Plan& plan = filled.plan;
  ideas.add_degree("plan.tp", "TP", &Plan::tp);
  ideas.add_degree("plan.pp", "PP", &Plan::pp);
  if (plan.cp > 1) ideas.add_degree("plan.cp", "CP", &Plan::cp);
  if (filled.model.num_experts > 0) ideas.add_degree("plan.ep", "EP", &Plan::ep);
  ideas.add_degree("plan.micro_batch", "Micro-batch", &Plan::micro_batch);
  for (const RankOrder& order : {megatron_order, megatron_tp_pp_dp_order})
    if (rank_order_of(plan, filled.cluster) != order && plan.pp > 1 && plan.dp.value_or(1) > 1)
      ideas.add("Ranks in order " + text_of(order), "plan.rank_order", false,
                [&](Scenario& s) { s.plan.rank_order = text_of(order); });
  if (plan.collective_algorithm != CollectiveAlgorithm::automatic)
    ideas.add("The fastest algorithm of each collective", "plan.collective_algorithm", false,
              [](Scenario& s) { s.plan.collective_algorithm = CollectiveAlgorithm::automatic; });
  add_overlap(ideas, plan);
  if (plan.gradient_dtype == Dtype::fp32 && plan.precision != Precision::fp32)
    ideas.add("Gradients in bf16", "plan.gradient_dtype", false,
              [](Scenario& s) { s.plan.gradient_dtype = Dtype::bf16; });
  if (plan.zero.value_or(0) == 3) ideas.add("ZeRO 3 → 1", "plan.zero", false, [](Scenario& s) { s.plan.zero = 1; });
  if (filled.cluster.sites.number <= 1) return;
  if (plan.across_sites != AcrossSites::dp)
    ideas.add("Data parallelism across the sites", "plan.across_sites", false,
              [](Scenario& s) { s.plan.across_sites = AcrossSites::dp, s.plan.rank_order.reset(); });
  if (plan.gradient_compression < 4)
    ideas.add("Gradients compressed 4 times between sites", "plan.gradient_compression", false,
              [](Scenario& s) { s.plan.gradient_compression = 4; });
  if (present.plan.local_steps <= 1)
    ideas.add("50 local steps between exchanges (DiLoCo)", "plan.local_steps", false,
              [](Scenario& s) { s.plan.local_steps = 50; });
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
