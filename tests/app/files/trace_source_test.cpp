#include "app/files/trace_source.h"

#include <doctest/doctest.h>

#include <fstream>

#include "app/files/log_source.h"
#include "tests/core/profiler_trace/gzip_text.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;

namespace {

const std::string two_steps = source_path("tests/data/traces/two_steps.json").string();

std::string text_of_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace

TEST_CASE("a trace is known as one by its beginning, packed or not, and a log, a scenario and a folder aren't") {
  CHECK(is_trace_file(two_steps));
  const tests::TemporaryFolder folder;
  const std::string packed = folder.write("packed.bin", tests::gzip_text(text_of_file(two_steps)));
  CHECK(is_trace_file(packed));
  CHECK(is_log_file(packed));  // what is opened as a log is
  for (const char* other :
       {"tests/data/logs/megatron-ranks.log", "presets/scenarios/gpt4-25k-a100.json", "tests/data", "no/such/file"}) {
    CAPTURE(other);
    CHECK_FALSE(is_trace_file(source_path(other).string()));
  }
}

TEST_CASE("a trace file is read as its events are, and one that isn't there is said not to be") {
  const Outcome<TraceReading> reading = read_trace_file(two_steps);
  REQUIRE(succeeded(reading));
  CHECK(value_of(reading).facts.world_size == 8);
  CHECK(value_of(reading).work.size() > 50);
  CHECK_FALSE(succeeded(read_trace_file("no/such/file")));
}
