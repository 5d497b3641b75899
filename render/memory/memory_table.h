// The table of what fills a stage: components, each of which opens into its tensors. Rows are laid out here and drawn
// one by one, so that the caller scrolls and clicks.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <vector>

#include "core/inspect/memory/ledger.h"
#include "render/chart/card.h"

namespace shardscope {

/// A component, or one line of the ledger beneath it.
struct MemoryTableRow {
  MemoryComponent component = MemoryComponent::weights;
  std::optional<std::size_t> line;
};

/// The components in their order, with the lines of those that are open, the largest first.
[[nodiscard]] std::vector<MemoryTableRow> memory_table_rows(const std::vector<LedgerLine>& ledger,
                                                            const std::array<bool, memory_component_count>& open);

struct MemoryTableState {
  bool open = false, hovered = false, selected = false;
};

/// Height of a row in pixels: a tensor has columns where the table is `width` wide enough, else two lines; words that
/// don't fit go on below.
[[nodiscard]] float memory_table_row_height(const Theme& theme, const std::vector<LedgerLine>& ledger,
                                            const MemoryTableRow& row, float width);

void draw_memory_table_row(ImDrawList& draw, const Theme& theme, const Rect& place, const Report& report,
                           std::int32_t stage, const std::vector<LedgerLine>& ledger, const MemoryTableRow& row,
                           const MemoryTableState& state);
/// "component, shape, GB, share" above the rows.
void draw_memory_table_heading(ImDrawList& draw, const Theme& theme, const Rect& place);

/// "[8,192, 1, 6,656]"; fractions where a division leaves them. "[14,336, 14,336]/8" where a GPU holds so much less.
[[nodiscard]] std::string numbers_in_words(const std::vector<double>& numbers, double divisor = 1);

/// What a tensor is: shape in symbols and numbers, dtype, how many, formula, source.
[[nodiscard]] Explanation explain_ledger_line(const LedgerLine& line);
[[nodiscard]] Explanation explain_layer_tensor(const LayerTensor& tensor);

}  // namespace shardscope
