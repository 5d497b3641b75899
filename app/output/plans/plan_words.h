// A plan of a search in words: its settings, and how far it lies from what was measured.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/plan_search/evidence.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

/// "8", "zb-v", "full": as JSON says it.
[[nodiscard]] std::string axis_text(const SearchRequest& request, const PlanChoice& choice, PlanAxis axis);
/// "8", "ZB-V", "Full": as a person reads it.
[[nodiscard]] std::string axis_label(const SearchRequest& request, const PlanChoice& choice, PlanAxis axis);
/// "TP", "PP", "micro-batch", "schedule": the field's brief label.
[[nodiscard]] std::string_view short_name(PlanAxis axis);
/// "TP 8, PP 12, DP 130, EP 16, CP 2, ZB-V with 2 chunks": what isn't 1 or as usual.
[[nodiscard]] std::string choice_words(const SearchRequest& request, const PlanChoice& choice);

/// "beyond: tp 16 of 8"; empty where nothing is.
[[nodiscard]] std::string beyond_words(const PlanEvidence& evidence);
/// The nearest run, how far it lies, and what of the plan nobody has measured; absent where there is no such run.
[[nodiscard]] std::optional<std::string> evidence_words(const SearchRequest& request, const FoundPlan& plan,
                                                        std::span<const EvidenceRun> runs);

}  // namespace shardscope
