// A profiler's trace as a page: where the seconds of a step went on the GPU, beside what a plan predicts.
#pragma once

#include <string>

#include "app/output/page.h"
#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

/// "PyTorch's profiler on NVIDIA H100, rank 3 of 8: 3 steps, told by the GPU's marks."
[[nodiscard]] std::string trace_words(const TraceBeside& trace);

/// What a reader has to know of how it was read, a sentence each.
[[nodiscard]] std::vector<std::string> trace_notes(const TraceBeside& trace);

/// "all-reduce within DATA_PARALLEL_GROUP of 8"
[[nodiscard]] std::string collective_words(const CollectiveRow& row);

/// A kernel's name without what C++ writes around it: return type, namespaces' arguments, parameters.
[[nodiscard]] std::string short_kernel_name(const std::string& name);

[[nodiscard]] Page trace_page(const std::string& file, const TraceBeside& trace);

}  // namespace shardscope
