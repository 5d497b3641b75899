// How pools of different GPUs share a plan's work best, and what that loses (cluster_parts.h).
#include <imgui.h>

#include <array>
#include <string>

#include "app/cluster/cluster_parts.h"
#include "app/panels/cards.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

void draw_shares(const ViewFrame& frame, const Rect& area, const PoolsReport& pools, float& y) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = theme.px(24);
  const std::array<float, 4> ends = {0.48F, 0.66F, 0.85F, 1.0F};  // of the width
  const auto row = [&](const std::string& name, const std::array<std::array<std::string, 2>, 4>& cells, ImU32 ink) {
    float left = area.min.x;  // of what isn't drawn on yet
    left += draw_fitted(draw, theme, TextRole::body, {left, y}, ink, area.width() * 0.36F, name);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const float right = area.min.x + area.width() * ends[i];
      draw_text_right(draw, theme, TextRole::body, {right, y}, ink,
                      first_fitting(theme, TextRole::body, cells[i], right - left - theme.px(8)));
      left = right;
    }
    y += line;
  };
  const auto cell = [](const std::string& words) { return std::array{words, words}; };
  row("Pool",
      {cell("GPUs"), pools.by_stages ? cell("stages") : std::array<std::string, 2>{"replicas", "DP"},
       pools.by_stages ? cell("layers") : std::array<std::string, 2>{"micro-batches", "batches"}, cell("takes")},
      theme.dim);
  for (std::size_t i = 0; i < pools.shares.size(); ++i) {
    const PoolShare& share = pools.shares[i];
    const float top = y;
    row(share.gpu,
        {cell(grouped(share.gpus)), cell(grouped(pools.by_stages ? share.stages : share.replicas)),
         cell(grouped(pools.by_stages ? share.layers : share.micro_batches)), cell(format_seconds(share.time).text())},
        theme.text);
    note_visible(frame, ("cluster.pool." + std::to_string(i)).c_str(), {{area.min.x, top}, {area.max.x, y}});
  }
}

}  // namespace

void cluster_pools_card(const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect body = plain_card(
      frame, card, "Mixed pools",
      report.pools ? (report.pools->by_stages ? "best: pipeline stages per pool" : "best: replicas per pool") : "",
      SubtitleAt::right);
  frame.places.note("cluster.pools", body);
  if (!report.pools) {
    draw_wrapped(draw, theme, TextRole::body, body.min, theme.dim,
                 is_mixed(report.scenario.cluster)
                     ? "These pools can't share this plan: " + std::string(why_no_replicas(report.scenario)) + "; " +
                           std::string(why_no_stages(report.scenario)) + "."
                     : "All GPUs are of one kind. Add a pool on the left, under Pools, for how different GPUs would "
                       "share the batch or the layers, and what waiting for the slower ones costs.",
                 body.width());
    return;
  }
  const PoolsReport& pools = *report.pools;
  const Rect inside = begin_scroll("pools", frame, body);
  float y = inside.min.y;
  draw_shares(frame, inside, pools, y);
  y += theme.px(10);
  const auto fact = [&](std::string_view name, const Formatted& value) {
    y = fact_line(frame, inside, y, name, value.text(), theme.text);
  };
  fact("the whole step", format_seconds(pools.step));
  fact("tokens per second", format_count(pools.tokens_per_second));
  fact("lost to waiting for each other", format_percent(pools.lost_to_waiting));
  fact("lost against as many of the fastest kind", format_percent(pools.lost_to_slower_kinds));
  if (const std::string_view why = why_no_stages(report.scenario); !why.empty())
    y += draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {inside.min.x, y + theme.px(4)},
                      theme.dim, "Layers aren't shared among pools: " + std::string(why) + ".", inside.width());
  end_scroll(inside, y);
}

}  // namespace shardscope
