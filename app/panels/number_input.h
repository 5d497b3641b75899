// app/panels: the controls of the scenario and the strips around the views, in immediate mode.
// In: a scenario and its report, the frame (theme, presets, what to compare with). Out: the scenario as edited this
// frame, equal to the argument when nothing was touched. No panel keeps a copy of a field or calls evaluate().
//
// This file: numbers as people type them.
#pragma once

#include <optional>
#include <string_view>

namespace shardscope {

/// "25k", "13T", "60 M", "8,192", "1e6", "2.5": k, M, B or G, T and P are powers of a thousand. Nothing for anything
/// else, for infinity, and for text left over.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);

}  // namespace shardscope
