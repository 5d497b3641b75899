// The hint line at the bottom: what the last edit did, the one thing most worth doing, how long it took.
#pragma once

#include <array>
#include <string>

#include "app/panels/frame.h"
#include "app/session/session.h"

namespace shardscope {

/// "Tensor 8 → 4 (data parallel 208 → 416): memory +29.8 GB, step −2.1 s, bubble unchanged", then for less room without
/// what followed, then the edit alone; empty before an edit. Where one of the two plans is impossible, nothing is
/// compared.
[[nodiscard]] std::array<std::string, 3> change_lines(const Change& change, const std::optional<Figures>& now);

/// The problem most worth a look, or nothing.
[[nodiscard]] const Problem* first_advice(const Report& report);

/// Where it `advises` not, what the last edit did alone.
void draw_hint_line(const Session& session, const Frame& frame, const Rect& area, bool advises = true);

}  // namespace shardscope
