#include "core/changes/first_changes.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Takes out of the changes those that the framework can't express, where it can the plan.
void keep_expressible(std::vector<MemorySaving>& changes, const LaunchedScenario& said,
                      const LaunchFramework& framework, const Catalogue& presets) {
  const std::vector<Inexpressible> already = inexpressible(said, framework, presets);
  std::erase_if(changes, [&](const MemorySaving& change) {
    const std::vector<Inexpressible> unsaid = inexpressible({change.scenario, said.launch}, framework, presets);
    return std::any_of(unsaid.begin(), unsaid.end(), [&](const Inexpressible& each) {
      return std::find(already.begin(), already.end(), each) == already.end();
    });
  });
}

}  // namespace

std::string_view words_of(NoChange why) {
  switch (why) {
    case NoChange::none_saves:
      return "No single change of the plan saves memory.";
    case NoChange::none_needed:
      return "Nothing has to change.";
  }
  return {};
}

FirstChanges first_changes(const Report& report, const FrameworkFindings& findings,
                           std::span<const MemorySaving> savings) {
  const std::string& title = findings.rules.title;
  FirstChanges first;
  for (const std::string& change : findings.changes) first.wanted.push_back("For " + title + ": " + change);
  if (!findings.unsaid.empty()) first.another = "A plan that " + title + " can express, or another framework.";
  if (!report.valid) return first;
  if (!report.fits && savings.empty()) first.none = NoChange::none_saves;
  if (report.fits && first.wanted.empty() && first.another.empty()) first.none = NoChange::none_needed;
  return first;
}

std::vector<MemorySaving> framework_savings(const LaunchedScenario& said, const Report& report,
                                            const LaunchFramework* framework, const Catalogue& presets,
                                            const Holds& holds) {
  if (!report.valid || report.fits) return {};
  std::vector<MemorySaving> savings = memory_savings(said.scenario, report, holds);
  if (framework != nullptr) keep_expressible(savings, said, *framework, presets);
  return savings;
}

}  // namespace shardscope
