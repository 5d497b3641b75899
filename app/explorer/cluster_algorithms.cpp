// Each group's collectives by every algorithm, on the network page of the grown Cluster view (cluster_parts.h).
#include <imgui.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/explorer/cluster_parts.h"
#include "core/hardware/algorithm_rates.h"
#include "render/format.h"
#include "render/level_words.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr std::array<Bytes, 3> messages = {Bytes{256e6}, Bytes{16e6}, Bytes{1e6}};
constexpr float row_height = 26;  // at scale 1

struct GroupCollective {
  GroupKind kind = GroupKind::tp;
  Collective collective = Collective::all_gather;
  std::string_view words;
};
constexpr std::array<GroupCollective, 6> listed = {{
    {GroupKind::tp, Collective::all_gather, "all-gather"},
    {GroupKind::tp, Collective::all_reduce, "all-reduce"},
    {GroupKind::cp, Collective::all_gather, "all-gather"},
    {GroupKind::dp, Collective::reduce_scatter, "reduce-scatter"},
    {GroupKind::dp, Collective::all_gather, "all-gather"},
    {GroupKind::dp, Collective::all_reduce, "all-reduce"},
}};
constexpr std::array<std::string_view, 5> heads = {"ring", "tree", "hierarchical", "halving", "in-network"};

void draw_rates(const Frame& frame, const Rect& row, const std::string& name, std::span<const AlgorithmRate> rates) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float first = row.width() * 0.34F, width = (row.width() - first) / static_cast<float>(heads.size());
  draw_text(draw, theme, TextRole::secondary, row.min, theme.text,
            fitted(theme, TextRole::secondary, name, first - theme.px(8)));
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const float right = row.min.x + first + width * static_cast<float>(i + 1);
    const std::string words = rates[i].bus.value > 0 ? format_bandwidth(rates[i].bus).text() : "–";
    const float used = text_width(theme, TextRole::secondary, words);
    if (rates[i].chosen)
      draw.AddRectFilled({right - used - theme.px(7), row.min.y - theme.px(2)},
                         {right + theme.px(7), row.min.y + text_height(theme, TextRole::secondary) + theme.px(2)},
                         with_alpha(theme.accent, 0.25F), theme.px(design::control_radius));
    draw_text_right(draw, theme, TextRole::secondary, {right, row.min.y}, rates[i].chosen ? theme.text : theme.dim,
                    words);
  }
}

}  // namespace

float cluster_algorithms_height(const Theme& theme, const Plan& plan) {
  std::size_t rows = 1;
  for (const GroupCollective& each : listed)
    rows += (each.kind == GroupKind::tp && plan.tp > 1) || (each.kind == GroupKind::cp && plan.cp > 1) ||
                    (each.kind == GroupKind::dp && plan.dp.value_or(1) * plan.cp > 1)
                ? 1
                : 0;
  return rows > 1 ? theme.px(row_height) * static_cast<float>(rows) + theme.px(52) : 0;
}

void cluster_algorithms_card(const Frame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const Plan& plan = report.scenario.plan;
  const Cluster& cluster = report.scenario.cluster;
  const Rect body =
      cluster_plain_card(frame, card, "Algorithms", "bus bandwidth with all groups at once; marked: what is taken");
  frame.places.note("cluster.algorithms", body);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float first = body.width() * 0.34F;
  const float width = (body.width() - theme.px(6) - first) / static_cast<float>(heads.size());
  float y = body.min.y;
  for (const Bytes message : messages) {
    if (y + theme.px(row_height) * 3 > body.max.y) return;
    draw_text(draw, theme, TextRole::strong, {body.min.x, y}, theme.text, "Messages of " + format_whole_bytes(message));
    for (std::size_t i = 0; y == body.min.y && i < heads.size(); ++i)
      draw_text_right(draw, theme, TextRole::secondary, {body.min.x + first + width * static_cast<float>(i + 1), y},
                      theme.dim, heads[i]);
    y += theme.px(row_height);
    for (const GroupCollective& each : listed) {
      const GroupSpan span =
          each.kind == GroupKind::dp ? gradient_group_span(cluster, plan) : group_span(each.kind, cluster, plan);
      if (span.size <= 1 || y + theme.px(20) > body.max.y) continue;
      const std::vector<AlgorithmRate> rates = algorithm_rates(each.collective, message, span, cluster);
      const std::string name =
          std::string(group_name(each.kind)) + " " + std::string(each.words) + ", " + grouped(span.size) + " GPUs";
      draw_rates(frame, {{body.min.x, y}, {body.max.x - theme.px(6), y + theme.px(row_height)}}, name, rates);
      y += theme.px(row_height);
    }
    y += theme.px(8);
  }
}

}  // namespace shardscope
