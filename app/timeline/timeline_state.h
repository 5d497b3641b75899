// app/timeline: the Timeline view: every pass of the step on every stage, and, grown, what each stage holds, what it
// sends, the critical path, another schedule beside it, and playing. In: a report, the view's own state. Out: cards; a
// question where to write the chart. The schedule lab (app/lab) shares what steers and plays a chart.
//
// The view's kept state and what it derives.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "app/timeline/play.h"
#include "core/inspect/memory/curve.h"
#include "core/lanes/lane_rows.h"
#include "core/pipeline/critical_path.h"
#include "core/pipeline/held_index.h"
#include "core/profiler_trace/trace_beside.h"
#include "core/report/report.h"
#include "core/scenario/parts/work_factors.h"
#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "render/step/exchange_lanes.h"
#include "render/text/rect.h"

namespace shardscope {

/// What a person set. Strips, rows and the comparison show where the view is grown.
struct TimelineArrangement {
  bool strips = true;      // what each stage holds
  bool critical = false;   // the critical path
  bool transfers = false;  // a lane of what each stage sends
  std::int32_t ranks_per_row = 1;
  std::optional<ScheduleKind> beside = {};  // shown below the plan's own
  Play play = {};
  bool speed_chosen = false;          // else it follows the step's length
  std::optional<bool> unfolded = {};  // into layers and operations; absent: plans of one stage are

  bool operator==(const TimelineArrangement&) const = default;
};

/// What a grown chart shows of one report beside its passes.
struct ChartExtras {
  HeldIndex held;                   // bytes
  std::vector<MemoryCurve> curves;  // the same from near, where passes are few
  CriticalPath critical;
  std::int32_t by_operation = -1;      // the rank whose curve follows its operations
  std::optional<GanttPeak> peak = {};  // of that rank
};

/// The passes of a report by time, and what their picture is kept on.
struct ChartIndex {
  TimelineIndex index;
  GanttCanvas canvas;
};

/// Another schedule's step.
struct TimelineBeside {
  Report report;
  ChartIndex chart;
  ChartExtras extras;
  std::string problem;  // why it has no timeline; empty where it has one
};

/// One stage's layers and operations.
struct StepLanes {
  RankLanes lanes;
  StepRows rows;
};

/// The step if what a lane runs were free, as far as that is worked out: a lane a frame.
struct LanesIfFree {
  std::array<std::optional<Seconds>, lane_kinds> steps = {};
  std::array<bool, lane_kinds> asked = {};
};

struct TimelineState {
  static constexpr ViewInfo info = {
      .name = "timeline",
      .title = "Timeline",
      .help = "Every pass of the step on every stage, what it waits for, and other schedules.",
      .figure = Headline::bubble};
  TimelineArrangement arranged = {};
  GanttView gantt = {};
  bool strips_fit = true;   // whether rows were high enough for strips in the last frame
  GanttHover pointed = {};  // what is under the pointer

  // Of the shown scenario; the second once the view is grown, the third of another schedule.
  Memo<ChartIndex, Scenario> chart = {};
  Memo<ChartExtras, Scenario> extras = {};
  Memo<std::vector<ExchangeLane>, Scenario> exchanges = {};
  Memo<TimelineBeside, Scenario, ScheduleKind> beside = {};
  Memo<Seconds, Scenario, double> expected = {};                      // until when idle time is what was said of it
  Memo<HeldIndex, Scenario> held = {};                                // once a moment is picked
  Memo<std::optional<StepLanes>, Scenario, std::int32_t> lanes = {};  // of a rank; nothing where it has none
  Memo<std::vector<bool>, Scenario, std::int32_t> critical = {};      // of its passes
  Memo<LanesIfFree, Scenario> if_free = {};
  Memo<TraceBeside, OpenLog, Scenario> trace = {};                  // of a profiler's trace that is open
  Memo<std::optional<Seconds>, Scenario, WorkKind> kind_free = {};  // the step without the kind that is pointed at
  bool asks_on = false;                // whether lanes are shown of which that isn't worked out
  std::vector<LanePiece> pieces = {};  // of a row that is drawn
};

/// The other schedule that is shown below, once refresh_timeline() has made it; null where there is none.
[[nodiscard]] const TimelineBeside* beside_of(const TimelineState& state, const ViewFrame& frame);

/// Makes of the shown report what isn't made yet.
void refresh_timeline(TimelineState& state, const ViewFrame& frame);

/// Whether the chart has strips of what stages hold: grown, and of few stages in the small card too.
[[nodiscard]] bool shows_held(const ViewFrame& frame, const Report& report);

/// Whether what is always held is told apart in them: of a single stage, whose strip is high.
[[nodiscard]] bool shows_parts(const Report& report);

/// The later end of the steps that are shown, in seconds; 0 where there is none.
[[nodiscard]] double timeline_end(const TimelineState& state, const ViewFrame& frame);
/// Those timelines.
[[nodiscard]] std::vector<const Timeline*> shown_timelines(const TimelineState& state, const ViewFrame& frame);

/// The view grown to the whole area, and as one of four cards.
void draw_view(TimelineState& state, const ViewFrame& frame, const Rect& area);
void draw_in_card(TimelineState& state, const ViewFrame& frame, const Rect& card);
/// Lets what plays go on by the frame's time, whichever view is shown, and says what is at its moment; nothing where no
/// moment is picked.
[[nodiscard]] std::optional<StepMoment> played_moment(TimelineState& state, const ViewFrame& frame);
/// Whether it plays, or works something out for its next frame.
[[nodiscard]] bool is_working(const TimelineState& state);
/// Ends what plays or was paused; false where nothing was.
bool escape(TimelineState& state);
/// Another scenario is shown: all of it, and nothing plays.
void show_all(TimelineState& state);
/// It becomes a picture: nothing moves.
void finish(TimelineState& state);

/// The report of another schedule, or why it can't be had, in words.
[[nodiscard]] TimelineBeside timeline_beside(const Scenario& scenario, ScheduleKind kind);

/// 1, 2 or 5 times a power of ten, the next above or below; the one nearest to `speed`.
[[nodiscard]] double faster_by_decades(double speed);
[[nodiscard]] double slower_by_decades(double speed);
[[nodiscard]] double round_speed(double speed);

}  // namespace shardscope
