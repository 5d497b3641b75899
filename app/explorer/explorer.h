// The explorer's whole state as one value, and the functions that change it outside of drawing: open, save, undo.
// draw_explorer() (window.h) is the frame; everything that a person can do goes through these two.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cluster/cluster_state.h"
#include "app/explorer/places.h"
#include "app/explorer/view_state.h"
#include "app/lab/lab.h"
#include "app/launch/launch_state.h"
#include "app/run/run_detail.h"
#include "app/session/figures.h"
#include "app/session/file_picker.h"
#include "app/session/history.h"
#include "app/step/step_state.h"
#include "app/timeline/layout_state.h"
#include "app/timeline/timeline_state.h"
#include "core/evaluate/evaluate.h"
#include "core/inspect/curve.h"
#include "core/inspect/ledger.h"
#include "core/inspect/megatron_difference.h"
#include "core/inspect/stage_blocks.h"
#include "core/pipeline/timeline_index.h"
#include "core/presets/presets.h"
#include "core/search/room.h"
#include "render/cluster/racks.h"
#include "render/gantt/gantt.h"

namespace shardscope {

/// What the last step changed, for the verdict strip and the hint line.
struct Change {
  std::optional<Figures> before = {};  // absent where that plan was impossible: nothing was computed of it
  std::string words;                   // "Tensor parallel 8 → 4"
  std::string followed;                // "data parallel 208 → 416"
  std::string path;                    // the field that a person touched last, "plan.tp"
  bool compares = true;                // false: another scenario was opened, whose figures say nothing about a change
};

/// One line to the person: a file that can't be read, where something was saved.
struct Notice {
  std::string text;
  bool bad = false;
  std::vector<std::string> lines = {};  // all that is wrong, a line each, where there is more to say than `text`
};

/// The stage that the grown Memory view takes apart, down to its tensors and over the step, and what would give room.
/// Kept while report and stage are the same: trying the changes takes milliseconds.
struct MemoryDetail {
  std::uint64_t evaluation = 0;  // Explorer::evaluations when it was made
  std::int32_t stage = -1;
  std::vector<LedgerLine> ledger;
  std::vector<StageBlocks> blocks;   // of the stage
  std::optional<StageBlocks> block;  // the one of them that is taken apart
  std::vector<LayerTensor> layer;    // its tensors
  MemoryCurve curve;
  std::vector<AliveChunk> alive;  // at the curve's peak
  std::vector<RoomChange> room;
  std::vector<MegatronDifference> beside_megatron;  // of the fullest stage
};

/// What a person asked for that needs the unsaved edits' fate decided first.
enum class Pending { nothing, close, close_document };

/// The tabs of the top bar.
enum class Tab { explorer, lab };

/// A scenario in a tab that isn't shown.
struct ParkedDocument {
  History history;
  TakenIn taken;
};

struct Explorer {
  const Presets* presets = nullptr;  // outlives the explorer, or is the next line's
  History history;                   // of the scenario that is shown
  Settings settings = {};
  Holds holds = {};

  Report report = {};                   // of history.present()
  std::optional<Report> possible = {};  // the last report that was valid, while the present one isn't
  Scenario evaluated = {};              // what `report` was made of
  TimelineIndex timeline_index = {};    // of the timeline that shown_report() has
  double evaluate_seconds = 0;
  Change change = {};
  Notice notice = {};
  Refusal refusal = {};

  Tab tab = Tab::explorer;
  std::optional<Lab> lab = {};  // made when its tab is first opened

