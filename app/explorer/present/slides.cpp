#include "app/explorer/present/slides.h"

#include <array>
#include <utility>

#include "app/explorer/view_list.h"
#include "app/lessons/lesson_words.h"
#include "core/evaluate/evaluate.h"
#include "core/lessons/play_lesson.h"

namespace shardscope {

namespace {

/// The text with this plan's figures.
std::string spoken(const LessonText& text, const Report& now, const Report& start) {
  const std::vector<std::string> names = names_of_text(text);
  return lesson_words(text, lesson_values(names, now, start));
}

/// What a step says that asks for nothing, or to make something so.
std::string words_of(const LessonStep& step, const Report& now) {
  std::string words = spoken(step.text, now, now);
  if (!step.goal) return words;
  if (!words.empty()) words += " ";
  return words + spoken(step.goal->words, now, now);
}

std::string view_of(const LessonStep& step) {
  return step.view.empty() ? std::string(TimelineState::info.name) : step.view;
}

}  // namespace

std::vector<Slide> lesson_slides(const Lesson& lesson, const Presets& presets) {
  std::vector<Slide> slides;
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    const LessonStep& step = lesson.steps[i];
    const Outcome<LaunchedScenario> plan = step_scenario(lesson, i, presets);
    if (!succeeded(plan)) continue;
    const Report start = evaluate(value_of(plan).scenario);
    if (!step.question) {
      slides.push_back({value_of(plan), view_of(step), step.title, words_of(step, start)});
      continue;
    }
    slides.push_back({value_of(plan), view_of(step), step.title, spoken(step.question->words, start, start)});
    Outcome<LaunchedScenario> then = with_settings(value_of(plan), settings_of_answer(*step.question), presets);
    if (!succeeded(then)) continue;
    const Report now = evaluate(value_of(then).scenario);
    slides.push_back({std::get<0>(std::move(then)), view_of(step), step.title, spoken(step.reveal, now, start)});
  }
  return slides;
}

std::vector<Slide> view_slides(const LaunchedScenario& said, const std::string& first_view) {
  std::vector<Slide> slides;
  constexpr std::array<std::string_view, 5> shown = {MemoryState::info.name, StepState::info.name,
                                                     TimelineState::info.name, ClusterState::info.name,
                                                     RunState::info.name};
  const auto add = [&](std::string_view name) {
    const ViewEntry* view = find_view(name);
    if (view != nullptr)
      slides.push_back({said, std::string(name), std::string(view->info.title), std::string(view->info.help)});
  };
  if (!first_view.empty() && first_view != whole_window) add(first_view);
  for (const std::string_view name : shown)
    if (name != first_view) add(name);
  return slides;
}

}  // namespace shardscope
