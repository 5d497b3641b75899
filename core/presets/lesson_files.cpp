#include "core/presets/lesson_files.h"

#include <algorithm>

#include "core/lessons/check_lesson.h"
#include "core/lessons/read_lesson.h"
#include "core/presets/preset_files.h"

namespace shardscope {

namespace {

void add_problems(LessonLibrary& library, const PresetFile& file, const std::vector<Problem>& problems) {
  for (Problem problem : problems) {
    problem.path = file.path.string() + (problem.path.empty() ? "" : ": " + problem.path);
    library.problems.push_back(std::move(problem));
  }
}

void add_lessons(LessonLibrary& library, const std::filesystem::path& directory,
                 std::span<const std::string_view> views, const Catalogue* plans) {
  if (directory.empty()) return;
  for (const PresetFile& file : preset_files(directory, "lessons")) {
    Outcome<Lesson> read = read_lesson(file.text, views);
    if (!succeeded(read)) {
      add_problems(library, file, problems_of(read));
      continue;
    }
    Lesson lesson = std::move(std::get<0>(read));
    lesson.preset = file.name;
    if (plans != nullptr) add_problems(library, file, check_lesson(lesson, *plans));
    const auto same = std::find_if(library.lessons.begin(), library.lessons.end(),
                                   [&](const Lesson& one) { return one.preset == lesson.preset; });
    if (same == library.lessons.end())
      library.lessons.push_back(std::move(lesson));
    else
      *same = std::move(lesson);
  }
}

}  // namespace

LessonLibrary load_lessons(const std::filesystem::path& directory, const std::filesystem::path& own,
                           std::span<const std::string_view> views, const Catalogue* plans) {
  LessonLibrary library;
  add_lessons(library, directory, views, nullptr);
  add_lessons(library, own, views, plans);
  for (const PresetFile& file : preset_files(directory, ".")) {
    if (file.name != "lesson_paths") continue;
    Outcome<std::vector<LessonPath>> read = read_lesson_paths(file.text);
    if (succeeded(read))
      library.paths = std::move(std::get<0>(read));
    else
      add_problems(library, file, problems_of(read));
  }
  return library;
}

LessonStamp lesson_stamp(const std::filesystem::path& directory, const std::filesystem::path& own) {
  LessonStamp stamp;
  for (const std::filesystem::path* folder : {&directory, &own}) {
    std::error_code failure;
    if (folder->empty()) continue;
    for (std::filesystem::directory_iterator entry(*folder / "lessons", failure), end; !failure && entry != end;
         entry.increment(failure)) {
      std::error_code ignored;
      const std::filesystem::file_time_type written = entry->last_write_time(ignored);
      if (ignored || entry->path().extension() != ".json") continue;
      stamp.newest = std::max(stamp.newest, written);
      ++stamp.files;
    }
  }
  return stamp;
}

const Lesson* find_lesson(const LessonLibrary& library, std::string_view name) {
  const auto found = std::find_if(library.lessons.begin(), library.lessons.end(),
                                  [&](const Lesson& lesson) { return lesson.preset == name; });
  return found != library.lessons.end() ? &*found : nullptr;
}

}  // namespace shardscope
