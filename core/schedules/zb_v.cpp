// ZB-V: zero bubble with two chunks per rank laid out as a V, in 1F1B's memory.
// Qi et al. 2024, "Zero Bubble Pipeline Parallelism", section 6 and appendix; pass for pass the order of the authors'
// scheduler, which is greedy: micro-batches fill the V as memory allows, then a backward and a forward in turn on every
// rank, weight passes where the rank would wait longer than others have. Weight passes in short gaps before forwards or
// backwards are tried both ways, each again with the idle time found before as what may be spent; the least idle wins.
// A heuristic: of random cases some 3 in 100 get a longer step from the faster of two stages' times, by up to 2%.
// With equal passes and m >= 2p no rank waits between its first and last pass. Holds at most the limit, by default 2p
// chunks of half a 1F1B stage. Valid for any ranks and micro-batches, and a limit from 2p; 2 chunks per rank.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/schedules/schedule_ways.h"

namespace shardscope {

namespace {

// The authors' search takes one time for all stages: half of them take no longer.
template <class Part>
double median_time(const PassTimes& times, const Part& part) {
  std::vector<double> all;
  for (const StageTimes& stage : times.stages) all.push_back(part(stage).value);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 2);
  std::nth_element(all.begin(), middle, all.end());
  return *middle;
}

// One run of the heuristic.
class VSearch {
 public:
  VSearch(std::int32_t ranks, std::int32_t micro_batches, const PassTimes& times, double limit)
      : micro_batches_(micro_batches), transfer_(times.transfer.value), limit_(limit) {
    lanes_.resize(static_cast<std::size_t>(ranks));
    const std::array cost = {median_time(times, [](const StageTimes& stage) { return stage.forward; }),
                             median_time(times, [](const StageTimes& stage) { return stage.input_pass(); }),
                             median_time(times, [](const StageTimes& stage) { return stage.backward_weight; })};
    for (Lane& lane : lanes_) {
      lane.cost = cost;
      for (auto& ends : lane.ends)
        for (auto& of_way : ends) of_way.resize(static_cast<std::size_t>(micro_batches));
      lane.order.reserve(6 * static_cast<std::size_t>(micro_batches));
      lane.due.reserve(2 * static_cast<std::size_t>(micro_batches));
    }
  }

  /// Which passes a weight pass may make late; or which ever met the choice.
  struct Fill {
    bool forwards, backwards;
  };

  /// `approved`: idle time of each rank in a run before, or empty. Gives up once a rank idles for `bound`.
  bool run(Fill fill, const std::vector<double>& approved, double bound) {
    fill_ = fill;
    approved_ = approved;
    bound_ = bound;
    longest_idle_ = 0;
    longest_approved_ = approved.empty() ? -1 : *std::max_element(approved.begin(), approved.end());
    for (Lane& lane : lanes_) {
      lane.done = {};
      for (auto& ends : lane.ends)
        for (auto& of_way : ends) std::fill(of_way.begin(), of_way.end(), -1);
      lane.now = lane.held = lane.idle = 0;
      lane.due.clear();
      lane.weights = 0;
      lane.order.clear();
    }
    warm_up();
    for (std::int32_t i = 0; i < 2 * micro_batches_ && longest_idle_ < bound_; ++i) {
      put_backwards();
      put_forwards();
    }
    if (longest_idle_ >= bound_) return false;
    for (std::size_t r = 0; r < lanes_.size(); ++r)
      while (lanes_[r].has_due()) put_weight(r);
    return true;
  }

  /// The choices that any run came to since it was last asked.
  [[nodiscard]] Fill take_met() { return std::exchange(met_, {}); }
  [[nodiscard]] double longest_idle() const { return longest_idle_; }
  [[nodiscard]] std::vector<double> idle() const {
    std::vector<double> all;
    for (const Lane& lane : lanes_) all.push_back(lane.idle);
    return all;
  }
  [[nodiscard]] Orders orders() const {
    Orders all;
    for (const Lane& lane : lanes_) all.push_back(lane.order);
    return all;
  }

 private:
  // Forwards through the first and the second arm of the V, backwards through the second and back through the first.
  // `down` goes from rank to rank + 1: the first forward way and the first backward way.
  enum Kind : std::uint8_t { forward, input, weight };
  enum Way : std::uint8_t { down, up };

  static std::uint16_t chunk_of(Kind kind, Way way) {
    return kind == forward ? (way == down ? 0 : 1) : (way == down ? 1 : 0);
  }

