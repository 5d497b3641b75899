#include "core/traffic/unit_gathers.h"

#include <algorithm>
#include <vector>

namespace shardscope {

Seconds shown_beside(Seconds kernels, Seconds traffic, const Contention& contention) {
  // In the kernels' own clock the traffic is slower by stretch() while both run; the kernels' loss is added.
  const Seconds together = min(kernels, traffic * contention.stretch());
  const Seconds left = traffic - together / contention.stretch();
  return left + together * (contention.passes - 1);
}

GatherExposure gather_exposure(std::span<const UnitRun> units, bool prefetch, const Contention& contention) {
  GatherExposure exposure;
  std::vector<UnitRun> runs;
  for (const UnitRun& unit : units)
    if (unit.count > 0) runs.push_back(unit);
  if (runs.empty()) return exposure;
  const auto shown = [&](double times, Seconds kernels, Seconds traffic) {
    return times * shown_beside(kernels, traffic, contention);
  };
  exposure.forward = runs.front().gather;
  exposure.backward = runs.back().gather + runs.front().scatter;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const UnitRun& run = runs[i];
    const double inner = std::max(0.0, run.count - 1), ends = std::min(1.0, run.count);
    const Seconds before = i > 0 ? runs[i - 1].gather : Seconds{};  // the model's order: backward comes to it next
    const Seconds after = i + 1 < runs.size() ? runs[i + 1].gather : Seconds{};
    const Seconds whole = i + 1 < runs.size() ? runs[i + 1].scatter : Seconds{};  // whole when this one's backward runs
    if (!prefetch) {
      exposure.forward += inner * run.gather + ends * after;
      exposure.backward += inner * run.gather + ends * before + shown(inner, run.backward, run.scatter) +
                           shown(ends, run.backward, whole);
      continue;
    }
    exposure.forward += shown(inner, run.forward, run.gather) + shown(ends, run.forward, after);
    if (run.count >= 2) {
      // The last of the run is beside what is behind it, the first beside what is before it.
      exposure.backward += shown(inner - 1, run.backward, run.gather + run.scatter) +
                           shown(1, run.backward, run.gather + whole) + shown(1, run.backward, before + run.scatter);
    } else {
      exposure.backward +=
          shown(inner, run.backward, run.gather + run.scatter) + shown(ends, run.backward, before + whole);
    }
  }
  return exposure;
}

}  // namespace shardscope
