// Checked claims → JSON: the contract of `shardscope claims --json`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/claims/check_claims.h"

namespace shardscope {

/// An array of {"id", "claim", "claimed", "unit", "computed", "ratio", "verdict", "note"}, and beside them "source",
/// "computed_unit", "arithmetic", "scenario", "settings", "against", "simulated", "basis", "decided_by" ("formula" or
/// "scenario": whose figure the verdict and the ratio are of), "other_verdict" (by the figure of the other; null where
/// there is none of the same thing), "standing" (by both: "agrees in part" where the verdict agrees and the other one
/// doesn't) and "expected" (what that figure was held to where it
/// isn't the claimed one). A number, a list where there are several, null where there is none.
[[nodiscard]] nlohmann::ordered_json claims_json(const std::vector<CheckedClaim>& claims);

}  // namespace shardscope
