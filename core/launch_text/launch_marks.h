// The comments of an export, by which it is read back: whose text it is, what no flag says.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/launch_text/launch_text.h"

namespace shardscope {

struct LaunchMarks {
  std::string framework;
  std::vector<Setting> settings;
  std::optional<std::int64_t> gpus;
  int gpus_line = 0, cluster_line = 0;
};

[[nodiscard]] LaunchMarks marks_of(std::string_view text);

/// GPUs of a launch that was edited go before those of the comments that an export wrote beside it: what it starts is
/// what trains. A cluster of several pools stays: no launch says which of them it means.
void launch_before_comment(LaunchText& launch, const LaunchMarks& marks);

}  // namespace shardscope
