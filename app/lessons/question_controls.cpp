#include "app/lessons/question_controls.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson_figures.h"
#include "app/lessons/lesson_flow.h"
#include "app/lessons/lesson_keys.h"
#include "app/lessons/lesson_turns.h"
#include "app/lessons/lesson_words.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/base/number_text.h"
#include "core/fields/prefixes.h"
#include "render/chart/log_axis.h"
#include "render/text/axis_ink.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr int axis_stops = 100;

/// 0 at the axis's beginning, 1 at its end.
double share_of_axis(const Question& question, double value) {
  const double from = question.from, to = question.to;
  const double share = question.logarithmic ? log_share(std::max(value, from), from, to) : (value - from) / (to - from);
  return std::clamp(share, 0.0, 1.0);
}

double value_on_axis(const Question& question, double share) {
  if (!question.logarithmic) return question.from + share * (question.to - question.from);
  return value_at_log_share(share, question.from, question.to);
}

/// What a number is in that is typed without a unit: the thousandfold in which such a value is shown, since nobody
/// answers in single bytes. Of an axis from 0 on: in which its end is.
std::string_view prefix_of(double shown) {
  return filled_prefix(shown, prefix::large).letter;
}

/// The learner's number: dragged on its axis, or typed; a percentage as people say it, 12 for 0.12, and 50 where
/// gigabytes are shown is 50 GB.
void number_control(LessonsState& state, const ViewFrame& frame, const Question& question) {
  std::vector<double> stops;
  const double times = question.answer.unit == Unit::share ? 100 : 1;
  for (int i = 0; i <= axis_stops; ++i)
    stops.push_back(value_on_axis(question, static_cast<double>(i) / axis_stops) * times);
  const double present = state.said.value_or(question.from);
  SliderRow row{"lesson.answer", "You say", present * times, stops, figure_words(present, question.answer.unit)};
  row.editable = short_number(present * times, 3);
  row.help = "Drag, use the arrow keys, or type a number: 70 GB, 1.5k, 12 %.";
  row.label_width = 64, row.unit = question.answer.unit,
  row.bare_prefix = prefix_of((present > 0 ? present : question.to) * times);
  focus_next_row(state, StepAsks::answer, row.path);
  if (const std::optional<double> chosen = slider_row(frame, row)) state.said = *chosen / times;
}

void answer_button(LessonsState& state, const ViewFrame& frame) {
  flow_gap(frame.theme, 6);
  const bool can = state.said.has_value();
  if (text_button(frame, "lesson.give", "Show me", can, can ? ButtonLook::primary : ButtonLook::filled))
    give_answer(state, frame, *state.said);
}

/// What was said and what is, on the question's axis, with what lies between; what was, once the plan is another.
void answered_axis(const Theme& theme, const Question& question, const GivenAnswer& answer, bool holds_still) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - theme.px(16), line = text_height(theme, TextRole::secondary);
  const Rect bar{{at.x + theme.px(6), at.y + line + theme.px(6)}, {at.x + width, at.y + line + theme.px(16)}};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto x_of = [&](double value) {
    return bar.min.x + bar.width() * static_cast<float>(share_of_axis(question, value));
  };
  const float said = x_of(answer.said), is = x_of(answer.is);
  const ImU32 ink = answer.close ? theme.good : theme.warn;
  draw.AddRectFilled(bar.min, bar.max, theme.raised, theme.px(5));
  draw.AddRectFilled({std::min(said, is), bar.min.y}, {std::max(said, is), bar.max.y}, with_alpha(ink, 0.45F));
  draw.AddCircleFilled({said, bar.center().y}, theme.px(7), theme.accent);
  draw.AddCircleFilled({is, bar.center().y}, theme.px(7), ink);
  const std::string words = "you said " + figure_words(answer.said, question.answer.unit);
  const std::string truth = (holds_still ? "it is " : "it was ") + figure_words(answer.is, question.answer.unit);
  draw_text(draw, theme, TextRole::strong, at, theme.accent, words);
  draw_text_right(draw, theme, TextRole::strong, {at.x + width, at.y}, ink, truth);
  const float below = bar.max.y + theme.px(5);
  draw_text(draw, theme, TextRole::secondary, {bar.min.x, below}, axis_ink(theme.dim),
            figure_words(question.from, question.answer.unit));
  draw_text_right(draw, theme, TextRole::secondary, {bar.max.x, below}, axis_ink(theme.dim),
                  figure_words(question.to, question.answer.unit));
  ImGui::Dummy({width, below + line + theme.px(4) - at.y});
}

