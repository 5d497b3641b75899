#include "core/finite.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

bool finite(Seconds time) {
  return std::isfinite(time.value);
}

void drop_if_infinite(std::optional<double>& figure) {
  if (figure && !std::isfinite(*figure)) figure.reset();
}

}  // namespace

bool is_finite(const TimeReport& time) {
  const bool stages = std::all_of(time.stages.begin(), time.stages.end(), [](const StageTime& stage) {
    return finite(stage.forward + stage.recompute + stage.backward_input + stage.backward_weight + stage.idle);
  });
  const bool tails = std::all_of(time.tails.begin(), time.tails.end(), [](const StepTail& tail) {
    return std::isfinite(tail.gradients_start + tail.gradients_end + tail.optimizer_start + tail.optimizer_end);
  });
  return stages && tails && finite(time.step) && finite(time.breakdown.total());
}

RunReport without_infinities(RunReport run) {
  for (std::optional<double>* figure :
       {&run.days, &run.gpu_hours, &run.calendar_days, &run.goodput, &run.failures, &run.energy_joules,
        &run.power_watts, &run.energy_usd, &run.rental_usd, &run.capital_usd, &run.amortised_usd})
    drop_if_infinite(*figure);
  if (run.total_flops && !std::isfinite(run.total_flops->value)) run.total_flops.reset();
  if (run.checkpoint_interval && !finite(*run.checkpoint_interval)) run.checkpoint_interval.reset();
  return run;
}

}  // namespace shardscope
