// core/frameworks/derived: what frameworks and readers work out where a text doesn't say it: layers per stage
// (splits.h), and how many GPUs a plan needs. In: numbers of the plan. Out: numbers.
//
// What this folder works out, as functions of one list that the frameworks' expressions call by name: "uneven_split",
// "least_gpus". None where there is no answer.
#pragma once

#include "core/expressions/expression.h"

namespace shardscope {

[[nodiscard]] const Functions& derived_functions();

}  // namespace shardscope
