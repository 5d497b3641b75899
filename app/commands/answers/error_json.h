// What a reader of JSON gets instead of a report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

/// {"error": {"message", "path", "value", "problems"}}: the first problem, the value that `text` (the JSON that was
/// read) has at its path, and all of them. The value is null where there is none to show; one that isn't a plain
/// number or word is given as text, and every text is cut at limits::value_shown_max characters.
[[nodiscard]] nlohmann::ordered_json error_json(const std::vector<Problem>& problems, std::string_view text);

}  // namespace shardscope
