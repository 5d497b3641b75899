// One schedule without a model as a picture, drawn without a display: its bars, what each rank holds, figures and
// legend.
#pragma once

#include <string>

#include "app/output/drawing.h"
#include "app/output/timeline_source.h"

namespace shardscope {

inline constexpr int schedule_picture_width = 1760, schedule_picture_height = 640;  // pixels, where none are asked for

/// `source.held` is given, and its unit. Empty where the picture was written, else why not.
[[nodiscard]] std::string draw_schedule(const TimelineSource& source, const Drawing& drawing);

}  // namespace shardscope
