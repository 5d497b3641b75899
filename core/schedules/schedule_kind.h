// Which pipeline schedules there are. Nothing but their names: what each is, says its value (schedule_ways.h).
#pragma once

#include "core/base/choice.h"

/// Every schedule, in the order in which a person meets them. A new one is its name here and a file beside this one
/// that defines its value; without either the program doesn't compile or link.
#define SHARDSCOPE_SCHEDULES                                                                                           \
  gpipe, one_f_one_b, interleaved, breadth_first, zb_h1, zb_h2, zb_auto, zb_v, v_half, v_min, one_f_one_b_v, dualpipe, \
      dualpipe_v, chimera, forward_only

namespace shardscope {

enum class ScheduleKind { SHARDSCOPE_SCHEDULES };

template <>
std::span<const Choice> choices<ScheduleKind>();

}  // namespace shardscope
