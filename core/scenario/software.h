// Whose code trains, and of when. What it does: software_traits.h.
#pragma once

#include "core/scenario/choices.h"

namespace shardscope {

struct Software {
  Framework framework = Framework::megatron_core;
  double year = 2025;

  bool operator==(const Software&) const = default;
};

}  // namespace shardscope
