#include "core/evaluate/plan_report.h"

#include <algorithm>

#include "core/base/rule_names.h"
#include "core/evaluate/finite.h"
#include "core/hardware/operation_time.h"
#include "core/pipeline/end_passes.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedule_rules.h"
#include "core/step/flops/throughput.h"
#include "core/step/level_loads.h"
#include "core/step/step.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

/// The same order with each input gradient's pass as a whole backward.
Schedule with_whole_backwards(Schedule schedule) {
  for (std::vector<Pass>& order : schedule.order) {
    std::erase_if(order, [](const Pass& pass) { return pass.kind == PassKind::backward_weight; });
    for (Pass& pass : order)
      if (pass.kind == PassKind::backward_input) pass.kind = PassKind::backward;
  }
  return schedule;
}

/// The schedule, or nothing. What it asks of its counts is a rule; why it is too large to simulate is said here.
std::optional<Schedule> schedule_or_problems(const Plan& plan, const PassTimes* times, std::vector<Problem>& problems) {
  Outcome<Schedule> outcome = schedule_of(plan, times);
  if (succeeded(outcome)) return std::move(std::get<0>(outcome));
  for (Problem& problem : problems_of_size(schedule_request(plan, times))) {
    problem.origin = Origin::schedule;
    problem.severity = Severity::warning;  // the plan may run; only its time can't be simulated
    problems.push_back(std::move(problem));
  }
  return std::nullopt;
}

/// A plan that can be laid out: every degree and size at least 1, no more stages than the layout's limits.
bool can_be_timed(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const std::int64_t least =
      std::min({plan.tp, plan.pp, plan.cp, plan.ep, plan.dp.value_or(1), plan.virtual_stages, plan.micro_batch,
                plan.sequence_length, plan.global_batch, scenario.cluster.gpus, scenario.model.num_hidden_layers});
  return least >= 1;
}

std::optional<MachineSpeed> speed_of(const Scenario& scenario) {
  if (!can_be_timed(scenario)) return std::nullopt;
  return machine_speed(scenario);
}

/// What a schedule that is searched for looks at; nothing for the others, whose order follows from the counts.
std::optional<PassTimes> times_to_search(const PlanReport& report, const std::optional<MachineSpeed>& speed) {
  if (!speed || !ways_of(report.scenario.plan).searched()) return std::nullopt;
  return pass_times(report.scenario, stage_costs(report.scenario, report.layout, *speed));
}

void set_times(PlanReport& report, const Schedule& schedule, const MachineSpeed& speed, MadeBlocks& made, Detail detail,
               const std::stop_token& stop) {
  StepResult step = run_step(report.scenario, report.layout, schedule, speed, made, detail, stop);
  if (!(step.time.step.value > 0) || !is_finite(step.time)) return;
  report.throughput = throughput_of(report.scenario, report.parameters, step.time.step, step.kernel_flops, speed.peak);
  report.time = std::move(step.time);
  report.timeline = std::move(step.timeline);
  report.communication = std::move(step.communication);
  if (detail == Detail::whole)
    report.network = level_loads(report.time->sent, report.scenario.cluster, report.time->step);
}

/// Why a valid plan has no step, where its schedule hasn't said so: no figure is absent without a word.
void say_why_untimed(PlanReport& report, bool scheduled, bool known_speed) {
  const auto of_schedule = [](const Problem& problem) { return problem.origin == Origin::schedule; };
  if (!report.valid || report.time || std::any_of(report.problems.begin(), report.problems.end(), of_schedule)) return;
  const std::string gpu = report.scenario.cluster.gpu.preset.empty() ? "the GPU" : report.scenario.cluster.gpu.preset;
  Problem why{Severity::warning, std::string(whole_plan), "", std::string(rule_name::step_unknown), Origin::schedule};
  if (!known_speed)
    why.path = "cluster.gpu", why.message = "the step can't be timed: " + gpu +
                                            " has no peak in 16 bits, which logits and router run in, or no memory "
                                            "bandwidth";
  else if (!scheduled)
    why.path = "plan.schedule", why.message = "the step can't be timed: the schedule can't be made of these counts";
  else
    why.message = "the step can't be timed: its seconds are more than a number holds";
  report.problems.push_back(std::move(why));
}

/// A plan before its memory and times: what runs on which stage, in which order, and how fast.
struct LaidOut {
  PlanReport report;
  std::optional<Schedule> schedule;
  std::optional<MachineSpeed> speed;
};

LaidOut lay_out(const Scenario& scenario) {
  LaidOut plan;
  PlanReport& report = plan.report;
  report.scenario = with_defaults(scenario);
  report.problems = validate(report.scenario);
  report.valid = !has_errors(report.problems);
  report.layout = stage_layout(report.scenario.model, report.scenario.plan);
  if (!report.valid) return plan;
  plan.speed = speed_of(report.scenario);
  const std::optional<PassTimes> times = times_to_search(report, plan.speed);
  plan.schedule = schedule_or_problems(report.scenario.plan, times ? &*times : nullptr, report.problems);
  return plan;
}

void set_memory(LaidOut& plan, MadeBlocks& made, Detail detail) {
  PlanReport& report = plan.report;
  report.parameters = count_parameters(report.scenario.model, report.scenario.plan, report.layout);
  report.memory =
      memory_over_step(report.scenario, report.layout, plan.schedule ? &*plan.schedule : nullptr, made, detail);
}

}  // namespace

Outcome<Schedule> schedule_of(const Plan& plan, const PassTimes* times) {
  Outcome<Schedule> outcome = make_schedule(schedule_request(plan, times));
  if (ways_of(plan).splits_backward && !splits_backward(plan) && succeeded(outcome))
    outcome = with_whole_backwards(std::move(std::get<0>(outcome)));
  if (plan.end_passes && succeeded(outcome)) outcome = with_end_passes(std::move(std::get<0>(outcome)));
  return outcome;
}

PlanReport memory_of_plan(const Scenario& scenario) {
  LaidOut plan = lay_out(scenario);
  MadeBlocks made(plan.report.scenario.model, plan.report.scenario.plan);
  set_memory(plan, made, Detail::whole);
  return std::move(plan.report);
}

PlanReport evaluate_plan(const Scenario& scenario, Detail detail, const std::stop_token& stop) {
  LaidOut plan = lay_out(scenario);
  PlanReport& report = plan.report;
  if (stop.stop_requested()) return {};
  MadeBlocks made(report.scenario.model, report.scenario.plan);
  set_memory(plan, made, detail);
  if (stop.stop_requested()) return {};
  if (plan.schedule && plan.speed) set_times(report, *plan.schedule, *plan.speed, made, detail, stop);
  if (stop.stop_requested()) return {};
  say_why_untimed(report, plan.schedule.has_value(), plan.speed.has_value());
  return std::move(plan.report);
}

}  // namespace shardscope
