// Which single changes of a plan are worth most, whether it fits or not: by memory and time together.
#pragma once

#include <vector>

#include "core/changes/memory_savings.h"
#include "core/changes/network_changes.h"

namespace shardscope {

/// Of what saves memory (memory_savings.h) and what relieves the network (network_changes.h; no hardware), each
/// evaluated whole: those that fit and leave less of memory times time than the plan has, the most worth first, at most
/// `count`. `saved` is negative where a change takes more memory for less time. Some 50 evaluations.
[[nodiscard]] std::vector<MemorySaving> worthwhile_changes(const Scenario& present, const Report& report,
                                                           std::size_t count, const Holds& holds = {});

/// The same in parts, between frames: what there is to try, and what of it was.
struct WorthwhileTrial {
  std::vector<SavingFamily> families;
  std::vector<NetworkIdea> ideas;
  std::size_t tried = 0;  // of both, families first
  std::vector<MemorySaving> changes = {};

  [[nodiscard]] bool pending() const { return tried < families.size() + ideas.size(); }
};
[[nodiscard]] WorthwhileTrial worthwhile_trial(const Scenario& present, const Report& report, const Holds& holds = {});
/// The next family, with some 3 evaluations, or idea, with one.
void try_next(WorthwhileTrial& trial, const Scenario& present, const Report& report);
[[nodiscard]] std::vector<MemorySaving> most_worth(const WorthwhileTrial& trial, std::size_t count);

}  // namespace shardscope
