// A rank's passes down to their operations and collectives as JSON, for `report --json --operations`.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace shardscope {

/// {"rank", "memory", "passes"}, null where the report has no lanes (core/lanes/rank_lanes.h). Each pass that the rank
/// runs, once for each stage and kind: "stage", "pass", "runs" in the step, "seconds" of one, "exposed_seconds" by
/// lane, "layers", "spans" and "traffic". A layer, once for each kind: "block", "recomputed", "seconds", and its
/// "operations" in the order of their launches: "lane", "kind", "name", "kernel" as a profiler of PyTorch has it,
/// "phase" of an operation, "shape" in letters and "numbers", "start_seconds" and "end_seconds" from the layer's start,
/// "kernel_seconds" with nothing beside it, "flops", "bytes", "share" where it is a part, "waits_for" as a place in the
/// list or null. A span is where a layer runs: "name", "layer" as a place in "layers", "start_seconds", "end_seconds".
/// The traffic are the gathers and scatters between layers: "lane", "name", "span", "start_seconds", "end_seconds",
/// "seconds", "bytes". A forward's operation has the tensors that it reads and that stay for its backward as "saved":
/// "tensor", "bytes" of one micro-batch. "memory" is the rank's over the step: "always_bytes", "peak_bytes" and
/// "peak_seconds", and what begins then: "pass", "span", "operation", with "micro_batches_held"; null where no pass
/// runs then. "slack_seconds" of each: by how much it could end later, of an operation and its layer's pass, of a span
/// and traffic and the whole pass as it does.
[[nodiscard]] nlohmann::ordered_json operations_json(const Report& report, std::int32_t rank);

}  // namespace shardscope
