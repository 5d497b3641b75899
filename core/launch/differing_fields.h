// What a launch text says of a plan other than it was: the one comparison of a plan with what its flags read back as.
#pragma once

#include <vector>

#include "core/fields/fields.h"

namespace shardscope {

/// Fields of model and plan, those without parts first, in which two scenarios with their defaults differ. A recipe of
/// precision that scales as the other, and a layout that makes the same stages, are no difference.
[[nodiscard]] std::vector<const Field*> differing_fields(const Scenario& one, const Scenario& other);

/// What of the field differs: itself, or the first of its parts that counts in the plan of `one`; null where none does.
[[nodiscard]] const Field* differing_part(const Field& field, const Scenario& one, const Scenario& other);

}  // namespace shardscope
