#include "tests/core/fields/field_checks.h"
#include "tests/core/fields/member_count.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the run's fields, the software's and the scenario's own words read and write them alone") {
  check_section(run_fields(), {"run.", "software.", "flops_convention", "name", "note"});
}

TEST_CASE("every default of failures, checkpoints, prices and power has a source") {
  for (const char* path :
       {"run.mtbf_gpu_hours", "run.planned_stops_per_failure", "run.checkpoint_mode", "run.checkpoint_interval_seconds",
        "run.storage_bandwidth", "run.restart_seconds", "run.detection_seconds", "run.node_repair_seconds",
        "run.gpu_hour_usd", "run.electricity_usd_per_kwh", "run.grid_co2_kg_per_kwh", "run.amortisation_years",
        "run.critical_batch_tokens", "cluster.pue"}) {
    CAPTURE(path);
    CHECK_FALSE(find_field(path)->source.empty());
  }
}

TEST_CASE("each member of the run, the software and what a scenario says itself has its row in the table") {
  const std::size_t sections = 5, preset = 1;  // model, cluster, plan, run and software
  CHECK(run_fields().size() == members_of<Run> + members_of<Software> + members_of<Scenario> - sections - preset);
}

TEST_CASE("a run is the sum of its fields") {
  for (const auto& [preset, launch] : real_presets().scenarios) {
    CAPTURE(preset.preset);
    Scenario to;
    for (const Field& field : run_fields()) field.set(to, field.get(preset));
    CHECK(to.run == preset.run);
    CHECK(to.software == preset.software);
    CHECK(to.name == preset.name);
    CHECK(to.note == preset.note);
  }
}
