// What a pass is called wherever it is pointed at.
#pragma once

#include <string_view>

#include "core/schedules/schedule.h"

namespace shardscope {

/// "Backward, input gradient". A backward that makes both gradients is "Backward".
[[nodiscard]] std::string_view pass_name(PassKind kind);

}  // namespace shardscope
