// The links of a step, busiest first, beside the map of the grown Cluster view, and the GPU that is pointed at or
// pinned.
#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/explorer/cluster_parts.h"
#include "app/explorer/views.h"
#include "core/cluster/fabric.h"
#include "render/format.h"
#include "render/level_words.h"
#include "render/rack_colors.h"
#include "render/racks.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr float row_height = 40;  // at scale 1

/// One kind of traffic on one level's links.
struct LinkRow {
  const LevelLoad* level = nullptr;
  GroupKind kind = GroupKind::tp;
  double share = 0;  // of the step
};

std::vector<LinkRow> link_rows(const Report& report) {
  std::vector<LinkRow> rows;
  if (!report.time) return rows;
  for (const LevelLoad& level : report.network)
    for (std::size_t kind = 0; kind < group_kinds; ++kind)
      if (level.by_kind[kind].value > 0 && level.capacity.value > 0)
        rows.push_back(
            {&level, static_cast<GroupKind>(kind), level.by_kind[kind] / level.capacity / report.time->step});
  std::stable_sort(rows.begin(), rows.end(), [](const LinkRow& a, const LinkRow& b) { return a.share > b.share; });
  return rows;
}

/// "TP all-gather and reduce-scatter".
std::string row_words(const Report& report, GroupKind kind) {
  for (const Communication& row : report.communication) {
    if (row.kind != kind) continue;
    return std::string(group_short(kind)) + " " + std::string(row.collective);
  }
  return std::string(group_short(kind));
}

void draw_row(const Frame& frame, const Rect& row, const Report& report, const Fabric& fabric, const LinkRow& link) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float words_width = std::min(theme.px(250), row.width() * 0.52F), figures = theme.px(92);
  const std::string title = level_title(fabric, link.level->level);
  draw_text(draw, theme, TextRole::strong, row.min, theme.text, fitted(theme, TextRole::strong, title, words_width));
  draw_text(draw, theme, TextRole::secondary, {row.min.x, row.min.y + theme.px(17)}, theme.dim,
            fitted(theme, TextRole::secondary, row_words(report, link.kind), words_width));
  const Rect bar{{row.min.x + words_width + theme.px(12), row.min.y + theme.px(4)},
                 {row.max.x - figures, row.min.y + theme.px(14)}};
  draw.AddRectFilled(bar.min, bar.max, theme.raised, theme.px(2));
  const float lit = bar.width() * static_cast<float>(std::clamp(link.share, 0.0, 1.0));
  draw.AddRectFilled(bar.min, {bar.min.x + std::max(1.0F, lit), bar.max.y}, communication_color(theme, link.kind),
                     theme.px(2));
  draw_text_right(draw, theme, TextRole::strong, {row.max.x, row.min.y}, theme.text, format_percent(link.share).text());
  const Bytes bytes = link.level->by_kind[static_cast<std::size_t>(link.kind)];
  draw_text_right(draw, theme, TextRole::secondary, {row.max.x, row.min.y + theme.px(17)}, theme.dim,
                  format_bytes(bytes).text() + " a GPU");
}

/// Place, part and peers of the GPU.
void draw_gpu_words(const Frame& frame, const Rect& area, const Report& report, const Fabric& fabric,
                    std::int64_t gpu) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const GpuWords words = words_for_gpu(report, gpu);
  const Placement placement = place_ranks(report.scenario.plan, report.scenario.cluster);
  const std::int64_t rank = placement.rank_on(gpu);
  draw_text(draw, theme, TextRole::strong, area.min, theme.text,
            fitted(theme, TextRole::strong, words.place, area.width()));
  float y = area.min.y + theme.px(20);
  y += draw_wrapped(draw, theme, TextRole::secondary, {area.min.x, y}, theme.text, words.role, area.width());
  const float line = text_height(theme, TextRole::secondary) + theme.px(4);
  if (rank < 0) return;
  y += theme.px(4);
  for (const GroupTraffic& traffic : traffic_of_rank(report, stage_of_gpu(placement, gpu))) {
    if (y + line > area.max.y) return;
    draw.AddRectFilled({area.min.x, y + theme.px(4)}, {area.min.x + theme.px(8), y + theme.px(12)},
                       communication_color(theme, traffic.kind), theme.px(2));
    const std::string peers = std::string(group_name(traffic.kind)) +
                              " peers: " + peers_words(peers_by_level(placement, fabric, traffic.kind, rank));
    const std::string flow = format_bytes(traffic.bytes).text() + " in " + format_seconds(traffic.time).text();
    const float width = draw_text_right(draw, theme, TextRole::secondary, {area.max.x, y}, theme.text, flow);
    draw_text(draw, theme, TextRole::secondary, {area.min.x + theme.px(14), y}, theme.dim,
              fitted(theme, TextRole::secondary, peers, area.width() - width - theme.px(26)));
    y += line;
  }
}

}  // namespace

void cluster_links_card(const Explorer& explorer, const Frame& frame, const Rect& card, std::int64_t gpu) {
  const Theme& theme = frame.theme;
  const Report& report = shown_report(explorer);
  const Rect body = cluster_plain_card(frame, card, "Links, busiest first", "share of the step in use");
  if (!report.time) return say_in_body(frame, body, "The step's time is unknown, so no link's load is.");
  const std::vector<LinkRow> rows = link_rows(report);
  if (rows.empty()) return say_in_body(frame, body, "One GPU a group: nothing travels.");
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const float words_height = theme.px(150);
  const float room = body.height() - (body.height() > theme.px(300) ? words_height : 0);
  const auto shown = std::min(rows.size(), static_cast<std::size_t>(std::max(1.0F, room / theme.px(row_height))));
  for (std::size_t i = 0; i < shown; ++i) {
    const float y = body.min.y + theme.px(row_height) * static_cast<float>(i);
    draw_row(frame, {{body.min.x, y}, {body.max.x, y + theme.px(row_height)}}, report, fabric, rows[i]);
  }
  const float y = body.min.y + theme.px(row_height) * static_cast<float>(shown) + theme.px(8);
  if (body.max.y - y < theme.px(60)) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({body.min.x, y - theme.px(4)}, {body.max.x, y - theme.px(4)}, theme.line);
  const Rect below{{body.min.x, y + theme.px(6)}, body.max};
  draw_gpu_words(frame, below, report, fabric, gpu);
}

}  // namespace shardscope
