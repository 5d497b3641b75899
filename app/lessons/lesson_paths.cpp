#include "app/lessons/lesson_paths.h"

#include <algorithm>
#include <utility>

namespace shardscope {

std::vector<LessonPath> all_paths(const LessonLibrary& library) {
  std::vector<LessonPath> paths = library.paths;
  LessonPath others{"Your own", "Lessons that are on no path.", {}};
  for (const Lesson& lesson : library.lessons) {
    const auto has = [&](const LessonPath& path) {
      return std::find(path.lessons.begin(), path.lessons.end(), lesson.preset) != path.lessons.end();
    };
    if (std::none_of(library.paths.begin(), library.paths.end(), has)) others.lessons.push_back(lesson.preset);
  }
  if (!others.lessons.empty()) paths.push_back(std::move(others));
  return paths;
}

const Lesson* next_on_path(const LessonLibrary& library, std::string_view lesson) {
  for (const LessonPath& path : library.paths) {
    const auto here = std::find(path.lessons.begin(), path.lessons.end(), lesson);
    if (here == path.lessons.end()) continue;
    for (auto next = here + 1; next != path.lessons.end(); ++next)
      if (const Lesson* found = find_lesson(library, *next)) return found;
  }
  return nullptr;
}

}  // namespace shardscope
