#include "core/scenario/catalogue.h"

#include <doctest/doctest.h>

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("names are found in any case and by alias, and no others") {
  const Catalogue& presets = real_presets();
  CHECK(presets.model("GPT4") == presets.model("gpt4"));
  CHECK(presets.gpu("h100") == presets.gpu("h100-sxm"));
  CHECK(presets.gpu("H100-SXM") == presets.gpu("h100-sxm"));
  CHECK(preset_name("Llama3.1-405B") == "llama3-405b");
  CHECK(preset_name("something-else") == "something-else");
  CHECK(presets.model("") == nullptr);
  CHECK(presets.gpu("gpt4") == nullptr);
}
