// A plan of a comparison: its settings, lit where they differ, and its figures (compare_cards.h).
#include <imgui.h>

#include <algorithm>
#include <array>

#include "app/compare/compare_cards.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/figures.h"
#include "core/base/saturating.h"
#include "core/fields/fields.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedules.h"
#include "render/text/format.h"
#include "render/text/headline_text.h"
#include "render/text/spoken_value.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

std::string chip_value(const Report& report, std::string_view path) {
  if (path == "plan.schedule") return std::string(short_title_of(schedule_kind(report.scenario.plan)));
  if (path == "plan.precision") return std::string(json_name(report.scenario.plan.precision));
  if (path == "plan.recompute") {
    const std::optional<Recompute>& recompute = report.scenario.plan.recompute;
    return std::string(label_of(recompute ? recompute->mode : RecomputeMode::none));
  }
  const Field* field = find_field(path);
  return field != nullptr ? spoken_value(*field, field->get(report.scenario)) : std::string();
}

/// Whether the two plans have it otherwise, defaults filled in.
bool differs_in(std::string_view path, const Report& one, const Report& other) {
  const Field* field = find_field(path);
  return field != nullptr && field_value_in_force(*field, one) != field_value_in_force(*field, other);
}

constexpr float chip_gap = 5, chip_width = 76, chip_height = 31;  // the least, at scale 1
constexpr float figures_height = 66, above_figures = 8,
                figures_width = 430;  // a row, and what six beside each other need

/// How many chips may stand beside each other, and the rows that they take then.
int most_columns(const Theme& theme, float width) {
  return std::max(2, static_cast<int>((width + theme.px(chip_gap)) / theme.px(chip_width + chip_gap)));
}
int rows_in(std::size_t chips, int columns) {
  return divided_up(static_cast<int>(chips), columns);
}
std::size_t chips_of(const CompareState& state) {
  return state.settings.paths.size() + (state.settings.beyond.empty() ? 0 : 1);
}

/// The headline's figures stand in one row, or in two where that is too narrow.
std::size_t figure_rows(const Theme& theme, float width) {
  return width < theme.px(figures_width) ? 2 : 1;
}
float headline_height(const Theme& theme, float width) {
  return theme.px(figures_height) * static_cast<float>(figure_rows(theme, width));
}

/// How the chips stand: as wide and high as they may be with all of them in the area, down to the least that is read.
struct ChipGrid {
  int columns = 3;
  float width = 0, height = 0, gap = 0;
};

ChipGrid chip_grid(const Theme& theme, const Rect& area, std::size_t chips) {
  const float gap = theme.px(chip_gap), least_height = theme.px(chip_height), most_height = theme.px(40);
  const auto height_of = [&](int columns) {
    const auto rows = static_cast<float>(rows_in(chips, columns));
    return (area.height() + gap) / rows - gap;
  };
  const int most = most_columns(theme, area.width());
  int columns = std::min(most, std::max(3, static_cast<int>((area.width() + gap) / theme.px(108))));
  while (columns < most && height_of(columns) < least_height) ++columns;
  return {columns, (area.width() + gap) / static_cast<float>(columns) - gap,
          std::clamp(height_of(columns), least_height, most_height), gap};
}

/// A setting's name as there is room for it: brief, or the last word of its path.
std::array<std::string, 2> names_of(std::string_view path) {
  std::string last(path.substr(path.rfind('.') + 1));
  std::replace(last.begin(), last.end(), '_', ' ');
  return {brief_title(path), std::move(last)};
}

/// A setting's name over its value.
void draw_chip(const Theme& theme, const Rect& box, const std::array<std::string, 2>& name, const std::string& value,
               bool first, bool differs) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float free = (box.height() - theme.px(31)) / 3;  // above the name, below the value and between them
  if (differs) {
    draw.AddRectFilled(box.min, box.max, blend(theme.panel, theme.accent, 0.24F), theme.px(5));
    draw.AddRect(box.min, box.max, theme.accent, theme.px(5));
  } else if (first) {
    draw.AddRectFilled(box.min, box.max, theme.raised, theme.px(5));
  }
  const float left = box.min.x + theme.px(7), room = box.width() - theme.px(9);
  draw_fitted(draw, theme, TextRole::secondary, {left, box.min.y + free}, theme.dim, room, name);
  draw_fitted(draw, theme, differs || first ? TextRole::strong : TextRole::body,
              {left, box.min.y + theme.px(14) + 2 * free}, theme.text, room, value);
}

/// What else the plan has otherwise than the first, a line each.
Explanation explain_beyond(const CompareState& state, std::size_t place) {
  constexpr std::size_t lines_max = 24;
  const Report &first = state.plans.front().report, &report = state.plans[place].report;
  Explanation tip{"Other settings", "", {}, {}};
  std::size_t differ = 0;
  for (const Field* field : state.settings.beyond) {
    if (place > 0 && !differs_in(field->path, report, first)) continue;
    ++differ;
    if (tip.lines.size() < lines_max)
      tip.lines.push_back(std::string(field->label) + ": " + chip_value(report, field->path) +
                          (place > 0 ? ", A " + chip_value(first, field->path) : std::string()));
  }
  tip.value = place > 0 ? grouped(static_cast<std::int64_t>(differ)) + " differ" : "";
  if (differ > tip.lines.size()) tip.lines.push_back("and more: shardscope compare lists all of them");
  return tip;
}

