// Where it is said which whole units of sharded state exist at a time, by who shards: PyTorch's FSDP, or XLA, which
// partitions the whole program and of which nobody has published how much it gathers at once.
#pragma once

#include <string_view>

#include "core/scenario/software_traits.h"

namespace shardscope {

struct UnitSources {
  std::string_view gathered, scattered, table, padding;
  std::string_view freed_blocks;
};

inline constexpr UnitSources sources_of_pytorch{
    "PyTorch FSDP: a layer, the embedding, or final norm and output matrix, each gathered for use",
    "PyTorch FSDP: a layer's gradients as computed and in the accumulation dtype, or the head's in the latter while "
    "the next unit's are computed",
    "PyTorch FSDP: the embedding gathered, its gradient as computed and in the accumulation dtype",
    "PyTorch FSDP: a parameter's rows, or a layer's values, in equal shares rounded up",
    "PyTorch's caching allocator keeps freed blocks for requests of their size"};

inline constexpr UnitSources sources_of_xla{
    "Chowdhery et al. 2022, PaLM, section 4: weights are gathered over the data axis for use; a layer, the embedding "
    "or the head at a time is assumed",
    "Xu et al. 2020, Automatic Cross-Replica Sharding of Weight Update: XLA scatters gradients; a layer's as computed "
    "and in the accumulation dtype, or the head's in the latter, is assumed",
    "Chowdhery et al. 2022, PaLM, section 4: weights are gathered for use; the embedding whole, with its gradient as "
    "computed and in the accumulation dtype, is assumed",
    "Xu et al. 2021, GSPMD: dimensions that don't divide are padded",
    "XLA places a program's buffers in one arena; that those of other sizes leave as much unused as blocks do that are "
    "kept is assumed"};

[[nodiscard]] inline const UnitSources& unit_sources(const Software& software) {
  return traits_of(software).on_pytorch ? sources_of_pytorch : sources_of_xla;
}

}  // namespace shardscope
