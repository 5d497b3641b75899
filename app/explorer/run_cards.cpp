#include "app/explorer/run_cards.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "core/run/money.h"
#include "render/card.h"
#include "render/cost_bars.h"
#include "render/curve_chart.h"
#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr ImVec2 nowhere{-1e9F, -1e9F};

ImVec2 pointer_if(bool hovered) {
  return hovered ? ImGui::GetIO().MousePos : nowhere;
}

Explanation explain_cost(const Report& report, const CostHover& hover) {
  const Cost& cost = *report.run.costs[static_cast<std::size_t>(hover.way)];
  Explanation words{std::string(words_of(hover.way)), format_dollars(cost.total()).text(), {}, {}};
  for (const CostPart& part : cost.parts)
    if (!part.name.empty())
      words.lines.push_back(std::string(part.name) + " " + format_dollars(part.usd).text() + ", " +
                            format_percent(part.usd / cost.total()).text());
  const Run& run = report.scenario.run;
  const std::string gpus = grouped(report.scenario.cluster.gpus) + " GPUs";
  const std::string days = format_days(report.run.calendar_days.value_or(0)).text();
  if (hover.way == CostWay::rent)
    words.lines.push_back(gpus + " × " + days + " × 24 h × " + format_dollars(run.gpu_hour_usd.value_or(0)).text());
  else
    words.lines.push_back(
        gpus + " × " + format_dollars(report.scenario.cluster.gpu.price_usd.value_or(0)).text() +
        (hover.way == CostWay::own ? " × " + days + " of " + fixed(run.amortisation_years, 1) + " years" : "") +
        "; GPUs are 70 % of the hardware");
  if (hover.way == CostWay::own || hover.way == CostWay::buy)
    words.lines.push_back("power: " + format_energy(report.run.energy_joules.value_or(0)).text() + " × " +
                          fixed(run.electricity_usd_per_kwh, 3) + " USD/kWh");
  words.lines.emplace_back("A click shows what moves it most.");
  words.source = "core/run/money.h; the splits: essay on what GPT-4's training cost";
  return words;
}

Explanation explain_sensitivity(const Sensitivity& row, double present) {
  Explanation words{std::string(row.name) + " ± 20 %", format_dollars(present).text(), {}, {}};
  words.lines.push_back("a fifth less: " + format_dollars(row.low_usd).text());
  words.lines.push_back("a fifth more: " + format_dollars(row.high_usd).text() +
                        (row.note.empty() ? "" : " (" + std::string(row.note) + ")"));
  words.source = "the run made anew with each";
  return words;
}

/// Bars and rows as large as leaves room for all lines below them, within limits.
float stretch_of(const Explorer& explorer, const Theme& theme, const Rect& body, const Report& report) {
  constexpr float lines = 9 * 20 + 46;  // the everyday lines and the tornado's heading, at scale 1
  const std::size_t rows = explorer.run_detail.sensitivities.size();
  const float flat = cost_bars_height(theme, report.run, 0) + theme.px(lines);
  const float stretched =
      cost_bars_height(theme, report.run, 1) + tornado_height(theme, rows, 1) - flat + theme.px(lines);
  return std::clamp((body.height() - flat) / std::max(1.0F, stretched), 0.6F, 1.3F);
}

float bars(Explorer& explorer, const Frame& frame, const Rect& body, const Report& report, float stretch) {
  const Theme& theme = frame.theme;
  const Rect area{body.min, {body.max.x, body.min.y + cost_bars_height(theme, report.run, stretch)}};
  const bool hovered = run_area(frame, "run.costs", area);
  const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
  const auto hover = draw_cost_bars(*ImGui::GetWindowDrawList(), theme, area, report.run, explorer.run.way,
                                    pointer_if(hovered), stretch);
  if (hover) show_tip(theme, explain_cost(report, *hover));
  if (hover && clicked) explorer.run.way = hover->way;
  return area.max.y;
}

