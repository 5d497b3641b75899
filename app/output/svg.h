// A simulated step as a vector picture: lanes of bars with micro-batch numbers where they fit, idle time hatched, axis,
// legend, all with true text, in the theme's colours. Where bars are narrower than a quarter of a pixel or too many for
// a file that browsers open at ease, each lane shows the true mix of its work instead, stretch by stretch.
#pragma once

#include <cstddef>
#include <iosfwd>

#include "app/output/timeline_source.h"
#include "render/text/theme.h"

namespace shardscope {

struct SvgOptions {
  int width = 1600;
  int height = 0;  // 0: as high as the lanes need
};

/// At most this many bars are written one by one; a bar is some 60 bytes.
inline constexpr std::size_t svg_bars_max = 60'000;

/// The timeline has a length.
void write_svg(std::ostream& out, const TimelineSource& source, const Theme& theme, const SvgOptions& options);

}  // namespace shardscope
