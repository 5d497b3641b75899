// How frameworks cut layers into pipeline stages where no list says it. Each: layers per stage, in the model's order;
// empty where the framework couldn't cut them so, and above limits::layers_max.
#pragma once

#include <cstdint>
#include <vector>

#include "core/expressions/value.h"

namespace shardscope {

struct UnevenSplit {
  std::int64_t layers = 0, ranks = 1, chunks = 1;
  std::int64_t first = -1, last = -1;    // layers of the first and last rank; -1: not said
  bool embedding = false, loss = false;  // counted as a layer each
};

/// Megatron-LM, core/transformer/transformer_block.py, get_num_layers_to_build: the first and last rank take what is
/// said and the others share the rest evenly; a counted embedding or loss takes a layer's place.
[[nodiscard]] std::vector<std::int64_t> uneven_split(const UnevenSplit& split);

/// Zero bubble's Megatron-LM, legacy/model/transformer.py, get_offset: as many layers for each stage as if the ranks
/// divided them, of which the last stage and then the first ones have one fewer.
[[nodiscard]] std::vector<std::int64_t> padded_split(std::int64_t layers, std::int64_t ranks, std::int64_t chunks);

/// MindSpeed-LLM, training/arguments.py, --noop-layers: `layers`, idle ones among them, are shared out evenly, and each
/// stage has those of its own that aren't idle. An idle layer that isn't one of them leaves no split.
[[nodiscard]] std::vector<std::int64_t> split_without(std::int64_t layers, std::int64_t stages,
                                                      const std::vector<std::int64_t>& idle);

/// torchtitan, distributed/pipeline_parallel.py, generate_llm_fqn_per_model_part: layers and the weights of the
/// embedding (`first`) and of norm and head (`last`) are shared out, the first stages getting one more; then the first
/// and the last stage give up those weights.
[[nodiscard]] std::vector<std::int64_t> weighted_split(std::int64_t layers, std::int64_t stages, std::int64_t first,
                                                       std::int64_t last);

/// nanotron, models/base.py: layers in order, each costing `layer`, then the head; the rank advances behind the block
/// that passes its share of the whole.
[[nodiscard]] std::vector<std::int64_t> cost_split(std::int64_t layers, std::int64_t ranks, double layer, double head);

/// torchtitan's module_fqns_per_model_part for layers per stage, and the layers per stage that such a list says; none
/// where one holds parts of a layer.
[[nodiscard]] Value module_names(const std::vector<std::int64_t>& stage_layers);
[[nodiscard]] std::vector<std::int64_t> layers_in(const Value& modules);

/// torchtitan's pipeline_parallel_split_points of 2024 and 2025, ["layers.4", "layers.8"], with which stages begin:
/// parallelisms/pipeline_llama.py, _build_stage(). Empty where they aren't layers in the model's order.
[[nodiscard]] std::vector<std::int64_t> layers_between(const Value& points, std::int64_t layers);

/// The same list for layers per stage.
[[nodiscard]] Value split_points(const std::vector<std::int64_t>& stage_layers);

}  // namespace shardscope
