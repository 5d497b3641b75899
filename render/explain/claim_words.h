// A claim's numbers in words, in its unit.
#pragma once

#include <string>

#include "core/claims/check_claims.h"
#include "render/chart/card.h"

namespace shardscope {

[[nodiscard]] std::string claimed_words(const CheckedClaim& checked);    // "90 to 100 days"; "–" where none is given
[[nodiscard]] std::string computed_words(const CheckedClaim& checked);   // "94 days"; "–" where nothing determines it
[[nodiscard]] std::string simulated_words(const CheckedClaim& checked);  // what its scenario comes to

/// The plan behind a claim, and all that is set on top of its preset: "gpt4-25k-a100 with plan.dp=166"; it may be
/// empty.
[[nodiscard]] std::string plan_words(const Claim& claim);

[[nodiscard]] std::string expected_words(const CheckedClaim& checked);  // what the figure is held to; may be empty
/// "agrees"; "agrees by its formula, differs by the plan" where the two figures don't come to the same.
[[nodiscard]] std::string agreement_words(const CheckedClaim& checked);

/// Which figure the verdict is of, with which settings, or to what it is held; empty where it is plainly the computed
/// one.
[[nodiscard]] std::string decided_words(const CheckedClaim& checked);

/// Both in a line; words where they alone tell.
[[nodiscard]] std::string comparison_words(const CheckedClaim& checked);

/// The whole: claim, arithmetic, verdict, note, what the scenario behind it makes, source.
[[nodiscard]] Explanation explain_claim(const CheckedClaim& checked);

}  // namespace shardscope
