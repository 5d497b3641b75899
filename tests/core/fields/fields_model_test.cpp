#include "tests/core/fields/field_checks.h"
#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the model's fields read and write the model alone") {
  check_section(model_fields(), {"model."});
}

TEST_CASE("each member of a model but its preset's name has its row in the table") {
  CHECK(model_fields().size() == members_of<Model> - 1);
}

TEST_CASE("every size of a model has a field: a model is the sum of its fields") {
  for (const Model& preset : real_presets().models) {
    CAPTURE(preset.preset);
    Scenario from, to;
    from.model = preset;
    to.model.preset = preset.preset;
    for (const Field& field : model_fields()) field.set(to, field.get(from));
    CHECK(to.model == preset);
  }
}
