#include "core/schedules/dual_steps.h"

namespace shardscope {

namespace {

// Emits passes of the two chunks, each chunk's micro-batches in turn. Weight passes that are due wait in a queue.
class DualWriter {
 public:
  DualWriter(std::int32_t micro_batches, std::array<DualChunk, 2> chunks) : chunks_(chunks) {
    order_.reserve(6 * static_cast<std::size_t>(micro_batches));
  }

  void forward(std::size_t chunk) { push(PassKind::forward, chunk, forwards_[chunk]++); }
  void whole_backward(std::size_t chunk) { push(PassKind::backward, chunk, backwards_[chunk]++); }
  void input_backward(std::size_t chunk) {
    push(PassKind::backward_input, chunk, backwards_[chunk]++);
    due_.push_back({PassKind::backward_weight, order_.back().chunk, order_.back().micro_batch});
  }
  void backward(std::size_t chunk, bool split) { split ? input_backward(chunk) : whole_backward(chunk); }
  void weight() { order_.push_back(due_[weights_++]); }
  /// A forward of one chunk beside a whole backward of the other.
  void overlapped(std::size_t forward_chunk) {
    const std::size_t other = 1 - forward_chunk;
    push(PassKind::overlapped_forward, forward_chunk, forwards_[forward_chunk]++);
    push(PassKind::overlapped_backward, other, backwards_[other]++);
  }

  std::vector<Pass> take() { return std::move(order_); }

 private:
  void push(PassKind kind, std::size_t chunk, std::int32_t count) {
    order_.push_back({kind, chunks_[chunk].chunk, chunks_[chunk].first_micro_batch + count});
  }

  std::array<DualChunk, 2> chunks_;
  std::array<std::int32_t, 2> forwards_ = {}, backwards_ = {};
  std::vector<Pass> order_, due_;
  std::size_t weights_ = 0;
};

// The last backwards of both chunks; half way through them, weight passes start to be put off.
void write_last_backwards(DualWriter& writer, std::int32_t place) {
  const std::int32_t count = place + 1;
  bool split = false;
  for (std::int32_t i = 0; i < count; ++i) {
    const bool half_way = i == count / 2;
    if (half_way && place % 2 == 1) split = true;
    writer.backward(1, split);
    if (half_way && place % 2 == 0) split = true;
    writer.backward(0, split);
  }
}

}  // namespace

std::vector<Pass> dual_order(std::int32_t place, std::int32_t row, std::int32_t micro_batches,
                             std::array<DualChunk, 2> chunks) {
  DualWriter writer(micro_batches, chunks);
  const std::int32_t inner = row - place - 1;  // ranks between this one and the turn
  for (std::int32_t i = 0; i < 2 * inner; ++i) writer.forward(0);
  for (std::int32_t i = 0; i <= place; ++i) {
    writer.forward(0);
    writer.forward(1);
  }
  for (std::int32_t i = 0; i < inner; ++i) {
    writer.input_backward(1);
    writer.weight();
    writer.forward(1);
  }
  const std::int32_t main_steps = micro_batches - 2 * row + place + 1;
  for (std::int32_t i = 0; i < main_steps; ++i) {
    if (i == 0 && inner == 0) {  // at the turn the first pair isn't overlapped, so that the next rank waits less
      writer.forward(0);
      writer.whole_backward(1);
    } else {
      writer.overlapped(0);
    }
    writer.overlapped(1);
  }
  for (std::int32_t i = 0; i < inner; ++i) {
    writer.whole_backward(1);
    writer.overlapped(1);
  }
  write_last_backwards(writer, place);
  for (std::int32_t i = 0; i < inner; ++i) {
    writer.weight();
    writer.input_backward(0);
  }
  for (std::int32_t i = 0; i <= place; ++i) writer.weight();
  return writer.take();
}

}  // namespace shardscope
