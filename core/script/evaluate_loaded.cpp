#include "core/script/evaluate_loaded.h"

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/launch/import_launch.h"
#include "core/report_json/report_json.h"

namespace shardscope {

Report evaluate_loaded(const ParsedScenario& loaded) {
  Report report = evaluate(loaded.said.scenario);
  const auto own = static_cast<std::ptrdiff_t>(report.problems.size());  // notices differ by their words alone
  for (const Problem& notice : loaded.notices) {
    const auto same = [&](const Problem& problem) {
      return problem.path == notice.path && problem.places == notice.places && problem.rule == notice.rule;
    };
    const auto begin = report.problems.begin();
    const bool said = std::any_of(begin, begin + own, same) ||
                      std::any_of(begin + own, report.problems.end(), [&](const Problem& problem) {
                        return same(problem) && problem.message == notice.message;
                      });
    if (!said) report.problems.push_back(notice);
  }
  report.problems = at_their_flags(std::move(report.problems), loaded.places);
  return report;
}

std::optional<nlohmann::ordered_json> figures_of_loaded(const Scenario& scenario, std::span<const FieldPath> fields) {
  const std::vector<const ReportFigure*> alone = figures_alone(fields);
  if (alone.empty()) return std::nullopt;
  const PlanReport plan = evaluate_figures(scenario);
  if (!plan.valid || !plan.time) return std::nullopt;
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < alone.size(); ++i) figures[fields[i].path] = alone[i]->make(plan);
  return figures;
}

}  // namespace shardscope
