// A configuration whose template isn't here, of which a script says what it puts in the place of the template's words:
// sed "s/ZERO_STAGE/2/" template.json.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/frameworks/framework.h"
#include "core/frameworks/read_flags.h"

namespace shardscope {

/// The flags of which the words tell by their names: ZERO_STAGE of --zero-stage, DS_STAGE of zero_optimization.stage.
[[nodiscard]] std::vector<GivenFlag> flags_of_put_words(std::span<const std::pair<std::string, std::string>> put,
                                                        const LaunchFramework& framework, int line);

}  // namespace shardscope
