#include "core/pipeline/dependencies.h"

#include <algorithm>

namespace shardscope {

namespace {

/// A stage of one copy of the model, where it is.
struct Place {
  std::int32_t rank = 0, chunk = 0;
};

std::int64_t stages_of(const Timeline& timeline) {
  return stages_of(timeline.placement, timeline.ranks, timeline.virtual_stages);
}

/// Where the stage `step` after (or before) the place's is, in the same copy of the model; nothing past its ends.
std::optional<Place> neighbour(const Timeline& timeline, Place place, std::int32_t step) {
  const auto stage =
      static_cast<std::int32_t>(stage_of(timeline.placement, place.rank, place.chunk, timeline.ranks)) + step;
  if (stage < 0 || stage >= stages_of(timeline)) return std::nullopt;
  return Place{static_cast<std::int32_t>(rank_of(timeline.placement, stage, timeline.ranks, place.chunk)),
               static_cast<std::int32_t>(chunk_of(timeline.placement, stage, timeline.ranks, place.chunk))};
}

/// Between the ranks of two stages of one copy; nothing where one isn't there or both are on one rank.
Seconds transfer_to(const Timeline& timeline, Place from, std::optional<Place> to, bool sends) {
  if (!to || to->rank == from.rank) return Seconds{};
  const auto here = static_cast<std::size_t>(from.rank), there = static_cast<std::size_t>(to->rank);
  return transfer_between(timeline.transfer_from, static_cast<std::size_t>(timeline.ranks), sends ? here : there,
                          sends ? there : here);
}

/// What a pass sends on, or takes in before it starts.
Seconds transfer_of_pass(const Timeline& timeline, std::int32_t rank, Pass pass, bool sends) {
  const PassRole role = role_of(pass.kind);
  if (role == PassRole::weight || is_end(pass.kind)) return Seconds{};
  const std::int32_t step = (role == PassRole::forward) == sends ? 1 : -1;
  const Place own{rank, pass.chunk};
  return transfer_to(timeline, own, neighbour(timeline, own, step), sends);
}

/// The two passes of an overlapped pair send and receive together.
Seconds transfers_at(const Timeline& timeline, PassAt at, bool sends) {
  const std::span<const PassRecord> lane = timeline.lane(at.rank);
  const auto of = [&](std::size_t bar) { return transfer_of_pass(timeline, at.rank, lane[bar].pass, sends); };
  const PassKind kind = lane[at.bar].pass.kind;
  if (kind == PassKind::overlapped_forward && at.bar + 1 < lane.size()) return max(of(at.bar), of(at.bar + 1));
  if (kind == PassKind::overlapped_backward && at.bar > 0) return max(of(at.bar), of(at.bar - 1));
  return of(at.bar);
}

/// What keeps the rank from starting the pass after `at` at once, where transfers block.
double blocked_after(const Timeline& timeline, PassAt at) {
  const std::span<const PassRecord> lane = timeline.lane(at.rank);
  const bool inside_pair = lane[at.bar].pass.kind == PassKind::overlapped_forward;
  if (!timeline.transfers_block || inside_pair || at.bar + 1 >= lane.size()) return 0;
  return max(transfers_at(timeline, at, true), transfers_at(timeline, {at.rank, at.bar + 1}, false)).value;
}

/// Looks passes up and adds what is between them and one rank.
struct Finder {
  const Timeline& timeline;
  const TimelineIndex& index;
  std::vector<Dependency>& found;

  void add(DependencyKind kind, Place place, PassKind of_role, std::int32_t micro_batch, std::int32_t other_rank,
           bool other_sends) {
    const Pass pass{of_role, static_cast<std::uint16_t>(place.chunk), micro_batch};
    const std::optional<std::size_t> bar = find_bar(lane_index(timeline, index, place.rank), pass);
    if (!bar) return;
    const std::int32_t sender = other_sends ? other_rank : place.rank;
    const std::int32_t receiver = other_sends ? place.rank : other_rank;
    const Seconds sent = transfer_between(timeline.transfer_from, static_cast<std::size_t>(timeline.ranks),
                                          static_cast<std::size_t>(sender), static_cast<std::size_t>(receiver));
    const double transfer = place.rank != other_rank ? sent.value : 0;
    found.push_back({kind, {place.rank, *bar}, transfer, 0});
  }

  void inputs_of(std::int32_t rank, Pass pass) {
    if (is_end(pass.kind)) return;  // the rank's order says it all
    const Place own{rank, pass.chunk};
    switch (role_of(pass.kind)) {
      case PassRole::forward:
        if (const auto before = neighbour(timeline, own, -1))
          add(DependencyKind::input, *before, PassKind::forward, pass.micro_batch, rank, false);
        break;
      case PassRole::backward: {
        const auto after = neighbour(timeline, own, 1);
        if (after) add(DependencyKind::input, *after, PassKind::backward, pass.micro_batch, rank, false);
        add(after ? DependencyKind::kept : DependencyKind::input, own, PassKind::forward, pass.micro_batch, rank,
            false);
        break;
      }
      case PassRole::weight:
        add(DependencyKind::kept, own, PassKind::backward_input, pass.micro_batch, rank, false);
        break;
    }
  }

