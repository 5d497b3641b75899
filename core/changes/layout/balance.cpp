#include "core/changes/layout/balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/changes/layout/assignments.h"
#include "core/changes/layout/layout_costs.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

constexpr double equal_within = 1e-9;  // sums in another order

// What a search may cost: some tens of milliseconds.
constexpr std::int64_t passes_worth = 3'000'000;
constexpr std::int64_t passes_per_rank = 100;  // what else a measure takes, as passes
constexpr std::int64_t chunked_as_passes = 3;  // a pass where ranks hold several chunks, whose memory is walked too
constexpr std::int64_t measures_max = 500, measures_min = 8;
constexpr std::int64_t nodes_worth = 100'000;

struct Search {
  const Report& report;
  BalanceGoal goal;
  LayoutCosts costs;
  double limit = never;  // bytes that no stage may exceed
  std::int64_t measures_left = 0, tried = 0;
  Cuts best;
  LayoutResult result;
};

bool less(double a, double b) {
  return a < b * (1 - equal_within);
}

/// By the goal, then by the other figure.
bool better(BalanceGoal goal, const LayoutResult& a, const LayoutResult& b) {
  const double step = a.step.value, peak = a.peak.value, other_step = b.step.value, other_peak = b.peak.value;
  if (goal == BalanceGoal::shortest_step)
    return less(step, other_step) || (step <= other_step && less(peak, other_peak));
  return less(peak, other_peak) || (peak <= other_peak && less(step, other_step));
}

/// Measures the cuts and keeps them where they are better.
bool try_cuts(Search& search, const Cuts& cuts) {
  if (cuts.empty() || cuts == search.best) return false;
  --search.measures_left, ++search.tried;
  const LayoutResult result = search.costs.measure(cuts);
  if (!(result.step.value > 0) || result.peak.value > search.limit || !better(search.goal, result, search.result))
    return false;
  search.best = cuts, search.result = result;
  return true;
}

CostOfStage bound_within(Search& search) {
  return [&search](std::int64_t stage, std::int64_t begin, std::int64_t end) {
    if (search.limit < never && search.costs.memory(stage, begin, end) > search.limit) return never;
    return search.costs.step_bound(stage, begin, end);
  };
}

double largest(const Cuts& cuts, const CostOfStage& cost) {
  double most = 0;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
    most = std::max(most, cost(static_cast<std::int64_t>(k), cuts[k], cuts[k + 1]));
  return most;
}

/// Whether a stage's content changed so that the step can be shorter, or the peak lower, as far as bounds can say.
bool is_promising(Search& search, const Cuts& cuts) {
  if (!search.costs.stage_by_stage()) return true;
  const double bound = largest(cuts, bound_within(search));
  if (bound == never) return false;
  return search.goal == BalanceGoal::lowest_peak || bound <= search.result.step.value;
}

/// The stages in the order in which a block that leaves them may help.
std::vector<std::size_t> heaviest_first(Search& search) {
  const std::size_t count = search.best.size() - 1;
  const Plan& plan = search.report.scenario.plan;
  std::vector<double> rank_weight(count);
  for (std::int64_t rank = 0; rank < plan.pp; ++rank) {
    double sum = 0;
    const StagesOfRank chunks = stages_of_rank(plan, rank, plan.pp, count);
    for (const std::size_t k : chunks) sum += search.costs.busy(rank, search.best[k], search.best[k + 1]);
    if (search.goal == BalanceGoal::lowest_peak && rank == search.result.peak_rank) sum = never;
    for (const std::size_t k : chunks) rank_weight[k] = std::max(rank_weight[k], sum);
  }
  std::vector<std::size_t> order(count);
  for (std::size_t k = 0; k < count; ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return rank_weight[a] > rank_weight[b]; });
  return order;
}

/// Moves single blocks for as long as that helps; `moves_left` bounds the moves looked at.
void improve(Search& search, std::int64_t moves_left) {
  for (bool improved = true; improved && search.measures_left > 0 && moves_left > 0;) {
    improved = false;
    const std::vector<std::size_t> order = heaviest_first(search);
    for (std::size_t i = 0; i < order.size() && !improved; ++i)
      for (std::size_t j = order.size(); j-- > 0 && !improved;) {
        if (i == j || search.measures_left <= 0 || --moves_left <= 0) continue;
        const Cuts moved = with_block_moved(search.best, order[i], order[j]);
        improved = !moved.empty() && is_promising(search, moved) && try_cuts(search, moved);
      }
  }
}

Cuts even_cuts(const Search& search) {
  Plan plan = search.report.scenario.plan;
  plan.stage_layers.reset(), plan.pipeline_layout.reset();
  return cuts_of(search.costs.row(), stage_layout(search.report.scenario.model, plan));
}

/// The lowest peak that any assignment has.
double lowest_peak(Search& search, const CostOfStage& memory) {
  return LeastCosts(search.costs.stages(), search.costs.row().blocks(), memory, search.result.peak.value).least();
}

