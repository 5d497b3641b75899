// How pools of different GPUs share a plan's work best, and what that loses (cluster_parts.h).
#include <imgui.h>

#include <array>
#include <string>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/evaluate/pool_stages.h"
#include "core/evaluate/pools.h"
#include "core/scenario/plan_counts.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// What a pool has of the work, and by which rule.
Explanation explain_share(const PoolsReport& pools, std::size_t i) {
  const PoolShare& share = pools.shares[i];
  Explanation words{
      share.gpu + ", " + grouped(share.gpus, "GPU", "GPUs"),
      format_seconds(share.time).text(),
      {pools.by_stages ? grouped(share.layers, "layer", "layers") + " in " + grouped(share.stages, "stage", "stages") +
                             ", each pool so many that the slowest stage takes the least time"
                       : grouped(share.replicas, "replica", "replicas") + ", the busiest with " +
                             grouped(share.micro_batches, "micro-batch", "micro-batches") +
                             ", each pool so many that all together get through the batch in the least time",
       "until its part of the step is done"},
      "the split of all with the shortest step, each pool evaluated on GPUs of its own kind",
      {},
      {"time.step_seconds", "cluster.gpus", "plan.global_batch"}};
  if (i == pools.slowest) words.lines.emplace_back("The others wait for it.");
  return words;
}

/// A figure of all pools together.
struct PoolsFact {
  std::string_view name;
  Formatted value;
  std::string how;
};

std::vector<PoolsFact> facts_of_pools(const Report& report) {
  const PoolsReport& pools = *report.pools;
  const std::string step = format_seconds(pools.step).text(), slowest = pools.shares[pools.slowest].gpu;
  const Seconds alike = pools.step * (1 - pools.lost_to_slower_kinds);
  return {{"the whole step", format_seconds(pools.step), "as the slowest pool has it, " + slowest},
          {"tokens per second", format_count(pools.tokens_per_second),
           "tokens of a step / step = " + format_count(tokens_of_step(report.scenario.plan)).text() + " / " + step},
          {"lost to waiting for each other", format_percent(pools.lost_to_waiting),
           pools.by_stages ? "1 − mean time of the ranks / that of the slowest"
                           : "1 − this pace / that of all pools if none waited for another"},
          {"lost against as many of the fastest kind", format_percent(pools.lost_to_slower_kinds),
           "1 − step with as many GPUs of that kind alone / this step = 1 − " + format_seconds(alike).text() + " / " +
               step}};
}

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
    const std::string name = "cluster.pool." + std::to_string(i);
    const Rect line_of_pool{{area.min.x, top}, {area.max.x, y}};
    if (!frame.is_picture && chart_area(frame, name, line_of_pool)) show_tip(frame, explain_share(pools, i));
    note_visible(frame, name.c_str(), line_of_pool);
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
  for (const PoolsFact& fact : facts_of_pools(report)) {
    const float end = fact_line(frame, inside, y, fact.name, fact.value.text(), theme.text);
    words_tip(frame, "cluster.pools." + std::string(fact.name), {{inside.min.x, y}, {inside.max.x, end}},
              {std::string(fact.name),
               fact.value.text(),
               {fact.how},
               "the split of all with the shortest step",
               {},
               {"time.step_seconds"}});
    y = end;
  }
  if (const std::string_view why = why_no_stages(report.scenario); !why.empty())
    y += draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {inside.min.x, y + theme.px(4)},
                      theme.dim, "Layers aren't shared among pools: " + std::string(why) + ".", inside.width());
  end_scroll(inside, y);
}

}  // namespace shardscope
