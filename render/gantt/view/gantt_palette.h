// The colours of a Gantt chart's bars: by pass, by pass with chunks in shades, by micro-batch, or by chunk.
#pragma once

#include <imgui.h>

#include <vector>

#include "core/pipeline/timeline_index.h"
#include "render/gantt/view/gantt_view.h"
#include "render/text/theme.h"

namespace shardscope {

/// A kind's colour; idle has none and is transparent.
[[nodiscard]] ImU32 bar_color(const Theme& theme, BarKind kind);
/// What a memory strip is filled with: what passes hold, and below that what is always there.
[[nodiscard]] ImU32 held_color(const Theme& theme);
[[nodiscard]] ImU32 always_held_color(const Theme& theme);

/// Made once per frame; what a bar asks is a look into a table.
struct GanttPalette {
  GanttColoring coloring = GanttColoring::pass;
  std::size_t chunks = 1, micro_batches = 1;  // of the timeline
  std::size_t classes = 1;                    // shades that chunks or micro-batches fall into
  std::vector<ImU32> fill, ink;               // [class][part]: the bar, and a number on it
  float calm = 0;                             // how far colours of kinds go towards the ground

  [[nodiscard]] std::size_t slot(Pass pass) const;
  [[nodiscard]] ImU32 color(Pass pass) const { return fill[slot(pass)]; }
  /// Whether a bar's colour is its kind of work, so that a mix of kinds has a colour too.
  [[nodiscard]] bool by_kind() const {
    return coloring == GanttColoring::pass || coloring == GanttColoring::pass_and_chunk;
  }
  /// Where kinds are mixed: the mean shade of their chunks. by_kind() holds.
  [[nodiscard]] ImU32 color_of_kind(const Theme& theme, BarKind kind) const;
};
[[nodiscard]] GanttPalette gantt_palette(const Theme& theme, GanttColoring coloring, const Timeline& timeline);
/// The same nearer to the ground, so that what lies between the bars is looked at.
[[nodiscard]] GanttPalette calmed(GanttPalette palette, const Theme& theme);

/// The swatch of one of `count` chunks or micro-batches, as its forward is coloured.
[[nodiscard]] ImU32 class_color(const Theme& theme, std::size_t index, std::size_t count);

}  // namespace shardscope
