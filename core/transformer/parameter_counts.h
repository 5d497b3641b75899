// The model's parameters added up: by component, by matrix, by layer and by pipeline rank; all of them, and those that
// one token uses.
#pragma once

#include <cstdint>
#include <vector>

#include "core/transformer/layout.h"
#include "core/transformer/parameters.h"

namespace shardscope {

/// A matrix of the model with how often the model has it.
struct ParameterPart {
  ParameterGroup group;
  std::int64_t times = 1;  // layers that have it
  std::int64_t total = 0;  // group.count · times
  std::int64_t active = 0;
};

struct ParameterCounts {
  std::int64_t total = 0;      // without vocabulary padding and MTP layers
  std::int64_t active = 0;     // total less the experts that a token isn't routed to
  std::int64_t embedding = 0;  // the token table, positions excluded
  std::int64_t lm_head = 0;    // the output matrix; 0 where it is the token table
  std::int64_t biases = 0;     // of the total
  std::int64_t padding = 0;    // what padding the vocabulary adds
  std::int64_t mtp = 0, active_mtp = 0;
  std::vector<ParameterPart> parts;      // every matrix of the model; sums to total and active
  std::vector<ParameterPart> mtp_parts;  // those of the MTP layers; sums to mtp
  std::vector<std::int64_t> per_layer, active_per_layer;
  /// A pipeline rank, all its chunks: padding, MTP, tied copies and the token table that MTP layers read included.
  std::vector<std::int64_t> per_stage;
  std::vector<std::int64_t> active_per_stage;
  std::vector<std::vector<std::int64_t>> per_stage_by_component;  // indexed by rank, then Component; MTP's by its parts
  std::vector<std::int64_t> by_component, active_by_component;    // indexed by Component; sum to total and active
};
[[nodiscard]] ParameterCounts count_parameters(const Model& model, const Plan& plan,
                                               const std::vector<StageContent>& layout);

}  // namespace shardscope