FiguresOf figures_now(LessonsState& state, const ViewFrame& frame) {
  return {figures_of_step(state, frame), frame.report, start_of_step(state, frame), open_step(state)};
}

/// What was said, what it came to then, and how far apart these are.
Explanation explain_answer(const Question& question, const GivenAnswer& given, const std::string& distance) {
  const Unit unit = question.answer.unit;
  Explanation said{"What you said", figure_words(given.said, unit)};
  said.lines.push_back("it came to " + figure_words(given.is, unit) + " when you said so");
  said.lines.push_back("= " + question.answer.value.text);
  if (!distance.empty()) said.lines.push_back(distance);
  said.source = "your answer, kept with the lesson";
  for (const std::string& name : names_in(question.answer.value)) said.made_from.push_back(name);
  return said;
}

/// The answers, each a click; once one was given, which is right.
void choice_controls(LessonsState& state, const ViewFrame& frame, const Question& question) {
  const Theme& theme = frame.theme;
  const std::optional<GivenAnswer> given = record_of_step(state).answer;
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    const std::string name = "lesson.choice." + std::to_string(i);
    const std::string words = lesson_words(question.choices[i].words, figures_of_step(state, frame));
    if (!given) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float width = ImGui::GetContentRegionAvail().x - theme.px(6);
      const float height = wrapped_height(theme, TextRole::body, words, width - theme.px(24)) + theme.px(12);
      const Rect row{at, {at.x + width, at.y + height}};
      const HitArea under = hit_button(frame, name.c_str(), row);
      focus_drawn(state, StepAsks::answer);
      draw_row_ground(theme, row, under.hovered || under.focused);
      draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::body, {at.x + theme.px(12), at.y + theme.px(6)},
                   theme.text, words, width - theme.px(24));
      ImGui::SetCursorScreenPos({at.x, row.max.y});
      flow_gap(theme, 5);
      if (under.hovered)
        lesson_number_tips(
            frame, {theme, TextRole::body, {at.x + theme.px(12), at.y + theme.px(6)}, width - theme.px(24)},
            spoken_text(question.choices[i].words, figures_of_step(state, frame)), figures_now(state, frame));
      if (under.pressed) give_answer(state, frame, static_cast<double>(i));
      continue;
    }
    const bool right = given->is == static_cast<double>(i), said = given->said == static_cast<double>(i);
    const FiguresOf of = figures_now(state, frame);
    const SpokenText spoken = spoken_text(question.choices[i].words, of.values);
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = flow_width(theme);
    if (right) {
      const bool was = right_choice(question, of.values) != i;
      flow_mark(frame, name, {true, words, was ? "so it was" : said ? "as you said" : "so it is", {}});
      at.x += theme.px(flow_mark_indent), width -= theme.px(flow_mark_indent);
    } else {
      flow_words(theme, TextRole::body, theme.dim, said ? words + "  (you said this)" : words);
    }
    lesson_number_tips(frame, {theme, right ? TextRole::strong : TextRole::body, at, width}, spoken, of);
  }
}

/// The chart of a point: what is known before it, the line on which it lies, what was said, and in the end all.
void draw_points(const Theme& theme, const Rect& plot, const Question& question,
                 const std::vector<std::optional<double>>& curve, std::optional<double> said, bool answered) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const std::size_t count = question.values.size();
  const auto at = [&](std::size_t i, double value) {
    const float x = plot.min.x + plot.width() * (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
    return ImVec2{x, plot.max.y - plot.height() * static_cast<float>(share_of_axis(question, value))};
  };
  draw.AddLine({plot.min.x, plot.max.y}, plot.max, theme.line);
  const std::string top = figure_words(question.to, question.answer.unit);
  draw_text(draw, theme, TextRole::secondary, {plot.min.x, plot.min.y - text_height(theme, TextRole::secondary)},
            axis_ink(theme.dim), top);
  std::optional<ImVec2> before;
  for (std::size_t i = 0; i < count; ++i) {
    const bool asked = question.values[i] == question.at, known = answered || question.values[i] < question.at;
    const ImVec2 foot = at(i, question.from);
    draw_text_centered(draw, theme, TextRole::secondary, {foot.x, plot.max.y + theme.px(4)},
                       axis_ink(asked ? theme.text : theme.dim), short_number(question.values[i], 4));
    if (asked) draw.AddLine({foot.x, plot.min.y}, {foot.x, plot.max.y}, theme.accent);
    if (asked && said) draw.AddCircleFilled(at(i, *said), theme.px(6), theme.accent);
    if (!known || !curve[i]) continue;
    const ImVec2 point = at(i, *curve[i]);
    if (before) draw.AddLine(*before, point, theme.dim, theme.px(1.5F));
    draw.AddCircleFilled(point, theme.px(4), asked ? theme.warn : theme.text);
    before = point;
  }
}

