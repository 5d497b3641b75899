// The Step view, grown: where the seconds go, how far each operation is from the roof, all of them in a
// table, and what better hardware would buy.
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/frame_budget.h"
#include "app/step/step_cards.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/parts/choices.h"
#include "core/step/flops/flop_conventions.h"
#include "render/step/waterfall.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// The step on hardware with one figure twice as good, against the present one.
std::optional<double> gain_of_twice(const Report& report, HardwareFigure figure) {
  HardwareFactors factors = hardware_as_it_is;
  factors[static_cast<std::size_t>(figure)] = 2;
  const Report other = evaluate(on_hardware(report.scenario, factors));
  if (!other.time || !report.time) return std::nullopt;
  return other.time->step / report.time->step - 1;
}

/// What twice the figure would buy: some evaluations per frame, the rest in the next ones.
void try_twice(TwiceAsGood& twice, const Report& report, double evaluate_seconds) {
  for (std::size_t left = evaluations_per_frame(evaluate_seconds); left > 0 && twice.tried < hardware_figure_count;
       --left) {
    const std::size_t i = twice.tried++;
    twice.change[i] = gain_of_twice(report, static_cast<HardwareFigure>(i));
  }
}

RankDetail detail_of(const Report& report, std::optional<std::int32_t> rank) {
  RankDetail detail{rank, operation_table(report, rank), {}, {}};
  detail.exchanges = exchanges_of(report, detail.table, rank);
  detail.points = roofline_points(detail.table);
  return detail;
}

std::optional<Report> report_with(const Scenario& scenario, const HardwareFactors& factors) {
  if (factors == hardware_as_it_is) return std::nullopt;
  return evaluate(on_hardware(scenario, factors));
}

void refresh(StepState& state, const ViewFrame& frame) {
  const Report& report = frame.shown;
  const HardwareFactors& factors = state.arranged.factors;
  state.what_if.of(report.scenario, factors, [&] { return report_with(report.scenario, factors); });
  const std::optional<std::int32_t> rank = shown_rank(state, frame);
  if (!state.rank.is_of(report.scenario, rank)) state.arranged.lit.reset();
  state.rank.of(report.scenario, rank, [&] { return detail_of(report, rank); });
  state.roofline.of(report.scenario, [&] { return roofline_of(report.scenario); });
  try_twice(state.twice.of(report.scenario, [] { return TwiceAsGood{{}, 0}; }), report, frame.evaluate_seconds);
}

/// " It assumes ...", where the convention takes the model for another.
std::string caution(const Report& report, FlopsConvention convention) {
  const std::string_view words = assumes_otherwise(report.scenario.model, convention);
  return words.empty() ? std::string() : " It " + std::string(words) + ".";
}

/// A line per convention: "PaLM", "41.2 %", and what it counts.
std::vector<Option> convention_options(const Report& report) {
  std::vector<Option> options;
  const auto& rates = report.throughput->by_convention;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    const Choice& choice = choices<FlopsConvention>()[i];
    options.push_back({std::string(choice.label), format_percent(rates[i].mfu).text(),
                       std::string(choice.help) + " " + format_flops_rate(rates[i].model_flops_per_gpu).text() +
                           " per GPU." + caution(report, static_cast<FlopsConvention>(i))});
  }
  return options;
}

/// The same MFU by the best-known ways to count a model's FLOPs and the scenario's own, and how many others there are.
struct ConventionRow {
  struct Part {
    std::optional<std::size_t> convention;  // none: the others
    std::string words;
    TextRole role;
    float width;  // pixels
  };
  std::vector<Part> parts;
  float gap = 0;

  [[nodiscard]] float width() const {
    float sum = -gap;
    for (const Part& part : parts) sum += part.width + gap;
    return sum;
  }
};

