#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/pipeline/held_index.h"
#include "tests/core/pipeline/cases.h"
#include "tests/core/pipeline/index_helpers.h"

using namespace shardscope;

TEST_CASE("the peak is the most that a rank holds over the simulated step, and all of it is given back") {
  for (const ScheduleKind kind : known_schedules())
    for (const test::Size size : test::sizes_of(kind))
      for (const bool split : {false, true}) {
        CAPTURE(static_cast<int>(kind));
        CAPTURE(size.ranks);
        CAPTURE(size.micro_batches);
        CAPTURE(split);
        const Schedule fused = test::schedule_of(kind, size);
        const Schedule schedule = split ? test::split(fused) : fused;
        std::vector<double> cost;
        for (std::int32_t stage = 0; stage < schedule.stages(); ++stage) cost.push_back(1 + stage % 5);
        const Timeline timeline = simulate(schedule, test::random_times(schedule, 7));
        const std::vector<double> peaks = peak_held(schedule, cost);
        for (std::int32_t rank = 0; rank < size.ranks; ++rank) {
          std::map<double, double> change;  // by time: a start and an end at one moment cancel
          for (const PassRecord& record : timeline.lane(rank)) {
            const double bytes = cost[static_cast<std::size_t>(schedule.stage_of(rank, record.pass.chunk))];
            if (role_of(record.pass.kind) == PassRole::forward) change[record.start] += bytes;
            if (frees_activations(record.pass.kind)) change[record.end] -= bytes;
          }
          double held = 0, most = 0;
          for (const auto& [time, bytes] : change) most = std::max(most, held += bytes);
          CHECK(held == 0);
          CHECK(peaks[static_cast<std::size_t>(rank)] == most);
        }
      }
}

TEST_CASE("what is held at the peak, times its cost, is the peak") {
  const Schedule schedule = test::schedule_of(ScheduleKind::interleaved, {4, 3, 16});
  std::vector<double> cost;
  for (std::int32_t stage = 0; stage < schedule.stages(); ++stage) cost.push_back(1 + 0.1 * stage);
  const auto held = held_at_peak(schedule, {cost, {}, {}});
  const std::vector<double> peaks = peak_held(schedule, cost);
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    REQUIRE(held[r].chunks.size() == 3);
    double amount = 0;
    for (std::int32_t chunk = 0; chunk < 3; ++chunk)
      amount += held[r].chunks[static_cast<std::size_t>(chunk)] *
                cost[static_cast<std::size_t>(schedule.stage_of(rank, chunk))];
    CHECK(amount == doctest::Approx(peaks[r]));
  }
}

TEST_CASE("1F1B's first rank holds as many micro-batches of its one chunk as there are ranks") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 16});
  const std::vector<double> cost(4, 2.5);
  std::int32_t expected = 4;
  for (const HeldAtPeak& rank : held_at_peak(schedule, {cost, {}, {}}))
    CHECK(rank.chunks == std::vector<std::int32_t>{expected--});
}

TEST_CASE("what is held at any moment is never more than the peak, which some moment reaches, and ends at nothing") {
  test::for_each_schedule([&](ScheduleKind, const Schedule& schedule, test::Size size) {
    const Timeline timeline = simulate(schedule, test::random_times(schedule, 9), {0, 1.2, 0.1, 4});
    std::vector<double> cost;
    for (std::int32_t stage = 0; stage < schedule.stages(); ++stage) cost.push_back(1 + stage % 4);
    const std::vector<double> peaks = peak_held(schedule, cost);
    const HeldIndex held = build_held_index(timeline, test::costs_by_rank(schedule, cost));
    for (std::int32_t rank = 0; rank < size.ranks; ++rank) {
      double most = 0;
      for (const PassRecord& bar : timeline.lane(rank)) {
        const double during = held_at(timeline, held, rank, bar.start);
        CHECK(held_at(timeline, held, rank, bar.end) >= 0);
        most = std::max(most, during);
      }
      CHECK(held_at(timeline, held, rank, timeline.lane(rank).back().end) == 0);
      CHECK(most == peaks[static_cast<std::size_t>(rank)]);
      CHECK(held.peaks[static_cast<std::size_t>(rank)] == peaks[static_cast<std::size_t>(rank)]);
    }
  });
}

TEST_CASE("costs for another number of stages are a broken promise") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 16});
  CHECK_THROWS(peak_held(schedule, std::vector<double>(3, 1)));
}

