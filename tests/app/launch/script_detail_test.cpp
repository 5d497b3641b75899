#include "app/launch/script_detail.h"

#include <doctest/doctest.h>

#include "core/fields/fields.h"
#include "tests/app/desk.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("fields have their names and values as the window says them") {
  const Scenario& scenario = evaluate(*shipped_presets().scenario("llama3-70b-4096-h100")).scenario;
  CHECK(field_name("plan.tp") == "Tensor");
  CHECK(field_name("cluster.gpu") == "GPU");
  CHECK(field_words("plan.sequence_length", scenario) == "8,192");
  CHECK(field_words("model", scenario) == "Llama 3.1 70B");
  CHECK(field_words("cluster.gpu", scenario) == "H100 SXM 80 GB");
  CHECK(field_words("plan.no_such", scenario).empty());
  CHECK(value_words("run.storage_bandwidth", 50e9) == "50.0 GB/s");
  CHECK(value_words("plan.cuda_graphs", true) == "on");
  Scenario scaled = scenario;
  find_field("model.rope_scaling")
      ->set(scaled, std::string("{\"factor\":8.0,\"high_freq_factor\":4.0,\"low_freq_factor\":1.0,"
                                "\"original_max_position_embeddings\":8192,\"rope_type\":\"llama3\"}"));
  scaled.run.storage_bandwidth = 50e9;
  CHECK(field_words("run.storage_bandwidth", scaled) == "50.0 GB/s");
  CHECK(field_words("model.rope_scaling", scaled) == "llama3, factor 8.0");
  for (const Field& field : fields()) {
    CAPTURE(field.path);
    CHECK_FALSE(field_name(std::string(field.path)).empty());
  }
}

TEST_CASE("each part's colour can be read as text, in both themes") {
  for (const Theme& theme : {dark_theme(), light_theme()})
    for (const LitPart part : {LitPart::model, LitPart::plan, LitPart::machine, LitPart::none})
      CHECK(contrast(part_color(theme, part), theme.panel) >= 4.5);
}
