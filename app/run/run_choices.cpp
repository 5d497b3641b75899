// The curves of the grown Run view: what a plan chooses between (run_cards.h).
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "core/run/money.h"
#include "core/run/range.h"
#include "render/chart/curve_chart.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float stacked_height = 104;  // of a chart, at scale 1: with less of it they stand two by two
constexpr float curve_heading_height = 22;

std::string seconds_words(double seconds) {
  return waited_words(seconds, 1, 1);
}
std::string percent_words(double share) {
  return format_percent(share).text();
}
std::string days_words(double days) {
  return format_days(days).text();
}
std::string gpus_words(double gpus) {
  return grouped(std::llround(gpus));
}
std::string dollars_words(double usd) {
  return format_dollars(usd).text();
}

/// A chart with its heading, in fewer words where it is narrow.
struct ChoiceCurve {
  const char* name;
  std::array<std::string, 3> titles;
  CurveChart chart;
  std::string source;
  std::optional<TitleTerm> term = {};
  std::string missing = {};                                                // what is said where there is no curve
  std::vector<std::string> (*more)(const RunCurves&, double x) = nullptr;  // what a tip says of that x
};

void draw_choice(const ViewFrame& frame, const RunCurves& detail, const ChoiceCurve& choice, const Rect& area) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  titled(frame, TextRole::strong, area.min,
         {first_fitting(theme, TextRole::strong, choice.titles, area.width()), choice.term});
  const Rect plot{{area.min.x, area.min.y + theme.px(curve_heading_height)}, area.max};
  const HitArea under = hit_area(frame, choice.name, plot);
  const CurveChart& chart = choice.chart;
  if (chart.points.size() < 2) {
    draw_wrapped(draw, theme, TextRole::secondary, plot.min, theme.dim, choice.missing, plot.width());
    return;
  }
  const auto at = draw_curve_chart(draw, theme, plot, chart, pointer_if(under.hovered));
  if (!under.hovered) return;
  const std::string there = at ? chart.x_words(at->x) + ": " + chart.y_words(at->y) : std::string();  // else an axis
  Explanation words{choice.titles[0], there, {}, choice.source};
  if (chart.mark) {
    std::string mark = "this plan " + chart.x_words(chart.mark->x) + ": " + chart.y_words(chart.mark->y);
    if (chart.mark_low && chart.mark_high)
      mark += ", likely " + chart.y_words(*chart.mark_low) + " to " + chart.y_words(*chart.mark_high);
    words.lines.push_back(mark);
  }
  if (chart.best)
    words.lines.push_back("the best " + chart.x_words(chart.best->x) + ": " + chart.y_words(chart.best->y));
  if (!chart.reference.empty()) words.lines.push_back("dashed: " + std::string(chart.reference_words));
  for (const CurveLimit& limit : chart.limits)
    words.lines.push_back(std::string(limit.words) +
                          (limit.everywhere ? " at every size shown" : " from " + chart.x_words(limit.x)));
  if (choice.more != nullptr && at)
    for (std::string& line : choice.more(detail, at->x)) words.lines.push_back(std::move(line));
  show_tip(frame, words);
}

/// What limits the size of the cluster that is nearest to so many GPUs.
std::vector<std::string> size_words(const RunCurves& detail, double gpus) {
  const SizePoint* nearest = nullptr;
  for (const SizePoint& point : detail.sizes.points)
    if (nearest == nullptr || std::abs(std::log(point.gpus / gpus)) < std::abs(std::log(nearest->gpus / gpus)))
      nearest = &point;
  if (nearest == nullptr) return {};
  std::string words = "at " + gpus_words(nearest->gpus) + " GPUs";
  if (nearest->bubble) words += ": bubble " + percent_words(*nearest->bubble);
  if (nearest->goodput) words += ", goodput " + percent_words(*nearest->goodput);
  return {words, "a batch of " + format_tokens(nearest->batch_tokens).text() + " tokens, " +
                     fixed(nearest->more_tokens, 2) + " times the tokens to the same loss"};
}

/// The fastest size, where larger ones were tried too.
std::optional<CurvePoint> fastest_of(const SizeCurve& sizes) {
  if (!sizes.fastest || *sizes.fastest + 1 >= sizes.points.size()) return std::nullopt;
  const SizePoint& point = sizes.points[*sizes.fastest];
  return CurvePoint{point.gpus, point.calendar_days};
}

