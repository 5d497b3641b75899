#include "core/diagnosis/hypotheses.h"

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

Report report_of(const char* name) {
  return evaluate(with_defaults(Scenario(*real_presets().scenario(name))));
}

}  // namespace

TEST_CASE("each cause is a plan that can be run, slower than the plan itself unless it is one that makes faster") {
  for (const char* name : {"mixtral-8x7b-512-h100", "bloom-176b-384-a100"}) {
    const Report report = report_of(name);
    for (std::size_t i = 0; i < count_of<Cause>; ++i) {
      const auto cause = static_cast<Cause>(i);
      CAPTURE(entry_of(cause).name);
      for (const Altered& each : alterations(cause, report)) {
        const Report with = evaluate(each.scenario);
        REQUIRE(with.time);
        const bool faster = cause == Cause::recompute_off || (cause == Cause::gpu_clock && each.strength > 1);
        CHECK((faster ? with.time->step <= report.time->step : with.time->step >= report.time->step * 0.9999));
      }
    }
  }
}

TEST_CASE("a cause that can't be at work in a plan is none") {
  CHECK(alterations(Cause::unbalanced_experts, report_of("bloom-176b-384-a100")).empty());
  CHECK_FALSE(alterations(Cause::unbalanced_experts, report_of("mixtral-8x7b-512-h100")).empty());
  CHECK(alterations(Cause::half_network, report_of("megatron-22b-8-a100")).empty());
  CHECK_FALSE(alterations(Cause::half_network, report_of("bloom-176b-384-a100")).empty());
}

TEST_CASE("every cause has words to confirm and to mend it") {
  for (const CauseWords& words : table_of<Cause>) {
    CHECK_FALSE(words.confirm.empty());
    CHECK_FALSE(words.mend.empty());
  }
}
