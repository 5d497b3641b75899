#include "core/changes/worthwhile.h"

#include <algorithm>

#include "core/changes/network_changes.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario_json/settings_between.h"

namespace shardscope {

std::vector<MemorySaving> worthwhile_changes(const Scenario& present, const Report& report, std::size_t count,
                                             const Holds& holds) {
  if (!report.valid || !report.time) return {};
  std::vector<MemorySaving> changes = memory_savings(present, report, holds);
  const auto known = [&](const Scenario& scenario) {
    return std::any_of(changes.begin(), changes.end(),
                       [&](const MemorySaving& change) { return change.scenario == scenario; });
  };
  for (const NetworkIdea& idea : network_ideas(present, report))
    if (!idea.hardware && !known(idea.scenario)) {
      changes.push_back(change_of(report, idea, evaluate(idea.scenario)));
      changes.back().settings = settings_between(present, idea.scenario);
    }
  constexpr double worth_saying = 0.99;  // a hundredth of either
  std::erase_if(changes, [](const MemorySaving& change) {
    const std::optional<double> left = left_of(change);
    return !change.fits || !left || *left > worth_saying;
  });
  order_changes(changes);
  if (changes.size() > count) changes.resize(count);
  return changes;
}

}  // namespace shardscope
