// The links of a step, busiest first, beside the map of the grown Cluster view, and the GPU that is pointed at or
// pinned.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/cluster/fabric.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/level_words.h"
#include "render/cluster/rack_colors.h"
#include "render/explain/explain_traffic.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float link_row_height = 40, short_row_height = 19, gpu_words_height = 150;  // at scale 1

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

/// "TP all-gather and reduce-scatter", shorter where that has no room.
std::string row_words(const Theme& theme, const Report& report, GroupKind kind, float width) {
  std::string whole(group_short(kind));
  for (const Communication& row : report.communication)
    if (row.kind == kind) {
      whole += " " + std::string(entry_of(row.collective).name);
      break;
    }
  const std::array<std::string, 2> words = {whole, std::string(group_name(kind)) + " traffic"};
  return first_fitting(theme, TextRole::secondary, words, width);
}

/// The link, what it carries, how much of the step that takes and the bytes.
void draw_row(const ViewFrame& frame, const Rect& row, const Report& report, const Fabric& fabric,
              const LinkRow& link) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float words_width = std::min(theme.px(250), row.width() * 0.52F), figures = theme.px(92);
  const std::string title = level_title(fabric, link.level->level);
  draw_fitted(draw, theme, TextRole::strong, row.min, theme.text, words_width, title);
  draw_text(draw, theme, TextRole::secondary, {row.min.x, row.min.y + theme.px(17)}, theme.dim,
            row_words(theme, report, link.kind, words_width));
  draw_share_bar(draw, theme,
                 {{row.min.x + words_width + theme.px(12), row.min.y + theme.px(4)},
                  {row.max.x - figures, row.min.y + theme.px(14)}},
                 link.share, communication_color(theme, link.kind));
  draw_text_right(draw, theme, TextRole::strong, {row.max.x, row.min.y}, theme.text, format_percent(link.share).text());
  const Bytes bytes = link.level->by_kind[static_cast<std::size_t>(link.kind)];
  draw_text_right(draw, theme, TextRole::secondary, {row.max.x, row.min.y + theme.px(17)}, theme.dim,
                  format_bytes(bytes).text() + " per GPU");
}

/// The same in one line, without the bytes.
void draw_short_row(const ViewFrame& frame, const Rect& row, const Fabric& fabric, const LinkRow& link) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float words_width = row.width() * 0.62F, figures = theme.px(52);
  const std::string kind(group_short(link.kind)), title = level_title(fabric, link.level->level);
  const std::array<std::string, 3> words = {kind + ", " + title,
                                            kind + ", " + std::string(level_place(link.level->level)), kind};
  draw_fitted(draw, theme, TextRole::secondary, row.min, theme.text, words_width, words);
  draw_share_bar(draw, theme,
                 {{row.min.x + words_width + theme.px(8), row.min.y + theme.px(3)},
                  {row.max.x - figures, row.min.y + theme.px(12)}},
                 link.share, communication_color(theme, link.kind));
  draw_text_right(draw, theme, TextRole::strong, {row.max.x, row.min.y}, theme.text, format_percent(link.share).text());
}

/// "Tensor", "Expert rows'".
std::string peers_name(const GroupTraffic& traffic) {
  return traffic.expert_rows ? "Expert rows'" : std::string(group_name(traffic.kind));
}

Explanation explain_peers(const GroupTraffic& traffic, const std::vector<PeersAtLevel>& peers) {
  return {peers_name(traffic) + " peers of this GPU",
          format_bytes(traffic.bytes).text(),
          {"sent in a step to " + peers_words(peers) + ", in " + format_seconds(traffic.time).text() + ", " +
           hidden_words(traffic.hidden)},
          "the bytes of its group's collectives, in the passes of its stage",
          {},
          {"time.step_seconds"}};
}

/// What the GPU sends in its group of a kind and to whom, in short words where there is no room; returns where it ends.
float draw_peers(const ViewFrame& frame, const Rect& area, const GroupTraffic& traffic,
                 const std::vector<PeersAtLevel>& peers) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = area.min.y, line = text_height(theme, TextRole::secondary) + theme.px(4);
  draw_kind_mark(theme, area.min, traffic.kind);
  const std::string flow = format_bytes(traffic.bytes).text() + " in " + format_seconds(traffic.time).text();
  const std::array<std::string, 2> flows = {flow + ", " + hidden_words(traffic.hidden), flow};
  const bool rows = traffic.expert_rows;
  const std::array<std::string, 2> names = {
      peers_name(traffic) + " peers: " + peers_words(peers),
      std::string(rows ? "ETP" : group_short(traffic.kind)) + ": " + peers_words(peers)};
  const float room = area.width() - theme.px(26);
  const float long_flow = text_width(theme, TextRole::secondary, flows[0]);
  const bool whole = text_width(theme, TextRole::secondary, names[0]) + long_flow <= room;
  const float width =
      draw_text_right(draw, theme, TextRole::secondary, {area.max.x, y}, theme.text, flows[whole ? 0 : 1]);
  const ImVec2 at{area.min.x + theme.px(14), y};
  const std::string shown = first_fitting(theme, TextRole::secondary, names, room - width);
  if (!shown.empty()) {
    draw_text(draw, theme, TextRole::secondary, at, theme.dim, shown);
    return y + line;
  }
  draw_text(draw, theme, TextRole::secondary, at, theme.dim, std::string(group_name(traffic.kind)) + " peers:");
  return y + line + theme.px(4) +
         draw_wrapped(draw, theme, TextRole::secondary, {at.x, y + line}, theme.dim, peers_words(peers),
                      area.max.x - at.x);
}

