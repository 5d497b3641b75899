#include "app/search/ranking_rows.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <optional>
#include <tuple>

#include "app/output/plans/plan_words.h"
#include "app/panels/cards.h"
#include "core/derivation/time_figures.h"
#include "core/plan_search/space/plan_axes.h"
#include "render/chart/chart.h"
#include "render/step/waterfall.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/headline_text.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// A column of words: its head, of an axis that axis' name, how wide it is at scale 1, and what stands in it.
struct RankColumn {
  std::string_view head;
  float width;
  std::string (*words)(const SearchRequest&, const FoundPlan&);
  bool figure = false;  // a figure stands out
  std::optional<PlanAxis> axis = {};
  Headline headline = Headline::step;  // where it is no axis

  [[nodiscard]] std::string_view title() const { return axis ? short_name(*axis) : head; }
  /// The name that its figure or its field has.
  [[nodiscard]] std::string_view name_in(const Report& report) const {
    return axis ? entry_of(*axis) : path_of(headline, report);
  }
  /// A degree that splits nothing is pale.
  [[nodiscard]] bool is_one(const PlanChoice& choice) const {
    return axis && *axis != PlanAxis::schedule && !axis_ways(*axis).is_place && value_at(choice, *axis) == 1;
  }
};

template <PlanAxis axis>
std::string axis_cell(const SearchRequest& request, const FoundPlan& plan) {
  return axis_label(request, plan.choice, axis);
}

template <PlanAxis axis>
constexpr RankColumn column_of(float width) {
  return {{}, width, axis_cell<axis>, false, axis};
}

template <Headline figure>
std::string headline_cell(const SearchRequest&, const FoundPlan& plan) {
  const std::optional<double> value = figure_of(plan, figure);
  return value ? format_headline(figure, *value).text() : "–";
}

// In a unit that the head says.
std::string mfu_cell(const SearchRequest&, const FoundPlan& plan) {
  return plan.mfu ? fixed(*plan.mfu * 100, 1) : "–";
}
std::string memory_cell(const SearchRequest&, const FoundPlan& plan) {
  return gigabytes(plan.peak_memory, 1);
}
std::string days_cell(const SearchRequest&, const FoundPlan& plan) {
  return plan.days ? fixed(*plan.days, *plan.days < 10 ? 1 : 0) : "–";
}

constexpr float column_gap = 6;  // before a column's words, at scale 1

constexpr std::array<RankColumn, 16> columns = {
    {column_of<PlanAxis::tp>(34),
     column_of<PlanAxis::pp>(34),
     column_of<PlanAxis::virtual_stages>(50),
     column_of<PlanAxis::dp>(46),
     column_of<PlanAxis::ep>(32),
     column_of<PlanAxis::cp>(32),
     column_of<PlanAxis::micro_batch>(80),
     column_of<PlanAxis::zero>(42),
     column_of<PlanAxis::recompute>(72),
     column_of<PlanAxis::schedule>(86),
     {"step", 62, headline_cell<Headline::step>},
     {"tokens/s", 70, headline_cell<Headline::tokens_per_second>, true, {}, Headline::tokens_per_second},
     {"MFU %", 50, mfu_cell, false, {}, Headline::mfu},
     {"GB", 46, memory_cell, false, {}, Headline::memory},
     {"days", 46, days_cell, false, {}, Headline::days},
     {"rent", 62, headline_cell<Headline::rental>, false, {}, Headline::rental}}};

/// What is left out first where there is little room: by their places in `columns`.
constexpr std::array<std::size_t, 10> spared = {15, 14, 12, 7, 2, 8, 5, 6, 4, 9};

static_assert(columns.size() == std::tuple_size_v<ColumnWidths>);

ColumnWidths column_widths(const SearchState& state, const Theme& theme, std::span<const FoundPlan* const> plans) {
  ColumnWidths widths{};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    widths[i] = theme.px(columns[i].width);
    const TextRole role = columns[i].figure ? TextRole::strong : TextRole::secondary;
    for (const FoundPlan* plan : plans)
      widths[i] =
          std::max(widths[i], text_width(theme, role, columns[i].words(state.request, *plan)) + theme.px(column_gap));
  }
  return widths;
}

RankLayout layout_with(const Theme& theme, const Rect& body, const ColumnWidths& widths) {
  RankLayout layout;
  layout.widths = widths;
  constexpr float bars_min = 170, why_min = 200, number = 26;
  std::vector<bool> out(columns.size(), false);
  const auto used = [&] {
    float width = theme.px(number);
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (!out[i]) width += widths[i];
    return width;
  };
  for (const std::size_t i : spared)
    if (used() + theme.px(bars_min + why_min) > body.width()) out[i] = true;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (!out[i]) layout.shown.push_back(i);
  const float left = body.min.x + used() + theme.px(18), room = body.max.x - left;
  layout.number = theme.px(number), layout.row = theme.px(20);
  layout.bars = left, layout.bars_end = left + std::min(room * 0.5F, theme.px(320));
  layout.why = layout.bars_end + theme.px(14), layout.end = body.max.x;
  return layout;
}

