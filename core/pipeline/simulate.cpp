#include <algorithm>
#include <limits>
#include <stdexcept>

#include "core/pipeline/timeline.h"
#include "core/pipeline/totals.h"

namespace shardscope {

namespace {

constexpr double not_yet = std::numeric_limits<double>::infinity();

// What a kind of pass of one chunk waits for, how long it lasts, and whom its end may wake.
struct Route {
  const double* waits_for = nullptr;  // ends by micro-batch; null where it waits for nothing but its own rank
  double* ends = nullptr;             // where its own ends go; null where no rank waits for them
  double delay = 0;                   // the transfer before it
  double blocked_before = 0;          // of it what keeps the rank from computing
  double blocked_after = 0;           // and of the transfer of its own output
  double duration = 0;
  std::size_t wakes = 0;  // the rank that waits for `ends`
};

struct Routes {
  std::size_t chunks = 1;
  std::vector<Route> table;        // [rank][chunk][kind]
  std::vector<double> ends;        // [forward, backward][rank][chunk][micro-batch]; behind them those without transfers
  std::ptrdiff_t ends_apart = 0;   // so far behind; 0: none
  std::vector<double> overlapped;  // [rank][chunk of the forward]; empty: forward and backward one after the other

  const Route* of_rank(std::size_t rank) const { return table.data() + rank * chunks * pass_kinds; }
};

// When the pass's input is at its rank; not_yet while it has no end.
inline double arrival_of(const Route& route, Pass pass) {
  return route.waits_for == nullptr ? 0 : route.waits_for[pass.micro_batch] + route.delay;
}

double duration_of(PassKind kind, const StageTimes& times, const EndTimes& ends) {
  switch (kind) {
    case PassKind::embedding:
      return ends.embedding.value;
    case PassKind::loss:
      return ends.loss.value;
    case PassKind::loss_backward:
      return ends.loss_backward.value;
    case PassKind::embedding_backward:
      return ends.embedding_backward.value;
    case PassKind::backward_weight:
      return times.backward_weight.value;
    case PassKind::backward_input:
      return times.input_pass().value;
    case PassKind::forward:
    case PassKind::overlapped_forward:
    case PassKind::lone_forward:
      return times.forward.value;
    case PassKind::backward:
    case PassKind::overlapped_backward:
      break;
  }
  return times.whole_backward().value;
}

// One stage of one copy of the model, where it is.
struct RankPlace {
  std::size_t rank = 0, chunk = 0;
};

// The places of one copy of the model in the order of its stages; mirrored schedules have two copies.
std::vector<std::vector<RankPlace>> places_of(const Schedule& schedule) {
  const bool mirrored = schedule.placement == StagePlacement::mirrored;
  std::vector<std::vector<RankPlace>> copies(mirrored ? 2 : 1);
  for (std::vector<RankPlace>& places : copies) places.resize(static_cast<std::size_t>(schedule.stages()));
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk)
      copies[mirrored ? static_cast<std::size_t>(chunk) : 0][static_cast<std::size_t>(schedule.stage_of(rank, chunk))] =
          {static_cast<std::size_t>(rank), static_cast<std::size_t>(chunk)};
  return copies;
}

// What the stage's passes take on that rank, which holds it as that chunk of `chunks`.
const StageTimes& times_on(const PassTimes& times, std::size_t stage, RankPlace place, std::size_t chunks) {
  return times.of_chunks.empty() ? times.stages[stage] : times.of_chunks[place.rank * chunks + place.chunk];
}

// Forward of a stage waits for forward of the stage before; its backward for the backward of the stage after, that of
// the last stage for its own forward.
void add_routes(Routes& routes, const std::vector<RankPlace>& places, const Schedule& schedule, const PassTimes& times,
                const Stragglers& stragglers) {
  const auto micro_batches = static_cast<std::size_t>(schedule.micro_batches);
  const std::size_t half = routes.table.size() / pass_kinds * micro_batches;
  const auto slot = [&](std::size_t k) { return places[k].rank * routes.chunks + places[k].chunk; };
  const auto forward_ends = [&](std::size_t k) { return routes.ends.data() + slot(k) * micro_batches; };
  const auto backward_ends = [&](std::size_t k) { return forward_ends(k) + half; };
  const auto delay = [&](std::size_t from, std::size_t to) {
    if (places[from].rank == places[to].rank) return 0.0;
    if (times.transfer_from.empty()) return times.transfer.value;
    return transfer_between(times.transfer_from, static_cast<std::size_t>(schedule.ranks), places[from].rank,
                            places[to].rank)
        .value;
  };
  for (std::size_t k = 0; k < places.size(); ++k) {
    const bool first = k == 0, last = k + 1 == places.size();
    const double block = times.transfers_block ? 1 : 0;
    const double in = first ? 0 : delay(k - 1, k), out = last ? 0 : delay(k, k + 1);
    const double back_in = last ? 0 : delay(k + 1, k), back_out = first ? 0 : delay(k, k - 1);
    const Route forward = {first ? nullptr : forward_ends(k - 1), forward_ends(k), in, block * in, block * out, 0,
                           places[last ? k : k + 1].rank};
    const Route backward = {last ? forward_ends(k) : backward_ends(k + 1),
                            backward_ends(k),
                            back_in,
                            block * back_in,
                            block * back_out,
                            0,
                            places[first ? k : k - 1].rank};
    const double factor = stragglers.rank_factor(static_cast<std::int32_t>(places[k].rank));
    Route* const route = routes.table.data() + slot(k) * pass_kinds;
    for (std::size_t i = 0; i < pass_kinds; ++i) {
      const auto kind = static_cast<PassKind>(i);
      // One of the ends is beside its stage's pass in the rank's order, which is all that it waits for.
      if (!is_end(kind) && role_of(kind) == PassRole::forward) route[i] = forward;
      if (!is_end(kind) && role_of(kind) == PassRole::backward) route[i] = backward;
      route[i].duration = duration_of(kind, times_on(times, k, places[k], routes.chunks), times.ends) * factor;
    }
  }
}

Routes make_routes(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers, bool bare_too) {
  const auto ranks = static_cast<std::size_t>(schedule.ranks);
  Routes routes;
  routes.chunks = static_cast<std::size_t>(schedule.virtual_stages);
  routes.table.resize(ranks * routes.chunks * pass_kinds);
  const std::size_t ends = 2 * ranks * routes.chunks * static_cast<std::size_t>(schedule.micro_batches);
  if (bare_too) routes.ends_apart = static_cast<std::ptrdiff_t>(ends);
  routes.ends.assign(bare_too ? 2 * ends : ends, not_yet);
  for (const Seconds seconds : times.overlapped)
    routes.overlapped.push_back(
        seconds.value * stragglers.rank_factor(static_cast<std::int32_t>(routes.overlapped.size() / routes.chunks)));
  for (const std::vector<RankPlace>& places : places_of(schedule))
    add_routes(routes, places, schedule, times, stragglers);
  return routes;
}

void begin_lanes(Timeline& timeline, const Schedule& schedule) {
  timeline.lane_begin.reserve(schedule.order.size() + 1);
  timeline.lane_begin.push_back(0);
  for (const std::vector<Pass>& order : schedule.order)
    timeline.lane_begin.push_back(timeline.lane_begin.back() + order.size());
  timeline.records.resize(timeline.lane_begin.back());
}

Timeline empty_timeline(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers) {
  Timeline timeline;
  timeline.ranks = schedule.ranks;
  timeline.virtual_stages = schedule.virtual_stages;
  timeline.micro_batches = schedule.micro_batches;
  timeline.placement = schedule.placement;
  timeline.transfers_block = times.transfers_block;
  timeline.transfer_from = times.transfer_from;
  if (timeline.transfer_from.empty()) timeline.transfer_from.assign(schedule.order.size(), times.transfer);
  begin_lanes(timeline, schedule);
  for (std::int32_t rank = 0; rank < schedule.ranks; ++rank)
    for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk) {
      const RankPlace place{static_cast<std::size_t>(rank), static_cast<std::size_t>(chunk)};
      const StageTimes& of = times_on(times, static_cast<std::size_t>(schedule.stage_of(rank, chunk)), place,
                                      static_cast<std::size_t>(schedule.virtual_stages));
      timeline.recompute.push_back(of.recompute * stragglers.rank_factor(rank));
    }
  return timeline;
}

