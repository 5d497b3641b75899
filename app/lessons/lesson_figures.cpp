#include "app/lessons/lesson_figures.h"

#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/lessons/lesson_flow.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "render/text/wrapped.h"

namespace shardscope {

namespace {

constexpr std::string_view of_beginning = "start.";

std::string_view bare_name(std::string_view name) {
  if (name.starts_with(of_beginning)) name.remove_prefix(of_beginning.size());
  return name;
}

void add_sources(Explanation& said, const Expression& expression) {
  for (const std::string& name : names_in(expression))
    if (std::string bare(bare_name(name));
        std::find(said.made_from.begin(), said.made_from.end(), bare) == said.made_from.end())
      said.made_from.push_back(std::move(bare));
}

Explanation explain_text(const LessonText& text, const FiguresOf& of) {
  Explanation said{.title = "The lesson's words"};
  for (const SpokenFigure& each : spoken_text(text, of.values).figures) add_sources(said, each.figure->value);
  said.lines.emplace_back(said.made_from.empty() ? "Its numbers are the lesson's own: none is of the plan."
                                                 : "Numbers that go by the plan change with it; others are the "
                                                   "lesson's own.");
  return said;
}

bool rests_in(const Rect& place) {
  return place.contains(ImGui::GetIO().MousePos) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows);
}

}  // namespace

Explanation explain_lesson_figure(const ViewFrame& frame, const LessonFigure& figure, const std::string& words,
                                  const FiguresOf& of) {
  const std::vector<std::string> names = names_in(figure.value);
  if (figure.value.nodes.size() == 1 && names.size() == 1) {
    const bool then = names.front().starts_with(of_beginning);
    Explanation said = explain_of(frame, then ? of.start : of.now, bare_name(names.front()), "the step's first plan");
    if (!said.empty()) return said;
  }
  Explanation said{.title = "A figure of the lesson", .value = words, .lines = {"= " + figure.value.text}};
  if (std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with(of_beginning); }))
    said.lines.emplace_back("“start.” is of the plan that this step began with.");
  said.source = "the lesson, over the plan's figures";
  add_sources(said, figure.value);
  return said;
}

void lesson_text_tip(const ViewFrame& frame, const Rect& place, const LessonText& text, const FiguresOf& of) {
  said_there(frame, place, [&] { return explain_text(text, of); });
}

void flow_lesson_text(const ViewFrame& frame, TextRole role, ImU32 color, const LessonText& text, const FiguresOf& of) {
  const Theme& theme = frame.theme;
  const SpokenText spoken = spoken_text(text, of.values);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = flow_width(theme);
  flow_words(theme, role, color, spoken.words);
  const Rect all{at, {at.x + width, ImGui::GetCursorScreenPos().y}};
  if (frame.is_picture || !rests_in(all)) return;
  for (const SpokenFigure& each : spoken.figures)
    for (const Rect& place : places_of_words(theme, role, at, spoken.words, width, each.begin, each.end)) {
      if (!rests_in(place)) continue;
      Explanation said =
          explain_lesson_figure(frame, *each.figure, spoken.words.substr(each.begin, each.end - each.begin), of);
      if (said.plan != nullptr || said.figure.empty()) return show_term_tip(frame, std::move(said));
      const std::string figure = said.figure;
      return number_tip(frame, std::move(said), figure);
    }
  lesson_text_tip(frame, all, text, of);
}

}  // namespace shardscope
