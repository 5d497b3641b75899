#include "render/text/pass_name.h"

#include <array>

namespace shardscope {

namespace {

struct NamedPass {
  PassKind kind;
  PassName name;
};
constexpr std::array<NamedPass, pass_kinds> pass_names = {{
    {PassKind::forward, {"Forward", "Forward", "forward", "forward", "Forward"}},
    {PassKind::backward, {"Backward", "Backward", "backward", "backward", "Backward"}},
    {PassKind::backward_weight,
     {"Weight gradient", "Backward weight", "weight gradient", "weight grad", "Weight gradient"}},
    {PassKind::backward_input,
     {"Backward, input gradient", "Backward input", "input gradient", "input grad", "Input gradient"}},
    {PassKind::overlapped_forward, {"Forward", "Forward", "forward", "forward", "Forward"}},
    {PassKind::overlapped_backward, {"Backward", "Backward", "backward", "backward", "Backward"}},
    {PassKind::lone_forward, {"Forward", "Forward", "forward", "forward", "Forward"}},
    {PassKind::embedding, {"Embedding", "Embedding", "embedding", "embedding", "Embedding"}},
    {PassKind::loss, {"Loss", "Loss", "loss", "loss", "Loss"}},
    {PassKind::loss_backward, {"Loss, backward", "Loss backward", "backward of the loss", "loss", "Loss, backward"}},
    {PassKind::embedding_backward,
     {"Embedding, backward", "Embedding backward", "backward of the embedding", "embedding", "Embedding, backward"}},
}};
static_assert(stand_in_order(pass_names, &NamedPass::kind));

struct NamedWork {
  BarKind kind;
  WorkName name;
};
constexpr std::array<NamedWork, bar_kinds> work_names = {{
    {BarKind::forward,
     {"Forward", "forward", "forward", "fwd", "Forward",
      "A micro-batch goes through the stage's layers; what backward needs of it is kept until then."}},
    {BarKind::recompute,
     {"Recompute", "recompute", "recompute", "rec", "Recompute",
      "Forward's kernels run once more just before backward, in place of keeping what they make."}},
    {BarKind::backward,
     {"Backward", "backward", "backward", "bwd", "Backward",
      "The gradients of a micro-batch, from the stage behind to the one before: of its inputs and of the weights."}},
    {BarKind::backward_weight,
     {"Weight gradient", "weight gradient", "weights", "wgt", "Backward weight",
      "The weights' own gradients, which no other stage waits for: schedules put them where a stage would wait."}},
    {BarKind::ends,
     {"Embedding, loss", "embedding or loss", "embedding or loss", "end", "Embedding or loss",
      "The embedding or the loss as a pass of its own, which the ends of the pipeline run beside their layers."}},
    {BarKind::gradient_sync,
     {"Gradient exchange", "gradient exchange", "exchange", "exch", "Gradient exchange, exposed",
      "What nothing hides of adding up gradients over all replicas: after the last backward."}},
    {BarKind::optimizer,
     {"Optimizer", "optimizer", "optimizer", "opt", "Optimizer",
      "Each GPU updates the weights whose state it holds, once a step."}},
    {BarKind::parameter_sync,
     {"Parameter gather", "parameter gather", "gather", "gath", "Parameter gather, exposed",
      "What nothing hides of collecting the updated weights from those that hold their state."}},
    {BarKind::idle,
     {"Idle", "idle", "idle", "idle", "Idle",
      "The stage waits for another one's activations or gradients, or for the step's end."}},
}};
static_assert(stand_in_order(work_names, &NamedWork::kind));

}  // namespace

const PassName& name_of_pass(PassKind kind) {
  return pass_names[index_of(kind)].name;
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
  return work_names[index_of(kind)].name;
}

std::string_view ramp_words(bool by_chunk) {
  return by_chunk ? "From a rank's first chunk of layers to its last along one ramp of colours."
                  : "From the step's first micro-batch to its last along one ramp of colours.";
}

std::string_view name_of_exchange(ExchangeKind kind) {
  return kind == ExchangeKind::gradients ? "Gradients" : "Parameters";
}

}  // namespace shardscope
