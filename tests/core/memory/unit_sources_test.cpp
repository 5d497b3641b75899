#include "core/memory/unit_sources.h"

#include <doctest/doctest.h>

#include <string>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("nothing that a plan on XLA holds is said to be as PyTorch has it, under any ZeRO stage") {
  const Scenario* palm = all_presets().scenario("palm-540b-6144-tpu-v4");
  REQUIRE(palm != nullptr);
  for (std::int64_t zero = 0; zero <= 3; ++zero) {
    CAPTURE(zero);
    Scenario scenario = *palm;
    scenario.plan.zero = zero;
    const Report report = evaluate(scenario);
    REQUIRE_FALSE(report.memory.stages.empty());
    int gathered = 0;
    for (const MemoryPart& part : report.memory.stages.front().parts) {
      const std::string source(part.derivation.source);
      CAPTURE(source);
      CHECK(source.find("PyTorch") == std::string::npos);
      gathered += source == unit_sources(scenario.software).gathered ? 1 : 0;
    }
    CHECK((gathered > 0) == (zero == 3));
  }
}
