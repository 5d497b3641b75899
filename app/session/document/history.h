// app/session/document: one document: the scenario as it stands, where it came from, the steps that led to it, and what
// changed between two of them in words. In: text of any kind, edits. Out: scenarios, and words for the person. Plain
// values: nothing is evaluated.
//
// A scenario on the desk, and the steps that led to it. Undo is stepping back through them; what is zoomed, grown or
// selected is no part of it.
#pragma once

#include <string>

#include "app/session/document/beside.h"
#include "app/session/document/take_in.h"
#include "app/session/document/undo_list.h"
#include "core/base/shared_value.h"
#include "core/changes/follow_edit.h"
#include "core/launch/launch_source.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

/// A scenario on the desk: as it stands, as it was opened or last saved, and where that was.
struct Document {
  LaunchedScenario said;
  LaunchedScenario baseline;  // the preset or file that it came from: what "back to the preset's value" means
  std::string file;           // empty for a preset that was never saved
  SharedValue<LaunchSource> source = {};  // of a launch: the text that it was read from, and what it was given
  SetByHand by_hand = {};                 // what follows edits is made from
  SharedValue<TakenIn> taken = {};        // where it came from, if it was read from outside
  SharedValue<BesideStep> beside = {};    // the last step up to here that changed what stands beside the scenarios

  [[nodiscard]] bool edited() const { return said != baseline; }
  bool operator==(const Document&) const = default;
};

using History = UndoList<Document>;

/// Saving changes no scenario: the present entry's baseline and file are replaced without a step.
void mark_saved(History& history, std::string file);

}  // namespace shardscope
