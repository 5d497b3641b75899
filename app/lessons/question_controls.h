// How a question is answered, and what is shown once it is: an axis with both, the choices with the right one, a chart.
#pragma once

#include "app/lessons/lessons_state.h"

namespace shardscope {

/// At the window's cursor, over its width.
void question_controls(LessonsState& state, const ViewFrame& frame);

}  // namespace shardscope
