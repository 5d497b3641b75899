// What panels and views asked for, done to the session.
#pragma once

#include <string>

#include "app/explorer/state/explorer.h"
#include "app/panels/view.h"

namespace shardscope {

/// What the panel drew into the scenario becomes the present one, with what follows. During a drag the dependants
/// follow from where the drag began, so that dragging back leads back.
void take_edit(Session& session, const Scenario& edited, const std::string& path);
/// The preset's value for one field, with what depends on it.
void take_reset(Session& session, const std::string& path);

/// Does what the views asked for, and forgets it.
void carry_out_requests(Explorer& explorer, ViewRequests& asked);

}  // namespace shardscope
