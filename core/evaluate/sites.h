// What several sites cost: the step beside that of the same GPUs on one.
#pragma once

#include "core/evaluate/mixed_cluster.h"
#include "core/report/report.h"

namespace shardscope {

/// Of the report of `asked`, as it was asked for: on one site its defaults follow anew. Nothing on one site, or without
/// a step.
[[nodiscard]] std::optional<SitesReport> sites_of(const PooledReport& report, const Scenario& asked);

}  // namespace shardscope
