#include "core/plan_search/search_nodes.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/plan_search/bounds/rank_shapes.h"
#include "core/schedules/schedule_rules.h"

namespace shardscope {

namespace {

constexpr std::size_t pipeline_axes = index_of(PlanAxis::pp) + 1;  // of a node whose pp is chosen

double micro_batches_of(const Scenario& base, const PlanChoice& choice, std::int64_t dp) {
  const std::int64_t round = saturating_product({dp, value_at(choice, PlanAxis::micro_batch)});
  return static_cast<double>(base.plan.global_batch / at_least_one(round));
}

/// The most replicas that the GPUs have room for.
std::int64_t most_dp(const Scenario& base, const PlanChoice& choice, std::int64_t pp) {
  const std::int64_t ranks = saturating_product({value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::cp), pp});
  return at_least_one(base.cluster.gpus / at_least_one(ranks));
}

/// With what plans of so many ranks or more occupy: all GPUs, or as many as they need, whose seconds are no fewer than
/// the work of all micro-batches takes.
PlanFloor floor_of(const PlanSearch& search, const CostEntry& entry, const PlanChoice& choice, std::int64_t ranks,
                   Seconds step, Bytes memory) {
  const Scenario& base = search.request.base;
  const double gpus = degree(gpus_for(base, search.request.space, ranks));
  const double micro_batches = degree(base.plan.global_batch) / degree(value_at(choice, PlanAxis::micro_batch));
  const double work = entry.costs.whole.value * micro_batches * degree(value_at(choice, PlanAxis::tp)) *
                      degree(value_at(choice, PlanAxis::cp)) * bound_rounding;
  return {step, memory, gpus, std::max(step.value * gpus, work)};
}

std::int64_t ranks_of(const PlanChoice& choice, std::int64_t pp, std::int64_t dp) {
  return saturating_product({value_at(choice, PlanAxis::tp), value_at(choice, PlanAxis::cp), pp, dp});
}

/// The least that any ZeRO stage of the space holds.
Bytes least_memory_of(const PlanSearch& search, const CostEntry& entry, const PlanChoice& choice, std::int64_t pp,
                      std::int64_t dp) {
  if (!search.memory_bounded) return {};
  PlanChoice sharded = choice;
  sharded[index_of(PlanAxis::dp)] = dp;
  const Sharers sharers = sharers_of(choice, dp);
  std::optional<Bytes> least;
  for (const std::int64_t zero : values_of(PlanAxis::zero, sharded, search.request.base, search.request.space)) {
    const Bytes bytes = least_memory(search.rates[entry.rates], entry.kept, search.model, pp, zero, sharers);
    least = least ? min(*least, bytes) : bytes;
  }
  return least.value_or(Bytes{});
}

Seconds least_step_of(const PlanSearch& search, const CostEntry& entry, std::int64_t pp, double micro_batches) {
  if (!search.bounded) return {};
  return least_step(entry.costs, search.request.base, pp, micro_batches, search.schedules);
}

/// Whether the node is left out; for cells notes what doesn't fit.
bool leaves_out(const PlanSearch& search, const SearchNode& node, NodeWork& work) {
  if (!is_beaten(search, node)) return false;
  if (!search.request.cells) return true;
  if (search.memory_bounded && node.floor.memory > memory_limit(search.request))
    work.too_large.emplace_back(node.choice, node.floor.memory);
  else if (misses(node.floor, search.request.needs, search.run))
    work.missing.push_back(node.choice);
  return true;
}

/// A node for each pp. Its micro-batches are as few as the GPUs have room for replicas.
void unfold_pipelines(const PlanSearch& search, const SearchNode& node, NodeWork& work) {
  const Scenario& base = search.request.base;
  const CostEntry& entry = search.entries[node.entry];
  for (const std::int64_t pp : values_of(PlanAxis::pp, node.choice, base, search.request.space)) {
    const std::int64_t dp = most_dp(base, node.choice, pp);
    const double round = degree(dp) * degree(value_at(node.choice, PlanAxis::micro_batch));
    const PlanFloor floor = floor_of(search, entry, node.choice, ranks_of(node.choice, pp, 1),
                                     least_step_of(search, entry, pp, degree(base.plan.global_batch) / round),
                                     least_memory_of(search, entry, node.choice, pp, dp));
    SearchNode child = node;
    child.floor = floor, child.choice[index_of(PlanAxis::pp)] = pp;
    child.fixed = static_cast<std::uint32_t>(pipeline_axes);
    if (!leaves_out(search, child, work)) work.children.push_back(child);
  }
}

/// Schedule and chunks of a plan, with what they make of its bounds.
struct Order {
  std::int64_t kind = 0, chunks = 1;
  const ScheduleWays* ways = nullptr;
  RankShapes shapes;  // empty where two ranks hold a stage
};

std::vector<Order> orders_of(const PlanSearch& search, const PlanChoice& choice) {
  const Scenario& base = search.request.base;
  std::vector<Order> orders;
  for_each_choice(
      base, search.request.space, index_of(PlanAxis::schedule), index_of(PlanAxis::zero), choice,
      [&](const PlanChoice& each) {
        Order order{value_at(each, PlanAxis::schedule), value_at(each, PlanAxis::virtual_stages), nullptr, {}};
        order.ways = &ways_of(static_cast<ScheduleKind>(order.kind));
        order.shapes = rank_shapes(base.model, static_cast<ScheduleKind>(order.kind), value_at(choice, PlanAxis::pp),
                                   order.chunks);
        orders.push_back(std::move(order));
      });
  return orders;
}

/// Whether the schedule has an order for so many micro-batches: without one a plan has no time, and can't be best.
bool has_order(const Order& order, std::int64_t pp, double micro_batches) {
  return batch_counts(*order.ways, pp).takes(static_cast<std::int64_t>(micro_batches));
}

/// The plans of one pp and dp under an order, a leaf for each ZeRO stage.
void add_leaves(const PlanSearch& search, const SearchNode& node, const Order& order, double micro_batches,
                NodeWork& work) {
  const Scenario& base = search.request.base;
  const CostEntry& entry = search.entries[node.entry];
  const std::int64_t pp = value_at(node.choice, PlanAxis::pp), dp = value_at(node.choice, PlanAxis::dp);
  SearchNode leaf = node;
  leaf.fixed = static_cast<std::uint32_t>(plan_axis_count);
  leaf.choice[index_of(PlanAxis::schedule)] = order.kind;
  leaf.choice[index_of(PlanAxis::virtual_stages)] = order.chunks;
  const bool shaped = !order.shapes.ranks.empty();
  if (search.bounded && shaped)
    leaf.floor.step = max(leaf.floor.step, least_step_of_ranks(entry.costs, order.shapes, micro_batches,
                                                               !order.ways->splits_backward || pp == 1));
  leaf.floor.gpu_seconds = std::max(leaf.floor.gpu_seconds, leaf.floor.step.value * leaf.floor.gpus);
  if (leaves_out(search, leaf, work)) return;
  const Sharers sharers = sharers_of(leaf.choice, dp);
  const ScheduleSize size{degree(pp), micro_batches, degree(order.chunks)};
  for (const std::int64_t zero : values_of(PlanAxis::zero, leaf.choice, base, search.request.space)) {
    leaf.choice[index_of(PlanAxis::zero)] = zero;
    if (search.memory_bounded)
      leaf.floor.memory = shaped ? least_memory_of_ranks(search.rates[entry.rates], entry.kept, order.shapes,
                                                         *order.ways, size, zero, sharers)
                                 : least_memory(search.rates[entry.rates], entry.kept, search.model, pp, zero, sharers);
    if (leaves_out(search, leaf, work)) continue;
    // A smaller group of shards holds no less, and exchanges no less.
    for_each_choice(base, search.request.space, index_of(PlanAxis::zero) + 1, plan_axis_count, leaf.choice,
                    [&](const PlanChoice& each) { work.children.emplace_back(leaf).choice = each; });
  }
}

void unfold_plans(const PlanSearch& search, const SearchNode& node, NodeWork& work) {
  const Scenario& base = search.request.base;
  const CostEntry& entry = search.entries[node.entry];
  const std::int64_t pp = value_at(node.choice, PlanAxis::pp);
  const std::vector<Order> orders = orders_of(search, node.choice);
  SearchNode with_dp = node;
  for (const std::int64_t dp : values_of(PlanAxis::dp, node.choice, base, search.request.space)) {
    with_dp.choice[index_of(PlanAxis::dp)] = dp;
    const double micro_batches = micro_batches_of(base, node.choice, dp);
    with_dp.floor =
        floor_of(search, entry, node.choice, ranks_of(node.choice, pp, dp),
                 least_step_of(search, entry, pp, micro_batches), least_memory_of(search, entry, node.choice, pp, dp));
    if (leaves_out(search, with_dp, work)) continue;
    for (const Order& order : orders)
      if (!search.bounded || has_order(order, pp, micro_batches))
        add_leaves(search, with_dp, order, micro_batches, work);
  }
}

/// What a plan of the node has to beat: the last on the list once that is full, of a cell its best; null where nothing.
const FoundPlan* last_listed(const PlanSearch& search, const SearchNode& node) {
  const SearchRequest& request = search.request;
  if (request.cells) {
    if (node.fixed < pipeline_axes) return nullptr;
    const auto cell = search.cells.find({value_at(node.choice, PlanAxis::tp), value_at(node.choice, PlanAxis::pp)});
    return cell != search.cells.end() && cell->second.best ? &*cell->second.best : nullptr;
  }
  const std::vector<FoundPlan>& list = request.distinct ? search.distinct : search.best;
  return list.size() >= request.top ? &list.back() : nullptr;
}

/// Whether no plan of the choice fits, whatever its pp; for cells notes what each holds at least.
bool fits_nowhere(const PlanSearch& search, const UncostedChoice& uncosted, const CostEntry& entry, NodeWork& work) {
  const SearchRequest& request = search.request;
  const std::vector<std::int64_t> pps = values_of(PlanAxis::pp, uncosted.choice, request.base, request.space);
  if (pps.empty()) return true;
  const std::int64_t dp = most_dp(request.base, uncosted.choice, 1);
  SearchNode node{{}, uncosted.choice, 0, static_cast<std::uint32_t>(cost_axis_count)};
  node.floor.memory = least_memory_of(search, entry, uncosted.choice, pps.back(), dp);
  if (!is_beaten(search, node)) return false;
  if (request.cells)
    for (const std::int64_t pp : pps) {
      node.choice[index_of(PlanAxis::pp)] = pp;
      work.too_large.emplace_back(node.choice, least_memory_of(search, entry, uncosted.choice, pp, dp));
    }
  return true;
}

}  // namespace

