// What the step's range is made of: each kind of constant with what it governs of the step and how far it may be off.
#pragma once

#include <string>
#include <vector>

#include "core/report/report.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

struct ImDrawList;

namespace shardscope {

struct RangeRow {
  std::string constant, share, shorter, longer;  // "network", "19.1 %", "−19 %", "+8 %"
};

/// The constants that govern anything of the step, those that make most of its range first.
[[nodiscard]] std::vector<RangeRow> range_rows(const TimeReport& time);

/// How the range is meant for this GPU: whether runs of its family were seen; nothing without a time. And which
/// constants make most of it: "Constants that may be off, the most first: software (−5 % to +7 %), …"
[[nodiscard]] std::vector<std::string> range_sentences(const Report& report);

/// "Calibrated as lab on 3 runs of your own: a.log, b.log, c.log."; empty where no calibration stands.
[[nodiscard]] std::string calibration_words(const Calibration& calibration);

/// "41.6 s to 58.1 s likely".
[[nodiscard]] std::string range_words(const TimeReport& time);

/// As many of the rows as the place has room for under a heading; nothing where not even three have. Returns how many.
std::size_t draw_range_table(ImDrawList& draw, const Theme& theme, const Rect& place, const TimeReport& time);

}  // namespace shardscope
