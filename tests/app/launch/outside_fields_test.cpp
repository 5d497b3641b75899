// What a script takes from outside, typed in the window.
#include <doctest/doctest.h>

#include "app/launch/read_rows.h"
#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

void give(WindowDriver& window, const char* name, const char* value) {
  window.click(std::string("launch.given.") + name);
  window.frames(2);
  window.type(value);
  window.key(ImGuiKey_Enter);
  window.frames(3);
}

}  // namespace

TEST_CASE("a value that is typed for what the script asks reads it anew, and undo takes it back") {
  WindowDriver window;
  paste_script(window, window_script);
  CHECK(window.scenario().cluster.gpus == 32);  // taken for granted: the fewest that the plan fits on
  give(window, "NNODES", "24");
  CHECK(window.scenario().cluster.gpus == 192);
  CHECK(window.explorer.session.history.present().source->outside.environment.at("NNODES") == "24");
  give(window, "1", "1536");
  CHECK(window.plan().global_batch == 1536);
  CHECK(window.scenario().cluster.gpus == 192);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.frames(2);
  CHECK(window.plan().global_batch == 768);
  CHECK(window.scenario().cluster.gpus == 192);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.frames(2);
  CHECK(window.scenario().cluster.gpus == 32);
}

TEST_CASE("a script that is refused for want of a value is read once it is given") {
  WindowDriver window;
  const Scenario before = window.scenario();
  paste_script(window, script_with("--tensor-model-parallel-size 8", "--tensor-model-parallel-size $TP"));
  REQUIRE_FALSE(window.explorer.session.taken.problems.empty());
  CHECK(window.scenario() == before);
  CHECK(window.shows("launch.script"));
  give(window, "TP", "4");
  CHECK(window.explorer.session.taken.problems.empty());
  CHECK(window.plan().tp == 4);
}

TEST_CASE("the GPU that was picked stays when a value is given") {
  WindowDriver window;
  paste_script(window, window_script);
  Scenario scenario = window.scenario();
  scenario.cluster.gpu = *window.explorer.session.presets->gpu("a100-80");
  edit_scenario(window.explorer.session, scenario, "cluster.gpu");
  end_step(window.explorer.session);
  give(window, "NNODES", "24");
  CHECK(window.scenario().cluster.gpu.preset == "a100-80");
}

TEST_CASE("what was read so far stands beside a script that asks for a value, and leads to the value's field") {
  WindowDriver window;
  std::string text = script_with("--tensor-model-parallel-size 8", "--tensor-model-parallel-size $TP");
  for (int line = 0; line < 120; ++line) text.insert(text.find("MODEL_ARGS"), "# nothing in this line\n");
  paste_script(window, text);
  REQUIRE_FALSE(window.explorer.session.taken.problems.empty());
  const LaunchState& state = window.explorer.of<LaunchState>();
  const ViewFrame frame = window.view_frame();
  CHECK(window.shows("launch.read"));
  CHECK(window.shows(flag_place(window, "--tensor-model-parallel-size")));  // scrolled there
  const auto value_of_row = [&](const std::vector<ReadField>& group, std::string_view path) {
    for (const ReadField& field : group)
      if (field.path == path) return row_value(state, frame, field);
    return std::string("no row");
  };
  CHECK(value_of_row(state.marked->read.model, "model.hidden_size") == "8,192");
  CHECK(value_of_row(state.marked->read.plan, "plan.pp") == "4");
  CHECK(value_of_row(state.marked->read.plan, "plan.tp") == "$TP: fill it in");
  CHECK(value_of_row(state.marked->read.plan, "plan.dp") == "hangs on what is open");
  window.click("launch.field.plan.tp");
  window.frames(3);
  window.type("4");
  window.key(ImGuiKey_Enter);
  window.frames(3);
  CHECK(window.explorer.session.taken.problems.empty());
  CHECK(window.plan().tp == 4);
}