TEST_CASE("what an input gradient makes again is held until the weight gradient, beside what was kept") {
  const Schedule schedule = test::schedule_of(ScheduleKind::zb_h1, {4, 1, 16});
  const std::vector<double> kept(4, 1.0), redone(4, 10.0), none(4, 0.0);
  const std::vector<HeldAtPeak> held = held_at_peak(schedule, {kept, redone, {}});
  for (std::size_t r = 0; r < 4; ++r) {
    std::int32_t waiting = 0, most = 0;
    for (const Pass pass : schedule.order[r]) {
      if (pass.kind == PassKind::backward_input) most = std::max(most, ++waiting);
      if (pass.kind == PassKind::backward_weight) --waiting;
    }
    CHECK(most >= 1);
    CHECK(held[r].redone[0] == most);  // ten times what is kept: the moment with most of them is the peak
    CHECK_FALSE(held[r].in_backward);
    CHECK(held_at_peak(schedule, {kept, none, {}})[r].chunks[0] >= held[r].chunks[0]);
  }
}

TEST_CASE("what is there while a whole backward pass runs decides the peak only where such a pass meets it") {
  const std::vector<double> kept(4, 1.0), beside(4, 0.5);
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 16});
  for (const HeldAtPeak& rank : held_at_peak(schedule, {kept, {}, beside})) CHECK(rank.in_backward);
  for (const HeldAtPeak& rank : held_at_peak(schedule, {kept, {}, {}})) CHECK_FALSE(rank.in_backward);
  const Schedule split = test::schedule_of(ScheduleKind::zb_h1, {4, 1, 16});
  for (const HeldAtPeak& rank : held_at_peak(split, {kept, {}, beside})) CHECK_FALSE(rank.in_backward);
}

TEST_CASE("of equal moments the one with most micro-batches counts, and of those the one in a backward pass") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 16});
  const std::vector<double> nothing(4, 0.0), kept(4, 1.0), hidden(4, 5.0);
  for (std::size_t r = 0; r < 4; ++r)  // all of it is elsewhere: on the host
    CHECK(held_at_peak(schedule, {nothing, {}, {}})[r].chunks[0] == static_cast<std::int32_t>(4 - r));
  for (const HeldAtPeak& rank : held_at_peak(schedule, {kept, {}, nothing, hidden})) {
    CHECK(rank.in_backward);
    CHECK(rank.freed == 0);  // what is hidden there is hidden at this moment
  }
}

TEST_CASE("what another moment asks for beyond the peak, in what was freed, is said beside it") {
  // Two forwards and a split backward hold 2 + 4; later a whole backward holds 1 and hides 9.
  Schedule schedule{StagePlacement::loop, 1, 1, 3, {{}}};
  using enum PassKind;
  schedule.order[0] = {{forward, 0, 0},        {forward, 0, 1},         {backward_input, 0, 0}, {backward_weight, 0, 0},
                       {backward_input, 0, 1}, {backward_weight, 0, 1}, {forward, 0, 2},        {backward, 0, 2}};
  const std::vector<double> kept = {1}, redone = {4}, beside = {0.5}, hidden = {9};
  const HeldAtPeak peak = held_at_peak(schedule, {kept, redone, beside, hidden})[0];
  CHECK(peak.chunks[0] == 2);
  CHECK(peak.redone[0] == 1);
  CHECK_FALSE(peak.in_backward);
  CHECK(peak.freed == 1 + 0.5 + 9 - (2 + 4));
}

TEST_CASE("a pass gives back what one before it took, and the embedding's and the loss's own change nothing") {
  const auto effects = [](PassKind kind) {
    const PassEffect effect = effect_of(kind);
    std::string text;
    for (const auto& [is_so, letter] :
         {std::pair(effect.takes, 't'), std::pair(effect.redoes, 'r'), std::pair(effect.beside, 'b'),
          std::pair(effect.frees, 'f'), std::pair(effect.frees_redone, 'g')})
      if (is_so) text += letter;
    return text;
  };
  for (const PassKind kind : {PassKind::forward, PassKind::overlapped_forward}) CHECK(effects(kind) == "t");
  for (const PassKind kind : {PassKind::backward, PassKind::overlapped_backward}) CHECK(effects(kind) == "bf");
  CHECK(effects(PassKind::backward_input) == "r");
  CHECK(effects(PassKind::backward_weight) == "fg");
  CHECK(effects(PassKind::lone_forward) == "tf");
  for (const PassKind kind :
       {PassKind::embedding, PassKind::loss, PassKind::loss_backward, PassKind::embedding_backward})
    CHECK(effects(kind).empty());
}
