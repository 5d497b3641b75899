// What stands beside the scenarios, of all that knows some: views' settings, pins, a presentation's steps. It comes
// back at the next start, and what a person changes of it is a step of the history.
#pragma once

#include <string>

#include "app/session/document/beside.h"
#include "core/scenario/launched_scenario.h"

namespace shardscope {

struct Explorer;

/// As it was when it was looked at last, and what was shown then.
struct BesideLook {
  KeptViews texts = {};
  LaunchedScenario said = {};
  std::string view = {};
};

/// All of it, for the next start.
[[nodiscard]] KeptViews kept_beside(Explorer& explorer);
/// All that such texts say, in place of what there is.
void take_beside(Explorer& explorer, const KeptViews& texts);
/// What another window that is gone had put aside, behind what there is.
void add_beside(Explorer& explorer, const KeptViews& texts);
/// What of it is lost with its window if nobody keeps it: what add_beside() takes, where there is any.
[[nodiscard]] KeptViews put_aside(Explorer& explorer);

/// What a person changed of it since the last time becomes steps of the history. Not what a view itself made of another
/// scenario, or when it was shown.
void follow_beside(Explorer& explorer);
/// Goes where undo and redo led.
void take_beside_due(Explorer& explorer);

}  // namespace shardscope
