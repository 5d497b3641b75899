// One schedule without a model as a PNG, drawn without a display: its bars, what each rank holds, figures and legend.
#pragma once

#include <string>

#include "app/output/timeline_source.h"
#include "render/text/theme.h"

namespace shardscope {

struct SchedulePicture {
  std::string to;
  Theme theme;
  int width = 1760, height = 640;
};

/// `source.held` is given, and its unit. Empty where the picture was written, else why not.
[[nodiscard]] std::string draw_schedule(const TimelineSource& source, const SchedulePicture& picture);

}  // namespace shardscope
