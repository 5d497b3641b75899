#include "app/output/comparison_page.h"

#include <algorithm>
#include <cmath>

#include "render/format.h"

namespace shardscope {

namespace {

constexpr std::string_view unknown = "–";
constexpr std::size_t name_length_max = 60;

std::string cut(const std::string& name) {
  return name.size() > name_length_max ? shown(name.substr(0, name_length_max)) + "…" : name;
}

std::string percent(double share) {
  return fixed(share * 100, 1) + "%";
}

std::string signed_percent(const std::optional<double>& share) {
  if (!share) return std::string(unknown);
  return (*share < 0 ? "−" : "+") + percent(std::abs(*share));
}

std::string gigabytes(const std::optional<double>& bytes) {
  return bytes ? fixed(*bytes / 1e9, 1) : std::string(unknown);
}

std::string seconds(const std::optional<double>& value) {
  if (!value) return std::string(unknown);
  return fixed(*value, *value < 10 ? 3 : *value < 100 ? 2 : 1);
}

Section summary_section(MeasuredField field, const char* heading, const Comparison& comparison) {
  Section section{heading, {}, {{"Runs of", "Count", "Median", "90%", "Worst", "Mean", "In range"}, {}, "lrrrrrr"}};
  for (const GroupSummary& group : comparison.groups) {
    const auto& summary = group.fields[index_of(field)];
    const bool many = group.name.starts_with("origin:") || group.name.starts_with("framework:");
    if (!summary || group.name.starts_with("source:") || (many && summary->count < group_runs_min)) continue;
    section.table.rows.push_back({cut(group.name), std::to_string(summary->count),
                                  percent(summary->median_absolute_error), percent(summary->p90_absolute_error),
                                  percent(summary->max_absolute_error), signed_percent(summary->mean_error),
                                  summary->in_range ? percent(*summary->in_range) : std::string(unknown)});
  }
  return section;
}

Section runs_section(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  Section section{"Runs",
                  {"Steps in seconds, peak memory in GB (1e9 bytes) as the source reads it, MFU as the source counts."},
                  {{"Run", "GPU", "Step", "Predicted", "Error", "Memory", "Predicted", "Error", "Read as", "MFU error"},
                   {},
                   "llrrrrrrlr"}};
  constexpr auto step = static_cast<std::size_t>(MeasuredField::step_seconds);
  constexpr auto memory = static_cast<std::size_t>(MeasuredField::peak_memory_bytes);
  constexpr auto mfu = static_cast<std::size_t>(MeasuredField::mfu);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const MeasuredRun& run = runs[i];
    const RunComparison& compared = comparison.runs[i];
    const bool weighed = run.measured[memory].has_value();
    const std::string read_as =
        weighed ? std::string(memory_kind_names[static_cast<std::size_t>(run.memory_kind)]) : std::string(unknown);
    section.table.rows.push_back(
        {cut(run.id), cut(run.gpu), seconds(run.measured[step]), seconds(compared.predicted[step]),
         signed_percent(compared.error[step]), gigabytes(run.measured[memory]),
         weighed ? gigabytes(compared.predicted[memory]) : std::string(unknown), signed_percent(compared.error[memory]),
         read_as, signed_percent(compared.error[mfu])});
  }
  return section;
}

Section invalid_section(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  Section section{"Not predicted, because the scenario is invalid", {}, {{"Run", "Why"}, {}, "ll"}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunComparison& compared = comparison.runs[i];
    if (compared.valid) continue;
    const Problem* first = compared.problems.empty() ? nullptr : &compared.problems.front();
    section.table.rows.push_back({cut(runs[i].id), first != nullptr ? first->path + ": " + first->message : ""});
  }
  return section;
}

}  // namespace

Page comparison_page(const std::string& title, std::span<const MeasuredRun> runs, const Comparison& comparison) {
  const GroupSummary* all = group_named(comparison, "all");
  const std::size_t invalid = all != nullptr ? all->invalid : 0;
  Page page{title, {}};
  page.sections.push_back(
      {"",
       {std::to_string(runs.size()) + " runs, " + std::to_string(invalid) +
        " of them invalid. Errors are predicted / measured − 1; median, 90% and worst without the sign."},
       {}});
  page.sections.push_back(runs_section(runs, comparison));
  page.sections.push_back(summary_section(MeasuredField::step_seconds, "Step time, error by group", comparison));
  page.sections.push_back(summary_section(MeasuredField::peak_memory_bytes, "Peak memory, error by group", comparison));
  page.sections.push_back(summary_section(MeasuredField::mfu, "MFU, error by group", comparison));
  if (invalid > 0) page.sections.push_back(invalid_section(runs, comparison));
  return page;
}

}  // namespace shardscope
