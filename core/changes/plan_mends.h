// What makes a framework's rule hold: another value of one of its fields, tried.
#pragma once

#include <optional>
#include <string>

#include "core/changes/follow_edit.h"
#include "core/frameworks/rules/rules.h"
#include "core/presets/presets.h"

namespace shardscope {

struct PlanMend {
  std::string path;   // of the field that changes
  Scenario edited;    // with that alone
  Scenario scenario;  // with what follows from it
};

/// The change of one of the rule's fields of the plan with which it holds, no other rule refuses the plan that didn't
/// before, and some machine could run it; first those that leave no more GPUs idle, of them the nearest value. Nothing
/// where there is none.
[[nodiscard]] std::optional<PlanMend> mend_of_rule(const LaunchedScenario& present, const BrokenRule& rule,
                                                   const LaunchFramework& framework, const Presets& presets,
                                                   const Holds& holds);

}  // namespace shardscope
