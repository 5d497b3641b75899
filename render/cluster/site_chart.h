// What is left of one site's speed over the distance between sites: a curve for each link, and this scenario's point.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/changes/site_curve.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// The distances between sites that are shown, in meters.
inline constexpr double site_meters_min = 1e3, site_meters_max = 2e7;

/// One link's points, distances ascending.
struct SiteLine {
  double bandwidth = 0;  // bytes/s
  std::vector<SitePoint> points;
  bool present = false;  // the scenario's own link
};

/// "100 km"; "800 Gb/s", "6.4 Tb/s".
[[nodiscard]] std::string distance_words(double meters);
[[nodiscard]] std::string link_words(double bytes_per_second);

/// Draws the curves, the narrowest link first. Returns the point nearest to the pointer.
std::optional<SitePoint> draw_site_chart(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         std::span<const SiteLine> lines, std::optional<double> present_meters,
                                         ImVec2 pointer);

/// The efficiency at a distance by the line's points, between them on a log scale; nothing outside of them.
[[nodiscard]] std::optional<double> efficiency_at(const SiteLine& line, double meters);

/// The link with which so much of one site's speed is lost at that distance, between the lines' links on a log scale;
/// nothing where all lose more, or all less.
[[nodiscard]] std::optional<double> link_losing(std::span<const SiteLine> lines, double meters, double lost);

}  // namespace shardscope
