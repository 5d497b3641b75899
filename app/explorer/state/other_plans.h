// Other plans than the one that is open: a visit to one that a view found, with a way back, and those that are put
// aside to be compared.
#pragma once

#include <vector>

#include "app/explorer/state/explorer.h"

namespace shardscope {

/// Shows the scenario in all views together, with a way back.
void begin_visit(Explorer& explorer, const Scenario& shown);
/// Back from a visit, where what it showed is still what is open.
bool end_visit(Explorer& explorer);

/// The session's other plans, which the Compare view can put beside the present one.
[[nodiscard]] std::vector<PinnedPlan> offered_plans(const Session& session);
/// Puts the plan that is open aside for the Compare view.
void pin_present(Explorer& explorer);

}  // namespace shardscope
