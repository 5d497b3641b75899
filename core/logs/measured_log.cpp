#include "core/logs/measured_log.h"

#include <algorithm>
#include <cmath>

#include "core/base/limits.h"
#include "core/base/number_text.h"

namespace shardscope {

namespace {

std::optional<double> fact(const LogFacts& facts, LogQuantity quantity) {
  const auto found = facts.find(quantity);
  return found == facts.end() ? std::nullopt : std::optional(found->second);
}

/// A whole number that a plan could have; lines that say another were something else.
std::optional<std::int64_t> whole_fact(const LogFacts& facts, LogQuantity quantity) {
  const auto value = fact(facts, quantity);
  if (!value || *value < 1 || *value > static_cast<double>(limits::sequence_length_max)) return std::nullopt;
  if (*value != std::floor(*value)) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

SaidPlan said_plan(const LogFacts& facts) {
  SaidPlan plan;
  plan.tp = whole_fact(facts, LogQuantity::tp);
  plan.pp = whole_fact(facts, LogQuantity::pp);
  plan.cp = whole_fact(facts, LogQuantity::cp);
  plan.ep = whole_fact(facts, LogQuantity::ep);
  const auto replicate = whole_fact(facts, LogQuantity::dp_replicate), shard = whole_fact(facts, LogQuantity::dp_shard);
  if (replicate && shard) plan.dp = *replicate * *shard;
  plan.micro_batch = whole_fact(facts, LogQuantity::micro_batch);
  plan.global_batch = whole_fact(facts, LogQuantity::global_batch);
  plan.sequence_length = whole_fact(facts, LogQuantity::sequence_length);
  plan.gpus = whole_fact(facts, LogQuantity::gpus);
  plan.vocabulary = whole_fact(facts, LogQuantity::vocabulary);
  plan.padded_vocabulary = whole_fact(facts, LogQuantity::padded_vocabulary);
  if (plan.tp && plan.pp && plan.cp && plan.dp) plan.gpus = *plan.tp * *plan.pp * *plan.cp * *plan.dp;
  return plan;
}

/// What DeepSpeed's own configuration says, printed as a dump of arguments, where no other line does.
void take_arguments(SaidPlan& plan, const std::map<std::string, std::string>& arguments) {
  const auto take = [&](std::optional<std::int64_t>& count, const char* name) {
    const auto found = arguments.find(name);
    if (count || found == arguments.end()) return;
    const auto value = parse_whole(found->second);
    if (value && *value >= 1 && *value <= limits::sequence_length_max) count = value;
  };
  take(plan.global_batch, "train_batch_size");
  take(plan.micro_batch, "train_micro_batch_size_per_gpu");
  take(plan.gpus, "world_size");
}

/// Steps from rates, where nothing better says them: a batch over samples per second.
void time_from_rates(std::vector<LogRecord>& records, const SaidPlan& plan) {
  for (LogRecord& record : records) {
    const double batch = plan.global_batch ? static_cast<double>(*plan.global_batch) : not_said;
    const double length = plan.sequence_length ? static_cast<double>(*plan.sequence_length) : not_said;
    const double gpus = plan.gpus ? static_cast<double>(*plan.gpus) : not_said;
    const auto set = [&](StepSource source, double seconds) {
      if (record.source <= source || !(seconds > 0) || !std::isfinite(seconds)) return;
      record.source = source;
      record.step_seconds = seconds;
    };
    set(StepSource::tokens, batch * length / record.tokens_rate);
    set(StepSource::tokens, batch * length / (record.tokens_rate_per_gpu * gpus));
    set(StepSource::samples, batch / record.samples_rate);
  }
}

std::optional<double> median_of(const std::vector<LogRecord>& records, double LogRecord::*member) {
  const auto figure = typical(records, member);
  return figure ? std::optional(figure->median) : std::nullopt;
}

void set_memory(MeasuredLog& log, const LogReading& reading) {
  log.memory = reading.memory;
  for (const auto& [rank, memory] : reading.memory) {
    if (memory.allocated_bytes)
      log.allocated_bytes = std::max(log.allocated_bytes.value_or(0), *memory.allocated_bytes);
    if (memory.reserved_bytes) log.reserved_bytes = std::max(log.reserved_bytes.value_or(0), *memory.reserved_bytes);
  }
  log.theoretical_state_bytes = fact(reading.facts, LogQuantity::theoretical_state);
  log.theoretical_activation_bytes = fact(reading.facts, LogQuantity::theoretical_activations);
}

/// Printed rates; where the log prints none, what batch and step give. Samples per second that contradict both are
/// another unit's (BigScience's of 2022 are divided by milliseconds).
void set_rates(MeasuredLog& log, const LogReading& reading, const std::vector<LogRecord>& rates) {
  log.tokens_rate_per_gpu = median_of(rates, &LogRecord::tokens_rate_per_gpu);
  log.samples_rate = median_of(rates, &LogRecord::samples_rate);
  if (!log.samples_rate) log.samples_rate = fact(reading.facts, LogQuantity::overall_samples_rate);
  const SaidPlan& plan = log.plan;
  if (log.samples_rate && log.step_seconds && plan.global_batch && log.step_source < StepSource::samples) {
    constexpr double agrees = 0.1;
    const double own = static_cast<double>(*plan.global_batch) / log.step_seconds->median;
    if (std::abs(*log.samples_rate / own - 1) > agrees) log.samples_rate.reset();
  }
  fill_rates(log, plan);
  if (const auto all = median_of(rates, &LogRecord::tokens_rate); all && !log.tokens_rate_per_gpu && plan.gpus)
    log.tokens_rate_per_gpu = *all / static_cast<double>(*plan.gpus);
}

std::optional<double> mean_step(const std::vector<LogRecord>& records) {
  double seconds = 0, steps = 0;
  for (const LogRecord& record : records) {
    if (record.skipped == Skipped::warm_up || record.skipped == Skipped::restart || !(record.step_seconds > 0))
      continue;
    seconds += record.step_seconds * record.iterations;
    steps += record.iterations;
  }
  return steps > 0 ? std::optional(seconds / steps) : std::nullopt;
}

}  // namespace

void fill_rates(MeasuredLog& log, const SaidPlan& counts) {
  if (!log.step_seconds || !counts.global_batch) return;
  const double samples = static_cast<double>(*counts.global_batch) / log.step_seconds->median;
  if (!log.samples_rate) log.samples_rate = samples;
  if (!log.tokens_rate_per_gpu && counts.sequence_length && counts.gpus)
    log.tokens_rate_per_gpu =
        samples * static_cast<double>(*counts.sequence_length) / static_cast<double>(*counts.gpus);
}

MeasuredLog measured_log(const LogReading& reading, double flops_rate_max) {
  MeasuredLog log;
  log.framework = reading.framework;
  log.convention = reading.convention;
  log.restarts = reading.restarts;
  log.cut_lines = reading.cut_lines;
  log.times_unread = reading.times_unread;
  log.arguments = reading.arguments;
  log.plan = said_plan(reading.facts);
  take_arguments(log.plan, reading.arguments);
  std::vector<LogRecord> records = reading.records.kept(), rates = reading.rates.kept();
  time_from_rates(records, log.plan);
  mark_untypical(records);
  time_from_rates(rates, log.plan);
  mark_untypical(rates);
  log.iterations = reading.records.count();
  for (const LogRecord& record : records) {
    log.skipped[index_of(record.skipped)] += reading.records.stride();
    if (std::isfinite(record.iteration) && !log.first_iteration) log.first_iteration = record.iteration;
    if (std::isfinite(record.iteration)) log.last_iteration = record.iteration;
    log.step_source = std::min(log.step_source, record.source);
  }
  log.step_seconds = typical(records, &LogRecord::step_seconds);
  log.step_seconds_mean = mean_step(records);
  log.step_growth = step_growth(records);
  log.stalled_share = stalled_share(records);
  log.timers = reading.timers;
  set_memory(log, reading);
  set_rates(log, reading, rates);
  log.flops_rate_per_gpu = median_of(rates, &LogRecord::flops_rate_per_gpu);
  log.flops_impossible = log.flops_rate_per_gpu && *log.flops_rate_per_gpu > flops_rate_max;
  if (log.flops_impossible) log.flops_rate_per_gpu.reset();
  return log;
}

}  // namespace shardscope