/// Seconds above the bars, those alone that have room before the next column.
void draw_bar_ticks(const Theme& theme, const RankLayout& layout, float y, Seconds longest) {
  for (const double tick : nice_ticks(0, longest.value, 4)) {
    const float at = layout.bars + (layout.bars_end - layout.bars) * static_cast<float>(tick / longest.value);
    const std::string words = tick == 0 ? "0" : format_seconds_like(Seconds{tick}, longest).text();
    if (at + text_width(theme, TextRole::secondary, words) / 2 > layout.why - theme.px(4)) continue;
    draw_text_centered(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {at, y}, axis_ink(theme.dim), words);
  }
}

}  // namespace

RankLayout layout_of_ranking(const SearchState& state, const Theme& theme, const Rect& body,
                             std::span<const FoundPlan* const> plans) {
  return layout_with(theme, body, column_widths(state, theme, plans));
}

void draw_time_lost(ImDrawList& draw, const Theme& theme, const Rect& bars, const LostSeconds& lost, Seconds longest) {
  if (longest.value <= 0) return;
  float x = bars.min.x;
  const float scale = bars.width() / static_cast<float>(longest.value);
  for (std::size_t i = 0; i < time_lost_count; ++i) {
    const float end = x + static_cast<float>(lost[i].value) * scale;
    if (end - x >= 0.5F) {
      const Rect part{{x, bars.min.y}, {end, bars.max.y}};
      if (static_cast<TimeLost>(i) == TimeLost::bubble)
        draw_idle(draw, theme, part);
      else
        draw.AddRectFilled(part.min, part.max, lost_color(theme, static_cast<TimeLost>(i)));
    }
    x = end;
  }
}

std::string pointed_name(const RankLayout& layout, const Rect& row, const Report& report, const LostSeconds& lost,
                         Seconds longest) {
  const float at = ImGui::GetIO().MousePos.x;
  float x = row.min.x + layout.number;
  for (const std::size_t i : layout.shown) {
    if (at < x) return {};
    x += layout.widths[i];
    if (at < x) return std::string(columns[i].name_in(report));
  }
  x = layout.bars;
  for (std::size_t i = 0; i < time_lost_count && at >= x && longest.value > 0; ++i) {
    x += (layout.bars_end - layout.bars) * static_cast<float>(lost[i] / longest);
    if (at < x) return time_lost_figure(static_cast<TimeLost>(i));
  }
  return {};
}

void draw_rank_row(const SearchState& state, const Theme& theme, const Rect& row, const RankLayout& layout,
                   const RankRow& of, Seconds longest) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, TextRole::secondary, row);
  draw_text(draw, theme, TextRole::strong, {row.min.x, y}, theme.text, of.number);
  float x = row.min.x + layout.number;
  for (const std::size_t i : layout.shown) {
    const RankColumn& column = columns[i];
    x += layout.widths[i];
    const std::string words = column.words(state.request, *of.plan);
    const TextRole role = column.figure ? TextRole::strong : TextRole::secondary;
    draw_text_right(draw, theme, role, {x, y}, column.is_one(of.plan->choice) ? theme.dim : theme.text, words);
  }
  draw_time_lost(draw, theme, {{layout.bars, row.min.y + theme.px(4)}, {layout.bars_end, row.max.y - theme.px(4)}},
                 of.lost, longest);
  const std::string_view mark = of.beyond ? "beyond evidence" : "";
  const float beside = text_width(theme, TextRole::secondary, mark) + theme.px(of.beyond ? 12 : 0);
  const bool both = layout.end - layout.why - beside > theme.px(80);
  draw_text(draw, theme, TextRole::secondary, {layout.why, y}, of.why_color,
            whole_clauses(theme, TextRole::secondary, of.why, layout.end - layout.why - (both ? beside : 0)));
  if (both) draw_text_right(draw, theme, TextRole::secondary, {layout.end, y}, theme.warn, mark);
}

void draw_rank_head(const SearchState& state, const ViewFrame& frame, const Rect& row, const RankLayout& layout,
                    Seconds longest) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = text_top(theme, TextRole::secondary, row);
  draw_text(draw, theme, TextRole::secondary, {row.min.x, y}, theme.dim, "#");
  float x = row.min.x + layout.number;
  for (const std::size_t i : layout.shown) {
    x += layout.widths[i];
    draw_text_right(draw, theme, TextRole::secondary, {x, y}, theme.dim, columns[i].title());
  }
  if (longest.value > 0) draw_bar_ticks(theme, layout, y, longest);
  const float at = std::max(ImGui::GetIO().MousePos.x, layout.bars);  // the words of 0 reach further to the left
  const float share = (at - layout.bars) / (layout.bars_end - layout.bars);
  words_tip(frame, "search.ranking.axis", {{layout.bars - theme.px(8), row.min.y}, {layout.bars_end, row.max.y}},
            {"Where the seconds go",
             format_seconds_like(longest * static_cast<double>(share), longest).text(),
             {"Each bar is a plan's step, part by part; all begin at 0 on one axis of seconds."}});
  draw_text(draw, theme, TextRole::secondary, {layout.why, y}, theme.dim,
            state.settings.low_end ? "why not first, by the low end" : "why not first");
}

}  // namespace shardscope
