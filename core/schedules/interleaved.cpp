#include "core/schedules/interleaved.h"

#include <algorithm>

namespace shardscope {

namespace {

// Walks (chunk, micro-batch) in the order in which one rank takes them: a group of `ranks` micro-batches through one
// chunk, the same group through the next chunk, and after the last chunk the next group.
class ChunkWalk {
 public:
  ChunkWalk(PassKind kind, std::int32_t ranks, std::int32_t virtual_stages)
      : kind_(kind), ranks_(ranks), virtual_stages_(virtual_stages) {}

  Pass next() {
    const std::int32_t chunk = kind_ == PassKind::forward ? chunk_ : virtual_stages_ - 1 - chunk_;
    const Pass pass{kind_, static_cast<std::uint16_t>(chunk), group_begin_ + member_};
    if (++member_ == ranks_) {
      member_ = 0;
      if (++chunk_ == virtual_stages_) {
        chunk_ = 0;
        group_begin_ += ranks_;
      }
    }
    return pass;
  }

 private:
  PassKind kind_;
  std::int32_t ranks_, virtual_stages_;
  std::int32_t group_begin_ = 0, chunk_ = 0, member_ = 0;
};

}  // namespace

std::vector<Pass> interleaved_order(std::int32_t rank, std::int32_t ranks, std::int32_t virtual_stages,
                                    std::int32_t micro_batches) {
  const std::int64_t total = std::int64_t{virtual_stages} * micro_batches;
  const std::int64_t warm_up =
      std::min<std::int64_t>(2 * std::int64_t{ranks - rank - 1} + (std::int64_t{virtual_stages} - 1) * ranks, total);
  ChunkWalk forward(PassKind::forward, ranks, virtual_stages);
  ChunkWalk backward(PassKind::backward, ranks, virtual_stages);
  std::vector<Pass> order;
  order.reserve(2 * static_cast<std::size_t>(total));
  for (std::int64_t i = 0; i < warm_up; ++i) order.push_back(forward.next());
  for (std::int64_t i = warm_up; i < total; ++i) {
    order.push_back(forward.next());
    order.push_back(backward.next());
  }
  for (std::int64_t i = total - warm_up; i < total; ++i) order.push_back(backward.next());
  return order;
}

}  // namespace shardscope
