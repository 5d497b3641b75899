// The strip of open scenarios under the top bar, where there are several.
#pragma once

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Nothing where there is one scenario.
[[nodiscard]] float document_tabs_height(const Explorer& explorer, const Theme& theme);

void document_tabs(Session& session, const Frame& frame, const Rect& strip);

}  // namespace shardscope
