#include "core/plan_search/plan_search.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <limits>
#include <thread>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_report.h"
#include "core/memory/whole_bytes.h"

namespace shardscope {

namespace {

PlanChoice with(PlanChoice choice, PlanAxis axis, std::int64_t value) {
  choice[index_of(axis)] = value;
  return choice;
}

/// Calls `visit` with every choice of the axes from `axis` up to `end`, in their order.
void for_each_choice(const SearchRequest& request, std::size_t axis, std::size_t end, const PlanChoice& before,
                     const auto& visit) {
  if (axis == end) return visit(before);
  const auto which = static_cast<PlanAxis>(axis);
  for (const std::int64_t value : values_of(which, before, request.base, request.space))
    for_each_choice(request, axis + 1, end, with(before, which, value), visit);
}

constexpr std::size_t leaf_axis = index_of(PlanAxis::schedule);

PlanChoice all_ones() {
  PlanChoice choice;
  choice.fill(1);
  return choice;
}

/// The heap's order, and among equals that of the choices, so that it is the same whenever a node came in.
bool is_later(const SearchNode& a, const SearchNode& b) {
  return a.least != b.least ? a.least > b.least : a.choice > b.choice;
}

/// No plan of a choice of the cost axes takes less: least_step() where all GPUs share it evenly, whatever pp and dp.
Seconds least_of_all(const LayerCosts& costs, const Scenario& base, const PlanChoice& choice) {
  const auto of = [&](PlanAxis axis) { return static_cast<double>(choice[index_of(axis)]); };
  const double share = static_cast<double>(base.cluster.gpus) / (of(PlanAxis::tp) * of(PlanAxis::cp));
  const double sequences = static_cast<double>(base.plan.global_batch) / of(PlanAxis::micro_batch);
  return costs.whole * (sequences / share * (1 - 1e-9));
}

/// What looking at one node came to.
struct NodeFound {
  std::vector<FoundPlan> fitting;
  SearchCounts counts;
};

FoundPlan found_of(const Report& report, const PlanChoice& choice) {
  FoundPlan found;
  found.choice = choice;
  found.step = report.time->step, found.step_low = report.time->range.low, found.step_high = report.time->range.high;
  found.peak_memory = in_whole_bytes(report.memory).peak;  // as the report's JSON has it
  if (report.throughput) {
    found.tokens_per_second = report.throughput->tokens_per_second;
    found.mfu = report.throughput->mfu;
  }
  found.days = report.run.calendar_days ? report.run.calendar_days : report.run.days;
  if (report.run.rental_usd) found.rental_usd = *report.run.rental_usd;
  found.energy_joules = report.run.energy_joules;
  return found;
}

PlanFit fit_of(const Report& report) {
  return !report.valid ? PlanFit::invalid : report.fits ? PlanFit::fits : PlanFit::too_large;
}

NodeFound look_at(const SearchRequest& request, const SearchNode& node) {
  NodeFound result;
  for_each_choice(request, leaf_axis, plan_axis_count, node.choice, [&](const PlanChoice& choice) {
    ++result.counts.looked_at;
    const Scenario scenario = with_choice(request.base, choice, request.space);
    // Of a mixed cluster only the whole report knows what each kind of GPU holds.
    const PlanFit fit = scenario.cluster.pools.empty() ? plan_fit(scenario) : fit_of(evaluate(scenario));
    result.counts.valid += fit != PlanFit::invalid ? 1 : 0;
    result.counts.fit += fit == PlanFit::fits ? 1 : 0;
    if (fit != PlanFit::fits) return;
    const Report report = evaluate(scenario);
    if (report.valid && report.fits && report.time) result.fitting.push_back(found_of(report, choice));
  });
  return result;
}

/// Each of the nodes, shared among threads; the result stands at its node's place.
std::vector<NodeFound> look_at_all(const SearchRequest& request, const std::vector<SearchNode>& nodes,
                                   unsigned threads) {
  std::vector<NodeFound> found(nodes.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < nodes.size(); i = next++) found[i] = look_at(request, nodes[i]);
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < std::min<std::size_t>(threads, nodes.size()); ++i) others.emplace_back(work);
  work();
  for (std::thread& each : others) each.join();
  return found;
}

bool is_better(const FoundPlan& a, const FoundPlan& b, SearchGoal goal) {
  const double unknown = std::numeric_limits<double>::infinity();
  const double of_a = cost_of(a, goal).value_or(unknown), of_b = cost_of(b, goal).value_or(unknown);
  return of_a < of_b || (of_a == of_b && a.place < b.place);
}

void keep_best(PlanSearch& search, const FoundPlan& found) {
  const SearchGoal goal = search.request.goal;
  if (!cost_of(found, goal)) return;
  const auto after = std::upper_bound(search.best.begin(), search.best.end(), found,
                                      [goal](const FoundPlan& a, const FoundPlan& b) { return is_better(a, b, goal); });
  search.best.insert(after, found);
  if (search.best.size() > search.request.top) search.best.pop_back();
}

/// The plans that none beats in both figures, by the first of them.
std::vector<FoundPlan> front_of(std::vector<FoundPlan> plans, SearchGoal first, SearchGoal second) {
  std::erase_if(plans, [&](const FoundPlan& plan) { return !cost_of(plan, first) || !cost_of(plan, second); });
  std::sort(plans.begin(), plans.end(), [&](const FoundPlan& a, const FoundPlan& b) {
    if (*cost_of(a, first) != *cost_of(b, first)) return *cost_of(a, first) < *cost_of(b, first);
    return is_better(a, b, second);
  });
  std::vector<FoundPlan> front;
  for (const FoundPlan& plan : plans)
    if (front.empty() || *cost_of(plan, second) < *cost_of(front.back(), second)) front.push_back(plan);
  return front;
}

/// Whether no plan that takes so long can be among the best.
bool is_beaten(const PlanSearch& search, Seconds least) {
  if (!search.bounded || search.request.front || search.request.goal != SearchGoal::throughput) return false;
  return search.best.size() == search.request.top && least > search.best.back().step;
}

void take_in(PlanSearch& search, NodeFound&& found) {
  search.counts.looked_at += found.counts.looked_at, search.counts.valid += found.counts.valid;
  search.counts.fit += found.counts.fit;
  for (FoundPlan& plan : found.fitting) {
    plan.place = search.counts.evaluated++;
    if (!meets(plan, search.request.needs)) continue;
    keep_best(search, plan);
    if (search.request.front) search.fitting.push_back(plan);
  }
}

void push(PlanSearch& search, SearchNode node) {
  search.nodes.push_back(std::move(node));
  std::push_heap(search.nodes.begin(), search.nodes.end(), is_later);
}

SearchNode pop(PlanSearch& search) {
  std::pop_heap(search.nodes.begin(), search.nodes.end(), is_later);
  SearchNode node = std::move(search.nodes.back());
  search.nodes.pop_back();
  return node;
}

/// Its pipelines and replicas as nodes of their own, but those that are beaten; all are counted.
void unfold(PlanSearch& search, const SearchNode& node) {
  const SearchRequest& request = search.request;
  for_each_choice(request, cost_axis_count, leaf_axis, node.choice, [&](const PlanChoice& choice) {
    for_each_choice(request, leaf_axis, plan_axis_count, choice, [&](const PlanChoice&) { ++search.counts.plans; });
    const Seconds least = least_step(node.costs, request.base, choice);
    if (!is_beaten(search, least)) push(search, {least, choice, node.costs, true});
  });
}

void finish(PlanSearch& search) {
  search.done = true;
  for (const SearchNode& node : search.nodes)
    if (!node.unfolded)
      for_each_choice(search.request, cost_axis_count, plan_axis_count, node.choice,
                      [&](const PlanChoice&) { ++search.counts.plans; });
  search.nodes.clear();
  if (const auto& figures = search.request.front)
    search.front = front_of(std::move(search.fitting), figures->first, figures->second);
}

}  // namespace

