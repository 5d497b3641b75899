// A traced step by kinds of kernels: for each a bar of what was measured over one of what is predicted.
#pragma once

#include <imgui.h>

#include <optional>
#include <vector>

#include "core/profiler_trace/trace_beside.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// As the Step chart colours what is of that kind.
[[nodiscard]] ImU32 kind_color(const Theme& theme, KernelKind kind);

/// The kind under the pointer. In each row the measured seconds stand behind its bar, the predicted ones behind its
/// own, and at the right how far they are apart: in amber where the kind takes a twentieth of the step more than
/// predicted, in green where as much less.
std::optional<KernelKind> draw_kind_bars(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         const std::vector<KindBeside>& bars, Seconds step, ImVec2 pointer);

}  // namespace shardscope