bool is_beaten(const PlanSearch& search, const SearchNode& node) {
  const SearchRequest& request = search.request;
  const PlanFloor& floor = node.floor;
  if (request.every) return false;
  if (search.memory_bounded && !fits_in(floor.memory, Bytes{request.base.cluster.gpu.capacity_bytes()})) return true;
  if (misses(floor, request.needs, search.run)) return true;
  const FoundPlan* last = last_listed(search, node);
  if (last == nullptr) return false;
  const double least = least_cost(floor, request.goal, search.run);
  const std::optional<double> of_last_plan = cost_of(*last, request.goal, request.low_end);
  if (!of_last_plan) return false;
  const double of_last = *of_last_plan;
  if (least < of_last || (least == of_last && floor.step <= last->step)) return false;
  return !search.front || search.front->beats(floor, search.run);
}

NodeWork work_on(const PlanSearch& search, const UncostedChoice& uncosted) {
  const SearchRequest& request = search.request;
  NodeWork work;
  work.choice = uncosted.choice;
  CostEntry entry;
  entry.rates = uncosted.rates;
  if (search.memory_bounded) {
    entry.kept = kept_of_blocks(request.base, uncosted.choice, request.space);
    if (fits_nowhere(search, uncosted, entry, work)) return work;
  }
  if (search.bounded) {
    const std::optional<LayerCosts> costs = layer_costs(request.base, uncosted.choice, request.space);
    if (!costs) return work;  // none of its plans has a time
    entry.costs = *costs;
  }
  work.entry = entry;
  return work;
}

SearchNode node_of(const PlanSearch& search, const PlanChoice& choice, std::uint32_t entry) {
  SearchNode node{{}, choice, entry, static_cast<std::uint32_t>(cost_axis_count)};
  const CostEntry& costs = search.entries[entry];
  const Seconds step = search.bounded ? least_step_of_costs(costs.costs, search.request.base, choice) : Seconds{};
  node.floor = floor_of(search, costs, choice, ranks_of(choice, 1, 1), step, Bytes{});
  return node;
}

NodeWork work_on(const PlanSearch& search, const SearchNode& node, const std::stop_token& stop) {
  NodeWork work;
  if (node.fixed == cost_axis_count)
    unfold_pipelines(search, node, work);
  else if (node.fixed == pipeline_axes)
    unfold_plans(search, node, work);
  else
    work.look = look_at(search.request, node.choice, stop);
  return work;
}

}  // namespace shardscope
