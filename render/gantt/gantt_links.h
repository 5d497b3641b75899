// What joins the bars of a Gantt chart: arrows from and to a pass, and the critical path.
#pragma once

#include "core/pipeline/critical_path.h"
#include "core/pipeline/dependencies.h"
#include "render/gantt/gantt_bars.h"

namespace shardscope {

/// Arrows from what the pass needs and to what needs it, where those are in view; what its own stage keeps for it is
/// outlined.
void paint_links(const GanttPaint& paint, PassAt at);

/// A line through the passes of the path, from rank to rank; at most as many of them as the frame's quads allow.
void paint_critical(const GanttPaint& paint, const CriticalPath& path);

}  // namespace shardscope
