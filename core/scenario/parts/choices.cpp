#include "core/scenario/parts/choices.h"

#include <utility>

namespace shardscope {

std::optional<FlopsConvention> flops_convention_named(std::string_view name) {
  constexpr std::pair<std::string_view, FlopsConvention> others[] = {
      {"megatron-full-attention", FlopsConvention::megatron},
      {"megatron-2021-hardware", FlopsConvention::narayanan2021},
      {"torchtitan", FlopsConvention::torchtitan},
      {"torchtitan-with-embedding", FlopsConvention::torchtitan_embedding},
      {"mosaic", FlopsConvention::mosaic2023},
      {"bigscience", FlopsConvention::bigscience}};
  for (const auto& [other, convention] : others)
    if (other == name) return convention;
  return value_named<FlopsConvention>(name);
}

}  // namespace shardscope
