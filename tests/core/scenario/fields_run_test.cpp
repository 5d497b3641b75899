#include "tests/core/scenario/field_checks.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the run's fields, the software's and the scenario's own words read and write them alone") {
  check_section(run_fields(), {"run.", "software.", "name", "note"});
}

TEST_CASE("a run is the sum of its fields") {
  for (const Scenario& preset : real_presets().scenarios) {
    CAPTURE(preset.preset);
    Scenario to;
    for (const Field& field : run_fields()) field.set(to, field.get(preset));
    CHECK(to.run == preset.run);
    CHECK(to.software == preset.software);
    CHECK(to.name == preset.name);
    CHECK(to.note == preset.note);
  }
}