/// Place, part and peers of the GPU; returns where they end.
float draw_gpu_words(const ViewFrame& frame, const Rect& area, const Report& report, const Fabric& fabric,
                     std::int64_t gpu) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const GpuWords words = words_for_gpu(report, gpu);
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  const std::int64_t rank = mapping.rank_on(gpu), stage = stage_of_gpu(mapping, gpu);
  float y = area.min.y + draw_wrapped(draw, theme, TextRole::strong, area.min, theme.text,
                                      words.gpu + ": " + words.place, area.width());
  y += theme.px(2) +
       draw_wrapped(draw, theme, TextRole::secondary, {area.min.x, y}, theme.text, words.role, area.width());
  if (rank < 0) return y;
  if (report.scenario.plan.pp > 1)
    y += draw_wrapped(draw, theme, TextRole::secondary, {area.min.x, y}, theme.dim,
                      "The bars are of the stage that sends most. This GPU's own, of stage " + grouped(stage) + ":",
                      area.width());
  y += theme.px(4);
  for (const GroupTraffic& traffic : traffic_of_rank(report, stage, gpu)) {
    const std::vector<PeersAtLevel> peers = peers_by_level(
        mapping, fabric,
        traffic.expert_rows ? expert_tensor_group_of(mapping, rank) : group_of(mapping, traffic.kind, rank), rank);
    const float end = draw_peers(frame, {{area.min.x, y}, area.max}, traffic, peers);
    const Rect row{{area.min.x, y}, {area.max.x, end}};
    if (!frame.is_picture && chart_area(frame, "cluster.peers." + peers_name(traffic), row))
      show_tip(frame, explain_peers(traffic, peers));
    y = end;
  }
  return y;
}

/// "share of the step in use, of the stage that sends most".
std::string subtitle_words(const Report& report) {
  const std::string share = "share of the step in use";
  if (!report.time || report.scenario.plan.pp <= 1) return share;
  return share + ", of the stage that sends most";
}

}  // namespace

void cluster_links_card(const ClusterState& state, const ViewFrame& frame, const Rect& card, std::int64_t gpu) {
  const Theme& theme = frame.theme;
  const Report& report = frame.shown;
  const Rect body = plain_card(frame, card, "Links, busiest first", subtitle_words(report), SubtitleAt::right);
  if (!report.time) return say_in_body(frame, body, "The step's time is unknown, so no link's load is.");
  const std::vector<LinkRow> rows = link_rows(report);
  if (rows.empty()) return say_in_body(frame, body, "One GPU per group: nothing travels.");
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const auto count = static_cast<float>(rows.size());
  const bool roomy = body.height() - theme.px(link_row_height) * count > theme.px(gpu_words_height);
  const float height = theme.px(roomy ? link_row_height : short_row_height);
  const Rect inside = begin_scroll("links", frame, body);
  const auto draw_rows = [&](float y) {
    for (std::size_t i = 0; i < rows.size(); ++i, y += height) {
      const Rect row{{inside.min.x, y}, {inside.max.x, y + height}};
      const std::string name = "cluster.link." + std::to_string(i);
      if (!frame.is_picture && chart_area(frame, name, row))
        show_tip(frame, explain_level(report, *rows[i].level, rows[i].kind));
      roomy ? draw_row(frame, row, report, fabric, rows[i]) : draw_short_row(frame, row, fabric, rows[i]);
      note_visible(frame, name.c_str(), row);
    }
    return y;
  };
  const auto draw_gpu = [&](float y) {
    const float end = draw_gpu_words(frame, {{inside.min.x, y}, inside.max}, report, fabric, gpu);
    note_visible(frame, "cluster.gpu", {{inside.min.x, y}, {inside.max.x, end}});
    return end;
  };
  const auto part = [&](float y) {
    ImGui::GetWindowDrawList()->AddLine({inside.min.x, y + theme.px(4)}, {inside.max.x, y + theme.px(4)}, theme.line);
    return y + theme.px(roomy ? 14 : 9);
  };
  // A GPU that is pointed at or pinned comes first where not all has room.
  const bool gpu_first = !roomy && (state.pointed_gpu || frame.selection.gpu);
  const float end = gpu_first ? draw_rows(part(draw_gpu(inside.min.y))) : draw_gpu(part(draw_rows(inside.min.y)));
  end_scroll(inside, end);
}

}  // namespace shardscope