/// `alone`: the scenario's own and none beside it.
ConventionRow conventions_of(const Theme& theme, const Report& report, bool alone) {
  ConventionRow row{{}, theme.px(14)};
  const auto& rates = report.throughput->by_convention;
  const auto add = [&](std::optional<std::size_t> convention, std::string words, TextRole role) {
    const float width = text_width(theme, role, words);
    row.parts.push_back({convention, std::move(words), role, width});
  };
  const auto chosen = static_cast<std::size_t>(report.scenario.flops_convention);
  constexpr auto well_known = static_cast<std::size_t>(FlopsConvention::palm);  // and those before it
  std::size_t left = rates.size();
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if ((alone || i > well_known) && i != chosen) continue;
    --left;
    add(i, std::string(choices<FlopsConvention>()[i].label) + " " + format_percent(rates[i].mfu).text(),
        i == chosen ? TextRole::strong : TextRole::secondary);
  }
  if (alone) return row;
  const std::string others = std::to_string(left) + " more";
  row.parts.push_back(
      {std::nullopt, others, TextRole::secondary, title_combo_width(theme, others, TextRole::secondary)});
  return row;
}

void explain_convention(const Frame& frame, const Report& report, std::size_t i) {
  const Throughput::ByConvention& counted = report.throughput->by_convention[i];
  const Choice& choice = choices<FlopsConvention>()[i];
  const bool chosen = i == static_cast<std::size_t>(report.scenario.flops_convention);
  show_tip(frame, {"MFU, " + std::string(choice.label),
                   format_percent(counted.mfu).text(),
                   {std::string(choice.help) + caution(report, static_cast<FlopsConvention>(i)),
                    format_flops_rate(counted.model_flops_per_gpu).text() + " per GPU over " +
                        format_flops_rate(report.throughput->peak_flops).text() + " at peak",
                    chosen ? "The scenario counts so." : "Click: the scenario counts so."},
                   ""});
}

/// All conventions behind a word; the one that is chosen.
std::optional<FlopsConvention> list_of_conventions(const ViewFrame& frame, const Rect& place, const std::string& words,
                                                   const Report& report) {
  ImGui::SetCursorScreenPos(place.min);
  ComboRow row{"step.conventions", {}, words, {}, static_cast<std::size_t>(report.scenario.flops_convention)};
  row.make_options = [&] { return convention_options(report); };
  float end = 0;
  const std::optional<std::size_t> chosen = title_combo(frame, row, place.width() + 1, end, TextRole::secondary);
  return chosen ? std::optional(static_cast<FlopsConvention>(*chosen)) : std::nullopt;
}

constexpr std::string_view conventions_title = "MFU";

/// A word on its place in the row, in as many lines as it takes; the last one opens the whole list. The one that is
/// clicked there or here.
std::optional<FlopsConvention> draw_conventions(const ViewFrame& frame, const Rect& area, const ConventionRow& row,
                                                const Report& report) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary) + theme.px(3);
  std::optional<FlopsConvention> clicked;
  float x = area.min.x, y = area.min.y;
  x += draw_text(draw, theme, TextRole::secondary, {x, y}, theme.dim, std::string(conventions_title)) + row.gap;
  for (const ConventionRow::Part& part : row.parts) {
    if (x + part.width > area.max.x) x = area.min.x, y += line;
    const Rect place{{x, y}, {x + part.width, y + line}};
    x += part.width + row.gap;
    if (!part.convention) {
      if (const auto chosen = list_of_conventions(frame, place, part.words, report)) clicked = chosen;
      continue;
    }
    const std::string name = "step.convention." + std::string(choices<FlopsConvention>()[*part.convention].json);
    const HitArea under = hit_button(frame, name.c_str(), place);
    if (under.pressed) clicked = static_cast<FlopsConvention>(*part.convention);
    const bool bright = part.role == TextRole::strong || under.pointed;
    draw_text(draw, theme, part.role, place.min, bright ? theme.text : theme.dim, part.words);
    if (under.pointed) explain_convention(frame, report, *part.convention);
  }
  return clicked;
}

