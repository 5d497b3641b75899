#include "app/compare/compare_kept.h"

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

Document document_on(const char* preset) {
  const LaunchedScenario& said = *shipped_presets().launched(preset);
  return {said, said, {}};
}

}  // namespace

TEST_CASE("pinned plans come back as they were pinned") {
  CompareState state;
  Document edited = document_on("gpt4-25k-a100");
  edited.said.scenario.plan.micro_batch = 2;
  REQUIRE(pin_plan(state, edited, "pinned"));
  REQUIRE(pin_plan(state, document_on("llama3-70b-4096-h100"), "preset"));
  CompareState next;
  take_kept_settings(next, kept_settings(state, shipped_presets()), shipped_presets());
  REQUIRE(next.pins.size() == 2);
  CHECK(next.pins[0].document.said == edited.said);
  CHECK(next.pins[0].document.edited());
  CHECK(next.pins[1].from == "preset");
  CHECK(kept_settings(next, shipped_presets()) == kept_settings(state, shipped_presets()));
}

TEST_CASE("what leads from one list of pins to another has a name") {
  CompareState state;
  const std::string none = kept_settings(state, shipped_presets());
  REQUIRE(pin_plan(state, document_on("gpt4-25k-a100"), "pinned"));
  const std::string one = kept_settings(state, shipped_presets());
  CHECK(words_of_step(state, none, one) == "pin GPT-4 on 25k A100s");
  CHECK(words_of_step(state, one, none) == "unpin GPT-4 on 25k A100s");
}

TEST_CASE("another window's pins are added, each once; what can't be read is left out") {
  CompareState own, others;
  REQUIRE(pin_plan(own, document_on("gpt4-25k-a100"), "pinned"));
  REQUIRE(pin_plan(others, document_on("gpt4-25k-a100"), "pinned"));
  REQUIRE(pin_plan(others, document_on("gpt3-175b-v100"), "pinned"));
  add_kept_settings(own, kept_settings(others, shipped_presets()), shipped_presets());
  CHECK(own.pins.size() == 2);
  for (const char* text : {"", "{}", R"([3, {}, {"document": {"scenario": {"model": "gone"}}}])"}) {
    CAPTURE(text);
    add_kept_settings(own, text, shipped_presets());
    CHECK(own.pins.size() == 2);
  }
}
