#include "render/text/pass_name.h"

#include <array>

namespace shardscope {

const PassName& name_of_pass(PassKind kind) {
  static constexpr std::array<PassName, pass_kinds> names = std::to_array<PassName>(
      {{"Forward", "Forward", "forward", "forward", "Forward"},
       {"Backward", "Backward", "backward", "backward", "Backward"},
       {"Weight gradient", "Backward weight", "weight gradient", "weight grad", "Weight gradient"},
       {"Backward, input gradient", "Backward input", "input gradient", "input grad", "Input gradient"},
       {"Forward", "Forward", "forward", "forward", "Forward"},
       {"Backward", "Backward", "backward", "backward", "Backward"},
       {"Forward", "Forward", "forward", "forward", "Forward"},
       {"Embedding", "Embedding", "embedding", "embedding", "Embedding"},
       {"Loss", "Loss", "loss", "loss", "Loss"},
       {"Loss, backward", "Loss backward", "backward of the loss", "loss", "Loss, backward"},
       {"Embedding, backward", "Embedding backward", "backward of the embedding", "embedding", "Embedding, backward"}});
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
  return {again.title, again.title, again.word, again.beside, again.title};
}

const PassName& name_of_pass(LanePass pass) {
  switch (pass) {
    case LanePass::forward:
      break;
    case LanePass::backward:
      return name_of_pass(PassKind::backward);
    case LanePass::backward_input:
      return name_of_pass(PassKind::backward_input);
    case LanePass::backward_weight:
      return name_of_pass(PassKind::backward_weight);
  }
  return name_of_pass(PassKind::forward);
}

const WorkName& name_of_work(BarKind kind) {
  static constexpr std::array<WorkName, bar_kinds> names = std::to_array<WorkName>(
      {{"Forward", "forward", "forward", "fwd", "Forward"},
       {"Recompute", "recompute", "recompute", "rec", "Recompute"},
       {"Backward", "backward", "backward", "bwd", "Backward"},
       {"Weight gradient", "weight gradient", "weights", "wgt", "Backward weight"},
       {"Embedding, loss", "embedding or loss", "embedding or loss", "end", "Embedding or loss"},
       {"Gradient exchange", "gradient exchange", "exchange", "exch", "Gradient exchange, exposed"},
       {"Optimizer", "optimizer", "optimizer", "opt", "Optimizer"},
       {"Parameter gather", "parameter gather", "gather", "gath", "Parameter gather, exposed"},
       {"Idle", "idle", "idle", "idle", "Idle"}});
  return names[static_cast<std::size_t>(kind)];
}

std::string_view name_of_exchange(ExchangeKind kind) {
  return kind == ExchangeKind::gradients ? "Gradients" : "Parameters";
}

}  // namespace shardscope
