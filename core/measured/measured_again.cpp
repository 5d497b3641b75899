#include "core/measured/measured_again.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

bool same_configuration(const Scenario& a, const Scenario& b) {
  return a.cluster.gpus == b.cluster.gpus && a.plan == b.plan && a.model == b.model && a.cluster == b.cluster &&
         a.run == b.run && a.software.framework == b.software.framework;
}

}  // namespace

std::optional<ErrorSummary> measured_again(std::span<const MeasuredRun> runs) {
  std::vector<const MeasuredRun*> timed;
  for (const MeasuredRun& run : runs)
    if (run.scenario && run.measured[index_of(MeasuredField::step_seconds)]) timed.push_back(&run);
  std::stable_sort(timed.begin(), timed.end(), [](const MeasuredRun* a, const MeasuredRun* b) {
    return a->scenario->software.year < b->scenario->software.year;
  });
  const auto seconds = [](const MeasuredRun& run) { return *run.measured[index_of(MeasuredField::step_seconds)]; };
  std::vector<double> differences;
  for (std::size_t i = 1; i < timed.size(); ++i)
    for (std::size_t k = i; k-- > 0;) {  // the youngest of those before
      if (!same_configuration(*timed[i]->scenario, *timed[k]->scenario)) continue;
      differences.push_back(seconds(*timed[i]) / seconds(*timed[k]) - 1);
      break;
    }
  return summary_of(std::move(differences));
}

}  // namespace shardscope
