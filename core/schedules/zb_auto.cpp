#include "core/schedules/zb_auto.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/pipeline/totals.h"

namespace shardscope {

namespace {

// One run of the heuristic.
class AutoSearch {
 public:
  struct Choices {
    bool bubble_before_first_backward = false, backward_first = false, fill_short_gaps = false;
  };

  /// Whether two runs are the same, since the first never came to what they choose differently.
  static bool same_run(const Choices& a, const Choices& came_to, const Choices& b) {
    const auto same = [&](bool Choices::*choice) { return a.*choice == b.*choice || !(came_to.*choice); };
    return same(&Choices::bubble_before_first_backward) && same(&Choices::backward_first) &&
           same(&Choices::fill_short_gaps);
  }

  AutoSearch(std::int32_t micro_batches, const PassTimes& times, const ZbMemory& memory)
      : micro_batches_(micro_batches), transfer_(times.transfer.value), memory_(memory), lanes_(times.stages.size()) {
    for (std::size_t r = 0; r < lanes_.size(); ++r) {
      const StageTimes& stage = times.stages[r];
      Lane& lane = lanes_[r];
      lane.cost = {stage.forward.value, stage.input_pass().value, stage.backward_weight.value};
      lane.work = micro_batches * (lane.cost[forward] + lane.cost[input] + lane.cost[weight]);
      for (std::vector<double>& ends : lane.ends) ends.resize(static_cast<std::size_t>(micro_batches));
      lane.order.reserve(3 * static_cast<std::size_t>(micro_batches));
    }
  }

  /// Whether it came to an end within the memory; it gives up when it can't end before `bound`.
  bool run(const Choices& choices, double bound) {
    choices_ = choices;
    came_to_ = {};
    failed_ = false;
    longest_idle_ = 0;
    for (Lane& lane : lanes_) {
      lane.done = {};
      lane.now = lane.held = lane.idle = 0;
      lane.order.clear();
    }
    warm_up();
    for (std::int32_t i = 1; i < micro_batches_ && !failed_; ++i) {
      put_forwards();
      put_backwards(i);
      for (const Lane& lane : lanes_)
        if (lane.ends[forward][0] - lane.cost[forward] + lane.idle + lane.work >= bound) failed_ = true;
    }
    if (failed_) return false;
    for (std::size_t r = 0; r < lanes_.size(); ++r)
      while (lanes_[r].done[weight] < micro_batches_) put(r, weight);
    return true;
  }

  /// The choices that the latest run met.
  [[nodiscard]] const Choices& came_to() const { return came_to_; }
  [[nodiscard]] double makespan() const {
    double last = 0;
    for (const Lane& lane : lanes_) last = std::max(last, lane.now);
    return last;
  }
  [[nodiscard]] Orders orders() const {
    Orders all;
    for (const Lane& lane : lanes_) all.push_back(lane.order);
    return all;
  }

 private:
  enum Work : std::uint8_t { forward, input, weight };

  // What the search knows of a rank.
  struct Lane {
    std::array<double, 3> cost = {};          // of a forward, an input pass, a weight pass
    std::array<std::int32_t, 3> done = {};    // so many of each
    std::array<std::vector<double>, 3> ends;  // of those
    double now = 0, held = 0, idle = 0;       // idle: after its first pass
    double work = 0;                          // of the whole step
    std::vector<Pass> order;
  };

  [[nodiscard]] double memory_of(Work work) const {
    constexpr std::array parts = {&ZbMemory::forward, &ZbMemory::backward_input, &ZbMemory::backward_weight};
    return memory_.*parts[work];
  }

  void put(std::size_t r, Work work) {
    constexpr std::array kinds = {PassKind::forward, PassKind::backward_input, PassKind::backward_weight};
    Lane& lane = lanes_[r];
    const auto i = static_cast<std::size_t>(lane.done[work]);
    const double alone = lane.now + lane.cost[work];
    double end = alone;
    if (work == forward && r > 0) end = std::max(end, lanes_[r - 1].ends[forward][i] + transfer_ + lane.cost[work]);
    if (work == input && r + 1 < lanes_.size())
      end = std::max(end, lanes_[r + 1].ends[input][i] + transfer_ + lane.cost[work]);
    if (lane.done[forward] > 0) {
      lane.idle += end - alone;
      longest_idle_ = std::max(longest_idle_, lane.idle);
    }
    lane.now = lane.ends[work][i] = end;
    lane.held += memory_of(work);
    lane.order.push_back({kinds[work], 0, lane.done[work]++});
  }

