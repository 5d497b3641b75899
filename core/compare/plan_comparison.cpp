#include "core/compare/plan_comparison.h"

#include <algorithm>

#include "core/memory/whole_bytes.h"
#include "core/scenario_json/write.h"

namespace shardscope {

PlanFigures plan_figures(const Report& report) {
  PlanFigures figures;
  if (report.time) figures.step = report.time->step, figures.lost = time_lost(report);
  const MemoryReport memory = in_whole_bytes(report.memory);
  figures.peak = memory.peak;
  const auto fullest = static_cast<std::size_t>(memory.peak_stage);
  for (std::size_t i = 0; i < figures.components.size() && fullest < memory.stages.size(); ++i)
    figures.components[i] = memory.stages[fullest].component(static_cast<MemoryComponent>(i));
  figures.fits = report.fits;
  return figures;
}

FigureChange change_between(const PlanFigures& first, const PlanFigures& second) {
  FigureChange change;
  if (first.step && second.step) {
    change.step = *second.step - *first.step;
    for (std::size_t i = 0; i < time_lost_count; ++i) change.lost[i] = second.lost[i] - first.lost[i];
  }
  change.peak = second.peak - first.peak;
  for (std::size_t i = 0; i < change.components.size(); ++i)
    change.components[i] = second.components[i] - first.components[i];
  return change;
}

std::vector<FieldDifference> field_differences(const Scenario& first, const Scenario& second) {
  const Scenario one = with_defaults(first), other = with_defaults(second);
  std::vector<FieldDifference> differences;
  for (const Field& field : fields())
    if (!field.caption && differs(field, one, other)) differences.push_back({&field, differs(field, first, second)});
  return differences;
}

void copy_field(const Field& field, const Scenario& from, Scenario& to) {
  if (field.word.take != nullptr && field.word.holds != nullptr && field.word.holds(from)) return field.word.take(to);
  field.set(to, field.get(from));
  for (const Field& part : field.parts) part.set(to, part.get(from));
}

}  // namespace shardscope
