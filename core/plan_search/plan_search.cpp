#include "core/plan_search/plan_search.h"

#include <algorithm>
#include <array>

#include "core/base/share_work.h"
#include "core/plan_search/plan_look.h"
#include "core/plan_search/search_nodes.h"

namespace shardscope {

namespace {

/// The heap's order: what the goal may come to at least, then the step, and among equals that of the choices, so that
/// it is the same whenever a node came in.
struct IsLater {
  const PlanSearch& search;

  bool operator()(const SearchNode& a, const SearchNode& b) const {
    const double of_a = least_cost(a.floor, search.request.goal, search.run);
    const double of_b = least_cost(b.floor, search.request.goal, search.run);
    if (of_a != of_b) return of_a > of_b;
    return a.floor.step != b.floor.step ? a.floor.step > b.floor.step : a.choice > b.choice;
  }
};

void push(PlanSearch& search, const SearchNode& node) {
  search.nodes.push_back(node);
  std::push_heap(search.nodes.begin(), search.nodes.end(), IsLater{search});
}

SearchNode pop(PlanSearch& search) {
  std::pop_heap(search.nodes.begin(), search.nodes.end(), IsLater{search});
  const SearchNode node = search.nodes.back();
  search.nodes.pop_back();
  return node;
}

void insert(std::vector<FoundPlan>& list, const FoundPlan& found, const SearchRequest& request) {
  const auto better = [&](const FoundPlan& a, const FoundPlan& b) {
    return is_better(a, b, request.goal, request.low_end);
  };
  const auto known = [&](const FoundPlan& other) { return other.choice == found.choice; };
  if (std::any_of(list.begin(), list.end(), known)) return;  // come to by another search before
  list.insert(std::upper_bound(list.begin(), list.end(), found, better), found);
}

PlanCell& cell_of(PlanSearch& search, const PlanChoice& choice) {
  return search.cells[{value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::pp)}];
}

void note_too_large(PlanSearch& search, const PlanChoice& choice, Bytes memory) {
  std::optional<Bytes>& least = cell_of(search, choice).least_memory;
  least = least ? min(*least, memory) : memory;
}

/// No plan of the choice keeps what is asked for, on any number of stages.
void note_missing(PlanSearch& search, PlanChoice choice) {
  for (const std::int64_t pp : values_of(PlanAxis::pp, choice, search.request.base, search.request.space)) {
    choice[index_of(PlanAxis::pp)] = pp;
    cell_of(search, choice).misses_need = true;
  }
}

void take_in(PlanSearch& search, const NodeWork& work) {
  SearchCounts& counts = search.counts;
  if (work.entry) {
    search.entries.push_back(*work.entry);
    const SearchNode node = node_of(search, work.choice, static_cast<std::uint32_t>(search.entries.size() - 1));
    if (!is_beaten(search, node))
      push(search, node);
    else if (search.request.cells && misses(node.floor, search.request.needs, search.run))
      note_missing(search, work.choice);
  }
  for (const SearchNode& child : work.children)
    if (!is_beaten(search, child)) push(search, child);
  for (const auto& [choice, memory] : work.too_large) note_too_large(search, choice, memory);
  for (const PlanChoice& choice : work.missing) cell_of(search, choice).misses_need = true;
  if (!work.look) return;
  const PlanLook& look = *work.look;
  ++counts.looked_at;
  counts.valid += look.valid ? 1 : 0, counts.fit += look.fits ? 1 : 0, counts.evaluated += look.counts() ? 1 : 0;
  if (!look.refused.empty()) ++counts.refused[look.refused];
  if (search.request.trials) search.trials.push_back(look);
  if (search.request.cells && !look.refused.empty()) ++cell_of(search, look.choice).refused[look.refused];
  if (search.request.cells && look.valid && look.peak_memory > memory_limit(search.request))
    note_too_large(search, look.choice, look.peak_memory);
  if (!look.counts()) return;
  if (search.request.cells && !meets(*look.found, search.request.needs))
    cell_of(search, look.choice).misses_need = true;
  offer(search, *look.found);
}

/// Whether nothing in the heap can be listed: its top has the least of the goal, but a front has two.
bool is_over(const PlanSearch& search) {
  return search.nodes.empty() || (!search.front && !search.request.cells && is_beaten(search, search.nodes.front()));
}

/// From the likeliest node straight down to its likeliest plan, so that there is something to show, and to leave others
/// out by, long before all costs are known.
void dive(PlanSearch& search, const std::stop_token& stop) {
  if (is_over(search)) return;
  SearchNode node = pop(search);
  for (;;) {
    NodeWork work = work_on(search, node, stop);
    if (stop.stop_requested()) return;
    const auto likeliest = std::max_element(work.children.begin(), work.children.end(), IsLater{search});
    if (likeliest == work.children.end()) return take_in(search, work);
    node = *likeliest;
    work.children.erase(likeliest);
    take_in(search, work);
  }
}

/// What a GPU keeps of a choice hangs on these axes alone.
PlanChoice of_state(PlanChoice choice) {
  for (const PlanAxis stateless : {PlanAxis::micro_batch, PlanAxis::recompute, PlanAxis::recompute_layers,
                                   PlanAxis::sequence_parallel, PlanAxis::overlap, PlanAxis::rank_order})
    choice[index_of(stateless)] = 0;
  return choice;
}

/// Counts the plans of the space, the last of the work; whether it has come to its end.
bool count_plans(PlanSearch& search, const std::stop_token& stop) {
  const SearchRequest& request = search.request;
  continue_count(search.counted, request.base, request.space, search.round.counted, stop);
  if (search.counted.done) search.counts.plans = search.counted.plans;
  return search.counted.done;
}

}  // namespace

