#include "core/evaluate/evaluate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/limits.h"
#include "core/base/rule_words.h"
#include "core/cluster/collectives.h"
#include "core/cluster/fabric.h"
#include "core/cluster/placement.h"
#include "core/evaluate/finite.h"
#include "core/evaluate/pool_headline.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "core/evaluate/run_of_report.h"
#include "core/hardware/operation_time.h"
#include "core/memory/activations.h"
#include "core/pipeline/end_passes.h"
#include "core/scenario/stage_placement.h"
#include "core/step/level_loads.h"
#include "core/step/step.h"
#include "core/step/throughput.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// The schedule, or nothing with the reasons among the problems.
std::optional<Schedule> schedule_of(const Plan& plan, const PassTimes* times, std::vector<Problem>& problems) {
  Outcome<Schedule> outcome = make_schedule(schedule_request(plan, times));
  if (succeeded(outcome)) {
    Schedule schedule = std::move(std::get<0>(outcome));
    return plan.end_passes ? with_end_passes(std::move(schedule)) : schedule;
  }
  for (Problem problem : problems_of(outcome)) {
    problem.severity = Severity::warning;  // the plan may run; only its time can't be simulated
    const auto same = [&](const Problem& other) { return other.path == problem.path && other.rule == problem.rule; };
    if (std::none_of(problems.begin(), problems.end(), same)) problems.push_back(std::move(problem));
  }
  return std::nullopt;
}

/// Rounded to a tenth, as the window shows it.
std::string gigabytes(double bytes) {
  const long long tenths = std::llround(std::clamp(bytes / 1e8, 0.0, 9e15));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

/// "largest: weights 45%, gradients 45%": the largest part, and those that are about as large, as shares of the whole.
std::string largest_parts(const StageMemory& stage) {
  constexpr std::array<std::string_view, memory_component_count> names = {"weights", "gradients", "optimizer state",
                                                                          "activations", "buffers"};
  constexpr double as_large = 0.8;  // of the largest: named beside it
  std::array<std::size_t, names.size()> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto bytes = [&](std::size_t c) { return stage.component(static_cast<MemoryComponent>(c)).value; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bytes(a) > bytes(b); });
  std::string words;
  std::size_t named = 0;
  for (const std::size_t c : order) {
    if (named > 0 && bytes(c) < as_large * bytes(order.front())) break;
    words += (named++ == 0 ? " " : ", ") + std::string(names[c]) + " " +
             std::to_string(std::lround(100 * bytes(c) / stage.total.value)) + "%";
  }
  return "largest:" + words;
}

void check_fit(const Report& report, std::vector<Problem>& problems) {
  if (report.fits) return;
  const StageMemory& fullest = report.memory.stages[static_cast<std::size_t>(report.memory.peak_stage)];
  problems.push_back({Severity::warning, "plan",
                      "does not fit: stage " + std::to_string(report.memory.peak_stage) + " needs " +
                          gigabytes(report.memory.peak.value) + " of " + gigabytes(report.memory.capacity.value) +
                          ", " + largest_parts(fullest),
                      "fits-in-memory"});
}

/// One stage that works much longer than the others makes all of them wait.
void check_balance(const Report& report, std::vector<Problem>& problems) {
  constexpr double worth_saying = 1.15;  // of the mean; below it the hint about uneven layers says enough
  if (!report.timeline || report.timeline->ranks < 2) return;
  const std::vector<Seconds>& busy = report.timeline->busy;
  const auto slowest = std::max_element(busy.begin(), busy.end());
  const Seconds mean = std::accumulate(busy.begin(), busy.end(), Seconds{}) / static_cast<double>(busy.size());
  if (!(slowest->value > worth_saying * mean.value)) return;
  const std::string percent = std::to_string(std::lround((*slowest / mean - 1) * 100));
  problems.push_back({Severity::hint, "plan.stage_layers",
                      "stage " + std::to_string(slowest - busy.begin()) + " works " + percent +
                          "% longer than the mean: the others wait for it; give it fewer layers",
                      "stages-balanced"});
}

/// A convention that counts FLOPs which no kernel runs can find more of them than the peak has.
void check_convention(const Report& report, std::vector<Problem>& problems) {
  if (!report.throughput || report.throughput->mfu <= 1) return;
  problems.push_back({Severity::hint, "flops_convention",
                      "MFU above 100%: this convention counts attention over the whole sequence, of which kernels skip "
                      "what a causal mask or a sliding window hides; six_nd leaves attention out",
                      "mfu-possible"});
}

