// The fields of a scenario beside the launch that it was read from: which flags said each, what was assumed, what the
// framework fills in by itself, and what has no effect here.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/script/launch_reading.h"

namespace shardscope {

/// Where a field's value comes from; `open`: from what isn't known, of a launch that is refused.
#define SHARDSCOPE_READ_ORIGIN(name) name(script) name(follows) name(assumed) name(fallback) name(open)
SHARDSCOPE_NAMED(ReadOrigin, SHARDSCOPE_READ_ORIGIN)

struct ReadField {
  std::string path;
  ReadOrigin origin = ReadOrigin::script;
  std::vector<std::size_t> spans;    // of the lit script
  std::optional<std::size_t> fault;  // of the lit script's faults
  std::string asks = {};             // of an open one the variable or argument that it hangs on, where that is known

  bool operator==(const ReadField&) const = default;
};

struct WhatWasRead {
  std::vector<ReadField> model, plan, machine;
  std::vector<ReadField> unsaid;            // of the plan, with the framework's own defaults
  std::vector<std::size_t> without_effect;  // spans

  bool operator==(const WhatWasRead&) const = default;
};

/// `lit` is the reading's, with its faults.
[[nodiscard]] WhatWasRead what_was_read(const LaunchReading& reading, const LitScript& lit,
                                        const LaunchFramework& framework);

}  // namespace shardscope
