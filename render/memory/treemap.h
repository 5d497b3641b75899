// A treemap: rectangles whose areas are amounts, in groups. Bruls, Huizing and van Wijk 2000, "Squarified Treemaps":
// rows are filled so that the rectangles stay as square as they can.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// Rectangles within `area`, one an amount, in its order; amounts are in falling order and at least 0. Their areas are
/// to each other as the amounts; together they fill the area. Empty rectangles where the area or the sum is nothing.
[[nodiscard]] std::vector<Rect> squarified(const Rect& area, std::span<const double> amounts);

struct TreemapItem {
  std::string_view group, name;
  std::string detail;  // lines below the name, each where there is room for all of it
  double amount = 0;
  ImU32 color = 0;
  bool hatched = false;  // not really there: dropped and made again
};

/// A cell as it was laid out: `item` is its position among the items given.
struct TreemapCell {
  std::size_t item = 0;
  Rect rect;
};
struct TreemapGroup {
  std::string_view name;
  Rect rect;  // its heading included
};
struct Treemap {
  std::vector<TreemapCell> cells;
  std::vector<TreemapGroup> groups;
};

/// Groups by falling size, cells within them by falling size.
[[nodiscard]] Treemap lay_out_treemap(const Theme& theme, const Rect& area, std::span<const TreemapItem> items);

struct TreemapView {
  ImVec2 pointer = nowhere_to_point;
  std::optional<std::size_t> selected;  // outlined
  std::vector<bool> lit = {};           // by item, outlined too; those beyond it aren't
};

/// The item under the pointer.
std::optional<std::size_t> draw_treemap(ImDrawList& draw, const Theme& theme, const Rect& area,
                                        std::span<const TreemapItem> items, const TreemapView& view);

}  // namespace shardscope