  struct Lane {
    std::array<double, 3> cost = {};                         // [kind]
    std::array<std::array<std::int32_t, 2>, 3> done = {};    // [kind][way]
    std::array<std::array<std::vector<double>, 2>, 2> ends;  // [forward, input][way][micro-batch]
    double now = 0, held = 0, idle = 0;
    std::vector<Way> due;     // ways of the input passes; their weight passes come in the same order
    std::size_t weights = 0;  // how many of those have
    std::vector<Pass> order;

    [[nodiscard]] std::int32_t forwards() const { return done[forward][down] + done[forward][up]; }
    [[nodiscard]] bool has_due() const { return weights < due.size(); }
  };

  // When the next pass of this kind and way has its input from another rank; -1 where that hasn't run, and where it
  // needs none.
  [[nodiscard]] double input_end(std::size_t r, Kind kind, Way way) const {
    const auto i = static_cast<std::size_t>(lanes_[r].done[kind][way]);
    if (i >= static_cast<std::size_t>(micro_batches_)) return -1;
    if (way == down) return r == 0 ? -1 : lanes_[r - 1].ends[kind][down][i];
    return r + 1 == lanes_.size() ? -1 : lanes_[r + 1].ends[kind][up][i];
  }

  void put(std::size_t r, Kind kind, Way way) {
    Lane& lane = lanes_[r];
    const std::int32_t i = lane.done[kind][way];
    const double cost = lane.cost[kind], alone = lane.now + cost, arrival = input_end(r, kind, way);
    const double end = arrival >= 0 ? std::max(alone, arrival + transfer_ + cost) : alone;
    if (lane.done[forward][down] > 0) {
      lane.idle += end - alone;
      longest_idle_ = std::max(longest_idle_, lane.idle);
    }
    lane.ends[kind][way][static_cast<std::size_t>(i)] = end;
    lane.now = end;
    if (kind == forward) lane.held += 1;
    if (kind == input) lane.due.push_back(way);
    lane.order.push_back({kind == forward ? PassKind::forward : PassKind::backward_input, chunk_of(kind, way), i});
    ++lane.done[kind][way];
  }

  void put_weight(std::size_t r) {
    Lane& lane = lanes_[r];
    const Way way = lane.due[lane.weights++];
    lane.now += lane.cost[weight];
    lane.held -= 1;
    lane.order.push_back({PassKind::backward_weight, chunk_of(weight, way), lane.done[weight][way]++});
  }

  // The first micro-batch goes down and up the V; while it is away, ranks take more forwards as memory allows.
  void warm_up() {
    for (std::size_t r = 0; r < lanes_.size(); ++r) put(r, forward, down);
    for (std::size_t r = lanes_.size(); r-- > 0;) {
      if (r + 1 < lanes_.size()) {
        const double arrival = lanes_[r + 1].ends[forward][up][0] + transfer_;
        const Lane& lane = lanes_[r];
        while (lane.held + 2 + 2 * static_cast<double>(r) <= limit_ && lane.now + lane.cost[forward] <= arrival &&
               lane.done[forward][down] < micro_batches_)
          for (std::size_t j = 0; j <= r; ++j) put(j, forward, down);
      }
      put(r, forward, up);
    }
    Way way = down;
    for (std::size_t r = 1; r < lanes_.size(); ++r) {
      const Lane& before = lanes_[r - 1];
      const Lane& lane = lanes_[r];
      while (lane.forwards() < before.forwards() ||
             (lane.done[forward][up] <= before.done[forward][up] && before.done[forward][up] < micro_batches_)) {
        for (std::size_t j = lanes_.size(); j-- > r;)
          if (lanes_[j].done[forward][way] < micro_batches_) put(j, forward, way);
        way = way == down ? up : down;
      }
    }
  }

  // What a rank may idle before a weight pass is better: the most that any has, or had more than this one before.
  [[nodiscard]] double may_idle(std::size_t r) const {
    return approved_.empty() ? longest_idle_ : std::max(longest_idle_, longest_approved_ - approved_[r]);
  }

  // Weight passes in the time before the next pass has its input.
  void fill_gap(std::size_t r, double arrival, bool fill_short, bool& met) {
    Lane& lane = lanes_[r];
    if (arrival < 0 || !lane.has_due()) return;
    while (lane.has_due() && arrival + transfer_ >= lane.now + lane.cost[weight]) put_weight(r);
    if (!lane.has_due() || arrival + transfer_ - lane.now <= may_idle(r) - lane.idle) return;
    met = true;
    if (fill_short) put_weight(r);
  }

