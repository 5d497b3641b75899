// A view of the report: what one is, what it is given in a frame, and what it gives back. Each is one value with its
// kept state and what it derives (Memo), and functions over that in a folder of its own; the list of all is
// app/explorer/state/view_list.h.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/output/drawing.h"
#include "app/panels/frame.h"
#include "app/session/layout_state.h"
#include "app/session/selection.h"
#include "app/session/session.h"
#include "core/inspect/headline.h"
#include "core/inspect/moment.h"

namespace shardscope {

/// Which of the panel's rarer fields are shown beside a view without being asked for.
enum class PanelFields { none, run, cluster };

/// What is the same for a view whatever is shown: command line, window and documents read it from here.
struct ViewInfo {
  std::string_view name;                         // "memory": what `draw --view` and files call it
  std::string_view title;                        // "Memory"
  std::string_view help;                         // a sentence: what it answers
  std::span<const std::string_view> pages = {};  // their names, where it has several; the first is the view's own
  std::string_view tab = {};                     // its words in the top bar, where it has a tab there
  PictureSize size = {};                         // of a picture where none is asked for
  PanelFields panel = PanelFields::none;
  bool of_impossible = false;             // what it says of a plan that is impossible is true too
  bool whole_window = false;              // it stands in place of panel and verdict, too
  bool window_of_script = false;          // likewise where the scenario is of a launch script
  bool shows_refused = false;             // it says of what isn't read or is impossible why that is
  Attention attention = Attention::none;  // of the session, that is paid by showing it
  std::optional<Headline> figure = {};    // the verdict's that it is about; with one it is a step of a presentation
  // Where it shows no scenario, and so has the window below the top bar to itself: what stands there in place of one.
  std::string_view in_place_of_scenario = {};

  [[nodiscard]] constexpr bool needs_scenario() const { return in_place_of_scenario.empty(); }
};

/// An edit that a view asks for.
struct ScenarioEdit {
  Scenario scenario;
  std::string path;      // of the field touched
  bool is_step = true;   // undone apart; else a part of the drag that goes on
  bool follows = false;  // what hangs on the field follows it, as where the panel sets it
};

/// A preset to be opened, and the scenario made from it: the same where nothing was changed.
struct OpenedPreset {
  LaunchedScenario preset, changed;
};

/// A compared plan to be opened: its tab is shown, or without one it goes in the present document's place.
struct OpenedPlan {
  Document document;
  std::string name;  // what it is called in what is said of that
};

/// A file to be written, of which the person is asked where to.
struct SaveQuestion {
  std::string file, ending;
};

/// One of the files that a view without a scenario can write of its charts.
struct ChartExport {
  std::string label;
  std::string_view ending, help;
  std::optional<std::size_t> chart = {};  // none: all, as a picture
};

/// What a launch script takes from outside: a variable or an argument ("1") and its value.
struct GivenValue {
  std::string name, value;
};

/// A launch's text, or that of another file that it reads, mended.
struct MendedText {
  std::string file, text;  // the file's name; empty: the launch's own
};

/// What a view asks for beside its drawing; carried out once it is drawn.
struct ViewRequests {
  std::optional<ScenarioEdit> edit;
  std::optional<Scenario> visit;  // shown in all views together, until Esc leads back to this view and the present one
  std::optional<OpenedPreset> open;
  std::optional<OpenedPlan> plan;
  std::optional<SaveQuestion> save;
  std::optional<LaunchChoice> launch;
  std::optional<GivenValue> given;   // the script is read again with it
  std::optional<MendedText> script;  // it is read again with it
  std::string derivation;            // of the figure of that name; empty: none
  bool calibrate = false;            // on the log that is open
  bool close_log = false;
  bool leave_moment = false;   // that is played, for the whole step
  bool leave_refused = false;  // back from a script that was refused to the present scenario
  // The name of the view that shall have the whole area, of what is visited too; empty: four together.
  std::optional<std::string> grow;
};

/// What a lesson says of a figure of the report: what the learner expected of it, since it was shown, or what a goal
/// wants of it.
struct LessonMark {
  std::string path;               // "memory.peak_bytes"
  std::string words;              // "you said 62 GB", "goal: at most 10 %"
  double value = 0;               // that was said, or the goal's limit, in SI units
  std::optional<bool> reached{};  // of a goal
};

struct LessonMarks {
  std::vector<LessonMark> said, goals;

  /// The mark of that figure; null where there is none.
  [[nodiscard]] const LessonMark* said_of(std::string_view path) const { return find(said, path); }
  [[nodiscard]] const LessonMark* goal_of(std::string_view path) const { return find(goals, path); }

 private:
  static const LessonMark* find(const std::vector<LessonMark>& marks, std::string_view path) {
    for (const LessonMark& mark : marks)
      if (mark.path == path) return &mark;
    return nullptr;
  }
};

struct ViewFrame : Frame {
  const Report& shown;  // what views draw: the present report, or while its plan is impossible the last one that wasn't
  const Holds& holds;
  const LaunchChoice& launch;
  const RulesReport& rules;                 // of the framework that is picked there, on the present scenario
  const TakenIn& taken;                     // where the present scenario came from
  const OpenLog& log;                       // beside it; null: none
  const Notice& notice;                     // what was said last
  double evaluate_seconds;                  // that one evaluation takes; 0 in a picture, which is finished in one frame
  std::string_view grown;                   // the view that has the whole area; empty: four together
  bool is_picture;                          // this frame becomes a file: no buttons, nothing answers the pointer
  Selection& selection;                     // out, too
  LayoutState& layout;                      // out, too: the card stands over more than one view
  ViewRequests& requests;                   // out
  std::optional<Figures> before;            // what the last edit changed; absent where there is nothing to compare with
  const std::optional<StepMoment>& moment;  // of the step of `shown` that is played; absent: none is
  std::uint64_t presets_version;            // another number for other presets
  const LessonMarks& marks;                 // of the lesson's step that is open
  bool lets_find_out;                       // a lesson asks for something: nothing is said of other plans than this one

  [[nodiscard]] const LaunchedScenario& launched() const { return document.said; }   // as the person has it
  [[nodiscard]] const Scenario& scenario() const { return document.said.scenario; }  // the same without its script
};

}  // namespace shardscope