  void outputs_of(std::int32_t rank, Pass pass) {
    if (is_end(pass.kind)) return;
    const Place own{rank, pass.chunk};
    if (role_of(pass.kind) == PassRole::forward) {
      const auto after = neighbour(timeline, own, 1);
      if (after) add(DependencyKind::input, *after, PassKind::forward, pass.micro_batch, rank, true);
      add(after ? DependencyKind::kept : DependencyKind::input, own, PassKind::backward, pass.micro_batch, rank, true);
    }
    if (role_of(pass.kind) == PassRole::backward) {
      if (const auto before = neighbour(timeline, own, -1))
        add(DependencyKind::input, *before, PassKind::backward, pass.micro_batch, rank, true);
      add(DependencyKind::kept, own, PassKind::backward_weight, pass.micro_batch, rank, true);
    }
  }
};

}  // namespace

double given_at(const Timeline& timeline, PassAt at) {
  const std::span<const PassRecord> lane = timeline.lane(at.rank);
  const bool pair = lane[at.bar].pass.kind == PassKind::overlapped_forward && at.bar + 1 < lane.size();
  return lane[pair ? at.bar + 1 : at.bar].end;
}

std::vector<Dependency> dependencies_of(const Timeline& timeline, const TimelineIndex& index, PassAt at) {
  std::vector<Dependency> found;
  Finder finder{timeline, index, found};
  const std::span<const PassRecord> lane = timeline.lane(at.rank);
  if (at.bar > 0) {
    const PassAt before{at.rank, at.bar - 1};
    const double blocked = blocked_after(timeline, before);
    found.push_back({DependencyKind::order, before, blocked, lane[before.bar].end + blocked});
  }
  const std::size_t inputs = found.size();
  finder.inputs_of(at.rank, lane[at.bar].pass);
  if (lane[at.bar].pass.kind == PassKind::overlapped_forward && at.bar + 1 < lane.size())
    finder.inputs_of(at.rank, lane[at.bar + 1].pass);
  for (std::size_t i = inputs; i < found.size(); ++i)
    found[i].ready = given_at(timeline, found[i].pass) + found[i].transfer;
  return found;
}

std::vector<Dependency> dependents_of(const Timeline& timeline, const TimelineIndex& index, PassAt at) {
  std::vector<Dependency> found;
  const std::span<const PassRecord> lane = timeline.lane(at.rank);
  if (at.bar + 1 < lane.size()) {
    const double blocked = blocked_after(timeline, at);
    found.push_back({DependencyKind::order, {at.rank, at.bar + 1}, blocked, lane[at.bar].end + blocked});
  }
  const std::size_t outputs = found.size();
  Finder{timeline, index, found}.outputs_of(at.rank, lane[at.bar].pass);
  for (std::size_t i = outputs; i < found.size(); ++i) found[i].ready = given_at(timeline, at) + found[i].transfer;
  return found;
}

std::optional<Transfer> transfer_of(const Timeline& timeline, const TimelineIndex& index, PassAt from) {
  const Pass pass = timeline.lane(from.rank)[from.bar].pass;
  const PassRole role = role_of(pass.kind);
  if (role == PassRole::weight || is_end(pass.kind)) return std::nullopt;
  const bool forward = role == PassRole::forward;
  const std::optional<Place> to = neighbour(timeline, {from.rank, pass.chunk}, forward ? 1 : -1);
  if (!to || to->rank == from.rank) return std::nullopt;
  const Pass received{forward ? PassKind::forward : PassKind::backward, static_cast<std::uint16_t>(to->chunk),
                      pass.micro_batch};
  const std::optional<std::size_t> bar = find_bar(lane_index(timeline, index, to->rank), received);
  if (!bar) return std::nullopt;
  const double sent = given_at(timeline, from);
  const Seconds transfer = transfer_between(timeline.transfer_from, static_cast<std::size_t>(timeline.ranks),
                                            static_cast<std::size_t>(from.rank), static_cast<std::size_t>(to->rank));
  return Transfer{from, {to->rank, *bar}, sent, sent + transfer.value};
}

std::optional<Dependency> waited_for(const Timeline& timeline, const TimelineIndex& index, PassAt at) {
  const std::vector<Dependency> all = dependencies_of(timeline, index, at);
  // The first of equals: the order on the rank comes first. A pair's second starts in the pair's middle, after its
  // first.
  if (!all.empty() && timeline.lane(at.rank)[at.bar].pass.kind == PassKind::overlapped_backward) return all.front();
  const auto latest = std::max_element(all.begin(), all.end(),
                                       [](const Dependency& a, const Dependency& b) { return a.ready < b.ready; });
  return latest == all.end() ? std::nullopt : std::optional(*latest);
}

}  // namespace shardscope