void draw_chips(const CompareState& state, const ViewFrame& frame, const Rect& area, std::size_t place) {
  const Theme& theme = frame.theme;
  const ComparedSettings& settings = state.settings;
  const auto [columns, width, height, gap] = chip_grid(theme, area, chips_of(state));
  const Report &first = state.plans.front().report, &report = state.plans[place].report;
  for (std::size_t i = 0; i < chips_of(state); ++i) {
    const float x = area.min.x + (width + gap) * static_cast<float>(static_cast<int>(i) % columns);
    const float y = area.min.y + (height + gap) * static_cast<float>(static_cast<int>(i) / columns);
    if (y + height > area.max.y + 1) return;
    const Rect box{{x, y}, {x + width, y + height}};
    const bool beyond = i == settings.paths.size();
    const std::string path = beyond ? "others" : std::string(settings.paths[i]);
    const bool pointed =
        !frame.is_picture && chart_area(frame, "compare." + letter_of(state.plans[place]) + "." + path, box);
    if (beyond) {
      const Explanation tip = explain_beyond(state, place);
      draw_chip(theme, box, {"Others", "Others"},
                place > 0 ? tip.value : grouped(static_cast<std::int64_t>(settings.beyond.size())), place == 0,
                place > 0 && !tip.lines.empty());
      if (pointed) show_term_tip(frame, tip);
      continue;
    }
    if (pointed) figure_tip(frame, report, path, name_beside(state, place));
    draw_chip(theme, box, names_of(path), chip_value(report, path), place == 0, differs_in(path, report, first));
  }
}

/// A headline figure: its value, and how it moved from the first plan's.
struct ComparedFigure {
  Headline which = Headline::step;
  Formatted value;
  bool known = false;       // the value
  bool comparable = false;  // and the first plan's too
  Formatted change = {};    // where it moved
  double worse = 0;         // above 0: worse, below: better
};

std::vector<ComparedFigure> compared_figures(const Report& report, const Report& first) {
  const Figures now = figures_of(report), was = figures_of(first);
  std::vector<ComparedFigure> figures;
  for (const Headline which : {Headline::step, Headline::memory, Headline::tokens_per_second, Headline::mfu,
                               Headline::bubble, Headline::days}) {
    ComparedFigure figure{which, format_headline(which, now[which]), now[which].has_value(), now[which] && was[which]};
    if (const std::optional<double> change = moved(which, was, now)) {
      figure.change = format_headline_change(which, *change, *now[which]);
      figure.worse = entry_of(which).less_is_better ? *change : -*change;
    }
    figures.push_back(figure);
  }
  return figures;
}

void draw_headline(const CompareState& state, const ViewFrame& frame, const Rect& area, std::size_t place) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::vector<ComparedFigure> figures = compared_figures(state.plans[place].report, state.plans.front().report);
  const std::size_t columns = figures.size() / figure_rows(theme, area.width());
  const float width = area.width() / static_cast<float>(columns), height = theme.px(figures_height);
  draw.AddLine(area.min, {area.max.x, area.min.y}, theme.line);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const ComparedFigure& figure = figures[i];
    const float x = area.min.x + width * static_cast<float>(i % columns);
    const float top = area.min.y + height * static_cast<float>(i / columns), y = top + theme.px(6);
    const std::string_view label = entry_of(figure.which).brief;
    if (chart_area(frame, "compare." + letter_of(state.plans[place]) + "." + std::string(label),
                   {{x, y}, {x + width, top + height}}) &&
        !frame.is_picture)
      show_term_tip(frame, explain_compared(state, frame, place, [&](const Report& report) {
                      return std::string(path_of(figure.which, report));
                    }));
    draw_text(draw, theme, TextRole::secondary, {x, y}, theme.dim, label);
    if (figure.known)
      draw_figure(draw, theme, {x, y + theme.px(17)}, width - theme.px(6), theme.text,
                  {figure.value.value, figure.value.unit, design::compact_figure});
    else
      draw_text(draw, theme, TextRole::secondary, {x, y + theme.px(22)}, theme.dim, figure.value.value);
    if (place == 0 || !figure.comparable) continue;
    const bool same = figure.change.value.empty();
    const std::array<std::string, 2> changes = {same ? "same" : figure.change.text(),
                                                same ? "same" : shorter_change(figure.change, figure.value.unit)};
    draw_fitted(draw, theme, TextRole::secondary, {x, y + theme.px(42)},
                same ? theme.dim : change_color(theme, figure.worse), width - theme.px(6), changes);
  }
}

