// What the lab says: figures, differences, the state at a moment, and the tooltips of passes and points. Pure: words
// from values.
#pragma once

#include <array>
#include <string>

#include "app/lab/lab_state.h"
#include "app/timeline/timeline_words.h"
#include "render/chart/card.h"
#include "render/text/theme.h"

namespace shardscope {

/// "23 chunks", "1 chunk"; with one chunk per rank "8 micro-batches".
[[nodiscard]] std::string held_words(const LabScenario& lab, double micro_batches);

/// "bubble 17.9 %, ends at 117, peak 23 chunks on rank 0", in fewer and fewer words.
[[nodiscard]] std::array<std::string, 4> run_words(const LabScenario& lab, const LabRun& run);

/// How the second run differs from the first.
[[nodiscard]] Difference time_difference(const LabRun& first, const LabRun& second);
[[nodiscard]] Difference memory_difference(const LabScenario& lab, const LabRun& first, const LabRun& second);

/// What the colours of a chart mean.
struct LabLegend {
  GanttColoring coloring = GanttColoring::pass_and_chunk;
  bool split = false;      // whether a schedule that is shown splits the backward
  bool strips_fit = true;  // else it says why there are none
  bool brief = false;      // in few words
};
[[nodiscard]] std::vector<LegendItem> lab_legend(const Theme& theme, const LabLegend& legend);

/// "4 ranks forward, 3 backward, 1 idle" at a moment.
[[nodiscard]] std::string state_words(const LabRun& run, double time);

/// What the lab was given: its values as they are set.
[[nodiscard]] Explanation explain_given(const LabScenario& lab);
/// How the figures of a run come about: its bubble, its end, what the fullest rank holds, and the times it was given.
[[nodiscard]] Explanation explain_run(const LabScenario& lab, const LabRun& run);
/// By how much the second's end and peak differ from the first's.
[[nodiscard]] Explanation explain_differences(const LabScenario& lab, const LabRun& first, const LabRun& second);
/// "forward 1, input gradient 1, weight gradient 1, transfer 0 units, 2 × as long": a pass of one chunk of this run.
[[nodiscard]] std::string given_words(const LabScenario& lab, double pass_scale);

/// What is under the pointer of a chart; empty where that is nothing.
[[nodiscard]] Explanation explain_lab(const LabScenario& lab, const LabRun& run, const GanttHover& hover);
[[nodiscard]] Explanation explain_point(const LabScenario& lab, const LabPoint& point);

}  // namespace shardscope