// How long a pass takes of the time that is meant for it. Without jitter the walk has no trace of it.
struct Steady {
  double operator()(std::size_t, Pass, double duration) const { return duration; }
};
struct Jittered {
  const Stragglers& stragglers;

  double operator()(std::size_t rank, Pass pass, double duration) const {
    return duration * jitter_factor(stragglers, static_cast<std::int32_t>(rank), pass);
  }
};

// What of a walk is kept beside its totals.
enum class Kept : std::uint8_t { nothing, passes, passes_and_bare };

// Runs a rank until it waits for another one, and adds the ranks that its passes wake to `ready`: each pass is looked
// at once, and once more where it waited. What it costs beyond some 5 ns per pass is the system's, for new memory: so
// passes are written down only where somebody wants them. Who waits for whom hangs on no time, so that the clocks of
// the same step without transfers, the bare ones, run beside.
template <class Stretch, bool transfers_block, Kept kept>
struct Walk {
  static constexpr bool written_down = kept != Kept::nothing, bare_too = kept == Kept::passes_and_bare;

  // A rank as far as it has run.
  struct Runner {
    const Pass *next = nullptr, *end = nullptr;
    const Route* routes = nullptr;    // of the rank
    PassRecord* record = nullptr;     // of `next`; null where passes aren't written down
    const double* awaited = nullptr;  // the end that it waits for; null where it doesn't wait
    double now = 0;                   // end of its latest pass
    double sending = 0;               // it sends so long after it
    double working = 0, bare = 0;     // seconds of passes so far, and its bare clock
  };

