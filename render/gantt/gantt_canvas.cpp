#include "render/gantt/gantt_canvas.h"

#include "render/gantt/gantt_idle.h"
#include "render/gantt/gantt_shapes.h"

namespace shardscope {

namespace {

std::vector<double> colors_of(const GanttPaint& paint) {
  std::vector<double> values = {static_cast<double>(paint.palette.coloring), static_cast<double>(paint.theme.panel),
                                static_cast<double>(paint.timeline.records.size()), paint.index.step,
                                static_cast<double>(paint.palette.calm)};
  return values;
}

std::vector<double> shown_by(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  std::vector<double> values = colors_of(paint);
  for (const double value : {static_cast<double>(geometry.lanes.min.x), static_cast<double>(geometry.lanes.min.y),
                             static_cast<double>(geometry.lanes.max.x), static_cast<double>(geometry.lanes.max.y),
                             geometry.time.start, geometry.time.end, static_cast<double>(geometry.shown.first),
                             static_cast<double>(geometry.shown.count), static_cast<double>(geometry.ranks_per_row),
                             static_cast<double>(geometry.gap), static_cast<double>(geometry.transfers),
                             static_cast<double>(geometry.strip), static_cast<double>(paint.source.quads_max)})
    values.push_back(value);
  return values;
}

}  // namespace

void GanttCanvas::paint(const GanttPaint& paint) {
  if (paint.geometry.rows == 0) return;
  std::vector<double> shown = shown_by(paint), colors = colors_of(paint);
  if (!paint.palette.by_kind() && colors != sums_of_) {
    sums_ = build_color_sums(paint.timeline, paint.index, paint.palette);
    sums_of_ = std::move(colors);
  }
  if (paint.theme.fonts.hatch < 0) return paint_gantt_shapes(paint, sums_);  // a vector picture has no pixels
  if (texture_.empty() || shown != shown_) {
    fill_gantt_pixels(paint, sums_, pixels_);
    texture_.fill(pixels_.width, pixels_.height, pixels_.rgba);
    shown_ = std::move(shown);
  }
  for (const Rect& rect : pixels_.idle) paint_idle(paint, rect);
  const Rect& lanes = paint.geometry.lanes;
  const ImVec2 part(lanes.width() / static_cast<float>(pixels_.width * pixels_.stretch),
                    lanes.height() / static_cast<float>(pixels_.height));
  paint.draw.AddImage(texture_.ref(), lanes.min, lanes.max, {0, 0}, part);
}

}  // namespace shardscope