/// Where an algorithm that the plan names can't run, and what runs instead.
void check_algorithm(const Report& report, std::vector<Problem>& problems) {
  const CollectiveAlgorithm wanted = report.scenario.plan.collective_algorithm;
  if (wanted == CollectiveAlgorithm::automatic) return;
  for (const Communication& row : report.communication) {
    const bool chosen = row.kind == GroupKind::tp || row.kind == GroupKind::dp;  // the others have one way each
    if (!chosen || row.way == way_of(wanted) || row.way == CollectiveWay::none) continue;
    const bool tensor = row.kind == GroupKind::tp;
    const bool in_halves = tensor && row.collective == "all-reduce";  // as core/step counts it
    problems.push_back(
        {Severity::hint, "plan.collective_algorithm",
         std::string(json_name(wanted)) + " can't do the " + (tensor ? "TP" : "DP") + " groups' " +
             (in_halves ? "reduce-scatter and all-gather, which are their all-reduce" : std::string(row.collective)) +
             ": " + std::string(why_not(wanted)) + "; " + std::string(row.algorithm) + " does it",
         "algorithm-usable"});
  }
}

/// Whether a mixed cluster's figures are those of its pools' split, or why not and what they are then.
void check_pools(const Report& report, std::vector<Problem>& problems) {
  const std::vector<Pool>& pools = report.scenario.cluster.pools;
  if (pools.size() < 2 || !report.time) return;
  if (report.pools) {
    problems.push_back({Severity::hint, "cluster.pools",
                        "step, tokens and memory are those of the pools' best split, each stage or replica on its own "
                        "pool's GPUs; the Network page is of those that the others wait for",
                        "pools-counted"});
    return;
  }
  problems.push_back({Severity::warning, "cluster.pools",
                      "the pools can't share this plan: " + std::string(why_no_replicas(report.scenario)) + "; " +
                          std::string(why_no_stages(report.scenario)) +
                          ". Step, tokens and memory count every GPU as the first pool's, " + name_of(pools.front()),
                      "pools-counted"});
}

/// A machine that two sites share.
void check_domains(const Report& report, std::vector<Problem>& problems) {
  const Cluster& cluster = report.scenario.cluster;
  const std::int64_t whole = cluster.scale_up_domain.value_or(cluster.gpus_per_node), part = gpus_of_domain(cluster);
  if (cluster.sites.number <= 1 || part >= whole) return;
  problems.push_back({Severity::warning, "cluster.sites.number",
                      with_commas(cluster.sites.number) + " sites of " + with_commas(part) + " GPUs are smaller than " +
                          (whole > cluster.gpus_per_node ? "a scale-up domain" : "a node") + " of " +
                          with_commas(whole) + ": it is taken as cut, its parts joined by fibre alone",
                      "sites-cut-domains"});
}

/// Sites of whole nodes differ by some: where that leaves the last too small for its share, parts lie in two sites.
void check_sites(const Report& report, std::vector<Problem>& problems) {
  const Cluster& cluster = report.scenario.cluster;
  if (cluster.sites.number <= 1 || !cluster.pools.empty() || !report.time) return;
  const auto uneven = [](const Problem& problem) { return problem.rule == "sites-share-ranks"; };
  if (std::any_of(problems.begin(), problems.end(), uneven)) return;
  const Placement placement = place_ranks(report.scenario.plan, cluster);
  const std::int64_t part = ranks_of_part(placement.dense), each = placement.ranks_per_site;
  if (each >= placement.dense.ranks || each % part == 0) return;
  const std::int64_t last = cluster.gpus - (cluster.sites.number - 1) * gpus_of_site(cluster);
  problems.push_back({Severity::hint, "cluster.gpus",
                      "sites of whole nodes are unequal, the last has " + with_commas(std::max<std::int64_t>(0, last)) +
                          " GPUs: too few for its share of parts of " + with_commas(part) +
                          " GPUs, so that one lies in two sites at each border; " + with_commas(placement.dense.ranks) +
                          " GPUs are all that the plan needs",
                      "sites-hold-parts"});
}

/// A plan that can be laid out: every degree and size at least 1, no more stages than the layout's limits.
bool can_be_timed(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const std::int64_t least =
      std::min({plan.tp, plan.pp, plan.cp, plan.ep, plan.dp.value_or(1), plan.virtual_stages, plan.micro_batch,
                plan.sequence_length, plan.global_batch, scenario.cluster.gpus, scenario.model.num_hidden_layers});
  return least >= 1;
}

std::optional<MachineSpeed> speed_of(const Scenario& scenario) {
  if (!can_be_timed(scenario)) return std::nullopt;
  return machine_speed(scenario);
}

/// What a schedule that is searched for looks at; nothing for the others, whose order follows from the counts.
std::optional<PassTimes> times_to_search(const Report& report, const std::optional<MachineSpeed>& speed) {
  if (!speed || !is_searched(schedule_kind(report.scenario.plan))) return std::nullopt;
  return pass_times(report.scenario, stage_costs(report.scenario, report.layout, *speed));
}

void set_times(Report& report, const Schedule& schedule, const MachineSpeed& speed) {
  StepResult step = run_step(report.scenario, report.layout, schedule, speed);
  if (!(step.time.step.value > 0) || !is_finite(step.time)) return;
  report.throughput =
      throughput_of(report.scenario, report.parameters, step.time.step, step.hardware_recompute_flops, speed.peak);
  report.time = std::move(step.time);
  report.timeline = std::move(step.timeline);
  report.communication = std::move(step.communication);
  report.network = level_loads(report.communication, report.scenario.cluster, report.time->step);
}

