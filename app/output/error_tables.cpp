#include "app/output/error_tables.h"

#include <algorithm>
#include <cmath>

#include "render/text/format.h"

namespace shardscope {

namespace {

constexpr std::size_t name_length_max = 60;

std::string median_over_tail(double median, double tail) {
  return error_percent(median) + " / " + error_percent(tail);
}

std::string both(const std::vector<GroupErrors>& groups, const RunGroup& group) {
  const GroupErrors* errors = errors_of(groups, group);
  if (errors == nullptr) return no_figure;
  return median_over_tail(errors->median_absolute_error, errors->p90_absolute_error);
}

/// "3.8% and 12.2%".
std::string median_and_p90(double median, double p90) {
  return error_percent(median) + " and " + error_percent(p90);
}

/// The group of GPUs whose median is worst, of those with as many runs as a table asks for.
const GroupSummary* worst_gpu(const Comparison& comparison) {
  const GroupSummary* worst = nullptr;
  constexpr auto step = index_of(MeasuredField::step_seconds);
  for (const GroupSummary& group : comparison.groups) {
    const std::optional<ErrorSummary>& errors = group.fields[step];
    if (group.group.by != GroupBy::gpu || !errors || errors->count < group_runs_min) continue;
    if (worst == nullptr || errors->median_absolute_error > worst->fields[step]->median_absolute_error) worst = &group;
  }
  return worst;
}

/// The run whose step is furthest off.
std::optional<std::size_t> worst_run(const Comparison& comparison) {
  constexpr auto step = index_of(MeasuredField::step_seconds);
  const auto off = [&](std::size_t i) { return std::abs(comparison.runs[i].error[step].value_or(0)); };
  std::optional<std::size_t> worst;
  for (std::size_t i = 0; i < comparison.runs.size(); ++i)
    if (off(i) > (worst ? off(*worst) : 0)) worst = i;
  return worst;
}

}  // namespace

std::string cut_name(const std::string& name) {
  return name.size() > name_length_max ? shown(name.substr(0, name_length_max)) + "…" : name;
}

std::string error_percent(double share, int decimals) {
  const auto [number, sign] = format_percent_to(share, decimals);
  return number + sign;
}

std::string signed_error_percent(const std::optional<double>& share) {
  if (!share) return no_figure;
  return (*share < 0 ? "−" : "+") + error_percent(std::abs(*share));
}

Section summary_section(MeasuredField field, const char* heading, const Comparison& comparison) {
  Section section{heading, {}, {{"Runs of", "Count", "Median", "90%", "Worst", "Mean", "In range"}, {}, "lrrrrrr"}};
  for (const GroupSummary& group : comparison.groups) {
    const auto& summary = group.fields[index_of(field)];
    const bool many = group.group.by == GroupBy::origin || group.group.by == GroupBy::framework;
    if (!summary || group.group.by == GroupBy::source || (many && summary->count < group_runs_min)) continue;
    section.table.rows.push_back({cut_name(group_name(group.group)), std::to_string(summary->count),
                                  error_percent(summary->median_absolute_error),
                                  error_percent(summary->p90_absolute_error),
                                  error_percent(summary->max_absolute_error), signed_error_percent(summary->mean_error),
                                  summary->in_range ? error_percent(*summary->in_range) : no_figure});
  }
  return section;
}

Section cross_validated_section(const CrossValidation& found) {
  Section section{
      "Step time, cross-validated",
      {"Median / 90% of the absolute errors on " + found.date +
       ": the program as it is, its constants fitted anew on all runs, on all sources but the run's own, and "
       "without the runs of the same model shape, GPU and number of GPUs."},
      {{"Runs of", "Count", "As it is", "Fitted", "Source left out", "Configuration left out"}, {}, "lrrrrr"}};
  for (const GroupErrors& group : found.shipped)
    section.table.rows.push_back({cut_name(group_name(group.group)), std::to_string(group.count),
                                  both(found.shipped, group.group), both(found.refitted, group.group),
                                  both(found.source_left_out, group.group),
                                  both(found.configuration_left_out, group.group)});
  return section;
}

Section ablation_section(const CrossValidation& found) {
  Section section{
      "What parts are worth",
      {"Median / 90% of the absolute errors of step time without a part of the model: as it is, and with the "
       "constants fitted anew without it."},
      {{"Without", "Instead"}, {}, "llrrrr"}};
  const std::array<RunGroup, 3> groups = {
      {{GroupBy::all, "", true}, {GroupBy::kind, "dense", true}, {GroupBy::kind, "moe", false}}};
  for (const RunGroup& group : groups) section.table.head.push_back(group_name(group));
  const auto add = [&](const std::string& without, const std::string& words, const std::vector<GroupErrors>& shipped,
                       const std::vector<GroupErrors>& refitted) {
    std::vector<std::string> row = {without, words};
    for (const RunGroup& group : groups) row.push_back(both(shipped, group) + "; " + both(refitted, group));
    section.table.rows.push_back(std::move(row));
  };
  add("nothing", "", found.shipped, found.refitted);
  for (const AblationErrors& each : found.ablations) add(each.without, each.words, each.shipped, each.refitted);
  return section;
}

Section calibrated_section(const CrossValidation& found) {
  Section section{
      "Calibrated on three runs",
      {"Median / 90% of the absolute errors of step time over the runs of a source, predicted by constants that were "
       "fitted without it; then calibrated on three of its runs, the first by id, which aren't counted."},
      {{"Source", "Runs", "Before", "Calibrated", "In range"}, {}, "lrrrr"}};
  for (const CalibratedErrors& each : found.calibrated)
    section.table.rows.push_back(
        {group_name(each.group), std::to_string(each.count), median_over_tail(each.before_median, each.before_p90),
         median_over_tail(each.after_median, each.after_p90), error_percent(each.in_range, 0)});
  return section;
}

std::string accuracy_words(std::span<const MeasuredRun> runs, const Comparison& comparison,
                           const CrossValidation* cross_validated) {
  const std::optional<ErrorSummary>& step = headline(comparison).fields[index_of(MeasuredField::step_seconds)];
  if (!step) return "No run states its step time.";
  std::string words = "Step time is " + median_and_p90(step->median_absolute_error, step->p90_absolute_error) +
                      " off at the median and the 90th percentile of " + std::to_string(step->count) + " runs";
  const auto held_out = [&](const std::vector<GroupErrors>& groups, const std::string& what) {
    if (const GroupErrors* errors = errors_of(groups, headline(comparison).group))
      words += "; " + median_and_p90(errors->median_absolute_error, errors->p90_absolute_error) + " where " + what +
               " took no part in the fit";
  };
  if (cross_validated != nullptr) {
    held_out(cross_validated->configuration_left_out, "the configuration");
    held_out(cross_validated->source_left_out, "the source");
  }
  words += ".";
  const GroupSummary* all = summary_of(comparison, RunGroup{});
  if (all != nullptr && all->fields[index_of(MeasuredField::peak_memory_bytes)]) {
    const ErrorSummary& memory = *all->fields[index_of(MeasuredField::peak_memory_bytes)];
    words += " Peak memory is " + median_and_p90(memory.median_absolute_error, memory.p90_absolute_error) +
             " off on the " + std::to_string(memory.count) + " runs that state it.";
  }
  if (const GroupSummary* gpu = worst_gpu(comparison))
    words += " The worst GPU is " + gpu->group.name + ", " +
             error_percent(gpu->fields[index_of(MeasuredField::step_seconds)]->median_absolute_error) +
             " off at the median";
  if (const std::optional<std::size_t> worst = worst_run(comparison)) {
    const double error = *comparison.runs[*worst].error[index_of(MeasuredField::step_seconds)];
    words += worst_gpu(comparison) != nullptr ? "; the worst run" : " The worst run";
    words += " is predicted " + error_percent(std::abs(error)) + (error < 0 ? " too fast (" : " too slow (") +
             runs[*worst].id + ")";
  }
  return words + ".";
}

Page accuracy_page(std::span<const MeasuredRun> runs, const Comparison& comparison,
                   const CrossValidation* cross_validated) {
  Page page{"How far off", {{"", {accuracy_words(runs, comparison, cross_validated)}, {}}}};
  page.sections.push_back(summary_section(MeasuredField::step_seconds, "Step time, error by group", comparison));
  page.sections.push_back(summary_section(MeasuredField::peak_memory_bytes, "Peak memory, error by group", comparison));
  if (cross_validated != nullptr) {
    page.sections.push_back(cross_validated_section(*cross_validated));
    page.sections.push_back(ablation_section(*cross_validated));
    if (!cross_validated->calibrated.empty()) page.sections.push_back(calibrated_section(*cross_validated));
  }
  return page;
}

}  // namespace shardscope
