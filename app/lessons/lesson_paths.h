// The paths of lessons as a person sees them: the program's, and one more of what is on none of them.
#pragma once

#include <string_view>
#include <vector>

#include "core/presets/lesson_files.h"

namespace shardscope {

[[nodiscard]] std::vector<LessonPath> all_paths(const LessonLibrary& library);

/// What follows a lesson on the first path that has both; null where nothing does.
[[nodiscard]] const Lesson* next_on_path(const LessonLibrary& library, std::string_view lesson);

}  // namespace shardscope
