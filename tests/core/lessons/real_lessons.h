// The project's own lessons, read once for all tests of a binary.
#pragma once

#include <doctest/doctest.h>

#include "core/presets/lesson_files.h"
#include "tests/source_path.h"

namespace shardscope::tests {

inline const LessonLibrary& real_lessons() {
  static const LessonLibrary lessons = [] {
    LessonLibrary loaded = load_lessons(source_path("presets"), {});
    for (const Problem& problem : loaded.problems) MESSAGE(line_of(problem, ""));
    return loaded;
  }();
  return lessons;
}

}  // namespace shardscope::tests
