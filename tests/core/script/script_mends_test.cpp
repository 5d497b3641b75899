#include "core/script/script_mends.h"

#include <algorithm>

#include "tests/core/launch/lit_cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Mends of a script that was refused or whose rules are broken, tried.
std::vector<ScriptMend> mends_of(const std::string& text) {
  const LaunchReading reading = read_lit(text);
  const LaunchFramework& framework = *find_framework(real_presets().frameworks, reading.framework);
  LitScript lit = reading.lit;
  const LaunchSource source{"launch.sh", text, {}};
  const std::vector<LaunchLines> texts = lines_of_launch(source);
  if (reading.said) lit = with_faults(lit, texts, faults_of(check_rules(*reading.said, framework, real_presets())));
  std::vector<ScriptMend> tried;
  for (ScriptMend& mend : possible_mends(source, texts, lit, framework))
    if (const auto starts =
            tried_mend(std::move(mend), source, real_presets(), *real_presets().scenario("llama3-70b-4096-h100")))
      tried.push_back(*starts);
  order_mends(tried);
  return tried;
}

std::string with(std::string_view from, std::string_view to) {
  std::string text(lit_launch);
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a number that breaks a rule gets near ones that don't, as lines of the text") {
  const std::vector<ScriptMend> mends = mends_of(with("--seq-length 4096", "--seq-length 4090"));
  REQUIRE_FALSE(mends.empty());
  for (const ScriptMend& mend : mends) {
    CAPTURE(mend.words);
    CHECK(read_lit(mend.text).said);
    CHECK(mend.before != mend.after);
    CHECK(mend.text.find(mend.after) != std::string::npos);
  }
  CHECK(std::any_of(mends.begin(), mends.end(),
                    [](const ScriptMend& mend) { return mend.words == "Sequence 4090 → 4088"; }));
  CHECK(mends.front().distance <= mends.back().distance);
}

TEST_CASE("a slip gets the flag that was meant") {
  const std::vector<ScriptMend> mends = mends_of(with("--swiglu", "--swigluu"));
  REQUIRE_FALSE(mends.empty());
  CHECK(mends.front().words == "--swigluu → --swiglu");
  CHECK(mends.front().line == 7);
  CHECK(mends.front().broken.size() == 1);  // it still wants a variable, and is read
  CHECK(read_lit(mends.front().text).said->scenario.model.gated_mlp);
}

TEST_CASE("a variable that a rule wants is a line more, and then nothing is left to mend") {
  const std::vector<ScriptMend> mends = mends_of(std::string(lit_launch));
  REQUIRE_FALSE(mends.empty());
  CHECK(mends.front().after == "export CUDA_DEVICE_MAX_CONNECTIONS=1");
  CHECK(mends.front().line == 2);
  CHECK(mends.front().before.empty());
  CHECK(mends_of(mends.front().text).empty());
}

TEST_CASE("virtual stages that don't divide are mended by the flag that counts them, called as it is") {
  const std::vector<ScriptMend> mends =
      mends_of(with("--sequence-parallel", "--sequence-parallel --num-layers-per-virtual-pipeline-stage 3"));
  CHECK(std::any_of(mends.begin(), mends.end(), [](const ScriptMend& mend) {
    return mend.words == "--num-layers-per-virtual-pipeline-stage 3 → 2";
  }));
  CHECK(std::none_of(mends.begin(), mends.end(),
                     [](const ScriptMend& mend) { return mend.words.starts_with("Virtual stages"); }));
}
