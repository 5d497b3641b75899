// The steps that DualPipe and DualPipeV share: micro-batches enter a row of ranks from both of its ends.
// In DualPipe the row is half of the ranks, the other half mirrors it; in DualPipeV it is all of them.
// DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.1 and figure 5; step by step as the authors published
// it (github.com/deepseek-ai/DualPipe): forwards of both chunks; split backwards whose weight passes fill the wait;
// forwards overlapped with whole backwards; backwards whose weight passes fill the end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/pipeline/schedule.h"

namespace shardscope {

/// One rank's two chunks in the order of the steps: the first is met by micro-batches that enter at the row's outer
/// end.
struct DualChunk {
  std::uint16_t chunk = 0;
  std::int32_t first_micro_batch = 0;
};

/// `place` counts from the row's outer end, where 0 is; the rank at row - 1 has the turn. Each chunk takes
/// micro_batches of them, at least 2·row.
[[nodiscard]] std::vector<Pass> dual_order(std::int32_t place, std::int32_t row, std::int32_t micro_batches,
                                           std::array<DualChunk, 2> chunks);

}  // namespace shardscope
