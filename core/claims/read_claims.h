// JSON of claims → values.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/claims/claim.h"

namespace shardscope {

/// `{"source": "…", "claims": [{"id", "claim", "claimed", "unit", …}]}`; keys as the members of Claim. `claimed` and
/// `expected` are a number or a list with null for what is absent; `inputs` an object of numbers or lists.
[[nodiscard]] Outcome<std::vector<Claim>> read_claims(std::string_view json);

}  // namespace shardscope