void point_control(LessonsState& state, const ViewFrame& frame, const Question& question) {
  const Theme& theme = frame.theme;
  const std::optional<GivenAnswer> given = record_of_step(state).answer;
  const Lesson& lesson = *open_lesson(state);
  const std::size_t step = state.progress.lessons[state.open].step;
  const Scenario& start = start_of_step(state, frame).scenario;
  const std::vector<std::optional<double>>& curve = state.curve.of(lesson, step, start, [&] {
    const Outcome<LaunchedScenario> plan = step_scenario(lesson, step, frame.presets);
    return succeeded(plan) ? answer_curve(question, value_of(plan), frame.presets)
                           : std::vector<std::optional<double>>(question.values.size());
  });
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - theme.px(10);
  const Rect plot{{at.x + theme.px(4), at.y + theme.px(20)}, {at.x + width, at.y + theme.px(160)}};
  const HitArea under = hit_area(frame, "lesson.chart", plot);
  if (!given && ImGui::IsItemActive()) {
    const float share = (plot.max.y - ImGui::GetIO().MousePos.y) / plot.height();
    state.said = value_on_axis(question, std::clamp(static_cast<double>(share), 0.0, 1.0));
  }
  draw_points(theme, plot, question, curve, given ? std::optional(given->said) : state.said, given.has_value());
  ImGui::SetCursorScreenPos({at.x, plot.max.y + theme.px(24)});
  const FiguresOf of = figures_now(state, frame);
  const Rect whole{at, {plot.max.x, plot.max.y + theme.px(24)}};  // with what stands at its axes
  if (given)
    said_there(frame, whole, [&] {
      return explain_lesson_figure(frame, question.answer, figure_words(given->is, question.answer.unit), of);
    });
  if (under.hovered && !given) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!given) number_control(state, frame, question);
}

}  // namespace

void question_controls(LessonsState& state, const ViewFrame& frame) {
  const Question& question = *open_step(state)->question;
  const std::optional<GivenAnswer> given = record_of_step(state).answer;
  const bool is_choice = question.kind == QuestionKind::choice;
  if (is_choice) choice_controls(state, frame, question);
  if (question.kind == QuestionKind::point) point_control(state, frame, question);
  if (question.kind == QuestionKind::number && !given) number_control(state, frame, question);
  if (!is_choice && !given) answer_button(state, frame);
  if (!given) return;
  if (!is_choice) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const FiguresOf of = figures_now(state, frame);
    const std::optional<double> now = number_of(question.answer.value, of.values);
    const bool holds_still = question.kind == QuestionKind::point || now == given->is;
    answered_axis(frame.theme, question, *given, holds_still);
    const float words_top = ImGui::GetCursorScreenPos().y;
    const std::string distance = distance_words(*given, question.answer.unit);
    flow_words(frame.theme, TextRole::strong, frame.theme.text, distance);
    said_there(frame, {at, {at.x + width, ImGui::GetCursorScreenPos().y}}, [&] {
      const ImVec2 pointer = ImGui::GetIO().MousePos;
      const bool on_said = pointer.y < words_top && pointer.x < at.x + width / 2;
      if (pointer.y < words_top && !on_said && holds_still)
        return explain_lesson_figure(frame, question.answer, figure_words(given->is, question.answer.unit), of);
      return explain_answer(question, *given, pointer.y < words_top ? std::string() : distance);
    });
  }
}

}  // namespace shardscope
