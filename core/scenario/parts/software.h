// Whose code trains, and of when. What it does: scenario/software_traits.h.
#pragma once

#include "core/scenario/parts/choices.h"

namespace shardscope {

struct Software {
  Framework framework = Framework::megatron_core;
  double year = 2025;

  bool operator==(const Software&) const = default;
};

}  // namespace shardscope
