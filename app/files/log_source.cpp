#include "app/files/log_source.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <istream>
#include <system_error>

#include "app/files/files.h"
#include "app/files/scenario_source.h"
#include "app/files/trace_source.h"
#include "core/fields/whole_parts.h"
#include "core/script/evaluate_loaded.h"

namespace shardscope {

namespace {

constexpr std::size_t block_bytes = std::size_t{4} << 20;

}  // namespace

bool names_gpu(std::span<const Setting> settings) {
  return std::any_of(settings.begin(), settings.end(), [](const Setting& setting) {
    return takes_preset(setting.key) && setting.key.starts_with(cluster_part);
  });
}

LogReading read_log(std::istream& in, const std::stop_token& stop) {
  LogReader reader;
  std::string block(block_bytes, '\0');
  while (in && !stop.stop_requested()) {
    in.read(block.data(), static_cast<std::streamsize>(block.size()));
    reader.feed(std::string_view(block).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  return reader.finish();
}

Outcome<LogReading> read_log_file(const std::string& file, std::istream& in, const std::stop_token& stop) {
  const auto wrong = [](const char* why) { return std::vector<Problem>{{Severity::error, "", why, ""}}; };
  const auto unless_stopped = [&](LogReading reading) -> Outcome<LogReading> {
    if (stop.stop_requested()) return wrong("the reading was stopped");
    return reading;
  };
  if (is_standard_input(file)) return unless_stopped(read_log(in, stop));
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(file, failure);
  if (status.type() == std::filesystem::file_type::not_found) return wrong("there is no such log to read");
  if (std::filesystem::is_directory(status)) return wrong("this is a folder; give a file in it");
  if (std::filesystem::is_other(status) && !std::filesystem::is_fifo(status))
    return wrong("this is a device, which may never end; give a file or a pipe");
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return wrong("the log can't be read");
  if (stream.peek() == std::ifstream::traits_type::eof()) return wrong("the log is empty, or no file");
  return unless_stopped(read_log(stream, stop));
}

bool is_log(std::string_view beginning) {
  constexpr std::uint64_t telling = 2;  // records: a single line of the kind may stand in any text
  LogReader reader;
  reader.feed(beginning);
  const LogReading reading = reader.finish();
  return !reading.framework.empty() && (reading.records.count() >= telling || !reading.arguments.empty());
}

bool is_log_file(const std::string& file) {
  if (is_trace_file(file)) return true;
  constexpr std::size_t looked_at = std::size_t{1} << 18;
  return is_log(beginning_of_file(file, looked_at));
}

double fastest_flops(const Presets& presets) {
  double fastest = 0;
  for (const Gpu& gpu : presets.gpus)
    for (const auto member :
         {&PeakFlops::fp32, &PeakFlops::tf32, &PeakFlops::fp16, &PeakFlops::bf16, &PeakFlops::fp8, &PeakFlops::fp4})
      fastest = std::max(fastest, (gpu.peak_flops.*member).value_or(0));
  return fastest;
}

LogBeside set_beside(const LogReading& reading, const Presets& presets, const std::optional<ParsedScenario>& given,
                     std::span<const Setting> settings) {
  LogBeside set{measured_log(reading, fastest_flops(presets)), {}, {}, {}, {}, {}};
  set.plan = plan_of_log(set.log, presets, given ? std::span<const Setting>{} : settings);
  const std::optional<ParsedScenario>& scenario = given ? given : set.plan.parsed;
  if (given) set.plan.differing = differing_counts(set.plan, given->said.scenario);
  set.log = with_rates(std::move(set.log), set.plan, scenario ? &scenario->said.scenario : nullptr);
  set.needs.plan = !scenario;
  set.needs.gpu = scenario && !given && !names_gpu(settings);
  if (!scenario || set.needs.gpu) return set;
  if (!given) set.needs.assumed = assumptions_of(set.plan);
  set.report = evaluate_loaded(*scenario);
  set.beside = beside_prediction(set.log, *set.report);
  if (!set.beside) {
    set.needs.problems = set.report->problems;
    std::erase_if(set.needs.problems, [](const Problem& problem) { return problem.severity != Severity::error; });
  }
  if (set.beside && !is_another_run(set.plan.differing)) set.explanations = explain(set.log, *set.report);
  return set;
}

bool says_anything(const LogBeside& set) {
  return set.log.iterations > 0 || !set.log.memory.empty() || !set.log.arguments.empty() || !set.plan.said.empty();
}

std::vector<Problem> why_unpredicted(const LogBeside& set) {
  if (set.beside) return {};
  const auto lacks = [](const char* path, std::string message) {
    return Problem{Severity::error, path, std::move(message), "log-plan"};
  };
  std::vector<Problem> why = set.needs.problems;
  if (set.needs.plan && set.plan.problems.empty()) why.push_back(lacks("", "the log doesn't say its whole plan"));
  if (set.needs.plan)
    for (const Problem& each : set.plan.problems)
      why.push_back(lacks(each.path.c_str(), "its arguments make no plan: " + each.message));
  if (set.needs.gpu) why.push_back(lacks("cluster.gpu", "the log doesn't say on which GPU it ran"));
  if (why.empty()) why.push_back(lacks("", "nothing is predicted of its plan"));
  return why;
}

}  // namespace shardscope