std::optional<double> cost_of(const FoundPlan& plan, SearchGoal goal) {
  switch (goal) {
    case SearchGoal::throughput:
      return plan.step.value;
    case SearchGoal::memory:
      return plan.peak_memory.value;
    case SearchGoal::cost:
      return plan.rental_usd;
    case SearchGoal::days:
      return plan.days;
    case SearchGoal::energy:
      return plan.energy_joules;
  }
  return std::nullopt;
}

Outcome<SearchNeed> read_need(std::string_view text) {
  const auto wrong = [&](const std::string& message) {
    return std::vector<Problem>{{Severity::error, shown(text), message, "search-need"}};
  };
  const std::size_t sign = text.find_first_of("<>");
  if (sign == std::string_view::npos || sign + 1 >= text.size() || text[sign + 1] != '=')
    return wrong("isn't FIGURE<=NUMBER or FIGURE>=NUMBER, as days<=30");
  SearchNeed need;
  need.at_most = text[sign] == '<';
  const auto names = std::span(table_of<SearchGoal>);
  const auto named = std::find(names.begin(), names.end(), text.substr(0, sign));
  if (named == names.end()) return wrong("the figure is throughput, memory, cost, days or energy");
  need.figure = static_cast<SearchGoal>(named - names.begin());
  const std::string_view number = text.substr(sign + 2);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), need.value);
  if (error != std::errc{} || end != number.data() + number.size() || !std::isfinite(need.value) || need.value < 0)
    return wrong("\"" + shown(number) + "\" isn't a number from 0");
  return need;
}

bool meets(const FoundPlan& plan, std::span<const SearchNeed> needs) {
  return std::all_of(needs.begin(), needs.end(), [&](const SearchNeed& need) {
    const std::optional<double> figure =
        need.figure == SearchGoal::throughput ? std::optional(plan.tokens_per_second) : cost_of(plan, need.figure);
    return figure && (need.at_most ? *figure <= need.value : *figure >= need.value);
  });
}

PlanSearch begin_search(SearchRequest request) {
  PlanSearch search{std::move(request), false, {}, {}, {}, {}, {}, false};
  search.bounded = is_bounded(search.request.base, search.request.space);
  for_each_choice(search.request, 0, cost_axis_count, all_ones(), [&](const PlanChoice& choice) {
    const SearchRequest& asked = search.request;
    const std::optional<LayerCosts> costs = layer_costs(asked.base, choice, asked.space);
    const LayerCosts known = costs.value_or(LayerCosts{});
    search.nodes.push_back({least_of_all(known, asked.base, choice), choice, known, false});
  });
  std::make_heap(search.nodes.begin(), search.nodes.end(), is_later);
  return search;
}

void continue_search(PlanSearch& search, unsigned threads) {
  constexpr std::size_t nodes_a_round = 32;
  std::vector<SearchNode> round;
  while (round.size() < nodes_a_round && !search.nodes.empty() && !is_beaten(search, search.nodes.front().least)) {
    SearchNode node = pop(search);
    if (node.unfolded)
      round.push_back(std::move(node));
    else
      unfold(search, node);
  }
  for (NodeFound& found : look_at_all(search.request, round, threads)) take_in(search, std::move(found));
  if (search.nodes.empty() || is_beaten(search, search.nodes.front().least)) finish(search);
}

}  // namespace shardscope
