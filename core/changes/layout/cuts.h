// An assignment of the model's blocks to the stages as the places where the row of blocks is cut: what the balance
// searches over and what a dragged border moves.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/scenario/pipeline_layout.h"
#include "core/scenario/scenario.h"
#include "core/transformer/layout.h"

namespace shardscope {

/// The blocks in the model's order: the embedding, each layer, all MTP layers together, the head with the loss.
struct BlockRow {
  std::int64_t layers = 0, mtp_layers = 0;

  [[nodiscard]] std::int64_t blocks() const { return layers + (mtp_layers > 0 ? 3 : 2); }
};
[[nodiscard]] BlockRow block_row(const Model& model);

/// stages + 1 places from 0 to the row's blocks, none before the one to its left: stage k holds blocks [k], …, [k+1]-1.
using Cuts = std::vector<std::int64_t>;

[[nodiscard]] Cuts cuts_of(const BlockRow& row, const std::vector<StageContent>& layout);
/// What blocks begin, …, end-1 are as a stage.
[[nodiscard]] LayoutStage stage_between(const BlockRow& row, std::int64_t begin, std::int64_t end);
[[nodiscard]] std::vector<LayoutStage> stages_between(const BlockRow& row, const Cuts& cuts);

/// The cuts with border `border` (between stages border-1 and border) as near to `place` as leaves both stages a block.
[[nodiscard]] Cuts with_border_at(const BlockRow& row, const Cuts& cuts, std::size_t border, std::int64_t place);

/// One block less on stage `from`, one more on stage `to`: the borders between them move. Empty where `from` has no
/// block to give.
[[nodiscard]] Cuts with_block_moved(const Cuts& cuts, std::size_t from, std::size_t to);

/// The layout as Megatron's string.
[[nodiscard]] std::string layout_text(const std::vector<StageContent>& layout);

/// The scenario with these stages: nothing said where they are what the model has by default; plan.stage_layers where
/// that says it all; else, and where the plan has one already, plan.pipeline_layout.
[[nodiscard]] Scenario with_layout(Scenario scenario, const std::vector<LayoutStage>& stages);
/// The scenario with the layers as even as possible, as plans have them that say nothing (stage_layout).
[[nodiscard]] Scenario with_even_layout(Scenario scenario);

/// The scenario with a layout string that was typed, or what is wrong with it for this plan, in words.
[[nodiscard]] std::variant<Scenario, std::string> with_typed_layout(const Scenario& scenario, std::string_view text);

}  // namespace shardscope
