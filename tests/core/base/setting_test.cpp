#include "core/base/setting.h"

#include <doctest/doctest.h>

#include <vector>

using namespace shardscope;

TEST_CASE("a setting is what stands before and behind the first equals sign, and reads as it was written") {
  const Setting list = "plan.stage_layers=[1, 2]";
  CHECK(list.key == "plan.stage_layers");
  CHECK(list.value == "[1, 2]");
  CHECK(Setting("name=a=b").value == "a=b");
  for (const char* text : {"plan.tp=4", "name=", "name=a=b", "no setting", "=4", ""})
    CHECK(words_of(Setting(text)) == text);
}

TEST_CASE("what is no KEY=VALUE has no key") {
  for (const char* text : {"plan.tp", "=4", ""}) CHECK(Setting(text).key.empty());
}

TEST_CASE("of settings of one key the last says, and a longer key is another") {
  const std::vector<Setting> settings = {"cluster.gpus=8", "cluster.gpus=16", "cluster.gpus_per_node=4"};
  REQUIRE(find_setting(settings, "cluster.gpus") != nullptr);
  CHECK(find_setting(settings, "cluster.gpus")->value == "16");
  CHECK(find_setting(settings, "cluster") == nullptr);
}

TEST_CASE("a field and its parts are within its path, another of the same letters isn't") {
  CHECK(sets_within("model=llama3-8b", "model"));
  CHECK(sets_within("model.hidden_size=8", "model"));
  CHECK_FALSE(sets_within("models=3", "model"));
}
