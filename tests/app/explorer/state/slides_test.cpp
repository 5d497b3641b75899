#include "app/explorer/state/slides.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "app/explorer/state/view_list.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("every lesson is steps to present, each question before its answer, all figures known") {
  const Explorer explorer = explorer_on("gpt4-25k-a100");
  const LessonLibrary& library = explorer.of<LessonsState>().library;
  REQUIRE(library.lessons.size() == 17);
  for (const Lesson& lesson : library.lessons) {
    CAPTURE(lesson.preset);
    const auto questions = std::count_if(lesson.steps.begin(), lesson.steps.end(),
                                         [](const LessonStep& step) { return step.question.has_value(); });
    const std::vector<Slide> slides = lesson_slides(lesson, shipped_presets());
    CHECK(slides.size() == lesson.steps.size() + static_cast<std::size_t>(questions));
    const auto offers =
        std::count_if(slides.begin(), slides.end(), [](const Slide& slide) { return !slide.choices.empty(); });
    CHECK(offers == std::count_if(lesson.steps.begin(), lesson.steps.end(), [](const LessonStep& step) {
            return step.question && step.question->kind == QuestionKind::choice;
          }));
    CHECK(slides.front().asks == (lesson.steps.front().question && lesson.steps.front().question->then.empty()));
    for (const Slide& slide : slides) {
      CAPTURE(slide.title);
      CHECK_FALSE(slide.note.empty());
      CHECK(slide.note.find("unknown") == std::string::npos);
      CHECK(find_view(slide.view) != nullptr);
    }
  }
}

TEST_CASE("without steps of its own a plan is shown in each main view, the present one first and once") {
  const LaunchedScenario& said = *shipped_presets().launched("gpt4-25k-a100");
  const std::vector<Slide> usual = view_slides(said, {}), from_run = view_slides(said, "run");
  CHECK(usual.size() == 5);
  CHECK(usual.front().view == "memory");
  CHECK(from_run.size() == 5);
  CHECK(from_run.front().view == "run");
  CHECK(view_slides(said, "search").size() == 6);
}

TEST_CASE("prepared steps come back from their text; what is damaged or gone is left out") {
  const LaunchedScenario& said = *shipped_presets().launched("gpt4-25k-a100");
  std::vector<Slide> slides = {{said, "memory", "Memory", "What fills a GPU."}, {said, "window", "All", {}}};
  slides[1].said.scenario.plan.tp = 4;
  const std::string text = write_slides(slides, shipped_presets());
  CHECK(read_slides(text, shipped_presets()) == slides);
  CHECK(read_slides(write_slides({}, shipped_presets()), shipped_presets()).empty());
  for (const char* damaged : {"", "[]", "{", R"({"slides": 3})", R"({"slides": [null, {}, {"scenario": {}}]})"})
    CHECK(read_slides(damaged, shipped_presets()).empty());
  std::string gone = text;
  gone.replace(gone.find("\"memory\""), 8, "\"nowhere\"");
  CHECK(read_slides(gone, shipped_presets()).size() == 1);
}
