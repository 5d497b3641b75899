#include "core/profiler_trace/trace_events.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

TraceEvent event_of(const char* category, const char* name, double start, double length) {
  TraceEvent event;
  event.category = category, event.name = name, event.start = start, event.length = length;
  return event;
}

}  // namespace

TEST_CASE("seconds count from the first event with a time, so that a clock of years keeps its fractions") {
  TraceEvents events;
  events.take(event_of("kernel", "gemm", 1'712'195'495'505'583.25, 2));
  events.take(event_of("kernel", "gemm", 1'712'195'495'505'593.75, 2));
  const std::vector<GpuWork>& work = events.reading().work;
  CHECK(work[0].start == 0);
  CHECK(work[1].start == doctest::Approx(10.5e-6).epsilon(1e-9));
}

TEST_CASE("marks of steps go to the host's or the GPU's, and nothing else counts as one") {
  TraceEvents events;
  events.take(event_of("user_annotation", "ProfilerStep#12", 0, 100));
  events.take(event_of("gpu_user_annotation", "ProfilerStep#12", 5, 100));
  events.take(event_of("Operator", "ProfilerStep#13", 105, 100));  // as PyTorch 1.8 wrote them
  events.take(event_of("user_annotation", "ProfilerStep#twelve", 0, 100));
  events.take(event_of("user_annotation", "Optimizer.step#AdamW.step", 50, 10));
  const TraceReading& reading = events.reading();
  REQUIRE(reading.host_steps.size() == 2);
  CHECK(reading.host_steps[0].number == 12);
  CHECK(reading.host_steps[1].number == 13);
  REQUIRE(reading.gpu_steps.size() == 1);
  CHECK(reading.facts.events == 5);
}

TEST_CASE("a name is kept once, however often its kernel runs, and no longer than 400 characters") {
  TraceEvents events;
  const std::string longer(5000, 'x');
  for (int i = 0; i < 100; ++i) events.take(event_of("kernel", longer.c_str(), i, 1));
  CHECK(events.reading().work.size() == 100);
  REQUIRE(events.reading().names.size() == 1);
  CHECK(events.reading().names[0].size() == trace_name_max);
}
