#include "app/output/report_sections.h"

#include <algorithm>
#include <string>
#include <utility>

#include "app/output/reach_words.h"
#include "core/inspect/everyday.h"
#include "core/inspect/memory/megatron_difference.h"
#include "core/run/money.h"
#include "core/run/range.h"
#include "core/scenario/prices.h"
#include "render/step/cost_bars.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string interval_words(const RunReport& run) {
  std::string words = format_seconds(*run.checkpoint_interval).text();
  if (run.checkpoint_stall) words += ", stands " + format_seconds(*run.checkpoint_stall).text() + " for each";
  if (run.checkpoint_lag && run.checkpoint_lag->value > 0)
    words += ", safe " + format_seconds(*run.checkpoint_lag).text() + " later";
  if (run.optimal_interval && run.daly_interval && run.young_interval)
    words += "; best " + format_seconds(*run.optimal_interval).text() + ", Daly's " +
             format_seconds(*run.daly_interval).text() + ", Young's " + format_seconds(*run.young_interval).text();
  return words;
}

std::string lost_words(const RunReport& run) {
  return "checkpoints " + format_days(*run.checkpoint_days).text() + ", lost work " +
         format_days(*run.lost_days).text() + ", restarts " + format_days(*run.restart_days).text() +
         ", planned stops " + format_days(*run.planned_days).text();
}

std::string moved_words(const Report& report) {
  const auto& moved = report.run.moved;
  std::string words;
  for (std::size_t i = 0; i < moved.size(); ++i)
    if (moved[i] && moved[i]->value > 0)
      words += (words.empty() ? "" : ", ") + format_bytes(*moved[i]).text() + " " +
               std::string(words_of(static_cast<Reach>(i), report.scenario.cluster));
  return words;
}

/// "24.4 MW: GPUs 10.0 MW, hosts, network 10.3 MW, cooling 4.1 MW; 974 W per GPU, sold with 400 W".
std::string power_words(const Report& report) {
  const RunReport& run = report.run;
  std::string words = format_power(*run.power_watts).text() + ":";
  for (const PowerPart& part : run.power_parts)
    if (part.what != Spending::none)
      words +=
          (words.back() == ':' ? " " : "; ") + std::string(name_of(part.what)) + " " + format_power(part.watts).text();
  const auto& cluster = report.scenario.cluster;
  const double gpus = static_cast<double>(std::max<std::int64_t>(1, cluster.gpus));
  words += "; " + format_power(*run.power_watts / gpus).text() + " per GPU";
  const std::optional<double> tdp = mean_over_pools(cluster, &Gpu::tdp_watts);
  return tdp ? words + ", sold with " + format_power(*tdp).text() : words;
}

/// "8.8", "0.003": of a small rate the first digit that says something.
std::string format_rate(double a_day) {
  return a_day < 0.05 ? format_count(a_day).text() : fixed(a_day, 1);
}

namespace {

std::string failures_of_run(const RunReport& run) {
  return format_count(*run.failures).text() + ", " + format_rate(*run.failures_per_day) + " per day; planned stops " +
         format_count(run.planned_stops.value_or(0)).text();
}

std::string scaling_words(const ScalingHint& scaling) {
  return "loss " + fixed(scaling.loss_low, 2) + " to " + fixed(scaling.loss_high, 2) + "; a compute-optimal run has " +
         format_tokens(scaling.tokens_low).text() + " to " + format_tokens(scaling.tokens_high).text() + " tokens";
}

}  // namespace

Section run_section(const Report& report) {
  const RunReport& run = report.run;
  Section section{"The run", {}, {{}, {}, "ll"}};
  auto& rows = section.table.rows;
  const auto add = [&](std::string what, const auto& value, auto format) {
    if (value) rows.push_back({std::move(what), format(*value).text()});
  };
  const auto add_ranged = [&](std::string what, const std::optional<double>& value, auto format) {
    if (value) rows.push_back({std::move(what), with_range(run, value, format)});
  };
  add_ranged("Training", run.days, format_days);
  add_ranged("With failures and checkpoints", run.calendar_days, format_days);
  if (run.days && !run.calendar_days)
    rows.push_back({"With failures and checkpoints",
                    "never ends: failures come faster than checkpoints, so rent, energy and failures are unknown"});
  add_ranged("GPU-hours of training alone", run.gpu_hours, format_count);
  add_ranged("GPU-hours rented, of the whole calendar",
             rented_gpu_hours(run, static_cast<double>(report.scenario.cluster.gpus)), format_count);
  add("Steps", run.steps, format_count);
  add("Model FLOPs", run.total_flops, format_flops);
  add("Goodput", run.goodput, format_percent);
  if (run.share_of_peak)
    rows.push_back({"Of the theoretical FLOPs",
                    format_percent(*run.share_of_peak).text() + ", of all GPUs at their peak over the whole calendar"});
  if (run.planned_days) rows.push_back({"The rest of the time", lost_words(run)});
  if (run.failures && run.failures_per_day) rows.push_back({"Failures", failures_of_run(run)});
  if (run.checkpoint_interval) rows.push_back({"Checkpoint every", interval_words(run)});
  if (run.spare_nodes_needed)
    rows.push_back({"Spare nodes", fixed(run.spare_nodes.value_or(0), 0) + " idle; " +
                                       fixed(*run.spare_nodes_needed, 0) + " are enough 99% of the time"});
  if (run.power_watts) rows.push_back({"Power", power_words(report)});
  add_ranged("Energy", run.energy_joules, format_energy);
  add_ranged("Energy cost", run.energy_usd, format_dollars);
  if (run.co2_kg) rows.push_back({"CO2", format_mass(*run.co2_kg).text()});
  if (const std::string moved = moved_words(report); !moved.empty()) rows.push_back({"Sent by all GPUs", moved});
  if (run.scaling) rows.push_back({"Scaling laws, a hint", scaling_words(*run.scaling)});
  return section;
}

