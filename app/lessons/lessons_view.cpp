// The list of lessons by their paths (lessons_state.h).
#include <imgui.h>

#include <algorithm>

#include "app/lessons/lesson_paths.h"
#include "app/lessons/lesson_turns.h"
#include "app/lessons/lessons_state.h"
#include "app/panels/cards.h"
#include "core/base/saturating.h"

namespace shardscope {

namespace {

/// The step at which it is, the number of steps once it is done; absent where it was never played.
std::optional<std::size_t> step_of(const LessonProgress& progress, const Lesson& lesson) {
  const auto found = progress.lessons.find(lesson.preset);
  if (found == progress.lessons.end()) return std::nullopt;
  return std::min(found->second.step, lesson.steps.size());
}

std::string played_words(std::optional<std::size_t> step, const Lesson& lesson) {
  if (!step) return std::to_string(lesson.minutes) + " min";
  if (*step == lesson.steps.size()) return "done";
  return "step " + std::to_string(*step + 1) + " of " + std::to_string(lesson.steps.size());
}

/// A path's minutes, lesson by lesson.
Explanation explain_path(const LessonPath& path, const std::vector<const Lesson*>& lessons, int minutes) {
  Explanation said{path.title, std::to_string(minutes) + " minutes"};
  for (const Lesson* lesson : lessons)
    said.lines.push_back(lesson->title + ": " + std::to_string(lesson->minutes) + " min");
  said.lines.push_back(path.about);
  said.source = "the lessons' own files: what each is meant to take";
  return said;
}

/// One path's lessons as rows; the one that was clicked.
const Lesson* path_card(LessonsState& state, const ViewFrame& frame, const Rect& card, const LessonPath& path) {
  std::vector<ChangeRow> rows;
  std::vector<const Lesson*> lessons;
  int minutes = 0;
  for (const std::string& name : path.lessons) {
    const Lesson* lesson = find_lesson(state.library, name);
    if (lesson == nullptr) continue;
    lessons.push_back(lesson);
    minutes += lesson->minutes;
    const std::optional<std::size_t> step = step_of(state.progress, *lesson);
    rows.push_back({lesson->title, played_words(step, *lesson), lesson->about, frame.theme.dim,
                    step == lesson->steps.size() ? frame.theme.good : frame.theme.dim, state.open == lesson->preset});
  }
  const Rect body = plain_card(frame, card, path.title, std::to_string(minutes) + " minutes. " + path.about);
  words_tip(frame, "lessons.minutes=" + path.title, subtitle_place(frame.theme, card, path.title, card.max.x),
            explain_path(path, lessons, minutes));
  const std::optional<std::size_t> chosen = change_rows(frame, body, "lessons." + path.title, rows);
  return chosen ? lessons[*chosen] : nullptr;
}

}  // namespace

void draw_view(LessonsState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const std::vector<LessonPath> paths = all_paths(state.library);
  if (paths.empty()) return say_in_body(frame, area, "There are no lessons here: the program's own folder has none.");
  constexpr float least_width = 420, title = 42, lesson = 47, spare = 90;  // a lesson has two lines
  std::size_t longest = 0;
  for (const LessonPath& path : paths) longest = std::max(longest, path.lessons.size());
  const float least_height = title + lesson * static_cast<float>(longest), most_height = least_height + spare;
  const int columns = area.width() >= theme.px(2 * least_width) ? 2 : 1;
  const int rows = divided_up(static_cast<int>(paths.size()), columns);
  const float gap = theme.snapped_px(design::card_gap);
  const CardsArea cards_area =
      begin_cards(frame, area, static_cast<float>(rows) * theme.px(least_height + design::card_gap));
  const Rect& all = cards_area.area;
  const float width = (all.width() - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  const float height =
      std::min(theme.px(most_height), (all.height() - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
  const Lesson* chosen = nullptr;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const auto column = static_cast<float>(static_cast<int>(i) % columns),
               row = static_cast<float>(static_cast<int>(i) / columns);
    const ImVec2 corner{all.min.x + column * (width + gap), all.min.y + row * (height + gap)};
    if (const Lesson* clicked = path_card(state, frame, {corner, {corner.x + width, corner.y + height}}, paths[i]))
      chosen = clicked;
  }
  end_cards(frame, cards_area);
  if (chosen != nullptr) begin_lesson(state, frame, *chosen);
}

}  // namespace shardscope
