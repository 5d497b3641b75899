// What the Launch view shows of the present scenario, made anew when it or the person's choice changed.
#pragma once

#include <string>
#include <vector>

#include "app/explorer/explorer.h"

namespace shardscope {

/// Makes explorer.launch_detail what explorer.launch asks of the present scenario. What gives room takes milliseconds
/// and waits while `hand_is_down`.
void refresh_launch(Explorer& explorer, bool hand_is_down);

/// Says what the picked framework refuses or warns of among the report's problems, under the fields concerned, instead
/// of what was said there before.
void say_rules(Explorer& explorer);

/// That the present scenario was read from outside: says what of it wasn't understood, holds the rules of its own
/// framework, and grows the Launch view where that lists something.
void show_taken(Explorer& explorer, TakenIn from);

/// "refused", "warning", "adjusted".
[[nodiscard]] const char* severity_word(RuleSeverity severity);

/// "63 rules checked, 2 broken; 58 can't be checked from here."
[[nodiscard]] std::string rules_line(const RulesReport& rules);

/// "plan.schedule = zb-h1" of "plan.schedule=\"zb-h1\"", a line a setting.
[[nodiscard]] std::vector<std::string> unsaid_lines(const ExportedLaunch& exported);

}  // namespace shardscope
