// app/explorer: the window's state and what changes it. In: presets, a scenario, mouse and keys. Out: frames.
// The state is two values: a History of scenarios (undo is stepping through it) and a ViewState (what is zoomed, grown,
// selected, held), saved but never in the history. The scenario changes in one place, draw_explorer(); panels return an
// edited scenario, views draw a report and keep nothing.
#pragma once

#include <string>

#include "app/session/undo_list.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// A scenario on the desk: as it stands, as it was opened or last saved, and where that was.
struct Document {
  Scenario scenario;
  Scenario baseline;  // the preset or file that it came from: what "back to the preset's value" means
  std::string file;   // empty for a preset that was never saved

  [[nodiscard]] bool edited() const { return scenario != baseline; }
  bool operator==(const Document&) const = default;
};

using History = UndoList<Document>;

/// Saving changes no scenario: the present entry's baseline and file are replaced without a step.
void mark_saved(History& history, std::string file);

}  // namespace shardscope
