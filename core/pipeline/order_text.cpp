#include "core/pipeline/order_text.h"

namespace shardscope {

namespace {

// "1.3" or "1.'3": the pass's stage and micro-batch.
void append_place(std::string& text, const Schedule& schedule, std::int32_t rank, Pass pass) {
  const bool second = schedule.placement == StagePlacement::mirrored && pass.chunk == 1;
  text += std::to_string(schedule.stage_of(rank, pass.chunk));
  text += second ? ".'" : ".";
  text += std::to_string(second ? pass.micro_batch - schedule.micro_batches / 2 : pass.micro_batch);
}

}  // namespace

std::string order_text(const Schedule& schedule, std::int32_t rank) {
  std::string text;
  for (const Pass pass : schedule.order[static_cast<std::size_t>(rank)]) {
    if (!text.empty() && pass.kind != PassKind::overlapped_backward) text += ' ';
    text += entry_of(pass.kind).letter;
    append_place(text, schedule, rank, pass);
  }
  return text;
}

}  // namespace shardscope
