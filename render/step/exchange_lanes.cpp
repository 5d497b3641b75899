#include "render/step/exchange_lanes.h"

#include <algorithm>
#include <cmath>

#include "core/inspect/operation_table.h"
#include "core/scenario/plan_schedule.h"
#include "render/chart/chart.h"
#include "render/cluster/level_words.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float lanes_heading_height = 26, exchange_lane_height = 34, lane_bar = 11, words_gap = 2;
constexpr float hidden_paleness = 0.55F;  // how far a hidden part goes towards the ground

std::string lane_words(const ExchangeLane& lane, Seconds step) {
  const auto words = [&](Seconds seconds) { return format_seconds_like(seconds, step).text(); };
  if (!(lane.exposed.value > 0)) return words(lane.total()) + ", all of it hidden";
  if (!(lane.hidden.value > 0)) return words(lane.total()) + ", all of it exposed";
  return words(lane.total()) + ": " + words(lane.hidden) + " hidden, " + words(lane.exposed) + " exposed";
}

std::size_t lanes_in(const Theme& theme, float height) {
  return static_cast<std::size_t>(
      std::max(0.0F, std::floor((height - theme.px(lanes_heading_height)) / theme.px(exchange_lane_height))));
}

void draw_lane(ImDrawList& draw, const Theme& theme, const Rect& row, const ExchangeLane& lane, Seconds step) {
  const std::string seconds = lane_words(lane, step);
  const float used = draw_text_right(draw, theme, TextRole::secondary, {row.max.x, row.min.y}, theme.text, seconds);
  draw_text(draw, theme, TextRole::secondary, row.min, theme.text,
            whole_clauses(theme, TextRole::secondary, lane.name, row.width() - used - theme.px(12)));
  const float top = std::round(row.min.y + text_height(theme, TextRole::secondary) + theme.px(words_gap));
  const Rect ground{{row.min.x, top}, {row.max.x, top + theme.snapped_px(lane_bar)}};
  draw.AddRectFilled(ground.min, ground.max, theme.raised, theme.px(design::bar_radius));
  const ImU32 color = communication_color(theme, lane.kind);
  const auto x_of = [&](Seconds length) {
    return row.min.x + row.width() * static_cast<float>(std::clamp(length / step, 0.0, 1.0));
  };
  const float border = x_of(lane.hidden), end = x_of(lane.total());
  if (border > row.min.x)
    draw_bar(draw, {ground.min, {border, ground.max.y}}, blend(color, theme.panel, hidden_paleness));
  if (end > border) draw_bar(draw, {{border, ground.min.y}, {end, ground.max.y}}, color);
}

/// What of the data-parallel exchange gathers weights: in the passes of ZeRO-3, once more in each backward pass; after
/// the optimizer otherwise.
Seconds gathers_of(const Report& report) {
  const std::int32_t rank = report.time->critical_rank;
  const CommunicationCost in_passes = operation_table(report, rank).cost.communication;
  Seconds gathers = in_passes.gather_once * (runs_backward(report.scenario.plan) ? 2.0 : 1.0);
  if (static_cast<std::size_t>(rank) < report.time->exchange.size())
    for (const ExchangeRecord& record : report.time->exchange[static_cast<std::size_t>(rank)])
      if (record.kind == ExchangeKind::parameters) gathers += Seconds{record.end - record.start};
  return gathers;
}

/// "all-gathers of weights 0.5 s and reduce-scatters of gradients 0.3 s" where the exchange has both; else as the
/// report calls it.
std::string data_words(const Report& report, const Communication& row) {
  const Seconds step = report.time->step, gathers = report.timeline ? gathers_of(report) : Seconds{};
  const std::string collective(entry_of(row.collective).name);
  if (!(gathers > Seconds{}) || !(gathers < row.time)) return collective;
  return "all-gathers of weights " + format_seconds_like(gathers, step).text() + " and reduce-scatters of gradients " +
         format_seconds_like(row.time - gathers, step).text();
}

}  // namespace

std::vector<ExchangeLane> exchange_lanes(const Report& report) {
  std::vector<ExchangeLane> lanes;
  if (!report.time) return lanes;
  for (const Communication& row : report.communication) {
    if (!(row.time.value > 0)) continue;
    const std::string what =
        row.kind == GroupKind::dp ? data_words(report, row) : std::string(entry_of(row.collective).name);
    const std::string name = std::string(group_name(row.kind)) + ": " + collective_words(what, row.way) + ", " +
                             grouped(row.group_size) + " GPUs";
    const Seconds exposed = min(row.exposed, row.time);
    lanes.push_back({row.kind, name, row.time - exposed, exposed});
  }
  std::stable_sort(lanes.begin(), lanes.end(),
                   [](const ExchangeLane& a, const ExchangeLane& b) { return a.total() > b.total(); });
  return lanes;
}

float exchange_lanes_height(const Theme& theme, std::size_t count, float most) {
  const std::size_t shown = std::min(count, lanes_in(theme, most));
  return shown == 0 ? 0
                    : theme.snapped_px(lanes_heading_height) +
                          static_cast<float>(shown) * theme.snapped_px(exchange_lane_height);
}

std::optional<std::size_t> draw_exchange_lanes(ImDrawList& draw, const Theme& theme, const Rect& area,
                                               std::span<const ExchangeLane> lanes, Seconds step, ImVec2 pointer) {
  const std::string heading =
      "Exchange in a step, as long as it takes on the step's scale: pale what passes hide, full "
      "what the GPU waits for";
  draw_text(draw, theme, TextRole::secondary, {area.min.x, area.min.y + theme.px(6)}, theme.dim,
            whole_clauses(theme, TextRole::secondary, heading, area.width()));
  std::optional<std::size_t> under;
  float y = area.min.y + theme.snapped_px(lanes_heading_height);
  const std::size_t shown = std::min(lanes.size(), lanes_in(theme, area.height() + 1));
  for (std::size_t i = 0; i < shown; ++i) {
    const Rect row{{area.min.x, y}, {area.max.x, y + theme.snapped_px(exchange_lane_height)}};
    draw_lane(draw, theme, row, lanes[i], step);
    if (row.contains(pointer)) under = i;
    y = row.max.y;
  }
  return under;
}

Explanation explain_exchange_lane(const ExchangeLane& lane, Seconds step) {
  Explanation words{lane.name, format_seconds(lane.total()).text(), {}, {}};
  words.lines.push_back(format_seconds(lane.hidden).text() + " beside passes, which hide it; " +
                        format_seconds(lane.exposed).text() + " by which the step is longer");
  words.lines.push_back(format_percent(lane.exposed / step).text() + " of the step is this exchange");
  words.lines.emplace_back("Its length is drawn, not when it runs: it is spread over the passes.");
  words.source = "the report's communication, of the critical rank";
  return words;
}

}  // namespace shardscope