  void put_backwards() {
    ways_.resize(lanes_.size());
    for (std::size_t r = 0; r < lanes_.size(); ++r) {
      const auto& done = lanes_[r].done[input];
      const bool returns = done[up] < done[down] &&
                           (r + 1 == lanes_.size() || input_end(r, input, up) >= 0 || done[down] >= micro_batches_);
      ways_[r] = returns ? up : down;
    }
    for (std::size_t r = lanes_.size(); r-- > 0;)
      if (ways_[r] == up) put_backward(r, up);
    for (std::size_t r = 0; r < lanes_.size(); ++r)
      if (ways_[r] == down) put_backward(r, down);
  }

  void put_backward(std::size_t r, Way way) {
    bool always = false;  // no choice
    fill_gap(r, input_end(r, input, way), way == up || fill_.backwards, way == up ? always : met_.backwards);
    put(r, input, way);
  }

  void put_forwards() {
    for (std::size_t r = 0; r < lanes_.size(); ++r) {
      Lane& lane = lanes_[r];
      const auto& done = lane.done[forward];
      if (done[up] >= micro_batches_) continue;
      Way way = up;
      if (done[up] >= done[down]) {
        way = down;
      } else if (r + 1 < lanes_.size() && input_end(r, forward, up) < 0) {
        if (done[down] >= micro_batches_ || (r > 0 && input_end(r, forward, down) < 0)) continue;
        way = down;
      }
      while (lane.held + 1 > limit_ && lane.has_due()) put_weight(r);
      fill_gap(r, input_end(r, forward, way), fill_.forwards, met_.forwards);
      put(r, forward, way);
    }
  }

  std::int32_t micro_batches_;
  double transfer_, limit_;
  Fill fill_ = {}, met_ = {};
  std::vector<double> approved_;
  double bound_ = 0, longest_idle_ = 0, longest_approved_ = -1;
  std::vector<Lane> lanes_;
  std::vector<Way> ways_;
};

Orders zb_v_orders(const ScheduleRequest& request) {
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  // Less than 2p only where there are too few micro-batches to fill it; a V fills and empties by pairs.
  const double limit = request.memory_limit.value_or(2 * request.ranks);
  VSearch search(request.ranks, request.micro_batches, *request.times,
                 std::max(2.0 * request.ranks, 2 * std::floor(limit / 2)));
  Orders best;
  double least = unbounded;
  std::vector<std::pair<VSearch::Fill, VSearch::Fill>> tried;  // choices, and those that they came to
  for (const bool backwards : {true, false})
    for (const bool forwards : {true, false}) {
      const bool same = std::any_of(tried.begin(), tried.end(), [&](const auto& runs) {
        const auto& [chosen, met] = runs;
        return (chosen.forwards == forwards || !met.forwards) && (chosen.backwards == backwards || !met.backwards);
      });
      if (same) continue;
      std::vector<double> approved;
      double idle = unbounded;
      // Again as long as it helps, each time with the idle time of the run before as approved.
      while (search.run({forwards, backwards}, approved, idle)) {
        idle = search.longest_idle();
        approved = search.idle();
        if (idle >= least) continue;
        least = idle;
        best = search.orders();
      }
      tried.push_back({{forwards, backwards}, search.take_met()});
    }
  return best;
}

}  // namespace

const ScheduleWays schedules::zb_v = {
    .choice = {"zb-v", "ZB-V", "Zero bubble with two chunks per rank laid out as a V, within 1F1B's memory."},
    .bubble_words = "searched; none within a rank's span with equal passes and m ≥ 2p",
    .memory_words = "the limit, 2p chunks by default: 1F1B's",
    .valid_words = "any p and m, a limit from 2·min(p, m); two chunks per rank",
    .paper = zero_bubble,
    .placement = StagePlacement::v,
    .splits_backward = true,
    .counts = {.chunks_max = 2},
    .orders = zb_v_orders,
    .memory_limit_min =
        [](const ScheduleRequest& request) {
          return 2 * std::min(request.ranks, request.micro_batches);  // as many as fill the V's arms
        },
    .memory_limit_advice = ", or use v-half or v-min",
};

}  // namespace shardscope