ChoiceCurve interval_choice(const RunCurves& detail, const RunReport& run) {
  ChoiceCurve choice{"run.curve.interval",
                     {"Goodput against time between checkpoints", "Goodput by interval", "Goodput"},
                     {detail.over_interval, false, seconds_words, percent_words, {}, {}, {}},
                     "Daly 2006, eq. 13: M·e^(R/M)·(e^((t+C)/M) − 1), with stops",
                     TitleTerm::goodput};
  if (run.checkpoint_interval && run.goodput) choice.chart.mark = {run.checkpoint_interval->value, *run.goodput};
  if (run.optimal_interval)
    choice.chart.best = {run.optimal_interval->value,
                         value_at(detail.over_interval, run.optimal_interval->value).value_or(run.goodput.value_or(0))};
  return choice;
}

ChoiceCurve goodput_choice(const RunCurves& detail, const Report& report) {
  const RunReport& run = report.run;
  ChoiceCurve choice{"run.curve.goodput",
                     {"Goodput against GPUs", "Goodput by GPUs", "Goodput"},
                     {detail.goodput_over_gpus, false, gpus_words, percent_words, {}, {}, detail.goodput_as_now},
                     "the same renewal formula; failures and storage grow with the GPUs, the checkpoint doesn't",
                     TitleTerm::goodput};
  choice.chart.reference_words = "with this plan's checkpoint interval at every size";
  if (run.goodput) choice.chart.mark = {static_cast<double>(report.scenario.cluster.gpus), *run.goodput};
  return choice;
}

ChoiceCurve days_choice(const RunCurves& detail, const Report& report) {
  const RunReport& run = report.run;
  ChoiceCurve choice{"run.curve.gpus",
                     {"Days against GPUs", "Days by GPUs", "Days"},
                     {detail.days_over_gpus, true, gpus_words, days_words, {}, {}, detail.perfect_days},
                     "each size evaluated whole; tokens by batch: McCandlish et al. 2018",
                     {},
                     "No other size of the cluster takes this plan.",
                     size_words};
  choice.chart.reference_words = "perfect scaling from this plan";
  choice.chart.limits = detail.limits;
  if (run.calendar_days) choice.chart.mark = {static_cast<double>(report.scenario.cluster.gpus), *run.calendar_days};
  if (const auto range = range_of(run, run.calendar_days))
    choice.chart.mark_low = range->low, choice.chart.mark_high = range->high;
  choice.chart.best = fastest_of(detail.sizes);
  return choice;
}

/// By the way to count that is chosen beside it.
ChoiceCurve dollars_choice(const DollarCurve& detail, const SizeCurve& sizes, const RunReport& run) {
  constexpr std::array<const char*, cost_way_count> ways =
      std::to_array<const char*>({"rent", "owning", "buying", "80/18/2"});
  const std::string way = ways[index_of(detail.way)];
  ChoiceCurve choice{"run.curve.dollars",
                     {"Dollars against days, " + way, "Dollars by days, " + way, "Dollars"},
                     {detail.dollars_over_days, true, days_words, dollars_words, {}, {}, detail.beyond_fastest},
                     "each size of the cluster evaluated whole, with its failures and its batch"};
  choice.chart.reference_words = "larger clusters than the fastest, which cost days and dollars both";
  choice.chart.best = detail.cheapest;
  const std::string_view missing = missing_of(run, detail.way);
  const bool smallest = sizes.fastest == std::size_t{0} && sizes.points.size() > 1;
  choice.missing = !missing.empty() ? "unknown: " + std::string(missing)
                   : smallest       ? "No choice: the smallest cluster is the fastest, more GPUs cost days and dollars."
                                    : "No other size of the cluster takes this plan.";
  const std::optional<Cost>& cost = run.costs[static_cast<std::size_t>(detail.way)];
  if (!run.calendar_days || !cost) return choice;
  choice.chart.mark = {*run.calendar_days, cost->total()};
  if (const auto range = range_of(run, *cost)) choice.chart.mark_low = range->low, choice.chart.mark_high = range->high;
  return choice;
}

/// One below the other, or two by two where they would be too flat.
void curves(const RunState& state, const ViewFrame& frame, const Rect& area, const Report& report) {
  const Theme& theme = frame.theme;
  const RunCurves& detail = *state.curves;
  std::array<ChoiceCurve, 4> choices = {interval_choice(detail, report.run), goodput_choice(detail, report),
                                        days_choice(detail, report),
                                        dollars_choice(*state.dollars, detail.sizes, report.run)};
  const float gap = theme.px(12);
  const bool stacked = (area.height() - 3 * gap) / 4 >= theme.px(stacked_height);
  const int columns = stacked ? 1 : 2, rows = stacked ? 4 : 2;
  const float width = std::floor((area.width() - static_cast<float>(columns - 1) * gap) / static_cast<float>(columns));
  const float height = std::floor((area.height() - static_cast<float>(rows - 1) * gap) / static_cast<float>(rows));
  for (int i = 0; i < 4; ++i) {
    const float x = area.min.x + static_cast<float>(i % columns) * (width + gap);
    const float y = area.min.y + static_cast<float>(i / columns) * (height + gap);
    ChoiceCurve& choice = choices[static_cast<std::size_t>(i)];
    choice.chart.labels_inside = !stacked;
    draw_choice(frame, detail, choice, {{x, y}, {x + width, y + height}});
  }
}

