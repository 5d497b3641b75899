// The Run view, grown from the verdict's last figure: one run day by day, what it costs by who counts, the
// choices, and what others claimed.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "app/run/run_state.h"
#include "core/run/failures.h"
#include "core/run/range.h"
#include "render/chart/card.h"
#include "render/run/run_strip.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr const char* run_title = "One run, day by day";
constexpr float roomy_height = 740;      // of the view, at scale 1: with less of it the causes have no rows
constexpr float least_run_height = 520;  // of all cards
constexpr float fair_height = 600;       // with less of it what the run rests on has none
constexpr int interval_points = 160, size_points = 41;

RunCalendar calendar_of(const Report& report, std::uint64_t seed) {
  if (!report.run.days || !report.run.checkpoint_interval) return {};
  const FailureModel model =
      failure_model(report.scenario.run, report.scenario.cluster, report.memory.checkpoint.total());
  return simulate_calendar(model, *report.run.checkpoint_interval, Seconds{*report.run.days * seconds_per_day}, seed);
}

/// Days over GPUs, and what perfect scaling from this plan would make of it.
void add_size_curves(RunCurves& detail, const Report& report, SizedSteps& sized) {
  detail.sizes = over_cluster_sizes(report, size_points, sized);
  const double gpu_days = report.run.calendar_days.value_or(0) * static_cast<double>(report.scenario.cluster.gpus);
  for (const SizePoint& point : detail.sizes.points) {
    detail.days_over_gpus.push_back({point.gpus, point.calendar_days});
    detail.perfect_days.push_back({point.gpus, gpu_days / point.gpus});
  }
}

/// Dollars over days by the way to count, from the same sizes. Beyond the fastest more GPUs cost days and dollars both:
/// no choice, but this plan may be one of them.
DollarCurve dollar_curve(const SizeCurve& sizes, CostWay way) {
  DollarCurve detail{way, {}, {}, {}};
  std::vector<CurvePoint>& curve = detail.dollars_over_days;
  const std::size_t fastest = sizes.fastest.value_or(0), count = sizes.points.size();
  for (std::size_t i = 0; i < count; ++i) {
    const SizePoint& point = sizes.points[i];
    const std::optional<double>& usd = point.cost_usd[static_cast<std::size_t>(way)];
    if (!usd) continue;
    if (i >= fastest) detail.beyond_fastest.push_back({point.calendar_days, *usd});
    const bool slower = curve.empty() || point.calendar_days < curve.back().x;
    if (i <= fastest && slower) curve.push_back({point.calendar_days, *usd});
  }
  std::reverse(curve.begin(), curve.end());
  const auto cheapest =
      std::min_element(curve.begin(), curve.end(), [](const CurvePoint& a, const CurvePoint& b) { return a.y < b.y; });
  const bool inside =
      cheapest != curve.end() && cheapest + 1 != curve.end() && (cheapest != curve.begin() || fastest + 1 < count);
  if (inside) detail.cheapest = *cheapest;
  return detail;
}

/// Goodput at the same sizes as the days.
void add_goodput_curves(RunCurves& detail, const Report& report) {
  const Scenario& scenario = report.scenario;
  const double gpus = static_cast<double>(std::max<std::int64_t>(1, scenario.cluster.gpus));
  const Bytes checkpoint = report.memory.checkpoint.total();
  const double low = std::max(1.0, gpus / cluster_sizes_span), high = gpus * cluster_sizes_span;
  Run run = scenario.run;
  run.checkpoint_interval_seconds.reset();
  detail.goodput_over_gpus = goodput_over_gpus(run, scenario.cluster, checkpoint, low, high, size_points);
  if (report.run.checkpoint_interval) run.checkpoint_interval_seconds = report.run.checkpoint_interval->value;
  detail.goodput_as_now = goodput_over_gpus(run, scenario.cluster, checkpoint, low, high, size_points);
}

void add_limits(RunCurves& detail) {
  if (const auto& from = detail.sizes.batch_grows_from) detail.limits.push_back({*from, "batch grows"});
  if (const auto& from = detail.sizes.critical_from) {
    const bool everywhere = *from <= detail.sizes.points.front().gpus;
    detail.limits.push_back({*from, everywhere ? "above the critical batch" : "critical batch", everywhere});
  }
  if (const auto& from = detail.sizes.bubble_half_from) detail.limits.push_back({*from, "half bubble"});
  std::sort(detail.limits.begin(), detail.limits.end(),
            [](const CurveLimit& a, const CurveLimit& b) { return a.x < b.x; });
}

RunCurves curves_of(const Report& report, SizedSteps& sized) {
  RunCurves detail;
  const FailureModel model =
      failure_model(report.scenario.run, report.scenario.cluster, report.memory.checkpoint.total());
  const Seconds best = optimal_interval(model);
  const Seconds own = report.run.checkpoint_interval.value_or(best);  // on the curve wherever it is
  detail.over_interval =
      goodput_over_interval(model, min(best / 40, own / 2), max(best * 40, own * 2), interval_points);
  add_goodput_curves(detail, report);
  add_size_curves(detail, report, sized);
  add_limits(detail);
  return detail;
}

