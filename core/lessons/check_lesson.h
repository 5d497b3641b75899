// What a lesson names that isn't there: a figure that no report has, a plan that can't be made. A file that is no
// lesson at all is read_lesson.h's to refuse; this asks of one that can be read whether it can be played.
#pragma once

#include <vector>

#include "core/base/problem.h"
#include "core/lessons/lesson.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// Each with its place in the file ("steps[2].reveal") and, of a figure, the nearest one that there is.
[[nodiscard]] std::vector<Problem> check_lesson(const Lesson& lesson, const Catalogue& presets);

}  // namespace shardscope
