#include "app/search/search_run.h"

namespace shardscope {

namespace {

constexpr std::size_t ranked_max = 40, short_landscape_round = 1, short_ranked_at_once = 1;
constexpr std::size_t rounds_between_reasons = 16;

/// Up to the plan whose seconds are next to be evaluated, where so many were.
void rank(SearchRun& run, const std::stop_token& stop) {
  const PlanSearch& best = run.survey.best;
  run.so_far.ranking.clear();
  std::size_t evaluated = 0;
  for (const FoundPlan& plan : best.distinct) {
    if (run.so_far.ranking.size() == ranked_max) break;
    const auto [at, first] = run.lost.try_emplace(plan.choice);
    if (first && evaluated++ == run.ranked_at_once) return void(run.lost.erase(at));
    if (first) at->second = time_lost_of(best.request, plan.choice, stop);
    if (stop.stop_requested()) return;
    run.so_far.ranking.push_back({plan, at->second});
  }
}

void say_why_empty(SearchRun& run) {
  const PlanSurvey& survey = run.survey;
  run.so_far.empty.clear();
  for (const std::int64_t tp : survey.axes.tps)
    for (const std::int64_t pp : survey.axes.pps) {
      const auto cell = survey.cells.cells.find({tp, pp});
      const bool known = cell != survey.cells.cells.end();
      if (known && cell->second.best) continue;
      const EmptyCell why = why_empty(survey.cells.request, tp, pp, known ? &cell->second : nullptr);
      if (why.lack == CellLack::split || survey.cells.done) run.so_far.empty[{tp, pp}] = why;
    }
}

bool same_plans(const std::vector<RankedPlan>& ranking, const std::vector<FoundPlan>& plans) {
  if (ranking.size() != std::min(plans.size(), ranked_max)) return false;
  for (std::size_t i = 0; i < ranking.size(); ++i)
    if (ranking[i].plan.choice != plans[i].choice) return false;
  return true;
}

}  // namespace

SearchRun begin_run(const SearchQuestion& question, bool short_rounds) {
  SearchRun run;
  run.survey = begin_survey(question.request, question.axes, question.landscape_plans, question.present);
  run.so_far.axes = question.axes;
  if (short_rounds) {
    run.survey.best.round = run.survey.cells.round = short_round;
    run.survey.landscape.round = short_landscape_round, run.ranked_at_once = short_ranked_at_once;
    run.survey.landscape.counted = short_round.counted, run.survey.landscape.listed_at_once = short_round.laid_out;
  }
  return run;
}

void carry_on(SearchRun& run, unsigned threads, const std::stop_token& stop) {
  PlanSurvey& survey = run.survey;
  std::vector<LandscapePlan> more = continue_survey(survey, threads, stop);
  if (stop.stop_requested()) return;
  SearchProgress& so_far = run.so_far;
  if (!more.empty()) so_far.landscape.push_back(std::make_shared<const std::vector<LandscapePlan>>(std::move(more)));
  if (std::vector<UntimedPlan> untimed = std::exchange(survey.landscape.untimed, {}); !untimed.empty())
    so_far.untimed.push_back(std::make_shared<const std::vector<UntimedPlan>>(std::move(untimed)));
  if (!same_plans(so_far.ranking, survey.best.distinct)) rank(run, stop);
  so_far.cells = survey.cells.cells;
  const bool cells_ended = survey.cells.done && !so_far.cells_done;
  so_far.best_counts = survey.best.counts, so_far.landscape_counts = survey.landscape.counts;
  so_far.proved = survey.best.done, so_far.cells_done = survey.cells.done, so_far.done = survey.done();
  so_far.looked_at = survey.looked_at();
  if (cells_ended || (!survey.cells.done && survey.rounds % rounds_between_reasons == 1)) say_why_empty(run);
  ++so_far.version;
}

}  // namespace shardscope
