#include "core/script/lit_script.h"

#include <algorithm>

#include "core/base/trimmed.h"
#include "core/script/launch_reading.h"
#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("each flag is lit by what it set, with the variables that its value comes from") {
  const LaunchReading reading = read_lit(lit_launch);
  const LitScript& lit = reading.lit;
  CHECK(lit_part(lit, "--num-layers") == LitPart::model);
  CHECK(lit_part(lit, "--pipeline-model-parallel-size") == LitPart::plan);
  CHECK(lit_part(lit, "--train-samples") == LitPart::plan);
  CHECK(lit_part(lit, "--nnodes") == LitPart::machine);
  CHECK(lit_part(lit, "--lr") == LitPart::none);
  CHECK(lit_words(lit_launch, lit, "--pipeline-model-parallel-size") == "--pipeline-model-parallel-size $PP");
  const auto origin = std::find_if(lit.spans.begin(), lit.spans.end(), [](const LitSpan& span) {
    return !span.is_flag && span.fields == std::vector<std::string>{"plan.pp"};
  });
  REQUIRE(origin != lit.spans.end());
  CHECK(origin->place.line == 2);
  CHECK(lit.count(LitPart::none) == 1);
  CHECK(lit.refused() == 0);
}

TEST_CASE("spans stand in the text's order, each within its line, and never over another") {
  const LitScript lit = read_lit(lit_launch).lit;
  const std::vector<std::string_view> lines = lines_of(lit_launch);
  for (std::size_t i = 0; i < lit.spans.size(); ++i) {
    const TextSpan& place = lit.spans[i].place;
    REQUIRE(place.line >= 1);
    REQUIRE(static_cast<std::size_t>(place.line) <= lines.size());
    CHECK(place.begin < place.end);
    CHECK(place.end <= lines[static_cast<std::size_t>(place.line) - 1].size());
    if (i == 0) continue;
    const TextSpan& before = lit.spans[i - 1].place;
    CHECK((before.line < place.line || before.end <= place.begin));
  }
}

TEST_CASE("of a flag that stands twice the last is lit, and what sets nothing says why") {
  const std::string twice = std::string(lit_launch) + "  --micro-batch-size 2 --micro-batch-size 4\n";
  const LaunchReading reading = read_lit(twice);
  std::size_t lit = 0, again = 0;
  for (const LitSpan& span : reading.lit.spans) {
    if (span.flag != "--micro-batch-size") continue;
    lit += span.part == LitPart::plan ? 1 : 0;
    again += span.why.find("last counts") != std::string::npos ? 1 : 0;
  }
  CHECK(lit == 1);
  CHECK(again >= 1);
}

TEST_CASE("a broken rule is at the plan's flags, a problem of a line at that line") {
  const LaunchReading reading = read_lit(lit_launch);
  RulesReport rules;
  rules.broken.push_back({"layers-by-pp",
                          "80 layers don't divide over 6 stages",
                          "",
                          "transformer_block.py:157",
                          RuleSeverity::error,
                          {"model.num_hidden_layers", "plan.pp"},
                          {"--num-layers", "--pipeline-model-parallel-size"}});
  LitScript lit = with_faults(reading.lit, lit_lines(lit_launch), faults_of(rules));
  CHECK(lit.refused() == 1);
  for (const LitSpan& span : lit.spans) {
    CAPTURE(span.flag);
    CHECK(span.fault.has_value() == (span.flag == "--pipeline-model-parallel-size"));
  }
  const std::vector<Problem> problems = {{Severity::error, TextPlace{{}, 1, {}}, "a word is cut off", "stray"},
                                         {Severity::hint, TextPlace{{}, 2, {}}, "not said", "hint"}};
  lit = with_faults(reading.lit, lit_lines(lit_launch), faults_of(problems));
  REQUIRE(lit.faults.size() == 1);
  CHECK(lit.spans.front().place.line == 1);
  CHECK(lit.spans.front().fault == 0U);
}

TEST_CASE("a fault is at all its places, and one at no flag of the text is said to be at none") {
  const LaunchReading reading = read_lit(lit_launch);
  std::vector<Problem> problems = {{Severity::error, TextPlace{{}, 3, {}}, "odd", "odd"},
                                   {Severity::error, "cluster.sites.number", "odd", "odd"}};
  problems.front().places.push_back({{}, 5, {}});
  const LitScript lit = with_faults(reading.lit, lit_lines(lit_launch), faults_of(problems));
  CHECK(lit.faults[0].placed);
  CHECK_FALSE(lit.faults[1].placed);
  for (const int line : {3, 5})
    CHECK(std::any_of(lit.spans.begin(), lit.spans.end(),
                      [&](const LitSpan& span) { return span.place.line == line && span.fault == 0U; }));
}

TEST_CASE("a rule that wants a variable alone blames no flag") {
  const LaunchReading reading = read_lit(lit_launch);
  const LaunchFramework& framework = *find_framework(real_presets().frameworks, reading.framework);
  const LitScript lit =
      with_faults(reading.lit, lit_lines(lit_launch), faults_of(check_rules(*reading.said, framework, real_presets())));
  REQUIRE(lit.refused() == 1);
  CHECK(lit.faults[0].rule == "tp-cp-connections-env");
  CHECK_FALSE(lit.faults[0].placed);
}

TEST_CASE("a script with a slip is marked at the slip") {
  std::string slip(lit_launch);
  slip.replace(slip.find("--swiglu"), 8, "--swigluu");
  const LaunchReading reading = read_lit(slip);
  REQUIRE_FALSE(reading.problems.empty());
  REQUIRE(reading.lit.refused() >= 1);
  const bool marked = std::any_of(reading.lit.spans.begin(), reading.lit.spans.end(),
                                  [](const LitSpan& span) { return span.fault && span.flag == "--swigluu"; });
  CHECK(marked);
}

TEST_CASE("a flag sets the fields that its framework works out from it") {
  const LaunchFramework& torchtitan = *find_framework(real_presets().frameworks, "torchtitan");
  const auto sets = [&](const char* flag, const char* field) {
    const std::vector<std::string> fields = fields_of_flag(*torchtitan.flag(flag), torchtitan);
    return std::find(fields.begin(), fields.end(), field) != fields.end();
  };
  CHECK(sets("training.local_batch_size", "plan.micro_batch"));
  CHECK(sets("training.steps", "run.tokens"));
  CHECK(sets("activation_checkpoint.mode", "plan.recompute"));
  CHECK(sets("model.flavor", "model"));
}
