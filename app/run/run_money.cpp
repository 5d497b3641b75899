// What the run costs by who counts, its energy, what moves the cost most, and everyday terms (run_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/output/reach_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/run/run_cards.h"
#include "core/run/money.h"
#include "core/run/range.h"
#include "core/scenario/prices.h"
#include "render/step/cost_bars.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float line_height = 20, lines_gap = 10, tornado_heading = 36, legend_gap = 10;

/// A price as it is given: "$17,500", "$1.00". A rounded one wouldn't make the sum.
std::string price_words(double usd) {
  return "$" + fixed(usd, usd >= 1000 && usd == std::round(usd) ? 0 : 2);
}

Explanation explain_cost(const Report& report, const CostHover& hover) {
  const Cost& cost = *report.run.costs[static_cast<std::size_t>(hover.way)];
  Explanation words{std::string(entry_of(hover.way).words), format_dollars(cost.total()).text(), {}, {}};
  for (const CostPart& part : cost.parts)
    if (part.what != Spending::none)
      words.lines.push_back(std::string(name_of(part.what)) + " " + format_dollars(part.usd).text() + ", " +
                            format_percent(part.usd / cost.total()).text());
  const Run& run = report.scenario.run;
  const Cluster& cluster = report.scenario.cluster;
  const std::string gpus = grouped(cluster.gpus) + " GPUs";
  const std::string days = fixed(report.run.calendar_days.value_or(0), 1) + " days";
  if (hover.way == CostWay::rent) {
    const double hours = rented_gpu_hours(report.run, static_cast<double>(cluster.gpus)).value_or(0);
    words.lines.push_back(gpus + " × " + days + " × 24 h × " + price_words(run.gpu_hour_usd.value_or(0)));
    words.lines.push_back(format_count(hours).text() + " GPU-hours of the calendar are rented; training alone takes " +
                          format_count(report.run.gpu_hours.value_or(0)).text());
  } else
    words.lines.push_back(
        gpus + " × " + price_words(mean_over_pools(cluster, &Gpu::price_usd).value_or(0)) +
        (hover.way == CostWay::own ? " × " + days + " of " + fixed(run.amortisation_years, 1) + " years" : "") +
        "; GPUs are " + grouped(std::lround(100 * gpu_share_of_hardware)) + " % of the hardware");
  if (hover.way == CostWay::own || hover.way == CostWay::buy)
    words.lines.push_back("power: " + format_energy(report.run.energy_joules.value_or(0)).text() + " × " +
                          fixed(run.electricity_usd_per_kwh, 3) + " USD/kWh");
  if (const auto range = range_of(report.run, cost); range && range->high > range->low)
    words.lines.push_back("Four of five runs would cost " +
                          range_words(format_dollars(range->low), format_dollars(range->high)) +
                          ": what goes with time has the step's range.");
  words.hint = "A click shows what moves it most.";
  words.source = "the splits: essay on what GPT-4's training cost, 2024";
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

Explanation explain_energy(const Report& report) {
  const RunReport& run = report.run;
  const Cluster& cluster = report.scenario.cluster;
  Explanation words{"Energy", format_energy(*run.energy_joules).text(), {}, "data sheets' watts of GPU and server"};
  words.lines.push_back(format_power(run.power_watts.value_or(0)).text() + " × " +
                        format_days(run.calendar_days.value_or(0)).text() + " on the calendar");
  for (const PowerPart& part : run.power_parts)
    if (part.what != Spending::none)
      words.lines.push_back(std::string(name_of(part.what)) + ": " + format_power(part.watts).text());
  const double gpus = static_cast<double>(std::max<std::int64_t>(1, cluster.gpus));
  const std::optional<double> tdp = mean_over_pools(cluster, &Gpu::tdp_watts);
  words.lines.push_back(format_power(run.power_watts.value_or(0) / gpus).text() + " per GPU all in" +
                        (tdp ? ", which is sold with " + format_power(*tdp).text() : std::string()));
  words.lines.push_back(
      cluster.watts_per_gpu_all_in
          ? "At the " + format_power(*cluster.watts_per_gpu_all_in).text() + " per GPU all in that the scenario says."
          : "At what the servers take at most, times the building's PUE of " + fixed(cluster.pue, 2) + ".");
  return words;
}

/// The bars' colours in words; where it ends, with the room below it.
float legend(const ViewFrame& frame, const Rect& body, float y, const Report& report) {
  const Rect row{{body.min.x, y}, {body.max.x, y + cost_legend_height(frame.theme, report.run, body.width())}};
  note_visible(frame, "run.legend", row);
  legend_row(frame, row, cost_legend(frame.theme, report.run));
  return row.max.y + frame.theme.px(legend_gap);
}

/// Each way a button, so that keys reach it too.
float bars(RunState& state, const ViewFrame& frame, const Rect& body, float y, const Report& report, float stretch) {
  const Theme& theme = frame.theme;
  const Rect area{{body.min.x, y}, {body.max.x, y + cost_bars_height(theme, report.run, stretch)}};
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::optional<ImVec2> pointer;
  bool by_keys = false;
  KeyColumn keys;
  note_visible(frame, "run.costs", area);
  const std::vector<CostRow> rows = cost_rows(theme, area, report.run, stretch);
  for (const CostRow& row : rows) {
    if (!row.known) continue;
    const std::string name = "run.cost." + std::string(entry_of(row.way).name);
    const HitArea at = hit_button(frame, name.c_str(), row.row);
    if (at.hovered || at.focused) pointer = row.row.contains(mouse) ? mouse : row.row.center();
    by_keys |= at.focused && !at.hovered;
    if (at.pressed) state.arranged.way = row.way;
    keys.items.push_back({at, row.row});
  }
  follow_keys(keys);
  const auto hover = draw_cost_bars(*ImGui::GetWindowDrawList(), theme, area, report.run, state.arranged.way,
                                    pointer.value_or(nowhere_to_point), stretch);
  if (hover && !by_keys) show_tip(frame, explain_cost(report, *hover));
  if (!report.run.energy_joules) return legend(frame, body, area.max.y, report);
  const Rect power{{body.min.x, area.max.y}, {body.max.x, area.max.y + power_bar_height(theme, stretch)}};
  const bool hovered = hit_area(frame, "run.power", power).hovered;
  draw_power_bar(*ImGui::GetWindowDrawList(), theme, power, report.run, stretch);
  if (hovered) number_tip(frame, explain_energy(report), "run.energy_joules");
  return legend(frame, body, power.max.y, report);
}

float tornado(const RunState& state, const ViewFrame& frame, const Rect& body, float y, const Report& report,
              float stretch) {
  const Theme& theme = frame.theme;
  const std::vector<Sensitivity>& rows = *state.sensitivities;
  const std::optional<Cost>& cost = report.run.costs[static_cast<std::size_t>(state.dollars->way)];
  if (rows.empty() || !cost) return y;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddLine({body.min.x, y}, {body.max.x, y}, theme.line);
  y += theme.px(12);
  const float used = draw_text(draw, theme, TextRole::strong, {body.min.x, y}, theme.text, "What moves it most, ±20 %");
  const std::string key = "cheaper to the left, dearer to the right", name(entry_of(cost->way).name);
  const std::array<std::string, 4> ways = {name + ": " + key, name + ": cheaper left, dearer right",
                                           name + ": left is cheaper", "left is cheaper"};
  draw_text(draw, theme, TextRole::secondary, {body.min.x + used + theme.px(12), y + theme.px(1)}, theme.dim,
            first_fitting(theme, TextRole::secondary, ways, body.width() - used - theme.px(12)));
  y += theme.px(24);
  const Rect area{{body.min.x, y}, {body.max.x, y + tornado_height(theme, rows.size(), stretch)}};
  const HitArea at = hit_area(frame, "run.tornado", area);
  const ImVec2 pointer = pointer_if(at.hovered);
  const auto row = draw_tornado(draw, theme, area, cost->total(), rows, pointer, stretch);
  if (row) show_tip(frame, explain_sensitivity(rows[*row], cost->total()));
  return area.max.y;
}

/// A line of words, in fewer where they don't fit, and what its tip says.
struct MoneyLine {
  std::vector<std::string> words;
  bool strong = false;
  Explanation tip;
};

/// By the level, in fewer words, and in all.
std::vector<std::string> moved_words(const RunReport& run, const Cluster& cluster) {
  constexpr std::array<const char*, 4> shorter = {"in GPUs", "in nodes", "in racks", "between"};
  std::string words, fewer;
  double sum = 0;
  for (std::size_t i = 0; i < run.moved.size(); ++i) {
    if (!run.moved[i] || !(run.moved[i]->value > 0)) continue;
    const std::string bytes = format_bytes(*run.moved[i]).text();
    words += (words.empty() ? "moved " : ", ") + bytes + " ";
    words += words_of(static_cast<Reach>(i), cluster);
    fewer += (fewer.empty() ? "" : ", ") + bytes + " " + shorter[i];
    sum += run.moved[i]->value;
  }
  if (words.empty()) return {};
  return {words, fewer, "moved " + format_bytes(Bytes{sum}).text() + " in all"};
}

MoneyLine energy_line(const Report& report) {
  const RunReport& run = report.run;
  const std::optional<double> tdp = mean_over_pools(report.scenario.cluster, &Gpu::tdp_watts);
  const double gpus = static_cast<double>(std::max<std::int64_t>(1, report.scenario.cluster.gpus));
  const std::string all_in = format_power(run.power_watts.value_or(0)).text() + " all in";
  const std::string each = format_power(run.power_watts.value_or(0) / gpus).text() + " per GPU" +
                           (tdp ? " sold with " + format_power(*tdp).text() : std::string());
  std::string rest;
  if (run.energy_usd) rest += ", " + format_dollars(*run.energy_usd).text() + " of power";
  if (run.co2_kg) rest += ", " + format_mass(*run.co2_kg).text() + " of CO2";
  return {{all_in + ": " + each + rest, all_in + rest, all_in}, true, explain_energy(report)};
}

MoneyLine scaling_line(const ScalingHint& scaling) {
  const std::string loss = "loss " + fixed(scaling.loss_low, 2) + " to " + fixed(scaling.loss_high, 2);
  const std::string tokens =
      range_words(format_tokens(scaling.tokens_low), format_tokens(scaling.tokens_high)) + " tokens";
  return {{"scaling laws: " + loss + ", compute-optimal at " + tokens, "scaling laws: " + loss + ", best at " + tokens,
           loss + ", best at " + tokens, "scaling laws: " + loss},
          false,
          {"A hint: what scaling laws say",
           "",
           {loss + " nats per token; compute-optimal at " + tokens,
            "Fitted on dense transformers of other data; a mixture counts with its active parameters.",
            "From the least to the most of two fits and of 20 tokens per parameter."},
           "Hoffmann et al. 2022; Besiroglu et al. 2024"}};
}

/// The internet's line is the longest: a narrow card has it in fewer words.
std::vector<std::string> everyday_words(const EverydayFigure& figure) {
  if (figure.what != Everyday::internet) return {figure.words};
  const std::string times = format_quantity(figure.value, Unit::none).text();
  return {figure.words, times + " times a year of internet traffic", times + " years of internet traffic",
          times + " years of internet"};
}

std::vector<MoneyLine> money_lines(const RunState& state, const Report& report) {
  std::vector<MoneyLine> lines;
  const RunReport& run = report.run;
  if (run.energy_joules) lines.push_back(energy_line(report));
  if (const std::vector<std::string> moved = moved_words(run, report.scenario.cluster); !moved.empty())
    lines.push_back({moved,
                     true,
                     {"Bytes that all GPUs send",
                      "",
                      {moved.front(), "Each group's bytes per step × GPUs at work × steps, by the level they cross."},
                      "the Step view's collectives"}});
  for (const EverydayFigure& figure : *state.everyday)
    lines.push_back(
        {everyday_words(figure), false, {figure.words, "", {figure.arithmetic}, std::string(figure.source)}});
  if (run.scaling) lines.push_back(scaling_line(*run.scaling));
  return lines;
}

/// Bars and rows as large as leaves room for all lines below them, within limits.
float stretch_of(const RunState& state, const Theme& theme, const Rect& body, const Report& report) {
  const std::size_t rows = state.sensitivities->size();
  const auto lines = static_cast<float>(money_lines(state, report).size());
  const float fixed_part = theme.px(lines_gap + line_height * lines + tornado_heading + legend_gap) +
                           cost_legend_height(theme, report.run, body.width());
  const float power = report.run.energy_joules ? 1.0F : 0.0F;
  const auto stretching = [&](float stretch) {
    return cost_bars_height(theme, report.run, stretch) + power * power_bar_height(theme, stretch) +
           tornado_height(theme, rows, stretch);
  };
  const float flat = stretching(0) + fixed_part;
  return std::clamp((body.height() - flat) / std::max(1.0F, stretching(1) - stretching(0)), 0.65F, 1.3F);
}

/// One line each, the arithmetic on hover.
float draw_lines(const RunState& state, const ViewFrame& frame, const Rect& body, float y, const Report& report) {
  const Theme& theme = frame.theme;
  y += theme.px(lines_gap);
  int index = 0;
  for (const MoneyLine& line : money_lines(state, report)) {
    const Rect row{{body.min.x, y}, {body.max.x, y + theme.px(line_height)}};
    const std::string name = "run.everyday." + std::to_string(index++);
    const bool hovered = hit_area(frame, name.c_str(), row).hovered;
    draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::secondary, {row.min.x, y + theme.px(2)},
              line.strong || hovered ? theme.text : theme.dim,
              first_fitting(theme, TextRole::secondary, line.words, row.width()));
    if (hovered) show_tip(frame, line.tip);
    y = row.max.y;
  }
  return y;
}

}  // namespace

void money_card(RunState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const std::array<std::string, 3> subtitles = {"bars on one scale, with their range", "bars on one scale", ""};
  const Rect body = plain_card(frame, card, "What it costs, by who counts", subtitles);
  const bool known = std::any_of(report.run.costs.begin(), report.run.costs.end(),
                                 [](const std::optional<Cost>& cost) { return cost.has_value(); });
  if (!known && !report.run.energy_joules)
    return say_in_body(frame, body, "Neither rent, price nor power of this GPU is known.");
  const float stretch = stretch_of(state, frame.theme, body, report);
  const Rect inside = begin_scroll("money", frame, body);
  float y = inside.min.y;
  y = bars(state, frame, inside, y, report, stretch);
  y = tornado(state, frame, inside, y, report, stretch);
  y = draw_lines(state, frame, inside, y, report);
  end_scroll(inside, y);
}

}  // namespace shardscope
