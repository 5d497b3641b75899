#include "render/cluster/rack_boxes.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/cluster/fabric.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/racks.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float round_from_width = 160;  // smaller halls are many, and round corners are most of what they cost

void draw_box_ground(const PeerPlan& plan, const PlanRect& rect) {
  const Theme& theme = plan.theme;
  const Rect box = screen_rect(plan.view, plan.area, rect);
  if (!box.overlaps(plan.area)) return;
  const float rounding = box.width() < theme.px(round_from_width) ? 0 : theme.px(5);
  plan.draw.AddRectFilled(box.min, box.max, theme.bg, rounding);
  plan.draw.AddRect(box.min, box.max, theme.line, rounding);
}

/// What a box is called and holds, in fewer and fewer words.
struct BoxTitle {
  double height = 0;  // of the box, above what is in it
  std::string name;
  std::array<std::string, 3> facts;
};

/// `top`: where a title stands whose box begins above. Returns where it ends.
float draw_box_title(const PeerPlan& plan, const PlanRect& rect, const BoxTitle& title, float top) {
  const Theme& theme = plan.theme;
  const Rect box = screen_rect(plan.view, plan.area, rect);
  const float line = text_height(theme, TextRole::secondary);
  if (!box.overlaps(plan.area) || title.height < static_cast<double>(line)) return top;
  const float left = std::max(box.min.x, plan.area.min.x), right = std::min(box.max.x, plan.area.max.x);
  const float pad = std::clamp((static_cast<float>(title.height) - line) / 2, 0.0F, theme.px(4));
  const float y = std::clamp(top + pad, box.min.y + pad, std::max(box.min.y + pad, box.max.y - line - pad));
  const float bottom = y + line + pad;
  if (y > box.min.y + pad) plan.draw.AddRectFilled({left, y - pad}, {right, bottom}, theme.bg);
  const float inside = theme.px(8);
  const float used = draw_fitted(plan.draw, theme, TextRole::strong, {left + inside, y}, theme.text,
                                 std::max(0.0F, right - left - 2 * inside), title.name);
  const float room = right - left - 2 * inside - used - theme.px(14);
  draw_text_right(plan.draw, theme, TextRole::secondary, {right - inside, y}, theme.dim,
                  first_fitting(theme, TextRole::secondary, title.facts, room));
  return bottom;
}

std::array<std::string, 3> facts_of(const Cluster& cluster, std::int64_t racks, const GpuRange& gpus) {
  const std::string words = grouped(racks, "rack", "racks");
  const std::optional<double> watts = watts_of(cluster, gpus);
  return {watts ? words + ", " + format_power(*watts).text() : words, words, ""};
}

}  // namespace

void draw_box_grounds(const PeerPlan& plan) {
  const RackGrid& grid = plan.grid;
  for (std::int64_t site = 0; grid.sites > 1 && site < grid.sites; ++site) draw_box_ground(plan, site_rect(grid, site));
  for (std::int64_t hall = 0; grid.halls_per_site > 1 && hall < grid.halls(); ++hall)
    draw_box_ground(plan, hall_rect(grid, hall));
}

void draw_box_titles(const PeerPlan& plan, const Cluster& cluster) {
  const RackGrid& grid = plan.grid;
  float below_site = plan.area.min.y;
  for (std::int64_t site = 0; grid.sites > 1 && site < grid.sites; ++site) {
    const BoxTitle title{grid.site_boxes.title, "Site " + grouped(site),
                         facts_of(cluster, grid.racks_per_site, gpus_of_site(grid, site))};
    const float bottom = draw_box_title(plan, site_rect(grid, site), title, plan.area.min.y);
    const bool at_edge = screen_rect(plan.view, plan.area, site_rect(grid, site)).min.y < plan.area.min.y;
    if (at_edge) below_site = std::max(below_site, bottom);
  }
  for (std::int64_t hall = 0; grid.halls_per_site > 1 && hall < grid.halls(); ++hall) {
    const RackRange racks = racks_of_hall(grid, hall);
    draw_box_title(plan, hall_rect(grid, hall),
                   {grid.hall_boxes.title, hall_title(grid, hall),
                    facts_of(cluster, racks.end - racks.first, gpus_of_hall(grid, hall))},
                   below_site);
  }
}

}  // namespace shardscope
