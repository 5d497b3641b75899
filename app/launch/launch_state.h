// app/launch: the Launch view: the check before a launch (does it fit, which rules of a framework does it break, what
// to change first), and the launch's text; of a launch script the script itself, lit by what was read from it. In: the
// scenario, what was read from outside, the frameworks picked. Out: cards; an edit where a change is clicked, another
// choice of frameworks, a value that the script takes from outside, a text on the clipboard.
//
// What the view derives; what is picked belongs to the session, since it is kept with what is open.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/panels/view.h"
#include "app/session/memo.h"
#include "core/changes/memory_savings.h"
#include "core/changes/plan_mends.h"
#include "core/launch/export_launch.h"
#include "core/launch/inexpressible.h"
#include "core/script/script_mends.h"
#include "core/script/what_was_read.h"

namespace shardscope {

/// What the view shows of the scenario by the choice.
struct LaunchDetail : FrameworkFindings {
  ExportedLaunch exported;
};

/// A script with what is wrong with it now, and its fields.
struct MarkedScript {
  LitScript lit;
  WhatWasRead read;
};

/// Changes of a script that let it start: tried one a frame, so that none of them makes a frame late.
struct MendSearch {
  std::vector<ScriptMend> open, found;
  std::size_t next = 0;  // of `open`

  [[nodiscard]] bool done() const { return next >= open.size(); }
};

/// What a person looks at in a script, and where the eye is to be led in the next frame.
struct ScriptPick {
  std::string field;                // "plan.tp"; empty: none
  std::optional<std::size_t> span;  // of the lit script
  bool to_script = false, to_field = false;
  std::string ask = {};                  // whose field above the script gets the keys: "1"
  std::optional<std::size_t> lead = {};  // the span to which the script is scrolled
};

struct LaunchState {
  static constexpr ViewInfo info = {
      .name = "launch",
      .title = "Launch",
      .help = "Whether the plan fits and may start on a framework, and the text that launches it.",
      .tab = "Launch",
      .of_impossible = true,
      .window_of_script = true,
      .shows_refused = true,
      .attention = Attention::check};
  Memo<LaunchDetail, LaunchedScenario, LaunchChoice> detail = {};
  // Where the plan doesn't fit, what saves memory, best first, as the framework can express it: made once the hand lets
  // go.
  Memo<std::vector<MemorySaving>, LaunchedScenario, std::string, Holds> savings = {};
  // Of the broken rules, by their names, what of the plan makes each hold; likewise.
  Memo<std::map<std::string, PlanMend>, LaunchedScenario, std::string, Holds> rule_mends = {};

  Memo<LaunchReading, SharedValue<LaunchSource>> reading = {};
  Memo<MarkedScript, SharedValue<LaunchSource>, LaunchedScenario, std::string> marked = {};
  Memo<MendSearch, SharedValue<LaunchSource>, LaunchedScenario, std::string> mends = {};
  ScriptPick pick = {};
  std::string file = {};            // whose text is shown, of those that the script reads; empty: its own
  bool all_without_effect = false;  // the flags without effect stand unfolded
  bool writes = false;              // the script for another framework stands in place of the check
};

/// Two cards over `area`: what was read, whether it fits, which rules it breaks and what to change first; and the text
/// of the format that is picked, with what that can't say above it. Of a launch script: the script, what was read from
/// it, and the verdict.
void draw_view(LaunchState& state, const ViewFrame& frame, const Rect& area);

/// Whether changes of a script are still tried.
[[nodiscard]] bool is_working(const LaunchState& state);

}  // namespace shardscope
