// The page of sites and pools of the grown Cluster view: how much of one site's speed is left over distance and link,
// the ways to train across, and how mixed pools share the work.
#include <imgui.h>

#include <algorithm>
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
std::string loss_words(double loss) {
  constexpr double worth_saying = 5e-4;
  return loss < -worth_saying ? format_percent(-loss).text() + " gained"
                              : format_percent(std::max(0.0, loss)).text() + " lost";
}

constexpr double loss_asked = 0.2;

std::vector<SiteLine> site_lines(const SiteTrial& detail, double present) {
  std::vector<SiteLine> lines;
  for (const double bandwidth : detail.bandwidths)
    lines.push_back({bandwidth, site_curve(detail, bandwidth), bandwidth == present});
  return lines;
}

/// How much is lost here, from the curves' own point; nothing until that is worked out.
std::optional<double> loss_here(const std::vector<SiteLine>& lines, double meters) {
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
  const std::optional<double> link = link_for_loss(lines, meters, loss_asked);
  if (link) return "To lose a fifth at this distance: a link of about " + link_words(*link);
  for (const SiteLine& line : lines)
    if (const auto efficiency = efficiency_at(line, meters))
      return *efficiency >= 1 - loss_asked
                 ? "At this distance even " + link_words(line.bandwidth) + " loses less than a fifth"
                 : "At this distance no link of those drawn loses less than a fifth";
  return "";
}

/// The figure, what it means, and what a fifth would take; returns where they end.
float draw_answer(const ViewFrame& frame, const Rect& area, const std::vector<SiteLine>& lines, const Sites& sites) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::optional<double> loss = loss_here(lines, std::max(1e3, sites.distance_meters));
  if (!loss) {
    draw_text(draw, theme, TextRole::body, area.min, theme.dim, "Working out the curves.");
    return area.min.y + theme.px(50);
  }
  const ImU32 ink = *loss < 0.05 ? theme.good : *loss < 0.3 ? theme.warn : theme.bad;
  const float width = draw_text(draw, theme, TextRole::figure, area.min, ink, loss_words(*loss));
  frame.places.note("cluster.sites.loss", {area.min, {area.min.x + width, area.min.y + theme.px(34)}});
  const float left = area.min.x + width + theme.px(20), room = area.max.x - left;
  draw_text(draw, theme, TextRole::body, {left, area.min.y + theme.px(1)}, theme.text,
            fitted(theme, TextRole::body, "of one site's speed, " + where_words(sites), room));
  draw_text(draw, theme, TextRole::secondary, {left, area.min.y + theme.px(19)}, theme.dim,
            fitted(theme, TextRole::secondary, need_words(lines, std::max(1e3, sites.distance_meters)), room));
  return area.min.y + theme.px(50);
}

void curve_card(const ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Scenario& scenario = frame.scenario();
  const Sites& sites = scenario.cluster.sites;
  const SiteTrial& detail = *state.sites;
  const Rect body = view_card(frame, card, ClusterState::info.name, "Several sites",
                              "what is left of one site's speed, over distance, by the link between sites");
  if (!frame.report.time) return say_in_body(frame, body, "The step's time is unknown, so what distance costs is.");
  const std::vector<SiteLine> lines = site_lines(detail, sites.bandwidth);
  const float top = draw_answer(frame, {{body.min.x, body.min.y + theme.px(4)}, body.max}, lines, sites);
  const Rect chart{{body.min.x, top}, body.max};
  const bool hovered = chart_area(frame, "cluster.sites.chart", chart);
  const auto point = draw_site_chart(*ImGui::GetWindowDrawList(), theme, chart, lines,
                                     std::max(1e3, sites.distance_meters), pointer_if(hovered));
  if (point)
    show_tip(theme, {distance_words(point->distance_meters) + ", " + link_words(point->bandwidth),
                     loss_words(1 - point->efficiency),
                     {"a step of " + format_seconds(point->step).text() + ", evaluated whole; light in glass needs " +
                      format_seconds(fibre_latency(point->distance_meters)).text() + " for the way"},
                     "one site's step, its gradients level by level too where that is faster, over this one; Douillard "
                     "et al. 2023 for local steps"});
}

void draw_way(const ViewFrame& frame, const Rect& row, const SiteWay& way, const SiteAnswer* answer, bool hovered,
              bool present) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_row_ground(theme, row, hovered);
  if (present) draw.AddRect(row.min, row.max, theme.accent, theme.px(design::control_radius), 0, theme.px(1.5F));
  const float left = row.min.x + theme.px(10), right = row.max.x - theme.px(10);
  const float y = text_top(theme, TextRole::body, row);
  const bool known = answer != nullptr && answer->efficiency;
  const double loss = known ? 1 - *answer->efficiency : 0;
  const std::string value = answer == nullptr ? "…" : known ? loss_words(loss) : "impossible";
  const ImU32 ink = !known ? theme.dim : loss < 0.05 ? theme.good : loss < 0.3 ? theme.warn : theme.bad;
  const float width = draw_text_right(draw, theme, TextRole::strong, {right, y}, ink, value);
  draw_text(draw, theme, TextRole::body, {left, y}, theme.text,
            fitted(theme, TextRole::body, way.words, right - left - width - theme.px(10)));
}

/// The ways to train across, each with what it loses at this distance and link; a click takes it.
void ways_card(const ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const SiteTrial& detail = *state.sites;
  const Plan& plan = frame.report.scenario.plan;
  const Rect body =
      plain_card(frame, card, "Ways across", "at this distance and link; a click applies", SubtitleAt::right);
  const float height = std::min(theme.px(46), body.height() / std::max(1.0F, static_cast<float>(detail.ways.size())));
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < detail.ways.size(); ++i) {
    const float y = body.min.y + height * static_cast<float>(i);
    const Rect row{{body.min.x, y}, {body.max.x, y + height - theme.px(5)}};
    const bool hovered = chart_area(frame, "cluster.way." + std::to_string(i), row);
    if (ImGui::IsItemClicked(ImGuiMouseButton_Left)) chosen = i;
    const Plan& own = detail.ways[i].scenario.plan;
    const bool present = frame.report.scenario.cluster.sites.number > 1 && own.across_sites == plan.across_sites &&
                         own.gradient_compression == plan.gradient_compression && own.local_steps == plan.local_steps;
    const SiteAnswer* answer = i < detail.answers.size() ? &detail.answers[i] : nullptr;
    draw_way(frame, row, detail.ways[i], answer, hovered, present);
    if (hovered && answer != nullptr && !answer->problem.empty())
      show_tip(theme, {detail.ways[i].words, "", {answer->problem}, ""});
  }
  if (chosen) frame.requests.edit = ScenarioEdit{detail.ways[*chosen].scenario, "cluster.sites.number"};
}

}  // namespace

void cluster_sites_page(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const float gap = frame.theme.snapped_px(design::card_gap);
  const float width = std::floor((area.width() - gap) * 0.62F);
  work_out_sites(state, frame.scenario(), frame.evaluate_seconds);
  curve_card(state, frame, {area.min, {area.min.x + width, area.max.y}});
  const Rect right{{area.min.x + width + gap, area.min.y}, area.max};
  const float upper = std::floor((right.height() - gap) * 0.5F);
  cluster_pools_card(frame, {{right.min.x, right.min.y + upper + gap}, right.max}, frame.shown);
  ways_card(state, frame, {right.min, {right.max.x, right.min.y + upper}});
}

}  // namespace shardscope
