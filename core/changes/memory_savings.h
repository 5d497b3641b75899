// What would save memory: single changes of the plan that lower the peak of memory, each evaluated.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/setting.h"
#include "core/changes/single_changes.h"
#include "core/report/report.h"

namespace shardscope {

/// One kind of change in growing steps: "TP 8 → 16", "TP 8 → 32", … Each is the whole scenario after it, with what
/// depends on it followed (follow_edit: the GPUs stay).
struct SavingFamily {
  std::vector<SingleChange> steps;  // ascending; at least one
};

/// The kinds of change that this plan leaves open: more tensor, pipeline, context or expert parallelism, a smaller
/// micro-batch, fewer virtual stages, recomputation by module, by layers or whole, the next ZeRO stage, narrower
/// gradients and optimizer state, offload, sequence parallelism, flash attention. `present` as the person wrote it.
[[nodiscard]] std::vector<SavingFamily> saving_families(const Scenario& present, const Holds& holds = {});

/// A change that was evaluated.
struct MemorySaving {
  std::string words;
  Scenario scenario;
  Bytes peak, saved;  // saved: of the peak before
  std::optional<double>
      slower;  // share of the step's time, negative where it is faster; absent where unknown (offload)
  bool fits = false;
  std::vector<Setting> settings = {};  // that make the scenario, what followed included: "plan.ep=2", "plan.etp=8"
};

/// What the step's scenario came to, beside the report before it.
[[nodiscard]] MemorySaving change_of(const Report& before, const SingleChange& step, const Report& after);

/// The family's smallest step that makes the plan fit, found by halving (memory falls along a family); where none does,
/// or the plan fits already, its first step, or its last where the first saves nothing (less than a thousandth of the
/// peak). Nothing where that is invalid or saves nothing either.
[[nodiscard]] std::optional<MemorySaving> smallest_saving(const Report& before, const SavingFamily& family);

/// What a change leaves of memory times what it leaves of a token's time, 1 for the plan as it is: the GPU-seconds of
/// full memory that a token takes. Nothing where its time is unknown.
[[nodiscard]] std::optional<double> left_of(const MemorySaving& change);

/// Whether it saves both: memory, and time or none lost.
[[nodiscard]] bool saves_both(const MemorySaving& change);

/// Changes that fit before those that don't; of each first those that save both memory and time, then what leaves least
/// of the two together, those whose time is unknown behind the others, by what they save.
void order_changes(std::vector<MemorySaving>& changes);

/// All of it: every family's smallest change, in order. Costs some 3 evaluations per family.
[[nodiscard]] std::vector<MemorySaving> memory_savings(const Scenario& present, const Report& report,
                                                       const Holds& holds = {});

}  // namespace shardscope
