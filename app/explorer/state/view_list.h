// All views there are. `draw --view`, the window's tabs, pictures and texts read this list: a new view is its folder
// and a line here, its state's header included.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/cluster/cluster_state.h"
#include "app/compare/compare_kept.h"
#include "app/lab/lab_export.h"
#include "app/lab/lab_kept.h"
#include "app/lab/lab_window.h"
#include "app/launch/launch_state.h"
#include "app/lessons/lessons_state.h"
#include "app/log/log_state.h"
#include "app/memory/memory_state.h"
#include "app/run/run_state.h"
#include "app/search/search_kept.h"
#include "app/step/step_state.h"
#include "app/sweep/sweep_kept.h"
#include "app/timeline/timeline_state.h"

namespace shardscope {

/// The state of each, in the order in which they are listed.
using Views = std::tuple<MemoryState, TimelineState, StepState, ClusterState, LessonsState, LabState, RunState,
                         CompareState, SweepState, SearchState, LaunchState, LogState>;

/// A view and what can be done with it whatever it is. What it doesn't need is null.
struct ViewEntry {
  ViewInfo info;
  void (*draw)(Views&, const ViewFrame&, const Rect&) = nullptr;          // over the whole area
  void (*draw_in_card)(Views&, const ViewFrame&, const Rect&) = nullptr;  // as one of the four that stand together
  bool (*is_working)(const Views&) = nullptr;                             // whether its next frame changes by itself
  bool (*escape)(Views&) = nullptr;                                       // Esc: whether there was something to end
  void (*show_all)(Views&) = nullptr;                                     // another scenario is shown
  void (*take_offers)(Views&, std::vector<PinnedPlan>&&) = nullptr;  // the session's other plans, while it is shown
  void (*finish)(Views&) = nullptr;  // it becomes a picture: nothing plays, what is worked out is there
  // What it shows as the text of a file with that ending, ".csv"; nothing of one that it isn't written as.
  std::optional<std::string> (*text)(const Views&, std::string_view ending, const Presets& presets) = nullptr;
  // For the next start, as JSON text, those of the last one, and of another window behind those that there are.
  std::string (*kept_settings)(Views&, const Presets&) = nullptr;
  void (*take_kept_settings)(Views&, std::string_view, const Presets&) = nullptr;
  void (*add_kept_settings)(Views&, std::string_view, const Presets&) = nullptr;
  // What leads from one such text to another, of settings that are undone with the scenarios.
  std::string (*words_of_step)(const Views&, std::string_view before, std::string_view after) = nullptr;
  void (*show_page)(Views&, std::string_view) = nullptr;
  std::string_view (*shown_page)(const Views&) = nullptr;

  // Of a view that needs no scenario.
  bool (*can_undo)(const Views&) = nullptr;
  bool (*can_redo)(const Views&) = nullptr;
  void (*undo)(Views&) = nullptr;
  void (*redo)(Views&) = nullptr;
  std::vector<ChartExport> (*chart_exports)(const Views&) = nullptr;
  SaveQuestion (*choose_export)(Views&, const ChartExport&) = nullptr;
  std::optional<TimelineSource> (*exported_timeline)(const Views&) = nullptr;  // what was chosen last

  [[nodiscard]] bool has_page(std::string_view name) const;
};

/// In the order of Views.
inline constexpr std::size_t view_count = std::tuple_size_v<Views>;
[[nodiscard]] const std::array<ViewEntry, view_count>& view_entries();
/// The view of that name, or with a page of that name; null where there is none.
[[nodiscard]] const ViewEntry* find_view(std::string_view name);
/// The name of the view that is about the figure of the verdict; empty where none is.
[[nodiscard]] std::string_view name_of_view(Headline about);

/// "window": all of it, as a person sees it.
inline constexpr std::string_view whole_window = "window";
/// The view that is shown where one has to stand for all of it.
inline constexpr std::string_view main_view = TimelineState::info.name;
/// Every name that a picture can be asked for by: the window's, the views' and their pages'.
[[nodiscard]] std::vector<std::string_view> picture_names();
/// "window, memory, …, run or launch".
[[nodiscard]] std::string picture_names_in_words(std::string_view before_last = " or ");

}  // namespace shardscope
