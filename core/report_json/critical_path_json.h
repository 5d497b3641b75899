// The critical path of a report's timeline as JSON, for report_json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace shardscope {

/// {"passes_seconds", "transfers_seconds", "transfers", "steps", "step_end"}: the path from second 0 through exchange
/// and optimizer, as the window lights it; the seconds sum to the end of its last pass. Each step has "rank", "pass",
/// "chunk", "micro_batch", "start_seconds", "end_seconds" and "waited_for": null for the first, else the pass before it
/// on the path by "rank", "pass", "chunk" and "micro_batch", why ("kind": "order", its rank was busy with it; "input",
/// it gave the activations or input gradients; "kept", what its own stage kept of it), and the "transfer_seconds" in
/// between. The parts of the step's end have "rank", "part" ("gradients_exposed", "optimizer",
/// "parameters_exposed"; "other", what no bar shows), "start_seconds" and "end_seconds"; the last one ends with the
/// step. null without a timeline.
[[nodiscard]] nlohmann::ordered_json critical_path_json(const Report& report);

}  // namespace shardscope
