// render/cluster: the cluster in pictures and words: racks and nodes, who talks to whom, which level carries what.
// In: a Report and a small view value. Out: triangles in the draw list, and what is under the pointer.
//
// The cluster as a diagram of sites, halls, racks, nodes and GPUs, coloured by what each GPU does in the plan.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/inspect/moment.h"
#include "core/report/report.h"
#include "render/cluster/grid/rack_grid.h"
#include "render/cluster/grid/racks_view.h"
#include "render/cluster/rack_tint.h"
#include "render/picture/pixel_canvas.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// What is outlined and lit: picked by a click, under the pointer, or chosen in another view.
struct RacksMarks {
  std::optional<std::int64_t> picked_gpu;
  std::optional<std::int64_t> hovered_gpu;  // its groups are lit
  bool lines = false;                       // from the hovered GPU to its peers
  const FailureMarks* failures = nullptr;
  std::span<const RankMoment> now = {};  // of the moment that is played; empty: none is
  PixelCanvas* canvas = nullptr;         // what many cells are painted on; without it each is a shape
  std::uint64_t content = 0;  // another number for every report and its failures: cells on the canvas stay; 0: they
                              // are painted in every frame
};

/// How fine the racks are drawn: by the pixels that a GPU gets, and so that a frame stays under quads_max.
enum class RackDetail { racks, nodes, gpus, boxes };
inline constexpr std::int64_t rack_quads_max = 8000;

/// The plan's grid for an area of this size, halls and sites with a title line of this height, and the detail that the
/// view shows there.
[[nodiscard]] RackGrid grid_for(const Report& report, const Rect& area, float title = 0);
[[nodiscard]] RackDetail detail_for(const RackGrid& grid, const RacksView& view, const Rect& area, const Theme& theme);

/// The GPU under a point of the screen.
[[nodiscard]] std::optional<std::int64_t> gpu_under(const RackGrid& grid, const RacksView& view, const Rect& area,
                                                    float x, float y);

/// Where a part of the plan is drawn on the screen.
[[nodiscard]] Rect screen_rect(const RacksView& view, const Rect& area, const PlanRect& plan);

/// Draws the diagram into `area`, clipped to it.
void draw_racks(ImDrawList& draw, const Rect& area, const Report& report, const RackGrid& grid, const RacksView& view,
                const RacksMarks& marks, const Theme& theme);

/// "a cell is a rack of 32 GPUs": what the view's cells stand for.
[[nodiscard]] std::string cell_words(const RackGrid& grid, RackDetail detail);

}  // namespace shardscope
