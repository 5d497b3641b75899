// What runs beside passes never costs more than after them.
#include <doctest/doctest.h>

#include <string>

#include "core/evaluate/evaluate.h"
#include "core/validate/validate.h"
#include "tests/core/evaluate/random_scenarios.h"
#include "tests/core/evaluate/violation.h"

using namespace shardscope;

namespace {

struct StepTime {
  Seconds step;
  StepBreakdown parts;
};

struct OverlapKind {
  const char* name;
  std::optional<bool> Overlap::*asked;
  Seconds StepBreakdown::*shows;  // what of it no pass hides
};
constexpr OverlapKind overlap_kinds[] = {{"gradients", &Overlap::dp_grad, &StepBreakdown::dp_comm},
                                         {"parameters", &Overlap::dp_param, &StepBreakdown::dp_comm},
                                         {"tensor traffic", &Overlap::tp, &StepBreakdown::tp_comm},
                                         {"transfers", &Overlap::pp, &StepBreakdown::pp_comm},
                                         {"keys and values", &Overlap::cp, &StepBreakdown::cp_comm},
                                         {"experts", &Overlap::ep, &StepBreakdown::ep_comm}};

std::optional<StepTime> step_with(Scenario scenario, const OverlapKind& kind, bool overlap) {
  scenario.plan.overlap.*kind.asked = overlap;
  const Report report = evaluate(scenario);
  if (!report.time) return std::nullopt;
  return StepTime{report.time->step, report.time->breakdown};
}

/// What the other kinds of traffic show more of in one step than in the other.
double others_lose(const StepTime& beside, const StepTime& after, const OverlapKind& kind) {
  double lost = 0;
  for (const auto shows : {&StepBreakdown::dp_comm, &StepBreakdown::tp_comm, &StepBreakdown::pp_comm,
                           &StepBreakdown::cp_comm, &StepBreakdown::ep_comm})
    if (shows != kind.shows) lost += (beside.parts.*shows).value - (after.parts.*shows).value;
  return lost;
}

/// An order that is searched for by the passes' times may turn out otherwise, pools are shared anew for each, and with
/// jitter the wait for the slowest replica is estimated from one draw (scenario 1763 of seed 21: 0.02% longer with
/// transfers beside passes).
bool is_comparable(const Scenario& scenario) {
  return !ways_of(scenario.plan).searched() && scenario.cluster.pools.empty() && !(scenario.run.jitter > 0);
}

/// What one kind hides behind may be taken from another: a layer's tensor traffic takes room of its passes that keys
/// and values would have hidden in (scenario 863 of seed 7011: 1.3% longer), and a transfer that blocks leaves a gap in
/// which gradients travel at full speed (scenario 6932 of seed 7003: 1.9%). Of 312,000 scenarios 22 were more than 0.1%
/// longer.
constexpr double taken_from_others = 0.025;
/// Passes that end earlier or later move what others wait for (scenario 7966 of seed 8003: 0.002% longer, all of it
/// bubble).
constexpr double waits_shift = 1e-4;

/// That a step with one kind beside passes is no longer than with it after them; or by what others lose to it at most.
Violation unless_others_lose(const StepTime& beside, const StepTime& after, const OverlapKind& kind) {
  const double longer = beside.step.value - after.step.value;
  if (longer <= waits_shift * after.step.value) return "";
  return first_of({unless_less("the step", beside.step.value, after.step.value, taken_from_others),
                   unless_less("what is longer", longer, others_lose(beside, after, kind), 1e-6)});
}

}  // namespace

TEST_CASE("law: no overlap makes a step longer") {
  const int count = tests::scenarios_to_try(150);
  tests::WholeScenarios random(tests::seed_to_try(31));
  int timed = 0;
  for (int i = 0; i < count; ++i) {
    const Scenario scenario = random.next();
    if (!is_comparable(scenario)) continue;
    for (const OverlapKind& kind : overlap_kinds) {
      const std::optional<StepTime> beside = step_with(scenario, kind, true), after = step_with(scenario, kind, false);
      CAPTURE(i);
      CAPTURE(std::string(kind.name));
      REQUIRE(beside.has_value() == after.has_value());
      if (!beside) continue;
      ++timed;
      CHECK(unless_others_lose(*beside, *after, kind) == "");
    }
  }
  CHECK(timed > 0);
}

TEST_CASE("random scenarios are valid, and the same for a seed") {
  tests::WholeScenarios random(3), again(3);
  for (int i = 0; i < 50; ++i) {
    const Scenario scenario = random.next();
    CHECK(scenario == again.next());
    CHECK_FALSE(has_errors(validate(scenario)));
  }
}
