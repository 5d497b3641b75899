#include "core/sweep/sweep_follow.h"

#include <cmath>

#include "core/base/limits.h"
#include "core/changes/follow_edit.h"
#include "core/scenario/plan_counts.h"

namespace shardscope {

namespace {

/// So many sequences for each replica as there were, where the batch itself isn't varied.
void keep_share(const Scenario& unvaried, const Scenario& varied, Scenario& followed) {
  if (varied.plan.global_batch != unvaried.plan.global_batch) return;
  const auto before = static_cast<double>(replicas_of(with_defaults(unvaried).plan)),
             now = static_cast<double>(replicas_of(with_defaults(followed).plan));
  if (!(before > 0)) return;
  const double batch = std::round(static_cast<double>(unvaried.plan.global_batch) * now / before);
  if (batch >= 1 && batch <= static_cast<double>(limits::global_batch_max))
    followed.plan.global_batch = static_cast<std::int64_t>(batch);
}

}  // namespace

Scenario after_varying(const Scenario& unvaried, const Scenario& varied, SweepFollow follow) {
  switch (follow) {
    case SweepFollow::alone:
      return varied;
    case SweepFollow::gpus:
      return follow_edit(unvaried, varied, Holds{});
    case SweepFollow::batch:
      return follow_edit(unvaried, varied, Holds{.gpus = false, .dp = false, .global_batch = true});
    case SweepFollow::share: {
      Scenario followed = follow_edit(unvaried, varied, Holds{.gpus = false, .dp = false, .global_batch = false});
      keep_share(unvaried, varied, followed);
      return followed;
    }
  }
  return varied;
}

}  // namespace shardscope
