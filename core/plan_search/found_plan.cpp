#include "core/plan_search/found_plan.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/base/characters.h"
#include "core/plan_search/bounds/rank_shapes.h"
#include "core/run/power.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/prices.h"

namespace shardscope {

std::vector<std::string> goal_names() {
  std::vector<std::string> names;
  for (const GoalEntry& goal : table_of<SearchGoal>) names.emplace_back(goal.name);
  return names;
}

FoundPlan found_plan(const Report& report, const PlanChoice& choice) {
  FoundPlan found;
  found.choice = choice;
  found.step = report.time->step, found.step_low = report.time->range.low, found.step_high = report.time->range.high;
  found.peak_memory = Bytes{headline_figure(Headline::memory, report).value_or(0)};
  found.peak_high = max(found.peak_memory, report.memory.range().high);
  found.gpus = report.scenario.cluster.gpus;
  found.tokens_per_second = headline_figure(Headline::tokens_per_second, report).value_or(0);
  found.mfu = headline_figure(Headline::mfu, report);
  found.bubble = headline_figure(Headline::bubble, report);
  found.days = headline_figure(Headline::days, report), found.training_days = report.run.days;
  found.rental_usd = headline_figure(Headline::rental, report);
  found.energy_joules = headline_figure(Headline::energy, report);
  return found;
}

std::optional<double> figure_of(const FoundPlan& plan, Headline figure) {
  switch (figure) {
    case Headline::step:
      return plan.step.value;
    case Headline::tokens_per_second:
      return plan.tokens_per_second;
    case Headline::mfu:
      return plan.mfu;
    case Headline::memory:
      return plan.peak_memory.value;
    case Headline::days:
      return plan.days;
    case Headline::rental:
      return plan.rental_usd;
    case Headline::energy:
      return plan.energy_joules;
    case Headline::bubble:
      return plan.bubble;
  }
  return std::nullopt;
}

std::optional<double> figure_of(const FoundPlan& plan, SearchGoal figure) {
  const std::optional<Headline>& headline = entry_of(figure).figure;
  const std::optional<double> value = headline ? figure_of(plan, *headline) : static_cast<double>(plan.gpus);
  return value && (*value > 0 || !is_more_better(figure)) ? value : std::nullopt;
}

std::optional<double> cost_of(const FoundPlan& plan, SearchGoal goal, bool low_end) {
  const double slower = low_end && plan.step > Seconds{} ? std::max(1.0, plan.step_high / plan.step) : 1;
  const auto with_time = [slower](const std::optional<double>& figure) {
    return figure ? std::optional(*figure * slower) : std::nullopt;
  };
  switch (goal) {
    case SearchGoal::throughput:
    case SearchGoal::step:
      return plan.step.value * slower;
    case SearchGoal::mfu:
      return plan.mfu && *plan.mfu > 0 ? std::optional(slower / *plan.mfu) : std::nullopt;
    case SearchGoal::bubble:
      return plan.bubble;
    case SearchGoal::memory:
      return low_end ? plan.peak_high.value : plan.peak_memory.value;
    case SearchGoal::cost:
      return with_time(plan.rental_usd);
    case SearchGoal::days:
      return with_time(plan.days);
    case SearchGoal::energy:
      return with_time(plan.energy_joules);
    case SearchGoal::gpus:
      return static_cast<double>(plan.gpus);
  }
  return std::nullopt;
}

bool is_better(const FoundPlan& a, const FoundPlan& b, SearchGoal goal, bool low_end) {
  const double unknown = std::numeric_limits<double>::infinity();
  const double of_a = cost_of(a, goal, low_end).value_or(unknown), of_b = cost_of(b, goal, low_end).value_or(unknown);
  if (of_a != of_b) return of_a < of_b;
  return a.step != b.step ? a.step < b.step : a.choice < b.choice;
}

Outcome<SearchNeed> read_need(std::string_view text) {
  const auto wrong = [&](const std::string& message, std::vector<std::string> valid) {
    std::vector<Problem> problems{{Severity::error, shown(text), message, "search-need"}};
    problems.front().valid = std::move(valid);
    return problems;
  };
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string_view::npos || sign + 1 >= text.size() || text[sign + 1] != '=')
    return wrong("isn't FIGURE<=NUMBER or FIGURE>=NUMBER, as days<=30", {"FIGURE<=NUMBER", "FIGURE>=NUMBER"});
  SearchNeed need;
  need.at_most = text[sign] == '<';
  const std::optional<SearchGoal> named = value_named<SearchGoal>(text.substr(0, sign));
  if (!named) return wrong("names none of " + joined(goal_names()), goal_names());
  need.figure = *named;
  const std::string_view number = text.substr(sign + 2);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), need.value);
  if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(need.value) || need.value < 0)
    return wrong("\"" + shown(number) + "\" isn't a number from 0", {"a number from 0"});
  return need;
}