/// Stage by stage: the lowest peak by the program alone; the shortest step within the limit by bounds and simulation.
bool search_exactly(Search& search) {
  const CostOfStage memory = [&](std::int64_t stage, std::int64_t begin, std::int64_t end) {
    return search.costs.memory(stage, begin, end);
  };
  const Bytes capacity = search.report.memory.capacity;
  const bool fits = fits_in(search.result.peak, capacity);
  const bool for_memory = search.goal == BalanceGoal::lowest_peak;
  if (for_memory || !fits) {
    const double lowest = std::min(lowest_peak(search, memory), search.result.peak.value);
    if (for_memory) {
      search.limit = lowest * (1 + equal_within);
    } else if (fits_in(Bytes{lowest}, capacity)) {
      search.limit = capacity.value;
    }
  } else {
    search.limit = capacity.value;
  }
  const CostOfStage bound = bound_within(search);
  const bool present_allowed = search.result.peak.value <= search.limit;
  const double worthless = present_allowed ? search.result.step.value : never;
  const LeastCosts least(search.costs.stages(), search.costs.row().blocks(), bound, worthless);
  try_cuts(search, cheapest_cuts(least, bound));
  try_cuts(search, even_cuts(search));
  improve(search, nodes_worth / (search.costs.stages() + 1));
  const auto visit = [&](const Cuts& cuts) {
    try_cuts(search, cuts);
    return search.measures_left > 0 ? search.result.step.value * (1 - equal_within) : -1.0;
  };
  return visit_cheaper(least, bound, search.result.step.value * (1 - equal_within), nodes_worth, visit);
}

/// Several chunks per rank: from the present, the even and the evenest chunks on by single moves.
void search_locally(Search& search) {
  const Bytes capacity = search.report.memory.capacity;
  if (search.goal == BalanceGoal::shortest_step && fits_in(search.result.peak, capacity)) search.limit = capacity.value;
  const Plan& plan = search.report.scenario.plan;
  const CostOfStage busy = [&](std::int64_t stage, std::int64_t begin, std::int64_t end) {
    return search.costs.busy(rank_of(ways_of(plan).placement, stage, plan.pp), begin, end);
  };
  try_cuts(search, even_cuts(search));
  const LeastCosts least(search.costs.stages(), search.costs.row().blocks(), busy);
  try_cuts(search, cheapest_cuts(least, busy));
  improve(search, nodes_worth);
}

std::int64_t measures_worth(const LayoutCosts& costs) {
  const std::int64_t each =
      (costs.passes() + passes_per_rank * costs.stages()) * (costs.stage_by_stage() ? 1 : chunked_as_passes);
  return std::clamp(passes_worth / at_least_one(each), measures_min, measures_max);
}

bool is_small_enough(const Report& report) {
  return static_cast<std::int64_t>(report.layout.size()) * block_row(report.scenario.model).blocks() <=
         limits::balanced_stages_times_blocks_max;
}

std::vector<Problem> cannot_balance(const Report& report) {
  if (!is_small_enough(report))
    return {{Severity::error, "plan",
             "more stages and layers than a balance is looked for: their product is at most " +
                 std::to_string(limits::balanced_stages_times_blocks_max),
             "balance-size"}};
  std::vector<Problem> problems;
  for (const Problem& problem : report.problems)
    if (problem.severity == Severity::error || report.valid) problems.push_back(problem);
  if (problems.empty())
    problems.push_back({Severity::error, "plan",
                        "the step's time is unknown, so no layout can be compared with another", "layout-timed"});
  return problems;
}

}  // namespace

Outcome<Balanced> balance_layout(const Scenario& present, const Report& report, BalanceGoal goal) {
  const std::optional<MachineSpeed> speed =
      report.valid && report.time && is_small_enough(report) ? machine_speed(report.scenario) : std::nullopt;
  if (!speed) return cannot_balance(report);
  Balanced balanced{present, {}, report.time->step, report.time->step, report.memory.peak, report.memory.peak};
  LayoutCosts costs(report, *speed);
  const Cuts now = cuts_of(costs.row(), report.layout);
  balanced.stages = stages_between(costs.row(), now);
  if (report.layout.size() < 2 || costs.row().blocks() <= costs.stages()) {
    balanced.proven = true;  // there is nothing that a stage could give
    return balanced;
  }
  const std::int64_t measures = measures_worth(costs);
  Search search{report,
                goal,
                std::move(costs),
                never,
                std::clamp(measures, measures_min, measures_max),
                0,
                now,
                {report.time->step, report.memory.peak, report.memory.peak_stage}};
  if (search.costs.stage_by_stage())
    balanced.proven = search_exactly(search) || goal == BalanceGoal::lowest_peak;
  else
    search_locally(search);
  balanced.tried = search.tried;
  if (search.best == now) return balanced;
  Scenario found = with_layout(present, stages_between(search.costs.row(), search.best));
  const Report after = evaluate(found);
  const bool worse =
      !after.valid || !after.time ||
      !better(goal, {after.time->step, after.memory.peak, {}}, {balanced.step_before, balanced.peak_before, {}});
  if (worse) return balanced;
  balanced.scenario = std::move(found);
  balanced.stages = stages_between(search.costs.row(), search.best);
  balanced.step_after = after.time->step, balanced.peak_after = after.memory.peak;
  balanced.changed = true;
  return balanced;
}

}  // namespace shardscope
