#include "core/plan_search/plan_survey.h"

#include <algorithm>
#include <array>

#include "core/evaluate/evaluate.h"
#include "core/plan_search/plan_look.h"

namespace shardscope {

namespace {

enum class SurveyTurn { best, landscape, cells };
constexpr std::array turns = {SurveyTurn::best, SurveyTurn::landscape, SurveyTurn::best, SurveyTurn::cells};

/// In turn, but for what is done; the best alone until it came to one, since everything is held against it.
SurveyTurn next_turn(const PlanSurvey& survey) {
  const bool has_one = !survey.best.best.empty() && survey.best.counts.evaluated > 0;
  if (!has_one && !survey.best.done) return SurveyTurn::best;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const SurveyTurn turn = turns[(survey.rounds + i) % turns.size()];
    const bool done = turn == SurveyTurn::best    ? survey.best.done
                      : turn == SurveyTurn::cells ? survey.cells.done
                                                  : survey.landscape.done;
    if (!done) return turn;
  }
  return SurveyTurn::landscape;
}

/// To the table as well, where it has a place for the plan: no place says less than what the ranking or the landscape
/// has shown.
void offer_to_cells(PlanSurvey& survey, const FoundPlan& found) {
  const auto has = [](const std::vector<std::int64_t>& values, std::int64_t value) {
    return std::binary_search(values.begin(), values.end(), value);
  };
  if (has(survey.axes.tps, value_at(found.choice, PlanAxis::tp)) &&
      has(survey.axes.pps, value_at(found.choice, PlanAxis::pp)))
    offer(survey.cells, found);
}

}  // namespace

PlanSurvey begin_survey(const SearchRequest& request, const CellAxes& axes, std::size_t landscape_plans,
                        const std::optional<PlanChoice>& known) {
  PlanSurvey survey;
  survey.axes = axes;
  survey.best = begin_search(request);
  survey.cells = begin_search(cells_request(request, axes));
  survey.landscape = begin_landscape(request, landscape_plans);
  if (!known || !is_in_space(*known, request.base, request.space)) return survey;
  if (const PlanLook look = look_at(request, *known); look.counts()) {
    offer(survey.best, *look.found);
    offer_to_cells(survey, *look.found);
  }
  return survey;
}

std::vector<LandscapePlan> continue_survey(PlanSurvey& survey, unsigned threads, const std::stop_token& stop) {
  const SurveyTurn turn = next_turn(survey);
  ++survey.rounds;
  if (turn == SurveyTurn::landscape) {
    std::vector<LandscapePlan> plans = continue_landscape(survey.landscape, threads, stop);
    for (const LandscapePlan& plan : plans) {
      if (!plan.counts) continue;
      offer(survey.best, plan.found);
      offer_to_cells(survey, plan.found);
    }
    return plans;
  }
  continue_search(turn == SurveyTurn::best ? survey.best : survey.cells, threads, stop);
  if (turn == SurveyTurn::best)
    for (const auto* list : {&survey.best.best, &survey.best.distinct})
      for (const FoundPlan& plan : *list) offer_to_cells(survey, plan);
  return {};
}

LostSeconds time_lost_of(const SearchRequest& request, const PlanChoice& choice, const std::stop_token& stop) {
  const Report report = evaluate(with_choice(request.base, choice, request.space), stop);
  return report.time ? time_lost(report) : LostSeconds{};
}

}  // namespace shardscope
