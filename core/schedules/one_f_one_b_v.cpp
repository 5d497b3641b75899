// 1F1B-V: 1F1B over two chunks per rank laid out as a V, with whole backwards.
// Qi et al. 2024, "Pipeline Parallelism with Controllable Memory", section 4 and figure 6; the order is that of its
// authors' scheduler, pass for pass: a pattern of six slots repeats for each micro-batch, and passes of the warm-up and
// cool-down move to earlier free slots as long as no rank's peak rises.
// A rank holds (2p+1)/3 micro-batches' worth of its stages, rounded up, where 1F1B holds p.
// Valid for any ranks and micro-batches; 2 chunks per rank.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

// The ranks' slots while passes move to earlier ones.
class SlotSqueeze {
 public:
  SlotSqueeze(std::int32_t ranks, std::int32_t micro_batches)
      : ranks_(static_cast<std::size_t>(ranks)),
        micro_batches_(static_cast<std::size_t>(micro_batches)),
        length_(static_cast<std::size_t>(period * (4 * ranks + micro_batches + 1))),
        slots_(ranks_ * length_, nothing),
        held_(ranks_ * length_),
        place_(ranks_ * works * (micro_batches_ + 1), -1),
        count_(ranks_ * works) {
    const auto first = first_slots(ranks);
    for (std::size_t rank = 0; rank < ranks_; ++rank)
      for (std::uint8_t work = 0; work < works; ++work)
        for (std::size_t i = 0; i < micro_batches_; ++i)
          slots_[rank * length_ + static_cast<std::size_t>(first[rank][work]) + period * i] = work;
    for (std::size_t rank = 0; rank < ranks_; ++rank) {
      std::int32_t now = 0;
      for (std::size_t i = 0; i < length_; ++i) {
        now += change(slots_[rank * length_ + i]);
        held_[rank * length_ + i] = now;
        peak_ = std::max(peak_, now);
      }
    }
  }

  void run() {
    for (std::size_t slot = 0; slot < length_; ++slot)
      for (std::size_t rank = 0; rank < ranks_; ++rank)
        if (slots_[rank * length_ + slot] != nothing) move(rank, static_cast<std::int32_t>(slot));
  }

  std::vector<Pass> order(std::size_t rank) const {
    std::vector<Pass> passes;
    passes.reserve(4 * micro_batches_);
    std::array<std::int32_t, works> next = {};
    for (std::size_t slot = 0; slot < length_; ++slot) {
      const std::uint8_t work = slots_[rank * length_ + slot];
      if (work >= half_1) continue;
      const bool forward = work == forward_0 || work == forward_1;
      const std::uint16_t chunk = work == forward_1 || work == backward_1 ? 1 : 0;
      passes.push_back({forward ? PassKind::forward : PassKind::backward, chunk, next[work]++});
    }
    return passes;
  }

 private:
  // The work of one micro-batch on one rank: forward of the first and the second chunk, backward of the second and the
  // first. A backward takes two slots; `second half` is the later one, after which its gradient goes on.
  enum Work : std::uint8_t { forward_0, forward_1, backward_1, backward_0, half_1, half_0, nothing };
  static constexpr std::size_t works = 6;
  static constexpr std::int32_t period = 6;  // slots of a micro-batch on a rank

  static bool goes_down(std::uint8_t work) {  // from rank to rank + 1
    return work == forward_0 || work == backward_1 || work == half_1;
  }

  /// The slot of each work of micro-batch 0 on each rank: work after work goes through the ranks, the backwards leaving
  /// three slots free at every third rank, so that no two works of a rank meet modulo the period.
  static std::vector<std::array<std::int32_t, works>> first_slots(std::int32_t ranks) {
    std::vector<std::array<std::int32_t, works>> residue(static_cast<std::size_t>(ranks));
    const auto of = [&](std::int32_t rank) -> std::array<std::int32_t, works>& {
      return residue[static_cast<std::size_t>(rank)];
    };
    std::int32_t now = 0;
    for (std::int32_t rank = 0; rank < ranks; ++rank) of(rank)[forward_0] = ++now;
    for (std::int32_t rank = ranks; rank-- > 0;) of(rank)[forward_1] = ++now;
    now += ranks % 3 == 0 ? 4 : 1;
    std::int32_t cycle = (3 - (ranks + 2) % 3) % 3;
    const auto place_backward = [&](std::int32_t rank, Work first, Work second) {
      of(rank)[first] = now;
      of(rank)[second] = now + 1;
      now += 2;
      if (++cycle == 3) {
        cycle = 0;
        now += 3;
      }
    };
    for (std::int32_t rank = 0; rank < ranks; ++rank) place_backward(rank, backward_1, half_1);
    for (std::int32_t rank = ranks; rank-- > 0;) place_backward(rank, backward_0, half_0);

    // Each at the first slot with its residue after the one that it waits for.
    std::vector<std::array<std::int32_t, works>> slots(static_cast<std::size_t>(ranks));
    std::int32_t slot = period;
    for (const Work work : {forward_0, forward_1, backward_1, backward_0})
      for (std::int32_t i = 0; i < ranks; ++i) {
        const std::int32_t rank = goes_down(work) ? i : ranks - 1 - i;
        const auto next = [&](std::uint8_t what) {
          const std::int32_t ahead = ((of(rank)[what] - slot) % period + period) % period;
          return slot + ahead;
        };
        auto& mine = slots[static_cast<std::size_t>(rank)];
        slot = mine[work] = next(work);
        ++slot;
        if (work == backward_1) mine[half_1] = next(half_1);
        if (work == backward_0) mine[half_0] = next(half_0);
      }
    return slots;
  }