  // The first forward of every rank, the forwards that fit before the first backward, and that backward.
  void warm_up() {
    const auto ranks = static_cast<std::int32_t>(lanes_.size());
    for (std::size_t r = 0; r < lanes_.size(); ++r) put(r, forward);
    std::vector<std::int32_t> more(lanes_.size());
    double arrival = 0;  // end of the first backward on the rank after
    for (std::size_t r = lanes_.size(); r-- > 0;) {
      Lane& lane = lanes_[r];
      if (r + 1 == lanes_.size()) {
        arrival = lane.ends[forward][0] + lane.cost[input];
        continue;
      }
      double held = lane.held, now = lane.now;
      while (lane.done[forward] + more[r] < micro_batches_ && held + memory_.forward <= memory_.limit) {
        const bool after = now >= arrival + transfer_, reaches = now + lane.cost[forward] > arrival + transfer_;
        came_to_.bubble_before_first_backward |= after != reaches;
        if (choices_.bubble_before_first_backward ? reaches : after) break;
        held += memory_.forward;
        now += lane.cost[forward];
        ++more[r];
      }
      arrival = std::max(now, arrival + transfer_) + lane.cost[input];
    }
    // Each rank fewer than the one before, except where it has all of them.
    for (std::size_t r = 1; r < lanes_.size(); ++r)
      while (more[r] > 0 &&
             (more[r] > more[r - 1] || (more[r] == more[r - 1] && lanes_[r].done[forward] + more[r] < micro_batches_)))
        --more[r];
    for (std::size_t r = 0; r < lanes_.size(); ++r)
      for (std::int32_t i = 0; i < more[r]; ++i) put(r, forward);
    for (std::int32_t r = ranks; r-- > 0;) put(static_cast<std::size_t>(r), input);
  }

  // Whether a rank takes its next forward now or leaves the time to the backward that is on its way.
  bool wants_forward(std::size_t r) {
    const Lane& lane = lanes_[r];
    if (lane.done[forward] >= micro_batches_) return false;
    if (r + 1 >= lanes_.size() || lane.done[forward] < lanes_[r + 1].done[forward] + 2) return true;
    const Lane& after = lanes_[r + 1];
    const double arrival = after.now + after.cost[forward] + after.cost[input] + transfer_;
    bool wants = lane.now < arrival;
    if (wants) {
      double weights = 0, held = lane.held + memory_.forward;
      for (std::int32_t i = lane.done[weight]; held > memory_.limit && i < lane.done[input]; ++i) {
        weights += lane.cost[weight];
        held += memory_.backward_weight;
      }
      wants = lane.now + lane.cost[forward] + weights <= arrival || arrival - lane.now > longest_idle_ - lane.idle;
    }
    came_to_.backward_first |= !wants;
    return wants || !choices_.backward_first;
  }

  void make_room(std::size_t r, Work work) {
    Lane& lane = lanes_[r];
    while (lane.held + memory_of(work) > memory_.limit) {
      if (lane.done[weight] >= lane.done[input]) {
        failed_ = true;
        return;
      }
      put(r, weight);
    }
  }

  // Weight passes in the time before the input of the next pass arrives.
  void fill_gap(std::size_t r, double arrival) {
    Lane& lane = lanes_[r];
    while (lane.done[weight] < lane.done[input] && lane.now + lane.cost[weight] <= arrival) put(r, weight);
    if (lane.done[weight] >= lane.done[input] || lane.now >= arrival) return;
    // One that is longer than the gap makes the pass late: fine where the rank would idle more than the others have.
    const bool costs_nothing = arrival - lane.now <= longest_idle_ - lane.idle;
    came_to_.fill_short_gaps |= costs_nothing;
    if (!costs_nothing || choices_.fill_short_gaps) put(r, weight);
  }

