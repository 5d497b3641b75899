#include "core/fields/whole_parts.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a model and a GPU are called by their titles, else by their presets, else by what they are") {
  Scenario scenario;
  CHECK(title_of_part(whole_model, scenario) == "unnamed model");
  CHECK(title_of_part(whole_gpu, scenario) == "own GPU");
  scenario.model.preset = "llama3-8b";
  CHECK(title_of_part(whole_model, scenario) == "llama3-8b");
  scenario.model.title = "Llama 3 8B", scenario.cluster.gpu.title = "H100 SXM";
  CHECK(title_of_part(whole_model, scenario) == "Llama 3 8B");
  CHECK(title_of_part(whole_gpu, scenario) == "H100 SXM");
  CHECK(title_of_part("plan.tp", scenario).empty());
}

TEST_CASE("a part has a path as a field has, and takes a preset's name") {
  CHECK(label_of_path(whole_gpu) == "GPU");
  CHECK(label_of_path("plan.micro_batch") == find_field("plan.micro_batch")->label);
  CHECK(label_of_path("plan") == "plan");
  for (const WholePart& part : whole_parts) {
    CHECK(is_field_or_part(part.path));
    CHECK(find_field(part.path) == nullptr);
    CHECK(takes_preset(part.path));
  }
  CHECK(takes_preset("cluster"));
  CHECK(takes_preset("cluster.gpu.preset"));
  CHECK_FALSE(is_field_or_part("cluster"));
  CHECK_FALSE(takes_preset("plan.tp"));
}
