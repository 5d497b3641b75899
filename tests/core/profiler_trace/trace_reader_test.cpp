#include "core/profiler_trace/trace_reader.h"

#include "tests/core/profiler_trace/cases.h"
#include "tests/core/profiler_trace/gzip_text.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::vector<std::string> two_kernels = {
    gpu_event("nvjet_tst_128x256", 1000, 50),
    gpu_event("ncclDevKernel_AllGather_RING_LL", 1040, 30,
              R"("Collective name": "_allgather_base", "Group size": 8,
"Process Group Description": "mesh_dp_shard", "Process Group Ranks": "[0, 1, 2, 3, 4, 5, 6, 7]")"),
    R"({"ph": "X", "cat": "cpu_op", "name": "aten::mm", "ts": 900, "dur": 20, "args": {"Input Dims": [[2, 3], [3, 4]]}})",
    R"({"ph": "M", "name": "process_name", "pid": 0, "args": {"name": "python"}})"};

}  // namespace

TEST_CASE("a trace's kernels come with their times, kinds and groups, and with whose trace it is") {
  const TraceReading reading = trace_reading(two_kernels);
  REQUIRE(reading.work.size() == 2);
  CHECK(reading.facts.events == 4);
  CHECK(reading.facts.rank == 3);
  CHECK(reading.facts.world_size == 16);
  CHECK(reading.facts.gpu == "NVIDIA H100 80GB HBM3");
  CHECK_FALSE(reading.facts.cut);
  CHECK(reading.work[0].kind == KernelKind::products);
  CHECK(reading.work[0].end - reading.work[0].start == doctest::Approx(50e-6));
  CHECK(reading.work[1].start - reading.work[0].start == doctest::Approx(40e-6));
  REQUIRE(reading.work[1].group == 0);
  CHECK(reading.groups[0] == TraceGroup{"_allgather_base", "mesh_dp_shard", 8});
  CHECK(reading.names[reading.work[1].name] == "ncclDevKernel_AllGather_RING_LL");
}

TEST_CASE("a packed trace, and a bare list of events, say the same") {
  const std::string text = trace_text(two_kernels);
  const Outcome<TraceReading> packed = read_text(gzip_text(text));
  REQUIRE(succeeded(packed));
  CHECK(value_of(packed).work.size() == 2);
  CHECK_FALSE(value_of(packed).facts.cut);
  const Outcome<TraceReading> list = read_text("[" + two_kernels[0] + ", " + two_kernels[1] + "]");
  REQUIRE(succeeded(list));
  CHECK(value_of(list).work.size() == 2);
  CHECK_FALSE(value_of(list).facts.rank);
}

TEST_CASE("a trace that is cut counts as far as it goes, packed or not") {
  const std::string text = trace_text(two_kernels);
  const std::string cut = text.substr(0, text.find("aten::mm"));
  for (const std::string& each : {cut, gzip_text(cut), gzip_text(text + std::string(100'000, ' ')).substr(0, 400)}) {
    const Outcome<TraceReading> reading = read_text(each);
    REQUIRE(succeeded(reading));
    CHECK(value_of(reading).work.size() == 2);
    CHECK(value_of(reading).facts.cut);
  }
}

TEST_CASE("what isn't a trace is refused in words") {
  for (const char* text : {"", "{}", "[]", "iteration 1/10 | elapsed time", "{\"model\": {\"layers\": 3}}"}) {
    CAPTURE(text);
    const Outcome<TraceReading> reading = read_text(text);
    REQUIRE_FALSE(succeeded(reading));
    CHECK(problems_of(reading).front().message.starts_with("it "));
  }
}

TEST_CASE("kernels without a start or with a length below zero are counted and left out") {
  const TraceReading reading =
      trace_reading({gpu_event("gemm", 10, -1), R"({"cat": "kernel", "name": "gemm", "dur": 5})",
                     R"({"cat": "kernel", "name": "gemm", "ts": "soon", "dur": 5})", gpu_event("gemm", 20, 5)});
  CHECK(reading.work.size() == 1);
  CHECK(reading.facts.unread == 3);
}

TEST_CASE("a file of brackets without end is refused, and nothing breaks") {
  const Outcome<TraceReading> reading = read_text(std::string(1'000'000, '['));
  CHECK_FALSE(succeeded(reading));
}

TEST_CASE("a trace is told by its beginning") {
  CHECK(is_trace(trace_text(two_kernels).substr(0, 400)));
  CHECK(is_trace(R"([{"ph": "X", "ts": 3)"));
  CHECK_FALSE(is_trace(R"({"model_type": "llama"})"));
  CHECK_FALSE(is_trace(" [2024-01-01 00:00:00] iteration 5/ 10 | \"traceEvents\""));
  CHECK_FALSE(is_trace(""));
}
