// app/explorer/state: what a person has open and arranged, and the list of all views. In: the session, what is asked to
// be shown: a view, another plan, a step of a presentation. Out: the same value with that shown. No frame is drawn
// here.
//
// What a person has open and arranged, as one value: tests drive it, a picture is drawn of a copy.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/explorer/state/beside.h"
#include "app/explorer/state/presentation.h"
#include "app/explorer/state/view_list.h"
#include "app/panels/places.h"
#include "app/panels/scenario/scenario_panel.h"
#include "app/panels/scenario/worth_rows.h"
#include "app/session/layout_state.h"
#include "app/session/selection.h"
#include "app/session/session.h"

namespace shardscope {

/// A picture that is to be taken of the window once it is drawn without lists and dialogs.
struct PictureDue {
  std::string to;
  int frames = 2;  // until then
};

/// What was chosen in the command palette while it is open.
struct PaletteState {
  std::string field = {};   // whose value is typed there; empty: none
  bool asks_value = false;  // the next frame gives the keys to that
  bool asked = false;       // it shall open in this frame
};

/// A scenario that a view shows in all others: Esc leads back from it.
struct Visit {
  std::string from;  // the view
  LaunchedScenario shown;
  std::size_t back_to = 0;  // the step of the history before it; the one that was open where that is what it shows
};

/// A plan beside the one that is open, by its name there, with what it comes to.
struct EvaluatedPlan {
  std::string name;
  Report report;
};

/// What the card of derivations shows: a figure, a field or a term by name, or what was said beside the pointer.
struct OpenedDerivation {
  std::string name = {};
  Explanation said = {};  // without a name
  Scenario of = {};       // the open plan, as it was when that was said
  std::shared_ptr<const EvaluatedPlan> plan =
      {};                           // whose numbers these are; null: the open one's, and follow its edits
  const ViewEntry* over = nullptr;  // the view without a scenario that it stands over; null: the scenario's
};

struct Explorer {
  Session session;
  Views views = {};
  Selection selection = {};
  LayoutState layout = {};
  std::optional<StepMoment> moment = {};  // that the Timeline plays

  std::string grown = {};                // the view that has the whole area; empty: four together
  const ViewEntry* alone = nullptr;      // the view that has the window without a scenario; null: the scenario has it
  std::optional<Visit> visit = {};       // until something else is edited
  bool cluster_in_small_window = false;  // Step and Cluster share a card where there is little room
  bool more_settings = false;            // the panel's rarer fields
  WorthChanges worth = {};               // the changes that are worth most, below the notes
  OpenSections open_sections = {};       // of those, what is unfolded
  std::vector<OpenedDerivation> derivations = {};  // (app/explorer/derivation), the shown one last
  std::optional<ImVec2> opened_at = {};            // where the pointer was then
  bool keeps_back = false;                         // in a picture: what other plans come to
  LessonMarks marks = {};                          // of the lesson's step that is open, made once a frame
  std::optional<PictureDue> picture_due = {};
  PictureSize picture_size = {};  // of the picture that was asked for last, where its name says none

  Presentation presentation = {};
  BesideLook beside = {};  // what of views, pins and slides is in the history already
  PaletteState palette = {};
  bool keys_asked = false;  // their list shall open in this frame
  std::string filter = {};  // typed above the list that is open
  bool list_open = false;   // a list or a dialog when the last frame ended: Esc is for that alone
  Places places = {};       // where each field and view was drawn in the last frame

  template <class State>
  [[nodiscard]] State& of() {
    return std::get<State>(views);
  }
  template <class State>
  [[nodiscard]] const State& of() const {
    return std::get<State>(views);
  }
};

[[nodiscard]] Explorer make_explorer(const Presets& presets, LaunchedScenario said, std::string file,
                                     Settings settings);

/// What the session did shows: another scenario makes the views show all of it, what is gone is no longer picked, and
/// what asks for attention gets it. At the start of every frame, and wherever the session has changed in one.
void follow_session(Explorer& explorer);

/// Of what is shown: the scenarios, or the view that needs none.
void undo(Explorer& explorer);
void redo(Explorer& explorer);
[[nodiscard]] bool can_undo(const Explorer& explorer);
[[nodiscard]] bool can_redo(const Explorer& explorer);

/// Shows a view grown, or without a scenario where it needs none: what was grown is then kept for when one is shown.
void show_view(Explorer& explorer, const ViewEntry& view);
/// Shows a view by its name or a page's, grown, or the whole window: what find_view() knows.
void show_view(Explorer& explorer, std::string_view name);
/// The name by which show_view() shows what is shown.
[[nodiscard]] std::string shown_view(const Explorer& explorer);

/// Whether the next frame changes by itself, without input.
[[nodiscard]] bool moves_by_itself(const Explorer& explorer);

}  // namespace shardscope
