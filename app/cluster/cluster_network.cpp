// The network page of the grown Cluster view: each level's load against its capacity, hottest first; each kind of
// traffic; and what would relieve it, each change evaluated.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/cluster/fabric.h"
#include "render/chart/range_table.h"
#include "render/cluster/level_words.h"
#include "render/explain/explain_traffic.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float level_height_min = 74, level_height_max = 84, kind_height = 26;  // at scale 1
constexpr float algorithms_share = 0.42F;  // of the page's height, at most where levels need more

/// A level's bar: the step's length, filled by each kind's share of it; beyond the step it is cut and said in words.
void draw_level(const ViewFrame& frame, const Rect& row, const Fabric& fabric, const LevelLoad& level, Seconds step) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::string percent = format_percent(level.load).text();
  draw_text_right(draw, theme, TextRole::title, {row.max.x, row.min.y}, level.load > 0.9 ? theme.bad : theme.text,
                  percent);
  const float used = draw_text(draw, theme, TextRole::strong, row.min, theme.text, level_title(fabric, level.level));
  const std::string units = "units of " + grouped(level.gpus) + " GPUs, " + format_bandwidth(level.capacity).text() +
                            " per GPU and direction";
  draw_text(draw, theme, TextRole::secondary, {row.min.x + used + theme.px(12), row.min.y + theme.px(1)}, theme.dim,
            whole_clauses(theme, TextRole::secondary, units, row.width() - used - theme.px(80)));
  const float thick = row.height() - theme.px(58);
  const Rect bar{{row.min.x, row.min.y + theme.px(22)}, {row.max.x, row.min.y + theme.px(22) + thick}};
  draw.AddRectFilled(bar.min, bar.max, theme.raised, theme.px(design::bar_radius));
  float x = bar.min.x;
  std::string parts;
  for (std::size_t kind = 0; kind < group_kinds; ++kind) {
    const Bytes bytes = level.by_kind[kind];
    if (!(bytes.value > 0) || !(level.capacity.value > 0)) continue;
    const double share = bytes / level.capacity / step;
    const float end = std::min(bar.max.x, x + std::max(1.0F, bar.width() * static_cast<float>(share)));
    draw.AddRectFilled({x, bar.min.y}, {end, bar.max.y}, communication_color(theme, static_cast<GroupKind>(kind)),
                       theme.px(design::bar_radius));
    x = std::min(end + 1, bar.max.x);
    parts += (parts.empty() ? "" : ", ") + std::string(group_short(static_cast<GroupKind>(kind))) + " " +
             format_bytes(bytes).text();
  }
  const std::string busy = parts.empty() ? "nothing crosses it"
                                         : "busy " + format_seconds(level.busy).text() + " of " +
                                               format_seconds(step).text() + ": " + parts + " per GPU";
  draw_text(draw, theme, TextRole::secondary, {row.min.x, bar.max.y + theme.px(4)}, theme.dim,
            whole_clauses(theme, TextRole::secondary, busy, row.width()));
}

struct Column {
  std::string_view title;
  float right;  // share of the width at which it ends; words of the first begin at 0
};
constexpr std::array<Column, 6> columns = {{{"Traffic of a step", 0.0F},
                                            {"GPUs", 0.46F},
                                            {"sent per GPU", 0.60F},
                                            {"bus bandwidth", 0.76F},
                                            {"takes", 0.86F},
                                            {"beside work", 1.0F}}};

void draw_cells(const ViewFrame& frame, const Rect& row, const std::array<std::string, 6>& cells, ImU32 ink) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_text(draw, theme, TextRole::secondary, row.min, ink,
            whole_clauses(theme, TextRole::secondary, cells[0], row.width() * 0.40F));
  for (std::size_t i = 1; i < cells.size(); ++i)
    draw_text_right(draw, theme, TextRole::secondary, {row.min.x + row.width() * columns[i].right, row.min.y}, ink,
                    cells[i]);
}

/// Collective by collective, with the algorithm that was chosen; returns where they end.
float draw_collectives(const ViewFrame& frame, const Rect& area, const Report& report) {
  const Theme& theme = frame.theme;
  std::array<std::string, 6> titles;
  for (std::size_t i = 0; i < columns.size(); ++i) titles[i] = columns[i].title;
  draw_cells(frame, area, titles, theme.dim);
  float y = area.min.y + theme.px(kind_height);
  for (std::size_t i = 0; i < report.communication.size(); ++i) {
    const Communication& row = report.communication[i];
    draw_kind_mark(theme, {area.min.x, y}, row.kind);
    const std::string bus = row.bus_bandwidth.value > 0 ? format_bandwidth(row.bus_bandwidth).text() : "unknown";
    const Rect line{{area.min.x, y}, {area.max.x, y + theme.px(kind_height)}};
    if (!frame.is_picture && chart_area(frame, "cluster.communication." + std::to_string(i), line))
      show_tip(frame, explain_communication(row));
    draw_cells(
        frame, line,
        {"    " + communication_title(row), grouped(row.group_size), format_bytes(row.bytes_per_gpu_per_step).text(),
         bus, format_seconds(row.time).text(), hidden_words(row)},
        theme.text);
    y += theme.px(kind_height);
  }
  return y;
}

