// A rank's passes down to their operations and collectives as JSON, for `report --json --operations`.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace shardscope {

/// {"rank", "passes"}, null where the report has no lanes (core/lanes/rank_lanes.h). Each pass that the rank runs, once
/// for each stage and kind: "stage", "pass", "runs" in the step, "seconds" of one, "exposed_seconds" by lane, "layers",
/// "spans" and "traffic". A layer, once for each kind: "block", "recomputed", "seconds", and its "operations" in the
/// order of their launches: "lane", "kind", "name", "kernel" as a profiler of PyTorch has it, "phase" of an operation,
/// "shape" in letters and "numbers", "start_seconds" and "end_seconds" from the layer's start, "kernel_seconds" with
/// nothing beside it, "flops", "bytes", "share" where it is a part, "waits_for" as a place in the list or null. A span
/// is where a layer runs: "name", "layer" as a place in "layers", "start_seconds", "end_seconds". The traffic are the
/// gathers and scatters between layers: "lane", "name", "span", "start_seconds", "end_seconds", "seconds", "bytes".
[[nodiscard]] nlohmann::ordered_json operations_json(const Report& report, std::int32_t rank);

}  // namespace shardscope
