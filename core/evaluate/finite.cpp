#include "core/evaluate/finite.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace shardscope {

namespace {

bool finite(Seconds time) {
  return std::isfinite(time.value);
}
bool finite(std::initializer_list<Seconds> times) {
  return std::all_of(times.begin(), times.end(), [](Seconds time) { return finite(time); });
}
bool finite(const TimeRange& range) {
  return std::isfinite(range.start) && std::isfinite(range.end);
}

void drop_if_infinite(std::optional<double>& figure) {
  if (figure && !std::isfinite(*figure)) figure.reset();
}

}  // namespace

bool is_finite(const TimeReport& time) {
  const bool stages = std::all_of(time.stages.begin(), time.stages.end(), [](const StageTime& stage) {
    return finite({stage.forward, stage.recompute, stage.backward_input, stage.backward_weight, stage.idle});
  });
  const bool step_ends = std::all_of(time.step_ends.begin(), time.step_ends.end(), [](const StepEnd& step_end) {
    return finite(step_end.gradients) && finite(step_end.optimizer) && finite(step_end.parameters);
  });
  return stages && step_ends && finite({time.step, time.breakdown.total()});
}

RunReport without_infinities(RunReport run) {
  for (std::optional<double>* figure :
       {&run.days,          &run.gpu_hours,       &run.calendar_days,      &run.steps,
        &run.goodput,       &run.failures,        &run.failures_per_day,   &run.planned_stops,
        &run.checkpoints,   &run.checkpoint_days, &run.lost_days,          &run.restart_days,
        &run.planned_days,  &run.nodes_out,       &run.spare_nodes_needed, &run.spare_nodes,
        &run.energy_joules, &run.power_watts,     &run.energy_usd,         &run.co2_kg,
        &run.rental_usd,    &run.capital_usd,     &run.amortised_usd,      &run.critical_batch_tokens,
        &run.share_of_peak})
    drop_if_infinite(*figure);
  for (std::optional<Seconds>* time :
       {&run.mean_time_to_failure, &run.checkpoint_stall, &run.checkpoint_lag, &run.checkpoint_interval,
        &run.young_interval, &run.daly_interval, &run.optimal_interval})
    if (*time && !finite(**time)) time->reset();
  for (PowerPart& part : run.power_parts)
    if (!std::isfinite(part.watts)) part = {};
  if (run.total_flops && !std::isfinite(run.total_flops->value)) run.total_flops.reset();
  for (std::optional<Cost>& cost : run.costs)
    if (cost && !std::isfinite(cost->total())) cost.reset();
  for (std::optional<Bytes>& bytes : run.moved)
    if (bytes && !std::isfinite(bytes->value)) bytes.reset();
  const bool scaling = run.scaling && std::isfinite(run.scaling->tokens_high) && std::isfinite(run.scaling->loss_high);
  if (!scaling) run.scaling.reset();
  return run;
}

}  // namespace shardscope
