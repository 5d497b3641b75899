// What the JSON calls the parts of a step's breakdown beside its compute, in their order.
#pragma once

#include <array>

#include "core/step/time_report.h"

namespace shardscope {

struct BreakdownKey {
  const char* key;
  Seconds StepBreakdown::*part;
};
inline constexpr std::array breakdown_keys = {
    BreakdownKey{"recompute", &StepBreakdown::recompute}, BreakdownKey{"tp_comm", &StepBreakdown::tp_comm},
    BreakdownKey{"cp_comm", &StepBreakdown::cp_comm},     BreakdownKey{"ep_comm", &StepBreakdown::ep_comm},
    BreakdownKey{"pp_comm", &StepBreakdown::pp_comm},     BreakdownKey{"dp_comm", &StepBreakdown::dp_comm},
    BreakdownKey{"bubble", &StepBreakdown::bubble},       BreakdownKey{"optimizer", &StepBreakdown::optimizer},
    BreakdownKey{"other", &StepBreakdown::other}};

}  // namespace shardscope
