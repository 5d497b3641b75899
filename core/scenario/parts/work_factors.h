// By whom a step's time is taken: kinds of kernels, launches, the traffic of each group, the optimizer. A cluster
// carries by which factor each takes longer than it is modelled to: 1, unless somebody asks what the step would be if
// it were otherwise (core/changes/if_free.h). Nobody writes it into a scenario.
#pragma once

#include <array>
#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

struct WorkKindEntry {
  std::string_view json;
  std::string_view words;  // "if the products were free"
};
// clang-format off
#define SHARDSCOPE_WORK_KIND(entry) \
  entry(products, "products", "matrix products") \
  entry(attention, "attention", "attention kernels") \
  entry(memory_bound, "memory_bound", "memory-bound kernels") \
  entry(launches, "launches", "launches and waits for the host") \
  entry(tensor, "tensor", "tensor-parallel traffic") \
  entry(context, "context", "context-parallel traffic") \
  entry(expert, "expert", "expert-parallel traffic") \
  entry(data, "data", "data-parallel traffic") \
  entry(pipeline, "pipeline", "pipeline transfers") \
  entry(optimizer, "optimizer", "optimizer")
// clang-format on
SHARDSCOPE_TABLE(WorkKind, WorkKindEntry, SHARDSCOPE_WORK_KIND)

struct WorkFactors {
  std::array<double, count_of<WorkKind>> of = [] {
    std::array<double, count_of<WorkKind>> ones{};
    ones.fill(1);
    return ones;
  }();

  [[nodiscard]] constexpr double operator[](WorkKind kind) const { return of[index_of(kind)]; }

  bool operator==(const WorkFactors&) const = default;
};

}  // namespace shardscope
