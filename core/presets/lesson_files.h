// The lessons of the program's folder and of a person's own, which come in place of those of the same name.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/lessons/lesson.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

struct LessonLibrary {
  std::vector<Lesson> lessons;  // in the order that their files say
  std::vector<LessonPath> paths;
  std::vector<Problem> problems;  // with files that can't be read; the others are there

  bool operator==(const LessonLibrary&) const = default;
};

/// Reads lessons/NAME.json of both folders and lesson_paths.json of the first. An empty folder has none. `views`: the
/// names that a step's view can have. With `plans`, what a person's own lessons name and no report or preset has is a
/// problem too; the lesson is there all the same.
[[nodiscard]] LessonLibrary load_lessons(const std::filesystem::path& directory, const std::filesystem::path& own,
                                         std::span<const std::string_view> views, const Catalogue* plans = nullptr);

/// What tells that a lesson's file was written, came or went since.
struct LessonStamp {
  std::filesystem::file_time_type newest = std::filesystem::file_time_type::min();
  std::size_t files = 0;

  bool operator==(const LessonStamp&) const = default;
};
[[nodiscard]] LessonStamp lesson_stamp(const std::filesystem::path& directory, const std::filesystem::path& own);

/// The lesson of this name; null where there is none.
[[nodiscard]] const Lesson* find_lesson(const LessonLibrary& library, std::string_view name);

}  // namespace shardscope
