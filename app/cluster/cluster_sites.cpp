// The page of sites and pools of the grown Cluster view: how much of one site's speed is left over distance and link,
// the ways to train across, and how mixed pools share the work.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/cluster/fabric.h"
#include "render/cluster/site_chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// "18.7 % lost"; gained where the sites' own smaller groups are faster than one of all, as with local steps.
std::string lost_words(double lost) {
  constexpr double worth_saying = 5e-4;
  return lost < -worth_saying ? format_percent(-lost).text() + " gained"
                              : format_percent(std::max(0.0, lost)).text() + " lost";
}

constexpr double lost_asked = 0.2;

std::vector<SiteLine> site_lines(const SiteTrial& detail, double present) {
  std::vector<SiteLine> lines;
  for (const double bandwidth : detail.bandwidths)
    lines.push_back({bandwidth, site_curve(detail, bandwidth), bandwidth == present});
  return lines;
}

/// How much is lost here, from the curves' own point; nothing until that is worked out.
std::optional<double> lost_here(const std::vector<SiteLine>& lines, double meters) {
  for (const SiteLine& line : lines)
    if (line.present)
      if (const auto efficiency = efficiency_at(line, meters)) return 1 - *efficiency;
  return std::nullopt;
}

std::string where_words(const Sites& sites) {
  const std::string joined = distance_words(sites.distance_meters) + " apart, joined by " + link_words(sites.bandwidth);
  return sites.number > 1 ? grouped(sites.number) + " sites " + joined : "split over two sites " + joined;
}

std::string need_words(const std::vector<SiteLine>& lines, double meters) {
  const std::optional<double> link = link_losing(lines, meters, lost_asked);
  if (link) return "To lose a fifth at this distance: a link of about " + link_words(*link);
  for (const SiteLine& line : lines)
    if (const auto efficiency = efficiency_at(line, meters))
      return *efficiency >= 1 - lost_asked
                 ? "At this distance even " + link_words(line.bandwidth) + " loses less than a fifth"
                 : "At this distance no link of those drawn loses less than a fifth";
  return "";
}

constexpr std::string_view of_efficiency =
    "one site's step, its gradients level by level too where that is faster, over this one; Douillard et al. 2023 for "
    "local steps";

std::vector<std::string> fields_of_sites() {
  return {"time.step_seconds", "cluster.sites.number", "cluster.sites.distance_meters", "cluster.sites.bandwidth",
          "plan.across_sites"};
}

/// The steps that the point is from, and light's way between the sites.
Explanation explain_point(const SitePoint& point) {
  return {distance_words(point.distance_meters) + ", " + link_words(point.bandwidth),
          lost_words(1 - point.efficiency),
          {"1 − step on one site / step over these: 1 − " + format_seconds(point.step * point.efficiency).text() +
               " / " + format_seconds(point.step).text() + " = " + format_percent(1 - point.efficiency).text(),
           "both evaluated whole; light in glass needs " + format_seconds(fibre_latency(point.distance_meters)).text() +
               " for the way"},
          std::string(of_efficiency),
          {},
          fields_of_sites()};
}

/// Of the present scenario, which may lie between two of the curve's points.
Explanation explain_lost(double lost, const Sites& sites) {
  return {"Lost over distance",
          lost_words(lost),
          {"1 − step on one site / step over these, " + where_words(sites) + ", both evaluated whole",
           "light in glass needs " + format_seconds(fibre_latency(sites.distance_meters)).text() + " for the way"},
          std::string(of_efficiency),
          {},
          fields_of_sites()};
}

Explanation explain_need(const std::string& need) {
  return {need,
          {},
          {"read from the curves at this distance, between two links on a scale of their logarithms"},
          std::string(of_efficiency),
          {},
          fields_of_sites()};
}

/// The figure, what it means, and what a fifth would take; returns where they end.
float draw_answer(const ViewFrame& frame, const Rect& area, const std::vector<SiteLine>& lines, const Sites& sites) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::optional<double> lost = lost_here(lines, std::max(site_meters_min, sites.distance_meters));
  if (!lost) {
    draw_text(draw, theme, TextRole::body, area.min, theme.dim, "Working out the curves.");
    return area.min.y + theme.px(50);
  }
  const ImU32 ink = *lost < 0.05 ? theme.good : *lost < 0.3 ? theme.warn : theme.bad;
  const float width = draw_text(draw, theme, TextRole::figure, area.min, ink, lost_words(*lost));
  const float left = area.min.x + width + theme.px(20), room = area.max.x - left;
  const float words = draw_wrapped(draw, theme, TextRole::body, {left, area.min.y + theme.px(1)}, theme.text,
                                   "of one site's speed, " + where_words(sites), room);
  const std::string needed = need_words(lines, std::max(site_meters_min, sites.distance_meters));
  const float below = area.min.y + words + theme.px(3);
  const float need = draw_wrapped(draw, theme, TextRole::secondary, {left, below}, theme.dim, needed, room);
  words_tip(frame, "cluster.sites.loss", {area.min, {area.min.x + width, area.min.y + theme.px(34)}},
            explain_lost(*lost, sites));
  words_tip(frame, "cluster.sites.where", {{left, area.min.y}, {area.max.x, below}}, explain_lost(*lost, sites));
  if (!needed.empty())
    words_tip(frame, "cluster.sites.need", {{left, below}, {area.max.x, below + need}}, explain_need(needed));
  return area.min.y + std::max(theme.px(50), words + need + theme.px(14));
}