  const Routes& routes;
  Stretch stretch;
  std::vector<Runner> runners = {};
  std::vector<std::size_t> ready = {};  // each rank once at most
  std::size_t readied = 0;

  // `timeline` is for the passes; null where they aren't written down.
  void begin(const Schedule& schedule, Timeline* timeline) {
    const std::size_t ranks = schedule.order.size();
    runners.resize(ranks), ready.resize(ranks);
    for (std::size_t rank = ranks; rank-- > 0;) {
      const std::vector<Pass>& order = schedule.order[rank];
      runners[rank] = {order.data(), order.data() + order.size(), routes.of_rank(rank)};
      if constexpr (written_down) runners[rank].record = timeline->records.data() + timeline->lane_begin[rank];
      ready[readied++] = rank;
    }
  }

  static const Route& route_of(const Runner& at, Pass pass) {
    return at.routes[pass.chunk * pass_kinds + static_cast<std::size_t>(pass.kind)];
  }

  // When a rank that has computed until `now` and sends for so long after it may start a pass.
  static double free_from(double now, double sending, double blocked_before) {
    if constexpr (transfers_block) return now + std::max(sending, blocked_before);
    return now;
  }

  void finish(const Route& route, Pass pass, const Runner& at) {
    if (route.ends == nullptr) return;
    double* const end = route.ends + pass.micro_batch;
    *end = at.now;
    if constexpr (bare_too) end[routes.ends_apart] = at.bare;
    if (runners[route.wakes].awaited == end) {
      runners[route.wakes].awaited = nullptr;
      ready[readied++] = route.wakes;
    }
  }

  // When the bare clock may start a pass whose input has an end.
  double bare_start(double bare, const Route& route, Pass pass) const {
    return route.waits_for == nullptr ? bare : std::max(bare, route.waits_for[routes.ends_apart + pass.micro_batch]);
  }

  // Runs a forward and the backward beside it, or says what they wait for.
  const double* run_pair(std::size_t rank, Runner& at) {
    const Pass* const pair = at.next;
    const Route &forward = route_of(at, pair[0]), &backward = route_of(at, pair[1]);
    const double free = free_from(at.now, at.sending, std::max(forward.blocked_before, backward.blocked_before));
    const double forward_start = std::max(free, arrival_of(forward, pair[0]));
    const double start = std::max(forward_start, arrival_of(backward, pair[1]));
    if (forward_start == not_yet) return forward.waits_for + pair[0].micro_batch;
    if (start == not_yet) return backward.waits_for + pair[1].micro_batch;
    const double alone = forward.duration + backward.duration;
    const double length = stretch(
        rank, pair[0], routes.overlapped.empty() ? alone : routes.overlapped[rank * routes.chunks + pair[0].chunk]);
    const double middle = start + (alone > 0 ? length * (forward.duration / alone) : 0);
    at.now = start + length;
    at.sending = std::max(forward.blocked_after, backward.blocked_after);
    at.working += length;
    if constexpr (bare_too) at.bare = bare_start(bare_start(at.bare, forward, pair[0]), backward, pair[1]) + length;
    if constexpr (written_down) {
      at.record[0] = {start, middle, pair[0]};
      at.record[1] = {middle, at.now, pair[1]};
    }
    finish(forward, pair[0], at);
    finish(backward, pair[1], at);
    return nullptr;
  }