/// The convention that was clicked, by which the scenario shall count.
std::optional<FlopsConvention> waterfall_card(StepState& state, const ViewFrame& frame, const Rect& card,
                                              const Report& report) {
  const Theme& theme = frame.theme;
  std::string subtitle = "from ideal to real, stage " + std::to_string(report.time->critical_rank);
  const SecondsRange& range = report.time->range;
  if (range.high > range.low)
    subtitle = format_seconds(range.low).text() + " to " + format_seconds(range.high).text() + " likely; " + subtitle;
  const std::string title = "Where " + format_seconds(report.time->step).text() + " go";
  const Rect body = view_card(frame, card, StepState::info.name, title, subtitle);
  if (subtitle_pointed(frame, "step.subtitle", card, "")) figure_tip(frame, report, "time.step_seconds");
  frame.places.note("step.where", card);
  ConventionRow row;
  if (report.throughput) row = conventions_of(theme, report, frame.lets_find_out);
  const float wanted = text_width(theme, TextRole::secondary, std::string(conventions_title)) + row.gap + row.width();
  const float lines = wanted > body.width() ? 2 : 1;
  const float below = lines * (text_height(theme, TextRole::secondary) + theme.px(3)) + theme.px(4);
  const Rect chart{body.min, {body.max.x, body.max.y - below}};
  const bool hovered = hit_area(frame, "step.waterfall", chart).hovered;
  const LostSeconds& lost = time_lost_of(state, report);
  const WaterfallHover hover =
      draw_waterfall(*ImGui::GetWindowDrawList(), chart, lost, waterfall_view(frame, pointer_if(hovered)), theme);
  std::optional<FlopsConvention> counted;
  if (report.throughput)
    counted = draw_conventions(frame, {{body.min.x, chart.max.y + theme.px(4)}, body.max}, row, report);
  if (hovered && hover.row) waterfall_tip(frame, report, lost, hover);
  return counted;
}

void count_by(const ViewFrame& frame, FlopsConvention convention) {
  Scenario scenario = frame.scenario();
  scenario.flops_convention = convention;
  frame.requests.edit = ScenarioEdit{std::move(scenario), "flops_convention"};
}

/// The two roofs that a point lies under.
Explanation explain_roofs(const Gpu& gpu, const Roofline& roofline, std::string_view precision) {
  const std::string peak = format_flops_rate(roofline.peak).text();
  const std::string bandwidth = format_bandwidth(roofline.memory).text();
  return {"Roofline",
          std::string(precision) + " " + peak,
          {"an operation does no more than the smaller of the peak, " + peak + ", and FLOPs per byte × " + bandwidth,
           "they meet at " + fixed(roofline.peak.value / roofline.memory.value, 0) + " FLOPs per byte"},
          "Williams et al. 2009; peak and bandwidth of " + (gpu.title.empty() ? std::string("the GPU") : gpu.title)};
}

void roofline_card(const StepState& state, const ViewFrame& frame, const Rect& card, const Report& report) {
  const Theme& theme = frame.theme;
  const RankDetail& detail = *state.rank;
  const std::optional<Roofline>& roofline = *state.roofline;
  const std::string gpu = report.scenario.cluster.gpu.title;
  const std::array<std::string, 2> subtitles = {
      "a point is an operation, its size the share of the step; hollow: backward", "hollow: backward"};
  const Rect body = plain_card(
      frame, card, {gpu.empty() ? std::string("Roofline") : "Roofline, " + gpu, TitleTerm::roofline}, subtitles);
  if (!roofline) return say_in_body(frame, body, "The GPU's memory bandwidth or peak isn't known.");
  const std::array<LegendItem, 4> items = {{{"products", "", operation_color(theme, OperationKind::matrix)},
                                            {"experts", "", operation_color(theme, OperationKind::grouped_matrix)},
                                            {"attention", "", operation_color(theme, OperationKind::attention)},
                                            {"memory-bound", "", operation_color(theme, OperationKind::memory_bound)}}};
  const float legend = legend_line_height(theme) + theme.px(6);
  const Rect chart{body.min, {body.max.x, body.max.y - legend}};
  const bool hovered = hit_area(frame, "step.roofline", chart).hovered;
  const bool clicked = ImGui::IsItemClicked(ImGuiMouseButton_Left);
  const Choice& precision = choices<Precision>()[static_cast<std::size_t>(report.scenario.plan.precision)];
  RooflinePlot plot{detail.points, *roofline, precision.label, report.time->step, {}};
  if (state.arranged.lit && *state.arranged.lit < detail.table.rows.size())
    plot.lit = point_of(detail.points, detail.table.rows[*state.arranged.lit]);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto point = draw_roofline(draw, theme, chart, plot, pointer_if(hovered));
  legend_row(frame, {{body.min.x, chart.max.y + theme.px(6)}, body.max}, items);
  if (point && clicked) pick_operation(frame.selection, detail.points[*point].row.which());
  if (point)
    show_tip(frame, explain_point(detail.points[*point], *roofline, report.time->step));
  else if (hovered && pointer_rests())
    show_tip(frame, explain_roofs(report.scenario.cluster.gpu, *roofline, precision.label));
}

