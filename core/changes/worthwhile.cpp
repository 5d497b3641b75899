#include "core/changes/worthwhile.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/evaluate/evaluate.h"
#include "core/scenario_json/settings_between.h"

namespace shardscope {

WorthwhileTrial worthwhile_trial(const Scenario& present, const Report& report, const Holds& holds) {
  if (!report.valid || !report.time) return {};
  std::vector<NetworkIdea> ideas = network_ideas(present, report);
  std::erase_if(ideas, [](const NetworkIdea& idea) { return idea.hardware; });
  return {saving_families(present, holds), std::move(ideas), 0};
}

void try_next(WorthwhileTrial& trial, const Scenario& present, const Report& report) {
  const std::size_t at = trial.tried++;
  const auto keep = [&](MemorySaving change) {
    change.settings = settings_between(present, change.scenario);
    trial.changes.push_back(std::move(change));
  };
  if (at < trial.families.size()) {
    if (std::optional<MemorySaving> change = smallest_saving(report, trial.families[at])) keep(*std::move(change));
    return;
  }
  const NetworkIdea& idea = trial.ideas[at - trial.families.size()];
  const bool known = std::any_of(trial.changes.begin(), trial.changes.end(),
                                 [&](const MemorySaving& change) { return change.scenario == idea.scenario; });
  if (!known) keep(change_of(report, idea, evaluate(idea.scenario)));
}

std::vector<MemorySaving> most_worth(const WorthwhileTrial& trial, std::size_t count) {
  constexpr double worth_saying = 0.99;  // a hundredth of either
  std::vector<MemorySaving> changes;
  for (const MemorySaving& change : trial.changes)
    if (const std::optional<double> left = left_of(change); change.fits && left && *left <= worth_saying)
      changes.push_back(change);
  order_changes(changes);
  if (changes.size() > count) changes.resize(count);
  return changes;
}

std::vector<MemorySaving> worthwhile_changes(const Scenario& present, const Report& report, std::size_t count,
                                             const Holds& holds) {
  WorthwhileTrial trial = worthwhile_trial(present, report, holds);
  while (trial.pending()) try_next(trial, present, report);
  return most_worth(trial, count);
}

}  // namespace shardscope
