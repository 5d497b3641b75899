// The part of the search's column that asks the other way round: not for the best plan of this scenario, but for the
// least or the most with which a plan keeps every need.
#pragma once

#include "app/search/search_state.h"

namespace shardscope {

/// Asks anew where what it hangs on has changed, and takes what was found since. Before anything is drawn.
void refresh_inverse(SearchState& state, const ViewFrame& frame);
/// The questions as rows, and below them what was found for the one that was clicked. A click on that shows its plan.
void inverse_section(SearchState& state, const ViewFrame& frame);

}  // namespace shardscope
