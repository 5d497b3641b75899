#include "core/fields/typed_setting.h"

#include <doctest/doctest.h>

#include "core/scenario_json/parse.h"
#include "tests/real_presets.h"

using namespace shardscope;
using shardscope::tests::real_presets;

TEST_CASE("a field is found by the short names that people have for it, and its value with the units that they say") {
  struct Case {
    const char *typed, *path, *value;
  };
  for (const Case& each :
       {Case{"tp 8", "plan.tp", "8"}, Case{"tensor 8", "plan.tp", "8"}, Case{"TP 16", "plan.tp", "16"},
        Case{"pp 4", "plan.pp", "4"}, Case{"seq 8k", "plan.sequence_length", "8192"},
        Case{"hbm 4 TB/s", "cluster.gpu.memory_bandwidth", "4e+12"},
        Case{"hbm 192 GB", "cluster.gpu.memory_bytes", "192000000000"}, Case{"zero 2", "plan.zero", "2"},
        Case{"micro 2", "plan.micro_batch", "2"}, Case{"global batch 4k", "plan.global_batch", "4000"},
        Case{"gbs 1024", "plan.global_batch", "1024"}, Case{"tokens 13T", "run.tokens", "13000000000000"},
        Case{"recompute full", "plan.recompute", "full"},
        Case{"sequence parallel off", "plan.sequence_parallel", "false"},
        Case{"restart 2 min", "run.restart_seconds", "120"}}) {
    CAPTURE(each.typed);
    const std::vector<TypedSetting> found = typed_settings(each.typed);
    REQUIRE_FALSE(found.empty());
    CHECK(found.front().field->path == each.path);
    const auto number = [](const std::string& words) { return std::atof(words.c_str()); };
    CAPTURE(found.front().value);
    CHECK((found.front().value == each.value ||
           (number(each.value) != 0 && number(found.front().value) == number(each.value))));
    const Scenario& scenario = real_presets().scenarios.front().scenario;
    CHECK(succeeded(apply_setting(scenario, {each.path, found.front().value}, real_presets())));
  }
}

TEST_CASE("what names no field, or has no value that the field can have, is no setting") {
  for (const char* typed : {"tp", "llama 3", "undo", "tp many", "hbm 4 s", "qqq 8", "", " 8", "zero bubble"}) {
    CAPTURE(typed);
    CHECK(typed_settings(typed).empty());
  }
}
