#include "render/gantt/view/gantt_geometry.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/saturating.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float row_min = 2.5f;
constexpr float axis_height = 26, minimap_height = 18;
constexpr float label_character = 6.6f, label_gap = 9;  // of the label column
constexpr std::string_view widest_amount = "888.8 GB";
constexpr float height_with_minimap = 120;  // below it the lanes need the room

// Of a row with its strip: bars keep the height of their numbers, and a strip lower than `strip_min` can't be read.
constexpr float strip_share = 0.4f, strip_min = 8, bars_come_first = 11, strip_gap = 2;
constexpr float bars_most = 72;         // a row higher than this is for its strip
constexpr float strip_varies_min = 10;  // what changes in it can't be read below

// The strip of one rank below all lanes.
constexpr float near_share = 0.22f, near_min = 60, near_max = 150, near_gap = 8, pitch_beside_near = 7;

constexpr float pitch_with_transfers = 14, transfers_height = 7;

float label_width(std::int32_t ranks, const GanttLayout& layout, const Theme& theme) {
  std::size_t digits = 1;
  for (std::int32_t rest = std::max(ranks - 1, 0); rest >= 10; rest /= 10) ++digits;
  if (layout.ranks_per_row > 1) digits += digits + 1;  // from the first to the last
  const float width = theme.px(label_character * static_cast<float>(layout.lane.size() + 1 + digits) + label_gap);
  if (theme.face(TextRole::secondary).font == nullptr) return std::round(width);
  const std::string widest = std::string(layout.lane) + " " + std::string(digits, '0');
  const bool has_amounts = layout.strips && layout.strip_varies < 1;  // a strip's ends stand there too
  const float words = std::max(text_width(theme, TextRole::secondary, widest),
                               has_amounts ? text_width(theme, TextRole::secondary, widest_amount) : 0);
  return std::round(std::max(width, words + theme.px(label_gap)));
}

void place_transfers(GanttGeometry& geometry, const Theme& theme) {
  if (geometry.ranks_per_row > 1 || geometry.pitch < theme.px(pitch_with_transfers)) return;
  geometry.transfers = theme.snapped_px(transfers_height);
}

/// Where a person has several ranks in a row, its strip is theirs together.
void place_strips(GanttGeometry& geometry, const GanttLayout& layout, const Theme& theme) {
  if (geometry.ranks_per_row > std::max(layout.ranks_per_row, 1)) return;
  const float gap = theme.snapped_px(strip_gap), room = geometry.pitch - geometry.transfers - gap;
  if (room < theme.px(strip_min + bars_come_first)) return;
  const float share = std::clamp(room * strip_share, theme.px(strip_min), std::floor(room - theme.px(bars_come_first)));
  const float strip = std::round(std::max(share, room - theme.px(bars_most)));
  if (layout.strip_varies < 1 && strip * layout.strip_varies < theme.px(strip_varies_min)) return;
  geometry.gap = gap;
  geometry.strip = strip;
}

/// How much of the height a strip of one rank takes below the lanes; 0 where these need all of it.
float near_height(const GanttGeometry& geometry, float height, const Theme& theme) {
  const float wanted = std::clamp(height * near_share, theme.px(near_min), theme.px(near_max)) + theme.px(near_gap);
  const float pitch = (height - wanted) / static_cast<float>(std::max(geometry.rows, 1));
  return geometry.ranks_per_row == 1 && pitch < theme.px(pitch_beside_near) ? 0 : std::round(wanted);
}

void place_rows(GanttGeometry& geometry, float height, std::int32_t ranks_per_row_min, const Theme& theme) {
  const std::int32_t lanes = std::max(geometry.shown.count, 1);
  const auto rows_max = static_cast<std::int32_t>(std::max(1.0f, std::floor(height / theme.px(row_min))));
  geometry.ranks_per_row = std::max(divided_up(lanes, rows_max), std::clamp(ranks_per_row_min, 1, lanes));
  geometry.rows = divided_up(geometry.shown.count, geometry.ranks_per_row);
  geometry.pitch = height / static_cast<float>(std::max(geometry.rows, 1));
  if (geometry.pitch >= theme.px(12))
    geometry.gap = theme.snapped_px(2);
  else if (geometry.pitch >= theme.px(6))
    geometry.gap = 1;
}

}  // namespace

