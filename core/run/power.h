// What the GPUs are sold with, what they take all in, and where the difference goes.
#pragma once

#include <array>
#include <optional>

#include "core/run/run_report.h"
#include "core/scenario/parts/cluster.h"

namespace shardscope {

/// Watts per GPU with its share of host, network and cooling: watts_per_gpu_all_in, else the GPU's server watts
/// times the building's PUE; absent where neither is known.
[[nodiscard]] std::optional<double> watts_per_gpu(const Cluster& cluster);

/// Those watts of `gpus` by what takes them: the GPUs at the power they are sold with (TDP), the servers' rest (hosts
/// and network), and the building's (cooling and losses, PUE - 1 of the servers'). Of watts all in the servers' part
/// is what PUE leaves. One part, all in, where the TDP isn't known or isn't below the servers' watts.
[[nodiscard]] std::array<PowerPart, 3> power_parts(const Cluster& cluster, double gpus);

}  // namespace shardscope