bool meets(const FoundPlan& plan, std::span<const SearchNeed> needs) {
  return std::all_of(needs.begin(), needs.end(), [&](const SearchNeed& need) {
    const std::optional<double> figure = figure_of(plan, need.figure);
    return figure && (need.at_most ? *figure <= need.value : *figure >= need.value);
  });
}

RunRates run_rates(const Scenario& base) {
  RunRates rates;
  const Run& run = base.run;
  rates.tokens_per_step = tokens_of_step(base.plan);
  const double behind_ramp = std::max(0.0, run.tokens.value_or(0) - run.batch_ramp_tokens.value_or(0));
  rates.days_per_second = behind_ramp / rates.tokens_per_step / seconds_per_day;
  rates.usd_per_gpu_day = hours_per_day * gpu_hour_price(run, base.cluster).value_or(0);
  rates.joules_per_gpu_day = seconds_per_day * watts_per_gpu(base.cluster).value_or(0);
  return rates;
}

double least_cost(const PlanFloor& floor, SearchGoal goal, const RunRates& rates) {
  const double days = floor.step.value * rates.days_per_second * bound_rounding;
  const double gpu_days = floor.gpu_seconds * rates.days_per_second * bound_rounding;
  switch (goal) {
    case SearchGoal::throughput:
    case SearchGoal::step:
      return floor.step.value;
    case SearchGoal::mfu:
    case SearchGoal::bubble:
      return 0;
    case SearchGoal::memory:
      return floor.memory.value;
    case SearchGoal::cost:
      return gpu_days * rates.usd_per_gpu_day;
    case SearchGoal::days:
      return days;
    case SearchGoal::energy:
      return gpu_days * rates.joules_per_gpu_day;
    case SearchGoal::gpus:
      return floor.gpus;
  }
  return 0;
}

bool misses(const PlanFloor& floor, std::span<const SearchNeed> needs, const RunRates& rates) {
  return std::any_of(needs.begin(), needs.end(), [&](const SearchNeed& need) {
    if (need.figure == SearchGoal::throughput)
      return !need.at_most && need.value * floor.step.value > rates.tokens_per_step;
    return need.at_most && !is_more_better(need.figure) && least_cost(floor, need.figure, rates) > need.value;
  });
}

void SearchFront::add(const FoundPlan& plan) {
  const std::optional<double> x = cost_of(plan, first), y = cost_of(plan, second);
  if (!x || !y) return;
  const auto beats_it = [&](const FoundPlan& other) {
    const double of_x = *cost_of(other, first), of_y = *cost_of(other, second);
    return of_x <= *x && of_y <= *y && (of_x < *x || of_y < *y || other.choice < plan.choice);
  };
  if (std::any_of(plans.begin(), plans.end(), beats_it)) return;
  std::erase_if(plans,
                [&](const FoundPlan& other) { return *cost_of(other, first) >= *x && *cost_of(other, second) >= *y; });
  plans.insert(std::upper_bound(plans.begin(), plans.end(), plan,
                                [this](const FoundPlan& a, const FoundPlan& b) { return is_better(a, b, first); }),
               plan);
}

bool SearchFront::beats(const PlanFloor& floor, const RunRates& rates) const {
  const double x = least_cost(floor, first, rates), y = least_cost(floor, second, rates);
  return std::any_of(plans.begin(), plans.end(), [&](const FoundPlan& plan) {
    const double of_x = *cost_of(plan, first), of_y = *cost_of(plan, second);
    return of_x <= x && of_y <= y && (of_x < x || of_y < y);
  });
}

}  // namespace shardscope
