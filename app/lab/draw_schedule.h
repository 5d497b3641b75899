// One schedule without a model as a picture, drawn without a display: its bars, what each rank holds, figures and
// legend.
#pragma once

#include <string>

#include "app/output/drawing.h"
#include "app/output/timeline_source.h"
#include "render/text/theme.h"

namespace shardscope {

// In pixels, where none are asked for.
inline constexpr int schedule_picture_width = design::window_width, schedule_picture_height = 640;

/// `source.held` is given, and its unit. Empty where the picture was written, else why not.
[[nodiscard]] std::string draw_schedule(const TimelineSource& source, const Drawing& drawing);

}  // namespace shardscope
