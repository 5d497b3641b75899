// app/lab: the window's tab that shows pipeline schedules without a model.
// In: the values on its sliders, two schedules to compare, mouse and keys. Out: frames. The state is one value, Lab,
// that the window owns: its undo list of documents, what was simulated of the present one, zoom, and what is played.
// lab_window.h has what is drawn of it. All numbers come from core/lab.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/document/undo_list.h"
#include "app/timeline/play.h"
#include "core/lab/points.h"
#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"

namespace shardscope {

/// What may be set.
namespace lab_bounds {
inline constexpr double ranks_max = 256, micro_batches_max = 8192, chunks_max = 16, time_max = 1000, pass_min = 0.1;
}

/// What a person sets: undone and redone as a whole.
struct LabDocument {
  LabScenario values;
  std::array<ScheduleKind, 2> shown = {ScheduleKind::interleaved, ScheduleKind::zb_v};  // above, below

  bool operator==(const LabDocument&) const = default;
};

/// One chart's schedule, simulated; or why it can't be.
struct LabChart {
  std::optional<LabRun> run;
  std::string problem;
  GanttCanvas canvas = {};
};

struct Lab {
  UndoList<LabDocument> history = UndoList<LabDocument>(LabDocument{});
  std::array<LabChart, 2> charts;
  std::optional<LabDocument> simulated;  // what the charts are of
  double simulate_seconds = 0;           // what both charts took last; 0 in pictures, which are the same every time
  std::vector<LabPoint> points;          // of every schedule
  std::size_t points_done = 0;           // how many are of `points_of`; the rest are older and not shown
  std::optional<LabScenario> points_of;

  bool strips_fit = true;          // whether rows were high enough for what ranks hold in the last frame
  bool lights_path = false;        // the critical path
  std::int32_t ranks_per_row = 1;  // of both charts
  GanttView view;                  // of both charts: they share their axis
  Play play;
  bool charts_alone = false;            // without the values and the last line, as it is presented
  bool is_picture = false;              // this frame becomes a file: no buttons, nothing answers the pointer
  std::optional<std::size_t> exported;  // the chart that is written next; none: both, as a picture
  std::array<GanttHover, 2> pointed;    // what is under the pointer
  std::int32_t pointed_point = -1;      // the schedule of the scatter under it, or -1
};

/// The lab as it opens: a micro-batch is followed and a moment picked, so that both are seen.
[[nodiscard]] Lab make_lab();

/// Makes `document` the present one. Charts and points follow with refresh_lab().
void edit_lab(Lab& lab, LabDocument document);

/// What takes longer than this isn't simulated anew in every frame of a drag.
inline constexpr double live_seconds_max = 0.05;

/// Simulates what the present document has changed. `moving`: a slider is being dragged and moved in this frame.
void refresh_lab(Lab& lab, bool moving = false);
/// Goes on with the points until they are of the present values or `seconds` are over.
void refresh_points(Lab& lab, double seconds);
[[nodiscard]] bool points_are_due(const Lab& lab);

/// Whether the next frame changes by itself: something plays, or points are still to come.
[[nodiscard]] bool lab_moves(const Lab& lab);

/// The later end of the charts that run, in units; 0 where none does.
[[nodiscard]] double lab_end(const Lab& lab);
/// The timelines of the charts that run.
[[nodiscard]] std::vector<const Timeline*> lab_timelines(const Lab& lab);
/// What a full memory strip stands for, in micro-batches per rank: the same in both charts.
[[nodiscard]] double lab_held_most(const Lab& lab);

/// The lab as one of the window's tabs; made when it is first opened.
struct LabState {
  static constexpr ViewInfo info = {
      .name = "lab",
      .title = "Schedule lab",
      .help = "Pipeline schedules without a model: two side by side, and all of them as points.",
      .tab = "Schedule lab",
      .in_place_of_scenario = "Schedules, without a model"};
  std::optional<Lab> lab = {};
  std::optional<LabDocument> kept = {};  // of the last start, until the lab is opened
  bool charts_alone = false;             // it is presented
};

}  // namespace shardscope
