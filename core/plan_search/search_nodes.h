// What a search does with one of its nodes: the nodes that it unfolds into, or the plan that it is. Pure functions of
// the search as it stands, so that threads may share the work.
#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "core/plan_search/plan_look.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

/// What working on a node came to.
struct NodeWork {
  std::optional<CostEntry> entry;                       // of a choice that had none
  PlanChoice choice{};                                  // of that entry
  std::vector<SearchNode> children;                     // but those that are beaten or too large
  std::optional<PlanLook> look;                         // where it is a plan
  std::vector<std::pair<PlanChoice, Bytes>> too_large;  // what was left out since it holds no less; for cells alone
  std::vector<PlanChoice> missing;                      // what may fit and was left out for a need; likewise
};

/// Whether no plan of the node can be listed: it doesn't fit, it misses a need, or enough others are better.
[[nodiscard]] bool is_beaten(const PlanSearch& search, const SearchNode& node);

/// Costs of a choice; nothing where none of its plans fits.
[[nodiscard]] NodeWork work_on(const PlanSearch& search, const UncostedChoice& uncosted);
/// Once a stop is asked for it returns soon, and what it came to counts for nothing.
[[nodiscard]] NodeWork work_on(const PlanSearch& search, const SearchNode& node, const std::stop_token& stop = {});

/// The node of an entry.
[[nodiscard]] SearchNode node_of(const PlanSearch& search, const PlanChoice& choice, std::uint32_t entry);

}  // namespace shardscope
