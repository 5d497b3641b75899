#include "core/pipeline/schedule_facts.h"

#include <doctest/doctest.h>

#include <cctype>

#include "core/pipeline/schedule.h"

using namespace shardscope;

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
