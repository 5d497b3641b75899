#include "app/output/report_page.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <optional>
#include <sstream>
#include <string_view>

#include "app/output/report_sections.h"
#include "core/inspect/bubble.h"
#include "core/pipeline/idle.h"
#include "core/scenario/gpu_family.h"
#include "core/scenario/plan_schedule.h"
#include "core/shell/shell_code.h"
#include "core/step/flops/flop_conventions.h"
#include "render/chart/range_table.h"
#include "render/step/waterfall.h"
#include "render/text/headline_text.h"

namespace shardscope {

namespace {

/// The formatted value, or a dash where it isn't known.
template <class T, class Format>
std::string or_dash(const std::optional<T>& value, Format format) {
  return value ? format(*value).text() : no_figure;
}

std::string share_of(double part, double whole) {
  return whole > 0 ? format_percent(part / whole).text() : no_figure;
}

std::string stage_name(const Report& report, std::int32_t stage) {
  return report.memory.stages.size() > 1 ? "stage " + std::to_string(stage) : "every GPU alike";
}

std::string model_name(const Model& model) {
  std::string name = !model.title.empty() ? model.title : !model.preset.empty() ? model.preset : "as described";
  return model.estimate ? name + " (an estimate: the numbers are not published)" : name;
}

std::string gpu_name(const Gpu& gpu) {
  return !gpu.title.empty() ? gpu.title : !gpu.preset.empty() ? gpu.preset : "GPU";
}

std::string split_words(const Plan& plan) {
  std::string words = "TP " + std::to_string(plan.tp) + " · PP " + std::to_string(plan.pp);
  words += " · DP " + (plan.dp ? std::to_string(*plan.dp) : std::string("auto"));
  if (plan.cp > 1) words += " · CP " + std::to_string(plan.cp);
  if (plan.ep > 1) words += " · EP " + std::to_string(plan.ep);
  if (plan.ep > 1 && plan.etp) words += " · ETP " + std::to_string(*plan.etp);
  if (plan.virtual_stages > 1) words += " · " + std::to_string(plan.virtual_stages) + " chunks per rank";
  return words;
}

std::string recompute_words(const Recompute& recompute) {
  std::string words(label_of(recompute.mode));
  if (recompute.mode == RecomputeMode::full && recompute.layers)
    words += ", " + std::to_string(*recompute.layers) + " layers per stage";
  return words;
}

/// 2025 and 2022.5: a year isn't grouped in thousands.
std::string year_words(double year) {
  std::ostringstream words;
  words << std::setprecision(6) << year;
  return words.str();
}

Section scenario_section(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const double sequences = static_cast<double>(plan.global_batch);
  Section section{"Scenario", {}, {{}, {}, "ll"}};
  auto& rows = section.table.rows;
  rows.push_back({"Model", model_name(scenario.model)});
  rows.push_back({"Cluster", grouped(scenario.cluster.gpus) + " x " + gpu_name(scenario.cluster.gpu) + ", " +
                                 grouped(scenario.cluster.gpus_per_node) + " per node"});
  rows.push_back({"Split", split_words(plan)});
  rows.push_back({"Batch", grouped(plan.global_batch) + " sequences of " + grouped(plan.sequence_length) + " tokens (" +
                               format_tokens(sequences * static_cast<double>(plan.sequence_length)).text() +
                               " tokens per step), micro-batches of " + grouped(plan.micro_batch)});
  if (plan.schedule) rows.push_back({"Schedule", std::string(label_of(*plan.schedule))});
  if (plan.zero) rows.push_back({"ZeRO", std::to_string(*plan.zero)});
  if (plan.recompute) rows.push_back({"Recomputation", recompute_words(*plan.recompute)});
  rows.push_back({"Precision", std::string(label_of(plan.precision)) + ", gradients in " +
                                   std::string(json_name(gradient_dtype_of(plan)))});
  rows.push_back(
      {"Software", std::string(label_of(scenario.software.framework)) + ", " + year_words(scenario.software.year)});
  return section;
}

std::string mfu_words(const Report& report) {
  const Throughput& throughput = *report.throughput;
  const std::string_view caution = assumes_otherwise(report.scenario.model, report.scenario.flops_convention);
  return format_percent(throughput.mfu).text() + " of " + format_flops_rate(throughput.peak_flops).text() + " (" +
         std::string(label_of(report.scenario.plan.precision)) + ", dense), counted as " +
         std::string(json_name(report.scenario.flops_convention)) +
         (caution.empty() ? "" : ", which " + std::string(caution)) + "; HFU " + format_percent(throughput.hfu).text();
}

/// What the software's allocator would say of the fullest GPU, beside what its monitor shows.
std::string allocator_words(const MemoryReport& memory, bool cuda) {
  const StageMemory& fullest = memory.stages[static_cast<std::size_t>(memory.peak_stage)];
  return format_bytes(fullest.allocated).text() + " allocated, " + format_bytes(fullest.reserved).text() +
         " reserved; the rest is " +
         (cuda ? "the CUDA context and communicators" : "the device's runtime and its collectives' buffers");
}

Section opening_section(const Report& report) {
  Section section{"", {headline_of(report)}, {{}, {}, "ll"}};
  auto& rows = section.table.rows;
  if (report.valid && !report.memory.stages.empty()) {
    const BytesRange range = report.memory.range();
    rows.push_back({"Memory", format_bytes(report.memory.peak).text() + "; four of five runs would show " +
                                  format_bytes(range.low).text() + " to " + format_bytes(range.high).text()});
    const bool cuda = facts_of(report.scenario.cluster.gpu.family).has_cuda;
    rows.push_back({traits_of(report.scenario.software).on_pytorch ? "PyTorch sees" : "XLA sees",
                    allocator_words(report.memory, cuda)});
  }
  if (report.time)
    rows.push_back({"Step time", format_seconds(report.time->step).text() + "; four of five runs would take " +
                                     format_seconds(report.time->range.low).text() + " to " +
                                     format_seconds(report.time->range.high).text()});
  if (const Calibration& own = report.scenario.cluster.gpu.calibration; own.stands())
    rows.push_back({"Calibration", calibration_words(own)});
  if (report.throughput) {
    rows.push_back({"Throughput", format_count(report.throughput->tokens_per_second).text() + " tokens/s, " +
                                      format_count(report.throughput->tokens_per_second_per_gpu).text() + " per GPU"});
    rows.push_back({"MFU", mfu_words(report)});
  }
  if (const std::optional<double> bubble = bubble_share_of(report))
    rows.push_back({"Bubble", format_percent(*bubble).text() + " of all ranks' time in a step; " +
                                  format_percent(report.timeline->bubble_fraction()).text() +
                                  " of the pipeline's makespan"});
  const RunReport& run = report.run;
  if (const std::optional<double> days = days_of(run))
    rows.push_back({run.calendar_days ? "Run, with failures" : "Training", with_range(run, days, format_days)});
  if (run.rental_usd) rows.push_back({"Rental", with_range(run, run.rental_usd, format_dollars)});
  return section;
}

Section parameters_section(const Report& report) {
  const ParameterCounts& counts = report.parameters;
  Section section{"Parameters", {}, {{}, {}, "lrr"}};
  const auto add = [&](std::string what, std::int64_t count) {
    section.table.rows.push_back(
        {std::move(what), grouped(count), share_of(static_cast<double>(count), static_cast<double>(counts.total))});
  };
  add("Total", counts.total);
  if (counts.active != counts.total) add("Active per token", counts.active);
  for (std::size_t i = 0; i < counts.by_component.size(); ++i) {
    if (counts.by_component[i] == 0) continue;
    std::string name(name_of(static_cast<Component>(i)));
    std::replace(name.begin(), name.end(), '_', ' ');
    add("  " + name, counts.by_component[i]);
  }
  if (counts.padding != 0) add("Vocabulary padding, not counted", counts.padding);
  if (counts.mtp != 0) add("Multi-token prediction, not counted", counts.mtp);
  return section;
}

std::int64_t layers_on(const Report& report, std::int32_t rank) {
  const Plan& plan = report.scenario.plan;
  std::int64_t layers = 0;
  for (const std::size_t stage : stages_of_rank(plan, rank, std::max<std::int64_t>(plan.pp, 1), report.layout.size()))
    layers += report.layout[stage].layers();
  return layers;
}

Section memory_section(const Report& report) {
  const MemoryReport& memory = report.memory;
  Section section{"Memory of the fullest GPU of each stage, in GB (1e9 bytes)", {}, {}};
  Table& table = section.table;
  table.head = {"Stage",       "Layers",  "Weights", "Gradients", "Optimizer",
                "Activations", "Buffers", "Total",   "Free",      "In flight"};
  table.align = "r";
  int last = -1;
  for (const int i : shown_rows(static_cast<int>(memory.stages.size()), memory.peak_stage)) {
    if (i > last + 1) table.rows.push_back({"…"});
    last = i;
    const StageMemory& stage = memory.stages[static_cast<std::size_t>(i)];
    table.rows.push_back({std::to_string(stage.stage), grouped(layers_on(report, stage.stage)),
                          gigabytes(stage.weights, 1), gigabytes(stage.gradients, 1), gigabytes(stage.optimizer, 1),
                          gigabytes(stage.activations, 1), gigabytes(stage.buffers, 1), gigabytes(stage.total, 1),
                          gigabytes(memory.capacity - stage.total, 1), fixed(stage.micro_batches_in_flight, 1)});
  }
  return section;
}

/// The fullest stage's bytes, part by part, each with its formula.
Section parts_section(const Report& report) {
  const MemoryReport& memory = report.memory;
  Section section{"Where they come from (" + stage_name(report, memory.peak_stage) + ")", {}, {}};
  section.table = {{"Component", "Part", "Bytes", "Formula"}, {}, "llrl"};
  for (const StageMemory& stage : memory.stages) {
    if (stage.stage != memory.peak_stage) continue;
    std::vector<MemoryPart> parts = stage.parts;
    std::stable_sort(parts.begin(), parts.end(),
                     [](const MemoryPart& a, const MemoryPart& b) { return a.component < b.component; });
    for (const MemoryPart& part : parts)
      section.table.rows.push_back({std::string(name_of(part.component)), std::string(name_of(part)),
                                    format_bytes(part.bytes).text(), formula_of(part)});
  }
  return section;
}

Section step_section(const Report& report) {
  Section section{"Where the step's seconds go (exposed, on the critical rank)", {}, {{}, {}, "lrr"}};
  const auto add = [&](std::string_view what, Seconds seconds) {
    if (seconds.value == 0) return;
    section.table.rows.push_back(
        {std::string(what), format_seconds(seconds).text(), share_of(seconds.value, report.time->step.value)});
  };
  const LostSeconds lost = time_lost(report);
  for (std::size_t i = 0; i < lost.size(); ++i) add(label_of(static_cast<TimeLost>(i)), lost[i]);
  add("Step", report.time->step);
  return section;
}

/// What each rank waits for others in the pipeline, by when.
Section idle_section(const Timeline& timeline) {
  Section section{"Idle in the pipeline, of " + format_seconds(timeline.makespan).text(), {}, {}};
  section.table = {{"Rank", "Busy", "Warm-up", "Filling, draining", "Steady", "Cool-down", "Idle"}, {}, "r"};
  const std::vector<IdleSplit> ranks = idle_split(timeline);
  int last = -1;
  for (const int i : shown_rows(timeline.ranks, 0)) {
    if (i > last + 1) section.table.rows.push_back({"…"});
    last = i;
    const IdleSplit& idle = ranks[static_cast<std::size_t>(i)];
    section.table.rows.push_back({std::to_string(i), format_seconds(timeline.busy[static_cast<std::size_t>(i)]).text(),
                                  format_seconds(idle.warm_up).text(), format_seconds(idle.waiting).text(),
                                  format_seconds(idle.steady).text(), format_seconds(idle.cool_down).text(),
                                  share_of(idle.total().value, timeline.makespan.value)});
  }
  return section;
}

Section communication_section(const std::vector<Communication>& groups) {
  Section section{"Communication per step", {}, {}};
  section.table = {
      {"Group", "Size", "Spans", "Collective", "Algorithm", "Sent per GPU", "Takes", "Exposed"}, {}, "lrlllrrr"};
  for (const Communication& group : groups)
    section.table.rows.push_back({std::string(kind_name(group)), grouped(group.group_size),
                                  std::string(name_of(group.crosses)), std::string(entry_of(group.collective).name),
                                  std::string(name_of(group.way)), format_bytes(group.bytes_per_gpu_per_step).text(),
                                  format_seconds(group.time).text(), format_seconds(group.exposed).text()});
  return section;
}

/// "EP 1 → 2", "29.5 GB less", "1.8 % more time per token", "--set plan.ep=2 --set plan.etp=8".
Section changes_section(std::span<const MemorySaving> changes) {
  Section section{"Single changes that are worth most, by memory and time together", {}, {{}, {}, "llll"}};
  for (const MemorySaving& change : changes) {
    std::string settings;
    for (const Setting& setting : change.settings)
      settings += (settings.empty() ? "--set " : " --set ") + shell_word(words_of(setting));
    const bool less = change.saved.value >= 0, slower = change.slower.value_or(0) > 0;
    const double share = std::abs(change.slower.value_or(0));
    section.table.rows.push_back(
        {change.words, format_bytes(less ? change.saved : change.saved * -1.0).text() + (less ? " less" : " more"),
         format_percent(share).text() + (slower ? " more" : " less") + " time per token", settings});
  }
  return section;
}

Section problems_section(const std::vector<Problem>& problems) {
  Section section{"Problems", {}, {{}, {}, "lll"}};
  for (const Problem& problem : problems)
    section.table.rows.push_back({std::string(name_of(problem.severity)), where_words(problem), words_of(problem)});
  return section;
}

/// One row of the comparison; its columns are comparison_page()'s.
std::vector<std::string> comparison_row(const NamedReport& named) {
  const Report& report = named.report;
  std::vector<std::string> row = {title_of(named), split_words(report.scenario.plan),
                                  grouped(report.scenario.cluster.gpus),
                                  !report.valid ? "invalid"
                                  : report.fits ? "yes"
                                                : "no"};
  for (std::size_t i = 0; i < count_of<Headline>; ++i)
    row.push_back(or_dash(headline_figure(static_cast<Headline>(i), report),
                          [i](double value) { return format_headline(static_cast<Headline>(i), value); }));
  row.push_back(report.time
                    ? range_words(format_seconds(report.time->range.low), format_seconds(report.time->range.high))
                    : no_figure);
  row.push_back(report.throughput ? format_percent(report.throughput->hfu).text() : no_figure);
  row.push_back(format_bytes(report.memory.capacity).text());
  return row;
}

}  // namespace

std::string title_of(const NamedReport& named) {
  return named.report.scenario.name.empty() ? named.source : named.report.scenario.name;
}

std::string headline_of(const Report& report) {
  if (!report.valid) return "No machine could run this plan; the problems below say why.";
  const MemoryReport& memory = report.memory;
  const Bytes spare = memory.capacity - memory.peak;
  const std::string amount = format_bytes(memory.peak).text() + " of " + format_bytes(memory.capacity).text() +
                             " on the fullest GPU (" + stage_name(report, memory.peak_stage) + ")";
  if (report.fits)
    return (memory.fit() == MemoryFit::tight ? "Tight: " : "Fits: ") + amount + ", " + format_bytes(spare).text() +
           " to spare.";
  return "Doesn't fit: " + amount + ", " + format_bytes(spare * -1.0).text() + " too much.";
}

std::vector<int> shown_rows(int count, int always) {
  std::vector<int> rows;
  for (int i = 0; i < count; ++i)
    if (count <= stage_rows_max || i < stage_rows_max / 2 || i >= count - stage_rows_max / 2 || i == always)
      rows.push_back(i);
  return rows;
}

Page report_page(const NamedReport& named, std::span<const MemorySaving> changes) {
  const Report& report = named.report;
  Page page{title_of(named), {opening_section(report), scenario_section(report.scenario)}};
  const auto add = [&](Section section) {
    if (!section.table.rows.empty()) page.sections.push_back(std::move(section));
  };
  add(parameters_section(report));
  add(memory_section(report));
  add(parts_section(report));
  add(host_section(report.memory));
  add(megatron_section(report));
  if (report.time) add(step_section(report));
  if (report.timeline && report.timeline->ranks > 1) add(idle_section(*report.timeline));
  add(communication_section(report.communication));
  for (Section& section : run_sections(report)) add(std::move(section));
  add(problems_section(report.problems));
  add(changes_section(changes));
  return page;
}

Page comparison_page(std::span<const NamedReport> reports) {
  Table table{{"Scenario", "Split", "GPUs", "Fits"}, {}, "ll"};
  for (const HeadlineEntry& figure : table_of<Headline>) table.head.emplace_back(figure.label);
  for (const char* besides : {"Step, likely", "HFU", "Capacity"}) table.head.emplace_back(besides);
  for (const NamedReport& named : reports) table.rows.push_back(comparison_row(named));
  if (reports.size() <= static_cast<std::size_t>(columns_max)) table = transposed(table);
  return {std::to_string(reports.size()) + " scenarios", {{"", {}, std::move(table)}}};
}

}  // namespace shardscope
