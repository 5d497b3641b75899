// Megatron's --pipeline-model-parallel-layout strings: what each pipeline stage holds, "Et*3|(tt|)*29,m|L".
// Grammar (PipelineParallelLayerLayout.parse_str_to_list, Megatron-LM core/transformer/pipeline_parallel_layer_layout):
// commas are cosmetic; a group in parentheses followed by *n is written n times (groups don't nest), then a single
// character followed by *n; a bar ends a stage; E embedding, t layer, m multi-token-prediction layer, L head and loss.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace shardscope {

struct LayoutStage {
  std::int64_t layers = 0;
  std::int64_t mtp_layers = 0;
  bool embedding = false;
  bool loss = false;

  bool operator==(const LayoutStage&) const = default;
};

/// Stages in the model's order, or what is wrong in words: also an E that isn't first or a second one, an L that isn't
/// last, layers behind MTP layers, MTP layers of several stages, as Megatron refuses them. A stage may be empty.
[[nodiscard]] std::variant<std::vector<LayoutStage>, std::string> parse_pipeline_layout(std::string_view layout);

/// The stages as such a string, short: a symbol three times or more as t*3, equal stages as (tt|)*29 with a comma
/// behind. Any stages, also those that parse_pipeline_layout() would refuse.
[[nodiscard]] std::string write_pipeline_layout(std::span<const LayoutStage> stages);

}  // namespace shardscope
