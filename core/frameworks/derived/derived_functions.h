// What this folder works out, as functions of one list that the frameworks' expressions call by name: "uneven_split",
// "least_gpus". None where there is no answer.
#pragma once

#include "core/expressions/expression.h"

namespace shardscope {

[[nodiscard]] const Functions& derived_functions();

}  // namespace shardscope
