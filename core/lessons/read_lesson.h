// JSON text → a lesson, or every problem with it at once; presets/schema/lesson.schema.json says the form.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/lessons/lesson.h"

namespace shardscope {

/// `views`: the names that a step's "view" can have.
[[nodiscard]] Outcome<Lesson> read_lesson(std::string_view json, std::span<const std::string_view> views);

/// {"paths": [{"title", "about", "lessons"}]}.
[[nodiscard]] Outcome<std::vector<LessonPath>> read_lesson_paths(std::string_view json);

/// "It holds {memory.peak_bytes: bytes}." in pieces; a brace that is no figure is a problem at `path`.
[[nodiscard]] LessonText read_lesson_text(std::string_view text, const std::string& path,
                                          std::vector<Problem>& problems);

}  // namespace shardscope