void refresh(RunState& state, const ViewFrame& frame) {
  const Report& report = frame.shown;
  const Scenario& scenario = report.scenario;
  const RunArrangement& arranged = state.arranged;
  state.claims.of(frame.presets_version, [&] { return check_claims(frame.presets.claims, frame.presets); });
  state.calendar.of(scenario, arranged.seed, [&] { return calendar_of(report, arranged.seed); });
  state.sensitivities.of(scenario, arranged.way, [&] { return sensitivities(report, arranged.way); });
  const RunCurves& curves = state.curves.of(scenario, [&] { return curves_of(report, state.sized); });
  state.dollars.of(scenario, arranged.way, [&] { return dollar_curve(curves.sizes, arranged.way); });
  state.everyday.of(scenario, [&] { return everyday_figures(report); });
}

constexpr const char* of_draw = "of one run drawn at random at the plan's failure rate";

/// A part of the drawn run's calendar, as the legend has it.
Explanation explain_part(const LegendItem& item, std::size_t part, const RunCalendar& calendar) {
  constexpr std::array<const char*, 5> meanings = {
      "Steps that count: what the run takes without failures and checkpoints.",
      "Steps since the last checkpoint, which an interruption throws away.",
      "From each interruption until training goes on.",
      "Stops that are planned: each takes a restart and loses no work.",
      "While a checkpoint is written, as far as training waits for it."};
  const std::string name(item.label);
  const std::array<double, 5> seconds = {calendar.training, calendar.lost, calendar.restarting, calendar.planned,
                                         calendar.checkpointing};
  return {name,
          item.value,
          {meanings[part],
           format_percent(seconds[part] / calendar.end).text() + " of the run's " + run_time_words(calendar.end) + "."},
          of_draw};
}

/// The legend's row; the parts are of the run that is drawn.
void draw_parts(const ViewFrame& frame, const Rect& row, const RunCalendar& calendar) {
  const Theme& theme = frame.theme;
  const std::string checkpoints = grouped(calendar.checkpoint_count) + " checkpoints";
  const std::array<LegendItem, 5> items = {
      {{"training", run_time_words(calendar.training), training_color(theme)},
       {"lost work", run_time_words(calendar.lost), calendar_color(theme, CalendarKind::lost)},
       {"restarts", run_time_words(calendar.restarting), calendar_color(theme, CalendarKind::restart)},
       {"planned stops", run_time_words(calendar.planned), calendar_color(theme, CalendarKind::planned)},
       {checkpoints, run_time_words(calendar.checkpointing), checkpoint_color(theme)}}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (const LegendHover hover = legend_row(frame, row, items); hover.item >= 0) {
    const auto part = static_cast<std::size_t>(hover.item);
    show_tip(frame, explain_part(items[part], part, calendar));
  }
  const std::string note = "causes in the shares of Llama 3's log, " + grouped(llama3_log::unexpected) + " in " +
                           fixed(llama3_log::days, 0) + " days on " + fixed(llama3_log::gpus, 0) + " GPUs";
  if (legend_width(theme, items) + text_width(theme, TextRole::secondary, note) + theme.px(30) < row.width())
    draw_text_right(draw, theme, TextRole::secondary, {row.max.x, text_top(theme, TextRole::secondary, row)}, theme.dim,
                    note);
}

Explanation explain_group(const RunCalendar& calendar, CauseGroup group) {
  const double share = static_cast<double>(interruptions_of(group)) / llama3_log::unexpected;
  return {"Interruptions: " + std::string(name_of(group)),
          grouped(calendar.by_group[index_of(group)]),
          {"Of " + grouped(calendar.failures) + " in this draw; " + format_percent(share).text() +
           " of the causes in Llama 3's log are of this kind."},
          std::string(of_draw) + "; causes in the shares of Llama Team 2024, table 5"};
}

Explanation explain_moment(const RunCalendar& calendar, const RunStripHover& hover) {
  Explanation words{"Day " + fixed(*hover.moment / seconds_per_day, 1), "", {}, {}};
  if (hover.event) {
    const CalendarEvent& event = calendar.events[*hover.event];
    words.title =
        event.kind == CalendarKind::planned ? "Planned stop" : std::string(interruption_causes[event.cause].name);
    words.value = "day " + fixed(event.start / seconds_per_day, 2);
    words.lines.push_back(std::string(name_of(event.kind)) + ": " +
                          format_seconds(Seconds{event.end - event.start}).text());
  }
  words.source = "drawn at random at the plan's failure rate; causes in the shares of Llama Team 2024, table 5";
  return words;
}

/// What is to be expected of the run, then what the drawn one came to, in fewer and fewer words.
std::vector<std::string> run_words(const RunState& state, const Report& report) {
  const RunCalendar& calendar = *state.calendar;
  const RunReport& run = report.run;
  if (!(calendar.end > 0) || !run.days || !run.calendar_days || !run.goodput) return {""};
  const auto words_of_days = [](double days) { return run_time_words(days * seconds_per_day); };
  const std::string on_calendar = words_of_days(*run.calendar_days) + " on the calendar expected";
  const std::string days = words_of_days(*run.days) + " of work, " + on_calendar;
  const auto range = range_of(run, run.calendar_days);
  const std::string likely =
      range ? " (" + range_words(format_days(range->low), format_days(range->high)) + " likely)" : std::string();
  const std::string goodput = ": goodput " + format_percent(*run.goodput).text();
  const std::string peak =
      run.share_of_peak ? ", " + format_percent(*run.share_of_peak).text() + " of the theoretical FLOPs" : "";
  const std::string draw = "; this draw " + run_time_words(calendar.end);
  const std::string stops = ", " + grouped(calendar.failures) + " interruptions, " + grouped(calendar.planned_stops) +
                            " planned stops, seed " + std::to_string(state.arranged.seed);
  return {days + likely + goodput + peak + draw + stops,
          days + likely + goodput + peak + draw,
          days + likely + goodput + draw,
          days + likely + goodput,
          on_calendar + likely,
          on_calendar};
}

void calendar_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report, bool lanes,
                   bool assumptions) {
  const Theme& theme = frame.theme;
  const RunCalendar& calendar = *state.calendar;
  const char* another = "Draw another";
  const Rect body = view_card(frame, card, RunState::info.name, run_title, run_words(state, report),
                              button_width(theme, another) + theme.px(44 - 2 * design::card_padding));
  const float words_end = card.max.x - button_width(theme, another) - theme.px(44);
  if (subtitle_pointed(frame, "run.subtitle", card, run_title, words_end))
    figure_tip(frame, report, "run.calendar_days");
  ImGui::SetCursorScreenPos({card.max.x - button_width(theme, another) - theme.px(40), card.min.y + theme.px(5)});
  if (calendar.end > 0 && text_button(frame, "run.another", another)) ++state.arranged.seed;
  if (!(calendar.end > 0)) return say_in_body(frame, body, no_calendar_words(report));
  const Rect strip{body.min, {body.max.x, body.min.y + run_strip_height(theme, lanes)}};
  const bool hovered = hit_area(frame, "run.calendar", strip).hovered;
  const RunStripHover hover =
      draw_run_strip(*ImGui::GetWindowDrawList(), theme, strip, calendar, pointer_if(hovered), lanes);
  draw_parts(frame, {{body.min.x, strip.max.y + theme.px(8)}, {body.max.x, strip.max.y + theme.px(28)}}, calendar);
  if (assumptions)
    draw_assumptions(frame, {{body.min.x, strip.max.y + theme.px(30)}, {body.max.x, strip.max.y + theme.px(50)}},
                     report);
  if (hovered && hover.moment) show_tip(frame, explain_moment(calendar, hover));
  if (hovered && hover.group) show_tip(frame, explain_group(calendar, *hover.group));
}

}  // namespace

