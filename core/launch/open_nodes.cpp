#include "core/launch/open_nodes.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/evaluate/mixed_cluster.h"
#include "core/evaluate/plan_report.h"
#include "core/expressions/expression.h"
#include "core/fields/fields.h"
#include "core/launch/import_notices.h"

namespace shardscope {

namespace {

/// The name under which a framework computes replicas of its batch, where all sizes of that are given.
constexpr const char* replicas_of_batch = "replicas_of_batch";

/// Ranks of a replica.
std::int64_t replica_of(const Names& names) {
  std::int64_t replica = 1;
  for (const std::string_view degree : degrees_of_replica)
    replica = saturating_product({replica, std::max<std::int64_t>(1, value_at(names, degree).whole().value_or(1))});
  return replica;
}

/// Whether so many GPUs are whole replicas that share the step's micro-batches evenly, as far as it says them.
bool are_whole_replicas(std::int64_t gpus, const Names& names) {
  const auto count = [&](std::string_view name) { return value_at(names, name).whole().value_or(0); };
  const std::int64_t replica = replica_of(names);
  const std::int64_t micro = count("plan.micro_batch"), global = count("plan.global_batch");
  if (gpus % replica != 0) return false;
  return micro < 1 || global < 1 || global % saturating_product({micro, gpus / replica}) == 0;
}

/// Whether what the text says leaves the number of GPUs open: by no degree of data parallelism, micro-batches of a step
/// or count of ranks beside the other degrees.
bool leaves_open(std::int64_t gpus, const LaunchFramework& framework, const Names& names) {
  const auto count = [&](std::string_view name) { return value_at(names, name).whole().value_or(0); };
  const std::int64_t replica = replica_of(names);
  const std::int64_t dp = count("plan.dp");
  if (dp > 0 && saturating_product({replica, dp}) != gpus) return false;
  const std::int64_t a_step = saturating_product({count("plan.micro_batch"), count("microbatches"), gpus / replica});
  const std::int64_t global = count("plan.global_batch");
  if (a_step > 0 && global > 0 && a_step != global) return false;
  const std::vector<std::string> of_world = framework.world ? names_in(*framework.world) : std::vector<std::string>{};
  return std::none_of(of_world.begin(), of_world.end(), [&](const std::string& name) {
    return name.starts_with("launch.") && !value_at(names, name).none();
  });
}

/// Of nodes whose GPUs nobody says: fewer than are taken for granted where the plan runs on those alone. Whether
/// anything changed.
bool take_smaller_nodes(LaunchText& launch, const Names& names) {
  LaunchWorld& world = launch.world;
  if (!world.open_nodes || are_whole_replicas(*world.gpus, names)) return false;
  for (std::int64_t here = *world.gpus_per_node / 2; here >= 1; here /= 2) {
    const std::int64_t gpus = *world.open_nodes * here;
    if (!are_whole_replicas(gpus, names)) continue;
    hint(launch.notices, "cluster.gpus_per_node",
         "the plan can't run on " + std::to_string(*world.gpus_per_node) + " GPUs per node; " + std::to_string(here) +
             (here == 1 ? " is taken" : " are taken"),
         {RemedyKind::setting, "--set cluster.gpus_per_node=N says another number", {}, {}});
    world.gpus_per_node = here, world.gpus = gpus;
    return true;
  }
  return false;
}

/// As evaluate() has it, of which memory alone is asked here; nothing where the scenario is impossible.
std::optional<bool> holds(const Scenario& scenario) {
  const PlanReport plan = is_mixed(scenario.cluster) ? evaluate_in_pools(scenario).plan : memory_of_plan(scenario);
  return plan.valid ? std::optional(plan.memory.fits()) : std::nullopt;
}

}  // namespace

bool take_told_gpus(LaunchText& launch, const Names& names) {
  LaunchWorld& world = launch.world;
  const bool guessed = world.open_nodes && launch.nodes_by_default.empty();
  if (world.gpus && !guessed) return false;
  const std::int64_t replica = replica_of(names), replicas = value_at(names, replicas_of_batch).whole().value_or(0);
  const std::int64_t by_batch = replicas > 0 ? saturating_product({replica, replicas}) : 0;
  const std::int64_t by_variable = world.ranks_set && *world.ranks_set % replica == 0 ? *world.ranks_set : 0;
  const std::int64_t gpus = by_variable > 0 ? by_variable : by_batch;
  if (gpus < 1 || gpus > limits::gpus_max) return false;
  hint(launch.notices, "cluster.gpus",
       by_variable > 0 ? "WORLD_SIZE, which the script sets, says " + std::to_string(gpus) + " GPUs"
                       : "the step's batch over micro-batch and accumulation makes " + std::to_string(replicas) +
                             " replicas, so that " + std::to_string(gpus) + " GPUs are taken",
       {RemedyKind::setting, "--set cluster.gpus=N says another number", {}, {}});
  if (guessed && gpus % *world.open_nodes == 0) world.gpus_per_node = gpus / *world.open_nodes;
  world.gpus = gpus;
  world.open_nodes.reset();
  return true;
}

bool fit_open_nodes(LaunchText& launch, const Catalogue& presets) {
  LaunchWorld& world = launch.world;
  const bool by_default = !launch.nodes_by_default.empty();
  if (!world.gpus || !world.gpus_per_node || (!world.open_nodes && !by_default)) return false;
  LaunchWorld unsaid = world;
  unsaid.gpus.reset();
  const FlagReading fewest = read_flags(*launch.framework, launch.flags, unsaid, presets);
  const std::optional<std::int64_t> least = value_at(fewest.names, "world_size").whole();
  if (!least || *least > limits::gpus_max) return false;
  if (*least <= *world.gpus) return take_smaller_nodes(launch, fewest.names);
  const std::int64_t nodes = divided_up(*least, *world.gpus_per_node);
  const std::string asks =
      "the plan asks for " + std::to_string(*least) + " GPUs, more than the " + std::to_string(*world.gpus);
  if (by_default)
    hint(launch.notices, "cluster.gpus",
         asks + " of the script's own default for $" + launch.nodes_by_default + "; " + std::to_string(nodes) +
             (nodes == 1 ? " node is taken" : " nodes are taken"),
         {RemedyKind::outside,
          is_name_start(launch.nodes_by_default[0]) ? "--env " + launch.nodes_by_default + "=VALUE says how many"
                                                    : "the script's arguments behind -- say how many",
          {},
          {launch.nodes_by_default}});
  else
    hint(launch.notices, "cluster.gpus", asks + " taken for granted; whole nodes for it are taken",
         {RemedyKind::setting, "--set cluster.gpus=N says another number", {}, {}});
  if (world.open_nodes) world.open_nodes = nodes;
  world.gpus = nodes * *world.gpus_per_node;
  return true;
}

std::string words_of(const GpusTried& tried) {
  if (tried.held) return ", the fewest by doubling that hold it";
  return tried.most > 0 ? ", and none by doubling up to " + std::to_string(tried.most) + " holds it" : "";
}

GpusTried on_gpus_that_hold(const LaunchText& launch, const ParsedScenario& on_fewest, const Catalogue& presets,
                            const std::function<Outcome<ParsedScenario>(const Names&)>& parse) {
  constexpr int doublings_max = 10;
  GpusTried tried;
  if (holds(on_fewest.said.scenario).value_or(true)) return tried;
  LaunchWorld world = launch.world;
  std::int64_t gpus = on_fewest.said.scenario.cluster.gpus;
  for (int i = 0; i < doublings_max; ++i) {
    world.gpus = gpus *= 2;
    FlagReading reading = read_flags(*launch.framework, launch.flags, world, presets);
    if (!reading.problems.empty() || !are_whole_replicas(gpus, reading.names)) return tried;
    if (!leaves_open(gpus, *launch.framework, reading.names)) return tried;
    Outcome<ParsedScenario> parsed = parse(reading.names);
    const std::optional<bool> held = succeeded(parsed) ? holds(value_of(parsed).said.scenario) : std::nullopt;
    if (!held) return tried;
    tried.most = gpus;
    if (!*held) continue;
    tried.held = HeldLaunch{std::move(reading), std::move(std::get<0>(parsed))};
    return tried;
  }
  return tried;
}

}  // namespace shardscope
