#include "core/pipeline/v_pattern.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::int32_t period = 6;  // slots of a micro-batch on a rank: two forwards, two backwards, two weight passes

// What a slot holds. Forward of the first and second chunk, backward of the second and first; a weight pass is of the
// oldest backward that has none yet.
enum Work : std::uint8_t { forward_0, forward_1, backward_1, backward_0, weight, nothing };
constexpr std::size_t works = 5;

bool is_forward(std::uint8_t work) {
  return work <= forward_1;
}
bool is_backward(std::uint8_t work) {
  return work == backward_1 || work == backward_0;
}
bool goes_down(std::uint8_t work) {  // from rank to rank + 1
  return work == forward_0 || work == backward_1;
}

// One rank: what is in each slot, and where the work of each micro-batch is.
struct Lane {
  std::vector<std::uint8_t> slots;
  std::array<std::vector<std::int32_t>, works> at;  // [work][micro-batch], weight passes by their count

  void put(std::uint8_t work, std::int32_t slot) {
    if (slots.size() <= static_cast<std::size_t>(slot)) slots.resize(static_cast<std::size_t>(slot) + 1, nothing);
    slots[static_cast<std::size_t>(slot)] = work;
    at[work].push_back(slot);
  }
  [[nodiscard]] std::int32_t length() const { return static_cast<std::int32_t>(slots.size()); }
};
using Lanes = std::vector<Lane>;

// Weight passes go to free slots as soon as a backward has none; those left over follow the last pass.
void put_weights(Lane& lane) {
  std::int32_t due = 0;
  const std::int32_t end = lane.length();
  for (std::int32_t i = 0; i < end; ++i) {
    const std::uint8_t work = lane.slots[static_cast<std::size_t>(i)];
    if (is_backward(work)) {
      ++due;
    } else if (work == nothing && due > 0) {
      lane.put(weight, i);
      --due;
    }
  }
  for (std::int32_t i = end; due > 0; ++i, --due) lane.put(weight, i);
}

void drop_weights(Lane& lane) {
  for (const std::int32_t slot : lane.at[weight]) lane.slots[static_cast<std::size_t>(slot)] = nothing;
  lane.at[weight].clear();
  while (!lane.slots.empty() && lane.slots.back() == nothing) lane.slots.pop_back();
}

std::int32_t last_slot(const Lanes& lanes) {
  std::int32_t last = 0;
  for (const Lane& lane : lanes) last = std::max(last, lane.length());
  return last;
}

// Calls visit(rank, work, count) for every pass, earlier slots first, lower ranks first in a slot. A pass may be moved
// to an earlier slot meanwhile.
template <class Visit>
void in_order_of_slots(const Lanes& lanes, const Visit& visit) {
  std::vector<std::array<std::size_t, works>> next(lanes.size());
  const std::int32_t end = last_slot(lanes);
  for (std::int32_t slot = 0; slot < end; ++slot)
    for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
      if (slot >= lanes[rank].length()) continue;
      const std::uint8_t work = lanes[rank].slots[static_cast<std::size_t>(slot)];
      if (work != nothing) visit(rank, work, next[rank][work]++);
    }
}

// The slot of the pass that gives this one its input, and of the one before it of its kind; -1 without either. Weight
// passes wait for nothing here.
std::int32_t waits_for(const Lanes& lanes, std::size_t rank, std::uint8_t work, std::size_t count) {
  std::int32_t slot = count > 0 ? lanes[rank].at[work][count - 1] : -1;
  if (work == weight) return slot;
  const auto after = [&](const Lane& lane, std::uint8_t what) { slot = std::max(slot, lane.at[what][count]); };
  if (goes_down(work) && rank > 0) after(lanes[rank - 1], work);
  if (!goes_down(work) && rank + 1 < lanes.size()) after(lanes[rank + 1], work);
  if (work > 0) after(lanes[rank], static_cast<std::uint8_t>(work - 1));
  return slot;
}

// The same order on each rank with every pass in the first slot in which it can run, all passes as long as a slot.
Lanes squeezed(const Lanes& lanes) {
  Lanes result(lanes.size());
  for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
    result[rank].slots.reserve(lanes[rank].slots.size());
    for (std::size_t work = 0; work < works; ++work) result[rank].at[work].reserve(lanes[rank].at[work].size());
  }
  in_order_of_slots(lanes, [&](std::size_t rank, std::uint8_t work, std::size_t count) {
    const std::int32_t own = result[rank].length() - 1;
    result[rank].put(work, std::max(own, waits_for(result, rank, work, count)) + 1);
  });
  return result;
}

// Chunks held after each slot, and backwards whose weight pass is to come. Where weight passes have no slots of their
// own they take the free ones.
struct Held {
  std::int32_t chunks = 0, due = 0;

  bool operator==(const Held&) const = default;
  [[nodiscard]] Held after(std::uint8_t work, bool own_slots) const {
    Held next = *this;
    if (is_forward(work)) ++next.chunks;
    if (is_backward(work)) ++next.due;
    if (work == weight || (work == nothing && !own_slots && due > 0)) --next.chunks, --next.due;
    return next;
  }
};

std::vector<Held> held_of(const Lane& lane, bool own_slots) {
  std::vector<Held> held;
  held.reserve(lane.slots.size());
  Held now;
  for (const std::uint8_t work : lane.slots) held.push_back(now = now.after(work, own_slots));
  return held;
}

