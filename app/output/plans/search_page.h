// app/output/plans: many plans of one scenario as text: what a search found, what a sweep gave. In: plans with their
// figures. Out: a page, and of a sweep JSON and rows for a spreadsheet.
//
// This file: what a search found.
#pragma once

#include <span>

#include "app/output/page.h"
#include "core/plan_search/evidence.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

/// The best plans, a row each, of those that differ in schedule and chunks alone the best; then the front where one was
/// asked for; a line on how many were looked at and why that is enough. `evidence`: what has been measured; each plan
/// has the nearest of it.
[[nodiscard]] Page search_page(const PlanSearch& search, double seconds, std::span<const EvidenceRun> evidence = {});

}  // namespace shardscope
