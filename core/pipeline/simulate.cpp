#include <limits>
#include <stdexcept>

#include "core/pipeline/timeline.h"

namespace shardscope {

namespace {

constexpr double not_yet = std::numeric_limits<double>::infinity();

// What a kind of pass of one chunk waits for, how long it lasts, and whom its end may wake.
struct Route {
  const double* waits_for = nullptr;  // ends by micro-batch; null where it waits for nothing but its own rank
  double* ends = nullptr;             // where its own ends go; null where no rank waits for them
  double delay = 0;                   // the transfer before it
  double duration = 0;
  std::size_t wakes = 0;  // the rank that waits for `ends`
};

constexpr std::size_t pass_kinds = 3;

struct Routes {
  std::size_t virtual_stages = 1;
  std::vector<Route> table;  // [rank][chunk][kind]
  std::vector<double> ends;  // [forward, backward][stage][micro-batch]

  const Route* of_rank(std::size_t rank) const { return table.data() + rank * virtual_stages * pass_kinds; }
};

// When a rank that is free from `now` starts the pass; not_yet while its input has no end.
double start_of(const Route& route, Pass pass, double now) {
  if (route.waits_for == nullptr) return now;
  const double arrival = route.waits_for[pass.micro_batch] + route.delay;
  return arrival > now ? arrival : now;
}

double duration_of(PassKind kind, bool split, const StageTimes& times) {
  if (kind == PassKind::forward) return times.forward.value;
  if (kind == PassKind::backward_weight) return times.backward_weight.value;
  return (times.recompute + times.backward_input + (split ? Seconds{} : times.backward_weight)).value;
}

std::vector<std::size_t> ranks_of_stages(const Schedule& schedule) {
  std::vector<std::size_t> ranks(static_cast<std::size_t>(schedule.stages()));
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
      ranks[static_cast<std::size_t>(schedule.stage_of(rank, chunk))] = static_cast<std::size_t>(rank);
  return ranks;
}

// Forward of stage k waits for forward of k-1; backward of k for backward of k+1, of the last stage for its own
// forward.
Routes make_routes(const Schedule& schedule, const PassTimes& times) {
  const auto stages = static_cast<std::size_t>(schedule.stages());
  const auto micro_batches = static_cast<std::size_t>(schedule.micro_batches);
  const auto virtual_stages = static_cast<std::size_t>(schedule.virtual_stages);
  const std::vector<std::size_t> rank_of = ranks_of_stages(schedule);
  Routes routes;
  routes.virtual_stages = virtual_stages;
  routes.table.resize(stages * pass_kinds);
  routes.ends.assign(2 * stages * micro_batches, not_yet);
  const auto forward_ends = [&](std::size_t stage) { return routes.ends.data() + stage * micro_batches; };
  const auto backward_ends = [&](std::size_t stage) { return forward_ends(stages + stage); };
  const auto delay = [&](std::size_t a, std::size_t b) { return rank_of[a] == rank_of[b] ? 0 : times.transfer.value; };
  for (std::size_t chunk = 0; chunk < virtual_stages; ++chunk)
    for (std::size_t rank = 0; rank < static_cast<std::size_t>(schedule.ranks); ++rank) {
      const auto k = static_cast<std::size_t>(
          schedule.stage_of(static_cast<std::int32_t>(rank), static_cast<std::int32_t>(chunk)));
      const bool first = k == 0, last = k + 1 == stages;
      Route* route = routes.table.data() + (rank * virtual_stages + chunk) * pass_kinds;
      route[0] = {first ? nullptr : forward_ends(k - 1), forward_ends(k), first ? 0 : delay(k - 1, k), 0,
                  rank_of[last ? k : k + 1]};
      route[1] = {last ? forward_ends(k) : backward_ends(k + 1), backward_ends(k), last ? 0 : delay(k + 1, k), 0,
                  rank_of[first ? k : k - 1]};
      for (std::size_t kind = 0; kind < pass_kinds; ++kind)
        route[kind].duration = duration_of(static_cast<PassKind>(kind), schedule.split_backward, times.stages[k]);
    }
  return routes;
}

Timeline empty_timeline(const Schedule& schedule, const PassTimes& times) {
  Timeline timeline;
  timeline.ranks = schedule.ranks;
  timeline.virtual_stages = schedule.virtual_stages;
  timeline.micro_batches = schedule.micro_batches;
  timeline.lane_begin.reserve(schedule.order.size() + 1);
  timeline.lane_begin.push_back(0);
  for (const std::vector<Pass>& order : schedule.order)
    timeline.lane_begin.push_back(timeline.lane_begin.back() + order.size());
  timeline.records.resize(timeline.lane_begin.back());
  timeline.busy.resize(schedule.order.size());
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
      timeline.recompute.push_back(times.stages[static_cast<std::size_t>(schedule.stage_of(rank, chunk))].recompute);
  return timeline;
}

// Runs a rank until it waits for another one, and adds the ranks that its passes wake to `ready`: each pass is looked
// at once, and once more where it waited. What it costs beyond some 5 ns a pass is the system's, for new memory.
struct Walk {
  const Schedule& schedule;
  const Routes& routes;
  Timeline& timeline;
  std::vector<std::size_t> cursor = std::vector<std::size_t>(schedule.order.size());       // passes run, a rank
  std::vector<double> clock = std::vector<double>(schedule.order.size());                  // end of its latest pass
  std::vector<const double*> awaited = std::vector<const double*>(schedule.order.size());  // null where it doesn't wait
  std::vector<std::size_t> ready = {};

  void run(std::size_t rank) {
    const std::vector<Pass>& order = schedule.order[rank];
    const Route* of_rank = routes.of_rank(rank);
    PassRecord* records = timeline.records.data() + timeline.lane_begin[rank];
    double now = clock[rank], busy = timeline.busy[rank].value;
    std::size_t i = cursor[rank];
    for (; i < order.size(); ++i) {
      const Pass pass = order[i];
      const Route& route = of_rank[pass.chunk * pass_kinds + static_cast<std::size_t>(pass.kind)];
      const double start = start_of(route, pass, now);
      if (start == not_yet) {
        awaited[rank] = route.waits_for + pass.micro_batch;
        break;
      }
      now = start + route.duration;
      busy += route.duration;
      records[i] = {start, now, pass};
      if (route.ends == nullptr) continue;
      double* const end = route.ends + pass.micro_batch;
      *end = now;
      if (awaited[route.wakes] == end) {
        awaited[route.wakes] = nullptr;
        ready.push_back(route.wakes);
      }
    }
    cursor[rank] = i;
    clock[rank] = now;
    timeline.busy[rank] = Seconds{busy};
  }
};

}  // namespace

Timeline simulate(const Schedule& schedule, const PassTimes& times) {
  if (times.stages.size() != static_cast<std::size_t>(schedule.stages()))
    throw std::logic_error("simulate: one StageTimes a stage is wanted");
  const Routes routes = make_routes(schedule, times);
  Timeline timeline = empty_timeline(schedule, times);
  Walk walk{schedule, routes, timeline};
  for (std::size_t rank = schedule.order.size(); rank-- > 0;) walk.ready.push_back(rank);
  while (!walk.ready.empty()) {
    const std::size_t rank = walk.ready.back();
    walk.ready.pop_back();
    walk.run(rank);
  }
  for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
    if (walk.cursor[rank] != schedule.order[rank].size())
      throw std::logic_error("simulate: the order of passes waits for itself");
    timeline.makespan = max(timeline.makespan, Seconds{walk.clock[rank]});
  }
  return timeline;
}

}  // namespace shardscope
