#include "core/inspect/whole_ledger.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "core/memory/whole_bytes.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

void check(const Report& report) {
  for (const StageMemory& stage : in_whole_bytes(report.memory).stages) {
    std::vector<Bytes> sums(stage.parts.size());
    for (const LedgerLine& line : in_whole_bytes(memory_ledger(report, stage.stage), stage)) {
      CHECK(line.bytes.value == std::round(line.bytes.value));
      sums[line.part] += line.bytes;
    }
    for (std::size_t i = 0; i < sums.size(); ++i) CHECK(sums[i] == stage.parts[i].bytes);
  }
}

}  // namespace

TEST_CASE("in whole bytes tensors still sum to parts") {
  for (const Scenario& preset : all_presets().scenarios) {
    CAPTURE(preset.preset);
    check(evaluate(preset));
  }
  tests::RandomScenarios random(31);
  for (int i = 0; i < 100; ++i) check(evaluate(random.next()));
}