Explanation explain_interval(const RunReport& run) {
  return {"Time between checkpoints",
          seconds_words(run.checkpoint_interval->value),
          {"this plan's: " + seconds_words(run.checkpoint_interval->value) + ", where the goodput above is highest",
           "Daly's formula, √(2·C·M)·(1 + √(C/2M)/3 + C/18M) − C, says " + seconds_words(run.daly_interval->value) +
               ": C is how long a checkpoint stops the training, M the mean time between failures"},
          "Daly 2006, eq. 13 and eq. 37"};
}

Explanation explain_half_lost(const std::optional<double>& limit) {
  return {"More GPUs",
          limit ? "half lost past " + gpus_words(*limit) : "half of the gain is kept up to 16 times as many",
          {"Each size is evaluated whole; past that one more GPUs shorten the run less than half as much as perfect "
           "scaling would."},
          "the curve of days against GPUs, above"};
}

/// What the curves say of this plan; a click on the first does it.
void advice(const RunState& state, const ViewFrame& frame, const Rect& foot, const Report& report) {
  const Theme& theme = frame.theme;
  const RunReport& run = report.run;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto& said = report.scenario.run.checkpoint_interval_seconds;
  if (said && run.optimal_interval && run.goodput) {
    const double best = value_at(state.curves->over_interval, run.optimal_interval->value).value_or(*run.goodput);
    const std::string words = "Checkpoint every " + seconds_words(run.optimal_interval->value) + ", not " +
                              seconds_words(*said) + ": " + format_percent_change(best - *run.goodput).text();
    const HitArea at = hit_button(frame, "run.advice", {foot.min, {foot.max.x, foot.min.y + theme.px(20)}});
    draw_fitted(draw, theme, TextRole::secondary, foot.min, at.hovered ? theme.text : theme.accent, foot.width(),
                words);
    if (at.pressed) {
      Scenario scenario = frame.scenario();
      scenario.run.checkpoint_interval_seconds.reset();
      frame.requests.edit = ScenarioEdit{std::move(scenario), "run.checkpoint_interval_seconds"};
      return;
    }
  } else if (run.checkpoint_interval && run.daly_interval) {
    if (hit_area(frame, "run.interval", {foot.min, {foot.max.x, foot.min.y + theme.px(20)}}).pointed)
      show_tip(frame, explain_interval(run));
    const std::string every = "Checkpoints every " + seconds_words(run.checkpoint_interval->value) + ", the best";
    const std::array<std::string, 2> words = {
        every + "; Daly's formula says " + seconds_words(run.daly_interval->value), every};
    draw_text(draw, theme, TextRole::secondary, foot.min, theme.dim,
              first_fitting(theme, TextRole::secondary, words, foot.width()));
  }
  const std::optional<double>& limit = state.curves->sizes.half_lost_above;
  const std::string past = limit ? "Past " + grouped(std::llround(*limit)) + " GPUs " : "";
  const std::array<std::string, 3> words = {
      limit ? past + "the bubble, failures and the batch's limit eat half of the gain"
            : "Up to 16 times the GPUs more of them keep helping",
      limit ? past + "half of the gain is lost" : "More GPUs keep helping", limit ? past + "help half" : "More help"};
  const Rect line{{foot.min.x, foot.min.y + theme.px(20)}, foot.max};
  if (hit_area(frame, "run.more_gpus", line).pointed) show_tip(frame, explain_half_lost(limit));
  draw_text(draw, theme, TextRole::secondary, line.min, theme.dim,
            first_fitting(theme, TextRole::secondary, words, foot.width()));
}

}  // namespace

void choices_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const std::array<std::string, 3> subtitles = {"the disc is this plan, with its range; the ring the best",
                                                "disc: this plan; ring: the best", ""};
  const Rect body = plain_card(frame, card, "Choices", subtitles);
  if (kept_back(frame, body)) return;
  if (state.curves->days_over_gpus.size() < 2)
    return say_in_body(frame, body, "Without a run's days there is nothing to choose between.");
  const Rect foot{{body.min.x, body.max.y - theme.px(38)}, body.max};
  curves(state, frame, {body.min, {body.max.x, foot.min.y - theme.px(10)}}, report);
  advice(state, frame, foot, report);
}

}  // namespace shardscope
