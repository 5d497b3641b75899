#include "app/output/comparison_page.h"

#include <algorithm>
#include <cmath>

#include "app/output/error_tables.h"
#include "core/measured/rivals.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

std::string memory_of(const std::optional<double>& bytes) {
  return bytes ? gigabytes(Bytes{*bytes}, 1) : no_figure;
}

std::string seconds(const std::optional<double>& value) {
  if (!value) return no_figure;
  return fixed(*value, *value < 10 ? 3 : *value < 100 ? 2 : 1);
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
        weighed ? std::string(memory_kind_names[static_cast<std::size_t>(run.memory_kind)]) : no_figure;
    section.table.rows.push_back(
        {cut_name(run.id), cut_name(run.gpu), seconds(run.measured[step]), seconds(compared.predicted[step]),
         signed_error_percent(compared.error[step]), memory_of(run.measured[memory]),
         weighed ? memory_of(compared.predicted[memory]) : no_figure, signed_error_percent(compared.error[memory]),
         read_as, signed_error_percent(compared.error[mfu])});
  }
  return section;
}

/// What is compared with other programs, without what it is per.
std::string_view rival_figure(MeasuredField field) {
  switch (field) {
    case MeasuredField::step_seconds:
      return "step_seconds";
    case MeasuredField::tokens_per_second_per_gpu:
      return "tokens";
    case MeasuredField::model_flops_per_gpu_per_second:
      return "model_flops";
    case MeasuredField::hardware_flops_per_gpu_per_second:
      return "hardware_flops";
    case MeasuredField::mfu:
      return "mfu";
    case MeasuredField::hfu:
      return "hfu";
    case MeasuredField::peak_memory_bytes:
      break;
  }
  return "peak_memory_bytes";
}

/// A figure of a run that another program has too.
std::vector<std::string> rival_row(const MeasuredRun& run, const RunComparison& compared, MeasuredField field,
                                   const std::optional<double>& their_error) {
  return {cut_name(run.id), std::string(rival_figure(field)), run.rival->name,
          signed_error_percent(compared.error[index_of(field)]), signed_error_percent(their_error)};
}

Section rivals_section(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  Section section{
      "Beside other programs, on the same runs", {}, {{"Run", "Figure", "Program", "Ours", "Theirs"}, {}, "lllrr"}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const MeasuredFigures errors = rival_errors(runs[i]);
    for (std::size_t field = 0; field < measured_field_count; ++field)
      if (errors[field])
        section.table.rows.push_back(
            rival_row(runs[i], comparison.runs[i], static_cast<MeasuredField>(field), errors[field]));
  }
  const std::vector<RivalSummary> summaries = rival_summaries(runs, comparison);
  for (const RivalSummary& each : summaries)
    section.lines.push_back(each.rival + ", " + std::string(measured_field_names[index_of(each.field)]) + " of " +
                            std::to_string(each.ours.count) + " runs: ours " +
                            error_percent(each.ours.median_absolute_error) + " at the median and " +
                            error_percent(each.ours.max_absolute_error) + " at worst, theirs " +
                            error_percent(each.theirs.median_absolute_error) + " and " +
                            error_percent(each.theirs.max_absolute_error) + ".");
  return section;
}

Section invalid_section(std::span<const MeasuredRun> runs, const Comparison& comparison) {
  Section section{"Not predicted, because the scenario is invalid", {}, {{"Run", "Why"}, {}, "ll"}};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const RunComparison& compared = comparison.runs[i];
    if (compared.valid) continue;
    const Problem* first = compared.problems.empty() ? nullptr : &compared.problems.front();
    section.table.rows.push_back({cut_name(runs[i].id), first != nullptr ? first->path + ": " + first->message : ""});
  }
  return section;
}

}  // namespace

Page comparison_page(const std::string& title, std::span<const MeasuredRun> runs, const Comparison& comparison,
                     const CrossValidation* cross_validated) {
  const GroupSummary* all = summary_of(comparison, RunGroup{});
  const std::size_t invalid = all != nullptr ? all->invalid : 0;
  Page page{title, {}};
  page.sections.push_back(
      {"",
       {std::to_string(runs.size()) + " runs, " + std::to_string(invalid) +
        " of them invalid. Errors are predicted / measured − 1; median, 90% and worst without the sign. Runs of low "
        "quality (read from a chart, a noisy machine, doubtful) stand apart: \"" +
        group_name(headline(comparison).group) + "\" heads each table."},
       {}});
  page.sections.push_back(runs_section(runs, comparison));
  page.sections.push_back(summary_section(MeasuredField::step_seconds, "Step time, error by group", comparison));
  page.sections.push_back(summary_section(MeasuredField::peak_memory_bytes, "Peak memory, error by group", comparison));
  for (const auto& [field, heading] :
       {std::pair{MeasuredField::mfu, "MFU, error by group"}, std::pair{MeasuredField::hfu, "HFU, error by group"},
        std::pair{MeasuredField::model_flops_per_gpu_per_second, "Model FLOP/s per GPU, error by group"},
        std::pair{MeasuredField::hardware_flops_per_gpu_per_second, "Hardware FLOP/s per GPU, error by group"}})
    page.sections.push_back(summary_section(field, heading, comparison));
  if (cross_validated != nullptr) page.sections.push_back(cross_validated_section(*cross_validated));
  if (Section rivals = rivals_section(runs, comparison); !rivals.table.rows.empty())
    page.sections.push_back(std::move(rivals));
  if (invalid > 0) page.sections.push_back(invalid_section(runs, comparison));
  return page;
}

}  // namespace shardscope
