// app/memory: the Memory view: what fills each stage's GPU, and, grown, one stage down to its tensors, its memory over
// the step, and what would save memory. In: a report, the view's own state. Out: cards; an edit where a change is
// clicked.
//
// The view's kept state and what it derives from the report.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/changes/memory_savings.h"
#include "core/inspect/memory/curve.h"
#include "core/inspect/memory/ledger.h"
#include "core/inspect/memory/megatron_difference.h"
#include "core/inspect/memory/stage_blocks.h"
#include "render/memory/memory_bars.h"

namespace shardscope {

/// How the grown view is arranged.
struct MemoryArrangement {
  std::array<bool, memory_component_count> open = {true, false, false, true, true};  // components in the table
  MemoryComponent shown = MemoryComponent::activations;                              // in the treemap
  std::optional<StageBlocks> block;   // whose activations the treemap shows; none: those that hold most
  std::optional<std::size_t> tensor;  // outlined there
  bool beside_megatron = false;       // whether the differences from Megatron-LM's report are listed

  bool operator==(const MemoryArrangement&) const = default;
};

/// One stage taken apart.
struct StageDetail {
  std::int32_t stage = -1;
  std::vector<LedgerLine> ledger;
  std::vector<StageBlocks> blocks;  // what it is made of, what holds most first
  MemoryCurve curve;
  std::vector<AliveChunk> alive;  // at the curve's peak
};

/// One of the stage's blocks, and its tensors.
struct BlockDetail {
  std::optional<StageBlocks> block;
  std::vector<LayerTensor> layer;
};

struct MemoryState {
  static constexpr ViewInfo info = {
      .name = "memory",
      .title = "Memory",
      .help = "What fills each stage's GPU, tensor by tensor, and what would save memory.",
      .figure = Headline::memory};
  MemoryArrangement arranged = {};

  // Of the shown scenario; what would save memory also of the present one and of what holds.
  Memo<StageDetail, Scenario, std::int32_t> stage = {};
  Memo<BlockDetail, Scenario, std::optional<StageBlocks>> block = {};
  Memo<std::vector<MemorySaving>, Scenario, Scenario, Holds> savings = {};
  Memo<std::vector<MegatronDifference>, Scenario> beside_megatron = {};  // of the fullest stage
};

/// The view grown to the whole area.
void draw_view(MemoryState& state, const ViewFrame& frame, const Rect& area);

/// One of the four cards.
void draw_in_card(MemoryState&, const ViewFrame& frame, const Rect& card);
/// Bytes that each stage holds at the moment that is played; empty where none is.
[[nodiscard]] std::vector<double> held_now(const ViewFrame& frame);
/// What a stage, one of its components or of their parts holds, said at the pointer with the figure that it is.
void explain_held(const ViewFrame& frame, const MemoryHover& hover);
/// The bars of all stages with the picked one outlined, explained under the pointer. What that is on, where it is.
MemoryHover memory_bars(const ViewFrame& frame, const Rect& area, std::optional<std::int32_t> picked);

}  // namespace shardscope
