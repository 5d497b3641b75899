#include "render/text/pass_name.h"

#include <array>

namespace shardscope {

std::string_view pass_name(PassKind kind) {
  switch (kind) {
    case PassKind::forward:
    case PassKind::overlapped_forward:
    case PassKind::lone_forward:
      return "Forward";
    case PassKind::embedding:
      return "Embedding";
    case PassKind::loss:
      return "Loss";
    case PassKind::loss_backward:
      return "Loss, backward";
    case PassKind::embedding_backward:
      return "Embedding, backward";
    case PassKind::backward_input:
      return "Backward, input gradient";
    case PassKind::backward_weight:
      return "Weight gradient";
    case PassKind::backward:
    case PassKind::overlapped_backward:
      break;
  }
  return "Backward";
}

const WorkName& name_of_work(BarKind kind) {
  static constexpr std::array<WorkName, bar_kinds> names = {
      {{"Forward", "forward", "forward", "fwd"},
       {"Recompute", "recompute", "recompute", "rec"},
       {"Backward", "backward", "backward", "bwd"},
       {"Weight gradient", "weight gradient", "weights", "wgt"},
       {"Embedding, loss", "embedding or loss", "embedding or loss", "end"},
       {"Gradient exchange", "gradient exchange", "exchange", "exch"},
       {"Optimizer", "optimizer", "optimizer", "opt"},
       {"Parameter gather", "parameter gather", "gather", "gath"},
       {"Idle", "idle", "idle", "idle"}}};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace shardscope