float tornado(const Explorer& explorer, const Frame& frame, const Rect& body, float y, const Report& report,
              float stretch) {
  const Theme& theme = frame.theme;
  const std::vector<Sensitivity>& rows = explorer.run_detail.sensitivities;
  const std::optional<Cost>& cost = report.run.costs[static_cast<std::size_t>(explorer.run_detail.way)];
  const float needed = theme.px(36) + tornado_height(theme, rows.size(), stretch);
  if (rows.empty() || !cost || y + needed > body.max.y) return y;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({body.min.x, y}, {body.max.x, y}, theme.line);
  y += theme.px(12);
  const float used = draw_text(draw, theme, TextRole::strong, {body.min.x, y}, theme.text, "What moves it most, ±20 %");
  draw_text(draw, theme, TextRole::secondary, {body.min.x + used + theme.px(12), y + theme.px(1)}, theme.dim,
            fitted(theme, TextRole::secondary, words_of(cost->way), body.width() - used - theme.px(12)));
  y += theme.px(24);
  const Rect area{{body.min.x, y}, {body.max.x, y + tornado_height(theme, rows.size(), stretch)}};
  const bool hovered = run_area(frame, "run.tornado", area);
  const auto row = draw_tornado(draw, theme, area, cost->total(), rows, pointer_if(hovered), stretch);
  if (row) show_tip(theme, explain_sensitivity(rows[*row], cost->total()));
  return area.max.y;
}

std::string energy_words(const RunReport& run) {
  std::string words = format_energy(*run.energy_joules).text();
  if (run.power_watts) words += ", " + format_power(*run.power_watts).text() + " all in";
  if (run.energy_usd) words += ", " + format_dollars(*run.energy_usd).text() + " of power";
  if (run.co2_kg) words += ", " + format_count(*run.co2_kg / 1e3).text() + " t of CO2";
  return words;
}

std::string moved_words(const RunReport& run) {
  constexpr std::array<const char*, 4> places = {"inside GPUs", "inside nodes", "inside racks", "between racks"};
  std::string words;
  for (std::size_t i = 0; i < run.moved.size(); ++i)
    if (run.moved[i] && run.moved[i]->value > 0)
      words += (words.empty() ? "moved " : ", ") + format_bytes(*run.moved[i]).text() + " " + places[i];
  return words;
}

/// Energy, bytes and everyday terms, a line each as far as there is room; the arithmetic on hover.
void everyday_lines(const Explorer& explorer, const Frame& frame, const Rect& body, float y, const Report& report) {
  const Theme& theme = frame.theme;
  const float line = theme.px(20);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto add = [&](const std::string& words, ImU32 color, const Explanation& tip) {
    if (words.empty() || y + line > body.max.y) return;
    const Rect row{{body.min.x, y}, {body.max.x, y + line}};
    ImGui::PushID(static_cast<int>(y));
    const bool hovered = run_area(frame, "run.everyday", row);
    ImGui::PopID();
    draw_text(draw, theme, TextRole::secondary, {row.min.x, y + theme.px(2)}, color,
              fitted(theme, TextRole::secondary, words, row.width()));
    if (hovered && !tip.empty()) show_tip(theme, tip);
    y += line;
  };
  y += theme.px(10);
  const RunReport& run = report.run;
  if (run.energy_joules)
    add(energy_words(run), theme.text,
        {"Energy",
         format_energy(*run.energy_joules).text(),
         {format_power(run.power_watts.value_or(0)).text() + " × " + format_days(run.calendar_days.value_or(0)).text() +
              " on the calendar",
          "At what the servers take at most, times the building's PUE."},
         "core/run/run.h"});
  add(moved_words(run), theme.text,
      {"Bytes that all GPUs send",
       "",
       {"Each group's bytes a step × GPUs at work × steps, by the level they cross."},
       "the Step view's collectives"});
  for (const EverydayFigure& figure : explorer.run_detail.everyday)
    add(figure.words, theme.dim, {figure.words, "", {figure.arithmetic}, std::string(figure.source)});
  if (run.scaling)
    add("scaling laws: loss " + fixed(run.scaling->loss_low, 2) + " to " + fixed(run.scaling->loss_high, 2) +
            ", compute-optimal at " + format_tokens(run.scaling->tokens_low).text() + " to " +
            format_tokens(run.scaling->tokens_high).text() + " tokens",
        theme.dim,
        {"A hint: what scaling laws say",
         "",
         {"Fitted on dense transformers of other data; a mixture counts with its active parameters.",
          "From the least to the most of two fits and of 20 tokens a parameter."},
         "Hoffmann et al. 2022; Besiroglu et al. 2024"});
}