/// Whether gradients cross the sites every step, level by level where that is fastest: NCCL alone doesn't.
bool may_go_by_levels(const Report& report) {
  const auto crosses = [](const Communication& row) {
    return row.kind == GroupKind::dp &&
           std::find(row.levels.begin(), row.levels.end(), LevelKind::sites) != row.levels.end();
  };
  return report.scenario.plan.collective_algorithm == CollectiveAlgorithm::automatic &&
         std::any_of(report.communication.begin(), report.communication.end(), crosses);
}

/// What a plan's step takes where its gradients may go level by level as well as by what NCCL has.
std::optional<Seconds> step_by_levels(const Report& report) {
  if (!report.time) return std::nullopt;
  Scenario scenario = report.scenario;
  scenario.plan.collective_algorithm = CollectiveAlgorithm::hierarchical;
  const Report other = evaluate(scenario);
  if (!other.time) return report.time->step;
  // The exchange, and what ranks wait for it; the optimizer's small messages stay as they are.
  const auto exchange = [](const StepBreakdown& step) { return step.dp_comm + step.bubble; };
  return report.time->step - max(Seconds{}, exchange(report.time->breakdown) - exchange(other.time->breakdown));
}

/// The same plan on one site, its ranks in the better of both orders, its gradients level by level where the sites'
/// may. Where pools can't share the plan over the sites, both count all GPUs as the first pool's.
std::optional<Seconds> step_on_one_site(const Report& report, Scenario one) {
  one.cluster.sites.number = 1;
  if (!report.pools) one.cluster.pools.clear();
  std::optional<Seconds> best;
  const bool levels = may_go_by_levels(report);
  const auto consider = [&] {
    const Report alone = evaluate(one);
    const std::optional<Seconds> step = levels       ? step_by_levels(alone)
                                        : alone.time ? std::optional(alone.time->step)
                                                     : std::nullopt;
    if (step) best = best ? min(*best, *step) : *step;
    return alone.scenario.plan.rank_order;
  };
  if (consider() == report.scenario.plan.rank_order) return best;
  one.plan.rank_order = report.scenario.plan.rank_order;  // which sites may have changed for better
  static_cast<void>(consider());
  return best;
}

/// What several sites cost.
void set_sites(Report& report, const Scenario& scenario) {
  if (!report.time || report.scenario.cluster.sites.number <= 1) return;
  const std::optional<Seconds> best = step_on_one_site(report, scenario);
  if (!best) return;
  SitesReport sites;
  sites.sites = report.scenario.cluster.sites.number;
  for (const Communication& row : report.communication)
    if (std::find(row.levels.begin(), row.levels.end(), LevelKind::sites) != row.levels.end())
      sites.exchange += row.time;
  sites.exchange += report.time->outer_exchange;
  sites.step_on_one = *best;
  sites.efficiency = *best / report.time->step;
  report.sites = sites;
}

}  // namespace

ScheduleRequest schedule_request(const Plan& plan, const PassTimes* times) {
  const auto bounded = [](std::int64_t count) {
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(count, 0, limits::passes_max));
  };
  ScheduleRequest request{schedule_kind(plan), bounded(plan.pp), bounded(plan.virtual_stages),
                          bounded(micro_batches_of(plan)), times};
  request.memory_limit = plan.schedule_memory_limit;
  if (request.kind == ScheduleKind::zb_auto && !request.memory_limit) request.memory_limit = request.ranks;
  return request;
}

Report evaluate(const Scenario& scenario) {
  Report report;
  report.scenario = with_defaults(scenario);
  report.problems = validate(report.scenario);
  report.valid = !has_errors(report.problems);
  report.layout = stage_layout(report.scenario.model, report.scenario.plan);
  report.parameters = count_parameters(report.scenario.model, report.scenario.plan, report.layout);
  const std::optional<MachineSpeed> speed = report.valid ? speed_of(report.scenario) : std::nullopt;
  const std::optional<PassTimes> times = times_to_search(report, speed);
  const std::optional<Schedule> schedule =
      report.valid ? schedule_of(report.scenario.plan, times ? &*times : nullptr, report.problems) : std::nullopt;
  report.memory = memory_over_step(report.scenario, report.layout, schedule ? &*schedule : nullptr);
  if (schedule && speed) set_times(report, *schedule, *speed);
  if (report.time) report.pools = best_pool_split(report.scenario);
  show_split(report);
  report.fits = report.memory.peak <= report.memory.capacity;
  if (report.valid) check_fit(report, report.problems);
  check_balance(report, report.problems);
  check_convention(report, report.problems);
  check_algorithm(report, report.problems);
  check_pools(report, report.problems);
  check_domains(report, report.problems);
  check_sites(report, report.problems);
  set_sites(report, scenario);
  report.run = without_infinities(run_of_report(report));
  return report;
}

}  // namespace shardscope
