#include "core/frameworks/write_flags.h"

#include <algorithm>

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool has(const std::vector<GivenFlag>& flags, const std::string& name, const Value& value) {
  return std::any_of(flags.begin(), flags.end(),
                     [&](const GivenFlag& flag) { return flag.flag == name && flag.value == value; });
}

}  // namespace

TEST_CASE("flags say the plan, and none says the framework's own default") {
  const auto flags = write_flags(framework_named("megatron"), with_defaults(launched_of(small_scenario)));
  CHECK(has(flags, "--tensor-model-parallel-size", 8));
  CHECK(has(flags, "--use-distributed-optimizer", true));
  for (const GivenFlag& flag : flags) {
    CAPTURE(flag.flag);
    CHECK(flag.flag != "--context-parallel-size");
    CHECK_FALSE(flag.value == framework_named("megatron").flag(flag.flag)->fallback);
  }
}

TEST_CASE("what code says is a call, not a flag") {
  const auto calls = write_code(framework_named("deepspeed"), with_defaults(scenario_of(small_scenario)));
  CHECK(std::find(calls.begin(), calls.end(), "PipelineModule(num_stages=2)") != calls.end());
}

TEST_CASE("a launch keeps what the flags of the plan alone would not say, and gives it back") {
  const LaunchFramework& megatron = framework_named("megatron");
  const std::vector<GivenFlag> written = {{"--num-layers", 4, 0}, {"--vocab-size", 100, 0}};
  const std::vector<GivenFlag> given = {{"--num-layers", 4, 1}, {"--rotary-base", 7, 2}};
  const Launch launch = launch_of(megatron, written, given);
  CHECK(launch.flags.size() == 1);
  CHECK(launch.left_out == std::vector<std::string>{"--vocab-size"});
  const auto again = with_launch(megatron, written, launch);
  CHECK(again.size() == 2);
  CHECK(has(again, "--rotary-base", 7));
  Launch other = launch;
  other.framework = "nanotron";
  CHECK(with_launch(megatron, written, other) == written);
}

TEST_CASE("a value that only a run knows is kept as code and written in a command line alone") {
  const GivenFlag code{"--save", "\"$1/run\"", 0, true};
  CHECK(kept_value(code) == "{\"shell\":\"\\\"$1/run\\\"\"}");
  CHECK(flag_kept("--save", kept_value(code)) == code);
  CHECK(flag_kept("--a", "[1,2]") == GivenFlag{"--a", Value::List{1, 2}, 0});
  Launch launch;
  launch.framework = "megatron";
  launch.flags = {{"--save", kept_value(code)}};
  CHECK(with_launch(framework_named("megatron"), {}, launch) == std::vector<GivenFlag>{code});
  launch.framework = "torchtitan";
  CHECK(with_launch(framework_named("torchtitan"), {}, launch).empty());
}
