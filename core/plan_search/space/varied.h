// Fields that take several values, and all the settings that they make together: what a sweep asks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/base/setting.h"

namespace shardscope {

namespace limits {
inline constexpr std::size_t varied_values_max = 100'000;  // of one key, and of all of them together
}  // namespace limits

/// A field and the values that it takes in turn.
struct Varied {
  std::string key;                  // "plan.tp", as --set takes it
  std::vector<std::string> values;  // at least one, each as --set takes it
  bool range = false;               // said as A..B: values between that make no valid scenario aren't meant

  bool operator==(const Varied&) const = default;
};

/// "plan.tp=1,2,4", or "plan.tp=1..16": each whole number between, ends included. A comma within brackets, braces or
/// quotes belongs to its value.
[[nodiscard]] Outcome<Varied> read_varied(std::string_view text);

/// One choice of a value for each key: "plan.tp=4", "plan.pp=2", in the order of the keys. The last key changes
/// fastest. A problem where a key is given twice or there are more than limits::varied_values_max.
[[nodiscard]] Outcome<std::vector<std::vector<Setting>>> all_settings(const std::vector<Varied>& varied);

}  // namespace shardscope
