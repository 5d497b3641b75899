// The comments of an export, by which it is read back: whose text it is, what no flag says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/setting.h"

namespace shardscope {

struct LaunchMarks {
  std::string framework;
  std::vector<Setting> settings;
  std::optional<std::int64_t> gpus;
  int gpus_line = 0, cluster_line = 0;
};

[[nodiscard]] LaunchMarks marks_of(std::string_view text);

}  // namespace shardscope
