#include "app/explorer/state/slides.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "app/explorer/state/view_list.h"
#include "app/lessons/lesson_words.h"
#include "core/evaluate/evaluate.h"
#include "core/fields/json_document.h"
#include "core/lessons/play_lesson.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"

namespace shardscope {

namespace {

using SlideJson = nlohmann::ordered_json;

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

/// What is asked, behind what the step says before it.
std::string question_of(const LessonStep& step, const Report& start) {
  const std::string words = spoken(step.text, start, start), question = spoken(step.question->words, start, start);
  return words.empty() ? question : words + " " + question;
}

std::string view_of(const LessonStep& step) {
  return step.view.empty() ? std::string(main_view) : step.view;
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
      slides.push_back({value_of(plan), view_of(step), step.title, words_of(step, start), false});
      continue;
    }
    slides.push_back(
        {value_of(plan), view_of(step), step.title, question_of(step, start), step.question->then.empty()});
    for (const AnswerChoice& choice : step.question->choices)
      slides.back().choices.push_back(spoken(choice.words, start, start));
    Outcome<LaunchedScenario> then = with_settings(value_of(plan), settings_of_answer(*step.question), presets);
    if (!succeeded(then)) continue;
    const Report now = evaluate(value_of(then).scenario);
    slides.push_back({std::get<0>(std::move(then)), view_of(step), step.title, spoken(step.reveal, now, start), false});
  }
  return slides;
}

std::vector<Slide> view_slides(const LaunchedScenario& said, const std::string& first_view) {
  std::vector<Slide> slides;
  const auto add = [&](const ViewInfo& info) {
    slides.push_back({said, std::string(info.name), std::string(info.title), std::string(info.help), false});
  };
  const ViewEntry* first = first_view.empty() || first_view == whole_window ? nullptr : find_view(first_view);
  if (first != nullptr) add(first->info);
  for (const ViewEntry& view : view_entries())
    if (view.info.figure && view.info.name != first_view) add(view.info);
  return slides;
}

std::string write_slides(const std::vector<Slide>& slides, const Presets& presets) {
  SlideJson all = SlideJson::array();
  for (const Slide& slide : slides)
    all.push_back({{"view", slide.view},
                   {"title", slide.title},
                   {"note", slide.note},
                   {"preset", slide.said.scenario.preset},
                   {"scenario", SlideJson::parse(write_scenario(slide.said, presets), nullptr, false)}});
  return SlideJson{{"slides", std::move(all)}}.dump(1, ' ', false, SlideJson::error_handler_t::replace) + "\n";
}

std::vector<Slide> read_slides(std::string_view text, const Presets& presets) {
  std::vector<Slide> slides;
  const SlideJson json = SlideJson::parse(text, nullptr, false);
  const auto all = json.is_object() ? json.find("slides") : json.end();
  if (all == json.end() || !all->is_array()) return slides;
  for (const SlideJson& each : *all) {
    if (!each.is_object() || !each.contains("scenario")) continue;
    Outcome<ParsedScenario> parsed =
        parse_scenario(each["scenario"].dump(-1, ' ', false, SlideJson::error_handler_t::replace), presets);
    if (!succeeded(parsed)) continue;
    Slide slide{std::get<0>(std::move(parsed)).said, text_at(each, "view"), text_at(each, "title"),
                text_at(each, "note"), false};
    slide.said.scenario.preset = text_at(each, "preset");
    if (slide.view == whole_window || find_view(slide.view) != nullptr) slides.push_back(std::move(slide));
  }
  return slides;
}

std::string words_of_slides(const std::vector<Slide>& before, const std::vector<Slide>& after) {
  if (after.empty()) return "no slides";
  const auto [was, is] = std::mismatch(before.begin(), before.end(), after.begin(), after.end());
  if (is == after.end()) return "fewer slides";
  if (was == before.end()) return "slide: " + is->title;
  return "note of slide " + std::to_string(is - after.begin() + 1);
}

}  // namespace shardscope
