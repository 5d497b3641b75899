// app/sweep: the Sweep view: figures over the values of any field, and of another as lines: how far more GPUs help,
// what longer sequences take, what a faster network gives. In: the present scenario, a question. Out: cards; a plan to
// be visited, a file to be written. Rows are those of `shardscope sweep` (core/sweep/sweep_rows.h).
//
// The view's kept state and what it derives.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "app/panels/view.h"
#include "app/search/search_state.h"
#include "app/session/memo.h"
#include "app/sweep/sweep_lines.h"
#include "core/sweep/sweep_questions.h"
#include "render/chart/lines_chart.h"

namespace shardscope {

struct SweepArrangement {
  SweepFigure upper = entry_of(SweepQuestion::strong_scaling).upper;
  std::optional<SweepFigure> lower = entry_of(SweepQuestion::strong_scaling).lower;

  bool operator==(const SweepArrangement&) const = default;
};

struct SweepState {
  static constexpr ViewInfo info = {.name = "sweep",
                                    .title = "Sweep",
                                    .help = "Any figure over the values of any field: scaling, memory, bandwidth.",
                                    .tab = "Sweep",
                                    .whole_window = true};
  SweepSettings settings = {axis_of(SweepQuestion::strong_scaling), {}, SweepFollow::batch};
  SweepArrangement arranged = {};
  unsigned threads = SearchState::search_threads();  // 0: it goes on between frames

  Memo<std::shared_ptr<const Presets>, std::uint64_t> presets = {};  // a copy, which the thread reads
  Memo<SweepAsked, LaunchedScenario, SweepSettings, std::uint64_t> asked = {};
  std::shared_ptr<SweepWorker> worker = {};
  std::optional<SweepProgress> slices = {};  // where there are no threads, and of a picture
  SweepProgress progress = {};

  SweptLines drawn = {};  // of the question before until the present one is done
  std::uint64_t drawn_of = 0, drawn_version = 0;
  Memo<SweepFigures, Scenario> present = {};
  std::optional<PlotPlace> pointed = {}, pointed_before = {};  // in this frame, and in the last one
  PlotPlace cursor = {};                                       // of the keys
  bool charts_alone = false;                                   // it becomes a picture, which asks nothing

  [[nodiscard]] bool is_old() const { return drawn_of != asked.made() && !drawn.lines.empty(); }
};

void draw_view(SweepState& state, const ViewFrame& frame, const Rect& area);
[[nodiscard]] bool is_working(const SweepState& state);
/// It becomes a picture: what is asked is there.
void finish(SweepState& state);
/// What is drawn as a table for a spreadsheet (".csv"), or a line for each row that runs again (".jsonl").
[[nodiscard]] std::optional<std::string> text_of_view(const SweepState& state, std::string_view ending,
                                                      const Presets& presets);

}  // namespace shardscope