  static std::int32_t change(std::uint8_t work) {
    if (work == forward_0 || work == forward_1) return 1;
    return work == half_0 || work == half_1 ? -1 : 0;
  }

  std::int32_t& place(std::size_t rank, std::uint8_t work, std::size_t count) {
    return place_[(rank * works + work) * (micro_batches_ + 1) + count];
  }

  // The slot of what the work waits for: the one before it of its kind, and where its input comes from.
  std::int32_t waits_for(std::size_t rank, std::uint8_t work, std::size_t count) {
    std::int32_t slot = place(rank, work, count - 1);
    const auto after = [&](std::size_t other, std::uint8_t what) { slot = std::max(slot, place(other, what, count)); };
    const bool first = rank == 0, last = rank + 1 == ranks_;
    if (work == half_1) after(rank, backward_1);
    if (work == half_0) after(rank, backward_0);
    if (work == forward_0 && !first) after(rank - 1, forward_0);
    if (work == forward_1) last ? after(rank, forward_0) : after(rank + 1, forward_1);
    if (work == backward_1) first ? after(rank, forward_1) : after(rank - 1, half_1);
    if (work == backward_0) last ? after(rank, half_1) : after(rank + 1, half_0);
    return slot;
  }

  // Moves what is in the slot to the earliest that its input and the peak allow.
  void move(std::size_t rank, std::int32_t slot) {
    std::uint8_t* const slots = slots_.data() + rank * length_;
    std::int32_t* const held = held_.data() + rank * length_;
    const std::uint8_t work = slots[slot];
    const std::size_t count = ++count_[rank * works + work];
    std::int32_t to = waits_for(rank, work, count) + 1;
    if (work == forward_0 || work == forward_1) {
      const std::int32_t earliest = to;
      while (to < slot && slots[to] != nothing) ++to;
      if (to < slot) {
        to = slot;
        while (to > earliest && held[to - 1] < peak_) --to;
        while (to < slot && slots[to] != nothing) ++to;
      }
    } else if (work == backward_0 || work == backward_1) {
      while (to < slot && (slots[to] != nothing || slots[to + 1] != nothing)) ++to;
    } else {
      while (to < slot && slots[to] != nothing) ++to;
    }
    place(rank, work, count) = to;
    if (to == slot) return;
    slots[to] = work;
    slots[slot] = nothing;
    const std::int32_t less = change(work);
    for (std::int32_t i = to; i < slot; ++i) held[i] += less;
  }

  std::size_t ranks_, micro_batches_, length_;
  std::vector<std::uint8_t> slots_;  // [rank][slot]
  std::vector<std::int32_t> held_;   // chunks held after each slot
  std::vector<std::int32_t> place_;  // [rank][work][count from 1]: the slot it got; -1 before
  std::vector<std::size_t> count_;   // [rank][work]: how many have got theirs
  std::int32_t peak_ = 0;
};

Orders one_f_one_b_v_orders(const ScheduleRequest& request) {
  SlotSqueeze squeeze(request.ranks, request.micro_batches);
  squeeze.run();
  Orders orders;
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(request.ranks); ++rank)
    orders.push_back(squeeze.order(rank));
  return orders;
}

}  // namespace

const ScheduleWays schedules::one_f_one_b_v = {
    .choice = {"1f1b-v", "1F1B-V", "1F1B over the V layout, backward not split."},
    .bubble_words = "by its pattern of six slots; no closed form is published",
    .memory_words = "(2p+1)/3 micro-batches' worth, rounded up",
    .valid_words = any_counts_v,
    .paper = controllable,
    .placement = StagePlacement::v,
    .counts = {.chunks_max = 2, .in_slots = true},
    .orders = one_f_one_b_v_orders,
    .held = [](ScheduleSize of, double) { return std::min(2 * std::ceil((2 * of.p + 1) / 3), 2 * of.m); },
};

}  // namespace shardscope