double GanttGeometry::x_of(double seconds) const {
  return lanes.min.x + (seconds - time.start) / time.length() * lanes.width();
}

double GanttGeometry::time_of(double x) const {
  return time.start + (x - lanes.min.x) / lanes.width() * time.length();
}

double GanttGeometry::minimap_time_of(double x) const {
  return (x - minimap.min.x) / minimap.width() * extent.step;
}

std::int32_t GanttGeometry::ranks_in(std::int32_t row) const {
  return std::min(ranks_per_row, shown.first + shown.count - first_rank(row));
}

Rect GanttGeometry::row_rect(std::int32_t row) const {
  const float top = lanes.min.y + std::round(static_cast<float>(row) * pitch);
  const float bottom = lanes.min.y + std::round(static_cast<float>(row + 1) * pitch) - gap - strip - transfers;
  return {{lanes.min.x, top}, {lanes.max.x, bottom}};
}

Rect GanttGeometry::transfers_rect(std::int32_t row) const {
  const float top = row_rect(row).max.y;
  return {{lanes.min.x, top}, {lanes.max.x, top + transfers}};
}

Rect GanttGeometry::strip_rect(std::int32_t row) const {
  const float top = row_rect(row).max.y + transfers;
  return {{lanes.min.x, top}, {lanes.max.x, top + strip}};
}

std::optional<std::int32_t> GanttGeometry::rank_at(float y) const {
  if (rows == 0 || y < lanes.min.y || y >= lanes.max.y) return {};
  // The row whose rounded edges hold y is the one computed, or its neighbour.
  auto row = static_cast<std::int32_t>((y - lanes.min.y) / pitch);
  if (row > 0 && y < row_rect(row).min.y) --row;
  if (row + 1 < rows && y >= row_rect(row + 1).min.y) ++row;
  row = std::clamp(row, 0, rows - 1);
  const Rect rect = row_rect(row);
  const float within = (y - rect.min.y) / (rect.height() + transfers + strip + gap);
  const auto part = static_cast<std::int32_t>(within * static_cast<float>(ranks_in(row)));
  return first_rank(row) + std::clamp(part, 0, ranks_in(row) - 1);
}

GanttGeometry gantt_geometry(const Rect& area, const GanttView& view, const GanttExtent& extent, const Theme& theme,
                             const GanttLayout& layout) {
  GanttGeometry geometry;
  geometry.extent = extent;
  geometry.time = visible_time(view, extent);
  geometry.shown = visible_lanes(view, extent);
  const bool with_minimap = layout.minimap && area.height() >= theme.px(height_with_minimap);
  const float axis = theme.snapped_px(axis_height), map = with_minimap ? theme.snapped_px(minimap_height) : 0;
  const float top = std::round(area.min.y), left = std::round(area.min.x + label_width(extent.ranks, layout, theme));
  const float readout = theme.snapped_px(layout.readout);
  const float right = std::max(std::floor(area.max.x) - readout, left + 1);
  const float height = std::max(area.height() - axis - map, 1.0f);
  place_rows(geometry, height, layout.ranks_per_row, theme);
  if (layout.transfers) place_transfers(geometry, theme);
  if (layout.strips) place_strips(geometry, layout, theme);
  float near = 0;
  if (layout.strips && geometry.strip <= 0 && layout.strip_varies < 1 && height > 3 * theme.px(near_min))
    near = near_height(geometry, height, theme);
  if (near > 0) {
    geometry.transfers = 0;
    place_rows(geometry, height - near, layout.ranks_per_row, theme);
    if (layout.transfers) place_transfers(geometry, theme);
  }
  const float lanes_end = top + std::round(geometry.pitch * static_cast<float>(geometry.rows));
  const float bottom = lanes_end + near;
  geometry.labels = {{area.min.x, top}, {left - theme.px(label_gap), lanes_end}};
  geometry.lanes = {{left, top}, {right, lanes_end}};
  if (near > 0) geometry.near = {{left, lanes_end + theme.snapped_px(near_gap)}, {right, bottom}};
  geometry.axis = {{left, bottom}, {right, bottom + axis}};
  geometry.minimap = {{left, bottom + axis}, {right, bottom + axis + map}};
  if (readout > 0) geometry.readout = {{right + theme.px(label_gap), top}, {right + readout, lanes_end}};
  return geometry;
}

}  // namespace shardscope
