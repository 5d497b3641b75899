#include "core/lanes/lane_words.h"

namespace shardscope {

std::string_view name_of(const LaneBar& bar, const Block& block) {
  if (bar.operation < 0) return entry_of(bar.work).words;
  return name_of(block.operations[static_cast<std::size_t>(bar.operation)].name);
}

std::string name_of(const LayerSpan& span, const LayerLanes& lanes) {
  switch (lanes.block.kind) {
    case BlockKind::embedding:
      return "embedding";
    case BlockKind::head:
      return "head and loss";
    case BlockKind::mtp_layer:
      return "MTP layer";
    case BlockKind::dense_layer:
    case BlockKind::moe_layer:
      break;
  }
  return "layer " + std::to_string(span.layer);
}

std::string_view kernel_of(const LaneBar& bar, const Block& block) {
  if (bar.operation < 0) return entry_of(bar.work).kernel;
  const Operation& operation = block.operations[static_cast<std::size_t>(bar.operation)];
  const bool forward = direction_of(bar.phase) == Direction::forward;
  switch (operation.kind) {
    case OperationKind::matrix:
      return "aten::mm";
    case OperationKind::grouped_matrix:
      return "aten::_grouped_mm";
    case OperationKind::attention:
      if (!operation.fused_attention) return forward ? "aten::_softmax" : "aten::_softmax_backward_data";
      return forward ? "aten::_flash_attention_forward" : "aten::_flash_attention_backward";
    case OperationKind::memory_bound:
      break;
  }
  return "elementwise_kernel";
}

}  // namespace shardscope
