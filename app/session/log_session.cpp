#include "app/session/log_session.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "app/files/keep_preset.h"
#include "app/files/log_source.h"
#include "app/files/trace_source.h"
#include "app/session/own_presets.h"
#include "core/base/rule_names.h"
#include "core/calibration/observed_runs.h"
#include "core/presets/user_presets.h"

namespace shardscope {

namespace {

bool say(Session& session, std::string why) {
  session.notice = {std::move(why), true};
  return false;
}

std::string without_folder(const std::string& file) {
  return file.substr(file.find_last_of('/') + 1);
}

/// The plan of the log's own arguments, on the present GPU.
void take_plan_of_log(Session& session, const std::string& name, const MeasuredLog& log) {
  const Gpu& gpu = session.history.present().said.scenario.cluster.gpu;
  if (gpu.preset.empty()) return;
  const std::vector<Setting> settings = {Setting("cluster.gpu", gpu.preset)};
  LogPlan plan = plan_of_log(log, *session.presets, settings);
  if (!plan.parsed) return;
  ParsedScenario& parsed = *plan.parsed;
  parsed.said.scenario.name = name;
  TakenIn from{name, "a training log", {}, {}, {}, {}};
  from.notices = assumptions_of(plan);
  from.notices.push_back(
      {Severity::hint, "cluster.gpu",
       "the log doesn't say on which GPU it ran: " + (gpu.title.empty() ? gpu.preset : gpu.title) + " is taken",
       std::string(rule_name::taken_for_granted)});
  session.history.seal();
  session.history.edit(
      {parsed.said, parsed.said, {}, {}, {}, SharedValue(std::move(from)), session.history.present().beside});
  session.history.seal();
  turn_to_present(session);
}

}  // namespace

bool open_log(Session& session, const std::string& name, LogReading reading, PlanOfLog plan) {
  const MeasuredLog log = measured_log(reading, fastest_flops(*session.presets));
  if (log.iterations == 0 && log.memory.empty() && log.arguments.empty())
    return say(session, name + ": no line of it is one of a training log");
  if (plan == PlanOfLog::its_own) take_plan_of_log(session, name, log);
  session.log = std::make_shared<const TrainingLog>(TrainingLog{name, std::move(reading), {}});
  session.notice = notice_of_file("Opened", name);
  session.attention = Attention::log;
  return true;
}

namespace {

bool open_trace_file(Session& session, const std::string& file) {
  const Outcome<TraceReading> reading = read_trace_file(file);
  if (!succeeded(reading)) return say(session, line_of(problems_of(reading).front(), file));
  const std::string name = without_folder(file);
  session.log = std::make_shared<const TrainingLog>(TrainingLog{name, {}, charted_step(value_of(reading))});
  session.notice = notice_of_file("Opened", name);
  session.attention = Attention::log;
  return true;
}

}  // namespace

bool open_log_file(Session& session, const std::string& file, PlanOfLog plan) {
  if (is_trace_file(file)) return open_trace_file(session, file);
  std::ifstream none;
  Outcome<LogReading> reading = read_log_file(file, none);
  if (!succeeded(reading)) return say(session, line_of(problems_of(reading).front(), file));
  return open_log(session, without_folder(file), std::move(std::get<0>(reading)), plan);
}

void close_log(Session& session) {
  session.log.reset();
}

namespace {

/// Another run on the same GPU stands beside those before; the same log anew takes its own place.
void add_run(OwnRuns& own, Observation run, const Gpu& gpu) {
  Gpu bare = gpu;
  bare.calibration = {};
  if (own.gpu.peak_flops != bare.peak_flops || own.gpu.efficiency != bare.efficiency || own.gpu.family != bare.family)
    own = {std::move(bare), {}};
  std::erase_if(own.observations, [&](const Observation& each) { return each.name == run.name; });
  own.observations.push_back(std::move(run));
}

std::string stem_of(const std::string& name) {
  const std::size_t dot = name.find_last_of('.');
  return dot == 0 || dot == std::string::npos ? name : name.substr(0, dot);
}

/// The presets with those of the person's own read anew.
void read_own_presets(Session& session, const std::string& directory) {
  auto presets = std::make_shared<Presets>(*session.presets);
  const std::vector<Problem> problems = add_user_presets(*presets, directory);
  use_presets(session, std::move(presets));
  if (!problems.empty()) session.notice = {line_of(problems.front(), {}), true};
}

}  // namespace

bool calibrate_on_log(Session& session, const std::string& directory) {
  if (!session.log || session.log->trace) return say(session, "there is no log to calibrate on");
  const Scenario scenario = session.report.scenario;
  const MeasuredLog log = measured_log(session.log->reading, fastest_flops(*session.presets));
  const LogPlan plan = plan_of_log(log, *session.presets);
  const MeasuredLog rated = with_rates(log, plan, &scenario);
  if (!rated.step_seconds) return say(session, session.log->name + ": no line of it says a step's time");
  OwnRuns own = session.own_runs;
  add_run(own, observed_step(session.log->name, rated.step_seconds->median, scenario), scenario.cluster.gpu);
  const std::string name = stem_of(own.observations.front().name);
  const CalibrationFit fit = calibrate(name, own.observations);
  if (!fit.calibration.stands()) return say(session, "nothing is predicted of this plan, so nothing is calibrated");
  std::string preset = preset_file_name(name);
  if (const Gpu* known = session.presets->gpu(preset); known != nullptr && !known->calibration.stands())
    preset += "-calibrated";
  const Gpu gpu = calibrated_gpu(scenario.cluster.gpu, fit.calibration, preset);
  const Outcome<std::string> kept = keep_gpu(gpu, directory);
  if (!succeeded(kept)) return say(session, problems_of(kept).front().message);
  session.own_runs = std::move(own);
  Scenario calibrated = session.history.present().said.scenario;
  calibrated.cluster.gpu = gpu;
  edit_as_step(session, std::move(calibrated), "cluster.gpu");
  session.notice = {"Calibrated on " + std::to_string(fit.observations.size()) +
                        (fit.observations.size() == 1 ? " run" : " runs") + ", kept as the GPU preset " + preset,
                    false};
  read_own_presets(session, directory);
  return true;
}

}  // namespace shardscope
