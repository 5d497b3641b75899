// How the Timeline is arranged and what it plays, as a value, and what is made for it of the report that is shown: the
// memory that every rank holds, the critical path, and another schedule of the same scenario to compare with.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/lab/play.h"
#include "core/pipeline/critical_path.h"
#include "core/pipeline/held_index.h"
#include "core/report/report.h"
#include "render/gantt/gantt_canvas.h"
#include "render/text/rect.h"

namespace shardscope {

/// What a person set. Strips, rows and the comparison show where the view is grown.
struct TimelineView {
  bool strips = true;      // what each stage holds
  bool critical = false;   // the critical path
  bool transfers = false;  // a lane of what each stage sends
  std::int32_t ranks_a_row = 1;
  std::optional<ScheduleKind> beside = {};  // shown below the plan's own
  Play play = {};
  bool speed_chosen = false;  // else it follows the step's length

  bool operator==(const TimelineView&) const = default;
};

/// What a chart of one report is drawn from, beside the report.
struct TimelineParts {
  TimelineIndex index;
  HeldIndex held;  // bytes
  CriticalPath critical;
  GanttCanvas canvas;
};

/// Another schedule's step.
struct TimelineBeside {
  std::optional<ScheduleKind> kind;
  Report report;
  TimelineParts parts;
  std::string problem;  // why it has no timeline; empty where it has one
};

/// Kept while the reports stay the same.
struct TimelineDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  HeldIndex held;                // of shown_report(), once the view is grown
  CriticalPath critical;
  GanttCanvas canvas;
  TimelineBeside beside;
  bool strips_fit = true;  // whether rows were high enough for strips in the last frame
};

/// A picture that is to be taken of the window once it is drawn without lists and dialogs.
struct PictureDue {
  std::string to;
  int frames = 2;  // until then
};

struct Explorer;

/// Makes of the shown report what isn't made yet.
void refresh_timeline(Explorer& explorer);

/// The later end of the steps that are shown, in seconds; 0 where there is none.
[[nodiscard]] double timeline_end(const Explorer& explorer);
/// Those timelines.
[[nodiscard]] std::vector<const Timeline*> shown_timelines(const Explorer& explorer);

/// The report of another schedule, or why it can't be had, in words.
[[nodiscard]] TimelineBeside timeline_beside(const Scenario& scenario, ScheduleKind kind);

/// 1, 2 or 5 times a power of ten, the next above or below; the one nearest to `speed`.
[[nodiscard]] double faster_by_decades(double speed);
[[nodiscard]] double slower_by_decades(double speed);
[[nodiscard]] double round_speed(double speed);

}  // namespace shardscope
