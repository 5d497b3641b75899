#include "render/text/pass_name.h"

#include <array>

namespace shardscope {

const PassName& name_of_pass(PassKind kind) {
  static constexpr std::array<PassName, pass_kinds> names = {
      {{"Forward", "Forward", "forward", "forward"},
       {"Backward", "Backward", "backward", "backward"},
       {"Weight gradient", "Backward weight", "weight gradient", "weight grad"},
       {"Backward, input gradient", "Backward input", "input gradient", "input grad"},
       {"Forward", "Forward", "forward", "forward"},
       {"Backward", "Backward", "backward", "backward"},
       {"Forward", "Forward", "forward", "forward"},
       {"Embedding", "Embedding", "embedding", "embedding"},
       {"Loss", "Loss", "loss", "loss"},
       {"Loss, backward", "Loss backward", "backward of the loss", "loss"},
       {"Embedding, backward", "Embedding backward", "backward of the embedding", "embedding"}}};
  return names[static_cast<std::size_t>(kind)];
}

PassName name_of_pass(OperationPhase phase) {
  switch (phase) {
    case OperationPhase::forward:
      return name_of_pass(PassKind::forward);
    case OperationPhase::input_gradient:
      return name_of_pass(PassKind::backward_input);
    case OperationPhase::weight_gradient:
      return name_of_pass(PassKind::backward_weight);
    case OperationPhase::recompute:
      break;
  }
  const WorkName& again = name_of_work(BarKind::recompute);
  return {again.title, again.title, again.word, again.beside};
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
