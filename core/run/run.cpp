#include "core/run/run.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/base/saturating.h"
#include "core/run/causes.h"
#include "core/run/failures.h"
#include "core/run/money.h"
#include "core/run/power.h"
#include "core/run/scaling_law.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/flops/flop_conventions.h"

namespace shardscope {

namespace {

void set_days(RunReport& report, const RunInputs& inputs, double gpus) {
  const Scenario& scenario = inputs.scenario;
  if (!scenario.run.tokens) return;
  const double batch = degree(scenario.plan.global_batch), per_step = tokens_of_step(scenario.plan);
  const double tokens = *scenario.run.tokens;
  report.total_flops = model_flops(scenario, inputs.parameters, scenario.flops_convention) * (tokens / per_step);
  const double start = scenario.run.batch_ramp_start ? degree(*scenario.run.batch_ramp_start) : batch;
  const double ramped = start < batch ? std::min(scenario.run.batch_ramp_tokens.value_or(0), tokens) : 0;
  const RampTime ramp =
      ramp_time(ramped, start, batch, degree(scenario.plan.sequence_length), inputs.step, inputs.busy);
  report.steps = ramp.steps + (tokens - ramped) / per_step;
  if (inputs.throughput == nullptr || !(inputs.throughput->tokens_per_second > 0)) return;
  report.days = (ramp.seconds + (tokens - ramped) / inputs.throughput->tokens_per_second) / seconds_per_day;
  report.gpu_hours = *report.days * hours_per_day * gpus;
}

/// Nodes in repair on average are those that leave in the time that a repair takes (Little's law).
void set_spares(RunReport& report, const Scenario& scenario, const FailureModel& model) {
  const double nodes_out = node_leaves_share * scenario.run.node_repair_seconds / model.mean_time.value;
  report.nodes_out = nodes_out;
  report.spare_nodes_needed = spares_for(nodes_out);
  const double idle = degree(scenario.cluster.gpus) - degree(gpus_at_work(scenario.plan));
  report.spare_nodes = std::max(0.0, std::floor(idle / degree(scenario.cluster.gpus_per_node)));
}

/// Failures and checkpoints of a run of so many training days.
void set_failures(RunReport& report, const RunInputs& inputs) {
  const Scenario& scenario = inputs.scenario;
  const FailureModel model = failure_model(scenario.run, scenario.cluster, inputs.checkpoint);
  report.mean_time_to_failure = model.mean_time;
  report.failures_per_day = seconds_per_day / model.mean_time.value;
  report.checkpoint_stall = model.stall;
  report.checkpoint_lag = model.lag;
  report.young_interval = young_interval(model);
  report.daly_interval = daly_interval(model);
  report.optimal_interval = optimal_interval(model, inputs.step);
  const Seconds interval = scenario.run.checkpoint_interval_seconds ? Seconds{*scenario.run.checkpoint_interval_seconds}
                                                                    : *report.optimal_interval;
  report.checkpoint_interval = interval;
  report.goodput = goodput(model, interval);
  set_spares(report, scenario, model);
  if (!report.days || *report.goodput <= 0) return;
  const TimeShares shares = time_shares(model, interval);
  const double segments = *report.days * seconds_per_day / shares.training.value;
  const auto days = [&](Seconds part) { return segments * part.value / seconds_per_day; };
  report.calendar_days = *report.days / *report.goodput;
  report.checkpoints = segments;
  report.checkpoint_days = days(shares.checkpoints);
  report.lost_days = days(shares.lost);
  report.restart_days = days(shares.restarts);
  report.planned_days = days(shares.planned);
  report.failures = (*report.calendar_days - *report.planned_days) * *report.failures_per_day;
  if (model.restart.value > 0) report.planned_stops = *report.planned_days * seconds_per_day / model.restart.value;
}

/// What of the theoretical rate reached the model over the whole calendar: MFU of all GPUs times goodput.
void set_share_of_peak(RunReport& report, const RunInputs& inputs, double gpus) {
  if (!report.calendar_days || !report.total_flops || !(inputs.throughput->peak_flops.value > 0)) return;
  const double possible = gpus * inputs.throughput->peak_flops.value * *report.calendar_days * seconds_per_day;
  report.share_of_peak = report.total_flops->value / possible;
}

void set_energy_and_money(RunReport& report, const Scenario& scenario, double gpus) {
  if (scenario.cluster.gpu.price_usd) report.capital_usd = gpus * *scenario.cluster.gpu.price_usd;
  if (const std::optional<double> watts = watts_per_gpu(scenario.cluster)) report.power_watts = gpus * *watts;
  report.power_parts = power_parts(scenario.cluster, gpus);
  if (!report.calendar_days) return;
  const double hours = *report.calendar_days * hours_per_day;
  if (report.capital_usd)
    report.amortised_usd =
        *report.capital_usd * *report.calendar_days / (scenario.run.amortisation_years * days_per_year);
  if (scenario.run.gpu_hour_usd) report.rental_usd = *rented_gpu_hours(report, gpus) * *scenario.run.gpu_hour_usd;
  if (!report.power_watts) return;
  report.energy_joules = *report.power_watts * hours * seconds_per_hour;
  const double kwh = *report.energy_joules / joules_per_kwh;
  report.energy_usd = kwh * scenario.run.electricity_usd_per_kwh;
  report.co2_kg = kwh * scenario.run.grid_co2_kg_per_kwh;
}

/// What all GPUs at work send, by how far it goes. The data-parallel exchange is once per step, all else goes
/// with the tokens.
void set_moved(RunReport& report, const RunInputs& inputs) {
  if (!report.steps || inputs.sent.empty()) return;
  const Plan& plan = inputs.scenario.plan;
  const double gpus_of_rank = degree(gpus_at_work(plan)) / static_cast<double>(inputs.sent.size());
  const double whole_steps = *inputs.scenario.run.tokens / tokens_of_step(plan);
  ReachBytes moved{};
  for (const CarriedByKind& rank : inputs.sent)
    for (std::size_t kind = 0; kind < group_kinds; ++kind) {
      const double times = kind == index_of(GroupKind::dp) ? *report.steps : whole_steps;
      for (std::size_t reach = 0; reach < moved.size(); ++reach)
        moved[reach] += rank[kind].reaching[reach] * (gpus_of_rank * times);
    }
  for (const Reach reach : {Reach::node, Reach::rack, Reach::site})
    report.moved[index_of(reach)] = moved[index_of(reach)];
}

void set_scaling(RunReport& report, const RunInputs& inputs) {
  const Run& run = inputs.scenario.run;
  const auto active = static_cast<double>(inputs.parameters.active);
  if (run.tokens && active > 0) report.scaling = scaling_hint(active, *run.tokens);
  report.critical_batch_tokens = run.critical_batch_tokens;
  if (!report.critical_batch_tokens && report.scaling)
    report.critical_batch_tokens = critical_batch((report.scaling->loss_low + report.scaling->loss_high) / 2);
}

}  // namespace

RampTime ramp_time(double tokens, double start, double whole, double sequence, Seconds step, Seconds busy) {
  if (!(tokens > 0) || !(start < whole)) return {};
  // dD = D·dB/(whole - start), and a step of B sequences moves D by B·sequence.
  const double steps = tokens / (whole - start) * logarithm(whole / start) / sequence;
  return {steps * (step - busy).value + tokens / (whole * sequence) * busy.value, steps};
}

RunReport run_of(const RunInputs& inputs) {
  RunReport report;
  const double gpus = degree(inputs.scenario.cluster.gpus);
  if (!runs_backward(inputs.scenario.plan)) {  // nothing is trained: what the GPUs cost and draw is all there is
    set_energy_and_money(report, inputs.scenario, gpus);
    return report;
  }
  set_days(report, inputs, gpus);
  set_failures(report, inputs);
  set_share_of_peak(report, inputs, gpus);
  report.time_range = inputs.time_range;
  set_energy_and_money(report, inputs.scenario, gpus);
  set_costs(report);
  set_moved(report, inputs);
  set_scaling(report, inputs);
  return report;
}

}  // namespace shardscope
