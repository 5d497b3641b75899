#include "core/schedules/v_pattern.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <span>

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
struct PatternLane {
  std::vector<std::uint8_t> slots;
  std::array<std::vector<std::int32_t>, works> at;  // [work][micro-batch], weight passes by their count

  void put(std::uint8_t work, std::int32_t slot) {
    if (slots.size() <= static_cast<std::size_t>(slot)) slots.resize(static_cast<std::size_t>(slot) + 1, nothing);
    slots[static_cast<std::size_t>(slot)] = work;
    at[work].push_back(slot);
  }
  [[nodiscard]] std::int32_t length() const { return static_cast<std::int32_t>(slots.size()); }
};
using Lanes = std::vector<PatternLane>;

// Weight passes go to free slots as soon as a backward has none; those left over follow the last pass.
void put_weights(PatternLane& lane) {
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

void drop_weights(PatternLane& lane) {
  for (const std::int32_t slot : lane.at[weight]) lane.slots[static_cast<std::size_t>(slot)] = nothing;
  lane.at[weight].clear();
  while (!lane.slots.empty() && lane.slots.back() == nothing) lane.slots.pop_back();
}

std::int32_t last_slot(const Lanes& lanes) {
  std::int32_t last = 0;
  for (const PatternLane& lane : lanes) last = std::max(last, lane.length());
  return last;
}

// A place in the order of slots: earlier slots first, lower ranks first in a slot.
struct PatternPlace {
  std::int32_t slot = 0;
  std::size_t rank = 0;

  auto operator<=>(const PatternPlace&) const = default;
};

// How many passes of each kind a rank has before the place.
std::array<std::size_t, works> passes_before(const PatternLane& lane, std::size_t rank, PatternPlace place) {
  std::array<std::size_t, works> before = {};
  const std::int32_t slot = rank < place.rank ? place.slot + 1 : place.slot;
  for (std::size_t work = 0; work < works; ++work)
    before[work] = static_cast<std::size_t>(std::lower_bound(lane.at[work].begin(), lane.at[work].end(), slot) -
                                            lane.at[work].begin());
  return before;
}

// Calls visit(rank, work, count) for every pass from one place up to another, in the order of slots. A pass may be
// moved to an earlier slot meanwhile.
template <class Visit>
void in_order_of_slots(const Lanes& lanes, PatternPlace from, PatternPlace until, const Visit& visit) {
  std::vector<std::array<std::size_t, works>> next;
  for (std::size_t rank = 0; rank < lanes.size(); ++rank) next.push_back(passes_before(lanes[rank], rank, from));
  for (std::int32_t slot = from.slot; slot <= until.slot; ++slot)
    for (std::size_t rank = slot == from.slot ? from.rank : 0; rank < (slot == until.slot ? until.rank : lanes.size());
         ++rank) {
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
  const auto after = [&](const PatternLane& lane, std::uint8_t what) { slot = std::max(slot, lane.at[what][count]); };
  if (goes_down(work) && rank > 0) after(lanes[rank - 1], work);
  if (!goes_down(work) && rank + 1 < lanes.size()) after(lanes[rank + 1], work);
  if (work > 0) after(lanes[rank], static_cast<std::uint8_t>(work - 1));
  return slot;
}

// What squeezed() knows of one kind of work on a rank: where its passes go and where those that it waits for went.
struct Squeeze {
  std::int32_t* to = nullptr;
  const std::int32_t* from_neighbour = nullptr;
  const std::int32_t* from_before = nullptr;  // the rank's own work before it
};

// The same order on each rank with every pass in the first slot in which it can run, all passes as long as a slot: none
// is later than it was.
Lanes squeezed(const Lanes& lanes) {
  Lanes result(lanes.size());
  std::size_t most = 0;
  for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
    result[rank].slots.assign(lanes[rank].slots.size(), nothing);
    for (std::size_t work = 0; work < works; ++work) {
      result[rank].at[work].resize(lanes[rank].at[work].size());
      most = std::max(most, lanes[rank].at[work].size());
    }
  }
  const std::vector<std::int32_t> no_wait(most, -1);
  std::vector<std::array<Squeeze, works>> squeeze(lanes.size());
  for (std::size_t rank = 0; rank < lanes.size(); ++rank)
    for (std::uint8_t work = 0; work < works; ++work) {
      PatternLane& own = result[rank];
      const bool waits = work != weight, down = goes_down(work);
      const bool neighbour = waits && (down ? rank > 0 : rank + 1 < lanes.size());
      squeeze[rank][work] = {own.at[work].data(),
                             neighbour ? result[down ? rank - 1 : rank + 1].at[work].data() : no_wait.data(),
                             waits && work > 0 ? own.at[work - 1U].data() : no_wait.data()};
    }
  std::vector<std::int32_t> last(lanes.size(), -1);
  in_order_of_slots(lanes, {}, {last_slot(lanes), 0}, [&](std::size_t rank, std::uint8_t work, std::size_t count) {
    const Squeeze& of = squeeze[rank][work];
    const std::int32_t slot = std::max({last[rank], of.from_neighbour[count], of.from_before[count]}) + 1;
    of.to[count] = last[rank] = slot;
    result[rank].slots[static_cast<std::size_t>(slot)] = work;
  });
  for (std::size_t rank = 0; rank < lanes.size(); ++rank)
    result[rank].slots.resize(static_cast<std::size_t>(last[rank]) + 1);
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

std::vector<Held> held_of(const PatternLane& lane, bool own_slots) {
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
    for (const PatternLane& lane : lanes_) {
      held_.push_back(held_of(lane, own_slots));
      for (const Held& held : held_.back()) peak_ = std::max(peak_, held.chunks);
    }
  }

  void run() {
    const auto move = [&](std::size_t rank, std::uint8_t work, std::size_t count) {
      const std::int32_t slot = moved(rank, work, count);
      if (is_backward(work)) note_backward(rank, slot);
    };
    const PatternPlace end{last_slot(lanes_), 0};
    if (own_slots_) in_order_of_slots(lanes_, {}, first_backward(), move);
    const PatternPlace steady = first_backward();  // at the latest where it was: in the warm-up it hasn't moved
    PatternPlace cool_down = end;
    for (std::size_t rank = 0; rank < lanes_.size(); ++rank)
      if (const PatternPlace last{lanes_[rank].at[forward_0].back(), rank}; last > steady)
        cool_down = std::min(cool_down, last);
    if (cool_down == end) return;
    ++cool_down.rank;  // that forward itself stays
    for (std::size_t rank = 0; rank < lanes_.size(); ++rank) note_backwards_before(rank, cool_down);
    in_order_of_slots(lanes_, cool_down, end, move);
  }

 private:
  [[nodiscard]] PatternPlace first_backward() const { return {lanes_[0].at[backward_0].front(), 0}; }

  // As if each had been noted in its turn.
  void note_backwards_before(std::size_t rank, PatternPlace place) {
    const PatternLane& lane = lanes_[rank];
    const std::array<std::size_t, works> before = passes_before(lane, rank, place);
    const auto part = [&](std::uint8_t work) { return std::span(lane.at[work]).first(before[work]); };
    const auto down = part(backward_1), up = part(backward_0);
    backwards_[rank].clear();
    std::merge(down.begin(), down.end(), up.begin(), up.end(), std::back_inserter(backwards_[rank]));
  }

  void note_backward(std::size_t rank, std::int32_t slot) {
    std::vector<std::int32_t>& slots = backwards_[rank];
    slots.insert(std::upper_bound(slots.begin(), slots.end(), slot), slot);
  }

  // Where the pass went.
  std::int32_t moved(std::size_t rank, std::uint8_t work, std::size_t count) {
    PatternLane& lane = lanes_[rank];
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
    const PatternLane& lane = lanes_[rank];
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
std::vector<Pass> passes_of(const PatternLane& lane) {
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

Orders v_pattern_orders(const std::vector<VPattern>& patterns, std::int32_t micro_batches) {
  Lanes lanes(patterns.size());
  for (std::size_t rank = 0; rank < lanes.size(); ++rank) {
    PatternLane& lane = lanes[rank];
    const std::int32_t latest = *std::max_element(patterns[rank].begin(), patterns[rank].end());
    lane.slots.assign(static_cast<std::size_t>(latest + period * (micro_batches - 1)) + 1, nothing);
    for (std::uint8_t work = 0; work < weight; ++work) {
      lane.at[work].reserve(static_cast<std::size_t>(micro_batches));
      for (std::int32_t i = 0; i < micro_batches; ++i) lane.put(work, patterns[rank][work] + period * i);
    }
    lane.at[weight].reserve(2 * static_cast<std::size_t>(micro_batches));
    put_weights(lane);
  }
  Reordering(lanes, true).run();
  lanes = squeezed(lanes);
  for (PatternLane& lane : lanes) drop_weights(lane);
  Reordering(lanes, false).run();
  for (PatternLane& lane : lanes) put_weights(lane);
  lanes = squeezed(lanes);
  Orders orders;
  for (PatternLane& lane : lanes) {
    drop_weights(lane);
    orders.push_back(passes_of(lane));
  }
  return orders;
}

}  // namespace shardscope
