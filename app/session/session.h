// app/session: what is open and what changes it, without a window: documents with their undo history, settings, files,
// and the report of the scenario that is shown. In: presets, edits, files, text from outside. Out: a report, and words
// for the person. No view and no Dear ImGui: a test, a browser or another window drives the same value.
//
// The session as one value, and the functions that change it: edit, undo, open, save. documents.h: several scenarios at
// once. kept/kept_documents.h: what comes back at the next start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/document/history.h"
#include "app/session/document/take_in.h"
#include "app/session/file_picker.h"
#include "app/session/memo.h"
#include "app/session/open_log.h"
#include "app/session/settings.h"
#include "app/session/words.h"
#include "core/changes/follow_edit.h"
#include "core/launch/export_launch.h"
#include "core/presets/presets.h"
#include "core/report/report.h"

namespace shardscope {

/// The frameworks that a person picked, each by its preset; until then the plan's own.
struct LaunchChoice {
  std::string rules{usual_framework};  // whose rules hold; empty: no framework's, since none of the plan's is known
  std::string form{usual_framework};   // whose text is written; empty: likewise
  Launcher launcher = Launcher::none;

  bool operator==(const LaunchChoice&) const = default;
};

/// What a person asked for that needs the unsaved edits' fate decided first.
enum class Pending { nothing, close, close_document };

/// What the window shall turn to after something was read.
enum class Attention { none, scenario, check, log };

/// A scenario in a tab that isn't shown.
struct ParkedDocument {
  History history;
  TakenIn taken;
};

struct Session {
  const Presets* presets = nullptr;                 // outlives the session, or is the next line's
  std::shared_ptr<const Presets> own_presets = {};  // once the person saved one
  std::uint64_t presets_version = 0;                // another number for other presets: an address is given again
  History history;                                  // of the scenario that is shown
  Settings settings = {};
  Holds holds = {};
  LaunchChoice launch = {};
  Memo<RulesReport, LaunchedScenario, std::string> rules = {};  // of a framework on a scenario: checked_rules()

  Report report = {};                   // of history.present()
  std::optional<Report> possible = {};  // the last report that was valid, while the present one isn't
  LaunchedScenario evaluated = {};      // what `report` was made of
  double evaluate_seconds = 0;
  Change change = {};
  Notice notice = {};
  Refusal refusal = {};

  std::vector<ParkedDocument> parked = {};  // the other scenarios that are open (documents.h)
  std::size_t document_place = 0;           // of the present one among them
  TakenIn taken = {};                       // where the present scenario came from, or what was refused since
  OpenLog log = {};                         // a training log that is shown beside it
  OwnRuns own_runs = {};                    // what was calibrated on
  KeptViews beside_due = {};                // texts that undo went back to: whoever they are of takes them
  bool turned = false;                      // another scenario became the present one; whoever follows it takes this
  Attention attention = Attention::none;
  FilePicker picker = {};
  Pending pending = Pending::nothing;
  bool closing = false;  // the window may close now
};

[[nodiscard]] Session make_session(const Presets& presets, LaunchedScenario said, std::string file, Settings settings);

/// Makes `scenario` the present one, the last step's change included, and evaluates it. `path` is the field touched.
void edit_scenario(Session& session, Scenario scenario, std::string_view path);
/// The same with what the person has set by hand since.
void edit_scenario(Session& session, FollowedEdit edit, std::string_view path);
/// Ends the step: what follows is undone apart.
void end_step(Session& session);
/// A change of what stands beside the scenarios, made already, as a step that is undone with them.
void record_beside(Session& session, BesideStep step);
/// An edit that is undone apart from those before and after it.
void edit_as_step(Session& session, Scenario scenario, std::string_view path);

void undo(Session& session);
void redo(Session& session);
/// As many steps back or forth as lead to that entry of the history.
void go_to_step(Session& session, std::size_t position);

/// A preset or a file becomes a step of its own; a file that is wrong leaves all as it was, with a notice that says
/// why.
void open_preset(Session& session, const LaunchedScenario& preset);
/// The preset with changes on top: it says that it is edited.
void open_preset(Session& session, const LaunchedScenario& preset, const LaunchedScenario& changed);
/// A whole document in the present one's place, with its file, what it was opened as and where it came from: a step of
/// its own.
void put_document(Session& session, Document document);
/// A launch script reads `outside` too, and what lies beside it.
/// A training log is shown beside what is present (log_session.h).
bool open_file(Session& session, const std::string& file, const ShellOutside& outside = {});
/// Any text that take_in() knows; `name` is what to call it, `file` where it lies, if it does. A launch or a model's
/// configuration asks for the check, which lists what wasn't understood. `outside`: what a script takes from outside.
bool open_text(Session& session, const std::string& text, const std::string& name, const std::string& file,
               const ShellOutside& outside = {});
bool save_file(Session& session, const std::string& file);

/// Turns to the frameworks that a person or a launch chose; the rules of the one are said instead of the last one's.
void choose_launch(Session& session, LaunchChoice choice);

/// Where the present document came from, as what is refused since or was shown of another one no longer says.
[[nodiscard]] TakenIn origin_of(const Document& document);
/// Says it of the present document, whatever step of it is gone back to.
void set_origin(Session& session, TakenIn from);
/// That the present scenario was read from outside: holds the rules of its own framework.
void take_origin(Session& session, TakenIn from);
/// The same, and says what of it wasn't understood, and asks for the check where that lists something.
void show_taken(Session& session, TakenIn from);

/// Another document became the present one: it is evaluated.
void turn_to_present(Session& session);

/// What the views show: the present report, or while its plan is impossible the last one that wasn't.
[[nodiscard]] const Report& shown_report(const Session& session);

/// What the verdict strip and the charts compare with: the figures before the last change; nothing before the first.
[[nodiscard]] std::optional<Figures> change_since(const Session& session);

/// The framework of this name; the first where there is none. There is one.
[[nodiscard]] const LaunchFramework& framework_named(const Presets& presets, const std::string& name);

/// The rules of the picked framework on the present scenario, checked once for all who ask; empty where there is no
/// framework.
[[nodiscard]] const RulesReport& checked_rules(Session& session);

/// Closes at once, or shows the first scenario whose edits are unsaved and asks.
void request_close(Session& session);

}  // namespace shardscope
