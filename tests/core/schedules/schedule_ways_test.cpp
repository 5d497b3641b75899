#include "core/schedules/schedule_ways.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

/// Calls check(schedule, size) for some sizes that the schedule takes, with as many micro-batches as closed forms ask
/// for.
template <class Check>
void for_sizes(ScheduleKind kind, const Check& check) {
  const ScheduleWays& ways = ways_of(kind);
  for (const std::int32_t ranks : {2, 4, 8})
    for (const std::int32_t rounds : {2, 3}) {
      const std::int32_t micro_batches = ranks * rounds;
      CAPTURE(ranks);
      CAPTURE(micro_batches);
      const Schedule schedule = test::schedule_of(kind, {ranks, ways.takes_chunks() ? 3 : 1, micro_batches});
      check(schedule, ScheduleSize{static_cast<double>(ranks), static_cast<double>(micro_batches),
                                   static_cast<double>(schedule.virtual_stages)});
    }
}

int with(bool (*has)(const ScheduleWays&)) {
  const auto kinds = known_schedules();
  return static_cast<int>(
      std::count_if(kinds.begin(), kinds.end(), [&](ScheduleKind kind) { return has(ways_of(kind)); }));
}

}  // namespace

TEST_CASE("the closed forms that are said of bubbles are what the simulation gives") {
  CHECK(with([](const ScheduleWays& ways) { return ways.bubble != nullptr; }) >= 6);
  for (const ScheduleKind kind : known_schedules()) {
    const ScheduleWays& ways = ways_of(kind);
    if (ways.bubble == nullptr) continue;
    CAPTURE(json_name(kind));
    for_sizes(kind, [&](const Schedule& schedule, ScheduleSize size) {
      const StageTimes unit{Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}};
      const Timeline timeline = simulate(schedule, test::equal_times(schedule, unit));
      CHECK(timeline.bubble_fraction() == doctest::Approx(ways.bubble(size)));
    });
  }
}

TEST_CASE("a schedule has as many stages as its value says") {
  for (const ScheduleKind kind : known_schedules()) {
    const ScheduleWays& ways = ways_of(kind);
    CAPTURE(json_name(kind));
    const std::int32_t chunks = ways.takes_chunks() ? 3 : 1;
    CHECK(test::schedule_of(kind, {4, chunks, 8}).stages() == ways.stages(4, chunks));
  }
}

TEST_CASE("where a pipeline fills and drains once, its bubble's words are that formula") {
  for (const ScheduleKind kind : known_schedules()) {
    const ScheduleWays& ways = ways_of(kind);
    CAPTURE(json_name(kind));
    const std::string_view formula =
        ways.takes_chunks() ? "(p−1)/(v·m+p−1) of the makespan" : "(p−1)/(m+p−1) of the makespan";
    CHECK(ways.fills_once() == ways.bubble_words.starts_with(formula));
  }
}

TEST_CASE("the closed forms that are said of memory are what the orders hold, rank by rank") {
  for (const ScheduleKind kind : known_schedules()) {
    const ScheduleWays& ways = ways_of(kind);
    CAPTURE(json_name(kind));
    // Of one that is searched for its limit stands instead; two copies of a model are counted apart.
    CHECK((ways.held != nullptr || ways.searched() || ways.copies_of_model() == 2));
    if (ways.held == nullptr) continue;
    for_sizes(kind, [&](const Schedule& schedule, ScheduleSize size) {
      const std::vector<double> held =
          peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1));
      if (ways.overlaps_passes)  // the fullest alone
        CHECK(*std::max_element(held.begin(), held.end()) == ways.held(size, 0));
      for (std::size_t r = 0; r < held.size() && !ways.overlaps_passes; ++r)
        CHECK(held[r] == ways.held(size, static_cast<double>(r)));
    });
  }
}

TEST_CASE("which passes a schedule's value says that there are is what its orders have") {
  for (const ScheduleKind kind : known_schedules()) {
    const ScheduleWays& ways = ways_of(kind);
    CAPTURE(json_name(kind));
    for_sizes(kind, [&](const Schedule& schedule, ScheduleSize) {
      std::set<PassKind> kinds;
      for (const std::vector<Pass>& order : schedule.order)
        for (const Pass& pass : order) kinds.insert(pass.kind);
      CHECK(kinds.contains(PassKind::backward_weight) == ways.splits_backward);
      CHECK(kinds.contains(PassKind::overlapped_forward) == ways.overlaps_passes);
      CHECK(kinds.contains(PassKind::lone_forward) != ways.runs_backward);
      const test::Size size{schedule.ranks, schedule.virtual_stages, schedule.micro_batches};
      if (ways.one_by_one) CHECK(schedule.order == test::schedule_of(ScheduleKind::one_f_one_b, size).order);
    });
  }
}

TEST_CASE("every schedule says its name, what it does, its bubble, its memory, when it is valid, and a paper's year") {
  std::set<std::string_view> names;
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(static_cast<int>(kind));
    const ScheduleWays& ways = ways_of(kind);
    CHECK(names.insert(ways.choice.json).second);
    CHECK(json_name(kind) == ways.choice.json);
    CHECK_FALSE(ways.choice.label.empty());
    CHECK(static_cast<bool>(ways.orders));
    for (const std::string_view words :
         {ways.choice.help, ways.bubble_words, ways.memory_words, ways.valid_words, ways.paper})
      CHECK(words.size() > 8);
    int digits = 0;
    for (const char c : ways.paper) digits += std::isdigit(static_cast<unsigned char>(c)) != 0 ? 1 : 0;
    CHECK(digits >= 4);
    CHECK(schedule_fact_lines(ways).size() == 3);
    CHECK(schedule_help(ways).find(ways.paper) != std::string::npos);
    CHECK(schedule_help(ways).starts_with(ways.choice.help));
  }
}

TEST_CASE("V and mirrored schedules have two chunks per rank, the others as many as are asked for") {
  CHECK(schedules::v_min.chunks_per_rank(1) == 2);
  CHECK(schedules::chimera.chunks_per_rank(1) == 2);
  CHECK(schedules::interleaved.chunks_per_rank(3) == 3);
}

TEST_CASE("what is said of micro-batches and ranks is what make_schedule takes") {
  const auto runs = [](ScheduleKind kind, std::int32_t ranks, std::int32_t chunks, std::int32_t micro_batches) {
    return succeeded(make_schedule({kind, ranks, chunks, micro_batches}));
  };
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(label_of(kind));
    const std::string_view valid = ways_of(kind).valid_words;
    const bool any = valid.find("any p") != std::string_view::npos, even = valid.find("even") != std::string_view::npos;
    const std::int32_t chunks = ways_of(kind).counts.chunks_min;
    CHECK(runs(kind, 4, chunks, 8));
    CHECK(runs(kind, 3, chunks, 5) == any);
    CHECK(runs(kind, 5, chunks, 20) == !even);
  }
}