/// The plan's name and where it is from: a name that is too long for a title stands smaller, on two lines.
void draw_name(const Theme& theme, const Rect& card, float left, float right, const std::string& name,
               const std::string& from) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float room = right - left, small = text_height(theme, TextRole::secondary);
  const bool whole = text_width(theme, TextRole::title, name) <= room;
  if (!whole && wrapped_height(theme, TextRole::secondary, name, room) < 2.5F * small) {
    draw_wrapped(draw, theme, TextRole::secondary, {left, card.min.y + theme.px(4)}, theme.text, name, room);
    return;
  }
  const std::string title = fitted(theme, TextRole::title, name, room);
  draw_text(draw, theme, TextRole::title, {left, card.min.y + theme.px(10)}, theme.text, title);
  const float used = text_width(theme, TextRole::title, title) + theme.px(10);
  draw_text(draw, theme, TextRole::secondary, {left + used, card.min.y + theme.px(11)}, theme.dim,
            whole_clauses(theme, TextRole::secondary, from, room - used));
}

bool is_open(const ComparedPlan& plan, const ViewFrame& frame) {
  return plan.document.said.scenario == frame.scenario();
}

/// What a click on the card's words does: opens the plan, or lets it go.
void card_buttons(CompareState& state, const ViewFrame& frame, const Rect& card, std::size_t place) {
  const Theme& theme = frame.theme;
  const ComparedPlan& plan = state.plans[place];
  float right = card.max.x - theme.px(8);
  const auto button = [&](const char* words, const char* what) {
    right -= button_width(theme, words);
    ImGui::SetCursorScreenPos({right, card.min.y + theme.px(5)});
    const std::string name = std::string("compare.") + what + "." + letter_of(plan);
    return text_button(frame, name, words);
  };
  if (plan.pin && button("Remove", "remove")) {
    state.pins.erase(state.pins.begin() + static_cast<std::ptrdiff_t>(*plan.pin));
    return;
  }
  if (!is_open(plan, frame) && button("Open", "open")) frame.requests.plan = OpenedPlan{plan.document, letter_of(plan)};
}

}  // namespace

float draw_letter(const Theme& theme, ImVec2 at, const ComparedPlan& plan) {
  const std::size_t place = plan.place;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float side = theme.px(18);
  const Rect box{at, {at.x + side, at.y + side}};
  if (place == 0)
    draw.AddRectFilled(box.min, box.max, theme.text, theme.px(4));
  else
    draw.AddRect(box.min, box.max, theme.dim, theme.px(4));
  draw_text_centered(draw, theme, TextRole::strong, {box.center().x, text_top(theme, TextRole::strong, box)},
                     place == 0 ? theme.panel : theme.text, letter_of(plan));
  return box.max.x;
}

ImU32 change_color(const Theme& theme, double change) {
  return change > 0 ? theme.warn : change < 0 ? theme.good : theme.dim;
}

float plan_card_height(const CompareState& state, const Theme& theme, float width) {
  const float high = theme.px(1000);
  const Rect body = card_frame(theme, {{0, 0}, {width, high}}).body;
  const auto rows = static_cast<float>(rows_in(chips_of(state), most_columns(theme, body.width())));
  return high - body.height() + rows * theme.px(chip_height + chip_gap) - theme.px(chip_gap) + theme.px(above_figures) +
         headline_height(theme, body.width());
}

void plan_card(CompareState& state, const ViewFrame& frame, const Rect& card, std::size_t place) {
  const Theme& theme = frame.theme;
  const ComparedPlan& plan = state.plans[place];
  const CardFrame places = bare_card(frame, card);
  const float left = draw_letter(theme, {places.title.min.x, card.min.y + theme.px(9)}, plan) + theme.px(9);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float buttons = (plan.pin ? button_width(theme, "Remove") : 0) +
                        (is_open(plan, frame) ? 0 : button_width(theme, "Open")) + theme.px(10);
  const std::string& name = plan.document.said.scenario.name;
  const std::string from = place == 0 ? plan.from + ", the others are held against it" : plan.from;
  draw_name(theme, card, left, card.max.x - buttons, name, from);
  const Rect named{{left, card.min.y}, {card.max.x - buttons, places.body.min.y}};
  if (!frame.is_picture && chart_area(frame, "compare.name." + std::to_string(place), named))
    show_tip(frame, {name, "", {from + "."}});
  const float figures = headline_height(theme, places.body.width());
  if (plan.report.valid) {
    draw_chips(state, frame,
               {places.body.min, {places.body.max.x, places.body.max.y - figures - theme.px(above_figures)}}, place);
    draw_headline(state, frame, {{places.body.min.x, places.body.max.y - figures}, places.body.max}, place);
  } else {
    draw_reason(draw, theme, places.body, "This plan is impossible",
                plan.report.problems.empty() ? std::string() : message_words(plan.report.problems.front()));
  }
  card_buttons(state, frame, card, place);
}

}  // namespace shardscope
