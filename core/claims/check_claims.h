// A claim beside what the program computes from its inputs.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/claims/formulas.h"

namespace shardscope {

#define SHARDSCOPE_CLAIM_AGREEMENT(name) name(agrees) name(differs) name(impossible) name(unknown)
SHARDSCOPE_NAMED(ClaimAgreement, SHARDSCOPE_CLAIM_AGREEMENT)

/// Where a claim stands by both of its figures: in part where it agrees by the one that decides, and not by the plan.
// clang-format off
#define SHARDSCOPE_CLAIM_STANDING(entry) \
  entry(agrees, "agrees") entry(in_part, "agrees in part") entry(differs, "differs") \
  entry(impossible, "impossible") entry(unknown, "unknown")
// clang-format on
SHARDSCOPE_TABLE(ClaimStanding, std::string_view, SHARDSCOPE_CLAIM_STANDING)

struct CheckedClaim {
  Claim claim;
  Computed computed;
  Numbers ratio;  // what decides / claimed; empty where either isn't there or they aren't in the same unit
  ClaimAgreement agreement = ClaimAgreement::unknown;
  std::optional<double> simulated;  // claim.simulated of the scenario's report, in the claim's unit
  /// What the verdict would be by the figure that doesn't decide: the scenario's, or the formula's. Absent where there
  /// is none, or it isn't of the same thing: parts, another unit.
  std::optional<ClaimAgreement> other_agreement;
};

/// agrees: every number within a tenth, or a range inside the other. impossible: more than goes in, or ten times off
/// and more. unknown: nothing is computed, or only in a unit in which nothing is claimed or expected. Else differs.
/// Where the scenario decides, its figure takes the computed one's place.
[[nodiscard]] CheckedClaim check_claim(const Claim& claim, const Catalogue& presets);

/// A verdict that the claim's other figure doesn't bear out is agreement in part.
[[nodiscard]] ClaimStanding standing_of(const CheckedClaim& checked);

/// In their order.
[[nodiscard]] std::vector<CheckedClaim> check_claims(std::span<const Claim> claims, const Catalogue& presets);

/// The scenario behind a claim; nothing where it has none.
[[nodiscard]] std::optional<Scenario> scenario_of(const Claim& claim, const Catalogue& presets);

}  // namespace shardscope