  void put_forwards() {
    wanted_.assign(lanes_.size(), true);
    for (std::size_t r = 0; r < lanes_.size(); ++r) wanted_[r] = wants_forward(r);
    for (std::size_t r = lanes_.size() - 1; r-- > 0;) wanted_[r] = wanted_[r] && wanted_[r + 1];
    for (std::size_t r = 0; r < lanes_.size(); ++r) {
      if (!wanted_[r]) continue;
      make_room(r, forward);
      if (failed_) return;
      const auto i = static_cast<std::size_t>(lanes_[r].done[forward]);
      if (r > 0) fill_gap(r, lanes_[r - 1].ends[forward][i] + transfer_);
      put(r, forward);
    }
  }

  void put_backwards(std::int32_t i) {
    if (failed_) return;
    for (std::size_t r = lanes_.size(); r-- > 0;) {
      make_room(r, input);
      if (failed_) return;
      if (r + 1 < lanes_.size()) fill_gap(r, lanes_[r + 1].ends[input][static_cast<std::size_t>(i)] + transfer_);
      const Lane& lane = lanes_[r];
      if (r == 0 && lane.done[forward] == micro_batches_)
        while (lane.done[weight] < lane.done[input]) put(r, weight);
      put(r, input);
    }
  }

  std::int32_t micro_batches_;
  double transfer_;
  ZbMemory memory_;
  Choices choices_ = {}, came_to_ = {};
  std::vector<Lane> lanes_;
  std::vector<char> wanted_;
  double longest_idle_ = 0;
  bool failed_ = false;
};

}  // namespace

Orders zb_auto_orders(std::int32_t micro_batches, const PassTimes& times, const ZbMemory& memory) {
  ScheduleRequest request;
  request.ranks = static_cast<std::int32_t>(times.stages.size());
  request.micro_batches = micro_batches;
  Orders best;
  double shortest = std::numeric_limits<double>::infinity();
  const auto try_written_down = [&](const ScheduleWays& ways, std::int32_t held) {
    if (std::min(held, micro_batches) * memory.forward > memory.limit) return;
    Schedule schedule{StagePlacement::loop, request.ranks, 1, micro_batches, ways.orders(request)};
    const double makespan = simulate_totals(schedule, times).makespan.value;
    if (makespan >= shortest) return;
    shortest = makespan;
    best = std::move(schedule.order);
  };
  try_written_down(schedules::zb_h2, 2 * request.ranks - 1);
  try_written_down(schedules::zb_h1, request.ranks);
  using Choices = AutoSearch::Choices;
  AutoSearch search(micro_batches, times, memory);
  std::vector<std::pair<Choices, Choices>> runs;  // choices, and those that the run came to
  for (const bool bubble : {true, false})
    for (const bool backward_first : {true, false})
      for (const bool fill : {true, false}) {
        const Choices choices{bubble, backward_first, fill};
        if (std::any_of(runs.begin(), runs.end(),
                        [&](const auto& run) { return AutoSearch::same_run(run.first, run.second, choices); }))
          continue;
        const bool finished = search.run(choices, shortest);
        runs.push_back({choices, search.came_to()});
        if (!finished || search.makespan() >= shortest) continue;
        shortest = search.makespan();
        best = search.orders();
      }
  return best;
}

const ScheduleWays schedules::zb_auto = {
    .choice = {"zb-auto", "ZB-auto", "A zero-bubble order searched for the pass times, under a memory limit."},
    .bubble_words = "searched; from a memory of 2p−1 micro-batches up none within a rank's span with equal passes",
    .memory_words = "the limit",
    .valid_words = "any p and m, a limit of at least 1; one chunk per rank",
    .paper = zero_bubble,
    .splits_backward = true,
    .orders =
        [](const ScheduleRequest& request) {
          ZbMemory memory;
          memory.limit = request.memory_limit.value_or(request.micro_batches);
          return zb_auto_orders(request.micro_batches, *request.times, memory);
        },
    .memory_limit_min = [](const ScheduleRequest&) { return std::int32_t{1}; },
};

}  // namespace shardscope
