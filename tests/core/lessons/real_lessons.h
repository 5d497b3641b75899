// The project's own lessons, read once for all tests of a binary.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/presets/lesson_files.h"
#include "tests/source_path.h"

namespace shardscope::tests {

/// The views that a lesson can show, as its schema has them.
inline std::vector<std::string> views_of_schema() {
  std::ifstream file(source_path("presets/schema/lesson.schema.json"));
  const nlohmann::json schema = nlohmann::json::parse(file);
  return schema.at(nlohmann::json::json_pointer("/definitions/step/properties/view/enum"))
      .get<std::vector<std::string>>();
}

inline const LessonLibrary& real_lessons() {
  static const LessonLibrary lessons = [] {
    const std::vector<std::string> names = views_of_schema();
    const std::vector<std::string_view> views(names.begin(), names.end());
    LessonLibrary loaded = load_lessons(source_path("presets"), {}, views);
    for (const Problem& problem : loaded.problems) MESSAGE(line_of(problem, ""));
    return loaded;
  }();
  return lessons;
}

}  // namespace shardscope::tests
