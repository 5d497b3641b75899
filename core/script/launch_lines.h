// A launch's texts as lines: its own, and of each other file that it reads.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/launch/launch_source.h"

namespace shardscope {

struct LaunchLines {
  std::string file;  // its name; empty: the launch's own text
  std::vector<std::string_view> lines;
};

/// The launch's own first, then `files` as far as they were given. The lines are views into the source.
[[nodiscard]] std::vector<LaunchLines> lines_of_launch(const LaunchSource& source,
                                                       std::span<const std::string> files = {});

/// A file's line, from 1; empty where there is none.
[[nodiscard]] std::string_view line_of_launch(std::span<const LaunchLines> texts, std::string_view file, int line);

}  // namespace shardscope
