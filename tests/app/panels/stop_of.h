// Where a slider takes a value.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/validate/valid_values.h"
#include "tests/gui/window_driver.h"

namespace shardscope::tests {

/// The point of the slider at which it takes the value.
inline ImVec2 stop_of(const WindowDriver& window, std::string_view path, std::int64_t value) {
  const std::vector<std::int64_t> values = valid_values(window.scenario(), path);
  const auto found = std::find(values.begin(), values.end(), value);
  REQUIRE(found != values.end());
  return window.stop(path, static_cast<int>(found - values.begin()), static_cast<int>(values.size()));
}

}  // namespace shardscope::tests
