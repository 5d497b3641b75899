// What to know before a launch, in one screen: does it fit and by how much, which rules of the framework it breaks,
// what a step will probably take, what to change first.
#pragma once

#include <span>

#include "app/output/report_page.h"
#include "core/changes/memory_savings.h"
#include "core/launch/inexpressible.h"
#include "core/presets/presets.h"

namespace shardscope {

/// What a framework says of a plan.
struct FrameworkFindings {
  RulesReport rules;
  std::vector<std::string> changes;   // that it asks for before it starts
  std::vector<Inexpressible> unsaid;  // of the plan, what it can't express
};

[[nodiscard]] FrameworkFindings framework_findings(const LaunchedScenario& said, const LaunchFramework& framework,
                                                   const Presets& presets);

/// Takes out of the changes those that the framework can't express, where it can the plan.
void keep_expressible(std::vector<MemorySaving>& changes, const LaunchedScenario& said,
                      const LaunchFramework& framework, const Presets& presets);

/// `changes`: what saves memory, best first (core/changes/memory_savings.h); empty where the plan fits or can't run.
[[nodiscard]] Page check_page(const NamedReport& named, const FrameworkFindings& findings,
                              std::span<const MemorySaving> changes);

/// As many broken rules, changes and hints are shown at most, so that the page fits a terminal of 24 rows.
inline constexpr std::size_t check_rules_max = 5;
inline constexpr std::size_t check_changes_max = 3;
inline constexpr std::size_t check_hints_max = 6;  // beside what was taken for granted, which is always shown
inline constexpr std::size_t check_width = 100;    // characters of a line beside its head

}  // namespace shardscope