/// 8.6 s, 5.8 min, 3.8 h: a time that a person waits.
std::string seconds_words(double seconds) {
  if (seconds >= 7200) return fixed(seconds / 3600, 1) + " h";
  return seconds >= 120 ? fixed(seconds / 60, 1) + " min" : format_seconds(Seconds{seconds}).text();
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

/// A heading and a curve; a tip of what is under the pointer.
void curve(const Frame& frame, const char* name, const Rect& area, std::string_view title, const CurveChart& chart,
           std::string_view source) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw_text(draw, theme, TextRole::strong, area.min, theme.text, fitted(theme, TextRole::strong, title, area.width()));
  const Rect plot{{area.min.x, area.min.y + theme.px(22)}, area.max};
  const bool hovered = run_area(frame, name, plot);
  const auto at = draw_curve_chart(draw, theme, plot, chart, pointer_if(hovered));
  if (!at) return;
  Explanation words{std::string(title), chart.x_words(at->x) + ": " + chart.y_words(at->y), {}, std::string(source)};
  if (chart.mark)
    words.lines.push_back("this plan " + chart.x_words(chart.mark->x) + ": " + chart.y_words(chart.mark->y));
  if (chart.best)
    words.lines.push_back("the best " + chart.x_words(chart.best->x) + ": " + chart.y_words(chart.best->y));
  if (!chart.reference.empty()) words.lines.emplace_back("dashed: perfect scaling from this plan");
  show_tip(theme, words);
}

std::optional<CurvePoint> best_of(const SizeCurve& sizes, const std::optional<std::size_t>& index, bool dollars) {
  if (!index) return std::nullopt;
  const SizePoint& point = sizes.points[*index];
  return dollars ? CurvePoint{point.calendar_days, *point.rental_usd} : CurvePoint{point.gpus, point.calendar_days};
}

void curves(const Explorer& explorer, const Frame& frame, const Rect& area, const Report& report) {
  const Theme& theme = frame.theme;
  const RunDetail& detail = explorer.run_detail;
  const RunReport& run = report.run;
  const float gap = theme.px(12), height = std::floor((area.height() - 2 * gap) / 3);
  const auto slot = [&](int i) {
    const float y = area.min.y + static_cast<float>(i) * (height + gap);
    return Rect{{area.min.x, y}, {area.max.x, y + height}};
  };
  CurveChart interval{detail.over_interval, false, seconds_words, percent_words, {}, {}, {}};
  if (run.checkpoint_interval && run.goodput) interval.mark = {run.checkpoint_interval->value, *run.goodput};
  if (run.optimal_interval)
    interval.best = {run.optimal_interval->value,
                     value_at(detail.over_interval, run.optimal_interval->value).value_or(run.goodput.value_or(0))};
  curve(frame, "run.curve.interval", slot(0), "Goodput against time between checkpoints", interval,
        "Daly 2006, eq. 13: M·e^(R/M)·(e^((t+C)/M) − 1), with stops");
  const auto gpus = static_cast<double>(report.scenario.cluster.gpus);
  CurveChart days{detail.days_over_gpus, true, gpus_words, days_words, {}, {}, detail.perfect_days};
  if (run.calendar_days) days.mark = {gpus, *run.calendar_days};
  days.best = best_of(detail.sizes, detail.sizes.fastest, false);
  curve(frame, "run.curve.gpus", slot(1), "Days against GPUs", days,
        "each size evaluated whole; tokens by batch: McCandlish et al. 2018");
  CurveChart dollars{detail.dollars_over_days, true, days_words, dollars_words, {}, {}, {}};
  if (run.calendar_days && run.rental_usd) dollars.mark = {*run.calendar_days, *run.rental_usd};
  dollars.best = best_of(detail.sizes, detail.sizes.cheapest, true);
  curve(frame, "run.curve.dollars", slot(2), "Dollars of rent against days", dollars, "the same sizes");
}

