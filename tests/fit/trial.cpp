#include "tests/fit/trial.h"

#include <cmath>
#include <cstdio>

#include "core/evaluate/evaluate.h"

namespace shardscope::fit {

namespace {

void no_shapes(Scenario& scenario) {
  Constants& constants = scenario.cluster.constants;
  constants.product_size_term = constants.product_fixed_seconds = constants.attention_keys_half = 0;
  constants.grouped_rows_half = constants.grouped_width_half = 0;
  scenario.cluster.gpu.multiprocessors = 1;
}

void no_launches(Scenario& scenario) {
  scenario.cluster.constants.moe_sync_seconds = 0;
  scenario.cluster.gpu.efficiency.launch_seconds = 0;
}

void all_exposed(Scenario& scenario) {
  Overlap& overlap = scenario.plan.overlap;
  overlap.tp = overlap.cp = overlap.ep = overlap.dp_grad = overlap.dp_param = false;
}

}  // namespace

std::vector<Ablation> ablations() {
  return {{"shape-dependent efficiency",
           "every product and attention at its GPU's efficiency, whatever its shape",
           no_shapes,
           {}},
          {"overlap, all exposed", "every exchange added to the step", all_exposed, {}},
          {"overlap, data-parallel hidden",
           "the data-parallel exchange free",
           {},
           [](const Report& report) { return (report.time->step - report.time->breakdown.dp_comm).value; }},
          {"contention",
           "kernels and traffic at full speed beside each other",
           [](Scenario& scenario) {
             Constants& constants = scenario.cluster.constants;
             constants.contention_passes = constants.contention_exchange = 1;
           },
           {}},
          {"links shared between kinds",
           "gradients and gathers as if alone on their links",
           [](Scenario& scenario) { scenario.cluster.constants.share_of_a_busy_link = 1; },
           {}},
          {"launches and host waits", "kernels alone", no_launches, {}},
          {"age",
           "every release as fast as 2025's",
           [](Scenario& scenario) {
             Constants& constants = scenario.cluster.constants;
             constants.dense_gain_per_year = constants.moe_gain_per_year = 1;
           },
           {}}};
}

std::vector<double> log_errors(const std::vector<MeasuredRun>& timed, const Ablation* ablation) {
  std::vector<double> errors;
  errors.reserve(timed.size());
  for (const MeasuredRun& run : timed) {
    Scenario scenario = *run.scenario;
    if (ablation != nullptr && ablation->scenario) ablation->scenario(scenario);
    const Report report = evaluate(scenario);
    const double step = !report.time                               ? 0
                        : ablation != nullptr && ablation->seconds ? ablation->seconds(report)
                                                                   : report.time->step.value;
    errors.push_back(step > 0 ? std::log(step / *run.measured[index_of(MeasuredField::step_seconds)]) : 0);
    if (step <= 0) std::fprintf(stderr, "%s has no step time\n", run.id.c_str());
  }
  return errors;
}

Linear linear_at(const std::vector<Fitted>& constants, const Values& values, std::vector<MeasuredRun>& timed) {
  constexpr double nudge = 0.03;
  set_values(constants, values, timed);
  Linear linear{values, log_errors(timed), {}};
  for (std::size_t k = 0; k < constants.size(); ++k) {
    Values nudged = values;
    nudged[k] *= std::exp(nudge);
    set_values(constants, nudged, timed);
    std::vector<double> slopes = log_errors(timed);
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      slopes[i] = (slopes[i] - linear.errors[i]) / nudge;
      if (std::abs(slopes[i]) < 1e-9) slopes[i] = 0;
    }
    linear.slopes.push_back(std::move(slopes));
  }
  set_values(constants, values, timed);
  return linear;
}

}  // namespace shardscope::fit
