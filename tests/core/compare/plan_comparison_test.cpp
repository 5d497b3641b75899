#include "core/compare/plan_comparison.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/memory/whole_bytes.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

Scenario shipped(const char* name) {
  return *tests::real_presets().scenario(name);
}

Bytes sum_of(const ComponentBytes& components) {
  Bytes sum;
  for (const Bytes part : components) sum += part;
  return sum;
}

}  // namespace

TEST_CASE("a plan's parts sum to its step and its fullest GPU, and so do their differences") {
  const PlanFigures a = plan_figures(evaluate(shipped("gpt4-25k-a100")));
  for (const char* other : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt3-175b-v100"}) {
    CAPTURE(other);
    const Report report = evaluate(shipped(other));
    const PlanFigures b = plan_figures(report);
    REQUIRE(b.step);
    CHECK(*b.step == report.time->step);
    CHECK(total_of(b.lost).value == doctest::Approx(b.step->value).epsilon(1e-9));
    CHECK(sum_of(b.components) == b.peak);
    CHECK(b.peak == in_whole_bytes(report.memory).peak);
    const FigureChange change = change_between(a, b);
    REQUIRE(change.step);
    CHECK(total_of(change.lost).value == doctest::Approx(change.step->value).epsilon(1e-9));
    CHECK(sum_of(change.components) == change.peak);
    const FigureChange back = change_between(b, a);
    CHECK(back.step->value == -change.step->value);
    CHECK(back.peak.value == -change.peak.value);
    for (std::size_t i = 0; i < time_lost_count; ++i) CHECK(back.lost[i].value == -change.lost[i].value);
  }
}

TEST_CASE("a plan that has no time has bytes alone") {
  Scenario untimed = shipped("llama3-70b-4096-h100");
  untimed.cluster.gpu.peak_flops = {};
  const PlanFigures b = plan_figures(evaluate(untimed));
  CHECK_FALSE(b.step);
  CHECK(b.peak > Bytes{});
  CHECK_FALSE(change_between(plan_figures(evaluate(shipped("llama3-70b-4096-h100"))), b).step);
}

TEST_CASE("fields that differ are those of the plans as evaluated, and those that nobody says follow") {
  const Scenario a = shipped("gpt4-25k-a100");
  Scenario b = a;
  CHECK(field_differences(a, a).empty());
  b.name = "another", b.note = "of a name alone";
  CHECK(field_differences(a, b).empty());
  b.plan.tp = 1;  // without tensor parallelism there is no sequence parallelism
  const std::vector<FieldDifference> differences = field_differences(a, b);
  const auto said = [&](std::string_view path) {
    const auto found = std::find_if(differences.begin(), differences.end(),
                                    [&](const FieldDifference& each) { return each.field->path == path; });
    REQUIRE(found != differences.end());
    return found->said;
  };
  CHECK(said("plan.tp"));
  CHECK_FALSE(said("plan.sequence_parallel"));
}

TEST_CASE("every field that is copied is the other scenario's") {
  Scenario a = shipped("gpt4-25k-a100");
  const Scenario b = shipped("deepseek-v3-2048-h800");
  for (const Field& field : fields()) copy_field(field, b, a);
  CHECK(field_differences(a, b).empty());
  Scenario unpadded = a;
  unpadded.plan.pad_vocab = false, unpadded.plan.padded_vocab.reset();
  copy_field(*find_field("plan.padded_vocab"), unpadded, a);
  CHECK_FALSE(a.plan.pad_vocab);
}
