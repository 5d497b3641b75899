#include "app/panels/scenario/scenario_panel.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/fields/fields.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("stops over decades ascend, end where they should and hold the present value") {
  const std::vector<double> stops = decade_stops(1e9, 1e15, 15.6e12);
  CHECK(std::is_sorted(stops.begin(), stops.end()));
  CHECK(stops.front() == 1e9);
  CHECK(stops.back() == doctest::Approx(1e15));
  CHECK(std::find(stops.begin(), stops.end(), 15.6e12) != stops.end());
  CHECK(std::adjacent_find(stops.begin(), stops.end()) == stops.end());
}

TEST_CASE("stops of GPUs fill whole nodes, but for the preset's own number") {
  const std::vector<double> stops = gpu_stops(8, 25'001);
  CHECK(std::is_sorted(stops.begin(), stops.end()));
  CHECK(std::find(stops.begin(), stops.end(), 25'001) != stops.end());
  for (const double stop : stops)
    if (stop != 25'001) CHECK(static_cast<std::int64_t>(stop) % 8 == 0);
  CHECK(stops.back() <= 1 << 20);
  CHECK(stops.size() < 250);
}

TEST_CASE("every essential control is drawn, the rarer ones on request") {
  WindowDriver window("gpt4-25k-a100", {1760, 3600, 1});
  for (const char* path : {"model", "cluster.gpu", "cluster.gpus", "plan.tp", "plan.pp", "plan.dp", "plan.cp",
                           "plan.schedule", "plan.sequence_length", "plan.micro_batch", "plan.global_batch",
                           "plan.recompute", "plan.zero", "plan.precision", "run.tokens"})
    CHECK_MESSAGE(window.shows(path), path);
  CHECK_FALSE(window.shows("plan.offload"));
  window.show_rarer_fields();
  CHECK(window.shows("plan.offload"));
  CHECK(window.shows("cluster.pue"));
  window.click("button.more");
  window.frames(2);
  CHECK_FALSE(window.shows("plan.offload"));
}

TEST_CASE("every field of the plan has a control in the panel, or a reason why not") {
  WindowDriver window("mixtral-8x7b-512-h100", {1760, 6400, 1});
  Scenario scenario = window.scenario();
  scenario.cluster.sites.number = 2;  // so that what crosses sites has its rows
  edit_scenario(window.explorer.session, scenario, "cluster.sites.number");
  end_step(window.explorer.session);
  window.frames(2);
  window.show_rarer_fields();
  const auto check = [&](const Field& field) {
    CAPTURE(field.path);
    CHECK(window.shows(field.path) == field.no_control.empty());
    CHECK((field.no_control.empty() || field.no_control.size() > 20));
  };
  for (const Field& field : plan_fields()) {
    check(field);
    for (const Field& part : field.parts) check(part);
  }
}

TEST_CASE("another model takes what was made for the old one's shape with it") {
  WindowDriver window;
  Scenario scenario = window.scenario();
  scenario.plan.ep = 2;
  edit_scenario(window.explorer.session, scenario, "plan.ep");
  end_step(window.explorer.session);
  window.click("model");
  window.type(window.explorer.session.presets->model("llama3-70b")->title);
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().model.preset == "llama3-70b");
  CHECK(window.plan().ep == 1);
}

TEST_CASE("the interleaved schedule brings chunks with it, and leaves with them") {
  WindowDriver window("gpt3-175b-v100");
  window.click("plan.schedule");
  window.click("plan.schedule=Interleaved 1F1B");
  CHECK(window.plan().schedule == ScheduleKind::interleaved);
  CHECK(window.plan().virtual_stages > 1);
  window.click("plan.schedule");
  window.click("plan.schedule=GPipe");
  CHECK(window.plan().schedule == ScheduleKind::gpipe);
  CHECK(window.plan().virtual_stages == 1);
}