void levels_card(const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const std::string step =
      report.time ? format_seconds(report.time->step).text() + ", " + range_words(*report.time) + "; " : std::string();
  constexpr std::string_view title = "Network, hottest level first";
  const Rect body = view_card(frame, card, ClusterState::info.name, title,
                              "step " + step + "a bar is the share of it in which a GPU's part of the links is busy");
  if (!report.time) return say_in_body(frame, body, "The step's time is unknown, so no link's load is.");
  if (!frame.is_picture && subtitle_pointed(frame, "cluster.network.subtitle", card, title))
    figure_tip(frame, report, "time.step_seconds");
  if (report.network.empty()) return say_in_body(frame, body, "One GPU has no network.");
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const float table = theme.px(kind_height) * static_cast<float>(report.communication.size() + 1) + theme.px(20);
  const float room = body.height() - theme.px(4) - table;
  const float each = std::clamp(room / static_cast<float>(report.network.size()), theme.px(level_height_min),
                                theme.px(level_height_max));
  const Rect inside = begin_scroll("levels", frame, body);
  float y = inside.min.y + theme.px(4);
  for (std::size_t i = 0; i < report.network.size(); ++i) {
    const Rect row{{inside.min.x, y}, {inside.max.x, y + each}};
    const std::string name = "cluster.level." + std::to_string(i);
    if (!frame.is_picture && chart_area(frame, name, row)) show_tip(frame, explain_level(report, report.network[i]));
    draw_level(frame, row, fabric, report.network[i], report.time->step);
    note_visible(frame, name.c_str(), row);
    y += each;
  }
  ImGui::GetWindowDrawList()->AddLine({inside.min.x, y}, {inside.max.x, y}, theme.line);
  end_scroll(inside, draw_collectives(frame, {{inside.min.x, y + theme.px(12)}, inside.max}, report));
}

ChangeRow change_row(const Theme& theme, const Fabric& fabric, const NetworkChange& change) {
  const std::string words = std::string(change.idea.hardware ? "to buy" : "the plan alone") + "; hottest then " +
                            level_title(fabric, change.hottest) + ", " + format_percent(change.load).text();
  return {.words = change.idea.words,
          .gain = "+" + format_percent(change.faster).text(),
          .below = change.fits ? words : "does not fit in memory; " + words,
          .below_color = change.fits ? theme.dim : theme.bad,
          .makes = &change.idea.scenario};
}

void changes_card(const ClusterState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const NetworkTrial& detail = *state.network;
  const bool working = detail.pending();
  const std::string subtitle = working ? "trying " + grouped(static_cast<std::int64_t>(detail.tried)) + " of " +
                                             grouped(static_cast<std::int64_t>(detail.ideas.size()))
                                       : "tokens per second; a click applies";
  const Rect body = plain_card(frame, card, "What would make it faster", subtitle, SubtitleAt::right);
  if (kept_back(frame, body)) return;
  if (detail.changes.empty())
    return say_in_body(frame, body, working ? "Trying one change after another." : "No single change helps.");
  const Fabric fabric = fabric_of(report.scenario.cluster);
  std::vector<ChangeRow> rows;
  for (const NetworkChange& change : detail.changes) rows.push_back(change_row(theme, fabric, change));
  const std::optional<std::size_t> chosen = change_rows(frame, body, "cluster.change", rows);
  if (!chosen) return;
  const NetworkIdea idea = detail.changes[*chosen].idea;
  frame.requests.edit = ScenarioEdit{idea.scenario, idea.path};
}

/// Where the cards lie: the algorithms below the levels; where there is little width, one below the other.
struct CardPlaces {
  Rect levels, algorithms, changes;
};

CardPlaces places_of(const Theme& theme, const Rect& area, float levels, float table) {
  const float gap = theme.snapped_px(design::card_gap), width = std::floor((area.width() - gap) * 0.62F);
  // Where not all has room, both cards scroll.
  const float least = std::min(table, (area.height() - gap) * algorithms_share);
  const float bottom = table > 0 ? std::floor(std::min(area.min.y + levels, area.max.y - least - gap)) : area.max.y;
  return {{area.min, {area.min.x + width, bottom}},
          {{area.min.x, bottom + gap}, {area.min.x + width, area.max.y}},
          {{area.min.x + width + gap, area.min.y}, area.max}};
}

}  // namespace

void cluster_network_page(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  work_out_changes(state, frame.shown, frame.scenario(), frame.evaluate_seconds);
  const Report& report = frame.shown;
  work_out_rates(state, report);
  const std::vector<GroupRates>& rates = *state.rates;
  const float table = cluster_algorithms_height(theme, rates);
  const float levels = theme.px(level_height_max) * static_cast<float>(report.network.size()) +
                       theme.px(kind_height) * static_cast<float>(report.communication.size() + 1) + theme.px(84);
  const bool column = is_one_column(theme, area);
  const std::array<float, 3> heights = {levels / theme.scale, 240, table / theme.scale};
  const auto count = static_cast<std::size_t>(table > 0 ? 3 : 2);
  const std::span<const float> shown(heights.data(), count);
  const CardsArea cards_area = begin_cards(frame, area, column ? column_height(theme, shown) : 0);
  CardPlaces cards = places_of(theme, cards_area.area, levels, table);
  if (column) {
    const std::vector<Rect> places = column_of(theme, cards_area.area, shown);
    cards = {places[0], places.back(), places[1]};
  }
  levels_card(frame, cards.levels, report);
  if (table > 0) cluster_algorithms_card(frame, cards.algorithms, rates);
  changes_card(state, frame, cards.changes, report);
  end_cards(frame, cards_area);
}

}  // namespace shardscope