/// What the curves say of this plan; a click on the first does it.
void advice(Explorer& explorer, const Frame& frame, const Rect& foot, const Report& report) {
  const Theme& theme = frame.theme;
  const RunReport& run = report.run;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto& said = report.scenario.run.checkpoint_interval_seconds;
  if (said && run.optimal_interval && run.goodput) {
    const double best = value_at(explorer.run_detail.over_interval, run.optimal_interval->value).value_or(*run.goodput);
    const std::string words = "Checkpoint every " + seconds_words(run.optimal_interval->value) + ", not " +
                              seconds_words(*said) + ": " + format_percent_change(best - *run.goodput).text();
    const bool hovered = run_area(frame, "run.advice", {foot.min, {foot.max.x, foot.min.y + theme.px(20)}});
    const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
    draw_text(draw, theme, TextRole::secondary, foot.min, hovered ? theme.text : theme.accent,
              fitted(theme, TextRole::secondary, words, foot.width()));
    if (clicked) {
      Scenario scenario = explorer.history.present().scenario;
      scenario.run.checkpoint_interval_seconds.reset();
      end_step(explorer);
      edit_scenario(explorer, std::move(scenario), "run.checkpoint_interval_seconds");
      end_step(explorer);
      return;
    }
  } else if (run.checkpoint_interval && run.daly_interval) {
    const std::string every = "Checkpoints every " + seconds_words(run.checkpoint_interval->value) + ", the best";
    const std::array<std::string, 2> words = {
        every + "; Daly's formula says " + seconds_words(run.daly_interval->value), every};
    draw_text(draw, theme, TextRole::secondary, foot.min, theme.dim,
              first_fitting(theme, TextRole::secondary, words, foot.width()));
  }
  const std::optional<double>& limit = explorer.run_detail.sizes.half_lost_above;
  const std::string past = limit ? "Past " + grouped(std::llround(*limit)) + " GPUs " : "";
  const std::array<std::string, 3> words = {
      limit ? past + "the bubble, failures and the batch's limit eat half of the gain"
            : "Up to 16 times the GPUs more of them keep helping",
      limit ? past + "half of the gain is lost" : "More GPUs keep helping", limit ? past + "help half" : "More help"};
  draw_text(draw, theme, TextRole::secondary, {foot.min.x, foot.min.y + theme.px(20)}, theme.dim,
            first_fitting(theme, TextRole::secondary, words, foot.width()));
}

}  // namespace

Rect run_plain_card(const Frame& frame, const Rect& card, std::string_view title, std::string_view subtitle) {
  frame.cards.push_back(card);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  draw.AddRect(card.min, card.max, theme.line, theme.px(design::card_radius));
  const float left = card.min.x + theme.px(design::card_padding), y = card.min.y + theme.px(11);
  const float used = draw_text(draw, theme, TextRole::title, {left, y}, theme.text, title);
  const float start = left + used + theme.px(12);
  draw_text(draw, theme, TextRole::secondary, {start, y + theme.px(1)}, theme.dim,
            fitted(theme, TextRole::secondary, subtitle, card.max.x - theme.px(design::card_padding) - start));
  return card_frame(theme, card).body;
}

bool run_area(const Frame& frame, const char* name, const Rect& area) {
  ImGui::SetCursorScreenPos(area.min);
  ImGui::InvisibleButton(name, {std::max(1.0F, area.width()), std::max(1.0F, area.height())});
  frame.places.note(name, area);
  return ImGui::IsItemHovered();
}

void money_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report) {
  const Rect body = run_plain_card(frame, card, "What it costs, by who counts", "bars on one scale");
  const bool known = std::any_of(report.run.costs.begin(), report.run.costs.end(),
                                 [](const std::optional<Cost>& cost) { return cost.has_value(); });
  if (!known) return say_in_body(frame, body, "Neither rent nor price of this GPU is known.");
  const float stretch = stretch_of(explorer, frame.theme, body, report);
  float y = bars(explorer, frame, body, report, stretch);
  y = tornado(explorer, frame, body, y, report, stretch);
  everyday_lines(explorer, frame, body, y, report);
}

void choices_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const Rect body = run_plain_card(frame, card, "Choices", "the disc is this plan, the ring the best");
  if (explorer.run_detail.days_over_gpus.size() < 2)
    return say_in_body(frame, body, "Without a run's days there is nothing to choose between.");
  const Rect foot{{body.min.x, body.max.y - theme.px(38)}, body.max};
  curves(explorer, frame, {body.min, {body.max.x, foot.min.y - theme.px(10)}}, report);
  advice(explorer, frame, foot, report);
}

}  // namespace shardscope
