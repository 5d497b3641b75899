// What a balanced layout gains and costs, in the words of the command line and of the window's buttons.
#pragma once

#include <string>

#include "core/changes/layout/balance.h"

namespace shardscope {

/// "−3.1 % step, +2.0 % memory", the goal first and what doesn't move left out. Where nothing is gained: "already the
/// shortest", or "no shorter one found" where that isn't proven.
[[nodiscard]] std::string balance_words(const Balanced& balanced, BalanceGoal goal);
/// The goal alone: "−3.1 % step".
[[nodiscard]] std::string goal_words(const Balanced& balanced, BalanceGoal goal);

}  // namespace shardscope
