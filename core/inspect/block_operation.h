// An operation of a block, wherever it is looked at: on the lanes, in the table of operations, behind a tensor.
#pragma once

#include "core/transformer/names.h"

namespace shardscope {

struct BlockOperation {
  BlockKind block = BlockKind::dense_layer;
  OperationName operation = OperationName::q_k_v_projection;

  bool operator==(const BlockOperation&) const = default;
};

}  // namespace shardscope