  void run(std::size_t rank) {
    Runner at = runners[rank];
    const auto go_on = [&](int passes) {
      at.next += passes;
      if constexpr (written_down) at.record += passes;
    };
    while (at.next != at.end) {
      const Pass pass = *at.next;
      if (pass.kind == PassKind::overlapped_forward) {
        at.awaited = run_pair(rank, at);
        if (at.awaited != nullptr) break;
        go_on(2);
        continue;
      }
      const Route& route = route_of(at, pass);
      const double start = std::max(free_from(at.now, at.sending, route.blocked_before), arrival_of(route, pass));
      if (start == not_yet) {
        at.awaited = route.waits_for + pass.micro_batch;
        break;
      }
      const double duration = stretch(rank, pass, route.duration);
      at.now = start + duration;
      at.sending = route.blocked_after;
      at.working += duration;
      if constexpr (bare_too) at.bare = bare_start(at.bare, route, pass) + duration;
      if constexpr (written_down) *at.record = {start, at.now, pass};
      finish(route, pass, at);
      go_on(1);
    }
    runners[rank] = at;
  }
};

// `bare`: the makespan without transfers; null where nobody asks.
template <bool transfers_block, Kept kept, class Stretch>
StepTotals walk_all(const Schedule& schedule, const Routes& routes, Timeline* timeline, Stretch stretch, Seconds* bare,
                    const std::stop_token& stop) {
  Walk<Stretch, transfers_block, kept> walk{routes, stretch};
  walk.begin(schedule, timeline);
  while (walk.readied > 0 && !stop.stop_requested()) walk.run(walk.ready[--walk.readied]);
  StepTotals totals;
  if (stop.stop_requested()) return totals;
  totals.busy.reserve(walk.runners.size());
  for (const auto& rank : walk.runners) {
    if (rank.next != rank.end) throw std::logic_error("simulate: the order of passes waits for itself");
    totals.makespan = max(totals.makespan, Seconds{rank.now});
    totals.busy.emplace_back(rank.working);
    if constexpr (kept == Kept::passes_and_bare) *bare = max(*bare, Seconds{rank.bare});
  }
  return totals;
}

template <Kept kept>
StepTotals walk(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers, Timeline* timeline,
                Seconds* bare = nullptr, const std::stop_token& stop = {}) {
  const Routes routes = make_routes(schedule, times, stragglers, kept == Kept::passes_and_bare);
  const auto all = [&](auto stretch) {
    return times.transfers_block ? walk_all<true, kept>(schedule, routes, timeline, stretch, bare, stop)
                                 : walk_all<false, kept>(schedule, routes, timeline, stretch, bare, stop);
  };
  return stragglers.jitter > 0 ? all(Jittered{stragglers}) : all(Steady{});
}

void check_sizes(const Schedule& schedule, const PassTimes& times) {
  if (times.stages.size() != static_cast<std::size_t>(schedule.stages()))
    throw std::logic_error("simulate: one StageTimes per stage is wanted");
  const auto ranks = static_cast<std::size_t>(schedule.ranks), sent = times.transfer_from.size();
  if (sent != 0 && sent != ranks && sent != ranks * ranks)
    throw std::logic_error("simulate: one transfer time per rank is wanted, or one for each pair");
  const auto chunks = ranks * static_cast<std::size_t>(schedule.virtual_stages);
  if (!times.overlapped.empty() && times.overlapped.size() != chunks)
    throw std::logic_error("simulate: one overlapped time per chunk of each rank is wanted");
  if (!times.of_chunks.empty() && times.of_chunks.size() != chunks)
    throw std::logic_error("simulate: one StageTimes per chunk of each rank is wanted");
}

}  // namespace

Timeline simulate(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers,
                  Seconds* makespan_without_transfers, const std::stop_token& stop) {
  check_sizes(schedule, times);
  Timeline timeline = empty_timeline(schedule, times, stragglers);
  if (makespan_without_transfers != nullptr) *makespan_without_transfers = Seconds{};
  StepTotals totals =
      makespan_without_transfers == nullptr
          ? walk<Kept::passes>(schedule, times, stragglers, &timeline, nullptr, stop)
          : walk<Kept::passes_and_bare>(schedule, times, stragglers, &timeline, makespan_without_transfers, stop);
  timeline.makespan = totals.makespan;
  timeline.busy = std::move(totals.busy);
  return timeline;
}

StepTotals simulate_totals(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers) {
  check_sizes(schedule, times);
  return walk<Kept::nothing>(schedule, times, stragglers, nullptr);
}

}  // namespace shardscope
