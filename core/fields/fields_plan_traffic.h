// The plan's fields of what travels: where ranks lie and which algorithms they use, what goes between sites, and what
// passes hide.
#pragma once

#include "core/fields/fields.h"

namespace shardscope {

[[nodiscard]] std::vector<Field> plan_network_fields();
[[nodiscard]] std::vector<Field> plan_site_fields();
[[nodiscard]] std::vector<Field> overlap_fields();

}  // namespace shardscope
