// What the passes of a pipeline take, stage by stage.
#pragma once

#include <vector>

#include "core/base/units.h"

namespace shardscope {

/// Times of one stage (one chunk of layers) for one micro-batch, communication inside the pass included.
/// A fused backward lasts recompute + backward_input + backward_weight; split, the first two make its input pass.
struct StageTimes {
  Seconds forward, recompute, backward_input, backward_weight;

  [[nodiscard]] Seconds input_pass() const { return recompute + backward_input; }
  [[nodiscard]] Seconds whole_backward() const { return input_pass() + backward_weight; }
  [[nodiscard]] Seconds both() const { return forward + whole_backward(); }
};

/// Of the embedding's and the loss's own passes, where a schedule has them; a stage's times are then without them.
struct EndTimes {
  Seconds embedding, loss, loss_backward, embedding_backward;
};

struct PassTimes {
  std::vector<StageTimes> stages;           // in the model's order
  Seconds transfer;                         // from one rank to another; delays the receiver
  std::vector<Seconds> transfer_from = {};  // instead, by the rank that sends; or [sender · ranks + receiver]
  std::vector<Seconds> overlapped = {};  // a forward beside a whole backward: [rank · chunks + chunk of the forward];
                                         // empty: as long as one after the other
  std::vector<StageTimes> of_chunks = {};  // instead of stages, where the ranks that hold one differ: [rank · chunks +
                                           // chunk]
  EndTimes ends = {};
  bool transfers_block = false;  // no overlap: sender and receiver compute nothing while they transfer; what a rank
                                 // sends and receives between two passes goes both ways at once, as Megatron's batched
                                 // send_forward_recv_backward() does. A sender doesn't wait for the receiver.
};

/// An entry of transfer_from, whichever form it has; nothing where it has none for the sender.
[[nodiscard]] inline Seconds transfer_between(const std::vector<Seconds>& transfers, std::size_t ranks,
                                              std::size_t sender, std::size_t receiver) {
  const std::size_t at = transfers.size() == ranks ? sender : sender * ranks + receiver;
  return at < transfers.size() ? transfers[at] : Seconds{};
}

}  // namespace shardscope
