#include "core/launch_text/documents/put_words.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

std::string told(const std::string& word, const std::string& value) {
  LaunchFramework framework;
  FlagSpec stage, width;
  stage.flag = "zero_optimization.stage", stage.same_as = "--zero-stage", stage.type = FlagType::whole;
  width.flag = "--hidden-width", width.same_as = "--hidden-size", width.type = FlagType::whole;
  framework.flags = {width, stage};
  std::string all;
  const std::pair<std::string, std::string> put[] = {{word, value}};
  for (const GivenFlag& each : flags_of_put_words(put, framework, 7))
    all += each.flag + " " + words_of(each.value) + ", line " + std::to_string(each.line);
  return all;
}

}  // namespace

TEST_CASE("a template's word tells of the flag or the key that it is called after") {
  for (const char* word : {"ZERO_STAGE", "DS_ZERO_STAGE", "zero-stage", "STAGE", "DS_STAGE", "CONFIG_STAGE"}) {
    CAPTURE(word);
    CHECK(told(word, "2") == "--zero-stage 2, line 7");
  }
  for (const char* word : {"BATCH", "STAGED", "HIDDEN_SIZE", ""}) CHECK(told(word, "2").empty());
}