void offer(PlanSearch& search, const FoundPlan& found) {
  const SearchRequest& request = search.request;
  if (!meets(found, request.needs)) return;
  if (request.cells && cost_of(found, request.goal)) {
    std::optional<FoundPlan>& best = cell_of(search, found.choice).best;
    if (!best || is_better(found, *best, request.goal, request.low_end)) best = found;
  }
  if (search.front) search.front->add(found);
  if (!cost_of(found, request.goal)) return;
  insert(search.best, found, request);
  if (search.best.size() > request.top) search.best.pop_back();
  if (!request.distinct) return;
  const auto same = std::find_if(search.distinct.begin(), search.distinct.end(), [&](const FoundPlan& other) {
    return kind_of(other.choice) == kind_of(found.choice);
  });
  if (same != search.distinct.end()) {
    if (is_better(*same, found, request.goal, request.low_end)) return;
    search.distinct.erase(same);
  }
  insert(search.distinct, found, request);
  if (search.distinct.size() > request.top) search.distinct.pop_back();
}

PlanChoice kind_of(PlanChoice choice) {
  choice[index_of(PlanAxis::schedule)] = choice[index_of(PlanAxis::virtual_stages)] = 0;
  return choice;
}

PlanSearch begin_search(SearchRequest request) {
  PlanSearch search;
  search.request = std::move(request);
  const SearchRequest& asked = search.request;
  search.bounded = !asked.every && is_bounded(asked.base, asked.space);
  search.memory_bounded = !asked.every && is_memory_bounded(asked.base, asked.space);
  search.schedules = schedule_traits(asked.base, asked.space);
  search.run = run_rates(asked.base);
  if (const RankShapes whole = model_on_one_rank(asked.base.model); !whole.ranks.empty())
    search.model = whole.ranks.front();
  if (asked.front) search.front = SearchFront{asked.front->first, asked.front->second, {}};
  search.walk = begin_walk(0, cost_axis_count, all_ones());
  search.counted = begin_count();
  return search;
}

bool lay_out(PlanSearch& search, const std::stop_token& stop) {
  const SearchRequest& request = search.request;
  if (search.walk.done) return true;
  for (std::size_t i = 0; i < search.round.laid_out; ++i) {
    if (stop.stop_requested()) return false;
    const std::optional<PlanChoice> choice = next_choice(search.walk, request.base, request.space);
    if (!choice) break;
    const auto [at, first] =
        search.rated.try_emplace(of_state(*choice), static_cast<std::uint32_t>(search.rates.size()));
    if (first)
      search.rates.push_back(search.memory_bounded ? state_rates(request.base, *choice, request.space) : StateRates{});
    search.uncosted.push_back({*choice, at->second});
  }
  if (!search.walk.done) return false;
  std::stable_sort(search.uncosted.begin(), search.uncosted.end(),
                   [](const UncostedChoice& a, const UncostedChoice& b) {
                     return value_at(a.choice, PlanAxis::micro_batch) > value_at(b.choice, PlanAxis::micro_batch);
                   });
  search.rated.clear();
  return true;
}

void continue_search(PlanSearch& search, unsigned threads, const std::stop_token& stop) {
  if (!lay_out(search, stop)) return;
  std::vector<UncostedChoice> uncosted;
  while (uncosted.size() < search.round.uncosted && !search.uncosted.empty()) {
    uncosted.push_back(search.uncosted.back());
    search.uncosted.pop_back();
  }
  const std::size_t wanted = uncosted.empty() ? search.round.nodes : search.round.nodes_beside_uncosted;
  std::vector<SearchNode> round;
  while (round.size() < wanted && !is_over(search)) {
    SearchNode node = pop(search);
    if (!is_beaten(search, node)) round.push_back(node);
  }
  std::vector<NodeWork> work(uncosted.size() + round.size());
  share_work(work.size(), threads, stop, [&](std::size_t i) {
    work[i] = i < uncosted.size() ? work_on(search, uncosted[i]) : work_on(search, round[i - uncosted.size()], stop);
  });
  if (stop.stop_requested()) return;
  for (const NodeWork& each : work) take_in(search, each);
  if (!uncosted.empty() && search.best.size() < search.request.top)
    for (int i = 0; i < search.round.dives && !stop.stop_requested(); ++i) dive(search, stop);
  if (!search.uncosted.empty() || !is_over(search) || !count_plans(search, stop)) return;
  search.nodes.clear();
  search.done = true;
}

}  // namespace shardscope
