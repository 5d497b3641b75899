#include "app/session/kept/document_json.h"

#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("a document goes through its JSON with its baseline, its preset and what was set by hand") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  const Document& document = explorer.session.history.present();
  const std::optional<Document> back = document_of(json_of(document, shipped_presets(), true), shipped_presets());
  REQUIRE(back.has_value());
  CHECK(back->said == document.said);
  CHECK(back->baseline == document.baseline);
  CHECK(back->said.scenario.preset == "gpt4-25k-a100");
  CHECK(back->edited());
}

TEST_CASE("what is no document, or of a preset that is gone, is none") {
  using Json = nlohmann::ordered_json;
  for (const Json& json : {Json(), Json::array(), Json::object(), Json{{"scenario", {{"model", "gone"}}}}})
    CHECK_FALSE(document_of(json, shipped_presets()).has_value());
}
