// What `search` is asked for, as the search takes it.
#pragma once

#include "app/commands/words/commands.h"
#include "core/plan_search/plan_search.h"

namespace shardscope {

/// What the options ask of the scenario, or what is wrong with them. The presets outlive the search.
[[nodiscard]] Outcome<SearchRequest> search_request(const SearchCommand& command, Scenario base,
                                                    const Presets& presets);

}  // namespace shardscope