void curve_card(const ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Scenario& scenario = frame.scenario();
  const Sites& sites = scenario.cluster.sites;
  const SiteTrial& detail = *state.sites;
  const Rect body = view_card(frame, card, ClusterState::info.name, "Several sites",
                              "what is left of one site's speed, over distance, by the link between sites");
  if (kept_back(frame, body)) return;
  if (!frame.report.time) return say_in_body(frame, body, "The step's time is unknown, so what distance costs is.");
  const std::vector<SiteLine> lines = site_lines(detail, sites.bandwidth);
  const float top = draw_answer(frame, {{body.min.x, body.min.y + theme.px(4)}, body.max}, lines, sites);
  const Rect chart{{body.min.x, top}, body.max};
  const bool hovered = chart_area(frame, "cluster.sites.chart", chart);
  const auto point = draw_site_chart(*ImGui::GetWindowDrawList(), theme, chart, lines,
                                     std::max(site_meters_min, sites.distance_meters), pointer_if(hovered));
  if (point) show_tip(frame, explain_point(*point));
}

ChangeRow way_row(const Theme& theme, const SiteWay& way, const SiteAnswer* answer, bool present) {
  const bool known = answer != nullptr && answer->efficiency;
  const double lost = known ? 1 - *answer->efficiency : 0;
  return {.words = way.words,
          .gain = answer == nullptr ? "not yet"
                  : known           ? lost_words(lost)
                                    : "impossible",
          .gain_color = !known        ? theme.dim
                        : lost < 0.05 ? theme.good
                        : lost < 0.3  ? theme.warn
                                      : theme.bad,
          .present = present,
          .tip = answer != nullptr ? answer->problem : std::string(),
          .makes = known ? &way.scenario : nullptr};
}

/// The ways to train across, each with what it loses at this distance and link; a click takes it.
void ways_card(const ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const SiteTrial& detail = *state.sites;
  const Plan& plan = frame.report.scenario.plan;
  const std::array<std::string, 2> subtitles = {"at this distance and link; a click applies", "a click applies"};
  const Rect body = plain_card(frame, card, "Ways across", subtitles, SubtitleAt::right);
  if (kept_back(frame, body)) return;
  std::vector<ChangeRow> rows;
  for (std::size_t i = 0; i < detail.ways.size(); ++i) {
    const Plan& own = detail.ways[i].scenario.plan;
    const bool present = has_sites(frame.report.scenario.cluster) && own.across_sites == plan.across_sites &&
                         own.gradient_compression == plan.gradient_compression && own.local_steps == plan.local_steps;
    rows.push_back(
        way_row(frame.theme, detail.ways[i], i < detail.answers.size() ? &detail.answers[i] : nullptr, present));
  }
  const std::optional<std::size_t> chosen = change_rows(frame, body, "cluster.way", rows);
  if (chosen) frame.requests.edit = ScenarioEdit{detail.ways[*chosen].scenario, "cluster.sites.number"};
}

}  // namespace

void cluster_sites_page(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap);
  work_out_sites(state, frame.scenario(), frame.evaluate_seconds);
  const bool column = is_one_column(theme, area);
  constexpr std::array<float, 3> heights = {400, 330, 240};  // at scale 1
  const CardsArea cards_area = begin_cards(frame, area, column ? column_height(theme, heights) : 0);
  const Rect& all = cards_area.area;
  const float width = std::floor((all.width() - gap) * 0.62F), upper = std::floor((all.height() - gap) * 0.6F);
  const float left = all.min.x + width + gap;
  std::vector<Rect> cards = {{all.min, {all.min.x + width, all.max.y}},
                             {{left, all.min.y}, {all.max.x, all.min.y + upper}},
                             {{left, all.min.y + upper + gap}, all.max}};
  if (column) cards = column_of(theme, all, heights);
  curve_card(state, frame, cards[0]);
  cluster_pools_card(frame, cards[2], frame.shown);
  ways_card(state, frame, cards[1]);
  end_cards(frame, cards_area);
}

}  // namespace shardscope
