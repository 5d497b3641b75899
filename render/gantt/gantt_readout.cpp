#include "render/gantt/gantt_readout.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "render/gantt/gantt_strip.h"
#include "render/text/pass_name.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

LaneState moment_of(const Timeline& timeline, const TimelineIndex& index, std::int32_t rank, double time) {
  return lane_state_at(lane_index(timeline, index, rank), time, index.step);
}

/// The most that any of the row's ranks holds.
double held_in(const GanttPaint& paint, std::int32_t row, double time) {
  const std::int32_t first = paint.geometry.first_rank(row);
  double most = 0;
  for (std::int32_t rank = first; rank < first + paint.geometry.ranks_in(row); ++rank)
    most = std::max(most, held_by(paint.source, rank, time));
  return most;
}

}  // namespace

std::string state_at(const Timeline& timeline, const TimelineIndex& index, LaneRange ranks, double time, bool briefly) {
  if (ranks.count == 1) {
    const LaneState moment = moment_of(timeline, index, ranks.first, time);
    const std::string word(name_of_work(moment.kind).beside);
    if (!moment.bar) return word;
    return word + " " + std::to_string(timeline.lane(ranks.first)[*moment.bar].pass.micro_batch);
  }
  std::array<std::int32_t, bar_kinds> doing = {};
  for (std::int32_t rank = ranks.first; rank < ranks.first + ranks.count; ++rank)
    ++doing[static_cast<std::size_t>(moment_of(timeline, index, rank, time).kind)];
  std::string state;
  for (std::size_t kind = 0; kind < bar_kinds; ++kind) {
    if (doing[kind] == 0) continue;
    const WorkName& name = name_of_work(static_cast<BarKind>(kind));
    state += (state.empty() ? "" : ", ") + std::to_string(doing[kind]) + " " +
             std::string(briefly ? name.brief : name.beside);
  }
  return state;
}

void paint_readout(const GanttPaint& paint, double time) {
  const GanttGeometry& geometry = paint.geometry;
  const Rect& area = geometry.readout;
  if (!(area.width() > 0) || geometry.rows == 0) return;
  const float height = text_height(paint.theme, TextRole::secondary);
  const auto every = static_cast<std::int32_t>(std::max(1.0f, std::ceil(height / geometry.pitch)));
  for (std::int32_t row = 0; row < geometry.rows; row += every) {
    const Rect rect = geometry.row_rect(row);
    const float y = every == 1 ? rect.center().y - height / 2 : rect.min.y - height / 4;
    const LaneRange ranks{geometry.first_rank(row), geometry.ranks_in(row)};
    float right = area.max.x;
    if (paint.source.held != nullptr && paint.source.held_words != nullptr) {
      const double held = held_in(paint, row, time);
      const bool over = paint.source.capacity > 0 && held > paint.source.capacity;
      right -= draw_text_right(paint.draw, paint.theme, TextRole::secondary, {right, y},
                               over ? paint.theme.bad : paint.theme.dim, paint.source.held_words(held)) +
               paint.theme.px(8);
    }
    draw_fitted(paint.draw, paint.theme, TextRole::secondary, {area.min.x, y}, paint.theme.text,
                std::max(right - area.min.x, 0.0f), state_at(paint.timeline, paint.index, ranks, time, true));
  }
}

}  // namespace shardscope
