#include "core/memory/part_kinds.h"

#include <array>
#include <cstddef>

namespace shardscope {

namespace {

/// Of weights, gradients, states and master copy; of layers, experts, MTP layers, MTP experts, embedding, head.
constexpr std::array<std::array<std::string_view, 6>, 4> state_names = {{
    {"layers", "experts", "MTP layers", "MTP experts", "embedding", "head"},
    {"gradients of layers", "gradients of experts", "gradients of MTP layers", "gradients of MTP experts",
     "gradients of the embedding", "gradients of the head"},
    {"optimizer states of layers", "optimizer states of experts", "optimizer states of MTP layers",
     "optimizer states of MTP experts", "optimizer states of the embedding", "optimizer states of the head"},
    {"master copy of layers", "master copy of experts", "master copy of MTP layers", "master copy of MTP experts",
     "master copy of the embedding", "master copy of the head"},
}};

}  // namespace

std::string_view name_of(PartKind kind, PartContent content) {
  const auto row = static_cast<std::size_t>(kind);
  if (row >= state_names.size() || !is_of_parameters(content)) return entry_of(kind).name;
  return state_names[row][static_cast<std::size_t>(content) - index_of(PartContent::layers)];
}

}  // namespace shardscope