// Moves passes before the first micro-batch's last backward and after the last micro-batch's first forward to earlier
// free slots; the former only while weight passes have slots of their own.
class Reordering {
 public:
  Reordering(Lanes& lanes, bool own_slots) : lanes_(lanes), own_slots_(own_slots), backwards_(lanes.size()) {
    for (const Lane& lane : lanes_) {
      held_.push_back(held_of(lane, own_slots));
      for (const Held& held : held_.back()) peak_ = std::max(peak_, held.chunks);
    }
  }

  void run() {
    enum { warm_up, steady, cool_down } phase = warm_up;
    const std::size_t last = lanes_[0].at[forward_0].size() - 1;
    in_order_of_slots(lanes_, [&](std::size_t rank, std::uint8_t work, std::size_t count) {
      if (phase == warm_up && work == backward_0 && rank == 0) phase = steady;
      const bool stays = phase == steady || (phase == warm_up && !own_slots_);
      if (phase == steady && work == forward_0 && count == last) phase = cool_down;
      const std::int32_t slot = stays ? lanes_[rank].at[work][count] : moved(rank, work, count);
      if (is_backward(work)) note_backward(rank, slot);
    });
  }

 private:
  void note_backward(std::size_t rank, std::int32_t slot) {
    std::vector<std::int32_t>& slots = backwards_[rank];
    slots.insert(std::upper_bound(slots.begin(), slots.end(), slot), slot);
  }

  // Where the pass went.
  std::int32_t moved(std::size_t rank, std::uint8_t work, std::size_t count) {
    Lane& lane = lanes_[rank];
    const std::int32_t from = lane.at[work][count];
    std::int32_t to = waits_for(lanes_, rank, work, count);
    if (work == weight) to = std::max(to, backwards_[rank][count]);
    for (++to; to < from; ++to) {
      if (lane.slots[static_cast<std::size_t>(to)] != nothing) continue;
      lane.slots[static_cast<std::size_t>(to)] = work;
      lane.slots[static_cast<std::size_t>(from)] = nothing;
      if (within_peak(rank, to, from)) {
        lane.at[work][count] = to;
        return to;
      }
      lane.slots[static_cast<std::size_t>(to)] = nothing;
      lane.slots[static_cast<std::size_t>(from)] = work;
    }
    return from;
  }

  // Whether the lane still holds no more than the peak; if so, what it holds is brought up to date. Beyond `from`,
  // nothing changes once the state is what it was.
  bool within_peak(std::size_t rank, std::int32_t to, std::int32_t from) {
    const Lane& lane = lanes_[rank];
    std::vector<Held>& held = held_[rank];
    Held now = to > 0 ? held[static_cast<std::size_t>(to) - 1] : Held{};
    changed_.clear();
    for (std::int32_t i = to; i < lane.length(); ++i) {
      now = now.after(lane.slots[static_cast<std::size_t>(i)], own_slots_);
      if (now.chunks > peak_) return false;
      if (i >= from && now == held[static_cast<std::size_t>(i)]) break;
      changed_.push_back(now);
    }
    std::copy(changed_.begin(), changed_.end(), held.begin() + to);
    return true;
  }

  Lanes& lanes_;
  bool own_slots_;
  std::int32_t peak_ = 0;                             // over all ranks before anything moves
  std::vector<std::vector<Held>> held_;               // [rank][slot]
  std::vector<std::vector<std::int32_t>> backwards_;  // [rank]: slots of the backwards met so far, ascending
  std::vector<Held> changed_;
};

// The rank's passes: weight passes fill free slots, those of the second chunk before those of the first.
std::vector<Pass> passes_of(const Lane& lane) {
  std::vector<Pass> order;
  order.reserve(lane.at[forward_0].size() * period);
  std::array<std::int32_t, works> next = {};
  std::array<std::int32_t, 2> due = {}, done = {};  // weight passes by chunk
  const auto push_weight = [&] {
    const std::size_t chunk = due[1] > 0 ? 1 : 0;
    --due[chunk];
    order.push_back({PassKind::backward_weight, static_cast<std::uint16_t>(chunk), done[chunk]++});
  };
  for (const std::uint8_t work : lane.slots) {
    if (work == nothing) {
      if (due[0] + due[1] > 0) push_weight();
      continue;
    }
    const std::uint16_t chunk = work == forward_1 || work == backward_1 ? 1 : 0;
    if (is_backward(work)) ++due[chunk];
    order.push_back({is_forward(work) ? PassKind::forward : PassKind::backward_input, chunk, next[work]++});
  }
  while (due[0] + due[1] > 0) push_weight();
  return order;
}

}  // namespace

std::vector<std::vector<Pass>> v_pattern_orders(const std::vector<VPattern>& patterns, std::int32_t micro_batches) {
  Lanes lanes(patterns.size());
  for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
    for (std::uint8_t work = 0; work < weight; ++work)
      for (std::int32_t i = 0; i < micro_batches; ++i) lanes[rank].put(work, patterns[rank][work] + period * i);
    put_weights(lanes[rank]);
  }
  Reordering(lanes, true).run();
  lanes = squeezed(lanes);
  for (Lane& lane : lanes) drop_weights(lane);
  Reordering(lanes, false).run();
  for (Lane& lane : lanes) put_weights(lane);
  lanes = squeezed(lanes);
  std::vector<std::vector<Pass>> orders;
  for (Lane& lane : lanes) {
    drop_weights(lane);
    orders.push_back(passes_of(lane));
  }
  return orders;
}

}  // namespace shardscope