constexpr std::array<float, 4> step_column_heights = {330, 330, 330, 340};  // at scale 1, as the cards follow below
constexpr float least_step_height = 610;                                    // of two rows of cards

struct StepCards {
  Rect waterfall, roofline, operations, what_if, measured;
};

/// The last two share a place, whichever is shown, but where there is room for five cards.
StepCards step_cards_in_column(const Theme& theme, const Rect& area) {
  const std::vector<Rect> cards = column_of(theme, area, step_column_heights);
  return {cards[0], cards[1], cards[2], cards[3], cards[3]};
}

StepCards places_of_four(const Theme& theme, const Rect& area, bool measured) {
  const float gap = theme.snapped_px(design::card_gap);
  const float x = area.min.x + std::floor((area.width() - gap) * 0.42F);
  const float y = area.min.y + std::floor((area.height() - gap) * 0.5F);
  const float share = measured ? 0.2F : 0.28F;  // a chart wants more than sliders
  const float split = std::floor(x + (area.max.x - x) * share);
  const Rect last{{split + gap, y + gap}, area.max};
  return {{area.min, {x, y}},
          {{x + gap, area.min.y}, {area.max.x, y}},
          {{area.min.x, y + gap}, {split, area.max.y}},
          last,
          last};
}

StepCards places_of_five(const Theme& theme, const Rect& area) {
  const float gap = theme.snapped_px(design::card_gap);
  StepCards cards = places_of_four(theme, area, false);
  const float top = cards.operations.min.y, first = std::floor(area.min.x + area.width() * 0.385F),
              second = std::floor(first + area.width() * 0.245F);
  cards.operations.max.x = first;
  cards.what_if = {{first + gap, top}, {second, area.max.y}};
  cards.measured = {{second + gap, top}, area.max};
  return cards;
}

}  // namespace

const LostSeconds& time_lost_of(StepState& state, const Report& report) {
  return state.lost.of(report.scenario, [&] { return time_lost(report); });
}

std::optional<std::int32_t> shown_rank(const StepState& state, const ViewFrame& frame) {
  if (state.arranged.all_stages || !frame.shown.time) return std::nullopt;
  const auto& time = *frame.shown.time;
  return selected_stage(frame.selection, time.stages.size(), time.critical_rank);
}

bool is_working(const StepState& state) {
  return state.twice->tried < hardware_figure_count || (state.measured.shown && state.measured.pending());
}

bool shows_measured_beside(const Theme& theme, float width) {
  return width >= theme.px(1600);
}

void draw_view(StepState& state, const ViewFrame& frame, const Rect& area) {
  const Report& report = frame.shown;
  state.measured.shown = false;
  if (!report.time) {
    state.twice.forget();
    return draw_in_card(state, frame, area);
  }
  refresh(state, frame);
  const bool column = is_one_column(frame.theme, area);
  const bool beside = shows_measured_beside(frame.theme, area.width());
  const bool measured = state.arranged.card == StepCard::measured;
  state.measured.shown = beside || measured;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const CardsArea cards_area = begin_cards(
      frame, area, column ? column_height(frame.theme, step_column_heights) : frame.theme.px(least_step_height));
  const StepCards cards = column   ? step_cards_in_column(frame.theme, cards_area.area)
                          : beside ? places_of_five(frame.theme, cards_area.area)
                                   : places_of_four(frame.theme, cards_area.area, measured);
  const std::optional<FlopsConvention> counted = waterfall_card(state, frame, cards.waterfall, report);
  roofline_card(state, frame, cards.roofline, report);
  operations_card(state, frame, cards.operations, report);
  if (beside || !measured) what_if_card(state, frame, cards.what_if, report, beside);
  if (beside || measured) measured_card(state, frame, cards.measured, beside);
  end_cards(frame, cards_area);
  ImGui::PopStyleVar();
  if (counted) count_by(frame, *counted);
}

}  // namespace shardscope
