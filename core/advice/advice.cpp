#include "core/advice/advice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>

#include "core/base/rule_names.h"
#include "core/base/rule_words.h"
#include "core/cluster/collectives.h"
#include "core/cluster/fabric.h"
#include "core/cluster/rank_mapping.h"
#include "core/fields/fields.h"

namespace shardscope {

namespace {

/// Rounded to a tenth.
std::string in_gigabytes(double bytes) {
  const long long tenths = std::llround(std::clamp(bytes / (bytes_per_gigabyte / 10), 0.0, 9e15));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

/// "largest: weights 45%, gradients 45%": the largest part, and those that are about as large, as shares of the whole.
std::string largest_parts(const StageMemory& stage) {
  constexpr double as_large = 0.8;  // of the largest: named beside it
  std::array<std::size_t, memory_component_count> order;
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto bytes = [&](std::size_t c) { return stage.component(static_cast<MemoryComponent>(c)).value; };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return bytes(a) > bytes(b); });
  std::string words;
  std::size_t named = 0;
  for (const std::size_t c : order) {
    if (named > 0 && bytes(c) < as_large * bytes(order.front())) break;
    words += (named++ == 0 ? " " : ", ") + std::string(table_of<MemoryComponent>[c].words) + " " +
             whole_percent(bytes(c) / stage.total.value);
  }
  return "largest:" + words;
}

std::vector<Problem> fits_in_memory(const Report& report) {
  if (report.fits || !report.valid) return {};
  const StageMemory& fullest = report.memory.stages[static_cast<std::size_t>(report.memory.peak_stage)];
  return {{Severity::warning, std::string(whole_plan),
           "does not fit: stage " + std::to_string(report.memory.peak_stage) + " needs " +
               in_gigabytes(report.memory.peak.value) + " of " + in_gigabytes(report.memory.capacity.value) + ", " +
               largest_parts(fullest)}};
}

/// One stage that works much longer than the others makes all of them wait.
std::vector<Problem> stages_balanced(const Report& report) {
  constexpr double worth_saying = 1.15;  // of the mean; below it the hint about uneven layers says enough
  if (!report.timeline || report.timeline->ranks < 2) return {};
  const std::vector<Seconds>& busy = report.timeline->busy;
  const auto slowest = std::max_element(busy.begin(), busy.end());
  const Seconds mean = std::accumulate(busy.begin(), busy.end(), Seconds{}) / static_cast<double>(busy.size());
  if (!(slowest->value > worth_saying * mean.value)) return {};
  return {{Severity::hint, "plan.stage_layers",
           "stage " + std::to_string(slowest - busy.begin()) + " works " + whole_percent(*slowest / mean - 1) +
               " longer than the mean: the others wait for it; give it fewer layers"}};
}

/// A convention that counts FLOPs which no kernel runs can find more of them than the peak has.
std::vector<Problem> mfu_possible(const Report& report) {
  if (!report.throughput || report.throughput->mfu <= 1) return {};
  const FlopsConvention used = report.scenario.flops_convention;
  std::string words =
      "MFU above 100%: " + std::string(json_name(used)) +
      " counts FLOPs that no kernel runs, such as attention over the whole sequence where a causal mask "
      "or a sliding window hides part of it";
  if (used != FlopsConvention::six_nd)
    words += "; " + std::string(json_name(FlopsConvention::six_nd)) + " leaves attention out";
  return {{Severity::hint, "flops_convention", std::move(words)}};
}

/// Where an algorithm that the plan names can't run, and what runs instead.
std::vector<Problem> algorithm_usable(const Report& report) {
  const CollectiveAlgorithm wanted = report.scenario.plan.collective_algorithm;
  if (wanted == CollectiveAlgorithm::automatic) return {};
  std::vector<Problem> problems;
  for (const Communication& row : report.communication) {
    const bool chosen = (row.kind == GroupKind::tp && !row.expert_rows) || row.kind == GroupKind::dp;  // not the others
    if (!chosen || row.way == way_of(wanted) || row.way == CollectiveWay::none) continue;
    const std::string degree = "plan." + std::string(name_of(row.kind));
    const bool in_halves = row.collective == GroupCollective::all_reduce && row.counted_as != Collective::all_reduce;
    problems.push_back({Severity::hint, "plan.collective_algorithm",
                        std::string(json_name(wanted)) + " can't do the " + std::string(brief_label(degree)) +
                            " groups' " +
                            (in_halves ? "reduce-scatter and all-gather, which are their all-reduce"
                                       : std::string(entry_of(row.collective).name)) +
                            ": " + std::string(why_not(wanted)) + "; " + std::string(name_of(row.way)) + " does it"});
  }
  return problems;
}

/// Whether a mixed cluster's figures are those of its pools' split, or why not and what they are then.
std::vector<Problem> pools_counted(const Report& report) {
  const Cluster& cluster = report.scenario.cluster;
  if (!is_mixed(cluster) || !report.time) return {};
  if (report.pools) {
    return {{Severity::hint, "cluster.pools",
             "step, tokens and memory are those of the pools' best split, each stage or replica on its own "
             "pool's GPUs; the network's figures are of those that the others wait for"}};
  }
  return {{Severity::warning, "cluster.pools",
           "the pools can't share this plan: " + std::string(report.unshared.replicas) + "; " +
               std::string(report.unshared.stages) + ". Step, tokens and memory count every GPU as the first pool's, " +
               name_of(cluster.pools.front())}};
}

/// A machine that two sites share.
std::vector<Problem> sites_cut_domains(const Report& report) {
  const Cluster& cluster = report.scenario.cluster;
  const std::int64_t whole = scale_up_domain_of(cluster), part = gpus_of_domain(cluster);
  if (!has_sites(cluster) || part >= whole) return {};
  return {{Severity::warning, "cluster.sites.number",
           with_commas(cluster.sites.number) + " sites of " + with_commas(part) + " GPUs are smaller than " +
               (whole > cluster.gpus_per_node ? "a scale-up domain" : "a node") + " of " + with_commas(whole) +
               ": it is taken as cut, its parts joined by fibre alone"}};
}

/// Sites of whole nodes differ by some: where that leaves the last too small for its share, parts lie in two sites.
std::vector<Problem> sites_hold_parts(const Report& report) {
  const Cluster& cluster = report.scenario.cluster;
  if (!has_sites(cluster) || !cluster.pools.empty() || !report.time) return {};
  const auto uneven = [](const Problem& problem) { return problem.rule == rule_name::sites_share_ranks; };
  if (std::any_of(report.problems.begin(), report.problems.end(), uneven)) return {};
  const RankMapping mapping = map_ranks(report.scenario.plan, cluster);
  const std::int64_t part = ranks_of_part(mapping.dense), each = mapping.ranks_per_site;
  if (each >= mapping.dense.ranks || each % part == 0) return {};
  const std::int64_t last = cluster.gpus - (cluster.sites.number - 1) * gpus_of_site(cluster);
  return {{Severity::hint, "cluster.gpus",
           "sites of whole nodes are unequal, the last has " + with_commas(std::max<std::int64_t>(0, last)) +
               " GPUs: too few for its share of parts of " + with_commas(part) +
               " GPUs, so that one lies in two sites at each border; " + with_commas(mapping.dense.ranks) +
               " GPUs are all that the plan needs"}};
}

/// One piece of advice: its name as Problem::rule, and what it says of a report.
struct Advice {
  std::string_view name;
  std::vector<Problem> (*on)(const Report& report);
};
constexpr std::array<Advice, 7> every_advice = {{
    {rule_name::fits_in_memory, fits_in_memory},
    {rule_name::stages_balanced, stages_balanced},
    {"mfu-possible", mfu_possible},
    {"algorithm-usable", algorithm_usable},
    {"pools-counted", pools_counted},
    {"sites-cut-domains", sites_cut_domains},
    {"sites-hold-parts", sites_hold_parts},
}};

}  // namespace

std::vector<Problem> advice_on(const Report& report) {
  std::vector<Problem> problems;
  for (const Advice& advice : every_advice)
    for (Problem& problem : advice.on(report)) {
      problem.rule = advice.name;
      problem.origin = Origin::advice;
      problems.push_back(std::move(problem));
    }
  return problems;
}

}  // namespace shardscope
