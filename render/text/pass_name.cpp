#include "render/text/pass_name.h"

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

}  // namespace shardscope
