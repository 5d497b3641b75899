#include "tests/fit/trial.h"

#include <cmath>
#include <cstdio>

#include "core/evaluate/evaluate.h"
#include "core/hardware/constants.h"
#include "core/step/stage_cost.h"

namespace shardscope::fit {

namespace {

struct Shipped {
  double product_size_term, product_fixed_seconds, grouped_rows_half, grouped_width_half, attention_keys_half;
  double dense_gain_a_year, moe_gain_a_year, moe_sync_seconds, share_of_a_busy_link;
  Contention contention;
};

Shipped current() {
  namespace c = constants;
  return {c::product_size_term,    c::product_fixed_seconds, c::grouped_rows_half, c::grouped_width_half,
          c::attention_keys_half,  c::dense_gain_a_year,     c::moe_gain_a_year,   c::moe_sync_seconds,
          c::share_of_a_busy_link, exchange_contention};
}

const Shipped shipped = current();

void no_shapes() {
  namespace c = constants;
  c::product_size_term = c::product_fixed_seconds = c::grouped_rows_half = c::grouped_width_half = 0;
  c::attention_keys_half = 0;
}

void all_exposed(Scenario& scenario) {
  Overlap& overlap = scenario.plan.overlap;
  overlap.tp = overlap.cp = overlap.ep = overlap.dp_grad = overlap.dp_param = false;
}

}  // namespace

void restore_constants() {
  namespace c = constants;
  c::product_size_term = shipped.product_size_term, c::product_fixed_seconds = shipped.product_fixed_seconds;
  c::grouped_rows_half = shipped.grouped_rows_half, c::grouped_width_half = shipped.grouped_width_half;
  c::attention_keys_half = shipped.attention_keys_half;
  c::dense_gain_a_year = shipped.dense_gain_a_year, c::moe_gain_a_year = shipped.moe_gain_a_year;
  c::moe_sync_seconds = shipped.moe_sync_seconds, c::share_of_a_busy_link = shipped.share_of_a_busy_link;
  exchange_contention = shipped.contention;
}

std::vector<Ablation> ablations() {
  namespace c = constants;
  return {{"shape-dependent efficiency",
           "every product and attention at its GPU's efficiency, whatever its shape",
           no_shapes,
           [](Scenario& scenario) { scenario.cluster.gpu.multiprocessors = 1; },
           {}},
          {"overlap, all exposed", "every exchange added to the step", {}, all_exposed, {}},
          {"overlap, data-parallel hidden",
           "the data-parallel exchange free",
           {},
           {},
           [](const Report& report) { return (report.time->step - report.time->breakdown.dp_comm).value; }},
          {"contention",
           "kernels and traffic at full speed beside each other",
           [] {
             exchange_contention = {1, 1};
           },
           {},
           {}},
          {"links shared between kinds",
           "gradients and gathers as if alone on their links",
           [] { c::share_of_a_busy_link = 1; },
           {},
           {}},
          {"launches and host waits",
           "kernels alone",
           [] { c::moe_sync_seconds = 0; },
           [](Scenario& scenario) { scenario.cluster.gpu.efficiency.launch_seconds = 0; },
           {}},
          {"age", "every release as fast as 2025's", [] { c::dense_gain_a_year = c::moe_gain_a_year = 1; }, {}, {}}};
}

std::vector<double> log_errors(const std::vector<MeasuredRun>& timed, const Ablation* ablation) {
  if (ablation != nullptr && ablation->constants) ablation->constants();
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
