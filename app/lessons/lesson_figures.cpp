#include "app/lessons/lesson_figures.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/lessons/lesson_flow.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "render/text/wrapped.h"

namespace shardscope {

namespace {

constexpr std::string_view of_beginning = "start.", of_scenario = "scenario.";

std::string_view bare_name(std::string_view name) {
  for (const std::string_view before : {of_beginning, of_scenario})
    if (name.starts_with(before)) name.remove_prefix(before.size());
  return name;
}

void add_sources(Explanation& said, const Expression& expression) {
  for (const std::string& name : names_in(expression))
    if (std::string bare(bare_name(name));
        std::find(said.made_from.begin(), said.made_from.end(), bare) == said.made_from.end())
      said.made_from.push_back(std::move(bare));
}

/// A number in words: "24,960", "0.5", "10%".
struct NumberInWords {
  std::size_t begin = 0, end = 0;
};

std::vector<NumberInWords> numbers_in(std::string_view words) {
  std::vector<NumberInWords> numbers;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t begin = at;
    if (!is_digit(words[at])) {
      ++at;
      continue;
    }
    const auto goes_on = [&](std::size_t i) {
      const bool between = (words[i] == ',' || words[i] == '.') && i + 1 < words.size() && is_digit(words[i + 1]);
      return is_digit(words[i]) || between;
    };
    while (at < words.size() && goes_on(at)) ++at;
    constexpr std::string_view signs = "%kMGTB";  // "40%", "64k", "7B"
    const bool ends = at + 1 >= words.size() || !is_letter_or_digit(words[at + 1]);
    if (at < words.size() && signs.find(words[at]) != std::string_view::npos && ends) ++at;
    const bool named = begin > 0 && is_letter_or_digit(words[begin - 1]);  // "H100"
    if (!named) numbers.push_back({begin, at});
  }
  return numbers;
}

std::optional<double> value_in(std::string_view number) {
  std::string digits(number);
  digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
  if (!digits.empty() && !is_digit(digits.back())) digits.pop_back();
  return parse_number(digits);
}

/// Whether words may have said `value` so: as a percentage, in thousands or millions, or as it stands.
bool may_say(double said, double value) {
  constexpr std::array times = {1.0, 0.01, 1e3, 1024.0, 1e6, 1e9, 1e12};
  return std::any_of(times.begin(), times.end(),
                     [&](double each) { return std::abs(said * each - value) <= 1e-9 * std::abs(value); });
}

void add_setting(Explanation& told, const Setting& setting, std::string_view by, double said) {
  const std::optional<double> value = parse_number(setting.value);
  if (!value || !may_say(said, *value)) return;
  told.lines.push_back(std::string(by) + " sets it: " + words_of(setting));
  told.made_from.push_back(setting.key);
}

void add_limits(Explanation& told, const LessonGoal& goal, double said) {
  for (const GoalCheck& check : goal.checks)
    for (const auto* bound : {&check.most, &check.least})
      if (*bound && number_of(**bound, {}) && may_say(said, *number_of(**bound, {}))) {
        told.lines.push_back("the goal's limit of: " + check.label);
        add_sources(told, check.figure.value);
      }
  for (const Setting& setting : goal.solution) add_setting(told, setting, "the way to the goal", said);
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

Explanation explain_own_number(std::string_view number, const FiguresOf& of) {
  Explanation told{.title = "A number of the lesson", .value = std::string(number)};
  const std::optional<double> said = value_in(number);
  if (of.step != nullptr && said) {
    for (const Setting& setting : of.step->settings.value_or(std::vector<Setting>()))
      add_setting(told, setting, "the step", *said);
    if (of.step->question)
      for (const Setting& setting : settings_of_answer(*of.step->question))
        add_setting(told, setting, "the question", *said);
    if (of.step->goal) add_limits(told, *of.step->goal, *said);
  }
  if (told.lines.empty()) told.lines.emplace_back("The lesson says it itself: no plan changes it.");
  told.source = "the lesson";
  return told;
}

void lesson_number_tips(const ViewFrame& frame, const DrawnWords& drawn, const SpokenText& spoken,
                        const FiguresOf& of) {
  const auto pointed = [&](std::size_t begin, std::size_t end) {
    const auto places = places_of_words(drawn.theme, drawn.role, drawn.at, spoken.words, drawn.width, begin, end);
    return std::any_of(places.begin(), places.end(), rests_in);
  };
  for (const SpokenFigure& each : spoken.figures) {
    if (!pointed(each.begin, each.end)) continue;
    Explanation said =
        explain_lesson_figure(frame, *each.figure, spoken.words.substr(each.begin, each.end - each.begin), of);
    if (said.plan != nullptr || said.figure.empty()) return show_term_tip(frame, std::move(said));
    const std::string figure = said.figure;
    return number_tip(frame, std::move(said), figure);
  }
  const auto off = [&](const NumberInWords& each) {
    float least = 1e9F;
    for (const Rect& place :
         places_of_words(drawn.theme, drawn.role, drawn.at, spoken.words, drawn.width, each.begin, each.end)) {
      const ImVec2 at = ImGui::GetIO().MousePos;
      if (at.y >= place.min.y && at.y < place.max.y)
        least = std::min(least, std::max({0.0F, place.min.x - at.x, at.x - place.max.x}));
    }
    return least;
  };
  const std::vector<NumberInWords> numbers = numbers_in(spoken.words);
  const auto nearest =
      std::min_element(numbers.begin(), numbers.end(), [&](const auto& a, const auto& b) { return off(a) < off(b); });
  if (nearest == numbers.end() || off(*nearest) > drawn.theme.px(8)) return;
  said_here(frame, [&] {
    for (const SpokenFigure& each : spoken.figures)
      if (nearest->begin >= each.begin && nearest->end <= each.end + 1)
        return explain_lesson_figure(frame, *each.figure, spoken.words.substr(each.begin, each.end - each.begin), of);
    return explain_own_number(spoken.words.substr(nearest->begin, nearest->end - nearest->begin), of);
  });
}

namespace {

void flow_spoken(const ViewFrame& frame, const Theme& theme, TextRole role, ImU32 color, const SpokenText& spoken,
                 const FiguresOf& of) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = flow_width(frame.theme);
  flow_words(theme, role, color, spoken.words, width);
  if (!frame.is_picture && rests_in({at, {at.x + width, ImGui::GetCursorScreenPos().y}}))
    lesson_number_tips(frame, {theme, role, at, width}, spoken, of);
}

}  // namespace

void flow_lesson_text(const ViewFrame& frame, TextRole role, ImU32 color, const LessonText& text, const FiguresOf& of) {
  flow_spoken(frame, frame.theme, role, color, spoken_text(text, of.values), of);
}

void flow_plain_text(const ViewFrame& frame, TextRole role, ImU32 color, const std::string& text, const FiguresOf& of) {
  flow_spoken(frame, frame.theme, role, color, {text, {}}, of);
}

void flow_heading_text(const ViewFrame& frame, const std::string& text, const FiguresOf& of) {
  flow_spoken(frame, heading_theme(frame.theme), TextRole::title, frame.theme.text, {text, {}}, of);
}

}  // namespace shardscope
