// What the cells of the rack diagram show at one moment of the step.
#pragma once

#include <span>
#include <vector>

#include "core/inspect/moment.h"
#include "core/report/report.h"
#include "render/chart/card.h"
#include "render/cluster/grid/racks_view.h"
#include "render/text/theme.h"

namespace shardscope {

/// Of a share of a whole: along the ramp, red above all of it.
[[nodiscard]] ImU32 heat_color(const Theme& theme, double share);

/// A colour for each pipeline rank: what it does then, or whether it draws its power. How full its memory is is told of
/// each rank on the first pool's GPUs, then on the second's: on a mixed cluster they hold more or less.
[[nodiscard]] std::vector<ImU32> moment_shades(const Report& report, RackColoring coloring, const Theme& theme,
                                               std::span<const RankMoment> now);

/// Of a moment: the kinds of work that there are in such a step, each with its colour.
[[nodiscard]] std::vector<LegendItem> moment_legend(const Report& report, const Theme& theme);
/// Whether the colouring shows at a moment what GPUs do then.
[[nodiscard]] bool shows_work(RackColoring coloring);

}  // namespace shardscope
