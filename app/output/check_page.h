// What to know before a launch, in one screen: does it fit and by how much, which rules of the framework it breaks,
// what a step will probably take, what to change first.
#pragma once

#include <span>

#include "app/output/report_page.h"
#include "core/changes/first_changes.h"

namespace shardscope {

/// `changes`: framework_savings()'s (core/changes/first_changes.h).
[[nodiscard]] Page check_page(const NamedReport& named, const FrameworkFindings& findings,
                              std::span<const MemorySaving> changes);

/// As many broken rules, changes and hints are shown at most, so that the page fits a terminal of 24 rows.
inline constexpr std::size_t check_rules_max = 5;
inline constexpr std::size_t check_changes_max = 3;
inline constexpr std::size_t check_hints_max = 6;  // beside what was taken for granted, which is always shown
inline constexpr std::size_t check_width = 100;    // characters of a line beside its head

}  // namespace shardscope