std::string run_time_words(double seconds) {
  const double days = seconds / seconds_per_day;
  return said_in_days(days) ? fixed(days, days < 100 && days > 0 ? 1 : 0) + " d" : format_days(days).text();
}

std::string no_calendar_words(const Report& report) {
  const RunReport& run = report.run;
  if (!run.days) return "The run's days are unknown: say how many tokens, with a plan that works.";
  if (!run.calendar_days) return "Failures come faster than checkpoints: this run would never end.";
  if (run.failures.value_or(0) >= 0.9e6)
    return "About " + format_count(*run.failures).text() + " failures are expected: too many to draw one by one.";
  return "About " + format_count(run.checkpoints.value_or(0)).text() + " checkpoints: too many to draw one by one.";
}

void draw_view(RunState& state, const ViewFrame& frame, const Rect& whole) {
  const Report& report = frame.shown;
  refresh(state, frame);
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap);
  const bool column = is_one_column(theme, whole);
  const bool lanes = whole.height() > theme.px(roomy_height);
  const bool assumptions = column || whole.height() > theme.px(fair_height);
  const float upper = std::floor(run_strip_height(theme, lanes) + theme.px(assumptions ? 100 : 78));
  const std::array<float, 4> heights = {upper / theme.scale, 560, 480, 420};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const CardsArea cards_area =
      begin_cards(frame, whole, column ? column_height(theme, heights) : theme.px(least_run_height));
  const Rect& area = cards_area.area;
  const float top = area.min.y + upper + gap, third = std::floor((area.width() - 2 * gap) / 3);
  const float second = area.min.x + third + gap;
  std::vector<Rect> cards = {{area.min, {area.max.x, area.min.y + upper}},
                             {{area.min.x, top}, {area.min.x + third, area.max.y}},
                             {{second, top}, {second + third, area.max.y}},
                             {{second + third + gap, top}, area.max}};
  if (column) cards = column_of(theme, area, heights);
  money_card(state, frame, cards[1], report);
  calendar_card(state, frame, cards[0], report, lanes, assumptions);
  choices_card(state, frame, cards[2], report);
  claims_card(state, frame, cards[3]);  // last: it may open another scenario
  end_cards(frame, cards_area);
  ImGui::PopStyleVar();
}

}  // namespace shardscope