Section cost_section(const RunReport& run) {
  Section section{"What it costs, by who counts", {}, {{}, {}, "lrll"}};
  for (std::size_t way = 0; way < cost_way_count; ++way) {
    const std::optional<Cost>& cost = run.costs[way];
    if (!cost) {
      const auto which = static_cast<CostWay>(way);
      section.table.rows.push_back(
          {std::string(entry_of(which).words), "unknown", "", "for want of " + std::string(missing_of(run, which))});
      continue;
    }
    std::string parts;
    for (const CostPart& part : cost->parts)
      if (part.what != Spending::none)
        parts += (parts.empty() ? "" : ", ") + std::string(name_of(part.what)) + " " + format_dollars(part.usd).text();
    section.table.rows.push_back({std::string(entry_of(cost->way).words), format_dollars(cost->total()).text(),
                                  cost_range_words(run, *cost), parts});
  }
  return section;
}

Section everyday_section(const Report& report) {
  Section section{"In everyday terms", {}, {{}, {}, "ll"}};
  for (const EverydayFigure& figure : everyday_figures(report))
    section.table.rows.push_back({figure.words, figure.arithmetic});
  return section;
}

}  // namespace

std::string with_range(const RunReport& run, const std::optional<double>& figure, Formatted (*format)(double)) {
  const std::string words = format(*figure).text();
  const std::optional<RunRange> range = range_of(run, figure);
  return range ? words + "; four of five runs would take " + range_words(format(range->low), format(range->high))
               : words;
}

std::vector<Section> run_sections(const Report& report) {
  return {run_section(report), cost_section(report.run), everyday_section(report)};
}

Section host_section(const MemoryReport& memory) {
  Section section{"Host memory and checkpoint", {}, {{}, {}, "lr"}};
  if (memory.stages.empty()) return section;
  auto& rows = section.table.rows;
  const StageMemory* fullest = &memory.stages.front();
  for (const StageMemory& stage : memory.stages)
    if (stage.host_per_node > fullest->host_per_node) fullest = &stage;
  const HostMemory& host = fullest->host;
  const auto add = [&](std::string what, Bytes bytes) {
    if (bytes > Bytes{0}) rows.push_back({std::move(what), format_bytes(bytes).text()});
  };
  add("On the host, per GPU of stage " + std::to_string(fullest->stage), host.total());
  add("  weights", host.weights);
  add("  gradients", host.gradients);
  add("  optimizer states and master copy", host.optimizer);
  add("  activations", host.activations);
  add("On the host, per node", fullest->host_per_node);
  add("Checkpoint on disk", memory.checkpoint.total());
  add("  weights", memory.checkpoint.weights);
  add("  optimizer states and master copy", memory.checkpoint.optimizer);
  return section;
}

Section megatron_section(const Report& report) {
  Section section{"From Megatron-LM's theoretical report to the fullest GPU, in GB (1e9 bytes)", {}, {}};
  constexpr Bytes last_digit{0.5e6};
  const std::vector<MegatronDifference> differences = fold_small(megatron_differences(report), last_digit);
  if (differences.empty()) return section;
  section.table = {{"", "GB", "Why"}, {}, "lrl"};
  auto& rows = section.table.rows;
  const MegatronReport& theirs = report.memory.megatron_report;
  rows.push_back({"Megatron-LM: weights and optimizer", gigabytes(theirs.weight_and_optimizer, 3), ""});
  rows.push_back({"Megatron-LM: activations", gigabytes(theirs.activation, 3), ""});
  for (const MegatronDifference& difference : differences)
    rows.push_back({"  " + std::string(difference.name), gigabytes(difference.bytes, 3), std::string(difference.note)});
  rows.push_back(
      {"Fullest GPU, stage " + std::to_string(report.memory.peak_stage), gigabytes(report.memory.peak, 3), ""});
  return section;
}

}  // namespace shardscope
