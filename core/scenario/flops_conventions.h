// The names under which sources count a step's FLOPs. The report carries the first four (FlopsConvention); the others
// go on with their numbers, and core/step/throughput.h counts any of them on demand.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "core/scenario/choices.h"

namespace shardscope {

namespace flops_conventions {

constexpr FlopsConvention after_palm(int place) {
  return static_cast<FlopsConvention>(static_cast<int>(FlopsConvention::palm) + place);
}

inline constexpr FlopsConvention llama3 = after_palm(1), torchtitan = after_palm(2),
                                 torchtitan_embedding = after_palm(3), dgxc = after_palm(4), dgxc_mha = after_palm(5),
                                 dgxc_causal = after_palm(6), megatron_causal_swa = after_palm(7),
                                 gptoss_old = after_palm(8), narayanan2021 = after_palm(9),
                                 korthikanti2022 = after_palm(10), mosaic2023 = after_palm(11),
                                 bigscience = after_palm(12);
inline constexpr std::size_t count = static_cast<std::size_t>(bigscience) + 1;

}  // namespace flops_conventions

/// A convention by its own name or by another that documents use: "torchtitan", "megatron-full-attention".
[[nodiscard]] std::optional<FlopsConvention> flops_convention_named(std::string_view name);

}  // namespace shardscope
