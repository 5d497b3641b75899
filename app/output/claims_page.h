// The sources' claims as a page: what was claimed, what is computed, and how.
#pragma once

#include <vector>

#include "app/output/page.h"
#include "core/claims/check_claims.h"

namespace shardscope {

[[nodiscard]] Page claims_page(const std::vector<CheckedClaim>& claims);

}  // namespace shardscope
