#include "core/diagnosis/hypotheses.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/changes/what_if.h"

namespace shardscope {

namespace {

/// How far jitter is above a quiet run's where the cause comes and goes: assumptions, as wide as is known of them.
constexpr SignShift some_jitter = {Sign::jitter, 0.4, 0.6}, much_jitter = {Sign::jitter, 1.0, 0.7};

std::vector<Altered> slow_ranks(const Report& report) {
  std::vector<Altered> all;
  for (const double factor : {1.1, 1.2, 1.35, 1.6, 2.0}) {
    Altered each{factor, report.scenario};
    each.scenario.run.slow_rank = report.time->critical_rank;
    each.scenario.run.slow_factor = factor;
    each.shifts = {some_jitter};
    all.push_back(std::move(each));
  }
  return all;
}

std::vector<Altered> half_networks(const Report& report) {
  if (report.scenario.cluster.gpus <= report.scenario.cluster.gpus_per_node) return {};
  std::vector<Altered> all;
  for (const double share : {0.5, 0.25}) {
    Altered each{share, report.scenario};
    each.scenario.cluster.scale_out_bandwidth *= share;
    each.shifts = {some_jitter};
    all.push_back(std::move(each));
  }
  return all;
}

/// All that the plan overlaps, and of that the replicas' exchange alone.
std::vector<Altered> without_overlap(const Report& report) {
  const Overlap none{false, false, false, false, false, false};
  Overlap replicas = report.scenario.plan.overlap;
  replicas.dp_grad = replicas.dp_param = false;
  std::vector<Altered> all;
  for (const Overlap& overlap : {none, replicas}) {
    if (overlap == report.scenario.plan.overlap) continue;
    all.push_back({1, report.scenario});
    all.back().scenario.plan.overlap = overlap;
  }
  return all;
}

std::vector<Altered> with_recompute(const Report& report, bool more) {
  const RecomputeMode mode = recompute_mode(report.scenario.plan);
  std::vector<Altered> all;
  for (const RecomputeMode other : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
    if (other == mode || (other > mode) != more) continue;
    Altered each{1, report.scenario};
    Recompute recompute;
    recompute.mode = other;
    recompute.modules = modules_of(recompute);
    each.scenario.plan.recompute = recompute;
    all.push_back(std::move(each));
  }
  return all;
}

std::vector<Altered> unbalanced_experts(const Report& report) {
  const Scenario& scenario = report.scenario;
  if (!has_experts(scenario.model) || scenario.plan.ep <= 1) return {};
  std::vector<Altered> all;
  for (const double times : {1.25, 1.5, 2.0, 3.0}) {
    all.push_back({times, scenario});
    all.back().scenario.plan.expert_imbalance = scenario.plan.expert_imbalance * times;
    all.back().shifts = {much_jitter};
  }
  return all;
}

std::vector<Altered> unfused_attention(const Report& report) {
  if (!fuses_attention(report.scenario.plan)) return {};
  std::vector<Altered> all = {{1, report.scenario}};
  all.back().scenario.plan.flash_attention = false;
  return all;
}

std::vector<Altered> slow_hosts(const Report& report) {
  std::vector<Altered> all;
  for (const double times : {2.0, 4.0, 8.0, 16.0}) {
    all.push_back({times, report.scenario});
    all.back().scenario.cluster.gpu.efficiency.launch_seconds *= times;
    all.back().scenario.cluster.constants.moe_sync_seconds *= times;
    all.back().shifts = {much_jitter};
  }
  return all;
}

/// What a quiet run's jitter grows by beside another of that size.
double jitter_with(double other) {
  return logarithm(std::hypot(sign_scale::quiet_jitter, other) / sign_scale::quiet_jitter);
}

/// Waits that vary by half of themselves, of which a fifth is seen as outliers.
std::vector<Altered> data_waits(const Report& report) {
  constexpr double varies = 0.5, stalls = 0.2;
  std::vector<Altered> all;
  for (const double share : {0.06, 0.12, 0.25, 0.5, 1.0}) {
    Altered each{share, report.scenario, share};
    const double of_step = share / (1 + share);
    each.shifts = {{Sign::jitter, jitter_with(varies * of_step), 0.5},
                   {Sign::stalls, logarithm_of_one_plus(stalls * of_step / sign_scale::quiet_stalls), 0.8},
                   {Sign::data, logarithm(sign_scale::data_least + of_step) - logarithm(sign_scale::quiet_data), 0}};
    all.push_back(std::move(each));
  }
  return all;
}

/// By `share` longer at the end than at the begin; half of that is in the median. What a GPU reserves leaves a sixth or
/// more unused.
std::vector<Altered> growing_fragmentation(const Report& report) {
  constexpr double unused = 0.15;
  std::vector<Altered> all;
  for (const double share : {0.05, 0.1, 0.2, 0.4}) {
    Altered each{share, report.scenario, share / 2};
    const double growth = 1.0 / 1.5 * share;  // between the middles of the first and the last third
    each.shifts = {{Sign::growth, growth, growth / 2},
                   {Sign::jitter, jitter_with(share / 4), 0.6},
                   {Sign::stalls, 0.5, 0.8},
                   {Sign::slack, unused, 0.08}};
    all.push_back(std::move(each));
  }
  return all;
}

std::vector<Altered> other_clocks(const Report& report) {
  std::vector<Altered> all;
  for (const double clock : {0.5, 0.6, 0.7, 0.8, 0.88, 1.1}) {
    HardwareFactors factors = hardware_as_it_is;
    factors[index_of(HardwareFigure::peak)] = clock;
    all.push_back({clock, on_hardware(report.scenario, factors)});
  }
  return all;
}

}  // namespace

std::vector<Altered> alterations(Cause cause, const Report& report) {
  if (!report.time) return {};
  switch (cause) {
    case Cause::slow_rank:
      return slow_ranks(report);
    case Cause::half_network:
      return half_networks(report);
    case Cause::no_overlap:
      return without_overlap(report);
    case Cause::recompute_on:
      return with_recompute(report, true);
    case Cause::recompute_off:
      return with_recompute(report, false);
    case Cause::unbalanced_experts:
      return unbalanced_experts(report);
    case Cause::unfused_attention:
      return unfused_attention(report);
    case Cause::slow_host:
      return slow_hosts(report);
    case Cause::data_loading:
      return data_waits(report);
    case Cause::fragmentation:
      return growing_fragmentation(report);
    case Cause::gpu_clock:
      return other_clocks(report);
  }
  return {};
}

}  // namespace shardscope
