#include "core/launch/open_nodes.h"

#include <optional>
#include <string>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/launch/import_notices.h"

namespace shardscope {

bool fit_open_nodes(LaunchText& launch, const Catalogue& presets) {
  LaunchWorld& world = launch.world;
  const bool by_default = !launch.nodes_by_default.empty();
  if (!world.gpus || !world.gpus_per_node || (!world.open_nodes && !by_default)) return false;
  LaunchWorld unsaid = world;
  unsaid.gpus.reset();
  const FlagReading fewest = read_flags(*launch.framework, launch.flags, unsaid, presets);
  const std::optional<std::int64_t> least = value_at(fewest.names, "world_size").whole();
  if (!least || *least <= *world.gpus || *least > limits::gpus_max) return false;
  const std::int64_t nodes = divided_up(*least, *world.gpus_per_node);
  const std::string asks =
      "the plan asks for " + std::to_string(*least) + " GPUs, more than the " + std::to_string(*world.gpus);
  if (by_default)
    hint(launch.notices, "cluster.gpus",
         asks + " of the script's own default for $" + launch.nodes_by_default + "; " + std::to_string(nodes) +
             (nodes == 1 ? " node is taken" : " nodes are taken"),
         {RemedyKind::outside,
          "--env " + launch.nodes_by_default + "=VALUE says how many",
          {},
          {launch.nodes_by_default}});
  else
    hint(launch.notices, "cluster.gpus", asks + " taken for granted; whole nodes for it are taken",
         {RemedyKind::setting, "--set cluster.gpus=N says another number", {}, {}});
  if (world.open_nodes) world.open_nodes = nodes;
  world.gpus = nodes * *world.gpus_per_node;
  return true;
}

}  // namespace shardscope
