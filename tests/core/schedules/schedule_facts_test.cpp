#include "core/schedules/schedule_facts.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

/// A fact's words, and the same as a formula: of p ranks, m micro-batches, v chunks a rank; of memory also of rank r.
struct Formula {
  ScheduleKind kind;
  std::string_view words;
  double (*value)(double p, double m, double v, double r);
};

double loop_bubble(double p, double m, double v, double) {
  return (p - 1) / (v * m + p - 1);
}

const Formula bubbles[] = {
    {ScheduleKind::gpipe, "(p−1)/(m+p−1) of the makespan", loop_bubble},
    {ScheduleKind::one_f_one_b, "(p−1)/(m+p−1) of the makespan", loop_bubble},
    {ScheduleKind::forward_only, "(p−1)/(m+p−1) of the makespan", loop_bubble},
    {ScheduleKind::interleaved, "(p−1)/(v·m+p−1) of the makespan", loop_bubble},
    {ScheduleKind::breadth_first, "(p−1)/(v·m+p−1) of the makespan, where m ≥ p", loop_bubble},
    // (p-1)(F+B-W) of idle time with passes of 1
    {ScheduleKind::zb_h1, "(p−1)(F+B−W), where m ≥ p",
     [](double p, double m, double, double) { return (p - 1) / (3 * m + p - 1); }},
};

const Formula peaks[] = {
    {ScheduleKind::gpipe, "all m micro-batches on every rank", [](double, double m, double, double) { return m; }},
    {ScheduleKind::one_f_one_b, "min(p−r, m) micro-batches on rank r",
     [](double p, double m, double, double r) { return std::min(p - r, m); }},
    {ScheduleKind::interleaved, "2(p−r−1) + (v−1)p + 1 chunks on rank r, at most v·m",
     [](double p, double m, double v, double r) { return std::min(2 * (p - r - 1) + (v - 1) * p + 1, v * m); }},
    {ScheduleKind::breadth_first, "all v·m chunks on every rank",
     [](double, double m, double v, double) { return v * m; }},
    {ScheduleKind::zb_h1, "min(p, m) micro-batches on every rank",
     [](double p, double m, double, double) { return std::min(p, m); }},
    {ScheduleKind::zb_h2, "min(2p−1, m) micro-batches on every rank",
     [](double p, double m, double, double) { return std::min(2 * p - 1, m); }},
    {ScheduleKind::dualpipe, "p+1 micro-batches on a rank, and the weights twice",
     [](double p, double, double, double) { return p + 1; }},
    {ScheduleKind::dualpipe_v, "2p+1 chunks on a rank", [](double p, double, double, double) { return 2 * p + 1; }},
    {ScheduleKind::forward_only, "one micro-batch, while a rank works on it",
     [](double, double, double, double) { return 1.0; }},
};

/// Calls check(schedule, v) for some sizes that the schedule takes, with as many micro-batches as closed forms ask for.
template <class Check>
void for_sizes(ScheduleKind kind, const Check& check) {
  for (const std::int32_t ranks : {2, 4, 8})
    for (const std::int32_t rounds : {2, 3}) {
      const bool chunked = kind == ScheduleKind::interleaved || kind == ScheduleKind::breadth_first;
      const std::int32_t micro_batches = ranks * rounds + (kind == ScheduleKind::dualpipe ? ranks * rounds % 2 : 0);
      CAPTURE(ranks);
      CAPTURE(micro_batches);
      check(test::schedule_of(kind, {ranks, chunked ? 3 : 1, micro_batches}));
    }
}

}  // namespace

TEST_CASE("the closed forms that are said of bubbles are what the simulation gives") {
  for (const Formula& formula : bubbles) {
    CAPTURE(json_name(formula.kind));
    CHECK(facts_of(formula.kind).bubble == formula.words);
    for_sizes(formula.kind, [&](const Schedule& schedule) {
      const StageTimes unit{Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}};
      const Timeline timeline = simulate(schedule, test::equal_times(schedule, unit));
      CHECK(timeline.bubble_fraction() ==
            doctest::Approx(formula.value(schedule.ranks, schedule.micro_batches, schedule.virtual_stages, 0)));
    });
  }
}

TEST_CASE("the closed forms that are said of memory are what the orders hold, rank by rank") {
  for (const Formula& formula : peaks) {
    CAPTURE(json_name(formula.kind));
    CHECK(facts_of(formula.kind).memory == formula.words);
    for_sizes(formula.kind, [&](const Schedule& schedule) {
      const std::vector<double> held =
          peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1));
      const bool fullest_alone = overlaps_passes(formula.kind);
      if (fullest_alone)
        CHECK(*std::max_element(held.begin(), held.end()) ==
              formula.value(schedule.ranks, schedule.micro_batches, schedule.virtual_stages, 0));
      for (std::size_t r = 0; r < held.size() && !fullest_alone; ++r)
        CHECK(held[r] ==
              formula.value(schedule.ranks, schedule.micro_batches, schedule.virtual_stages, static_cast<double>(r)));
    });
  }
}

TEST_CASE("every schedule says its bubble, its memory, when it is valid, and a source with its year") {
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(label_of(kind));
    const ScheduleFacts& facts = facts_of(kind);
    for (const std::string_view fact : {facts.bubble, facts.memory, facts.valid, facts.source}) CHECK(fact.size() > 8);
    int digits = 0;
    for (const char c : facts.source) digits += std::isdigit(static_cast<unsigned char>(c)) != 0 ? 1 : 0;
    CHECK(digits >= 4);
    CHECK(schedule_fact_lines(kind).size() == 3);
    CHECK(schedule_help(kind).find(facts.source) != std::string::npos);
    CHECK(schedule_help(kind).starts_with(choice_of(kind).help));
  }
}

TEST_CASE("what is said of micro-batches and ranks is what make_schedule takes") {
  const auto runs = [](ScheduleKind kind, std::int32_t ranks, std::int32_t chunks, std::int32_t micro_batches) {
    return succeeded(make_schedule(kind, ranks, chunks, micro_batches));
  };
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(label_of(kind));
    const std::string_view valid = facts_of(kind).valid;
    const bool any = valid.find("any p") != std::string_view::npos, even = valid.find("even") != std::string_view::npos;
    const std::int32_t chunks = kind == ScheduleKind::interleaved ? 2 : 1;
    CHECK(runs(kind, 4, chunks, 8));
    CHECK(runs(kind, 3, chunks, 5) == any);
    CHECK(runs(kind, 5, chunks, 20) == !even);
  }
}
