// What a pass of a Gantt chart waited for, in words.
#pragma once

#include <string>
#include <string_view>

#include "render/gantt/gantt.h"

namespace shardscope {

/// "waited for the backward of micro-batch 5 on rank 4"; "right after its own forward …". `lane` is what ranks
/// are called: "rank", "stage". Empty where the pointer is on no pass.
[[nodiscard]] std::string wait_words(const Timeline& timeline, const GanttHover& hover, std::string_view lane);

}  // namespace shardscope
