// What was tried for an answer, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "core/base/setting.h"
#include "core/inverse/inverse_run.h"
#include "core/plan_search/evidence.h"

namespace shardscope {

/// What --set takes to make a trial's plan of the scenario that was asked about, each value as JSON has it.
[[nodiscard]] std::vector<Setting> settings_of(const InverseTrial& trial, const Scenario& asked);

/// {"find": its name, "looked_at", "seconds", "proved", "answer": a trial or null, "tried": [trial…]}. A trial has its
/// figure, what --set takes, and the figures of its plan; null where it has none.
[[nodiscard]] nlohmann::ordered_json inverse_json(const InverseAnswer& known, const Scenario& asked, double seconds,
                                                  std::span<const EvidenceRun> evidence = {});

}  // namespace shardscope
