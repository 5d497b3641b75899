// What an edit of a scenario sets, all that followed it included, as a command line takes it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/setting.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// "plan.ep=2", "plan.etp=8": each field beside the model in which `to` differs from `from`, in the order of the
/// fields; null for what `to` leaves to its default. Applied to `from` they make `to` (apply_setting); pools of a mixed
/// cluster aren't fields and have to be the same.
[[nodiscard]] std::vector<Setting> settings_between(const Scenario& from, const Scenario& to);

/// What the field of that path is in the scenario, as such a setting has it; null where it is absent, or no field's.
[[nodiscard]] std::string setting_text(const Scenario& scenario, std::string_view path);

}  // namespace shardscope
