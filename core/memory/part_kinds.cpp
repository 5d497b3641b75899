#include "core/memory/part_kinds.h"

namespace shardscope {

namespace {

/// What the kinds of state are called of a content.
struct StateNames {
  PartContent content;
  std::string_view weights, gradients, optimizer_states, master_weights;
};

// clang-format off
#define SHARDSCOPE_STATE_OF(content, what, of_what) \
  StateNames{PartContent::content, what, "gradients of " of_what, "optimizer states of " of_what, \
             "master copy of " of_what}
// clang-format on
constexpr StateNames state_names[] = {
    SHARDSCOPE_STATE_OF(layers, "layers", "layers"),
    SHARDSCOPE_STATE_OF(experts, "experts", "experts"),
    SHARDSCOPE_STATE_OF(mtp_layers, "MTP layers", "MTP layers"),
    SHARDSCOPE_STATE_OF(mtp_experts, "MTP experts", "MTP experts"),
    SHARDSCOPE_STATE_OF(embedding, "embedding", "the embedding"),
    SHARDSCOPE_STATE_OF(head, "head", "the head"),
};

}  // namespace

std::string_view name_of(PartKind kind, PartContent content) {
  for (const StateNames& state : state_names) {
    if (state.content != content) continue;
    if (kind == PartKind::weights) return state.weights;
    if (kind == PartKind::gradients) return state.gradients;
    if (kind == PartKind::optimizer_states) return state.optimizer_states;
    if (kind == PartKind::master_weights) return state.master_weights;
  }
  return entry_of(kind).name;
}

}  // namespace shardscope
