// What the Timeline says: titles, legend, how two schedules differ, and what an amount held or a transfer adds to a
// tooltip. Pure: words from values.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/timeline/timeline_state.h"
#include "render/chart/card.h"
#include "render/gantt/gantt.h"

namespace shardscope {

/// "1F1B, 15 stages × 35 micro-batches, one step", in fewer and fewer words.
[[nodiscard]] std::array<std::string, 4> timeline_subtitles(const Report& report);

/// The kinds of work that this step has, or what a ramp of colours means; what else is switched on. Strips for
/// which rows are too low are said to be so.
[[nodiscard]] std::vector<LegendItem> timeline_legend(const Theme& theme, const Report& report,
                                                      const TimelineArrangement& view, GanttColoring coloring,
                                                      bool grown, bool strips_fit = true);

/// "step 33.1 s, bubble 6.8 %, peak 78.3 GB", in fewer and fewer words.
[[nodiscard]] std::array<std::string, 4> step_words(const Report& report);

/// How the second of two differs from the first; `better` is 1 where it is shorter or holds less, -1 where not, 0
/// also where only one of them trains.
struct Difference {
  int better = 0;
  std::string words;

  [[nodiscard]] ImU32 color(const Theme& theme) const {
    return better > 0 ? theme.good : better < 0 ? theme.bad : theme.dim;
  }
};
[[nodiscard]] Difference step_difference(const Report& first, const Report& second);
[[nodiscard]] Difference peak_difference(const Report& first, const Report& second);
/// A step without backward passes isn't better than one that trains, however short it is.
[[nodiscard]] Difference judged(bool first_trains, bool second_trains, const Difference& difference);

/// "4 stages forward, 3 backward, 8 idle" at a moment.
[[nodiscard]] std::string stages_at(const Timeline& timeline, const TimelineIndex& index, double time);

/// "1×", "1/20×".
[[nodiscard]] std::string speed_words(double speed);
/// "79.5 GB".
[[nodiscard]] std::string held_bytes_words(double bytes);

/// What the rank holds at most, what begins then, and the largest that are there.
[[nodiscard]] std::vector<std::string> peak_lines(const Report& report, const GanttPeak& peak);

/// What is under the pointer of a chart of this report, its memory and transfers included.
[[nodiscard]] Explanation explain_timeline(const Report& report, const HeldIndex& held, const GanttHover& hover,
                                           std::span<const MemoryCurve> curves = {});

}  // namespace shardscope