  ViewKind grown = ViewKind::all;
  bool cluster_in_small_window = false;  // Step and Cluster share a card where there is little room
  bool more_settings = false;            // the panel's rarer fields
  Selection selection = {};
  GanttView gantt = {};
  TimelineView timeline = {};
  TimelineDetail timeline_detail = {};
  std::optional<PictureDue> picture_due = {};
  bool racks_grown = false;  // whether the racks were last drawn in the grown card
  RacksView racks = {};
  ClusterView cluster = {};
  ClusterDetail cluster_detail = {};  // of shown_report(), made when it is looked at
  MemoryDetailView memory = {};
  MemoryDetail memory_detail = {};  // of shown_report(), made when it is looked at
  LayoutState layout = {};          // what the layout card holds between frames
  StepView step = {};
  LossesDetail step_losses = {};  // of shown_report(), as those that follow, made when it is looked at
  StepDetail step_detail = {};
  MeasuredDetail measured = {};
  RunView run = {};
  RunDetail run_detail = {};      // the same
  std::uint64_t evaluations = 0;  // how many reports there have been: tells whether memory_detail is of this one
  GanttHover pointed_pass = {};   // what of the timeline is under the pointer
  std::optional<std::int64_t> pointed_gpu = {};  // the GPU of the racks under it

  std::string filter = {};  // typed above the list that is open
  bool list_open = false;   // a list or a dialog when the last frame ended: Esc is for that alone
  Places places = {};       // where each field and view was drawn in the last frame
  FilePicker picker = {};

  std::shared_ptr<const Presets> own_presets = {};  // once the person saved one
  std::vector<ParkedDocument> parked = {};          // the other scenarios that are open (documents.h)
  std::size_t document_place = 0;                   // of the present one among them
  TakenIn taken = {};                               // where the present scenario came from
  LaunchView launch = {};
  LaunchDetail launch_detail = {};  // of the present scenario, made when it is looked at
  Pending pending = Pending::nothing;
  bool closing = false;  // the window may close now
};

[[nodiscard]] Explorer make_explorer(const Presets& presets, Scenario scenario, std::string file, Settings settings);

/// Makes `scenario` the present one, the last step's change included, and evaluates it. `path` is the field touched.
void edit_scenario(Explorer& explorer, Scenario scenario, std::string_view path);
/// Ends the step: what follows is undone apart.
void end_step(Explorer& explorer);
/// An edit that is undone apart from those before and after it.
void edit_as_step(Explorer& explorer, Scenario scenario, std::string_view path);

/// Of the tab that is shown.
void undo(Explorer& explorer);
void redo(Explorer& explorer);
[[nodiscard]] bool can_undo(const Explorer& explorer);
[[nodiscard]] bool can_redo(const Explorer& explorer);

/// A preset or a file becomes a step of its own; a file that is wrong leaves all as it was, with a notice that says
/// why.
void open_preset(Explorer& explorer, const Scenario& preset);
/// The preset with changes on top: it says that it is edited.
void open_preset(Explorer& explorer, const Scenario& preset, const Scenario& changed);
bool open_file(Explorer& explorer, const std::string& file);
/// Any text that take_in() (app/launch) knows; `name` is what to call it, `file` where it lies, if it does. A launch or
/// a model's configuration shows the Launch view, which lists what wasn't understood.
bool open_text(Explorer& explorer, const std::string& text, const std::string& name, const std::string& file);
bool save_file(Explorer& explorer, const std::string& file);

/// Another document became the present one: it is evaluated, and the views go back to showing all.
void turn_to_present(Explorer& explorer);

/// Shows the tab, and makes what it shows where that isn't there yet.
void open_tab(Explorer& explorer, Tab tab);

/// Whether the next frame changes by itself, without input.
[[nodiscard]] bool moves_by_itself(const Explorer& explorer);

/// What the views show: the present report, or while its plan is impossible the last one that wasn't.
[[nodiscard]] const Report& shown_report(const Explorer& explorer);

/// Picks the stage, or lets it go where it was picked; a GPU that was pinned in another one goes.
void pick_stage(Selection& selection, std::optional<std::int32_t> stage);

/// What the verdict strip compares with: the figures before the last change; nothing before the first.
[[nodiscard]] std::optional<Figures> change_since(const Explorer& explorer);

/// Closes at once, or shows the first scenario whose edits are unsaved and asks.
void request_close(Explorer& explorer);

}  // namespace shardscope
