// What the exchanges of a step take, beside what hides them: a lane for each, as long as its seconds on the step's own
// scale, the part that passes hide pale, the exposed part full. When in the step they run isn't told.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/report/report.h"
#include "render/chart/card.h"

namespace shardscope {

struct ExchangeLane {
  GroupKind kind = GroupKind::dp;
  std::string name;  // "Data: all-reduce, ring, 256 GPUs"
  Seconds hidden, exposed;

  [[nodiscard]] Seconds total() const { return hidden + exposed; }
};

/// Of the critical rank, those that take longest first; those without time are left out. The data-parallel exchange
/// says what of it gathers weights and what sums gradients.
[[nodiscard]] std::vector<ExchangeLane> exchange_lanes(const Report& report);

/// A heading and as many lanes as fit into `most`; 0 where not even one does or there is none.
[[nodiscard]] float exchange_lanes_height(const Theme& theme, std::size_t count, float most);

/// As many lanes as the area holds, from the first; the one under the pointer.
std::optional<std::size_t> draw_exchange_lanes(ImDrawList& draw, const Theme& theme, const Rect& area,
                                               std::span<const ExchangeLane> lanes, Seconds step, ImVec2 pointer);

[[nodiscard]] Explanation explain_exchange_lane(const ExchangeLane& lane, Seconds step);

}  // namespace shardscope
