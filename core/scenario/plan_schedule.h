// The schedule of a plan, and the stages that its ranks hold under it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/schedules/schedules.h"

namespace shardscope {

struct Plan;

/// The plan's schedule, or what it is by default.
[[nodiscard]] ScheduleKind schedule_kind(const Plan& plan);
[[nodiscard]] const ScheduleWays& ways_of(const Plan& plan);
[[nodiscard]] bool runs_backward(const Plan& plan);
/// Whether input and weight gradients are passes of their own. On one pipeline rank there is nothing that they could
/// fill: Megatron, with any schedule, then runs whole backwards (schedules.py, forward_backward_no_pipelining).
[[nodiscard]] bool splits_backward(const Plan& plan);

/// What the plan's schedule is made from; a count below 1 counts as 1, as in plan_counts.h. One that is searched for
/// may hold as much as 1F1B does, unless the plan says.
[[nodiscard]] ScheduleRequest schedule_request(const Plan& plan, const PassTimes* times = nullptr);

/// Walks a list by places.
template <class List>
struct PlaceIterator {
  const List* list = nullptr;
  std::size_t place = 0;

  decltype(auto) operator*() const { return (*list)[place]; }
  PlaceIterator& operator++() { return ++place, *this; }
  bool operator==(const PlaceIterator&) const = default;
};

/// Stages that lie evenly in the model, backwards where the step wraps around: a value that takes no memory, for it is
/// asked for each rank again and again.
struct StagesOfRank {
  std::size_t first = 0, step = 0, count = 0;

  [[nodiscard]] std::size_t size() const { return count; }
  [[nodiscard]] std::size_t operator[](std::size_t chunk) const { return first + chunk * step; }
  [[nodiscard]] PlaceIterator<StagesOfRank> begin() const { return {this, 0}; }
  [[nodiscard]] PlaceIterator<StagesOfRank> end() const { return {this, count}; }
};

/// The stages that a rank holds, chunk by chunk, where the model is laid out in `stages` over `ranks`. A count of
/// stages that the placement can't have is looped.
[[nodiscard]] StagesOfRank stages_of_rank(const Plan& plan, std::int64_t rank, std::int64_t ranks, std::size_t stages);

/// What the stages of a rank have, chunk by chunk; `of_stages` has to outlive it.
template <class OfStage>
struct HeldByRank {
  const std::vector<OfStage>* of_stages = nullptr;
  StagesOfRank stages;

  [[nodiscard]] std::size_t size() const { return stages.size(); }
  [[nodiscard]] const OfStage& operator[](std::size_t chunk) const { return (*of_stages)[stages[chunk]]; }
  [[nodiscard]] PlaceIterator<HeldByRank> begin() const { return {this, 0}; }
  [[nodiscard]] PlaceIterator<HeldByRank> end() const { return {this, size()}; }
  bool operator==(const std::vector<OfStage>& list) const {
    bool same = size() == list.size();
    for (std::size_t chunk = 0; same && chunk < size(); ++chunk) same = (*this)[chunk] == list[chunk];
    return same;
  }
  [[nodiscard]] std::vector<OfStage> listed() const {
    std::vector<OfStage> list;
    list.reserve(size());
    for (const OfStage& held : *this) list.push_back(held);
    return list;
  }
};
template <class OfStage>
[[nodiscard]] HeldByRank<OfStage> held_by_rank(const Plan& plan, std::size_t rank, std::size_t ranks,
                                               const std::vector<OfStage>& of_stages) {
  return {&of_stages,
          stages_of_rank(plan, static_cast<std::int64_t>(rank), static_cast<std::int64_t>(ranks), of_stages.size())};
}

/// Pipeline ranks that hold stages: pp, or fewer where there are fewer stages.
[[nodiscard]] std::size_t ranks_with_stages(const Plan& plan, std::size_t stages);

}  // namespace shardscope
